// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Compares the items of a collection with its index, and puts right what has drifted.
///
/// ```swift
/// let report = try await IndexCheck(of: users).run()
/// for drift in report.drifts { print(drift.id, drift.kind) }
/// ```
///
/// Every item must have the index keys of its place, and each index one row for every item with a position, equal to it.
/// What does not agree at first is read again before it is called drift, by itself and, where the index lags behind, after a
/// while: others may write meanwhile. Reads the collection and each of its indexes once; keeps 32 bytes for each object.
public struct IndexCheck: Sendable {
  /// What is checked.
  public let index: GeoIndex
  private let settlingTime: Duration

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - index: The collection.
  ///   - settlingTime: How long an index may lag behind; nil for 2 s where reads are no snapshots, else 0.
  public init(of index: GeoIndex, settlingTime: Duration? = nil) {
    self.index = index
    self.settlingTime = settlingTime ?? (index.store.readsAreSnapshots ? .zero : .seconds(2))
  }

  /// Checks.
  ///
  /// - Parameters:
  ///   - repairing: Whether to give items the keys of their place again, provided that they are still there. A row that
  ///     differs though keys are right is written anew that way; one that no item accounts for cannot be.
  ///   - progress: Is told how many items and rows have been looked at.
  /// - Throws: `CancellationError`, or what the store throws.
  public func run(
    repairing: Bool = false, progress: (Int) async throws -> Void = { _ in }
  ) async throws -> IndexCheckReport {
    var report = IndexCheckReport()
    var survey = ItemSurvey(indexes: index.settings.indexes)
    try await index.forEachItem { items in
      for item in items { survey.take(item, of: index.items) }
      try await progress(survey.objects)
    }
    report.objects = survey.objects
    report.located = survey.expected.count
    for cells in indexes {
      var rows = RowSurvey(expecting: survey.expected, settings: index.settings)
      let ranges = ranges(in: survey.partitions[cells.number])
      if !ranges.isEmpty {
        _ = try await index.store.read(ranges, of: index.collection, index: cells, into: &rows)
      }
      report.rows += rows.rows
      survey.suspects.merge(rows.suspects) { $0.union($1) }
      for id in try await ids(hashedTo: rows.unseen) {
        survey.suspects.merge([id: []]) { known, _ in known }
      }
      try await progress(report.objects + report.rows)
    }
    guard !survey.suspects.isEmpty else { return report }
    try await Task.sleep(for: settlingTime)
    for (id, leaves) in survey.suspects.sorted(by: { $0.key < $1.key }) {
      guard let kind = try await drift(of: id, lookingAt: leaves) else { continue }
      var drift = IndexDrift(id: id, kind: kind)
      if repairing, kind != .damagedItem, kind != .extraRow {
        drift.isRepaired = try await repair(id, lookingAt: leaves)
      }
      report.add(drift)
    }
    return report
  }

  /// One index serves all levels where ranges span partitions.
  private var indexes: [CellIndex] {
    index.store.rangesSpanPartitions ? [index.settings.indexes[0]] : index.settings.indexes
  }

  /// Everything, or the partitions in which an item's keys or place lie: no other one can hold a row.
  private func ranges(in partitions: Set<ClosedRange<UInt64>>) -> [IndexRange] {
    let all: [ClosedRange<UInt64>] =
      index.store.rangesSpanPartitions
      ? [0...UInt64(Int64.max)] : partitions.sorted { $0.lowerBound < $1.lowerBound }
    return all.map { IndexRange(leaves: $0, minimumDistanceMeters: 0) }
  }

  /// The ids behind hashes, found by reading all keys once more.
  private func ids(hashedTo hashes: [UInt64: UInt64]) async throws -> [ObjectID] {
    guard !hashes.isEmpty else { return [] }
    var ids: [ObjectID] = []
    try await index.forEachItem(attributes: [KeySchema.Name.partition, KeySchema.Name.sort]) { items in
      for item in items {
        guard let id = index.items.id(of: item) else { continue }
        if hashes[RowSurvey.hash(ofID: id.text.string.utf8)] != nil { ids.append(id) }
      }
    }
    return ids
  }

  /// What is wrong with an object now.
  private func drift(of id: ObjectID, lookingAt leaves: Set<UInt64>) async throws -> IndexDrift.Kind? {
    let item = try await index.store.get(KeySchema.object(id, in: index.collection))
    var expected: ExpectedRow?
    if let item {
      guard let row = try? ExpectedRow(item, of: index.items) else { return .damagedItem }
      guard row.hasRightKeys else { return .wrongKeys }
      expected = row
    }
    for cells in indexes {
      var finder = RowFinder(of: id)
      let places = leaves.union(expected?.place.map { [$0.leaf] } ?? [])
      if !places.isEmpty {
        _ = try await index.store.read(
          places.sorted().map { IndexRange(leaves: $0...$0, minimumDistanceMeters: 0) },
          of: index.collection, index: cells, into: &finder)
      }
      guard let expected, expected.place != nil else {
        if !finder.hashes.isEmpty { return .extraRow }
        continue
      }
      if finder.hashes.isEmpty { return .missingRow }
      if finder.hashes != [expected.hash] { return .staleRow }
    }
    return nil
  }

  /// Gives an item the index keys of its place, if it is still there.
  ///
  /// - Returns: Whether nothing is wrong any more.
  private func repair(_ id: ObjectID, lookingAt leaves: Set<UInt64>) async throws -> Bool {
    let key = KeySchema.object(id, in: index.collection)
    guard let item = try await index.store.get(key), let row = try? ExpectedRow(item, of: index.items) else {
      return false
    }
    var update = Update()
    for number in index.settings.partitionLevels.indices {
      update.remove.insert(AttributePath(KeySchema.Name.cellPartition(number)))
      update.remove.insert(AttributePath(KeySchema.Name.cellSort(number)))
    }
    if let place = row.place {
      let keys = index.items.position(place.coordinate, at: place.movedAt)
      for path in update.remove { update.set[path] = .value(keys[path.names[0]]!) }
      update.remove = []
    }
    let unchanged = [KeySchema.Name.latitude, KeySchema.Name.longitude, KeySchema.Name.movedAt].map { name in
      item[name].map { Condition.equals(AttributePath(name), $0) } ?? .notExists(AttributePath(name))
    }
    do {
      try await index.store.update(
        key, update, if: .all([.exists("pk")] + unchanged), returning: .none)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {
      // Somebody moved or deleted it, with the right keys.
    }
    try await Task.sleep(for: settlingTime)
    return try await drift(of: id, lookingAt: leaves) == nil
  }
}
