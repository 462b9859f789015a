// SPDX-License-Identifier: Apache-2.0

/// A decimal number in DynamoDB's range: up to 38 significant digits, magnitudes 1e-130 … 9.99…e125, and 0.
public struct DecimalNumber: Hashable, Sendable {
  let value: Double
  public init(_ value: Int64) { self.value = Double(value) }
  public init(_ value: Double) throws { self.value = value }
}

extension Int64 {
  public init?(exactly number: DecimalNumber) { self.init(exactly: number.value) }
}

extension Double {
  public init(_ number: DecimalNumber) { self = number.value }
}
