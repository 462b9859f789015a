// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// Takes what a search finds.
protocol HitSink: ~Copyable {
  /// Takes the positions of a leaf that are members; at least one.
  mutating func add(_ leaf: Leaf, _ members: UInt64)
}

/// Memory that the thread keeps for its next search.
@safe
struct Scratch: ~Copyable {
  private(set) var memory: UnsafeMutableRawPointer
  private(set) var bytes = 0

  init() {
    guard let memory = unsafe gk_scratch_take(&bytes) else { fatalError("out of memory") }
    unsafe self.memory = unsafe memory
  }

  deinit { unsafe gk_scratch_give(memory, bytes) }

  /// Sees to so many bytes; the contents stay.
  mutating func reserve(_ size: Int) {
    while bytes < size {
      guard let larger = unsafe gk_scratch_grow(memory, &bytes) else { fatalError("out of memory") }
      unsafe memory = unsafe larger
    }
  }
}

/// What a search found: leaves with the positions that are members.
@usableFromInline @safe
struct Hits: ~Copyable, HitSink {
  @usableFromInline
  struct Run {
    @usableFromInline let leaf: Leaf
    @usableFromInline let members: UInt64
  }

  private var scratch = Scratch()
  /// How many runs there are.
  @usableFromInline private(set) var runs = 0
  /// How many places.
  @usableFromInline private(set) var places = 0

  init() {}

  mutating func add(_ leaf: Leaf, _ members: UInt64) {
    let offset = runs * MemoryLayout<Run>.stride
    scratch.reserve(offset + MemoryLayout<Run>.stride)
    unsafe (scratch.memory + offset).storeBytes(of: Run(leaf: leaf, members: members), as: Run.self)
    runs += 1
    places += members.nonzeroBitCount
  }

  @usableFromInline
  subscript(run: Int) -> Run {
    unsafe (scratch.memory + run * MemoryLayout<Run>.stride).load(as: Run.self)
  }
}
