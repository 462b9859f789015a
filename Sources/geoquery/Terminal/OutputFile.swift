// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file that a command writes besides its answer.
enum OutputFile {
  /// Writes a text in place of what the file held; `-` is no file.
  ///
  /// - Throws: `CommandFailure` with the system's reason.
  static func write(_ text: String, to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw CommandFailure(.failure, "\(quoted(path)) cannot be written: \(systemMessage(errno))")
    }
    defer { close(descriptor) }
    let stream = OutputStream(descriptor: descriptor, name: quoted(path))
    try stream.write(text)
    try stream.flush()
  }
}
