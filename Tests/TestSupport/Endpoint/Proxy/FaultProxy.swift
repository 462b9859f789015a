// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import Glibc
internal import Synchronization

/// A proxy on a loopback port before a loopback endpoint, which spoils the way there and back.
///
/// ```
/// let proxy = try FaultProxy(to: endpoint.port, seed: 1)
/// proxy.faults = [.resetAfter: 0.2]
/// // … requests to proxy.url …
/// proxy.counts[.resetAfter]
/// ```
///
/// Each connection has a thread, and a connection of its own to the endpoint.
public final class FaultProxy: Sendable {
  /// A way of spoiling one request.
  public enum Fault: Hashable, Sendable, CaseIterable {
    /// The connection is reset; the endpoint never hears of it.
    case resetBefore
    /// The connection is reset when the endpoint has answered.
    case resetAfter
    /// The answer comes in a few bytes at a time.
    case slowBytes
    /// The connection ends in the middle of the answer.
    case truncatedBody
    /// The answer is 200 and no JSON.
    case malformedJSON
    /// A byte of the answer is another one.
    case flippedByte
    /// The answer states more bytes than come.
    case tooLongLength
    /// The answer states fewer bytes than it has.
    case tooShortLength
    /// 500 or 503 with HTML; the endpoint never hears of it.
    case errorPageBefore
    /// 500 or 503 with HTML when the endpoint has answered.
    case errorPageAfter

    /// Whether the client gets a right answer in the end.
    public var isHarmless: Bool { self == .slowBytes }
  }

  private struct State {
    var faults: [Fault: Double] = [:]
    var counts: [Fault: Int] = [:]
    var generator: SeededGenerator
    var connections: Set<Int32> = []
    var isStopped = false
  }

  /// The port.
  public let port: UInt16
  private let upstream: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  /// Starts a proxy.
  ///
  /// - Parameters:
  ///   - upstream: The endpoint's port.
  ///   - seed: What the draws depend on.
  public init(to upstream: UInt16, seed: UInt64) throws {
    self.upstream = upstream
    state = Mutex(State(generator: SeededGenerator(seed: seed)))
    (listener, port) = try LoopbackPort.listen()
    let listener = listener
    let isStarted = Thread.start { [weak self] in
      // Only this thread closes what it listens on: the number would be another socket's before it looks again.
      defer { close(listener) }
      while true {
        let number = accept(listener, nil, nil)
        guard number >= 0 else { return }
        guard let self else {
          close(number)
          return
        }
        self.serve(number)
      }
    }
    guard isStarted else {
      close(listener)
      throw LocalServer.Failure(description: "there is no thread for a proxy")
    }
  }

  deinit { stop() }

  /// Ends all connections and listens no longer.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      // Threads that read or accept wake up; each closes its own.
      for number in state.connections { shutdown(number, Int32(SHUT_RDWR)) }
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }

  /// Where it is.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// How often each fault is to occur, as a part of the requests; together 1 at most.
  public var faults: [Fault: Double] {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// How often each fault has occurred.
  public var counts: [Fault: Int] { state.withLock { $0.counts } }

  private func serve(_ number: Int32) {
    let isWanted = state.withLock { state in
      if !state.isStopped { state.connections.insert(number) }
      return !state.isStopped
    }
    let isStarted =
      isWanted
      && Thread.start { [self] in
        let client = StreamSocket(number)
        var server: StreamSocket?
        var ending = Ending.open
        while ending == .open, let request = client.readMessage() {
          ending = pass(request, from: client, over: &server)
        }
        server?.close()
        // Before the number may be another connection's.
        _ = state.withLock { $0.connections.remove(number) }
        if ending == .reset { client.reset() } else { client.close() }
      }
    if !isStarted {
      _ = state.withLock { $0.connections.remove(number) }
      close(number)
    }
  }

  private enum Ending {
    case open, closed, reset
  }

  private func draw() -> Fault? {
    state.withLock { state in
      guard !state.faults.isEmpty else { return nil }
      var chance = Double.random(in: 0..<1, using: &state.generator)
      for fault in Fault.allCases {
        chance -= state.faults[fault] ?? 0
        if chance < 0 { return fault }
      }
      return nil
    }
  }

  /// Counts a fault when it has occurred: a short answer cannot be spoiled in every way.
  private func count(_ fault: Fault) { state.withLock { $0.counts[fault, default: 0] += 1 } }

  private func number(below limit: Int) -> Int {
    state.withLock { $0.generator.integer(in: 0...max(0, limit - 1)) }
  }

  /// Passes a request on and the answer back, or does what is drawn.
  private func pass(
    _ request: HTTPMessage, from client: StreamSocket, over server: inout StreamSocket?
  ) -> Ending {
    let fault = draw()
    switch fault {
    case .resetBefore?:
      count(.resetBefore)
      return .reset
    case .errorPageBefore?:
      count(.errorPageBefore)
      return client.write(errorPage()) ? .open : .closed
    default: break
    }
    if server == nil { server = StreamSocket(connectingTo: upstream) }
    guard let connection = server, connection.write(request.headBytes()), connection.write(request.body),
      let answer = connection.readMessage()
    else {
      server?.close()
      server = nil
      return .closed
    }
    guard let fault else {
      return client.write(answer.headBytes()) && client.write(answer.body) ? .open : .closed
    }
    return spoil(answer, fault, client)
  }

  private func spoil(_ answer: HTTPMessage, _ fault: Fault, _ client: StreamSocket) -> Ending {
    var answer = answer
    let length = answer.body.count
    count(fault)
    switch fault {
    case .resetBefore, .resetAfter: return .reset
    case .errorPageBefore, .errorPageAfter: return client.write(errorPage()) ? .open : .closed
    case .slowBytes:
      let bytes = answer.headBytes() + answer.body
      for start in stride(from: 0, to: bytes.count, by: 100) {
        guard client.write(bytes[start..<min(start + 100, bytes.count)]) else { return .closed }
        usleep(300)
      }
      return .open
    case .truncatedBody:
      _ = client.write(answer.headBytes()) && client.write(answer.body.prefix(length / 2))
      return .closed
    case .malformedJSON:
      answer.head[0] = "HTTP/1.1 200 OK"
      answer.head.removeAll { $0.lowercased().hasPrefix("x-amz-crc32") }
      answer.body = number(below: 2) == 0 ? Array("{\"Item\":{".utf8) : Array("<html></html>".utf8)
      return client.write(answer.headBytes()) && client.write(answer.body) ? .open : .closed
    case .flippedByte:
      if length > 0 { answer.body[number(below: length)] ^= UInt8(1 << number(below: 7)) }
      return client.write(answer.headBytes()) && client.write(answer.body) ? .open : .closed
    case .tooLongLength:
      _ = client.write(answer.headBytes(length: length + 10)) && client.write(answer.body)
      return .closed
    case .tooShortLength:
      _ = client.write(answer.headBytes(length: length / 2)) && client.write(answer.body)
      return .closed
    }
  }

  private func errorPage() -> [UInt8] {
    let status = number(below: 2) == 0 ? "500 Internal Server Error" : "503 Service Unavailable"
    let body = "<html><body><h1>\(status)</h1></body></html>"
    return Array(
      "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        .utf8)
  }
}
