// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A table of items and its index of cells in one SQLite file.
///
/// ```swift
/// let store = try SQLiteStore.open("places.geoquery", mode: .create)
/// try await store.put(item)
/// let item = try await store.get(key)
/// store.close()
/// ```
///
/// Reads run on the caller's thread, each on a connection of its own from a pool, and see every write
/// acknowledged before they began. Writes go to one thread, which carries out all that have queued up in one
/// transaction and acknowledges them when it is committed (group commit). An item and its index row change in
/// the same transaction. Several processes may use the file at once; they wait for each other's writes.
///
/// It is no server: the file must be on a local disk, as SQLite's write-ahead log needs shared memory.
public final class SQLiteStore: Sendable {
  /// What opening a file may do to it.
  public enum Mode: Hashable, Sendable {
    /// Reads. Writes are refused.
    case readOnly
    /// Reads and writes a file that is there.
    case readWrite
    /// Like `readWrite`; makes the file if it is missing or empty.
    case create
  }

  /// What an acknowledged write survives.
  public enum Durability: Hashable, Sendable {
    /// Loss of power: the log is synced at every commit (`synchronous = FULL`).
    case full
    /// A crash of the process, but the last commits may be lost with the power; the file stays whole (`NORMAL`).
    case normal
  }

  /// The path given to `open`.
  public let path: String
  /// How it was opened.
  public let mode: Mode

  let readers: ReaderPool
  let writer: Writer?

  init(_ file: StoreFile, readers: ReaderPool, writer: Writer?) {
    path = file.path
    mode = file.mode
    self.readers = readers
    self.writer = writer
  }

  deinit {
    close()
  }

  /// Opens the store in the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: Only `create` makes a file.
  ///   - durability: What an acknowledged write survives.
  ///   - busyTimeout: How long to wait for a lock that another process holds.
  /// - Throws: `StoreError`: `storeNotFound`, `notAStore` (another file, a directory, a damaged store),
  ///   `newerFormat`, `accessDenied`, `busy`, `diskFull` or `inputOutput`.
  ///   `settingsMismatch` for a file of an older format that is opened for reading only: opening it for writing brings
  ///   it up to date first, which a cancelled task's `CancellationError` interrupts without a trace.
  public static func open(
    _ path: String, mode: Mode, durability: Durability = .full, busyTimeout: Duration = .seconds(5)
  ) throws -> SQLiteStore {
    try open(
      path, mode: mode, durability: durability, busyTimeout: busyTimeout,
      clock: { Timestamp.now.microseconds })
  }

  static func open(
    _ path: String, mode: Mode, durability: Durability = .full, busyTimeout: Duration = .seconds(5),
    clock: @escaping @Sendable () -> Int64
  ) throws -> SQLiteStore {
    var file = StoreFile(path, mode: mode, durability: durability, busyTimeout: busyTimeout)
    let first = try file.open()
    let readers = ReaderPool(file)
    if mode == .readOnly {
      readers.take(back: try Reader(first))
      return SQLiteStore(file, readers: readers, writer: nil)
    }
    return SQLiteStore(file, readers: readers, writer: try Writer(first, path: path, clock: clock))
  }

  /// Carries out the writes that are queued, then closes the file. Later calls of any method throw `closed`.
  ///
  /// Blocks until the last queued write is done. Reads under way end undisturbed. Closing twice is harmless.
  public func close() {
    readers.close()
    writer?.close()
  }
}
