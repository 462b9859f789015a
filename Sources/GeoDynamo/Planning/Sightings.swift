// SPDX-License-Identifier: Apache-2.0

/// What has been seen of each object where reads are not of one moment (`IndexReader.readsAreSnapshots`): a row lent
/// twice counts once, and of an object seen at two places only the one that it came to last.
///
/// A hash table with open addressing; the ids lie in one run of bytes, so that noting a row allocates nothing of its own.
struct Sightings<Value: Sendable>: Sendable {
  private struct Entry {
    let hash: UInt64
    let idStart: Int
    let idEnd: Int
    var stamp: Int64
    var value: Value
  }

  private var entries: [Entry] = []
  /// For each slot the number of an entry, or -1. As many as a power of two, and more than half of them free.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var ids: [UInt8] = []

  /// What each object was last seen with, in no order.
  var last: some Sequence<Value> { entries.lazy.map(\.value) }

  /// Notes a row.
  ///
  /// - Returns: Whether it tells something new, and what an earlier row of the object was noted with. O(length of the id).
  mutating func note(
    _ row: IndexRow, id: RawSpan, with value: @autoclosure () throws -> Value
  ) rethrows -> (isNews: Bool, earlier: Value?) {
    let hash = Self.hash(of: id)
    var slot = firstSlot(of: hash)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if entries[number].hash == hash, isID(id, of: number) {
        let earlier = entries[number].value
        guard row.stamp > entries[number].stamp else { return (false, earlier) }
        entries[number].stamp = row.stamp
        entries[number].value = try value()
        return (true, earlier)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let value = try value()
    let start = ids.count
    unsafe id.withUnsafeBytes { unsafe ids.append(contentsOf: $0) }
    slots[slot] = Int32(entries.count)
    entries.append(
      Entry(hash: hash, idStart: start, idEnd: ids.count, stamp: row.stamp, value: value))
    if entries.count * 2 > slots.count { grow() }
    return (true, nil)
  }

  /// Changes what an object was seen with; one that was not seen stays unseen.
  mutating func update(_ id: RawSpan, to value: Value) {
    let hash = Self.hash(of: id)
    var slot = firstSlot(of: hash)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if entries[number].hash == hash, isID(id, of: number) {
        entries[number].value = value
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  private func isID(_ id: RawSpan, of number: Int) -> Bool {
    let entry = entries[number]
    return unsafe id.byteCount == entry.idEnd - entry.idStart
      && id.withUnsafeBytes { unsafe $0.elementsEqual(ids[entry.idStart..<entry.idEnd]) }
  }

  private func firstSlot(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, entry) in entries.enumerated() {
      var slot = firstSlot(of: entry.hash)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  private static func hash(of id: RawSpan) -> UInt64 {
    var hasher = Hasher()
    unsafe id.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
