// SPDX-License-Identifier: Apache-2.0

/// Bytes in base64 with padding (RFC 4648, section 4).
func base64(_ data: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((data.count + 2) / 3 * 4)
  for start in stride(from: 0, to: data.count, by: 3) {
    let group = data[start..<min(start + 3, data.count)]
    var bits: UInt32 = 0
    for place in 0..<3 { bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0) }
    for place in 0..<4 {
      text.append(place <= group.count ? digits[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
