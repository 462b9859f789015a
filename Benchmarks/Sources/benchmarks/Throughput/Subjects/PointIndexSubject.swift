// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// The in-process index; each query reads a snapshot of its own.
final class PointIndexSubject: ThreadedSubject, @unchecked Sendable {
  let name = "PointIndex"
  let title = "PointIndex<UInt32>"
  let settings = "a snapshot for each query"
  let isOurs = true
  private var index = PointIndex<UInt32>()

  func load(_ data: UserData) -> LoadTimes {
    let points = data.places.enumerated().map { (id: UInt32($0.offset), coordinate: $0.element) }
    let (start, cpu) = (Clock.seconds, Clock.processorSeconds(of: self))
    index = PointIndex(points)
    return LoadTimes(wall: Clock.seconds - start, cpu: Clock.processorSeconds(of: self) - cpu)
  }

  func threadSweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) {
    tally.begin()
    for query in queries {
      let (snapshot, question) = (index.snapshot(), query.question)
      switch question.order {
      case .any: tally.note(snapshot.ids(near: query.center, within: .meters(question.radius)).count)
      case .nearestFirst:
        tally.note(
          snapshot.near(query.center, within: .meters(question.radius), limit: question.limit).count)
      }
    }
  }

  func sweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) { threadSweep(queries, &tally) }

  func answer(_ query: NearQuery) -> Answer {
    let (snapshot, radius) = (index.snapshot(), Distance.meters(query.question.radius))
    switch query.question.order {
    case .any: return Answer(ids: snapshot.ids(near: query.center, within: radius).sorted())
    case .nearestFirst:
      let matches = snapshot.near(query.center, within: radius, limit: query.question.limit)
      return Answer(ids: matches.map(\.id), meters: matches.map(\.distance.meters))
    }
  }

  func threadMove(_ moves: ArraySlice<Move>) {
    for move in moves { _ = index.place(move.id, at: move.to) }
  }

  func move(_ moves: ArraySlice<Move>, _ mode: MoveMode) { threadMove(moves) }

  let isConcurrent = true
  let movesBesideQueries = true

  func stop() { index = PointIndex() }
}
