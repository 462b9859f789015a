// SPDX-License-Identifier: Apache-2.0

/// A place as the tree holds it: the unit vector in single precision to preselect by, the degrees to decide by.
@usableFromInline
struct TreePoint {
  let x: Float
  let y: Float
  let z: Float
  @usableFromInline let latitude: Double
  @usableFromInline let longitude: Double

  @usableFromInline
  init(_ coordinate: Coordinate) {
    let vector = UnitVector(coordinate)
    (x, y, z) = (Float(vector.x), Float(vector.y), Float(vector.z))
    (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
  }
}

/// Up to 64 places of the tree with their ids.
///
/// ```
/// 0        number₄ capacity₁ used₁
/// 16       tags                      a byte of each id's hash
/// r        x, y, z                   three rows of single precision; r is 64, of a leaf of more than 48 places 128
/// + 12 c   latitude, longitude       pairs of degrees
/// + 28 c   ids
/// ```
///
/// A position is written once in a leaf's life. Which positions count is said by the leaf's parent; so a writer can add
/// a place that no earlier snapshot sees, and remove one that every earlier snapshot keeps, without a copy of the leaf.
@usableFromInline @safe
struct Leaf {
  static let places = 64
  /// Capacities are multiples of this.
  static let step = 8
  @usableFromInline let base: UnsafeMutableRawPointer

  @usableFromInline
  init(_ base: UnsafeMutableRawPointer) { unsafe self.base = unsafe base }

  static func bytes(capacity: Int, idStride: Int) -> Int { rowOffset(capacity) + capacity * (28 + idStride) }

  /// The least capacity for so many places.
  static func capacity(for places: Int) -> Int { min((places + step - 1) / step * step, Leaf.places) }

  @inlinable
  static func rowOffset(_ capacity: Int) -> Int { capacity <= 48 ? 64 : 128 }

  @usableFromInline var number: UInt32 { unsafe base.load(as: UInt32.self) }

  @inlinable var capacity: Int { unsafe Int(base.load(fromByteOffset: 4, as: UInt8.self)) }

  /// How many positions have been written, whether their places are still there or not.
  var used: Int {
    get { unsafe Int(base.load(fromByteOffset: 5, as: UInt8.self)) }
    nonmutating set { unsafe base.storeBytes(of: UInt8(newValue), toByteOffset: 5, as: UInt8.self) }
  }

  func begin(number: UInt32, capacity: Int) {
    unsafe base.storeBytes(of: number, as: UInt32.self)
    unsafe base.storeBytes(of: UInt8(capacity), toByteOffset: 4, as: UInt8.self)
    used = 0
  }

  var tags: UnsafeMutablePointer<UInt8> { unsafe (base + 16).assumingMemoryBound(to: UInt8.self) }

  var rows: UnsafeMutablePointer<Float> {
    unsafe (base + Leaf.rowOffset(capacity)).assumingMemoryBound(to: Float.self)
  }

  @inlinable var coordinates: UnsafeMutablePointer<Double> {
    unsafe (base + Leaf.rowOffset(capacity) + 12 * capacity).assumingMemoryBound(to: Double.self)
  }

  @inlinable var ids: UnsafeMutableRawPointer { unsafe base + Leaf.rowOffset(capacity) + 28 * capacity }

  func place(at position: Int) -> SIMD3<Float> {
    unsafe SIMD3(rows[position], rows[position + capacity], rows[position + 2 * capacity])
  }

  @inlinable
  func coordinate(at position: Int) -> Coordinate {
    unsafe Coordinate(
      uncheckedLatitude: coordinates[2 * position], longitude: coordinates[2 * position + 1])
  }

  /// Writes a place and its tag to the next position; the id is the caller's.
  func append(_ point: TreePoint, tag: UInt8) -> Int {
    append(
      SIMD3(point.x, point.y, point.z), latitude: point.latitude, longitude: point.longitude, tag: tag)
  }

  /// Copies all of a position but its id to the next one here.
  func append(position: Int, of other: Leaf) -> Int {
    unsafe append(
      other.place(at: position), latitude: other.coordinates[2 * position],
      longitude: other.coordinates[2 * position + 1], tag: other.tags[position])
  }

  private func append(
    _ place: SIMD3<Float>, latitude: Double, longitude: Double, tag: UInt8
  ) -> Int {
    let (position, capacity) = (used, capacity)
    let (rows, coordinates) = unsafe (rows, coordinates)
    unsafe rows[position] = place.x
    unsafe rows[position + capacity] = place.y
    unsafe rows[position + 2 * capacity] = place.z
    unsafe coordinates[2 * position] = latitude
    unsafe coordinates[2 * position + 1] = longitude
    unsafe tags[position] = tag
    used = position + 1
    return position
  }
}

/// The positions of the bits that are set, from the lowest up.
@usableFromInline
struct Bits: Sequence, IteratorProtocol {
  @usableFromInline var mask: UInt64

  @inlinable
  init(_ mask: UInt64) { self.mask = mask }

  @inlinable
  mutating func next() -> Int? {
    guard mask != 0 else { return nil }
    let bit = mask.trailingZeroBitCount
    mask &= mask &- 1
    return bit
  }
}
