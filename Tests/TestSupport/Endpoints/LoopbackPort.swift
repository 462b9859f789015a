// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTPD
internal import Glibc

/// TCP ports of 127.0.0.1.
enum LoopbackPort {
  /// A port that nobody listens on now.
  ///
  /// It is below those that the system gives: none of the servers of these tests that let the system choose takes it
  /// before the program that it is for.
  static func free() throws -> UInt16 {
    for _ in 0..<100 {
      if let (socket, port) = try? bound(.random(in: 20_000..<32_000)) {
        close(socket)
        return port
      }
    }
    throw LocalServer.Failure(description: "no free port: \(errorText)")
  }

  /// A socket that listens on a free port.
  static func listen() throws -> (socket: Int32, port: UInt16) {
    let (socket, port) = try bound(0)
    guard Glibc.listen(socket, 128) == 0 else {
      close(socket)
      throw LocalServer.Failure(description: "cannot listen: \(errorText)")
    }
    return (socket, port)
  }

  /// A socket on a port, or for 0 on one that the system chooses.
  private static func bound(_ port: UInt16) throws -> (socket: Int32, port: UInt16) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw LocalServer.Failure(description: "no socket: \(errorText)") }
    var address = address(port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else {
      close(socket)
      throw LocalServer.Failure(description: "no free port: \(errorText)")
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// Whether a server on the port answers a request by HTTP.
  static func answersHTTP(_ port: UInt16) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var timeout = timeval(tv_sec: 5, tv_usec: 0)
    _ = unsafe setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = address(port)
    let isConnected = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return false }
    let request = "GET / HTTP/1.0\r\n\r\n"
    guard unsafe send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else {
      return false
    }
    var answer = [UInt8](repeating: 0, count: 5)
    return unsafe recv(socket, &answer, answer.count, Int32(MSG_WAITALL)) == 5
      && answer == Array("HTTP/".utf8)
  }

  /// The loopback address with a port.
  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static var errorText: String { unsafe String(cString: strerror(errno)) }
}
