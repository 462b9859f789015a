// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import GeoDynamoAWS

extension DynamoDBEndpoint {
  /// Answers one request, or does what its faults say.
  func answer(_ question: HTTPQuestion) async -> HTTPAnswer {
    begin()
    defer { end() }
    let latency = faults.latency
    if latency > .zero { try? await Task.sleep(for: latency) }
    if dice.rolls(\.isUnavailable, .unavailable) {
      return HTTPAnswer(
        status: 503, headers: [("Content-Type", "text/html")],
        body: Array("<html><body>Service Unavailable</body></html>".utf8))
    }
    if dice.rolls(\.failsBefore, .failedBefore) { return answer(Self.internalError) }
    do {
      let body = try await carryOut(question)
      if dice.rolls(\.failsAfter, .failedAfter) { return answer(Self.internalError) }
      return answer(200, body)
    } catch let error as ServiceError {
      return answer(error)
    } catch let error as StoreError {
      return answer(ServiceError(error))
    } catch let fault as JSONFault {
      return answer(ServiceError.serialization(fault.description))
    } catch {
      return answer(Self.internalError)
    }
  }

  private static let internalError = ServiceError(
    type: "InternalServerError", message: "The request processing has failed because of an unknown error.",
    status: 500)

  private func carryOut(_ question: HTTPQuestion) async throws -> [UInt8] {
    guard question.method == "POST", let target = question.headers["x-amz-target"],
      target.hasPrefix("DynamoDB_20120810."),
      question.headers["content-type"] == "application/x-amz-json-1.0"
    else { throw ServiceError(type: "UnknownOperationException", message: "not a request of DynamoDB") }
    try checkCredentials(question)
    let operation = String(target.dropFirst("DynamoDB_20120810.".count))
    count(operation)
    let call = try JSONElement.reading(question.body) { try EndpointCall(operation, $0) }
    if dice.rolls(\.throttles, .throttled) {
      throw ServiceError(
        type: "ThrottlingException", message: "Rate of requests exceeds the allowed throughput.")
    }
    return try await carryOut(call)
  }

  private func checkCredentials(_ question: HTTPQuestion) throws {
    guard let authorization = question.headers["authorization"],
      authorization.hasPrefix("AWS4-HMAC-SHA256 "), let start = authorization.firstRange(of: "Credential=")
    else {
      throw ServiceError(
        type: "MissingAuthenticationTokenException", message: "Request is missing Authentication Token")
    }
    let accessKey = authorization[start.upperBound...].prefix { $0 != "/" }
    guard !faults.expiredAccessKeys.contains(String(accessKey)) else {
      dice.count(.expired)
      throw ServiceError(
        type: "ExpiredTokenException", message: "The security token included in the request is expired")
    }
  }

  private func answer(_ status: Int, _ body: [UInt8]) -> HTTPAnswer {
    let id = String(UInt64.random(in: 0 ... .max), radix: 36, uppercase: true)
    return HTTPAnswer(
      status: status,
      headers: [
        ("Content-Type", "application/x-amz-json-1.0"), ("x-amzn-RequestId", id),
        ("x-amz-crc32", "\(CRC32.of(body))"),
      ], body: body)
  }

  /// An error in one of the forms in which DynamoDB has been seen to answer it.
  private func answer(_ error: ServiceError) -> HTTPAnswer {
    let prefix = dice.flips() ? "com.amazonaws.dynamodb.v20120810#" : ""
    let message = dice.flips() ? "message" : "Message"
    return answer(
      error.status,
      JSONWriter.object { writer in
        writer.member("__type", prefix + error.type)
        writer.member(message, error.message)
        if let item = error.item {
          writer.key("Item")
          writer.write(item)
        }
        guard !error.reasons.isEmpty else { return }
        writer.key("CancellationReasons")
        writer.array(error.reasons) { writer, reason in
          writer.object { writer in
            writer.member("Code", reason.code)
            if let message = reason.message { writer.member("Message", message) }
            if let item = reason.item {
              writer.key("Item")
              writer.write(item)
            }
          }
        }
      })
  }
}
