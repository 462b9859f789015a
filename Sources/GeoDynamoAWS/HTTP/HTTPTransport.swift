// SPDX-License-Identifier: Apache-2.0

/// A request: what is sent where, and how long that may take.
package struct HTTPRequest: Sendable {
  /// `GET`, `PUT`, `POST`.
  package var method: String
  /// Scheme, host, port and path.
  package var url: String
  /// Names and values, without those that the transport makes: `Host`, `Content-Length`, those of the signature.
  package var headers: [(name: String, value: String)]
  /// The body; empty for none.
  package var body: [UInt8]
  /// How it is signed; nil for not at all.
  package var signature: Signature?
  /// How long it may take from the first byte of the connection to the last of the answer.
  package var timeout: Duration
  /// How long a connection may take.
  package var connectTimeout: Duration

  /// An AWS signature of version 4.
  package struct Signature: Sendable {
    /// Whose.
    package var credentials: AWSCredentials
    /// Where: `eu-west-1`.
    package var region: String
    /// For what: `dynamodb`.
    package var service: String

    /// Makes a signature.
    package init(credentials: AWSCredentials, region: String, service: String) {
      self.credentials = credentials
      self.region = region
      self.service = service
    }
  }

  /// Makes a request.
  package init(
    method: String, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    signature: Signature? = nil, timeout: Duration = .seconds(10), connectTimeout: Duration = .seconds(3)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.signature = signature
    self.timeout = timeout
    self.connectTimeout = connectTimeout
  }
}

/// A whole answer.
package struct HTTPResponse: Sendable {
  /// `200`.
  package var status: Int
  /// Values by lower-case name; the last one of a name.
  package var headers: [String: String]
  /// The body.
  package var body: [UInt8]

  /// Makes an answer.
  package init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why there is no whole answer.
package struct HTTPFailure: Error, CustomStringConvertible {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// No connection came about: nothing was sent.
    case noConnection
    /// The server's certificate was refused: nothing was sent.
    case untrustedServer
    /// The request cannot be sent as it is: nothing was.
    case impossibleRequest
    /// Time was up.
    case timeout
    /// The connection ended, or what came is no HTTP.
    case interrupted
  }

  /// What happened.
  package let kind: Kind
  /// Whether the server may have carried the request out.
  package let mayHaveBeenCarriedOut: Bool
  /// One sentence for people, with the host; no header and no body.
  package let description: String

  /// Makes a failure.
  package init(_ kind: Kind, mayHaveBeenCarriedOut: Bool, _ description: String) {
    self.kind = kind
    self.mayHaveBeenCarriedOut = mayHaveBeenCarriedOut
    self.description = description
  }
}

/// Who carries requests to a server and answers back.
package protocol HTTPTransport: Sendable {
  /// Sends a request and waits for its whole answer, whatever its status.
  ///
  /// - Throws: `HTTPFailure` when there is none; `CancellationError` when the task is cancelled, at once: the
  ///   transfer is aborted.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
