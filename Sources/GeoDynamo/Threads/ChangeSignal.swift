// SPDX-License-Identifier: Apache-2.0

/// Tells those who follow a thread when to look again.
///
/// A signal may come late, often, or for nothing: it decides when a follower reads, never what it sees.
public protocol ChangeSignal: Sendable {
  /// Where the store's changes stand now; asked for before a follower reads.
  func position() async throws -> Int64

  /// Returns once there may be a change after `position`, at the latest after some time of the signal's own choice.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func change(after position: Int64) async throws
}

/// Looks again after a fixed time, on any store.
public struct PollingSignal: ChangeSignal {
  /// The time.
  public var interval: Duration

  /// Makes a signal that comes every `interval`.
  public init(every interval: Duration = .milliseconds(200)) {
    self.interval = interval
  }

  /// Always the same: every change is after it.
  public func position() async throws -> Int64 { 0 }

  /// Waits for the interval.
  public func change(after position: Int64) async throws {
    try await Task.sleep(for: interval)
  }
}
