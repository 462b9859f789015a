// SPDX-License-Identifier: Apache-2.0

/// What a store charges for reading ranges of its index: the planner's measure of a good plan.
///
/// Reading a range of `n` rows of `b` bytes costs `request + max(minimum, n · b · byte + n · row)` units. DynamoDB bills
/// read units in steps of 4 KB; on average half a step is paid for nothing, which `rounding` adds to what exceeds the minimum.
public struct PriceList: Hashable, Sendable {
  /// What the prices are counted in: `read units`, `µs`.
  public var unit: String
  /// For each range, whatever it holds.
  public var request: Double
  /// The least that a range's rows cost, also when there are none.
  public var minimum: Double
  /// For each row.
  public var row: Double
  /// For each byte of a row.
  public var byte: Double
  /// What is paid on average for the unused part of the last step.
  public var rounding: Double
  /// How many ranges are read side by side at most.
  public var concurrency: Int

  /// Makes a price list.
  public init(
    unit: String, request: Double, minimum: Double = 0, row: Double = 0, byte: Double = 0,
    rounding: Double = 0,
    concurrency: Int = 1
  ) {
    self.unit = unit
    self.request = request
    self.minimum = minimum
    self.row = row
    self.byte = byte
    self.rounding = rounding
    self.concurrency = concurrency
  }

  /// Amazon DynamoDB, eventually consistent: half a read unit for each started 4 KB of a request.
  ///
  /// A request is given a twentieth of the least charge besides, so that of two plans of nearly one price the one with
  /// fewer requests wins. Source: Amazon DynamoDB Developer Guide, "Read and write operations".
  public static let dynamoDB = PriceList(
    unit: "read units", request: 0.025, minimum: 0.5, byte: 0.5 / 4096, rounding: 0.25, concurrency: 16)

  /// An embedded SQLite file whose pages are in memory, in microseconds: a seek against a row.
  public static let sqlite = PriceList(unit: "µs", request: 2.5, row: 0.45)

  /// The price of one range of `rows` rows, which need not be a whole number, of `bytes` bytes each.
  public func price(rows: Double, bytes: Double) -> Double {
    let content = rows * (row + bytes * byte)
    return request + max(minimum, content + (content > 0 ? rounding : 0))
  }
}
