// SPDX-License-Identifier: Apache-2.0

import CGEOS
import GeoHash
import PostcodeAreas

/// What GEOS says of a place and polygons, one after another: no index, nothing prepared.
@safe
final class PlainGEOS {
  private let context: GEOSContextHandle_t
  private var polygons: [(id: String, box: BoundingBox, geometry: OpaquePointer)] = unsafe []

  init(_ areas: [Area]) {
    unsafe context = GEOS_init_r()!
    for area in areas {
      for rings in area.polygon.polygons {
        let first = rings[0]
        let box = try! BoundingBox(
          south: first.map(\.latitude).min()!, west: first.map(\.longitude).min()!,
          north: first.map(\.latitude).max()!,
          east: first.map(\.longitude).max()!)
        unsafe polygons.append((area.id, box, polygon(rings)))
      }
    }
  }

  deinit {
    for index in unsafe polygons.indices { unsafe GEOSGeom_destroy_r(context, polygons[index].geometry) }
    unsafe GEOS_finish_r(context)
  }

  /// The areas that have a place, their borders included.
  func areas(at place: Coordinate) -> Set<String> {
    let point = unsafe GEOSGeom_createPointFromXY_r(context, place.longitude, place.latitude)!
    defer { unsafe GEOSGeom_destroy_r(context, point) }
    var found: Set<String> = []
    for index in unsafe polygons.indices {
      let box = unsafe polygons[index].box
      // What is not in the box of the outer ring is in none of it.
      guard place.latitude >= box.south, place.latitude <= box.north, place.longitude >= box.west,
        place.longitude <= box.east
      else { continue }
      if unsafe GEOSIntersects_r(context, polygons[index].geometry, point) == 1 {
        unsafe found.insert(polygons[index].id)
      }
    }
    return found
  }

  private func polygon(_ rings: [[Coordinate]]) -> OpaquePointer {
    var made: [OpaquePointer?] = unsafe rings.map { ring in
      let closed = ring.first == ring.last ? ring : ring + [ring[0]]
      let sequence = unsafe GEOSCoordSeq_create_r(context, UInt32(closed.count), 2)!
      for (index, place) in closed.enumerated() {
        unsafe GEOSCoordSeq_setXY_r(context, sequence, UInt32(index), place.longitude, place.latitude)
      }
      return unsafe GEOSGeom_createLinearRing_r(context, sequence)
    }
    let outer = unsafe made.removeFirst()
    let count = unsafe UInt32(made.count)
    return unsafe made.withUnsafeMutableBufferPointer {
      unsafe GEOSGeom_createPolygon_r(context, outer, $0.baseAddress, count)!
    }
  }
}
