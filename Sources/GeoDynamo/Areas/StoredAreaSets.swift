// SPDX-License-Identifier: Apache-2.0

/// Sets of areas kept in a table, as bytes that others can read: GeoDynamo knows no polygons.
///
/// ```
/// a set      pk schema         sk a#<name>                 its version, and how many pieces it is in
/// a piece    pk a#<name>       sk <version>#<6 digits>     up to 300,000 bytes
/// ```
///
/// A set is replaced as a whole: readers see the old version or the new one.
public struct StoredAreaSets: Sendable {
  /// What is known of a set without its bytes.
  public struct Description: Hashable, Sendable {
    /// Its name.
    public var name: CollectionName
    /// What tells its content from others: `[0-9a-z]{1,32}`.
    public var version: String
    /// How many areas it has.
    public var areas: Int
    /// How many bytes it takes.
    public var bytes: Int

    /// Makes a description.
    public init(name: CollectionName, version: String, areas: Int, bytes: Int) {
      (self.name, self.version, self.areas, self.bytes) = (name, version, areas, bytes)
    }
  }

  private static let pieceBytes = 300_000
  private static let version: UTF8String = "version"
  private static let areas: UTF8String = "areas"
  private static let bytes: UTF8String = "bytes"

  private let store: any TableStore

  /// The sets in a table.
  public init(in store: any TableStore) { self.store = store }

  /// The sets there are, by name.
  public func all() async throws -> [Description] {
    var found: [Description] = []
    var start: PrimaryKey?
    repeat {
      let page = try await store.query(
        QueryRequest(
          partition: KeySchema.settings.partition, sort: .beginsWith(KeySchema.areaSetPrefix), start: start))
      found += try page.items.map(Self.description)
      start = page.next
    } while start != nil
    return found
  }

  /// What is known of a set; nil when there is none of that name.
  public func description(of name: CollectionName) async throws -> Description? {
    try await store.get(KeySchema.areaSet(name)).map(Self.description)
  }

  /// A set's bytes; nil when there is none of that name. Of a set that is replaced meanwhile those of the new version.
  public func load(_ name: CollectionName) async throws -> (description: Description, bytes: [UInt8])? {
    for _ in 0..<8 {
      guard let description = try await description(of: name) else { return nil }
      var bytes: [UInt8] = []
      var start: PrimaryKey?
      repeat {
        let page = try await store.query(
          QueryRequest(
            partition: KeySchema.areaPieces(of: name),
            sort: .beginsWith(UTF8String(description.version + "#")), start: start))
        for item in page.items {
          guard case .binary(let piece)? = item[Self.bytes] else { throw Self.damaged(name) }
          bytes += piece
        }
        start = page.next
      } while start != nil
      if bytes.count == description.bytes { return (description, bytes) }
      // Another version has come and this one's pieces are going.
      guard try await self.description(of: name) != description else { throw Self.damaged(name) }
    }
    throw StoreError(
      .busy, "the area set \(name) is being replaced all the time; try again", operation: "load areas")
  }

  /// Keeps a set in place of the one of its name, if any. What was kept of other versions is deleted afterwards.
  public func save(_ description: Description, _ bytes: [UInt8]) async throws {
    let partition = KeySchema.areaPieces(of: description.name)
    var pieces: [Item] = []
    for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
      let digits = String(pieces.count)
      let sort = "\(description.version)#\(String(repeating: "0", count: 6 - digits.utf8.count))\(digits)"
      pieces.append([
        KeySchema.Name.partition: .string(partition), KeySchema.Name.sort: .string(UTF8String(sort)),
        Self.bytes: .binary(Array(bytes[start..<min(start + Self.pieceBytes, bytes.count)])),
      ])
    }
    for piece in pieces { try await store.put(piece) }
    let key = KeySchema.areaSet(description.name)
    try await store.put([
      KeySchema.Name.partition: .string(key.partition), KeySchema.Name.sort: .string(key.sort),
      Self.version: .string(UTF8String(description.version)),
      Self.areas: .number(DecimalNumber(Int64(description.areas))),
      Self.bytes: .number(DecimalNumber(Int64(bytes.count))),
    ])
    try await deleteOthers(than: description.version, in: partition)
  }

  private func deleteOthers(than version: String, in partition: UTF8String) async throws {
    var start: PrimaryKey?
    repeat {
      let page = try await store.query(
        QueryRequest(
          partition: partition, start: start, projection: [KeySchema.Name.partition, KeySchema.Name.sort]))
      for item in page.items {
        guard let sort = item[KeySchema.Name.sort]?.string, !sort.string.hasPrefix(version + "#") else {
          continue
        }
        try await store.delete(PrimaryKey(partition: partition, sort: sort), if: nil, returningOld: false)
      }
      start = page.next
    } while start != nil
  }

  private static func description(_ item: Item) throws -> Description {
    guard let sort = item[KeySchema.Name.sort]?.string, let name = KeySchema.areaSet(inSortKey: sort),
      let version = item[Self.version]?.string,
      let areas = item[Self.areas]?.number.flatMap({ Int64(exactly: $0) }),
      let bytes = item[Self.bytes]?.number.flatMap({ Int64(exactly: $0) })
    else {
      throw StoreError(.notAStore, "the description of an area set is damaged", operation: "read areas")
    }
    return Description(name: name, version: version.string, areas: Int(areas), bytes: Int(bytes))
  }

  private static func damaged(_ name: CollectionName) -> StoreError {
    StoreError(
      .notAStore, "pieces of the area set \(name) are missing; load it again", operation: "load areas")
  }
}
