// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Sets of areas as bytes: to ship them, and to keep them in stores.
///
/// ```
/// "GQAreas1", name, count, and for each area: id, polygons, rings, positions
/// ```
///
/// Numbers are of variable length, seven bits a byte, the low ones first; texts are their length and UTF-8. Positions are steps from the one before
/// in ten-millionths of a degree, longitude first, where all of a ring are whole multiples of that; else their bits.
enum AreaSetCoder {
  private static let mark = Array("GQAreas1".utf8)
  private static let scale = 1e7

  static func encode(name: String, _ areas: [Area]) -> [UInt8] {
    var bytes = mark
    write(name, &bytes)
    write(UInt64(areas.count), &bytes)
    for area in areas { encode(area, &bytes) }
    return bytes
  }

  /// The digits of a hash of the content, FNV-1a.
  static func version(of areas: [Area]) -> String {
    var bytes: [UInt8] = []
    for area in areas { encode(area, &bytes) }
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static func encode(_ area: Area, _ bytes: inout [UInt8]) {
    write(area.id, &bytes)
    write(UInt64(area.polygon.polygons.count), &bytes)
    for rings in area.polygon.polygons {
      write(UInt64(rings.count), &bytes)
      for ring in rings { encode(ring, &bytes) }
    }
  }

  private static func encode(_ ring: [Coordinate], _ bytes: inout [UInt8]) {
    func steps(_ degrees: Double) -> Int64? {
      let number = (degrees * scale).rounded()
      return number / scale == degrees ? Int64(number) : nil
    }
    let whole = ring.compactMap { place in
      steps(place.longitude).flatMap { longitude in steps(place.latitude).map { (longitude, $0) } }
    }
    let isWhole = whole.count == ring.count
    write(UInt64(ring.count) << 1 | (isWhole ? 1 : 0), &bytes)
    guard isWhole else {
      for place in ring {
        for degrees in [place.longitude, place.latitude] {
          bytes += (0..<8).map { UInt8(truncatingIfNeeded: degrees.bitPattern >> UInt64(8 * $0)) }
        }
      }
      return
    }
    var last: (Int64, Int64) = (0, 0)
    for next in whole {
      for step in [next.0 - last.0, next.1 - last.1] {
        write(UInt64(bitPattern: step << 1 ^ step >> 63), &bytes)
      }
      last = next
    }
  }

  private static func write(_ number: UInt64, _ bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func write(_ text: String, _ bytes: inout [UInt8]) {
    write(UInt64(text.utf8.count), &bytes)
    bytes += text.utf8
  }

  /// Reads what `encode` wrote.
  struct Reader {
    private var rest: ArraySlice<UInt8>

    static func shapes(in bytes: [UInt8]) throws(AreaError) -> (name: String, shapes: [AreaSet.Shape]) {
      guard bytes.starts(with: mark) else { throw AreaError("the bytes are no set of areas of version 1") }
      var reader = Reader(rest: bytes.dropFirst(mark.count))
      let name = try reader.text()
      var shapes: [AreaSet.Shape] = []
      for _ in 0..<(try reader.count()) {
        let id = try reader.text()
        var polygons: [[[Coordinate]]] = []
        for _ in 0..<(try reader.count()) {
          var rings: [[Coordinate]] = []
          for _ in 0..<(try reader.count()) { rings.append(try reader.ring()) }
          polygons.append(rings)
        }
        shapes.append(AreaSet.Shape(id: id, polygons: polygons))
      }
      guard reader.rest.isEmpty else { throw AreaError("there are bytes after the set of areas") }
      return (name, shapes)
    }

    private mutating func byte() throws(AreaError) -> UInt8 {
      guard let byte = rest.popFirst() else { throw AreaError("the set of areas ends too early") }
      return byte
    }

    private mutating func number() throws(AreaError) -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let byte = try byte()
        guard shift < 63 || byte < 2 else { throw AreaError("a number is too large") }
        number |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }

    /// A number of things of at least a byte each.
    private mutating func count() throws(AreaError) -> Int {
      let number = try number()
      guard number <= UInt64(rest.count) else {
        throw AreaError("there cannot be \(number) things in \(rest.count) bytes")
      }
      return Int(number)
    }

    private mutating func text() throws(AreaError) -> String {
      let count = try count()
      let bytes = rest.prefix(count)
      rest = rest.dropFirst(count)
      guard let text = String(validating: bytes, as: UTF8.self) else { throw AreaError("a text is no UTF-8") }
      return text
    }

    private mutating func ring() throws(AreaError) -> [Coordinate] {
      let head = try number()
      guard head >> 1 <= UInt64(rest.count) else { throw AreaError("the set of areas ends within a ring") }
      var ring: [Coordinate] = []
      ring.reserveCapacity(Int(head >> 1))
      var last: (Int64, Int64) = (0, 0)
      for _ in 0..<(head >> 1) {
        var degrees = (0.0, 0.0)
        if head & 1 == 1 {
          last = (last.0 &+ (try step()), last.1 &+ (try step()))
          degrees = (Double(last.0) / scale, Double(last.1) / scale)
        } else {
          degrees = (try double(), try double())
        }
        do throws(GeometryError) {
          ring.append(try Coordinate(latitude: degrees.1, longitude: degrees.0))
        } catch { throw AreaError("\(error)") }
      }
      return ring
    }

    private mutating func step() throws(AreaError) -> Int64 {
      let number = try number()
      return Int64(bitPattern: number >> 1) ^ -Int64(number & 1)
    }

    private mutating func double() throws(AreaError) -> Double {
      var bits: UInt64 = 0
      for index in 0..<8 { bits |= UInt64(try byte()) << UInt64(8 * index) }
      return Double(bitPattern: bits)
    }
  }
}

extension AreaSet {
  /// The set as bytes.
  public var encoded: [UInt8] { AreaSetCoder.encode(name: name, areas) }

  /// The set in bytes that `encoded` made.
  ///
  /// - Throws: `AreaError` for other bytes.
  public init(encoded bytes: [UInt8]) throws(AreaError) {
    let (name, shapes) = try AreaSetCoder.Reader.shapes(in: bytes)
    try self.init(name: name, shapes: shapes)
  }
}
