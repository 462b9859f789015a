// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Copies a collection into another table, of any store and with settings of its own, and proves that it arrived.
///
/// ```swift
/// let copy = try await CollectionCopy(of: users, into: table)
/// let report = try await copy.run { print($0.objects) }
/// ```
///
/// Pages of the source are put into the target; after each the target notes how far the copy is. Whoever runs the same copy
/// again after an interruption goes on from there. At the end the target is read: number and checksum of its objects must be
/// those of what was read from the source. Index keys are made anew from coordinates, times are kept.
///
/// It is no replication: what changes in the source after it was read stays in the target as it was read.
public struct CollectionCopy: Sendable {
  /// How a copy begins.
  public struct Options: Hashable, Sendable {
    /// Whether to forget how far an interrupted copy is, and read the source from its beginning.
    public var restarts = false
    /// Whether to copy into a collection that holds other objects. Each object is then put by itself, provided that the
    /// target does not hold one that came to its place later; others may write to the target meanwhile.
    public var keepsNewer = false

    /// Makes options; the defaults go on with an interrupted copy, and refuse a collection that holds objects.
    public init(restarts: Bool = false, keepsNewer: Bool = false) {
      self.restarts = restarts
      self.keepsNewer = keepsNewer
    }
  }

  /// What is copied.
  public let source: GeoIndex
  /// Where to.
  public let target: GeoIndex

  private let isTargetNew: Bool
  private let key: PrimaryKey

  /// Prepares a copy; makes the target's collection, and its settings, where they do not exist yet.
  ///
  /// - Parameters:
  ///   - source: The collection to copy.
  ///   - store: The table to copy it to.
  ///   - name: What the collection is called there; nil for the same.
  ///   - settings: The settings of a new table, which those of an existing one must equal; nil for the source's, or
  ///     whatever they are.
  /// - Throws: `StoreError` with `settingsMismatch` when the collection exists and its index carries other attributes, or
  ///   the table was made otherwise; `validation` for a copy of a collection onto itself.
  public init(
    of source: GeoIndex, into store: any GeoStore, as name: CollectionName? = nil,
    settings: TableSettings? = nil
  ) async throws {
    let name = name ?? source.collection
    let catalog = try await Catalog(of: store)
    guard source.collection != name || source.tableID != catalog.tableID || source.tableID == 0 else {
      throw StoreError(.validation, "collection \(name) cannot be copied onto itself", operation: "copy")
    }
    self.source = source
    isTargetNew = !catalog.collections.contains { $0.name == name }
    target = try await GeoIndex(
      creating: name, in: store, indexed: source.indexed,
      settings: settings ?? (catalog.settings == nil ? source.settings : nil))
    var fingerprint = StableHash()
    fingerprint.combine(UInt64(bitPattern: source.tableID))
    fingerprint.combine(bytes: source.collection.description.utf8)
    key = KeySchema.copy(into: name, from: fingerprint.value)
  }

  /// Copies what is left to copy, and verifies the whole.
  ///
  /// - Parameters:
  ///   - options: How to begin.
  ///   - progress: Is told after each page how far the copy is.
  /// - Throws: `StoreError` with `targetNotEmpty` when the target's collection holds objects that no earlier run of this
  ///   copy put there; `copyDiffers` when the target is not what was read; what the stores throw. After an error, and
  ///   after cancellation, the copy may be run again.
  public func run(
    _ options: Options = Options(), progress: (CopyProgress) async throws -> Void = { _ in }
  ) async throws -> CopyReport {
    var state = try await beginning(options)
    let resumedAfter = state.checksum.count
    let total = try await estimatedTotal()
    var following = state.isRead ? nil : try await source.objects(after: state.start)
    while let page = following {
      // The next page is read while this one is written.
      async let next = page.next == nil ? nil : source.objects(after: page.next)
      if state.keepsNewer {
        state.kept += try await target.putKeepingNewer(page.objects)
      } else if !page.objects.isEmpty {
        try await target.load(page.objects)
      }
      for object in page.objects { state.checksum.add(object) }
      state.start = page.next
      state.isRead = page.next == nil
      try await target.store.put(state.item(under: key))
      try await progress(CopyProgress(phase: .copying, objects: state.checksum.count, total: total))
      following = try await next
    }
    let verification = CopyVerification(source: source, target: target)
    let checked = state.checksum
    var isProven = false
    if !state.keepsNewer { isProven = try await verification.isEqual(to: checked, progress) }
    if !isProven {
      try await verification.compare(keepsNewer: state.keepsNewer, total: checked.count, progress)
    }
    try await target.store.delete(key, if: nil, returningOld: false)
    return CopyReport(objects: checked.count, kept: state.kept, resumedAfter: resumedAfter)
  }

  /// The state to go on from, written down before the first object is.
  private func beginning(_ options: Options) async throws -> CopyState {
    let earlier = try await target.store.get(key)
    if let earlier, !options.restarts { return try CopyState(earlier) }
    // What an earlier run put there is no reason to refuse.
    let keepsNewer = try options.keepsNewer || earlier.map { try CopyState($0).keepsNewer } ?? false
    let mayWrite = isTargetNew || earlier != nil || keepsNewer
    if !mayWrite, try await target.holdsObjects() {
      throw StoreError(
        .targetNotEmpty, "collection \(target.collection) of the target already holds objects",
        operation: "copy")
    }
    let state = CopyState(keepsNewer: keepsNewer)
    try await target.store.put(state.item(under: key))
    return state
  }

  /// The source's objects with a position, by its counts.
  private func estimatedTotal() async throws -> Int? {
    try await source.store.counts(of: source.collection, in: 0...UInt64(Int64.max))?
      .reduce(0) { $0 + $1.count }
  }
}

extension GeoIndex {
  /// Whether there is any object. Reads up to the first.
  fileprivate func holdsObjects() async throws -> Bool {
    var start: PrimaryKey?
    repeat {
      let page = try await objects(after: start)
      if !page.objects.isEmpty { return true }
      start = page.next
    } while start != nil
    return false
  }

  /// Puts objects, each provided that the one in its place did not come there later. Sixteen at a time.
  ///
  /// - Returns: How many were not put.
  fileprivate func putKeepingNewer(_ objects: [GeoObject]) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      var kept = 0
      for (place, object) in objects.enumerated() {
        if place >= 16, try await group.next() == false { kept += 1 }
        group.addTask { try await putUnlessNewer(object) }
      }
      for try await isPut in group where !isPut { kept += 1 }
      return kept
    }
  }

  private func putUnlessNewer(_ object: GeoObject) async throws -> Bool {
    let movedAt = AttributePath(KeySchema.Name.movedAt)
    var condition = Condition.notExists(movedAt)
    if let time = object.movedAt {
      condition = .any([condition, .lessOrEqual(movedAt, .number(DecimalNumber(time.microseconds)))])
    }
    do {
      try await store.put(items.item(of: object, now: .now), if: condition, returningOld: false)
      return true
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      return false
    }
  }
}
