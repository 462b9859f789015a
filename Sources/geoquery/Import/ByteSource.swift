// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file, or standard input, read in chunks.
struct ByteSource: ~Copyable {
  /// The name for messages.
  let name: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let size: Int64?
  private var position: Int64 = 0

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `CommandFailure` with status 66 when there is no such file or it cannot be read.
  init(path: String) throws {
    if path == "-" {
      name = "standard input"
      descriptor = STDIN_FILENO
      ownsDescriptor = false
      size = nil
      return
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(.notFound, "\(quoted(path)) cannot be read: \(systemMessage(errno))")
    }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    if isKnown, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw CommandFailure(.notFound, "\(quoted(path)) is a directory; give a file")
    }
    name = path
    self.descriptor = descriptor
    ownsDescriptor = true
    size = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// How much has been read, 0 … 1; nil when the size is unknown.
  var fraction: Double? {
    size.map { $0 > 0 ? min(1, Double(position) / Double($0)) : 1 }
  }

  /// Fills `buffer` from its start.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        position += Int64(count)
        return count
      }
      guard errno == EINTR else {
        throw CommandFailure(.notFound, "\(quoted(name)) cannot be read: \(systemMessage(errno))")
      }
    }
  }
}
