// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels
import Synchronization

/// A tree that any number of threads read and write: writers one after the other, readers on views of a moment.
@usableFromInline
final class SharedTree: Sendable {
  let tree: Mutex<PointTree>
  let kernels: gk_kernels

  @usableFromInline
  convenience init(storage: IDStorage) {
    let kernels = unsafe gk_best().pointee
    self.init(PointTree(storage: storage, kernels: kernels))
  }

  init(_ tree: consuming PointTree) {
    kernels = tree.kernels
    self.tree = Mutex(tree)
  }

  /// A tree of many places, nil if two of their ids are equal: `PointTree.load`.
  @usableFromInline
  static func loaded(
    _ storage: IDStorage, _ count: Int, coordinate: (Int) -> Coordinate,
    copyID: (Int, UnsafeMutableRawPointer) -> Void
  ) -> SharedTree? {
    var tree = PointTree(storage: storage, kernels: unsafe gk_best().pointee)
    let isUnambiguous = unsafe tree.load(count, coordinate: coordinate, copyID: copyID)
    return isUnambiguous ? SharedTree(tree) : nil
  }

  @usableFromInline var count: Int { tree.withLock { $0.count } }

  @usableFromInline
  func coordinate(of id: UnsafeRawPointer, hash: UInt64) -> Coordinate? {
    // Only read while the lock is held, during this call.
    nonisolated(unsafe) let id = unsafe id
    return tree.withLock { tree in
      unsafe tree.find(id, hash: hash).map { $0.leaf.coordinate(at: $0.position) }
    }
  }

  /// Inserts the id at an address or moves it: where it was, nil where it is new.
  @usableFromInline
  func place(_ id: UnsafeRawPointer, hash: UInt64, at coordinate: Coordinate) -> Coordinate? {
    tree.withLock { unsafe $0.place(id, hash: hash, at: coordinate) }
  }

  /// Inserts or moves the ids at addresses: `PointTree.placeAll`.
  @usableFromInline
  func placeAll(_ count: Int, id: (Int) -> UnsafeRawPointer, coordinate: (Int) -> Coordinate) {
    // Others have their turn after each part.
    let part = 256
    for start in stride(from: 0, to: count, by: part) {
      tree.withLock { tree in
        unsafe tree.placeAll(
          min(part, count - start), id: { unsafe id(start + $0) }, coordinate: { coordinate(start + $0) })
      }
    }
  }

  /// Removes the id at an address: where it was.
  @usableFromInline
  func remove(_ id: UnsafeRawPointer, hash: UInt64) -> Coordinate? {
    // Only read while the lock is held, during this call.
    nonisolated(unsafe) let id = unsafe id
    return tree.withLock { unsafe $0.remove(id, hash: hash) }
  }

  /// The tree as it is now.
  @usableFromInline
  func view() -> TreeView {
    tree.withLock { tree in
      let epoch = tree.pin()
      return TreeView(
        of: self, root: tree.node(tree.root), height: tree.height, count: tree.count, epoch: epoch)
    }
  }

  func unpin(_ epoch: UInt32) { tree.withLock { $0.unpin(epoch) } }
}
