// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo
import GeoHash
import Synchronization

/// A table of the dynamodb-geo family as a store to read: one collection, queried and copied like any other.
///
/// ```swift
/// let places = try await GeoIndex("places", in: store)
/// try await CollectionCopy(of: places, into: file).run()
/// ```
///
/// Length of the hash key, sign of ids and form of places are detected from the table's first items, or given by the layout;
/// an item that disagrees is an error that names it. An object's id is its range key, which the libraries take care of to be
/// unique (or not: then `get` names both); all its other attributes come with every match. Its time is the beginning of 1970,
/// since the table holds none: no query by age finds it, and every move in a table it is copied to is newer.
///
/// To find an object by its id the whole table is read, as its key begins with its place. Everything that writes throws.
public final class DynamoDBGeoStore: Sendable {
  /// What the one collection is called.
  public let collection: CollectionName
  /// The layout, as far as it was given.
  public let layout: DynamoDBGeoLayout

  let source: any DynamoDBGeoSource
  let objects: ObjectItems
  let tableID: Int64
  private let form = Mutex<DynamoDBGeoForm?>(nil)

  /// Makes a store of a source of pages. Reads nothing.
  ///
  /// - Parameters:
  ///   - source: The table.
  ///   - identity: A text that tells the table from every other one.
  ///   - collection: What its one collection is to be called.
  ///   - layout: How it is laid out, as far as that is known.
  package init(
    _ source: some DynamoDBGeoSource, identity: String, collection: CollectionName,
    layout: DynamoDBGeoLayout = DynamoDBGeoLayout()
  ) {
    self.source = source
    self.collection = collection
    self.layout = layout
    objects = ObjectItems(collection: collection, settings: Self.settings, indexed: .all)
    var hash = StableHash()
    hash.combine(bytes: identity.utf8)
    // 0 would mean that it has none.
    tableID = Int64(hash.value >> 1 | 1)
  }

  /// Objects are put in leaves of S2; the level stands for the blocks of ids, of which the planner knows nothing.
  static let settings = TableSettings.standard

  /// The table's form: detected once; nil for a table without items.
  func knownForm() async throws -> DynamoDBGeoForm? {
    if let known = form.withLock({ $0 }) { return known }
    var start: Item?
    repeat {
      let page = try await source.scan(ScanRequest(limit: Self.sample), after: start, onlyIDs: nil)
      if !page.items.isEmpty {
        let items = try page.items.map { try DynamoDBGeoItem($0, of: layout) }
        let detected = try DynamoDBGeoForm(of: items, layout: layout)
        form.withLock { $0 = detected }
        return detected
      }
      start = page.next
    } while start != nil
    return nil
  }

  /// From how many items the form is detected.
  private static let sample = 200

  /// The object of an item of the table.
  func object(in item: Item, as form: DynamoDBGeoForm) throws -> GeoObject {
    try DynamoDBGeoItem(item, of: layout).object(as: form)
  }

  /// The object of an item of the table as an item of this store.
  func item(of item: Item, as form: DynamoDBGeoForm) throws -> Item {
    objects.item(of: try object(in: item, as: form), now: Timestamp(microseconds: 0))
  }
}
