// SPDX-License-Identifier: Apache-2.0

extension Polygon {
  /// An outer ring with its holes.
  final class Part: Sendable {
    let outer: PolygonRing
    let holes: [PolygonRing]

    /// Makes the rings and checks them.
    init(_ rings: [[Coordinate]], number: Int, _ edges: Edges) throws(GeometryError) {
      guard !rings.isEmpty else { throw .polygon(.init(polygon: number, reason: .empty)) }
      var made: [PolygonRing] = []
      for (ring, positions) in rings.enumerated() {
        do throws(PolygonRing.Fault) {
          made.append(try PolygonRing(positions, edges))
        } catch {
          let places = error.position.map { [positions[$0], positions[($0 + 1) % positions.count]] } ?? []
          throw .polygon(
            .init(polygon: number, ring: ring, position: error.position, places: places, reason: error.reason)
          )
        }
      }
      outer = made[0]
      holes = Array(made.dropFirst())
      if let fault = PolygonChecks(rings: made, positions: rings, polygon: number).firstFault {
        throw .polygon(fault)
      }
    }

    var areaShare: Double { max(0, holes.reduce(outer.areaShare) { $0 - $1.areaShare }) }

    func holdsPole(_ latitude: Double) -> Bool {
      outer.holdsPole(latitude)
        && (outer.edges == .planar || side(ofPole: latitude) != .outside)
    }

    private func side(ofPole latitude: Double) -> RingSide {
      side(
        of: Coordinate(uncheckedLatitude: latitude, longitude: 0), UnitVector(x: 0, y: 0, z: latitude / 90))
    }

    /// Where a place lies; the border of a hole is a border.
    func side(of place: Coordinate, _ vector: UnitVector) -> RingSide {
      let side = outer.side(of: place, vector)
      guard side == .inside else { return side }
      for hole in holes {
        switch hole.side(of: place, vector) {
        case .inside: return .outside
        case .border: return .border
        case .outside: continue
        }
      }
      return .inside
    }
  }
}
