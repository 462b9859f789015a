// SPDX-License-Identifier: Apache-2.0

/// Roles: named groups of users to whom access lists may give rights.
///
/// A role may inherit others: its users then have the rights of those, too. Each fact is stored on both sides, so that neither the users
/// of a role nor the roles of a user take a scan.
public struct Roles: Sendable {
  /// The most roles a user may have, inherited ones included.
  public static let most = 256

  private let store: any TableStore

  /// The roles of a store.
  public init(in store: any TableStore) { self.store = store }

  /// Gives a user a role, which need not be made before.
  public func add(_ user: ObjectID, to role: RoleName) async throws {
    try await store.transact(
      KeySchema.roleOfUser(user, role).map { .put($0.attributes) }, token: nil)
  }

  /// Takes a role from a user; nothing happens when he has it not.
  public func remove(_ user: ObjectID, from role: RoleName) async throws {
    try await store.transact(KeySchema.roleOfUser(user, role).map { .delete($0) }, token: nil)
  }

  /// Lets the users of a role have the rights of another one, too. Roles may inherit each other in a circle.
  public func inherit(_ role: RoleName, from other: RoleName) async throws {
    try await store.put(KeySchema.inheritance(of: role, from: other).attributes)
  }

  /// Ends that.
  public func disinherit(_ role: RoleName, from other: RoleName) async throws {
    try await store.delete(KeySchema.inheritance(of: role, from: other), if: nil, returningOld: false)
  }

  /// The users of a role itself, in the order of their ids.
  public func users(of role: RoleName) async throws -> [ObjectID] {
    try await texts(KeySchema.partition(of: role), "u#").map { try ObjectID($0) }
  }

  /// The roles of a user, those that they inherit included. One query, and one more for each role.
  ///
  /// - Throws: `StoreError` with `validation` for more than 256.
  public func roles(of user: ObjectID) async throws -> Set<RoleName> {
    var waiting = try await texts(KeySchema.partition(ofRolesOf: user), "r#").map { try RoleName($0) }
    var found = Set(waiting)
    while let role = waiting.popLast() {
      guard found.count <= Self.most else {
        throw StoreError(.validation, "user \"\(user)\" has more than \(Self.most) roles", operation: "roles")
      }
      for text in try await texts(KeySchema.partition(of: role), "i#") {
        let next = try RoleName(text)
        if found.insert(next).inserted { waiting.append(next) }
      }
    }
    return found
  }

  /// A viewer with a user's roles.
  public func viewer(for user: ObjectID) async throws -> Viewer {
    Viewer(user, roles: try await roles(of: user))
  }

  private func texts(_ partition: UTF8String, _ prefix: UTF8String) async throws -> [String] {
    var (found, start): ([String], PrimaryKey?) = ([], nil)
    repeat {
      let page = try await store.query(
        QueryRequest(partition: partition, sort: .beginsWith(prefix), start: start))
      found += page.items.compactMap { item in
        item[KeySchema.Name.sort]?.string.map { String($0.string.dropFirst(prefix.string.count)) }
      }
      start = page.next
    } while start != nil
    return found
  }
}
