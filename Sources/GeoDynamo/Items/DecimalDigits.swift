// SPDX-License-Identifier: Apache-2.0

/// A decimal number spelled out: ± coefficient · 10^exponent.
///
/// The coefficient has no trailing zero and at most 38 digits, so it fits 128 bits; zero is 0 · 10^0 and not
/// negative. Equal numbers have therefore equal parts.
struct DecimalDigits: Hashable, Sendable {
  /// Why a number cannot be held.
  enum Fault: Error {
    case notANumber, tooManyDigits, tooLarge, tooSmall

    var reason: String {
      switch self {
      case .notANumber: "a number is digits with at most one point, and an exponent such as e-7 or none"
      case .tooManyDigits: "it has more than \(maximumCount) significant digits"
      case .tooLarge: "its magnitude is 1e126 or more"
      case .tooSmall: "its magnitude is below 1e-130 and not 0"
      }
    }
  }

  static let maximumCount = 38

  let isNegative: Bool
  let coefficient: UInt128
  let exponent: Int

  init(_ value: Int64) {
    // A coefficient from 64 bits has at most 19 digits and is in range.
    try! self.init(isNegative: value < 0, coefficient: UInt128(value.magnitude), exponent: 0)
  }

  /// Trims trailing zeros and checks the range.
  init(isNegative: Bool, coefficient: UInt128, exponent: Int) throws(Fault) {
    var coefficient = coefficient
    var exponent = exponent
    guard coefficient != 0 else {
      (self.isNegative, self.coefficient, self.exponent) = (false, 0, 0)
      return
    }
    while true {
      let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      coefficient = quotient
      exponent += 1
    }
    let count = Self.digitCount(of: coefficient)
    guard count <= Self.maximumCount else { throw .tooManyDigits }
    let leading = exponent + count - 1
    guard leading <= 125 else { throw .tooLarge }
    guard leading >= -130 else { throw .tooSmall }
    (self.isNegative, self.coefficient, self.exponent) = (isNegative, coefficient, exponent)
  }

  /// How many digits the coefficient has; 0 for zero.
  var count: Int { Self.digitCount(of: coefficient) }

  /// The number where it is a 64-bit integer.
  var integer: Int64? {
    guard exponent >= 0, exponent < 19, let magnitude = UInt64(exactly: coefficient) else { return nil }
    let (scaled, overflow) = magnitude.multipliedReportingOverflow(by: UInt64(Self.power(of: exponent)))
    guard !overflow else { return nil }
    return isNegative ? Int64(exactly: -Int128(scaled)) : Int64(exactly: scaled)
  }

  /// The double whose shortest text spells this number, if there is one.
  var double: Double? {
    let count = count
    guard count <= 17, let value = Double(description) else { return nil }
    // Up to 15 digits always survive the way through a double.
    guard count > 15 else { return value }
    guard let back = try? DecimalDigits("\(value)"), back == self else { return nil }
    return value
  }

  static func power(of exponent: Int) -> UInt128 { powers[exponent] }

  static func digitCount(of coefficient: UInt128) -> Int {
    // 1233 / 4096 is a little below log10(2), good to one digit for 128 bits.
    let guess = ((128 - coefficient.leadingZeroBitCount) * 1233) >> 12
    return guess < powers.count && coefficient >= powers[guess] ? guess + 1 : guess
  }

  private static let powers: [UInt128] = (0..<38).reduce(into: [1]) { powers, _ in
    powers.append(powers.last! * 10)
  }
}

extension DecimalDigits: Comparable {
  static func < (a: DecimalDigits, b: DecimalDigits) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    return a.isNegative ? b.isLessInMagnitude(than: a) : a.isLessInMagnitude(than: b)
  }

  private func isLessInMagnitude(than other: DecimalDigits) -> Bool {
    guard coefficient != 0, other.coefficient != 0 else { return coefficient < other.coefficient }
    let (count, otherCount) = (count, other.count)
    let (leading, otherLeading) = (exponent + count, other.exponent + otherCount)
    guard leading == otherLeading else { return leading < otherLeading }
    // Both brought to 38 digits, which fit.
    return coefficient * Self.power(of: Self.maximumCount - count)
      < other.coefficient * Self.power(of: Self.maximumCount - otherCount)
  }
}

extension DecimalDigits {
  func adding(_ other: DecimalDigits) throws(Fault) -> DecimalDigits {
    if coefficient == 0 { return other }
    if other.coefficient == 0 { return self }
    let (high, low) = exponent >= other.exponent ? (self, other) : (other, self)
    let shift = high.exponent - low.exponent
    // The lowest digit of the sum is `low`'s when the exponents differ, so what does not fit 128 bits here has
    // more than 38 digits: `low` takes away less than 1e38 of at least 3.4e38.
    guard shift <= Self.maximumCount else { throw .tooManyDigits }
    let (scaled, overflow) = high.coefficient.multipliedReportingOverflow(by: Self.power(of: shift))
    guard !overflow else { throw .tooManyDigits }
    if high.isNegative == low.isNegative {
      let (sum, overflow) = scaled.addingReportingOverflow(low.coefficient)
      guard !overflow else { throw .tooManyDigits }
      return try DecimalDigits(isNegative: low.isNegative, coefficient: sum, exponent: low.exponent)
    }
    return scaled >= low.coefficient
      ? try DecimalDigits(
        isNegative: high.isNegative, coefficient: scaled - low.coefficient, exponent: low.exponent)
      : try DecimalDigits(
        isNegative: low.isNegative, coefficient: low.coefficient - scaled, exponent: low.exponent)
  }
}
