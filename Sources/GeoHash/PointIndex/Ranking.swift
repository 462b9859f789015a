// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// Places with their distances, to be put in order.
@usableFromInline @safe
struct Ranking: ~Copyable, HitSink {
  /// A place: its reference is the address of its leaf, which is a multiple of 64, plus its position.
  @usableFromInline
  struct Ranked {
    @usableFromInline let meters: Double
    let reference: UInt64

    @usableFromInline var leaf: Leaf {
      unsafe Leaf(UnsafeMutableRawPointer(bitPattern: UInt(reference & ~63)).unsafelyUnwrapped)
    }
    @usableFromInline var position: Int { Int(reference & 63) }
  }

  private var scratch = Scratch()
  private let kernels: gk_kernels
  private let origin: gk_origin
  /// Farther ones are left out.
  var radiusMeters: Double
  @usableFromInline private(set) var count = 0
  /// When so many are there, `cut` pays.
  private var cutAt = 0

  init(_ probe: CircleProbe, _ kernels: gk_kernels) {
    self.kernels = kernels
    origin = probe.origin
    radiusMeters = probe.radiusMeters
  }

  private var ranked: UnsafeMutablePointer<Ranked> {
    unsafe scratch.memory.assumingMemoryBound(to: Ranked.self)
  }

  @usableFromInline
  subscript(rank: Int) -> Ranked { unsafe ranked[rank] }

  /// Measures the members and takes those within the radius.
  mutating func add(_ leaf: Leaf, _ members: UInt64) {
    // Room for twice as many: the second half serves to sort.
    scratch.reserve((count + Leaf.places) * 2 * MemoryLayout<Ranked>.stride)
    let reference = unsafe UInt64(UInt(bitPattern: leaf.base))
    unsafe withUnsafePointer(to: origin) { origin in
      unsafe (ranked + count).withMemoryRebound(to: gk_ranked.self, capacity: Leaf.places) { end in
        count += unsafe kernels.rank(origin, radiusMeters, leaf.coordinates, members, reference, end)
      }
    }
  }

  /// Leaves out what is not among the nearest `limit`, but keeps all that are as near as the last of these, if it is time for that.
  ///
  /// Returns the distance of the last, nil when nothing was done.
  mutating func cut(to limit: Int) -> Double? {
    guard count >= max(cutAt, limit) else { return nil }
    sort()
    let last = unsafe ranked[limit - 1].meters
    var end = limit
    while unsafe end < count && ranked[end].meters == last { end += 1 }
    count = end
    cutAt = count + max(count / 2, 8)
    return last
  }

  // MARK: Order

  /// Puts the nearest first; places at equal distances are in no order.
  mutating func sort() {
    if count > 24 { distribute() }
    var moves = 8 * count
    for index in 1..<max(count, 1) {
      let item = unsafe ranked[index]
      var place = index
      while place > 0, unsafe ranked[place - 1].meters > item.meters {
        unsafe ranked[place] = unsafe ranked[place - 1]
        place -= 1
      }
      unsafe ranked[place] = item
      moves -= index - place
      if moves < 0, count > 24 {
        // So many distances that differ by less than a bucket: nothing but a sort by comparison helps.
        var all = unsafe UnsafeMutableBufferPointer(start: ranked, count: count)
        unsafe all.sort { $0.meters < $1.meters }
        return
      }
    }
  }

  /// Puts the places into buckets by their distance as a share of the greatest one, so that few are out of order within each: once into
  /// twice as many buckets as places, or twice into 4,096, by lower bits first. O(n).
  private mutating func distribute() {
    var greatest = 0.0
    for index in 0..<count { greatest = unsafe max(greatest, ranked[index].meters) }
    guard greatest > 0 else { return }
    let bits = min(Int.bitWidth - (2 * count - 1).leadingZeroBitCount, Ranking.bucketBits)
    scratch.reserve(2 * count * MemoryLayout<Ranked>.stride + MemoryLayout<UInt32>.stride << bits)
    let (here, there) = unsafe (ranked, ranked + count)
    if count <= 1 << Ranking.bucketBits {
      unsafe distribute(from: here, to: there, scale: Double(1 << bits - 1) / greatest, bits: bits, shift: 0)
      unsafe here.update(from: there, count: count)
    } else {
      let scale = Double(1 << (2 * bits) - 1) / greatest
      unsafe distribute(from: here, to: there, scale: scale, bits: bits, shift: 0)
      unsafe distribute(from: there, to: here, scale: scale, bits: bits, shift: bits)
    }
  }

  private static let bucketBits = 12

  private func distribute(
    from source: UnsafeMutablePointer<Ranked>, to target: UnsafeMutablePointer<Ranked>, scale: Double,
    bits: Int, shift: Int
  ) {
    let starts = unsafe UnsafeMutableRawPointer(ranked + 2 * count).assumingMemoryBound(to: UInt32.self)
    unsafe starts.initialize(repeating: 0, count: 1 << bits)
    let (mask, shift) = (Int32(truncatingIfNeeded: 1 << bits - 1), Int32(truncatingIfNeeded: shift))
    func bucket(_ item: Ranked) -> Int {
      Int(truncatingIfNeeded: Int32(item.meters * scale) &>> shift & mask)
    }
    for index in 0..<count { unsafe starts[bucket(source[index])] &+= 1 }
    var sum: UInt32 = 0
    for index in 0..<(1 << bits) {
      let number = unsafe starts[index]
      unsafe starts[index] = sum
      sum &+= number
    }
    for index in 0..<count {
      let item = unsafe source[index]
      let start = bucket(item)
      unsafe target[Int(starts[start])] = item
      unsafe starts[start] &+= 1
    }
  }
}
