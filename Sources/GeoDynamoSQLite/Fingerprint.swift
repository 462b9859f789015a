// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A number of 128 bits that stands for bytes, the same in every process: FNV-1a.
///
/// Made to tell accidents apart, not attacks. Source: Fowler, Noll, Vo, "The FNV non-cryptographic hash
/// algorithm" (RFC 9923).
struct Fingerprint: Equatable {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  init(of bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
  }

  /// The fingerprint of a transaction's writes.
  init(of writes: [TransactWrite]) {
    self.init(of: writes.flatMap(Self.bytes(of:)))
  }

  /// The number in 16 bytes.
  var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  func residue(_ divisor: Int) -> Int {
    // The low bits of FNV mix poorly; the upper half is folded in.
    Int((UInt64(truncatingIfNeeded: value >> 64) ^ UInt64(truncatingIfNeeded: value)) % UInt64(divisor))
  }
}

/// One encoding for each write, whatever the order of its dictionaries: ItemCodec sorts names and sets. Parts are
/// nested as binaries, so that no depth is too deep.
extension Fingerprint {
  private static func bytes(of write: TransactWrite) -> [UInt8] {
    switch write {
    case .put(let item, let condition):
      encode("put", [.binary(ItemCodec.encode(item)), bytes(of: condition)])
    case .update(let key, let update, let condition):
      encode("update", [bytes(of: key), bytes(of: update), bytes(of: condition)])
    case .delete(let key, let condition):
      encode("delete", [bytes(of: key), bytes(of: condition)])
    case .check(let key, let condition):
      encode("check", [bytes(of: key), bytes(of: condition)])
    }
  }

  private static func encode(_ name: UTF8String, _ parts: [AttributeValue]) -> [UInt8] {
    ItemCodec.encode(["n": .string(name), "p": .list(parts)])
  }

  private static func bytes(of key: PrimaryKey) -> AttributeValue {
    .list([.string(key.partition), .string(key.sort)])
  }

  private static func bytes(of value: AttributeValue) -> AttributeValue {
    .binary(ItemCodec.encode(["v": value]))
  }

  private static func bytes(of path: AttributePath) -> AttributeValue {
    .list(path.names.map { .string($0) })
  }

  private static func bytes(of update: Update) -> AttributeValue {
    var actions: Set<[UInt8]> = []
    for (path, assignment) in update.set {
      switch assignment {
      case .value(let value): actions.insert(encode("set", [bytes(of: path), bytes(of: value)]))
      case .ifNotExists(let value): actions.insert(encode("setIfNew", [bytes(of: path), bytes(of: value)]))
      }
    }
    for path in update.remove { actions.insert(encode("remove", [bytes(of: path)])) }
    for (path, value) in update.add { actions.insert(encode("add", [bytes(of: path), bytes(of: value)])) }
    for (path, value) in update.delete {
      actions.insert(encode("delete", [bytes(of: path), bytes(of: value)]))
    }
    return actions.isEmpty ? .null : .binarySet(actions)
  }

  private static func bytes(of condition: Condition?) -> AttributeValue {
    guard let condition else { return .null }
    let encoded: [UInt8] =
      switch condition {
      case .exists(let path): encode("exists", [bytes(of: path)])
      case .notExists(let path): encode("notExists", [bytes(of: path)])
      case .equals(let path, let value): encode("=", [bytes(of: path), bytes(of: value)])
      case .notEquals(let path, let value): encode("<>", [bytes(of: path), bytes(of: value)])
      case .less(let path, let value): encode("<", [bytes(of: path), bytes(of: value)])
      case .lessOrEqual(let path, let value): encode("<=", [bytes(of: path), bytes(of: value)])
      case .greater(let path, let value): encode(">", [bytes(of: path), bytes(of: value)])
      case .greaterOrEqual(let path, let value): encode(">=", [bytes(of: path), bytes(of: value)])
      case .between(let path, let first, let last):
        encode("between", [bytes(of: path), bytes(of: first), bytes(of: last)])
      case .beginsWith(let path, let value): encode("beginsWith", [bytes(of: path), bytes(of: value)])
      case .contains(let path, let value): encode("contains", [bytes(of: path), bytes(of: value)])
      case .all(let conditions): encode("all", conditions.map { bytes(of: $0) })
      case .any(let conditions): encode("any", conditions.map { bytes(of: $0) })
      case .not(let condition): encode("not", [bytes(of: condition)])
      }
    return .binary(encoded)
  }
}
