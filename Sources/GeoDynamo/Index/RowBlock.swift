// SPDX-License-Identifier: Apache-2.0

/// Bytes of index rows that matches keep: many share a block, which lives as long as one of them.
///
/// Sendable since bytes are written once, by the writer that made the block, and read only by matches made after that.
struct RowBlock: @unchecked Sendable {
  private let storage: ManagedBuffer<Void, UInt8>

  /// Makes a block of that many bytes.
  fileprivate init(capacity: Int) {
    storage = .create(minimumCapacity: capacity) { _ in }
  }

  /// Lends the bytes of a range that has been written.
  func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe storage.withUnsafeMutablePointerToElements { start throws(Failure) in
      let bytes = unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
      return try unsafe body(bytes.bytes)
    }
  }

  fileprivate func write(_ bytes: RawSpan, at offset: Int) {
    unsafe storage.withUnsafeMutablePointerToElements { start in
      unsafe bytes.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress {
          unsafe UnsafeMutableRawPointer(start + offset).copyMemory(from: source, byteCount: bytes.count)
        }
      }
    }
  }
}

/// Writes rows into blocks, each twice as large as the one before it: a query that finds one object needs little, and one that
/// finds many makes few blocks.
struct RowBlockWriter: Sendable {
  private static let firstCapacity = 1_000
  private static let lastCapacity = 512_000

  private var block: RowBlock?
  private var capacity = 0
  private var nextCapacity = firstCapacity
  private var used = 0

  /// Takes note of how many bytes are expected to be written.
  mutating func expect(bytes: Int) {
    nextCapacity = max(min(bytes, Self.lastCapacity), Self.firstCapacity)
  }

  /// Copies the bytes of a row.
  ///
  /// - Returns: The block, and where the row's id begins in it; its attributes follow.
  mutating func write(id: RawSpan, attributes: RawSpan) -> (block: RowBlock, start: Int) {
    let count = id.byteCount + attributes.byteCount
    if block == nil || used + count > capacity {
      capacity = max(nextCapacity, count)
      nextCapacity = min(nextCapacity * 2, Self.lastCapacity)
      block = RowBlock(capacity: capacity)
      used = 0
    }
    let block = block!
    block.write(id, at: used)
    block.write(attributes, at: used + id.byteCount)
    defer { used += count }
    return (block, used)
  }
}
