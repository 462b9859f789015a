// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Measures the distance to every user: what all others must agree with.
final class FullScan: ThreadedSubject, @unchecked Sendable {
  static let title = "full scan"
  let name = FullScan.title
  let title = "full scan, every distance measured"
  let isOurs = true
  let fewestQueries = 4
  private var latitudes: [Double] = []
  private var longitudes: [Double] = []

  func load(_ data: UserData) -> LoadTimes {
    let (start, cpu) = (Clock.seconds, Clock.processorSeconds(of: self))
    latitudes = data.places.map(\.latitude)
    longitudes = data.places.map(\.longitude)
    return LoadTimes(wall: Clock.seconds - start, cpu: Clock.processorSeconds(of: self) - cpu)
  }

  func answer(_ query: NearQuery) -> Answer {
    let meter = DistanceMeter(from: query.center)
    var found: [(meters: Double, id: UInt32)] = []
    for number in latitudes.indices {
      let meters = meter.meters(toLatitude: latitudes[number], longitude: longitudes[number])
      if meters <= query.question.radius { found.append((meters, UInt32(number))) }
    }
    guard query.question.order == .nearestFirst else { return Answer(ids: found.map(\.id)) }
    found.sort { $0 < $1 }
    let kept = found.prefix(query.question.limit ?? .max)
    return Answer(ids: kept.map(\.id), meters: kept.map(\.meters))
  }

  func threadSweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) {
    tally.begin()
    for query in queries { tally.note(answer(query).ids.count) }
  }

  func sweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) { threadSweep(queries, &tally) }

  func threadMove(_ moves: ArraySlice<Move>) {
    for move in moves {
      latitudes[Int(move.id)] = move.to.latitude
      longitudes[Int(move.id)] = move.to.longitude
    }
  }

  func move(_ moves: ArraySlice<Move>, _ mode: MoveMode) { threadMove(moves) }

  let isConcurrent = true
  let movesBesideQueries = false

  var bytes: Double? { Double(latitudes.count * 16) }

  func stop() { (latitudes, longitudes) = ([], []) }
}
