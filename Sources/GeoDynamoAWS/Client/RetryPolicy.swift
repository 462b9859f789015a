// SPDX-License-Identifier: Apache-2.0

/// When a request is sent again, and after which pause. Pure: what happened and what chance says goes in.
///
/// Pauses have full jitter: a random part of a limit that doubles from try to try.
/// Source: AWS Architecture Blog, "Exponential Backoff And Jitter"; Amazon DynamoDB Developer Guide, "Error handling with
/// DynamoDB".
struct RetryPolicy: Sendable {
  /// The most tries of one call, the first one included; those that were throttled do not count, as the budget ends them.
  var attempts = 10
  /// How long one call may take with all its tries and pauses. Below the ten minutes for which DynamoDB knows a
  /// transaction's token.
  var budget = Duration.seconds(30)
  /// The limit of the first pause.
  var firstPause = Duration.milliseconds(25)
  /// The greatest limit of a pause.
  var longestPause = Duration.seconds(5)

  /// What came of a try that may be repeated.
  enum Fault: Hashable, Sendable {
    /// The service would not carry it out now.
    case throttled
    /// Another transaction touches the same items; it was not carried out.
    case conflict
    /// No connection came about; it was not carried out.
    case notSent
    /// The service failed, or its answer was lost: it may have been carried out.
    case unclear

    /// Whether the request may have been carried out.
    var mayHaveBeenCarriedOut: Bool { self == .unclear }
  }

  /// The pause before the next try; nil when there is to be none.
  ///
  /// - Parameters:
  ///   - tries: How many there have been.
  ///   - elapsed: How long the call has taken.
  ///   - chance: At least 0 and below 1.
  ///   - isThrottled: Whether the service has only asked for patience.
  func pause(
    afterTries tries: Int, elapsed: Duration, chance: Double, isThrottled: Bool = false
  ) -> Duration? {
    guard isThrottled || tries < attempts, elapsed < budget else { return nil }
    let doublings = Double(1 << min(tries - 1, 30))
    let limit = min(firstPause * doublings, longestPause)
    return min(limit * chance, budget - elapsed)
  }

  /// What a service's error tells; nil for one that repeating does not mend.
  static func fault(_ error: AWSError) -> Fault? {
    switch error.code {
    case "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded",
      "Throttling":
      return .throttled
    case "TransactionConflictException", "TransactionInProgressException", "ReplicatedWriteConflictException":
      return .conflict
    case "TransactionCanceledException":
      let reasons = Set(error.reasons).subtracting(["None"])
      let passing: Set = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]
      guard !reasons.isEmpty, reasons.isSubset(of: passing) else { return nil }
      return reasons == ["TransactionConflict"] ? .conflict : .throttled
    // A server that does not implement the request will not the next time.
    default: return error.status >= 500 && error.status != 501 ? .unclear : nil
    }
  }

  /// What a failed transfer tells; nil for one that repeating does not mend.
  static func fault(_ failure: HTTPFailure) -> Fault? {
    switch failure.kind {
    case .untrustedServer, .impossibleRequest: nil
    case .noConnection, .timeout, .interrupted: failure.mayHaveBeenCarriedOut ? .unclear : .notSent
    }
  }

  /// Whether the service takes the credentials for expired.
  static func isExpired(_ error: AWSError) -> Bool {
    ["ExpiredTokenException", "ExpiredToken", "TokenRefreshRequired"].contains(error.code)
  }
}
