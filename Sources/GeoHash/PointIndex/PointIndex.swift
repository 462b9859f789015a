// SPDX-License-Identifier: Apache-2.0

/// Places under ids in memory, to be asked who is near: all within a distance, the nearest, those in a box or any other region.
///
/// ```swift
/// let index = PointIndex<UInt32>()
/// index.place(7, at: try Coordinate(latitude: 51.5, longitude: -0.12))
/// let found = index.near(try Coordinate(latitude: 51.51, longitude: -0.1), within: .kilometers(2))
/// print(found[0].id, found[0].distance.meters)
/// ```
///
/// Answers are exact: `DistanceMeter` decides who is within and who is nearer, as in every store. Any number of threads may read
/// and write at the same time. Each query sees one moment; a `snapshot()` lets several see the same one, and queries on it wait for nobody.
///
/// An id takes part once. Ids are told apart by `==`, and places at equal distances are put in the order of `<`; `UInt32`, `UInt64` and `Int` are
/// the fastest ids. Memory: 35 bytes and an id for each loaded place, about 50 and one and a half ids after many moves.
public final class PointIndex<ID: Hashable & Comparable & Sendable>: Sendable {
  /// A place that was found.
  public struct Match: Sendable {
    /// Whose place it is.
    public let id: ID
    /// The place.
    public let coordinate: Coordinate
    /// How far it is from where the query is about.
    public let distance: Distance

    @usableFromInline
    init(id: ID, coordinate: Coordinate, meters: Double) {
      self.id = id
      self.coordinate = coordinate
      distance = Distance(uncheckedMeters: meters)
    }
  }

  @usableFromInline let tree: SharedTree

  init(tree: SharedTree) { self.tree = tree }

  /// Makes an empty index.
  @inlinable
  public init() { tree = SharedTree(storage: IDStorage(of: ID.self)) }

  /// Makes an index of many places at once: faster than placing one after another, and more compact. O(n log n).
  ///
  /// Of several places of one id the last counts.
  @inlinable
  public init(_ places: [(id: ID, coordinate: Coordinate)]) {
    if let tree = PointIndex.loaded(places) {
      self.tree = tree
    } else {
      let last = Dictionary(places.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
      guard let tree = PointIndex.loaded(last.values.sorted().map { places[$0] }) else {
        preconditionFailure("ids that are equal must have equal hashes")
      }
      self.tree = tree
    }
  }

  @inlinable
  static func loaded(_ places: [(id: ID, coordinate: Coordinate)]) -> SharedTree? {
    unsafe SharedTree.loaded(
      IDStorage(of: ID.self), places.count, coordinate: { places[$0].coordinate },
      copyID: { unsafe $1.initializeMemory(as: ID.self, to: places[$0].id) })
  }

  /// How many places there are.
  public var count: Int { tree.count }

  /// Where an id is; nil when it is nowhere. O(1).
  @inlinable
  public func coordinate(of id: ID) -> Coordinate? {
    unsafe withUnsafePointer(to: id) { unsafe tree.coordinate(of: $0, hash: IDStorage.hash(id)) }
  }

  /// Inserts an id or moves it: where it was before, nil when it was nowhere. O(log n).
  @inlinable @discardableResult
  public func place(_ id: ID, at coordinate: Coordinate) -> Coordinate? {
    unsafe withUnsafePointer(to: id) {
      unsafe tree.place($0, hash: IDStorage.hash(id), at: coordinate)
    }
  }

  /// Inserts or moves many ids, in their order: about twice as fast as one at a time. Others may read and write in between.
  @inlinable
  public func place(_ places: [(id: ID, coordinate: Coordinate)]) {
    unsafe places.withUnsafeBufferPointer { places in
      let start = unsafe UnsafeRawPointer(places.baseAddress)
      unsafe tree.placeAll(
        places.count,
        id: { unsafe start.unsafelyUnwrapped + $0 * MemoryLayout<(id: ID, coordinate: Coordinate)>.stride },
        coordinate: { unsafe places[$0].coordinate })
    }
  }

  /// Removes an id: where it was, nil when it was nowhere. O(log n).
  @inlinable @discardableResult
  public func remove(_ id: ID) -> Coordinate? {
    unsafe withUnsafePointer(to: id) { unsafe tree.remove($0, hash: IDStorage.hash(id)) }
  }

  /// The index as it is now.
  ///
  /// It costs as much as an allocation. While snapshots live, what is written meanwhile takes memory of its own: up to 700 bytes for
  /// each node that changed since the latest.
  @inlinable
  public func snapshot() -> Snapshot { Snapshot(view: tree.view()) }
}
