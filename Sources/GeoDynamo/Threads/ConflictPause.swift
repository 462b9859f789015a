// SPDX-License-Identifier: Apache-2.0

/// The pauses of a writer that met others: a random part of a limit that doubles from 2 ms to 250 ms, for a minute in all.
///
/// Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
struct ConflictPause {
  private static let patience = Duration.seconds(60)
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var tries = 0

  init() { start = clock.now }

  /// Waits; throws `error` when a minute is over.
  mutating func wait(else error: StoreError) async throws {
    guard start.duration(to: clock.now) < Self.patience else { throw error }
    let limit = min(2 << min(tries, 7), 250)
    tries += 1
    try await Task.sleep(for: .microseconds(Int.random(in: 0...limit * 1000)))
  }
}

extension StoreError {
  /// Whether a transaction was not carried out because of others that are under way or have changed what it was made for.
  var isConflict: Bool {
    code == .busy
      || code == .transactionCanceled
        && reasons.contains { $0 == .busy || $0 == .conditionalCheckFailed || $0 == "throttled" }
  }
}
