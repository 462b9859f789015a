// SPDX-License-Identifier: Apache-2.0

public import GeoHash

/// Areas by name, to be asked which of them a place lies in.
///
/// Of several areas that have a place the smallest one counts, and of equally large ones the lesser id; so a place on the border of
/// neighbours has one area, always the same. A place in none has the nearest.
///
/// A set never changes. Any number of threads may ask at once; nothing is locked or allocated while one asks for `area(at:)`.
/// Memory: the positions of the polygons twice, and 12 bytes for each cell of the cover.
public struct AreaSet: Sendable {
  /// Its name: `gb-outcode`.
  public let name: String
  /// Which content it has: 16 hexadecimal digits that differ for other areas.
  public let version: String
  /// The areas in the order of the bytes of their ids.
  public let areas: [Area]
  let index: AreaIndex
  private let byID: [String: Int]

  /// An area as it is given.
  public struct Shape: Sendable {
    /// What the area is called.
    public var id: String
    /// Polygons, each a list of rings, the first of which is the outer one.
    public var polygons: [[[Coordinate]]]

    /// Makes a shape.
    public init(id: String, polygons: [[[Coordinate]]]) { (self.id, self.polygons) = (id, polygons) }
  }

  /// Makes a set. Time grows with the length of all borders; 2,736 outcodes of Great Britain take less than a second.
  ///
  /// - Parameters:
  ///   - name: `[a-z0-9_-]{1,64}`
  ///   - shapes: The areas, in any order. A polygon that crosses itself is repaired, as GEOS does, and says so.
  /// - Throws: `AreaError` for a name or an id that will not do, and a polygon that cannot be repaired.
  public init(name: String, shapes: [Shape]) throws(AreaError) {
    guard Self.isName(name) else {
      throw AreaError("the set's name \"\(name)\" must be 1 to 64 of a-z, 0-9, _ and -")
    }
    guard !shapes.isEmpty else { throw AreaError("the set \(name) has no areas") }
    self.name = name
    var areas: [Area] = []
    for shape in shapes.sorted(by: { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }) {
      guard (1...256).contains(shape.id.utf8.count) else {
        throw AreaError("the id must have 1 to 256 bytes, not \(shape.id.utf8.count)", id: shape.id)
      }
      guard areas.last?.id != shape.id else { throw AreaError("there are two of this id", id: shape.id) }
      areas.append(try Self.area(shape))
    }
    self.areas = areas
    byID = Dictionary(uniqueKeysWithValues: areas.enumerated().map { ($1.id, $0) })
    version = AreaSetCoder.version(of: areas)
    index = AreaIndex(areas)
  }

  private static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private static func area(_ shape: Shape) throws(AreaError) -> Area {
    let fault: GeometryError
    do throws(GeometryError) {
      return Area(id: shape.id, polygon: try Polygon(polygons: shape.polygons), repaired: nil)
    } catch { fault = error }
    guard let repaired = PolygonRepair.repair(shape.polygons) else {
      throw AreaError("\(fault); it has no area that a repair could keep", id: shape.id)
    }
    do throws(GeometryError) {
      return Area(id: shape.id, polygon: try Polygon(polygons: repaired), repaired: "\(fault)")
    } catch {
      throw AreaError("\(fault); after a repair: \(error)", id: shape.id)
    }
  }

  /// The area of an id; nil when there is none.
  public subscript(id: String) -> Area? { byID[id].map { areas[$0] } }

  /// The area that a place lies in: of several the smallest, of equally large ones the lesser id; nil when it lies in none.
  ///
  /// Mostly a search among the cells of the cover; the polygons are only asked near their borders.
  public func area(at place: Coordinate) -> Area? { index.first(at: place, areas).map { areas[$0] } }

  /// Whether the cover leaves it to polygons which area a place lies in.
  public func asksPolygons(at place: Coordinate) -> Bool { index.asksPolygons(at: place) }

  /// All areas that a place lies in, the smallest first.
  public func areas(at place: Coordinate) -> [Area] { index.all(at: place, areas).map { areas[$0] } }

  /// The area that has a place, or the nearest within a distance; nil when there is none.
  public func locate(_ place: Coordinate, within most: Distance = Earth.halfCircumference) -> AreaLocation? {
    let found = areas(at: place)
    if let first = found.first {
      return AreaLocation(area: first, distance: .meters(0), others: Array(found.dropFirst()))
    }
    return NearestArea.find(place, in: areas, within: most).map {
      AreaLocation(area: areas[$0.number], distance: .meters($0.meters), others: [])
    }
  }

  /// The cells that cover an area, in the order of their leaves, and whether a cell lies wholly within it; nil for an unknown id.
  public func cover(of id: String) -> [(cell: GeohashCell, isInside: Bool)]? {
    byID[id].map { index.cover(of: $0) }
  }

  /// How many ranges of cells the cover has, and how many of those ask polygons.
  public var coverCounts: (ranges: Int, boundary: Int) { index.counts }
}
