// SPDX-License-Identifier: Apache-2.0

import CGEOS
import GeoHash

/// Makes valid polygons of those that cross themselves, by GEOS.
enum PolygonRepair {
  /// The polygons that cover what the given ones enclose; nil when that has no area or GEOS cannot.
  static func repair(_ polygons: [[[Coordinate]]]) -> [[[Coordinate]]]? {
    guard let context = unsafe GEOS_init_r() else { return nil }
    defer { unsafe GEOS_finish_r(context) }
    guard let given = unsafe collection(of: polygons, context) else { return nil }
    defer { unsafe GEOSGeom_destroy_r(context, given) }
    guard let valid = unsafe GEOSMakeValid_r(context, given) else { return nil }
    defer { unsafe GEOSGeom_destroy_r(context, valid) }
    var found: [[[Coordinate]]] = []
    guard unsafe collect(valid, into: &found, context), !found.isEmpty else { return nil }
    return found
  }

  @unsafe
  private static func collection(of polygons: [[[Coordinate]]], _ context: GEOSContextHandle_t)
    -> OpaquePointer?
  {
    var parts: [OpaquePointer?] = unsafe []
    for rings in polygons {
      var made = unsafe rings.map { unsafe ring(of: $0, context) }
      guard let outer = unsafe made.first ?? nil, unsafe !made.contains(where: { unsafe $0 == nil }) else {
        for index in unsafe made.indices {
          if let ring = unsafe made[index] { unsafe GEOSGeom_destroy_r(context, ring) }
        }
        for index in unsafe parts.indices { unsafe GEOSGeom_destroy_r(context, parts[index]) }
        return nil
      }
      unsafe made.removeFirst()
      let count = unsafe UInt32(made.count)
      let polygon = unsafe made.withUnsafeMutableBufferPointer {
        unsafe GEOSGeom_createPolygon_r(context, outer, $0.baseAddress, count)
      }
      unsafe parts.append(polygon)
    }
    let count = unsafe UInt32(parts.count)
    return unsafe parts.withUnsafeMutableBufferPointer {
      unsafe GEOSGeom_createCollection_r(context, Int32(GEOS_MULTIPOLYGON.rawValue), $0.baseAddress, count)
    }
  }

  /// A closed ring; nil for less than three positions.
  @unsafe
  private static func ring(of positions: [Coordinate], _ context: GEOSContextHandle_t) -> OpaquePointer? {
    var positions = positions
    guard let first = positions.first, positions.count >= 3 else { return nil }
    if positions.last != first { positions.append(first) }
    guard positions.count >= 4,
      let sequence = unsafe GEOSCoordSeq_create_r(context, UInt32(positions.count), 2)
    else { return nil }
    for (index, position) in positions.enumerated() {
      _ = unsafe GEOSCoordSeq_setXY_r(context, sequence, UInt32(index), position.longitude, position.latitude)
    }
    return unsafe GEOSGeom_createLinearRing_r(context, sequence)
  }

  /// Adds the polygons of a geometry; lines and points that a repair leaves behind have no area. False when a position is none.
  @unsafe
  private static func collect(
    _ geometry: OpaquePointer, into found: inout [[[Coordinate]]], _ context: GEOSContextHandle_t
  ) -> Bool {
    if unsafe GEOSGeomTypeId_r(context, geometry) == Int32(GEOS_POLYGON.rawValue) {
      guard unsafe GEOSisEmpty_r(context, geometry) == 0,
        let outer = unsafe GEOSGetExteriorRing_r(context, geometry),
        let outerRing = unsafe positions(of: outer, context)
      else { return true }
      var rings = [outerRing]
      for number in 0..<max(0, unsafe GEOSGetNumInteriorRings_r(context, geometry)) {
        guard let hole = unsafe GEOSGetInteriorRingN_r(context, geometry, number),
          let ring = unsafe positions(of: hole, context)
        else { return false }
        rings.append(ring)
      }
      found.append(rings)
      return true
    }
    let type = unsafe GEOSGeomTypeId_r(context, geometry)
    guard type == Int32(GEOS_MULTIPOLYGON.rawValue) || type == Int32(GEOS_GEOMETRYCOLLECTION.rawValue) else {
      return true
    }
    for number in 0..<max(0, unsafe GEOSGetNumGeometries_r(context, geometry)) {
      guard let part = unsafe GEOSGetGeometryN_r(context, geometry, number),
        unsafe collect(part, into: &found, context)
      else { return false }
    }
    return true
  }

  @unsafe
  private static func positions(of ring: OpaquePointer, _ context: GEOSContextHandle_t) -> [Coordinate]? {
    guard let sequence = unsafe GEOSGeom_getCoordSeq_r(context, ring) else { return nil }
    var count: UInt32 = 0
    guard unsafe GEOSCoordSeq_getSize_r(context, sequence, &count) == 1 else { return nil }
    var positions: [Coordinate] = []
    for index in 0..<count {
      var (longitude, latitude) = (0.0, 0.0)
      guard unsafe GEOSCoordSeq_getXY_r(context, sequence, index, &longitude, &latitude) == 1,
        let position = try? Coordinate(latitude: latitude, longitude: longitude)
      else { return nil }
      positions.append(position)
    }
    return positions
  }
}
