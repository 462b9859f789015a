// SPDX-License-Identifier: Apache-2.0

/// A box of unit vectors in single precision: exactly the bounds of what it holds.
struct TreeBox: Equatable {
  var low: SIMD3<Float>
  var high: SIMD3<Float>

  /// The box of nothing: no circle touches it, and everything makes it grow.
  static let empty = TreeBox(
    low: SIMD3(repeating: .infinity), high: SIMD3(repeating: -.infinity))

  func joined(with other: TreeBox) -> TreeBox {
    TreeBox(
      low: low.replacing(with: other.low, where: other.low .< low),
      high: high.replacing(with: other.high, where: other.high .> high))
  }

  func holds(_ other: TreeBox) -> Bool { all(low .<= other.low) && all(other.high .<= high) }

  /// Whether a face of the other box lies on one of this.
  func shares(faceOf other: TreeBox) -> Bool { any(low .== other.low) || any(high .== other.high) }

  /// The sum of the edges: what growth is measured by.
  var margin: Float { (high - low).sum() }
}

/// An inner node of the tree: up to sixteen children with their boxes.
///
/// ```
/// 0     boxes                 six rows of sixteen: low x, y, z, high x, y, z
/// 384   members₈ × 16         of a leaf, a bit for each position that counts; of a node, the number of places below
/// 512   children₈ × 16        addresses
/// 640   count₄ epoch₄ number₄
/// ```
///
/// A node that a snapshot may see is never changed: a writer changes a copy, and the copy's parent to point to it.
@usableFromInline @safe
struct Node {
  static let children = 16
  static let bytes = 704
  @usableFromInline let base: UnsafeMutableRawPointer

  @usableFromInline
  init(_ base: UnsafeMutableRawPointer) { unsafe self.base = unsafe base }

  func begin(number: UInt32, epoch: UInt32) {
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: Node.bytes)
    for slot in 0..<Node.children { setBox(.empty, at: slot) }
    self.epoch = epoch
    unsafe base.storeBytes(of: number, toByteOffset: 648, as: UInt32.self)
  }

  var rows: UnsafeMutablePointer<Float> { unsafe base.assumingMemoryBound(to: Float.self) }

  var members: UnsafeMutablePointer<UInt64> {
    unsafe (base + 384).assumingMemoryBound(to: UInt64.self)
  }

  @usableFromInline var addresses: UnsafeMutablePointer<UnsafeMutableRawPointer> {
    unsafe (base + 512).assumingMemoryBound(to: UnsafeMutableRawPointer.self)
  }

  var count: Int {
    get { unsafe Int(base.load(fromByteOffset: 640, as: UInt32.self)) }
    nonmutating set { unsafe base.storeBytes(of: UInt32(newValue), toByteOffset: 640, as: UInt32.self) }
  }

  /// The epoch that the node was made in.
  var epoch: UInt32 {
    get { unsafe base.load(fromByteOffset: 644, as: UInt32.self) }
    nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: 644, as: UInt32.self) }
  }

  var number: UInt32 { unsafe base.load(fromByteOffset: 648, as: UInt32.self) }

  func box(at slot: Int) -> TreeBox {
    unsafe TreeBox(
      low: SIMD3(rows[slot], rows[slot + 16], rows[slot + 32]),
      high: SIMD3(rows[slot + 48], rows[slot + 64], rows[slot + 80]))
  }

  func setBox(_ box: TreeBox, at slot: Int) {
    for axis in 0..<3 {
      unsafe rows[slot + 16 * axis] = box.low[axis]
      unsafe rows[slot + 16 * axis + 48] = box.high[axis]
    }
  }

  /// The box of all children.
  var box: TreeBox { (0..<count).reduce(.empty) { $0.joined(with: box(at: $1)) } }

  /// The places below, where the children are leaves or nodes.
  func places(areLeaves: Bool) -> Int {
    (0..<count).reduce(0) { unsafe $0 + (areLeaves ? members[$1].nonzeroBitCount : Int(members[$1])) }
  }

  func append(_ address: UnsafeMutableRawPointer, box: TreeBox, members: UInt64) -> Int {
    let slot = count
    unsafe addresses[slot] = unsafe address
    unsafe self.members[slot] = members
    setBox(box, at: slot)
    count = slot + 1
    return slot
  }

  /// Removes a child; the last one takes its slot.
  func remove(at slot: Int) {
    let last = count - 1
    unsafe addresses[slot] = unsafe addresses[last]
    unsafe members[slot] = unsafe members[last]
    setBox(box(at: last), at: slot)
    unsafe members[last] = 0
    setBox(.empty, at: last)
    count = last
  }
}
