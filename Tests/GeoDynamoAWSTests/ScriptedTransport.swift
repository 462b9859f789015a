// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Synchronization

@testable import GeoDynamoAWS

/// A transport that plays answers in their order and keeps what was sent.
final class ScriptedTransport: HTTPTransport {
  enum Step: Sendable {
    case answer(status: Int, body: String, headers: [String: String] = [:])
    case failure(HTTPFailure.Kind, mayHaveBeenCarriedOut: Bool)
    /// The condition fails on the item as the first request has left it.
    case conditionFailsOnOwnWrite

    static func ok(_ body: String = "{}") -> Step { .answer(status: 200, body: body) }
    static func error(_ code: String, status: Int = 400, message: String = "told") -> Step {
      .answer(
        status: status,
        body: #"{"__type":"com.amazonaws.dynamodb.v20120810#\#(code)","message":"\#(message)"}"#,
        headers: ["x-amzn-requestid": "REQ1"])
    }
    static let lost = Step.failure(.interrupted, mayHaveBeenCarriedOut: true)
  }

  private let state: Mutex<(steps: [Step], sent: [HTTPRequest])>

  init(_ steps: [Step]) { state = Mutex((steps, [])) }

  var sent: [HTTPRequest] { state.withLock { $0.sent } }
  var isDone: Bool { state.withLock { $0.steps.isEmpty } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let step = state.withLock { state in
      state.sent.append(request)
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
    switch step {
    case .answer(let status, let body, let headers)?:
      return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    case .failure(let kind, let mayHave)?:
      throw HTTPFailure(kind, mayHaveBeenCarriedOut: mayHave, "as scripted")
    case .conditionFailsOnOwnWrite?:
      let first = String(decoding: sent[0].body, as: UTF8.self)
      let id = first.firstMatch(of: /\{"B":"([^"]+)"\}/)!.1
      let body = """
        {"__type":"ConditionalCheckFailedException","message":"The conditional request failed",
        "Item":{"pk":{"S":"p"},"sk":{"S":"s"},"#w":{"B":"\(id)"}}}
        """
      return HTTPResponse(status: 400, headers: [:], body: Array(body.utf8))
    case nil: throw HTTPFailure(.untrustedServer, mayHaveBeenCarriedOut: false, "the script is over")
    }
  }
}

/// A store on a script, with time and chance held still.
struct ScriptedStore {
  let transport: ScriptedTransport
  let store: DynamoDBStore
  let pauses = PauseLog()

  final class PauseLog: Sendable {
    private let log = Mutex<[Duration]>([])
    var all: [Duration] { log.withLock { $0 } }
    func add(_ pause: Duration) { log.withLock { $0.append(pause) } }
  }

  init(
    _ steps: [ScriptedTransport.Step], credentials: (any AWSCredentialsProvider)? = nil,
    chance: Double = 0.5
  ) {
    transport = ScriptedTransport(steps)
    var configuration = DynamoDBConfiguration(
      region: "eu-west-1", endpoint: "http://127.0.0.1:1",
      credentials: credentials
        ?? StaticCredentials(AWSCredentials(accessKeyID: "AKID", secretAccessKey: "sesame")),
      transport: transport)
    let pauses = pauses
    configuration.surroundings = Surroundings(
      now: { Timestamp(microseconds: 1_796_000_000_000_000) },
      uptime: { pauses.all.reduce(.zero, +) },
      pause: { pauses.add($0) }, chance: { chance })
    store = DynamoDBStore(table: "places", configuration: configuration)
  }

  /// The bodies sent, as text.
  var bodies: [String] { transport.sent.map { String(decoding: $0.body, as: UTF8.self) } }
}
