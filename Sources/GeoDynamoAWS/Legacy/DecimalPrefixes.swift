// SPDX-License-Identifier: Apache-2.0

/// The hash keys of dynamodb-geo tables: the first decimal digits of the id of an S2 leaf.
///
/// ```
/// length 6   id  5177531549489041509   key  517753
///            id -8613287210455736139   key -861328      a signed id of 64 bits: the minus sign is no digit
///            id  123                   key  123
/// ```
///
/// Keys do not follow one another as ids do: at each power of ten of the id the key falls from 999999 to 100000, and where
/// the sign changes it begins anew. A range of ids is therefore cut block by block, each with the unit that its own ids have;
/// to count from the key of the first id to that of the last, as the libraries do, loses what lies between.
package struct DecimalPrefixes: Hashable, Sendable {
  /// How many digits a key has.
  package let length: Int
  /// Whether ids from 2⁶³ up are stored as negative numbers.
  package let areIDsSigned: Bool
  /// Whether keys were divided in floating point, as the Python port does: of ids just below a block's end the key may be
  /// the next block's.
  package let areRounded: Bool

  /// The least number of more digits than a key has.
  private let longer: UInt128

  /// A key, and the ids that are looked for under it.
  package struct Piece: Hashable, Sendable {
    /// The hash key.
    package var key: Int128
    /// The ids as they are stored.
    package var ids: ClosedRange<Int128>
  }

  /// - Precondition: `length` is 1 … 19; up to 15 where keys are rounded.
  package init(length: Int, areIDsSigned: Bool, areRounded: Bool = false) {
    precondition((1...(areRounded ? Self.longestRounded : 19)).contains(length))
    self.length = length
    self.areIDsSigned = areIDsSigned
    self.areRounded = areRounded
    longer = (0..<length).reduce(1) { power, _ in power * 10 }
  }

  /// The most digits of a rounded key: with more of them a block is no longer than the error.
  package static let longestRounded = 15

  /// An id as it is stored.
  package func stored(_ id: UInt64) -> Int128 {
    areIDsSigned ? Int128(Int64(bitPattern: id)) : Int128(id)
  }

  /// The key of a stored id, not rounded.
  package func key(of stored: Int128) -> Int128 { stored / Int128(unit(of: stored.magnitude)) }

  /// Whether a stored id may have this key.
  package func mayHave(_ key: Int128, stored: Int128) -> Bool {
    let right = self.key(of: stored)
    guard areRounded, key != right, stored > 0 else { return key == right }
    let unit = unit(of: stored.magnitude)
    let end = (right.magnitude + 1) * unit - 1
    return key == right + 1 && end - stored.magnitude < Self.error(of: end)
  }

  /// Calls `body` with the pieces that together hold every id of a range, until it answers false. No id lies in two of
  /// them, unless keys are rounded.
  ///
  /// - Returns: Whether `body` never answered false.
  @discardableResult
  package func forEachPiece(of ids: ClosedRange<UInt64>, _ body: (Piece) -> Bool) -> Bool {
    let firstNegative: UInt64 = 1 << 63
    guard areIDsSigned, ids.upperBound >= firstNegative else {
      return forEachPiece(from: UInt128(ids.lowerBound), through: UInt128(ids.upperBound), body)
    }
    if ids.lowerBound < firstNegative {
      let isWanted = forEachPiece(from: UInt128(ids.lowerBound), through: UInt128(firstNegative - 1), body)
      guard isWanted else { return false }
    }
    func magnitude(_ id: UInt64) -> UInt128 { UInt128(Int64(bitPattern: id).magnitude) }
    return forEachPiece(
      from: magnitude(ids.upperBound), through: magnitude(max(ids.lowerBound, firstNegative))
    ) { piece in
      body(Piece(key: -piece.key, ids: -piece.ids.upperBound ... -piece.ids.lowerBound))
    }
  }

  /// The pieces of a run of magnitudes.
  private func forEachPiece(from first: UInt128, through last: UInt128, _ body: (Piece) -> Bool) -> Bool {
    var low = first
    /// The next block's key, and from which id on it may have been given to ids of the block before.
    var rounded: (key: UInt128, from: UInt128)?
    while low <= last {
      let unit = unit(of: low)
      let key = low / unit
      let end = (key + 1) * unit - 1
      let high = min(end, last)
      var start = low
      if let carried = rounded {
        if carried.key == key {
          start = carried.from
        } else if !body(Self.piece(carried.key, carried.from, low - 1)) {
          return false
        }
        rounded = nil
      }
      guard body(Self.piece(key, start, high)) else { return false }
      if areRounded {
        let from = max(low, end + 1 - Self.error(of: end))
        if from <= high { rounded = (key + 1, from) }
      }
      low = high + 1
    }
    return rounded.map { body(Self.piece($0.key, $0.from, last)) } ?? true
  }

  private static func piece(_ key: UInt128, _ low: UInt128, _ high: UInt128) -> Piece {
    Piece(key: Int128(key), ids: Int128(low)...Int128(high))
  }

  /// How far from a block's end a quotient of doubles may already be the next whole number: two roundings of 2⁻⁵³ each.
  private static func error(of id: UInt128) -> UInt128 { id >> 52 + 1 }

  /// By what a number is divided to leave its first digits.
  private func unit(of magnitude: UInt128) -> UInt128 {
    var unit: UInt128 = 1
    while magnitude / unit >= longer { unit *= 10 }
    return unit
  }
}
