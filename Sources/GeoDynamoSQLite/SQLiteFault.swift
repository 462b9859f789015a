// SPDX-License-Identifier: Apache-2.0
import CSQLite
import GeoDynamo

/// What SQLite answered when a call failed: the `underlying` error of a `StoreError`.
public struct SQLiteFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code. Source: sqlite.org/rescode.html.
  public let code: Int32
  /// SQLite's own words.
  public let message: String
  /// `errno` of the failed system call; 0 when there was none.
  public let systemError: Int32

  /// The code without its extension: `SQLITE_IOERR` for `SQLITE_IOERR_FSYNC`.
  public var primaryCode: Int32 { code & 0xff }

  /// SQLite's words and codes.
  public var description: String {
    systemError == 0
      ? "SQLite \(code): \(message)" : "SQLite \(code): \(message) (\(SystemError.text(of: systemError)))"
  }
}

extension StoreError {
  /// The error a store throws for `fault`, in terms of the file at `path`.
  init(_ fault: SQLiteFault, path: String, operation: String) {
    let (code, message): (Code, String) =
      switch fault.primaryCode {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
        (
          .busy,
          "another connection has held the lock of \(path) for too long; try again, or open with a longer busyTimeout"
        )
      case SQLITE_FULL: (.diskFull, Self.fullDisk(path))
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
        (
          .accessDenied,
          "\(path) cannot be written: the file and its directory must be writable for this user"
        )
      case SQLITE_CORRUPT:
        (
          .notAStore,
          "\(path) is damaged (\(fault.message)); restore it from a copy, or load its data into a new file"
        )
      case SQLITE_NOTADB: (.notAStore, "\(path) is not an SQLite database; give the path of a store")
      case SQLITE_CANTOPEN, SQLITE_IOERR: Self.fileSystem(fault, path)
      case SQLITE_TOOBIG: (.validation, "a value is longer than SQLite can hold")
      default: (.inputOutput, "\(path): \(fault)")
      }
    self.init(
      code, message, operation: operation, isRetryable: code == .busy, underlying: fault)
  }

  private static func fullDisk(_ path: String) -> String {
    "the disk of \(path) is full and nothing of this operation was written; free some space and try again"
  }

  private static func fileSystem(_ fault: SQLiteFault, _ path: String) -> (Code, String) {
    switch SystemError.kind(of: fault.systemError) {
    case .noSpace: (.diskFull, fullDisk(path))
    case .denied:
      (
        .accessDenied,
        "no access to \(path) (\(SystemError.text(of: fault.systemError))); the file and its directory must be accessible for this user"
      )
    case .missing: (.storeNotFound, "\(path) does not exist; give the path of a store, or create one")
    case .other: (.inputOutput, "the file system failed on \(path): \(fault)")
    }
  }
}
