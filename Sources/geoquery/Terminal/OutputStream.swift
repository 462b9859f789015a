// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The reader of a stream has gone, as `head` does when it has seen enough.
struct ReaderGone: Error {}

/// A buffered stream of bytes to a file descriptor, which it does not own. Used by one task at a time.
final class OutputStream {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Whether a person reads it.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Adds bytes; they leave when 64 KiB have gathered or at `flush`.
  func write(_ bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Adds a text.
  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes a line at once, without regard for whether it could be written: for messages.
  func say(_ line: String) {
    try? write(line + "\n")
    try? flush()
  }

  /// Hands everything to the operating system.
  ///
  /// - Throws: `ReaderGone` when nobody reads any more; `CommandFailure` when it cannot be written.
  func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    var start = 0
    while start < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress! + start, bytes.count - start)
      }
      if count >= 0 {
        start += count
      } else if errno == EPIPE {
        throw ReaderGone()
      } else if errno != EINTR {
        throw CommandFailure(.failure, "\(name) cannot be written: \(systemMessage(errno))")
      }
    }
  }
}
