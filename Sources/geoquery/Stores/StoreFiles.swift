// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The files of a SQLite store: itself, its log and the log's index.
struct StoreFiles {
  private let path: String

  init(_ path: String) { self.path = path }

  private var paths: [String] { [path, path + "-wal", path + "-shm"] }

  /// Their size.
  var bytes: Int {
    paths.reduce(0) { sum, path in
      var status = stat()
      return unsafe stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }

  /// Deletes them, the log first: what is left of an interrupted deletion is no store with half of its log.
  ///
  /// - Throws: `CommandFailure` with the system's reason.
  func delete() throws {
    for path in paths.reversed() where unsafe unlink(path) != 0 && errno != ENOENT {
      throw CommandFailure(.failure, "\(quoted(path)) cannot be deleted: \(systemMessage(errno))")
    }
  }
}
