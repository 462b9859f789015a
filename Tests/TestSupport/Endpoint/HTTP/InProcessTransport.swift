// SPDX-License-Identifier: Apache-2.0
package import GeoDynamoAWS

/// Carries requests to an endpoint of this process without a socket: for tests of what is said, not of how it is carried.
package struct InProcessTransport: HTTPTransport {
  private let endpoint: DynamoDBEndpoint

  /// A transport to an endpoint.
  package init(to endpoint: DynamoDBEndpoint) { self.endpoint = endpoint }

  /// Has the endpoint answer; the signature is only named.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var headers: [String: String] = [:]
    for (name, value) in request.headers { headers[name.lowercased()] = value }
    if let signature = request.signature {
      headers["authorization"] =
        "AWS4-HMAC-SHA256 Credential=\(signature.credentials.accessKeyID)/\(signature.region)/\(signature.service)"
    }
    let answer = await endpoint.answer(
      HTTPQuestion(method: request.method, path: "/", headers: headers, body: request.body))
    try Task.checkCancellation()
    var answered: [String: String] = [:]
    for (name, value) in answer.headers { answered[name.lowercased()] = value }
    return HTTPResponse(status: answer.status, headers: answered, body: answer.body)
  }
}

extension DynamoDBEndpoint {
  /// A configuration that reaches the endpoint without a socket.
  package var configuration: DynamoDBConfiguration { configuration(through: InProcessTransport(to: self)) }

  /// A configuration that reaches the endpoint through a transport.
  ///
  /// - Parameters:
  ///   - transport: The transport.
  ///   - url: Where it goes: the endpoint, or a proxy before it.
  package func configuration(
    through transport: any HTTPTransport, url: String? = nil
  ) -> DynamoDBConfiguration {
    DynamoDBConfiguration(
      region: "eu-west-1", endpoint: url ?? self.url,
      credentials: StaticCredentials(AWSCredentials(accessKeyID: "AKIATEST", secretAccessKey: "secret")),
      transport: transport)
  }
}
