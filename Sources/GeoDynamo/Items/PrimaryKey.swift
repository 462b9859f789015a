// SPDX-License-Identifier: Apache-2.0

/// The primary key of an item: partition key `pk` and sort key `sk`.
public struct PrimaryKey: Hashable, Sendable {
  /// The partition key.
  public var partition: UTF8String
  /// The sort key.
  public var sort: UTF8String

  /// Makes a key of its two parts.
  public init(partition: UTF8String, sort: UTF8String) {
    self.partition = partition
    self.sort = sort
  }
}
