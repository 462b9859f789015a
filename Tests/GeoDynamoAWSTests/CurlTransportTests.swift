// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import GeoDynamoAWS

struct CurlTransportTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  private let transport = CurlTransport()

  private func get(_ url: String, timeout: Duration = .seconds(10)) async throws -> HTTPResponse {
    try await transport.send(HTTPRequest(method: "GET", url: url, timeout: timeout))
  }

  @Test func connectionIsKept() async throws {
    let server = try RawServer(answering: Self.ok)
    for _ in 0..<20 { #expect(try await get(server.url).body == Array("ok".utf8)) }
    #expect(server.connections == 1 && server.requests.count == 20)
  }

  @Test func sixtyFourRequestsAreUnderWayAtOnce() async throws {
    let arrived = Mutex(0)
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      arrived.withLock { $0 += 1 }
      // Nobody is answered before all are here.
      for _ in 0..<2_000 where arrived.withLock({ $0 }) < 64 { usleep(5_000) }
      _ = connection.write(arrived.withLock { $0 } == 64 ? Self.ok : "HTTP/1.1 500 No\r\n\r\n")
    }
    let url = server.url
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<64 { group.addTask { try await get(url).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 64))
  }

  @Test(
    arguments: [
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", 200,
        "abcde"
      ),
      ("HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", 200, "a"),
      ("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", 503, ""),
      ("HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", 307, ""),
    ])
  func answersAreTakenWhole(bytes: String, status: Int, body: String) async throws {
    let server = try RawServer(answering: bytes)
    let response = try await get(server.url)
    #expect(response.status == status && response.body == Array(body.utf8))
    #expect(response.headers["x-early"] == nil)
  }

  @Test func headersAreFoundByLowerCaseNames() async throws {
    let server = try RawServer(
      answering:
        "HTTP/1.1 200 OK\r\nX-Amzn-RequestId:  A b \r\nx-twice: 1\r\nX-Twice: 2\r\nContent-Length: 0\r\n\r\n")
    let headers = try await get(server.url).headers
    #expect(headers == ["x-amzn-requestid": "A b", "x-twice": "2", "content-length": "0"])
  }

  @Test func largeBodiesGoBothWays() async throws {
    let server = try RawServer { connection in
      guard let request = connection.readRequest() else { return }
      _ =
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n")
        && connection.write(request.body)
    }
    let body = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let response = try await transport.send(HTTPRequest(method: "POST", url: server.url, body: body))
    #expect(response.body == body)
    #expect(!server.requests[0].head.contains { $0.lowercased().hasPrefix("expect") })
  }

  @Test func anAnswerOverTheLimitIsRefused() async throws {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil, connection.write("HTTP/1.1 200 OK\r\n\r\n") else { return }
      let megabyte = [UInt8](repeating: 0, count: 1 << 20)
      while connection.write(megabyte) {}
    }
    let failure = await #expect(throws: HTTPFailure.self) { try await get(server.url, timeout: .seconds(60)) }
    #expect(failure?.description.contains("more than 67108864 bytes") == true, "\(failure as Any)")
  }

  /// How a connection goes wrong once the request has come.
  enum Mishap: String, CaseIterable {
    case reset, closed, silent, slow
    case truncated = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"
    case truncatedChunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
    case noLength = "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nabc"
    case noHTTP = "SSH-2.0-OpenSSH_9.2\r\n"
  }

  @Test(arguments: Mishap.allCases)
  func whatGoesWrongAfterTheRequestMayHaveBeenCarriedOut(_ mishap: Mishap) async throws {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      switch mishap {
      case .reset: connection.resetAtEnd()
      case .closed: break
      case .silent: _ = connection.readRequest()
      case .slow:
        while connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n") { usleep(20_000) }
      default: _ = connection.write(mishap.rawValue)
      }
    }
    let isLate = mishap == .silent || mishap == .slow
    let failure = await #expect(throws: HTTPFailure.self) {
      try await get(server.url, timeout: isLate ? .milliseconds(300) : .seconds(30))
    }
    #expect(failure?.kind == (isLate ? .timeout : .interrupted) && failure?.mayHaveBeenCarriedOut == true)
    #expect(failure?.description.hasPrefix("127.0.0.1:\(server.port): ") == true, "\(failure as Any)")
    #expect(server.requests.count == 1)
  }

  @Test func whatIsNotSentCannotHaveBeenCarriedOut() async throws {
    for url in ["http://127.0.0.1:1/", "http://nowhere.invalid/", "ftp://127.0.0.1/"] {
      let failure = await #expect(throws: HTTPFailure.self) { try await get(url, timeout: .seconds(2)) }
      #expect(failure?.kind == .noConnection && failure?.mayHaveBeenCarriedOut == false, "\(failure as Any)")
    }
  }

  @Test func cancellationReachesTheWire() async throws {
    let server = try RawServer { connection in
      while connection.readRequest() != nil {}
    }
    let url = server.url
    let task = Task { try await get(url, timeout: .seconds(60)) }
    #expect(try await RawServer.wait { server.requests.count == 1 })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await RawServer.wait { server.ended == 1 }, "the server must see the connection end")
  }

  @Test func aCancelledTaskSendsNothing() async throws {
    let server = try RawServer(answering: Self.ok)
    let url = server.url
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await get(url + "early")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    _ = try await get(url)
    #expect(server.requests.map { $0.head[0] } == ["GET / HTTP/1.1"])
  }

  @Test func methodsHaveTheBodiesTheyNeed() async throws {
    let server = try RawServer(answering: Self.ok)
    for (method, body, headers) in [
      ("GET", "", []), ("PUT", "", [("X-One", "1")]), ("POST", "{}", [("content-type", "a/b")]),
    ] as [(String, String, [(name: String, value: String)])] {
      _ = try await transport.send(
        HTTPRequest(method: method, url: server.url, headers: headers, body: Array(body.utf8)))
    }
    let heads = server.requests.map { $0.head.map { $0.lowercased() } }
    #expect(heads.map { $0[0] } == ["get / http/1.1", "put / http/1.1", "post / http/1.1"])
    #expect(heads.map { $0.contains { $0.hasPrefix("content-length") } } == [false, true, true])
    #expect(heads.map { $0.filter { $0.hasPrefix("content-type") } } == [[], [], ["content-type: a/b"]])
    #expect(heads[1].contains("x-one: 1") && heads[2].contains("user-agent: geoquery/0.1.0"))
  }
}
