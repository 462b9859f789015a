// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import Testing

@testable import GeoDynamoSQLite

/// Each way in which a file is not the store that was asked for has its own answer.
struct OpeningTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func expect(
    _ code: StoreError.Code, saying words: String, opening path: String, _ mode: SQLiteStore.Mode,
    location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: StoreError.self, sourceLocation: location) {
      try SQLiteStore.open(path, mode: mode, busyTimeout: .milliseconds(50)).close()
    }
    #expect(error?.code == code, sourceLocation: location)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")", sourceLocation: location)
    #expect(error?.operation == "open", sourceLocation: location)
  }

  private func makeStore() async throws {
    let store = try directory.store()
    try await store.put(TestObject(id: "a", latitude: 1, longitude: 2).item)
    store.close()
  }

  @Test(arguments: [SQLiteStore.Mode.readOnly, .readWrite])
  func onlyModeCreateMakesAFile(mode: SQLiteStore.Mode) throws {
    expect(.storeNotFound, saying: "there is no store at", opening: directory.file(), mode)
    #expect(!FileManager.default.fileExists(atPath: directory.file()))
    try directory.store().close()
    try SQLiteStore.open(directory.file(), mode: mode).close()
  }

  @Test func aMissingDirectoryIsNamed() {
    expect(.storeNotFound, saying: "is not a directory", opening: directory.file("no/such/store"), .create)
  }

  @Test func anEmptyPathIsNoStore() {
    expect(.storeNotFound, saying: "this one is empty", opening: "", .create)
  }

  @Test(arguments: [SQLiteStore.Mode.readOnly, .readWrite, .create])
  func aDirectoryIsNoStore(mode: SQLiteStore.Mode) {
    expect(.notAStore, saying: "is a directory", opening: directory.path, mode)
  }

  @Test(arguments: [SQLiteStore.Mode.readOnly, .readWrite, .create])
  func aTextFileIsNoStoreAndStaysAsItIs(mode: SQLiteStore.Mode) throws {
    try "id,lat,lon\n".write(toFile: directory.file(), atomically: false, encoding: .utf8)
    expect(.notAStore, saying: "is not an SQLite database", opening: directory.file(), mode)
    #expect(try String(contentsOfFile: directory.file(), encoding: .utf8) == "id,lat,lon\n")
  }

  @Test(arguments: [SQLiteStore.Mode.readOnly, .readWrite, .create])
  func theDatabaseOfAnotherApplicationIsNoStore(mode: SQLiteStore.Mode) throws {
    try directory.execute("CREATE TABLE notes(text); PRAGMA application_id = 7")
    expect(.notAStore, saying: "another application (application_id 7)", opening: directory.file(), mode)
  }

  @Test func anEmptyFileBecomesAStoreInModeCreateOnly() throws {
    _ = FileManager.default.createFile(atPath: directory.file(), contents: nil)
    expect(.notAStore, saying: "is empty", opening: directory.file(), .readWrite)
    try directory.store().close()
    try SQLiteStore.open(directory.file(), mode: .readWrite).close()
  }

  @Test func aFileWhoseCreationWasCutOffBecomesAStore() throws {
    // The header is written before the tables.
    try directory.execute("PRAGMA journal_mode = WAL")
    expect(.notAStore, saying: "without tables", opening: directory.file(), .readWrite)
    try directory.store().close()
  }

  @Test(arguments: [SQLiteStore.Mode.readOnly, .readWrite, .create])
  func aNewerFormatIsNamedWithBothNumbers(mode: SQLiteStore.Mode) async throws {
    try await makeStore()
    try directory.execute("PRAGMA user_version = 9")
    expect(
      .newerFormat, saying: "format version 9 and this program knows versions up to 2",
      opening: directory.file(), mode)
  }

  @Test(arguments: [SQLiteStore.Mode.readOnly, .readWrite, .create])
  func aTruncatedFileIsDamaged(mode: SQLiteStore.Mode) async throws {
    try await makeStore()
    let file = try #require(FileHandle(forWritingAtPath: directory.file()))
    try file.truncate(atOffset: 9000)
    try file.close()
    expect(.notAStore, saying: "is damaged", opening: directory.file(), mode)
  }

  @Test func aDamagedPageIsAnErrorOfTheReadThatMeetsIt() async throws {
    let store = try directory.store()
    try await store.load((0..<2000).map { try TestObject(id: "\($0)", latitude: 0, longitude: 0).item })
    store.close()
    let file = try #require(FileHandle(forUpdatingAtPath: directory.file()))
    let end = try file.seekToEnd()
    for page in stride(from: UInt64(8 * 4096), to: end, by: 4096) {
      try file.seek(toOffset: page)
      try file.write(contentsOf: Data(repeating: 0xee, count: 200))
    }
    try file.close()
    let damaged = try SQLiteStore.open(directory.file(), mode: .readOnly)
    let error = await #expect(throws: StoreError.self) { _ = try await damaged.allRows() }
    #expect(error?.code == .notAStore)
    #expect(try damaged.check().isSound == false)
  }

  @Test func aDirectoryThatTakesNoFilesDeniesAccess() {
    // Not even root can make a file in sysfs.
    expect(.accessDenied, saying: "no access to /sys/geoquery-store", opening: "/sys/geoquery-store", .create)
  }

  @Test func aLockHeldForTooLongIsBusyAndRetryable() async throws {
    try await makeStore()
    let other = try directory.connection()
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM tokens")
    for mode in [SQLiteStore.Mode.readOnly, .readWrite] {
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore.open(directory.file(), mode: mode, busyTimeout: .milliseconds(50))
      }
      #expect(error?.code == .busy && error?.isRetryable == true, "\(String(describing: error))")
    }
    other.close()
    try SQLiteStore.open(directory.file(), mode: .readWrite).close()
  }

  @Test func aWriteWaitsForALockAndIsThenBusy() async throws {
    try await makeStore()
    let store = try SQLiteStore.open(directory.file(), mode: .readWrite, busyTimeout: .milliseconds(50))
    let other = try directory.connection()
    try other.execute("BEGIN IMMEDIATE")
    let item = try TestObject(id: "b", latitude: 1, longitude: 2).item
    let error = await #expect(throws: StoreError.self) { try await store.put(item) }
    #expect(error?.code == .busy && error?.operation == "put" && error?.isRetryable == true)
    #expect(try await store.allRows().rows.count == 1, "reads go on beside the lock")
    try other.execute("COMMIT")
    other.close()
    try await store.put(item)
    #expect(try await store.allRows().rows.count == 2)
  }

  @Test func aStoreOpenedForReadingRefusesWrites() async throws {
    try await makeStore()
    let store = try SQLiteStore.open(directory.file(), mode: .readOnly)
    let error = await #expect(throws: StoreError.self) {
      try await store.put(TestObject(id: "b", latitude: 1, longitude: 2).item)
    }
    #expect(error?.code == .accessDenied)
    #expect(try await store.allRows().rows.count == 1)
  }

  @Test func readingLeavesTheFileAndNothingBesideIt() async throws {
    try await makeStore()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file()))
    for _ in 0..<2 {
      let store = try SQLiteStore.open(directory.file(), mode: .readOnly)
      async let first = store.allRows()
      async let second = store.allRows()
      let answers = try await [first, second]
      #expect(answers.map(\.rows.count) == [1, 1])
      store.close()
      #expect(try directory.names == ["store"])
      #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file())) == bytes)
    }
  }

  @Test func readingLeavesALogToThoseWhoWrite() async throws {
    try await makeStore()
    // A copy made while a store is open has a log with content, as a crash leaves it.
    let writer = try SQLiteStore.open(directory.file(), mode: .readWrite)
    try await writer.put(TestObject(id: "b", latitude: 1, longitude: 2).item)
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: directory.file() + end, toPath: directory.file("copy") + end)
    }
    writer.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file("copy")))
    let log = try Data(contentsOf: URL(fileURLWithPath: directory.file("copy") + "-wal"))
    let store = try SQLiteStore.open(directory.file("copy"), mode: .readOnly)
    #expect(try await store.allRows().rows.count == 2)
    store.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file("copy"))) == bytes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file("copy") + "-wal")) == log)
  }

  @Test func aFileMayHaveAnyName() async throws {
    let name = "with space & 100% #?é"
    let store = try SQLiteStore.open(directory.file(name), mode: .create)
    try await store.put(TestObject(id: "a", latitude: 1, longitude: 2).item)
    store.close()
    #expect(FileManager.default.fileExists(atPath: directory.file(name)))
  }

  @Test func twoMayCreateTheSameStoreAtOnce() async throws {
    let path = directory.file()
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let store = try SQLiteStore.open(path, mode: .create)
          try await store.put(TestObject(id: "\(number)", latitude: 1, longitude: 2).item)
          store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try SQLiteStore.open(path, mode: .readOnly)
    #expect(try store.check() == CheckReport(items: 8, indexRows: 8, problems: []))
  }
}

extension TemporaryDirectory {
  /// A connection to the test's file beside the store.
  func connection() throws -> Connection {
    try Connection(file(), flags: 6, busyTimeoutMilliseconds: 1000)
  }

  /// Changes the test's file behind the store's back.
  func execute(_ text: String) throws {
    let connection = try connection()
    defer { connection.close() }
    try connection.execute(text)
  }
}
