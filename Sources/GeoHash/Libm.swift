// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The C library's functions, for what decides nothing: cells (whose ids must be Google's S2's, bit for bit), bearings, centres.
enum Libm {
  static func sine(_ radians: Double) -> Double { sin(radians) }
  static func cosine(_ radians: Double) -> Double { cos(radians) }
  static func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
}
