// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A TCP connection of 127.0.0.1 that reads HTTP messages and writes bytes; one thread uses it.
@safe
final class StreamSocket {
  /// The system's number for it.
  let number: Int32
  private var buffer: [UInt8] = []

  /// Takes over a connection.
  init(_ number: Int32) {
    self.number = number
    // Small writes must leave as they are: pauses between them are what is tested.
    var on: Int32 = 1
    _ = unsafe setsockopt(
      number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Connects to a port; nil when nobody listens.
  convenience init?(connectingTo port: UInt16) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard number >= 0 else { return nil }
    var address = LoopbackPort.address(port)
    let isConnected = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      Glibc.close(number)
      return nil
    }
    self.init(number)
  }

  /// Ends the connection.
  func close() { Glibc.close(number) }

  /// Ends the connection so that the other side sees a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    Glibc.close(number)
  }

  /// Writes all bytes.
  ///
  /// - Returns: Whether the other side took them.
  func write(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe send(number, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Reads a request or an answer with its body, whose length it must state; nil when the connection ends.
  func readMessage() -> HTTPMessage? {
    while true {
      if let message = HTTPMessage(takenFrom: &buffer) { return message }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe recv(number, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }
}

/// A request or an answer as its bytes.
struct HTTPMessage {
  /// The first line and the headers, each with its line end, without the empty line.
  var head: [String]
  var body: [UInt8]

  /// Takes a whole message off the front of a buffer; nil while it is not whole.
  init?(takenFrom buffer: inout [UInt8]) {
    let mark = Array("\r\n\r\n".utf8)
    guard let end = buffer.firstRange(of: mark) else { return nil }
    let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components("\r\n")
    let length = head.lazy.compactMap { line -> Int? in
      guard line.lowercased().hasPrefix("content-length:") else { return nil }
      return Int(line.dropFirst("content-length:".count).filter { $0 != " " })
    }.first
    let total = end.upperBound + (length ?? 0)
    guard buffer.count >= total else { return nil }
    self.head = head
    body = Array(buffer[end.upperBound..<total])
    buffer.removeFirst(total)
  }

  /// The bytes of the head, with the empty line, stating another length than the body's when one is given.
  func headBytes(length: Int? = nil) -> [UInt8] {
    let head = head.map { line in
      line.lowercased().hasPrefix("content-length:") ? "Content-Length: \(length ?? body.count)" : line
    }
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}

extension String {
  /// The parts between the occurrences of a mark.
  fileprivate func components(_ mark: String) -> [String] {
    split(separator: mark, omittingEmptySubsequences: false).map(String.init)
  }
}
