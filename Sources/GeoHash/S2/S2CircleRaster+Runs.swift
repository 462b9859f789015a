// SPDX-License-Identifier: Apache-2.0

extension S2CircleRaster {
  /// Covers the part by cells of one level, and returns how many cells make that up: those that it touches, where a block
  /// of 4 x 4 of them counts as one when it touches them all. The ends of a run are narrowed to the sixteenths that it touches
  /// of the cells there.
  ///
  /// - Parameters:
  ///   - leaves: How many leaves a cell may have; cells are larger where the circle would be more than 32 of them wide.
  ///   - measuresDistances: Whether the least distance of each run is wanted; otherwise it is 0.
  ///   - body: Is called with each run of the covering, ascending, and with its nearness: see `meters`.
  func runs(
    ofCellsUpTo leaves: Double, measuresDistances: Bool, _ body: (ClosedRange<UInt64>, Double) -> Void
  ) -> Int {
    var bits = leaves >= 16 ? min(Int(leaves.exponent) / 2 - 2, 26) : 0
    while width &>> UInt32(bits) >= 128 { bits += 1 }
    let levels = width &>> UInt32(bits) < 16 || bits > 24 ? 2 : 3
    return unsafe withUnsafeTemporaryAllocation(of: CircleWalk.Band.self, capacity: CircleWalk.room) {
      bands in
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * CircleWalk.edges) { edges in
        let walk = unsafe CircleWalk(
          self, bits: bits, levels: levels, measuresDistances: measuresDistances, bands.baseAddress!,
          edges.baseAddress!)
        return walk.run(body)
      }
    }
  }
}

/// A walk along the Hilbert curve through the cells that a circle touches, in memory that it is lent: from squares of
/// 16 x 16 cells, or fewer, to blocks of 4 x 4, to cells, to their sixteenths.
@safe private struct CircleWalk {
  /// How many bands there are at most: rows of sixteenths in three squares of 16 x 16 cells, of cells, and of blocks.
  static let room = 3 * (64 + 16 + 4)
  /// How many lines there are at most along and between three times four blocks.
  static let edges = 13

  /// What the circle touches of some rows, in units of a level: any of the columns from `first` up to `end`, all of those
  /// from `firstFull` up to `endFull`.
  struct Band {
    var first, end, firstFull, endFull: UInt8
  }

  /// A square of a level: the first leaf, the way the curve is turned in it, column and row of its own size.
  struct Square {
    var leaf: UInt64
    var orientation, column, row: Int
  }

  /// The run that is being put together.
  private struct Run {
    /// None is open while `end` is 0.
    var low, end: UInt64
    /// Where it ends when nothing follows.
    var last: Square
    var nearest: Double
    var cells: Int
  }

  private let raster: S2CircleRaster
  private let window: S2CircleRaster.Window
  private let tables = HilbertCurve.blocks
  /// How many leaves a sixteenth of a cell is wide, as a power of two.
  private let bits: Int
  private let levels: Int
  private let measuresDistances: Bool
  /// The bands of rows of sixteenths, of cells, and of blocks.
  private let bands: UnsafeMutablePointer<Band>
  /// The offsets of the blocks' first and last columns, and those of their rows.
  private let edges: UnsafeMutablePointer<Double>
  /// How many rows of sixteenths there may be.
  private let rows: Int

