// SPDX-License-Identifier: Apache-2.0

/// What the tree, which knows ids only as bytes, must be able to do with them.
@usableFromInline @safe
struct IDStorage: Sendable {
  /// From one id to the next, in bytes.
  let stride: Int
  /// The hash of the id at an address.
  let hash: @Sendable (UnsafeRawPointer) -> UInt64
  /// Whether two ids are equal.
  let areEqual: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// Makes a copy of an id at the first address of the one at the second; nil where bytes do.
  let copy: (@Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void)?
  /// Ends so many ids from an address on; nil where nothing need be done.
  let end: (@Sendable (UnsafeMutableRawPointer, Int) -> Void)?

  @inlinable
  init<ID: Hashable & Sendable>(of type: ID.Type) {
    var copy: (@Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void)?
    var end: (@Sendable (UnsafeMutableRawPointer, Int) -> Void)?
    if !_isPOD(ID.self) {
      unsafe copy = {
        unsafe $0.initializeMemory(as: ID.self, from: $1.assumingMemoryBound(to: ID.self), count: 1)
      }
      unsafe end = { unsafe _ = $0.assumingMemoryBound(to: ID.self).deinitialize(count: $1) }
    }
    unsafe self.init(
      stride: MemoryLayout<ID>.stride,
      hash: { unsafe IDStorage.hash($0.assumingMemoryBound(to: ID.self).pointee) },
      areEqual: {
        unsafe $0.assumingMemoryBound(to: ID.self).pointee == $1.assumingMemoryBound(to: ID.self).pointee
      },
      copy: copy, end: end)
  }

  @usableFromInline
  init(
    stride: Int, hash: @escaping @Sendable (UnsafeRawPointer) -> UInt64,
    areEqual: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    copy: (@Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void)?,
    end: (@Sendable (UnsafeMutableRawPointer, Int) -> Void)?
  ) {
    self.stride = stride
    unsafe self.hash = unsafe hash
    unsafe self.areEqual = unsafe areEqual
    unsafe self.copy = unsafe copy
    unsafe self.end = unsafe end
  }

  /// The hash of an id: 64 bits that all depend on all of it.
  @inlinable
  static func hash<ID: Hashable>(_ id: ID) -> UInt64 {
    // Numbers are mixed by one multiplication each way; the standard hash would cost more than all the rest of a look-up.
    if let number = id as? UInt32 { return mixed(UInt64(number)) }
    if let number = id as? UInt64 { return mixed(number) }
    if let number = id as? Int { return mixed(UInt64(bitPattern: Int64(number))) }
    return UInt64(bitPattern: Int64(id.hashValue))
  }

  @inlinable
  static func mixed(_ number: UInt64) -> UInt64 {
    let product = (number ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
