// SPDX-License-Identifier: Apache-2.0

/// The last entry of a log, as far as the next one depends on it.
struct LogEnd: Sendable, Equatable {
  var sequence: Int64
  var posts: Int64
  var members: Int64

  init(_ event: ThreadEvent) {
    sequence = event.sequence
    posts = event.posts
    members = event.members
  }
}

extension Int64 {
  /// The greatest number that a log's entry can have.
  static let lastSequence: Int64 = 9_999_999_999_999_999
}
