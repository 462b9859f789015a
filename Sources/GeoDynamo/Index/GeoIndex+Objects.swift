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
    try await put(GeoObject(id: id, coordinate: coordinate, movedAt: time, attributes: attributes))
  }

  /// Puts an object in place of the one of its id, if any: position, attributes, access list and all.
  ///
  /// - Throws: For a viewer who may not write the one that is there `StoreError` with `objectNotFound`.
  public func put(_ object: GeoObject) async throws {
    try Self.checkNames(object.attributes.keys.lazy.filter { $0 != KeySchema.Name.access })
    let item = items.item(of: object, now: .now)
    guard let viewer else { return try await store.put(item) }
    try await orNotFound(object.id, "put") {
      try await store.put(item, if: .any([.notExists("pk"), viewer.mayWrite]), returningOld: false)
    }
  }

  /// Gives an object an access list, or takes it away, so that it is everybody's.
  ///
  /// - Throws: `StoreError` with `objectNotFound`.
  public func setAccess(_ id: ObjectID, _ access: AccessList?) async throws {
    let path = items.path(of: KeySchema.Name.access)
    try await change(id, by: access.map { Update(set: [path: .value($0.value)]) } ?? Update(remove: [path]))
  }

  /// Puts many objects, each in place of the one of its id, as fast as the store can; of two with one id the later stays.
  ///
  /// They are durable when this returns. If it throws, any of them may be, each whole.
  public func load(_ objects: [GeoObject]) async throws {
    guard viewer == nil else {
      for object in objects { try await put(object) }
      return
    }
    for object in objects {
      try Self.checkNames(object.attributes.keys.lazy.filter { $0 != KeySchema.Name.access })
    }
    try await store.load(ObjectBatch(objects, now: .now, as: items))
  }

  /// The object of an id; nil when there is none, or none that the viewer may see.
  public func get(_ id: ObjectID) async throws -> GeoObject? {
    try await store.get(KeySchema.object(id, in: collection)).map(items.object(in:)).flatMap {
      isVisible($0) ? $0 : nil
    }
  }

  private func isVisible(_ object: GeoObject) -> Bool {
    viewer?.isAllowed(AccessList.readers, by: object.attributes[KeySchema.Name.access]) ?? true
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
        if: .all([mayChange, .any([isUnplaced, isNewer])]),
        returning: .none)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      guard let old = error.oldItem, mayWrite(old), let movedAt = ObjectItems.movedAt(in: old) else {
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
      try await store.delete(KeySchema.object(id, in: collection), if: mayChange, returningOld: false)
    }
  }

  /// One page of all objects, with and without a position, in no stated order.
  ///
  /// - Parameter start: The `next` of the page before.
  public func objects(after start: PrimaryKey? = nil) async throws -> (
    objects: [GeoObject], next: PrimaryKey?
  ) {
    let page = try await store.scan(allObjects(after: start))
    return (try page.items.map(items.object(in:)).filter(isVisible), page.next)
  }

  /// How many objects there are, with and without a position. Reads them all on DynamoDB, their keys on SQLite.
  public func objectCount() async throws -> Int {
    var (count, start): (Int, PrimaryKey?) = (0, nil)
    guard viewer == nil else {
      repeat {
        let page = try await objects(after: start)
        (count, start) = (count + page.objects.count, page.next)
      } while start != nil
      return count
    }
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
    for name in names {
      if name.string.isEmpty { throw .attribute("", reason: "its name must not be empty") }
      guard name != KeySchema.Name.access else {
        throw .attribute(name.string, reason: "the name is the access list's; set it by that")
      }
    }
  }

  /// Holds for an object that is there and that the viewer may write.
  private var mayChange: Condition { viewer.map { .all([.exists("pk"), $0.mayWrite]) } ?? .exists("pk") }

  private func mayWrite(_ item: Item) -> Bool {
    viewer?.isAllowed(AccessList.writers, by: item[KeySchema.Name.indexed]?.map?[KeySchema.Name.access])
      ?? true
  }

  private func change(_ id: ObjectID, by update: Update) async throws {
    try await orNotFound(id, "set") {
      try await store.update(
        KeySchema.object(id, in: collection), update, if: mayChange, returning: .none)
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
