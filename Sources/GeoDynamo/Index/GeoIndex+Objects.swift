// SPDX-License-Identifier: Apache-2.0

public import GeoHash

extension GeoIndex {
  /// Puts an object in place of the one of its id, if any: position, attributes and all.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - coordinate: Where it is; nil for an object without a position.
  ///   - attributes: All its attributes.
  ///   - time: When it came there; nil for now.
  public func put(
    _ id: ObjectID, at coordinate: Coordinate?, attributes: Item = [:], time: Timestamp? = nil
  ) async throws {
    try Self.checkNames(attributes.keys)
    let object = GeoObject(id: id, coordinate: coordinate, movedAt: time, attributes: attributes)
    try await store.put(items.item(of: object, now: .now))
  }

  /// Puts many objects, each in place of the one of its id, as fast as the store can; of two with one id the later stays.
  ///
  /// They are durable when this returns. If it throws, any of them may be, each whole.
  public func load(_ objects: [GeoObject]) async throws {
    for object in objects { try Self.checkNames(object.attributes.keys) }
    try await store.load(ObjectBatch(objects, now: .now, as: items))
  }

  /// The object of an id; nil when there is none.
  public func get(_ id: ObjectID) async throws -> GeoObject? {
    try await store.get(KeySchema.object(id, in: collection)).map(items.object(in:))
  }

  /// Gives an object attributes, new or in place of those it has under these names. Others stay.
  ///
  /// - Throws: `StoreError` with `objectNotFound`.
  public func set(_ id: ObjectID, _ attributes: Item) async throws {
    try Self.checkNames(attributes.keys)
    var update = Update()
    for (name, value) in attributes { update.set[items.path(of: name)] = .value(value) }
    try await change(id, by: update)
  }

  /// Takes attributes from an object; those it has not are no error.
  ///
  /// - Throws: `StoreError` with `objectNotFound`.
  public func unset(_ id: ObjectID, _ attributes: Set<UTF8String>) async throws {
    try Self.checkNames(attributes)
    try await change(id, by: Update(remove: Set(attributes.map(items.path))))
  }

  /// Moves an object: one conditional update of its item, which the index follows.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - coordinate: Where it is now.
  ///   - time: When it came there; nil for now.
  /// - Throws: `StoreError` with `objectNotFound`, or with `staleMove` when the object came to its present place at
  ///   `time` or later.
  public func move(_ id: ObjectID, to coordinate: Coordinate, time: Timestamp? = nil) async throws {
    let time = time ?? .now
    let update = Update(
      set: items.position(coordinate, at: time).reduce(into: [:]) { set, attribute in
        set[AttributePath(attribute.key)] = .value(attribute.value)
      })
    let isNewer = Condition.less(
      AttributePath(KeySchema.Name.movedAt), .number(DecimalNumber(time.microseconds)))
    let isUnplaced = Condition.notExists(AttributePath(KeySchema.Name.movedAt))
    do {
      try await store.update(
        KeySchema.object(id, in: collection), update,
        if: .all([.exists("pk"), .any([isUnplaced, isNewer])]),
        returning: .none)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      guard let old = error.oldItem, let movedAt = ObjectItems.movedAt(in: old) else {
        throw notFound(id, "move")
      }
      throw StoreError(
        .staleMove, "object \"\(id)\" came to its place at \(movedAt), not before this move of \(time)",
        operation: "move")
    }
  }

  /// Deletes an object.
  ///
  /// - Throws: `StoreError` with `objectNotFound`.
  public func delete(_ id: ObjectID) async throws {
    try await orNotFound(id, "delete") {
      try await store.delete(KeySchema.object(id, in: collection), if: .exists("pk"), returningOld: false)
    }
  }

  /// One page of all objects, with and without a position, in no stated order.
  ///
  /// - Parameter start: The `next` of the page before.
  public func objects(after start: PrimaryKey? = nil) async throws -> (
    objects: [GeoObject], next: PrimaryKey?
  ) {
    let page = try await store.scan(allObjects(after: start))
    return (try page.items.map(items.object(in:)), page.next)
  }

  /// How many objects there are, with and without a position. Reads them all on DynamoDB, their keys on SQLite.
  public func objectCount() async throws -> Int {
    var (count, start): (Int, PrimaryKey?) = (0, nil)
    repeat {
      let page = try await store.scan(allObjects(after: start, countOnly: true))
      count += page.count
      start = page.next
    } while start != nil
    return count
  }

  func allObjects(
    after start: PrimaryKey?, projection: Set<UTF8String>? = nil, countOnly: Bool = false
  ) -> ScanRequest {
    ScanRequest(
      partitionPrefix: KeySchema.objectPrefix(of: collection),
      filter: .equals("sk", .string(KeySchema.objectSort)), start: start, projection: projection,
      countOnly: countOnly)
  }

  private static func checkNames(_ names: some Sequence<UTF8String>) throws(InputError) {
    for name in names where name.string.isEmpty {
      throw .attribute("", reason: "its name must not be empty")
    }
  }

  private func change(_ id: ObjectID, by update: Update) async throws {
    try await orNotFound(id, "set") {
      try await store.update(
        KeySchema.object(id, in: collection), update, if: .exists("pk"), returning: .none)
    }
  }

  private func orNotFound(_ id: ObjectID, _ operation: String, _ write: () async throws -> Item?) async throws
  {
    do {
      _ = try await write()
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      throw notFound(id, operation)
    }
  }

  func notFound(_ id: ObjectID, _ operation: String) -> StoreError {
    StoreError(
      .objectNotFound, "no object \"\(id)\" in collection \(collection)", operation: operation)
  }
}
