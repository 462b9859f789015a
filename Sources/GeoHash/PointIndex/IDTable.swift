// SPDX-License-Identifier: Apache-2.0

/// Which leaf an id is in: a hash table of four bytes for each id, with linear probing.
///
/// An entry is a leaf's number and eight bits of the id's hash, so that a look-up hardly ever opens a leaf in vain; within the
/// leaf another eight bits, the tag, lead to the position.
@safe
struct IDTable {
  /// Numbers of leaves have 24 bits and are less than this.
  static let mostLeaves: UInt32 = 0xFF_FFFF
  private static let empty: UInt32 = 0
  private static let removed: UInt32 = 1

  private var entries: UnsafeMutablePointer<UInt32>
  private(set) var capacity: Int
  /// Entries that are not empty.
  private var filled = 0

  init() {
    unsafe (entries, capacity) = unsafe (IDTable.make(16), 16)
  }

  private static func make(_ capacity: Int) -> UnsafeMutablePointer<UInt32> {
    let entries = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    unsafe entries.initialize(repeating: empty, count: capacity)
    return unsafe entries
  }

  func end() { unsafe entries.deallocate() }

  static func tag(of hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 8) }

  private static func entry(_ leaf: UInt32, _ hash: UInt64) -> UInt32 {
    leaf << 8 | UInt32(truncatingIfNeeded: hash & 0xFF)
  }

  private func home(of hash: UInt64) -> Int { Int(((hash >> 32) * UInt64(capacity)) >> 32) }

  private func next(_ slot: Int) -> Int { slot + 1 == capacity ? 0 : slot + 1 }

  /// The first slot, from the id's own or the one after `slot` on, whose entry may be the id's, with the leaf; nil after the last one.
  func find(_ hash: UInt64, after slot: Int? = nil) -> (slot: Int, leaf: UInt32)? {
    var slot = slot.map(next) ?? home(of: hash)
    while true {
      let entry = unsafe entries[slot]
      if entry == IDTable.empty { return nil }
      if entry & 0xFF == UInt32(truncatingIfNeeded: hash & 0xFF), entry != IDTable.removed {
        return (slot, entry >> 8)
      }
      slot = next(slot)
    }
  }

  func leaf(at slot: Int) -> UInt32 { unsafe entries[slot] >> 8 }

  /// Notes another leaf for the id of a slot.
  func set(_ slot: Int, to leaf: UInt32) {
    unsafe entries[slot] = unsafe leaf << 8 | entries[slot] & 0xFF
  }

  /// Whether another id needs a larger table first.
  var isFull: Bool { filled >= capacity - capacity / 8 - 1 }

  mutating func insert(_ hash: UInt64, leaf: UInt32) {
    var slot = home(of: hash)
    while unsafe entries[slot] > IDTable.removed { slot = next(slot) }
    if unsafe entries[slot] == IDTable.empty { filled += 1 }
    unsafe entries[slot] = IDTable.entry(leaf, hash)
  }

  func remove(_ slot: Int) { unsafe entries[slot] = IDTable.removed }

  /// Empties the table and makes room for so many ids.
  mutating func reset(for count: Int) {
    end()
    capacity = max(16, count + count / 4)
    unsafe entries = unsafe IDTable.make(capacity)
    filled = 0
  }

  var bytes: Int { capacity * 4 }
}
