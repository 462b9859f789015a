// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// The memory of a tree: blocks of a few sizes, cut from pages and used again.
///
/// A page holds blocks of one size; when all of them are free it serves any size. Blocks are taken from the fullest pages, so that the others
/// run empty. Beyond one in thirty-two, free pages return their memory to the system.
///
/// ```
/// page   kind₄ live₄ free₈ previous₈ next₈   (a line of 64 bytes; the addresses of the first free block and of the neighbours in the
///                                             list of pages of this size that are about as full)
///        blocks                              a free one begins with the address of the next
/// ```
@safe
struct BlockPool {
  static let pageBytes = 32 << 10
  private static let headerBytes = 64

  /// The bytes of each kind of block.
  let sizes: [Int]
  /// For each kind the first page of each list: pages less than a quarter full, less than half full, …, full.
  private var lists: [InlineArray<5, UnsafeMutableRawPointer?>]
  /// Free pages that have memory.
  private var warmPages: [UnsafeMutableRawPointer] = unsafe []
  /// Free pages that the system gives memory when they are written to.
  private var coldPages: [UnsafeMutableRawPointer] = unsafe []
  /// The piece in the system's large pages, until the first page returns.
  private var dense: UnsafeMutableRawBufferPointer?
  private var pieces: [UnsafeMutableRawPointer] = unsafe []
  /// The bytes of all pages.
  private(set) var bytes = 0
  /// The bytes of those that have memory.
  var residentBytes: Int { unsafe bytes - coldPages.count * BlockPool.pageBytes }

  /// A pool of blocks of these kinds; each size is rounded up to 64 bytes.
  init(sizes: [Int]) {
    self.sizes = sizes.map { ($0 + 63) & ~63 }
    precondition(
      self.sizes.allSatisfy { $0 <= BlockPool.pageBytes - BlockPool.headerBytes }, "an id is too large")
    unsafe dense = nil
    unsafe lists = unsafe sizes.map { _ in unsafe InlineArray(repeating: nil) }
  }

  func end() {
    for index in unsafe pieces.indices { unsafe gk_piece_free(pieces[index]) }
  }

  /// How many blocks of a kind a page has.
  func blocksPerPage(_ kind: Int) -> Int { (BlockPool.pageBytes - BlockPool.headerBytes) / sizes[kind] }

  /// A block of a kind, aligned to 64; its contents are what was there before.
  mutating func take(_ kind: Int) -> UnsafeMutableRawPointer {
    let page = fullest(kind) ?? openPage(kind)
    let block = unsafe page.free!
    unsafe page.free = unsafe block.load(as: UnsafeMutableRawPointer?.self)
    count(1, on: page)
    return unsafe block
  }

  mutating func give(_ block: UnsafeMutableRawPointer) {
    let page = unsafe Page(
      UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: block) & ~UInt(BlockPool.pageBytes - 1))!)
    unsafe block.storeBytes(of: page.free, as: UnsafeMutableRawPointer?.self)
    unsafe page.free = unsafe block
    count(-1, on: page)
  }

  private func fullest(_ kind: Int) -> Page? {
    for list in (0..<4).reversed() {
      if let page = unsafe lists[kind][list] { return unsafe Page(page) }
    }
    return nil
  }

  /// Counts a block taken or given, and moves the page to the list that it then belongs to.
  private mutating func count(_ change: Int, on page: Page) {
    let before = list(of: page)
    page.live += change
    if page.live == 0 {
      unlink(page, from: before)
      if unsafe warmPages.count < bytes / BlockPool.pageBytes / 32 {
        unsafe warmPages.append(page.base)
      } else {
        if let piece = unsafe dense { unsafe gk_piece_loosen(piece.baseAddress, piece.count) }
        unsafe dense = nil
        unsafe gk_piece_release(page.base, BlockPool.pageBytes)
        unsafe coldPages.append(page.base)
      }
    } else if list(of: page) != before {
      unlink(page, from: before)
      link(page)
    }
  }

  private func list(of page: Page) -> Int { page.live * 4 / blocksPerPage(page.kind) }

  /// Makes pages for so many blocks of a kind, in one piece.
  mutating func reserve(_ count: Int, _ kind: Int) {
    addPages((count + blocksPerPage(kind) - 1) / blocksPerPage(kind), areDense: true)
  }

  private mutating func addPages(_ count: Int, areDense: Bool = false) {
    let piece = unsafe gk_piece(count * BlockPool.pageBytes, BlockPool.pageBytes, areDense)!
    unsafe pieces.append(piece)
    if areDense {
      unsafe dense = UnsafeMutableRawBufferPointer(start: piece, count: count * BlockPool.pageBytes)
    }
    bytes += count * BlockPool.pageBytes
    // The first page is taken first.
    for page in (0..<count).reversed() { unsafe coldPages.append(piece + page * BlockPool.pageBytes) }
  }

  private mutating func openPage(_ kind: Int) -> Page {
    if unsafe warmPages.isEmpty && coldPages.isEmpty {
      addPages(max(1, min(bytes / BlockPool.pageBytes / 32, 512)))
    }
    let page = unsafe Page(warmPages.popLast() ?? coldPages.removeLast())
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

  private mutating func link(_ page: Page) {
    let list = list(of: page)
    let next = unsafe lists[page.kind][list]
    unsafe page.previous = nil
    unsafe page.next = unsafe next
    if let next = unsafe next { unsafe Page(next).previous = unsafe page.base }
    unsafe lists[page.kind][list] = unsafe page.base
  }

  private mutating func unlink(_ page: Page, from list: Int) {
    if let previous = unsafe page.previous {
      unsafe Page(previous).next = unsafe page.next
    } else {
      unsafe lists[page.kind][list] = unsafe page.next
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
