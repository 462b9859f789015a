// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoSQLite

/// Files of earlier formats become files of the present one when they are opened for writing.
struct MigrationTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Version 1, statement by statement: without counts.
  private static let creation1 = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE items(
      pk BLOB NOT NULL, sk BLOB NOT NULL, item BLOB NOT NULL,
      PRIMARY KEY(pk, sk)) WITHOUT ROWID;
    CREATE TABLE cells(
      collection INTEGER NOT NULL, cell INTEGER NOT NULL, id BLOB NOT NULL,
      lat REAL NOT NULL, lon REAL NOT NULL, moved_at INTEGER NOT NULL, stamp INTEGER NOT NULL, x BLOB NOT NULL,
      PRIMARY KEY(collection, cell, id)) WITHOUT ROWID;
    CREATE TABLE collections(number INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
    CREATE TABLE tokens(token BLOB PRIMARY KEY, fingerprint BLOB NOT NULL, used_at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX tokens_by_time ON tokens(used_at);
    CREATE TABLE state(one INTEGER PRIMARY KEY CHECK(one = 1), stamp INTEGER NOT NULL);
    INSERT INTO state VALUES(1, 0);
    PRAGMA application_id = 1197829969;
    PRAGMA user_version = 1;
    """

  /// A file of version 1 with the objects.
  private func makeVersion1(of objects: [TestObject]) async throws {
    let source = try SQLiteStore.open(directory.file("source"), mode: .create)
    try await source.load(objects.map { try $0.item })
    source.close()
    try directory.execute(Self.creation1)
    try directory.execute(
      """
      ATTACH '\(directory.file("source"))' AS source;
      INSERT INTO items SELECT * FROM source.items;
      INSERT INTO cells SELECT * FROM source.cells;
      INSERT INTO collections SELECT * FROM source.collections;
      UPDATE state SET stamp = (SELECT stamp FROM source.state);
      """)
  }

  private static func objects() -> [TestObject] {
    var generator = SeededGenerator(seed: 12)
    return (0..<3000).map { number in
      var object = generator.object("id\(number)")
      object.collection = number % 5 == 0 ? "others" : "places"
      object.grid = UInt64(generator.integer(in: 0...40)) * 1000
      return object
    }
  }

  private func counts(_ objects: [TestObject], of collection: String) -> [UInt64: Int] {
    objects.reduce(into: [:]) { if $1.collection == collection { $0[$1.grid, default: 0] += 1 } }
  }

  @Test(arguments: [SQLiteStore.Mode.readWrite, .create])
  func aFileOfVersion1GetsItsCounts(mode: SQLiteStore.Mode) async throws {
    let objects = Self.objects()
    try await makeVersion1(of: objects)
    let store = try SQLiteStore.open(directory.file(), mode: mode)
    for collection in ["places", "others"] {
      #expect(try await store.counts(of: collection) == counts(objects, of: collection))
    }
    #expect(try store.check() == CheckReport(items: 3000, indexRows: 3000, problems: []))
    try await store.delete(objects[1].key, if: nil, returningOld: false)
    #expect(try await store.counts().values.reduce(0, +) == 2399)
    #expect(try store.check().problems == [])
    store.close()
    #expect(try directory.number("PRAGMA user_version") == 2)
  }

  @Test func anEmptyFileOfVersion1GetsAnEmptyTable() async throws {
    try await makeVersion1(of: [])
    let store = try SQLiteStore.open(directory.file(), mode: .readWrite)
    #expect(try await store.counts() == [:])
    try await store.put(TestObject(id: "a", latitude: 1, longitude: 2).item)
    #expect(try await store.counts() == [0: 1])
  }

  @Test func aFileOfVersion1IsNotReadBeforeItIsBroughtUpToDate() async throws {
    try await makeVersion1(of: [])
    let error = #expect(throws: StoreError.self) {
      try SQLiteStore.open(directory.file(), mode: .readOnly)
    }
    #expect(error?.code == .settingsMismatch)
    #expect(
      error?.message.hasSuffix(
        "has format version 1; open it once for writing, which brings it to version 2") == true)
    try SQLiteStore.open(directory.file(), mode: .readWrite).close()
    try SQLiteStore.open(directory.file(), mode: .readOnly).close()
  }

  @Test func severalMayBringAFileUpToDateAtOnce() async throws {
    let objects = Self.objects()
    try await makeVersion1(of: objects)
    let path = directory.file()
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask {
          let store = try SQLiteStore.open(path, mode: .readWrite)
          try await store.put(TestObject(id: "new\(number)", latitude: 1, longitude: 2).item)
          store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try SQLiteStore.open(path, mode: .readOnly)
    #expect(try store.check() == CheckReport(items: 3006, indexRows: 3006, problems: []))
  }

  @Test func aMigrationThatFailsLeavesTheFileAsItWas() async throws {
    try await makeVersion1(of: Self.objects())
    try directory.execute("CREATE TABLE counts(other)")
    #expect(throws: StoreError.self) { try SQLiteStore.open(directory.file(), mode: .readWrite) }
    #expect(try directory.number("PRAGMA user_version") == 1)
    try directory.execute("DROP TABLE counts")
    let store = try SQLiteStore.open(directory.file(), mode: .readWrite)
    #expect(try store.check().problems == [])
  }
}
