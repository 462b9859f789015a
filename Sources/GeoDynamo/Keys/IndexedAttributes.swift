// SPDX-License-Identifier: Apache-2.0

/// Which attributes of a collection's objects the index carries.
///
/// A match comes with these and can be filtered by them without another read; every byte of them is written
/// and read once more for each index.
public enum IndexedAttributes: Hashable, Sendable {
  /// All: the simplest to use, the dearest to keep.
  case all
  /// Those of these names.
  case only(Set<UTF8String>)

  /// Whether the index carries the attribute of that name.
  public func contains(_ name: UTF8String) -> Bool {
    switch self {
    case .all: true
    case .only(let names): names.contains(name) || name == KeySchema.Name.access
    }
  }

  /// The declaration as the collection's item holds it: a list of names, sorted, or NULL for all.
  var value: AttributeValue {
    switch self {
    case .all: .null
    case .only(let names): .list(names.sorted().map { .string($0) })
    }
  }

  init?(_ value: AttributeValue?) {
    switch value {
    case .null: self = .all
    case .list(let list):
      let names = list.compactMap(\.string)
      guard names.count == list.count else { return nil }
      self = .only(Set(names))
    default: return nil
    }
  }
}

extension IndexedAttributes: CustomStringConvertible {
  /// `all attributes`, `no attributes` or their names.
  public var description: String {
    switch self {
    case .all: "all attributes"
    case .only(let names):
      names.isEmpty ? "no attributes" : names.sorted().map(\.string).joined(separator: ", ")
    }
  }
}