  init(
    _ raster: S2CircleRaster, bits: Int, levels: Int, measuresDistances: Bool,
    _ bands: UnsafeMutablePointer<Band>, _ edges: UnsafeMutablePointer<Double>
  ) {
    self.raster = raster
    self.bits = bits
    self.levels = levels
    self.measuresDistances = measuresDistances
    window = raster.window(bySquaresOf: bits + 2 * levels)
    unsafe self.bands = bands
    unsafe self.edges = edges
    if measuresDistances {
      let size = 16 << bits
      for column in 0...window.columns << (2 * levels - 4) {
        unsafe edges[column] = raster.offset(ofColumn: Int(window.i) &+ column &* size)
      }
      for row in 0...window.rows << (2 * levels - 4) {
        unsafe edges[Self.edges + row] = raster.offset(ofRow: Int(window.j) &+ row &* size)
      }
    }
    rows = window.rows << (2 * levels)
    unsafe bands.initialize(repeating: Band(first: .max, end: 0, firstFull: .max, endFull: 0), count: rows)
    raster.rows(from: window, bits: bits) { row, first, last in
      guard first <= last else { return }
      let (first, end) = (UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: last &+ 1))
      unsafe bands[row] = Band(first: first, end: end, firstFull: first, endFull: end)
    }
    var (source, count) = (0, rows)
    for _ in 1..<levels {
      for index in 0..<count / 4 {
        var band = unsafe bands[source + 4 * index]
        for row in 1..<4 {
          let other = unsafe bands[source + 4 * index + row]
          band.first = min(band.first, other.first)
          band.end = max(band.end, other.end)
          band.firstFull = max(band.firstFull, other.firstFull)
          band.endFull = min(band.endFull, other.endFull)
        }
        unsafe bands[source + count + index] = Band(
          first: band.first &>> 2, end: UInt8((Int(band.end) &+ 3) &>> 2),
          firstFull: UInt8((Int(band.firstFull) &+ 3) &>> 2), endFull: band.endFull &>> 2)
      }
      source += count
      count /= 4
    }
  }

  func run(_ body: (ClosedRange<UInt64>, Double) -> Void) -> Int {
    // The squares along the curve: at most nine.
    let none = Square(leaf: 0, orientation: 0, column: 0, row: 0)
    var squares = InlineArray<9, Square>(repeating: none)
    var count = 0
    let size = bits &+ 2 &* levels
    for row in 0..<window.rows {
      for column in 0..<window.columns {
        let (i, j) = (window.i &+ UInt32(column) &<< UInt32(size), window.j &+ UInt32(row) &<< UInt32(size))
        let (position, orientation) = HilbertCurve.place(face: raster.face, i: i, j: j, level: 30 - size)
        let leaf = UInt64(raster.face) << 60 | position &<< UInt64(2 * size)
        var index = count
        while index > 0, squares[index - 1].leaf > leaf {
          squares[index] = squares[index - 1]
          index -= 1
        }
        squares[index] = Square(leaf: leaf, orientation: orientation, column: column, row: row)
        count += 1
      }
    }
    let source = levels == 2 ? rows : rows &+ rows / 4
    var run = Run(low: 0, end: 0, last: none, nearest: 0, cells: 0)
    for index in 0..<count {
      if levels == 2 {
        visitBlock(squares[index], &run, body)
      } else {
        visit(squares[index], source, &run, body)
      }
    }
    close(run, body)
    return run.cells
  }

  /// Goes through the blocks of a square of 16 x 16 cells, whose bands begin at `source`.
  private func visit(
    _ square: Square, _ source: Int, _ run: inout Run, _ body: (ClosedRange<UInt64>, Double) -> Void
  ) {
    let size = UInt64(2 &* (bits &+ 4))
    var touched = mask(of: square, source)
    let full = fullMask(of: square, source)
    while touched != 0 {
      let place = touched.trailingZeroBitCount
      touched &= touched &- 1
      let block = part(place, of: square, size)
      if full &>> UInt32(place) & 1 == 1 {
        let nearness = nearness(of: block)
        add(block, block.leaf &+ 1 &<< size, isWhole: true, nearness, &run, body)
        run.cells &+= 1
      } else {
        visitBlock(block, &run, body)
      }
    }
  }

  /// Goes through the cells of a block.
  @inline(__always)
  private func visitBlock(
    _ block: Square, _ run: inout Run, _ body: (ClosedRange<UInt64>, Double) -> Void
  ) {
    let size = UInt64(2 &* (bits &+ 2))
    var touched = mask(of: block, rows)
    guard touched != 0 else { return }
    let nearness = nearness(of: block)
    run.cells &+= touched.nonzeroBitCount
    while touched != 0 {
      let first = touched.trailingZeroBitCount
      let next = first &+ (~(touched &>> UInt32(first))).trailingZeroBitCount
      touched &= ~0 &<< UInt32(next)
      let cell = part(first, of: block, size)
      add(cell, block.leaf &+ UInt64(next) &<< size, isWhole: false, nearness, &run, body)
      run.last = part(next &- 1, of: block, size)
    }
  }

  /// Adds the leaves from the first of a square up to `next` to the open run, or hands that over and opens another.
  @inline(__always)
  private func add(
    _ first: Square, _ next: UInt64, isWhole: Bool, _ nearness: Double, _ run: inout Run,
    _ body: (ClosedRange<UInt64>, Double) -> Void
  ) {
    if first.leaf == run.end, run.end > 0 {
      run.nearest = min(run.nearest, nearness)
    } else {
      close(run, body)
      run.low = first.leaf
      if !isWhole {
        let touched = mask(of: first, 0)
        // By rounding, a cell may be touched and none of its sixteenths.
        if touched != 0 { run.low &+= UInt64(touched.trailingZeroBitCount) &<< UInt64(2 &* bits) }
      }
      run.nearest = nearness
    }
    run.end = next
    if isWhole { run.last.leaf = next }
  }

  /// Hands over a run.
  @inline(__always)
  private func close(_ run: Run, _ body: (ClosedRange<UInt64>, Double) -> Void) {
    guard run.end > 0 else { return }
    var end = run.end
    if run.last.leaf < end {
      let touched = mask(of: run.last, 0)
      if touched != 0 {
        end = run.last.leaf &+ UInt64(32 &- touched.leadingZeroBitCount) &<< UInt64(2 &* bits)
      }
    }
    body(run.low...end &- 1, run.nearest)
  }

  /// The sixteenth of a square at a place along the curve; it has 2^`size` leaves.
  @inline(__always)
  private func part(_ place: Int, of square: Square, _ size: UInt64) -> Square {
    let part = tables.cell(place, orientation: square.orientation)
    return Square(
      leaf: square.leaf &+ UInt64(place) &<< size, orientation: part &>> 4,
      column: square.column &<< 2 | part & 3, row: square.row &<< 2 | part &>> 2 & 3)
  }

  /// Which sixteenths of a square, along the curve, the circle touches; their bands begin at `source`.
  @inline(__always)
  private func mask(of square: Square, _ source: Int) -> UInt32 {
    var mask: UInt32 = 0
    for row in 0..<4 {
      let band = unsafe bands[source &+ square.row &<< 2 &+ row]
      mask |= self.mask(from: band.first, to: band.end, row, square)
    }
    return mask
  }

  /// Of which sixteenths it touches all.
  @inline(__always)
  private func fullMask(of square: Square, _ source: Int) -> UInt32 {
    var mask: UInt32 = 0
    for row in 0..<4 {
      let band = unsafe bands[source &+ square.row &<< 2 &+ row]
      mask |= self.mask(from: band.firstFull, to: band.endFull, row, square)
    }
    return mask
  }

  /// Bits for those sixteenths of a row of a square that lie in a range of columns.
  @inline(__always)
  private func mask(from first: UInt8, to end: UInt8, _ row: Int, _ square: Square) -> UInt32 {
    let column = square.column &<< 2
    return tables.mask(
      orientation: square.orientation, row: row, from: min(max(Int(first) &- column, 0), 4),
      to: min(max(Int(end) &- column, 0), 4))
  }

  /// The nearness of a block.
  @inline(__always)
  private func nearness(of block: Square) -> Double {
    guard measuresDistances else { return 0 }
    let (column, row) = unsafe (edges + block.column, edges + Self.edges + block.row)
    return unsafe raster.nearness(from: SIMD2(column[0], row[0]), to: SIMD2(column[1], row[1]))
  }
}
