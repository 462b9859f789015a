// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// Carries requests of one table to DynamoDB, again and again where that may help, and reads the answers.
struct DynamoDBClient: Sendable {
  let configuration: DynamoDBConfiguration
  /// The table's name, for messages.
  let table: String
  /// What all calls have used.
  let meter = ConsumptionMeter()

  /// What one call went through.
  struct History {
    /// Whether a try that brought no answer may have been carried out.
    var mayHaveBeenCarriedOut = false
    /// How many tries were throttled.
    var throttled = 0
    /// Units that the answer says the call took; nil where it does not say.
    var units: Double?
  }

  /// Makes a client.
  init(configuration: DynamoDBConfiguration, table: String) {
    self.configuration = configuration
    self.table = table
  }

  /// Sends a request until it is answered.
  ///
  /// - Parameters:
  ///   - operation: The service's name for it: `PutItem`.
  ///   - body: The request.
  ///   - repeatsUnclear: Whether to send it again although it may have been carried out.
  ///   - history: What the call went through, also where it throws.
  ///   - read: Reads the answer.
  /// - Throws: `StoreError`, with the service's error beneath; `CancellationError`.
  func send<Answer>(
    _ operation: String, _ body: [UInt8], repeatsUnclear: Bool = true, history: inout History,
    _ read: (JSONElement) throws -> Answer
  ) async throws -> Answer {
    let surroundings = configuration.surroundings
    let start = surroundings.uptime()
    let policy = RetryPolicy(attempts: configuration.attempts, budget: configuration.retryBudget)
    var credentials = try await configuration.credentials.credentials(insteadOf: nil)
    var hasRefreshed = false
    var tries = 0
    while true {
      try Task.checkCancellation()
      tries += 1
      meter.countRequest(isRetry: tries > 1)
      let fault: RetryPolicy.Fault
      let error: StoreError
      switch try await attempt(operation, body, credentials) {
      case .failure(let failure):
        error = unreachable(operation, failure.description)
        guard let passing = RetryPolicy.fault(failure) else { throw error }
        fault = passing
      case .answer(let response) where response.status == 200:
        do {
          return try JSONElement.reading(response.body) { root in
            let answer = try read(root)
            history.units = meter.count(root["ConsumedCapacity"], ofWrite: Self.isWrite(operation))
            return answer
          }
        } catch let unreadable as JSONFault {
          // Half an answer, or another machine's: the request was carried out, as far as one can know.
          error = unreachable(operation, "the answer cannot be read: \(unreadable)")
          fault = .unclear
        }
      case .answer(let response):
        let told = AWSError(response)
        if RetryPolicy.isExpired(told), !hasRefreshed {
          hasRefreshed = true
          credentials = try await configuration.credentials.credentials(insteadOf: credentials)
          continue
        }
        error = StoreError(
          told, operation: Self.word(operation), at: place, skewSeconds: skew(against: response))
        guard let passing = RetryPolicy.fault(told) else { throw error }
        fault = passing
      }
      if fault == .throttled { history.throttled += 1 }
      if fault.mayHaveBeenCarriedOut {
        history.mayHaveBeenCarriedOut = true
        guard repeatsUnclear else { throw unclear(error, history, operation) }
      }
      let pause = policy.pause(
        afterTries: tries, elapsed: surroundings.uptime() - start, chance: surroundings.chance(),
        isThrottled: fault == .throttled || fault == .conflict)
      guard let pause else { throw unclear(error, history, operation) }
      try await surroundings.pause(pause)
    }
  }

  /// Sends a request whose history does not matter.
  func send<Answer>(
    _ operation: String, _ body: [UInt8], repeatsUnclear: Bool = true,
    _ read: (JSONElement) throws -> Answer
  ) async throws -> Answer {
    var history = History()
    return try await send(operation, body, repeatsUnclear: repeatsUnclear, history: &history, read)
  }

  private enum Outcome {
    case answer(HTTPResponse)
    case failure(HTTPFailure)
  }

  private func attempt(
    _ operation: String, _ body: [UInt8], _ credentials: AWSCredentials
  ) async throws -> Outcome {
    let request = HTTPRequest(
      method: "POST", url: configuration.endpoint,
      headers: [
        ("Content-Type", "application/x-amz-json-1.0"), ("X-Amz-Target", "DynamoDB_20120810.\(operation)"),
      ], body: body,
      signature: .init(credentials: credentials, region: configuration.region, service: "dynamodb"),
      timeout: configuration.timeout, connectTimeout: configuration.connectTimeout)
    do {
      let response = try await configuration.transport.send(request)
      if let sum = response.headers["x-amz-crc32"].flatMap({ UInt32($0) }),
        sum != CRC32.checksum(response.body)
      {
        return .failure(
          HTTPFailure(
            .interrupted, mayHaveBeenCarriedOut: true, "the answer's checksum differs from its bytes"))
      }
      return .answer(response)
    } catch let failure as HTTPFailure {
      return .failure(failure)
    }
  }

  var place: ServicePlace {
    let own = DynamoDBConfiguration.endpoint(of: configuration.region)
    return ServicePlace(
      table: table, region: configuration.region,
      endpoint: configuration.endpoint == own ? nil : configuration.endpoint)
  }

  private func unreachable(_ operation: String, _ reason: String) -> StoreError {
    StoreError(
      .unreachable, "no answer from \(configuration.endpoint): \(reason)", operation: Self.word(operation),
      isRetryable: true)
  }

  /// The error of a call that is given up: of a write that may have been carried out it says so.
  private func unclear(_ error: StoreError, _ history: History, _ operation: String) -> StoreError {
    guard history.mayHaveBeenCarriedOut, Self.isWrite(operation) else { return error }
    return StoreError(
      .outcomeUnknown, "whether the write was carried out is not known: \(error.message)",
      operation: error.operation, underlying: error)
  }

  /// How far this machine's clock is ahead of the service's.
  private func skew(against response: HTTPResponse) -> Int? {
    guard let date = response.headers["date"].flatMap(HTTPDate.seconds) else { return nil }
    return Int(configuration.surroundings.now().microseconds / 1_000_000) - date
  }

  private static func isWrite(_ operation: String) -> Bool {
    !["GetItem", "BatchGetItem", "Query", "Scan", "DescribeTable"].contains(operation)
  }

  /// The operation as `StoreError` names it.
  private static func word(_ operation: String) -> String {
    switch operation {
    case "GetItem", "BatchGetItem": "get"
    case "PutItem": "put"
    case "UpdateItem": "update"
    case "DeleteItem": "delete"
    case "Query": "query"
    case "Scan": "scan"
    case "BatchWriteItem": "write"
    case "TransactWriteItems": "transact"
    case "CreateTable": "create"
    case "DescribeTable": "describe"
    default: operation
    }
  }
}
