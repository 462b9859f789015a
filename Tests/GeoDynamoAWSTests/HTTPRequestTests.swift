// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Glibc
import TestSupport
import Testing

@testable import GeoDynamoAWS

struct HTTPRequestTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  private static func request(
    _ url: String, method: String = "POST", header: (name: String, value: String) = ("A", "b"),
    id: String = "AKIA", secret: String = "sesame", token: String? = nil, region: String = "eu-west-1"
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: url, headers: [header],
      signature: .init(
        credentials: AWSCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token),
        region: region, service: "dynamodb"))
  }

  @Test func whatWouldBeAnotherRequestIsNotSent() async throws {
    let server = try RawServer(answering: Self.ok)
    let transport = CurlTransport()
    for request in [
      Self.request(server.url + " HTTP/1.1\r\nX: y"), Self.request(server.url, method: "POST /"),
      Self.request(server.url, header: ("A: b\r\nC", "d")),
      Self.request(server.url, header: ("A", "sesame\r\nC: d")),
      Self.request(server.url, header: ("A", "sesame\0")), Self.request(server.url, header: ("A", "")),
      Self.request(server.url, id: "A:sesame"),
      Self.request(server.url, secret: "sesame\0tail"), Self.request(server.url, token: "sesame\nX: y"),
      Self.request(server.url, region: "x:y"), Self.request(server.url, region: "x.sesame.example/"),
    ] {
      let failure = await #expect(throws: HTTPFailure.self) { try await transport.send(request) }
      #expect(failure?.mayHaveBeenCarriedOut == false && failure?.description.contains("sesame") == false)
    }
    _ = try await transport.send(Self.request(server.url, token: "open/+=="))
    #expect(server.requests.count == 1)
    #expect(server.requests[0].head.contains("X-Amz-Security-Token: open/+=="))
    let head = server.requests[0].head.joined(separator: "\n").lowercased()
    #expect(!head.contains("sesame") && !head.contains("expect"), "what is signed must be sent: \(head)")
  }

  @Test func itsTextHasNoSecrets() {
    let request = Self.request("http://h/", header: ("Authorization", "sesame"), token: "sesame")
    let response = HTTPResponse(status: 200, headers: ["a": "sesame"], body: Array("sesame".utf8))
    for value in [request, response] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("sesame") && !text.contains("115"), "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:80/", true), ("http://localhost", true), ("http://[::1]:8000/x", true),
    ("http://169.254.169.254/latest", true), ("http://[fd00:ec2::254]/", true),
    ("https://dynamodb.eu-west-1.amazonaws.com", false), ("http://localhost.example/", false),
    ("http://[2001:db8::1]/", false),
  ])
  func neighborsAreTold(url: String, isNeighbor: Bool) {
    #expect(HTTPRequest(method: "GET", url: url).isToNeighbor == isNeighbor)
  }

  // Variables are a process's: what they do is tried in one of its own.

  @Test func noProxyIsAskedForNeighbors() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("http_proxy", "http://127.0.0.1:1", 1)
      let server = try RawServer(answering: HTTPRequestTests.ok)
      let answer = try await CurlTransport().send(HTTPRequest(method: "GET", url: server.url))
      exit(answer.status == 200 ? 0 : 1)
    }
  }

  @Test func aProxyIsAskedForOthers() async {
    await #expect(processExitsWith: .success) {
      let authority = try TestAuthority()
      let endpoint = try DynamoDBEndpoint(certificate: authority.certify("DNS:dynamodb.test"))
      let port = endpoint.port
      let proxy = try RawServer { connection in
        guard let request = connection.readRequest(), request.head[0].hasPrefix("CONNECT dynamodb.test:443"),
          connection.write("HTTP/1.1 200 OK\r\nX-Proxy: 1\r\n\r\n")
        else { return }
        connection.pass(to: port)
      }
      unsafe setenv("https_proxy", proxy.url, 1)
      let transport = CurlTransport(certificateAuthorities: authority.certificateFile)
      for _ in 0..<2 {
        let answer = try await transport.send(HTTPRequestTests.request("https://dynamodb.test/"))
        guard answer.status == 400, answer.headers["x-proxy"] == nil else { exit(1) }
      }
      exit(proxy.connections == 1 ? 0 : 2)
    }
  }

  @Test func threadsAndConnectionsEndWithTheTransport() async {
    await #expect(processExitsWith: .success) {
      let server = try RawServer(answering: HTTPRequestTests.ok)
      // Files of the process that runs the tests are open here, too.
      let (threads, files) = (HTTPRequestTests.threads, HTTPRequestTests.files)
      for _ in 0..<50 {
        _ = try await CurlTransport().send(HTTPRequest(method: "GET", url: server.url))
      }
      let isDone = try await RawServer.wait {
        server.ended == 50 && HTTPRequestTests.threads < threads + 25 && HTTPRequestTests.files < files + 25
      }
      exit(isDone ? 0 : 1)
    }
  }

  private static var threads: Int { entries("/proc/self/task") }
  private static var files: Int { entries("/proc/self/fd") }

  private static func entries(_ path: String) -> Int {
    guard let folder = unsafe opendir(path) else { return .max }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    return count
  }
}
