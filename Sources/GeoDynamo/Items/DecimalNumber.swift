// SPDX-License-Identifier: Apache-2.0

/// A decimal number in DynamoDB's range: up to 38 significant digits, magnitudes 1e-130 … 9.99…e125, and 0.
///
/// ```
/// let latitude = try DecimalNumber(51.5074)
/// let count = DecimalNumber(3)
/// try count.adding(DecimalNumber("0.1"))  // 3.1, exactly
/// ```
///
/// A `Double` stands for the number its shortest text spells (`0.1` is a tenth): the text that goes to DynamoDB
/// and reads back bit-equal. Every number has one representation here, so `==` and hashes are numeric: an
/// `Int64` where it is one, else a `Double` where its shortest text is exactly the number, else decimal digits.
/// Source: Amazon DynamoDB Developer Guide, "Number".
public struct DecimalNumber: Hashable, Sendable {
  enum Representation: Hashable, Sendable {
    case integer(Int64)
    /// No integer of 64 bits: a fraction below 2^53, or a magnitude of 2^63 and more.
    case double(Double)
    indirect case digits(DecimalDigits)
  }

  let representation: Representation

  /// The number zero.
  public static let zero: DecimalNumber = 0

  /// Makes the number of an integer.
  public init(_ value: Int64) { representation = .integer(value) }

  /// Makes the number that the shortest text of `value` spells. O(1) and without text below 2^53.
  ///
  /// - Throws: `InputError.number` for NaN, an infinity, a magnitude of 1e126 and more, or one below 1e-130
  ///   that is not 0.
  public init(_ value: Double) throws(InputError) {
    let magnitude = value.magnitude
    if magnitude < 0x1p53 {
      let truncated = value.rounded(.towardZero)
      if truncated == value {
        representation = .integer(Int64(truncated))
      } else if magnitude >= 1e-130 {
        representation = .double(value)
      } else {
        throw InputError.number("\(value)", reason: "its magnitude is below 1e-130")
      }
    } else if value.isFinite, magnitude < 1e126 {
      let digits = try Self.digits("\(value)")
      representation = digits.integer.map { .integer($0) } ?? .double(value)
    } else {
      let reason = value.isFinite ? "its magnitude is 1e126 or more" : "it is not finite"
      throw InputError.number("\(value)", reason: reason)
    }
  }

  /// Makes a number of its text: a sign or none, digits with at most one point among them, and an exponent
  /// after `e` or `E` or none. Zeros at either end do not count as digits.
  ///
  /// - Throws: `InputError.number` for other text, more than 38 significant digits, or a magnitude out of range.
  public init(_ text: String) throws(InputError) {
    self.init(try Self.digits(text))
  }

  private static func digits(_ text: String) throws(InputError) -> DecimalDigits {
    do {
      return try DecimalDigits(text)
    } catch {
      throw InputError.number(text, reason: error.reason)
    }
  }

  init(_ digits: DecimalDigits) {
    if let integer = digits.integer {
      representation = .integer(integer)
    } else if let double = digits.double {
      representation = .double(double)
    } else {
      representation = .digits(digits)
    }
  }

  /// The number as a coefficient and an exponent of ten.
  var digits: DecimalDigits {
    switch representation {
    case .integer(let value): DecimalDigits(value)
    case .double(let value):
      // In range and at most 17 digits: the initialiser let no other double in.
      try! DecimalDigits("\(value)")
    case .digits(let digits): digits
    }
  }

  /// The sum, exactly.
  ///
  /// - Throws: `InputError.number` when it has more than 38 significant digits or is out of range.
  public func adding(_ other: DecimalNumber) throws(InputError) -> DecimalNumber {
    if case .integer(let a) = representation, case .integer(let b) = other.representation {
      let (sum, overflow) = a.addingReportingOverflow(b)
      if !overflow { return DecimalNumber(sum) }
    }
    do {
      return DecimalNumber(try digits.adding(other.digits))
    } catch {
      throw InputError.number("\(self) + \(other)", reason: error.reason)
    }
  }

  /// How many bytes DynamoDB counts for it, about: one, one for each two digits, one for a minus sign.
  var size: Int {
    let digits = digits
    return 1 + (digits.count + 1) / 2 + (digits.isNegative ? 1 : 0)
  }
}

extension DecimalNumber: ExpressibleByIntegerLiteral {
  /// Makes the number of an integer literal.
  public init(integerLiteral value: Int64) { self.init(value) }
}

extension DecimalNumber: Comparable {
  /// Whether `a` is less than `b`, exactly.
  public static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    switch (a.representation, b.representation) {
    case (.integer(let a), .integer(let b)): a < b
    // Shortest texts stand in the order of their doubles: each lies in the interval that rounds to its own.
    case (.double(let a), .double(let b)): a < b
    default: a.digits < b.digits
    }
  }
}

extension DecimalNumber: CustomStringConvertible {
  /// The number's one text: without needless zeros, plain from 1e-6 up to 1e21 and with an exponent beyond.
  ///
  /// `DecimalNumber(_: String)` makes the same number of it: `0`, `-0.5`, `51.5074`, `1.5e-7`, `1e30`.
  public var description: String {
    if case .integer(let value) = representation { return value.description }
    return digits.description
  }
}

extension Int64 {
  /// The integer equal to `number`; nil when there is none.
  public init?(exactly number: DecimalNumber) {
    guard case .integer(let value) = number.representation else { return nil }
    self = value
  }
}

extension Double {
  /// The double nearest to `number`: the very one it was made of, if it was made of one.
  public init(_ number: DecimalNumber) {
    switch number.representation {
    case .integer(let value): self = Double(value)
    case .double(let value): self = value
    // The text has the form of a Swift literal, and its magnitude is far below the greatest double.
    case .digits(let digits): self = Double(digits.description)!
    }
  }
}
