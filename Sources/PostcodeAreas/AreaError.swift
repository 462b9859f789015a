// SPDX-License-Identifier: Apache-2.0

/// Why areas make no set, or bytes hold none.
public struct AreaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The area it is about; nil when it is about all.
  public let id: String?
  /// What is wrong and what would be right.
  public let reason: String

  init(_ reason: String, id: String? = nil) { (self.id, self.reason) = (id, reason) }

  /// The area and the reason.
  public var description: String { (id.map { "area \"\($0)\": " } ?? "") + reason }
}
