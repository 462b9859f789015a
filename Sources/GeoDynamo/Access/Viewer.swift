// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Somebody on whose behalf objects are read and written: whom access lists may mean by him.
///
/// It holds the roles as they were when it was made; `Roles.viewer(for:)` makes one with a user's roles.
public struct Viewer: Hashable, Sendable {
  /// The user; nil for somebody unknown.
  public let user: ObjectID?
  /// The user's roles, those that they inherit included.
  public let roles: Set<RoleName>
  /// What stands for him in stored lists.
  private let texts: Set<UTF8String>

  /// Makes a viewer.
  public init(_ user: ObjectID?, roles: Set<RoleName> = []) {
    (self.user, self.roles) = (user, roles)
    let principals = [.everybody] + (user.map { [.user($0)] } ?? []) + roles.map { .role($0) } as [Principal]
    texts = Set(principals.map(\.text))
  }

  /// Whether a list allows reading, or writing: the one place that decides on stored lists. What is no list allows nothing.
  func isAllowed(_ right: UTF8String, by access: AttributeValue?) -> Bool {
    guard let access else { return true }
    guard case .list(let list)? = access.map?[right] else { return false }
    return list.contains { $0.string.map(texts.contains) ?? false }
  }

  /// Whether an index row with these encoded attributes may be read.
  func mayRead(_ attributes: RawSpan) throws -> Bool {
    isAllowed(AccessList.readers, by: try ItemCodec.value(of: KeySchema.Name.access, in: attributes))
  }

  /// Holds for an item that may be written: what `isAllowed` says, for the store to decide at the moment of writing.
  var mayWrite: Condition {
    let (x, access) = (KeySchema.Name.indexed, KeySchema.Name.access)
    return .any(
      [.notExists(AttributePath(x, access))]
        + texts.sorted().map { .contains(AttributePath(x, access, AccessList.writers), .string($0)) })
  }

  func combine(into fingerprint: inout StableHash) {
    for text in texts.sorted() { fingerprint.combine(bytes: text.string.utf8) }
  }
}
