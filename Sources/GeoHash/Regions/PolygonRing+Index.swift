// SPDX-License-Identifier: Apache-2.0

extension PolygonRing {
  /// Makes boxes and balls of edges, and of runs of edges.
  struct Index {
    private(set) var boxes: [Box] = []
    private(set) var balls: [Ball] = []
    private(set) var levels = [0]

    /// Those of the edges; vectors are only for great-circle ones.
    init(_ vertices: [Vertex], _ vectors: [UnitVector]) {
      for edge in 0..<vertices.count - 1 {
        let (a, b) = (vertices[edge], vertices[edge + 1])
        if vectors.isEmpty {
          boxes.append(Self.box(a, b))
          balls.append(Ball(straightFrom: (a.latitude, a.longitude), to: (b.latitude, b.longitude)))
        } else {
          boxes.append(Self.box(a, b, vectors[edge], vectors[edge + 1]))
          balls.append(Ball(from: vectors[edge], to: vectors[edge + 1]))
        }
      }
    }

    /// Puts those of runs in the place of those of edges.
    mutating func sum() {
      var (lastBoxes, lastBalls) = (boxes, balls)
      (boxes, balls) = ([], [])
      repeat {
        let runs = stride(from: 0, to: lastBoxes.count, by: 4).map { $0..<min($0 + 4, lastBoxes.count) }
        lastBalls = runs.map { Ball(around: lastBalls[$0]) }
        lastBoxes = runs.map { run in
          var sum = Box()
          for box in lastBoxes[run] { sum.add(box) }
          return sum
        }
        boxes += lastBoxes
        balls += lastBalls
        levels.append(boxes.count)
      } while lastBoxes.count > 1
    }

    private static func box(_ a: Vertex, _ b: Vertex) -> Box {
      Box(
        south: min(a.latitude, b.latitude), west: min(a.longitude, b.longitude),
        north: max(a.latitude, b.latitude), east: max(a.longitude, b.longitude))
    }

    /// With 0.1 mm to spare.
    private static func box(_ a: Vertex, _ b: Vertex, _ start: UnitVector, _ end: UnitVector) -> Box {
      let margin = 1e-9
      let latitudes = GreatCircleBox.latitudes(from: start, to: end)
      return Box(
        south: min(latitudes.south, a.latitude, b.latitude) - margin,
        west: min(a.unwrapped, b.unwrapped) - margin,
        north: max(latitudes.north, a.latitude, b.latitude) + margin,
        east: max(a.unwrapped, b.unwrapped) + margin)
    }
  }
}
