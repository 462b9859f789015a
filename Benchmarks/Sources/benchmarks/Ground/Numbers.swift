// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A generator whose numbers depend on nothing but its seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// A number of the range, its logarithm uniform.
  mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
    exp(Double.random(in: log(range.lowerBound)...log(range.upperBound), using: &self))
  }

  /// A number of the normal distribution.
  mutating func normal() -> Double {
    let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude...1, using: &self))).squareRoot()
    return radius * cos(2 * Double.pi * Double.random(in: 0...1, using: &self))
  }
}

extension Array where Element == Double {
  /// The value that a share of them does not exceed; NaN of none.
  func quantile(_ share: Double) -> Double {
    isEmpty ? .nan : sorted()[Swift.min(Int(share * Double(count)), count - 1)]
  }

  var median: Double { quantile(0.5) }
}

/// Few digits, and k and M for thousands and millions.
func short(_ value: Double) -> String {
  switch abs(value) {
  case 1e6...: String(format: "%.3gM", value / 1e6)
  case 1e4...: String(format: "%.3gk", value / 1e3)
  case 100...: String(format: "%.0f", value)
  default: String(format: "%.3g", value)
  }
}
