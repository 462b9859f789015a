// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// The in-process index, read in snapshots.
final class PointIndexSubject: ThreadedSubject, @unchecked Sendable {
  let name = "PointIndex"
  let title = "PointIndex<UInt32>"
  let settings = "a snapshot for \(PointIndexSubject.queriesOfSnapshot) queries"
  let isOurs = true
  private var index = PointIndex<UInt32>()

  /// A service answers what came in since it last looked from one moment, so that it sees changes of milliseconds ago.
  private static let queriesOfSnapshot = 4_096

  func load(_ data: UserData) -> LoadTimes {
    let points = data.places.enumerated().map { (id: UInt32($0.offset), coordinate: $0.element) }
    let (start, cpu) = (Clock.seconds, Clock.processorSeconds(of: self))
    index = PointIndex(points)
    return LoadTimes(wall: Clock.seconds - start, cpu: Clock.processorSeconds(of: self) - cpu)
  }

  func threadSweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) {
    tally.begin()
    var rest = queries
    while !rest.isEmpty {
      let snapshot = index.snapshot()
      for query in rest.prefix(Self.queriesOfSnapshot) {
        let question = query.question
        switch question.order {
        case .any: tally.note(snapshot.ids(near: query.center, within: .meters(question.radius)).count)
        case .nearestFirst:
          tally.note(
            snapshot.near(query.center, within: .meters(question.radius), limit: question.limit).count)
        }
      }
      rest = rest.dropFirst(Self.queriesOfSnapshot)
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

  let moveModes = [MoveMode.alone, MoveMode(title: "in batches of 256", together: 256)]

  /// In one batch, as a thread does that takes what came in since it last looked.
  func threadMove(_ moves: ArraySlice<Move>) {
    index.place(moves.map { (id: $0.id, coordinate: $0.to) })
  }

  func move(_ moves: ArraySlice<Move>, _ mode: MoveMode) {
    guard mode.together > 1 else {
      for move in moves { _ = index.place(move.id, at: move.to) }
      return
    }
    for start in stride(from: moves.startIndex, to: moves.endIndex, by: mode.together) {
      threadMove(moves[start..<min(start + mode.together, moves.endIndex)])
    }
  }

  let isConcurrent = true
  let movesBesideQueries = true

  func stop() { index = PointIndex() }
}
