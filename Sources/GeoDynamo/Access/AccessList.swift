// SPDX-License-Identifier: Apache-2.0

/// Who may read an object and who may write it, as Parse's access lists say.
///
/// An object without a list is everybody's. An empty list leaves it to the operator. Who may write may not therefore read.
///
/// ```swift
/// try await users.setAccess("ada", .readableByAll(writableBy: [.user("ada")]))
/// for try await match in users.viewed(by: Viewer("bob")).near(home, within: .kilometers(2)) { … }
/// ```
public struct AccessList: Hashable, Sendable {
  /// Who may read.
  public var readers: Set<Principal>
  /// Who may write.
  public var writers: Set<Principal>

  /// Makes a list.
  public init(readers: Set<Principal> = [], writers: Set<Principal> = []) {
    (self.readers, self.writers) = (readers, writers)
  }

  /// Nobody else's.
  public static func only(_ principals: Set<Principal>) -> AccessList {
    AccessList(readers: principals, writers: principals)
  }

  /// For everybody to see.
  public static func readableByAll(writableBy writers: Set<Principal>) -> AccessList {
    AccessList(readers: writers.union([.everybody]), writers: writers)
  }

  static let readers: UTF8String = "r"
  static let writers: UTF8String = "w"

  /// As an attribute: lists of texts, for a set must not be empty.
  var value: AttributeValue {
    func list(_ principals: Set<Principal>) -> AttributeValue {
      .list(principals.map(\.text).sorted().map { .string($0) })
    }
    return .map([Self.readers: list(readers), Self.writers: list(writers)])
  }

  /// The list in an attribute; nil for an attribute that holds none.
  init?(_ value: AttributeValue?) {
    guard let map = value?.map else { return nil }
    func principals(_ name: UTF8String) -> Set<Principal>? {
      guard case .list(let list)? = map[name] else { return nil }
      let principals = list.compactMap { $0.string.flatMap { Principal($0) } }
      return principals.count == list.count ? Set(principals) : nil
    }
    guard let readers = principals(Self.readers), let writers = principals(Self.writers) else { return nil }
    self.init(readers: readers, writers: writers)
  }
}

extension GeoObject {
  /// Who may read and write the object; nil for everybody.
  public var access: AccessList? {
    get { AccessList(attributes[KeySchema.Name.access]) }
    set { attributes[KeySchema.Name.access] = newValue?.value }
  }
}
