// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import GeoDynamoAWS
internal import Synchronization

/// A DynamoDB of a test's own on a loopback port, which can do what the endpoints of others cannot: be late, throttle,
/// answer half, and fail.
///
/// ```
/// let endpoint = try DynamoDBEndpoint(seed: 1)
/// endpoint.faults.failsAfter = 0.2
/// // … requests to endpoint.url …
/// endpoint.counts[.failedAfter]
/// ```
///
/// Tables have the text keys `pk` and `sk`, live in SQLite stores in temporary folders, and mean what GeoDynamo's values
/// mean. It reads and writes DynamoDB's JSON by its own hand. Signatures are not verified, but must be there.
public final class DynamoDBEndpoint: Sendable {
  private struct State {
    var tables: [String: EndpointTable] = [:]
    var tokens: [String: [EndpointWrite]] = [:]
    var requests: [String: Int] = [:]
    var underWay = 0
    var mostAtOnce = 0
  }

  let dice: FaultDice
  private let state = Mutex(State())
  private let server = Mutex<LoopbackHTTPServer?>(nil)
  private let scheme: String
  /// Held from looking a transaction up by its token to remembering it.
  let transacting = AsyncLock()

  /// Starts an endpoint.
  ///
  /// - Parameters:
  ///   - seed: What the draws of faults depend on.
  ///   - certificate: For an endpoint that speaks TLS.
  public init(seed: UInt64 = 1, certificate: ServerCertificate? = nil) throws {
    dice = FaultDice(seed: seed)
    scheme = certificate == nil ? "http" : "https"
    let server = try LoopbackHTTPServer(certificate: certificate) { [weak self] question in
      await self?.answer(question) ?? HTTPAnswer(status: 503)
    }
    self.server.withLock { $0 = server }
  }

  /// Often the last to let go of an endpoint is an answer that is under way, and the server waits for those when it
  /// stops: a thread of its own waits.
  deinit {
    let server = takeServer()
    _ = Thread.start { server?.stop() }
  }

  /// Answers what is under way and ends.
  public func stop() async {
    let server = takeServer()
    await withCheckedContinuation { continuation in
      let isStarted = Thread.start {
        server?.stop()
        continuation.resume()
      }
      if !isStarted { continuation.resume() }
    }
  }

  private func takeServer() -> LoopbackHTTPServer? {
    server.withLock { server in
      defer { server = nil }
      return server
    }
  }

  /// The port.
  public var port: UInt16 { server.withLock { $0?.port ?? 0 } }

  /// Where it is: `http://127.0.0.1:41233`.
  public var url: String { "\(scheme)://127.0.0.1:\(port)" }

  /// What goes wrong from now on.
  public var faults: EndpointFaults {
    get { dice.faults }
    set { dice.faults = newValue }
  }

  /// How often each fault has occurred.
  public var counts: [EndpointFault: Int] { dice.counts }

  /// How many requests have come for each operation.
  public var requests: [String: Int] { state.withLock { $0.requests } }

  /// How many requests have been under way at once at most.
  public var mostRequestsAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// Forgets which requests have come.
  public func resetRequests() {
    state.withLock { state in
      state.requests = [:]
      state.mostAtOnce = state.underWay
    }
  }

  /// Waits until all index rows have followed their items.
  public func settle() async throws {
    while !state.withLock({ $0.tables.values.allSatisfy(\.isSettled) }) {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  // MARK: - State

  func table(_ name: String) throws -> EndpointTable {
    guard let table = state.withLock({ $0.tables[name] }) else { throw ServiceError.noTable(name) }
    return table
  }

  func create(_ definition: TableDefinition) throws -> EndpointTable {
    let table = try EndpointTable(definition, dice)
    let isNew = state.withLock { state in
      guard state.tables[definition.name] == nil else { return false }
      state.tables[definition.name] = table
      return true
    }
    guard isNew else {
      throw ServiceError(
        type: "ResourceInUseException", message: "Table already exists: \(definition.name)")
    }
    return table
  }

  func delete(_ name: String) throws -> EndpointTable {
    guard let table = state.withLock({ $0.tables.removeValue(forKey: name) }) else {
      throw ServiceError.noTable(name)
    }
    return table
  }

  /// Whether a transaction with the token has been carried out.
  ///
  /// - Throws: When it had other writes.
  func isCarriedOut(_ token: String, _ writes: [EndpointWrite]) throws -> Bool {
    guard let earlier = state.withLock({ $0.tokens[token] }) else { return false }
    guard earlier == writes else {
      throw ServiceError(
        type: "IdempotentParameterMismatchException",
        message: "The request uses the same client token as a previous, but non-identical request")
    }
    return true
  }

  func remember(_ token: String, _ writes: [EndpointWrite]) {
    state.withLock { $0.tokens[token] = writes }
  }

  func count(_ operation: String) {
    state.withLock { $0.requests[operation, default: 0] += 1 }
  }

  func begin() {
    state.withLock { state in
      state.underWay += 1
      state.mostAtOnce = max(state.mostAtOnce, state.underWay)
    }
  }

  func end() {
    state.withLock { $0.underWay -= 1 }
  }
}
