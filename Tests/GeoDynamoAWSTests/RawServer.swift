// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Glibc
import Synchronization

@testable import TestSupport

/// A server on a loopback port that does with each connection, on a thread of its own, what a script says.
final class RawServer: Sendable {
  /// A request as it came: its first line and headers, and its body.
  struct Request {
    let head: [String]
    let body: [UInt8]
  }

  fileprivate final class Log: Sendable {
    let entries = Mutex(Entries())
  }

  fileprivate struct Entries {
    var connections = 0
    var requests: [Request] = []
    var ended = 0
  }

  let port: UInt16
  private let listener: Int32
  private let log = Log()

  /// Starts it. The connection is closed when the script returns.
  init(_ script: @escaping @Sendable (RawServer.Connection) -> Void) throws {
    (listener, port) = try LoopbackPort.listen()
    let (listener, log) = (listener, log)
    let isStarted = Thread.start {
      while true {
        let number = accept(listener, nil, nil)
        guard number >= 0 else { return }
        log.entries.withLock { $0.connections += 1 }
        _ = Thread.start {
          let socket = StreamSocket(number)
          script(Connection(socket: socket, log: log))
          log.entries.withLock { $0.ended += 1 }
          socket.close()
        }
      }
    }
    guard isStarted else { throw LocalServer.Failure(description: "there is no thread for a server") }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Answers every request alike.
  convenience init(answering bytes: String) throws {
    try self.init { connection in
      while connection.readRequest() != nil, connection.write(bytes) {}
    }
  }

  var url: String { "http://127.0.0.1:\(port)/" }
  /// How many connections there have been.
  var connections: Int { log.entries.withLock { $0.connections } }
  /// How many of them have ended.
  var ended: Int { log.entries.withLock { $0.ended } }
  /// The requests that came whole.
  var requests: [Request] { log.entries.withLock { $0.requests } }

  /// Waits, for ten seconds at most, until something holds.
  static func wait(until isTrue: () -> Bool) async throws -> Bool {
    for _ in 0..<1_000 {
      if isTrue() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// A connection, in its script.
  struct Connection {
    fileprivate let socket: StreamSocket
    fileprivate let log: Log

    /// The next request; nil when the client ends the connection.
    func readRequest() -> Request? {
      guard let message = socket.readMessage() else { return nil }
      let request = Request(head: message.head, body: message.body)
      log.entries.withLock { $0.requests.append(request) }
      return request
    }

    /// Whether the client took the bytes.
    func write(_ text: String) -> Bool { socket.write(text.utf8) }

    /// Whether the client took the bytes.
    func write(_ bytes: [UInt8]) -> Bool { socket.write(bytes) }

    /// Makes the end of the script a reset.
    func resetAtEnd() {
      var option = linger(l_onoff: 1, l_linger: 0)
      _ = unsafe setsockopt(
        socket.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Passes bytes on in both directions until one side ends.
    func pass(to port: UInt16) {
      guard let other = StreamSocket(connectingTo: port) else { return }
      defer { other.close() }
      var waiting = [socket.number, other.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while unsafe poll(&waiting, 2, -1) > 0 {
        for (source, target) in [(0, other), (1, socket)] where waiting[source].revents != 0 {
          let count = unsafe recv(waiting[source].fd, &chunk, chunk.count, 0)
          guard count > 0, target.write(chunk[..<count]) else { return }
        }
      }
    }
  }
}
