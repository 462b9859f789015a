// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

extension StoreError.Code {
  /// There are no credentials to sign requests with; the message names each place looked at.
  public static let noCredentials: Self = "noCredentials"
  /// A reply was lost, and whether the write was carried out cannot be told.
  public static let outcomeUnknown: Self = "outcomeUnknown"
  /// The service would not take the request within the budget of the call.
  public static let throttled: Self = "throttled"
  /// The service did not answer, or not in a way that can be read, within the budget of the call.
  public static let unreachable: Self = "unreachable"
  /// A table of this name exists.
  public static let tableExists: Self = "tableExists"
  /// The table is being made, changed or deleted.
  public static let tableBusy: Self = "tableBusy"
  /// Any other error of the service; `underlying` is the `AWSError`.
  public static let service: Self = "service"
}

extension StoreError {
  /// What a service's error means, with what to do about it where that is known.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - operation: What was being done.
  ///   - place: Where.
  ///   - skew: How far this machine's clock is ahead of the service's, in seconds; nil where that is not known.
  init(_ error: AWSError, operation: String, at place: ServicePlace, skewSeconds skew: Int?) {
    let told = error.description
    func made(_ code: Code, _ message: String, isRetryable: Bool = false) -> StoreError {
      StoreError(
        code, message, operation: operation, isRetryable: isRetryable, oldItem: error.item, underlying: error)
    }
    switch error.code {
    case "ConditionalCheckFailedException":
      self = made(.conditionalCheckFailed, "the condition of the write does not hold for the item")
    case "ResourceNotFoundException":
      self = made(
        .storeNotFound,
        "table \(place.table) does not exist in \(place.region), or is not ready: geoquery table create --store \(place.url) (\(told))"
      )
    case "ResourceInUseException":
      self = made(
        operation == "create" ? .tableExists : .tableBusy,
        "table \(place.table) in \(place.region) exists already or is being made, changed or deleted (\(told))"
      )
    case "TransactionCanceledException":
      self = made(.transactionCanceled, "a write of the transaction failed (\(told))")
      reasons = error.reasons.map(Self.code(ofReason:))
    case "IdempotentParameterMismatchException":
      self = made(.idempotentParameterMismatch, "the token was used for other writes (\(told))")
    case "ValidationException", "SerializationException", "ItemCollectionSizeLimitExceededException":
      self = made(.validation, "DynamoDB refuses the request (\(told))")
    case "AccessDeniedException":
      self = made(
        .accessDenied, "the credentials may not do this to table \(place.table) in \(place.region) (\(told))")
    case "UnrecognizedClientException", "InvalidClientTokenId", "MissingAuthenticationToken",
      "MissingAuthenticationTokenException", "IncompleteSignature", "IncompleteSignatureException",
      "ExpiredTokenException", "ExpiredToken":
      self = made(
        .accessDenied,
        "AWS does not accept the credentials: check the access key, and that temporary ones come with their session token and have not expired (\(told))"
      )
    case "InvalidSignatureException", "SignatureDoesNotMatch", "RequestTimeTooSkewed", "RequestExpired":
      self = made(.accessDenied, Self.signatureAdvice(skew) + " (\(told))")
    default:
      switch RetryPolicy.fault(error) {
      case .throttled:
        self = made(
          .throttled,
          "DynamoDB throttles table \(place.table): more is asked of it, or of one partition, than it takes (\(told))",
          isRetryable: true)
      case .conflict:
        self = made(.busy, "other transactions touch the same items (\(told))", isRetryable: true)
      case .unclear:
        self = made(
          .unreachable, "DynamoDB at \(place.address) failed to answer (\(told))", isRetryable: true)
      case .notSent, nil: self = made(.service, told)
      }
    }
  }

  private static func signatureAdvice(_ skew: Int?) -> String {
    guard let skew, abs(skew) >= 60 else {
      return "AWS computes another signature: check the secret access key"
    }
    let minutes = abs(skew) < 120 ? "a minute" : "\(abs(skew) / 60) minutes"
    return "this machine's clock is \(minutes) \(skew > 0 ? "ahead of" : "behind") AWS: set it right"
  }

  private static func code(ofReason reason: String) -> Code? {
    switch reason {
    case "None": nil
    case "ConditionalCheckFailed": .conditionalCheckFailed
    case "ValidationError", "ItemCollectionSizeLimitExceeded": .validation
    case "TransactionConflict": .busy
    case "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded": .throttled
    default: .service
    }
  }
}

/// A table and where it is, for messages.
struct ServicePlace: Sendable {
  /// The table's name.
  var table: String
  /// The region.
  var region: String
  /// The endpoint, where it is not the region's own.
  var endpoint: String?

  /// The endpoint or, where it is the region's own, the region.
  var address: String { endpoint ?? region }

  /// As the command line takes it.
  var url: String {
    "dynamodb://\(region)/\(table)" + (endpoint.map { "?endpoint=\($0)" } ?? "")
  }
}
