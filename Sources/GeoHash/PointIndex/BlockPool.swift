// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// The memory of a tree: blocks of a few sizes, cut from pages and used again.
///
/// A page holds blocks of one size; when all of them are free it serves any size. Nothing returns to the system before the tree ends.
///
/// ```
/// page   kind₄ live₄ free₈ previous₈ next₈   (a line of 64 bytes; the addresses of the first free block and of neighbours in the list
///                                             of pages of this size that have one)
///        blocks                              a free one begins with the address of the next
/// ```
@safe
struct BlockPool {
  static let pageBytes = 32 << 10
  private static let headerBytes = 64

  /// The bytes of each kind of block.
  let sizes: [Int]
  /// The first of each kind's pages that have a free block.
  private var open: [UnsafeMutableRawPointer?]
  private var freePages: [UnsafeMutableRawPointer] = unsafe []
  private var pieces: [UnsafeMutableRawPointer] = unsafe []
  /// The bytes of all pages.
  private(set) var bytes = 0

  /// A pool of blocks of these kinds; each size is rounded up to 64 bytes.
  init(sizes: [Int]) {
    self.sizes = sizes.map { ($0 + 63) & ~63 }
    precondition(
      self.sizes.allSatisfy { $0 <= BlockPool.pageBytes - BlockPool.headerBytes }, "an id is too large")
    unsafe open = unsafe sizes.map { _ in nil }
  }

  func end() {
    for unsafepiece in unsafe pieces { unsafe gk_piece_free(piece) }
  }

  /// How many blocks of a kind a page has.
  func blocksPerPage(_ kind: Int) -> Int { (BlockPool.pageBytes - BlockPool.headerBytes) / sizes[kind] }

  /// A block of a kind, aligned to 64; its contents are what was there before.
  mutating func take(_ kind: Int) -> UnsafeMutableRawPointer {
    let page = unsafe open[kind].map { unsafe Page($0) } ?? openPage(kind)
    let block = unsafe page.free!
    unsafe page.free = unsafe block.load(as: UnsafeMutableRawPointer?.self)
    page.live += 1
    if unsafe page.free == nil { close(page) }
    return unsafe block
  }

  mutating func give(_ block: UnsafeMutableRawPointer) {
    let page = unsafe Page(
      UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: block) & ~UInt(BlockPool.pageBytes - 1))!)
    let wasFull = unsafe page.free == nil
    unsafe block.storeBytes(of: page.free, as: UnsafeMutableRawPointer?.self)
    unsafe page.free = unsafe block
    page.live -= 1
    if wasFull { link(page) }
    if page.live == 0 {
      close(page)
      unsafe freePages.append(page.base)
    }
  }

  /// Makes pages for so many blocks of a kind, in one piece.
  mutating func reserve(_ count: Int, _ kind: Int) {
    addPages((count + blocksPerPage(kind) - 1) / blocksPerPage(kind))
  }

  private mutating func addPages(_ count: Int) {
    let piece = unsafe gk_piece(count * BlockPool.pageBytes, BlockPool.pageBytes)!
    unsafe pieces.append(piece)
    bytes += count * BlockPool.pageBytes
    // The first page is taken first.
    for page in (0..<count).reversed() { unsafe freePages.append(piece + page * BlockPool.pageBytes) }
  }

  private mutating func openPage(_ kind: Int) -> Page {
    if unsafe freePages.isEmpty { addPages(max(1, min(bytes / BlockPool.pageBytes / 16, 512))) }
    let page = unsafe Page(freePages.removeLast())
    page.kind = kind
    page.live = 0
    unsafe page.free = nil
    for block in (0..<blocksPerPage(kind)).reversed() {
      let address = unsafe page.base + BlockPool.headerBytes + block * sizes[kind]
      unsafe address.storeBytes(of: page.free, as: UnsafeMutableRawPointer?.self)
      unsafe page.free = unsafe address
    }
    link(page)
    return page
  }

  /// Puts a page in front of those that have a free block.
  private mutating func link(_ page: Page) {
    let next = unsafe open[page.kind]
    unsafe page.previous = nil
    unsafe page.next = unsafe next
    if let next = unsafe next { unsafe Page(next).previous = unsafe page.base }
    unsafe open[page.kind] = unsafe page.base
  }

  /// Takes a page out of those.
  private mutating func close(_ page: Page) {
    if let previous = unsafe page.previous {
      unsafe Page(previous).next = unsafe page.next
    } else {
      unsafe open[page.kind] = unsafe page.next
    }
    if let next = unsafe page.next { unsafe Page(next).previous = unsafe page.previous }
  }

  @safe
  private struct Page {
    let base: UnsafeMutableRawPointer

    init(_ base: UnsafeMutableRawPointer) { unsafe self.base = unsafe base }

    var kind: Int {
      get { unsafe Int(base.load(as: UInt32.self)) }
      nonmutating set { unsafe base.storeBytes(of: UInt32(newValue), as: UInt32.self) }
    }
    var live: Int {
      get { unsafe Int(base.load(fromByteOffset: 4, as: UInt32.self)) }
      nonmutating set { unsafe base.storeBytes(of: UInt32(newValue), toByteOffset: 4, as: UInt32.self) }
    }
    var free: UnsafeMutableRawPointer? {
      get { unsafe address(8) }
      nonmutating set { unsafe setAddress(8, newValue) }
    }
    var previous: UnsafeMutableRawPointer? {
      get { unsafe address(16) }
      nonmutating set { unsafe setAddress(16, newValue) }
    }
    var next: UnsafeMutableRawPointer? {
      get { unsafe address(24) }
      nonmutating set { unsafe setAddress(24, newValue) }
    }

    private func address(_ offset: Int) -> UnsafeMutableRawPointer? {
      unsafe base.load(fromByteOffset: offset, as: UnsafeMutableRawPointer?.self)
    }
    private func setAddress(_ offset: Int, _ address: UnsafeMutableRawPointer?) {
      unsafe base.storeBytes(of: address, toByteOffset: offset, as: UnsafeMutableRawPointer?.self)
    }
  }
}
