// SPDX-License-Identifier: Apache-2.0

/// What has been seen of each object where reads are not of one moment (`IndexReader.readsAreSnapshots`): a row lent
/// twice counts once, and of an object seen at two places only the one that it came to last.
struct Sightings<Value: Sendable>: Sendable {
  private var values: [[UInt8]: (stamp: Int64, value: Value)] = [:]

  /// What each object was last seen with, in no order.
  var last: some Sequence<Value> { values.values.lazy.map(\.value) }

  /// Notes a row.
  ///
  /// - Returns: Whether it tells something new, and what an earlier row of the object was noted with. O(length of the id).
  mutating func note(_ row: IndexRow, id: RawSpan, with value: @autoclosure () throws -> Value) rethrows -> (
    isNews: Bool, earlier: Value?
  ) {
    let key = Self.key(id)
    let earlier = values[key]
    if let earlier, row.stamp <= earlier.stamp { return (false, earlier.value) }
    values[key] = (row.stamp, try value())
    return (true, earlier?.value)
  }

  /// Changes what an object was seen with; one that was not seen stays unseen.
  mutating func update(_ id: [UInt8], to value: Value) {
    values[id]?.value = value
  }

  private static func key(_ id: RawSpan) -> [UInt8] {
    unsafe id.withUnsafeBytes { unsafe [UInt8]($0) }
  }
}
