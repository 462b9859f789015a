// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Glibc

/// What can be said of a path before SQLite opens it, in clearer words than SQLite's.
extension StoreFile {
  func checkPath() throws {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(
        .storeNotFound, "the path of a store must be a file's name; this one is empty", operation: "open")
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      try checkMissing(errno)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: try checkBeginning(size: status.st_size)
    case S_IFDIR: throw notAStore("is a directory; give the path of a file in it")
    default: throw notAStore("is not a regular file; give the path of a store")
    }
  }

  private func checkMissing(_ number: Int32) throws {
    guard SystemError.kind(of: number) == .missing else {
      throw denied(SystemError.text(of: number))
    }
    guard mode == .create else {
      throw StoreError(
        .storeNotFound, "there is no store at \(path); give the path of one, or create it by loading data",
        operation: "open")
    }
    let directory = String(path.reversed().drop { $0 != "/" }.reversed())
    guard directory.isEmpty || Self.isDirectory(directory) else {
      throw StoreError(
        .storeNotFound,
        "a store cannot be created at \(path): \(directory) is not a directory; create it first",
        operation: "open")
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// An SQLite file begins with 16 known bytes. An empty file becomes a store in mode create only.
  private func checkBeginning(size: off_t) throws {
    if size == 0 {
      if mode != .create { throw notAStore("is empty; open it with mode create to make it a store") }
      return
    }
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw denied(SystemError.text(of: errno)) }
    defer { Glibc.close(file) }
    var beginning = [UInt8](repeating: 0, count: 16)
    let count = unsafe beginning.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, 16) }
    guard count == 16, beginning.elementsEqual("SQLite format 3\0".utf8) else {
      throw notAStore("is not an SQLite database; give the path of a store")
    }
  }

  /// Whether a log with content lies beside the file.
  var hasLog: Bool {
    var status = stat()
    return unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Whether nobody can write the file through this mount.
  var isOnReadOnlyFileSystem: Bool {
    var status = statvfs()
    return unsafe statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
  }

  func notAStore(_ what: String) -> StoreError {
    StoreError(.notAStore, "\(path) \(what)", operation: "open")
  }

  func denied(_ why: String) -> StoreError {
    StoreError(
      .accessDenied,
      "no access to \(path) (\(why)); the file and its directory must be accessible for this user",
      operation: "open")
  }

  func olderFormat(_ version: Int64) -> StoreError {
    StoreError(
      .settingsMismatch,
      "\(path) has format version \(version); open it once for writing, which brings it to version \(Schema.version)",
      operation: "open")
  }

  /// For a file that can be read while its log cannot.
  func unreadable(_ fault: SQLiteFault) -> StoreError {
    StoreError(
      .accessDenied,
      "\(path) cannot be read without the files \(path)-wal and \(path)-shm, which cannot be opened or made; "
        + "make its directory writable, or copy the store to one that is",
      operation: "open", underlying: fault)
  }
}
