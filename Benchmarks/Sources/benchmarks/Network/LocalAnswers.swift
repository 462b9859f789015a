// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A server on a loopback port that answers every POST with bytes made before: what it costs is known and small.
final class LocalAnswers: Sendable {
  /// Where it is.
  let url: String

  /// Listens; each connection has a thread of its own.
  ///
  /// - Parameter answer: The body for a request's body.
  init(_ answer: @escaping @Sendable (Data) -> Data) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        let isBound = unsafe bind(listener, $0, length) == 0 && listen(listener, 64) == 0
        precondition(isBound, "no port")
        unsafe getsockname(listener, $0, &length)
      }
    }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var on: Int32 = 1
        unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(4))
        Thread.detachNewThread { Self.serve(connection, answer) }
      }
    }
  }

  private static func serve(_ connection: Int32, _ answer: (Data) -> Data) {
    defer { close(connection) }
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var body: Data?
      while body == nil {
        if let head = received.firstRange(of: Data("\r\n\r\n".utf8)) {
          let text = String(decoding: received[..<head.lowerBound], as: UTF8.self).lowercased()
          let size = text.firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
          if received.endIndex - head.upperBound >= size {
            body = Data(received[head.upperBound..<head.upperBound + size])
            received = Data(received[(head.upperBound + size)...])
            continue
          }
        }
        let count = unsafe read(connection, &buffer, buffer.count)
        guard count > 0 else { return }
        received.append(contentsOf: buffer[..<count])
      }
      let content = answer(body!)
      var message = Data(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: \(content.count)\r\n\r\n"
          .utf8)
      message.append(content)
      let isSent = unsafe message.withUnsafeBytes { bytes in
        var offset = 0
        while offset < bytes.count {
          let count = unsafe send(
            connection, bytes.baseAddress! + offset, bytes.count - offset, Int32(MSG_NOSIGNAL))
          guard count > 0 else { return false }
          offset += count
        }
        return true
      }
      guard isSent else { return }
    }
  }
}
