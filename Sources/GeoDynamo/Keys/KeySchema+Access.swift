// SPDX-License-Identifier: Apache-2.0

/// Keys of roles.
///
/// ```
/// user of a role         pk r#<role>            sk u#<user>
/// role of a user         pk o#users#<user>      sk r#<role>
/// role that is inherited pk r#<role>            sk i#<other role>
/// ```
extension KeySchema {
  /// The partition of a role.
  static func partition(of role: RoleName) -> UTF8String { UTF8String("r#\(role)") }

  /// The partition that tells the roles of a user.
  static func partition(ofRolesOf user: ObjectID) -> UTF8String { object(user, in: users).partition }

  /// The two keys of the fact that a user has a role.
  static func roleOfUser(_ user: ObjectID, _ role: RoleName) -> [PrimaryKey] {
    [
      PrimaryKey(partition: partition(of: role), sort: UTF8String("u#\(user)")),
      PrimaryKey(partition: partition(ofRolesOf: user), sort: UTF8String("r#\(role)")),
    ]
  }

  /// The key of the fact that a role has the rights of another.
  static func inheritance(of role: RoleName, from other: RoleName) -> PrimaryKey {
    PrimaryKey(partition: partition(of: role), sort: UTF8String("i#\(other)"))
  }
}
