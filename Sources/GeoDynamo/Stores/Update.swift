// SPDX-License-Identifier: Apache-2.0

/// What an update does to an item: DynamoDB's update expression as a value.
///
/// All actions see the item as it was before the update. No two actions may name overlapping paths, and none
/// may name `pk` or `sk`. Setting a path below a map that is not there is an error, as in DynamoDB.
/// An update of an item that does not exist makes it, unless a condition forbids it.
/// Source: Amazon DynamoDB Developer Guide, "Update expressions".
public struct Update: Hashable, Sendable {
  /// What `SET` gives a path.
  public enum Assignment: Hashable, Sendable {
    /// The value.
    case value(AttributeValue)
    /// `if_not_exists`: the value, unless the path already has one.
    case ifNotExists(AttributeValue)
  }

  /// `SET`.
  public var set: [AttributePath: Assignment]
  /// `REMOVE`: paths to take away; a path that is not there is no error.
  public var remove: Set<AttributePath>
  /// `ADD`: adds a number to a number (a missing one is 0), or members to a set (a missing one is empty).
  public var add: [AttributePath: AttributeValue]
  /// `DELETE`: takes members from a set; a set that becomes empty is removed.
  public var delete: [AttributePath: AttributeValue]

  /// Makes an update of its actions.
  public init(
    set: [AttributePath: Assignment] = [:], remove: Set<AttributePath> = [],
    add: [AttributePath: AttributeValue] = [:], delete: [AttributePath: AttributeValue] = [:]
  ) {
    self.set = set
    self.remove = remove
    self.add = add
    self.delete = delete
  }
}
