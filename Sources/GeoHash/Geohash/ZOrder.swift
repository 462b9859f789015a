// SPDX-License-Identifier: Apache-2.0

/// Interleaving of two 32-bit numbers (Morton's Z-order), and the exact division of an axis into 2³⁰ parts.
enum ZOrder {
  @inline(__always)
  static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits &<< 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits &<< 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits &<< 2) & 0x3333_3333_3333_3333
    return (bits | bits &<< 1) & 0x5555_5555_5555_5555
  }

  @inline(__always)
  static func compact(_ spread: UInt64) -> UInt32 {
    var bits = spread & 0x5555_5555_5555_5555
    bits = (bits | bits &>> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits &>> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits &>> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits &>> 16)
  }

  /// Which of the 2³⁰ equal parts of −span … span holds `degrees`; a border belongs to the part above it.
  ///
  /// The product may round across a border. A border is k · span / 2²⁹ − span, which is exact in a Double, so one
  /// comparison with each of the part's two puts that right.
  @inline(__always)
  static func index(of degrees: Double, span: Double) -> UInt32 {
    let parts: Int64 = 1 << 30
    let step = span / Double(parts / 2)
    var index = min(Int64((degrees + span) * (Double(parts / 2) / span)), parts - 1)
    let border = Double(index) * step - span
    if degrees >= border + step, index < parts - 1 { index &+= 1 }
    if degrees < border { index &-= 1 }
    return UInt32(truncatingIfNeeded: index)
  }
}
