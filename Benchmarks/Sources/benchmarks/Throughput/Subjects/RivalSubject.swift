// SPDX-License-Identifier: Apache-2.0

import CRivals
import Foundation
import GeoHash
import Synchronization

/// A rival of a shared library.
@safe final class RivalSubject: ThreadedSubject, @unchecked Sendable {
  let name: String
  let title: String
  let settings: String
  let isConcurrent: Bool
  private let entry: rival
  private let folder: String
  private var isStarted = false
  private var count = 0
  private let buffers = Mutex<[AnswerBuffer]>([])

  /// - Parameter folder: Where its files go.
  init(_ entry: UnsafePointer<rival>, name: String, folder: String) {
    unsafe self.entry = unsafe entry.pointee
    self.name = name
    self.folder = folder
    unsafe title = String(cString: self.entry.title)
    unsafe settings = self.entry.settings.map { unsafe String(cString: $0) } ?? ""
    unsafe isConcurrent = self.entry.is_concurrent != 0
  }

  func load(_ data: UserData) throws -> LoadTimes {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let why = ServerThread.shared.run { [self] in
      unsafe entry.start.flatMap { start in unsafe start(folder).map { unsafe String(cString: $0) } }
    }
    if let why { throw NotMeasured(why) }
    isStarted = true
    let places = data.places.map { rival_place($0) }
    count = places.count
    let (start, cpu) = (Clock.seconds, Clock.processorSeconds(of: self))
    if let why = unsafe entry.load(places, places.count) { throw NotMeasured(unsafe String(cString: why)) }
    return LoadTimes(wall: Clock.seconds - start, cpu: Clock.processorSeconds(of: self) - cpu)
  }

  func threadSweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) throws {
    let buffer = takeBuffer()
    defer { giveBack(buffer) }
    tally.begin()
    for query in queries { tally.note(try near(query, buffer)) }
  }

  func sweep(_ queries: ArraySlice<NearQuery>, _ tally: inout Tally) throws {
    try threadSweep(queries, &tally)
  }

  func sweepTogether(_ queries: ArraySlice<NearQuery>) throws -> Int? {
    guard let many = unsafe entry.near_many else { return nil }
    let queries = queries.map { rival_query($0) }
    var found = [Int](repeating: 0, count: queries.count)
    guard unsafe many(queries, queries.count, &found) == 0 else {
      throw NotMeasured("queries together failed")
    }
    return found.reduce(0, +)
  }

  func answer(_ query: NearQuery) throws -> Answer {
    let buffer = takeBuffer()
    defer { giveBack(buffer) }
    return buffer.answer(try near(query, buffer), query.question.order)
  }

  private func near(_ query: NearQuery, _ buffer: AnswerBuffer) throws -> Int {
    var asked = rival_query(query)
    let found =
      query.question.order == .any
      ? unsafe entry.near(&asked, buffer.ids, nil) : unsafe entry.near(&asked, buffer.ids, buffer.meters)
    guard found <= count else { throw NotMeasured("a query failed: \(query.question.title)") }
    return found
  }

  var moveModes: [MoveMode] {
    (unsafe entry.move == nil ? [] : [.alone])
      + (unsafe entry.move_many == nil ? [] : [MoveMode(title: "together", together: 100)])
  }

  func threadMove(_ moves: ArraySlice<Move>) throws {
    guard let move = unsafe entry.move else { throw NotMeasured("does not move") }
    for step in moves where move(step.id, rival_place(step.to)) != 0 {
      throw NotMeasured("a move failed")
    }
  }

  func move(_ moves: ArraySlice<Move>, _ mode: MoveMode) throws {
    guard mode.together > 1 else { return try threadMove(moves) }
    let (ids, places) = (moves.map(\.id), moves.map { rival_place($0.to) })
    guard let many = unsafe entry.move_many, unsafe many(ids, places, ids.count) == 0 else {
      throw NotMeasured("moves together failed")
    }
  }

  /// The seam allows no moves beside queries.
  let movesBesideQueries = false

  var bytes: Double? { unsafe entry.bytes.map { $0() } ?? .nan }
  var otherSeconds: Double { unsafe entry.server_seconds.map { $0() } ?? 0 }

  func stop() {
    guard isStarted else { return }
    unsafe entry.stop?()
    isStarted = false
    buffers.withLock { $0 = [] }
  }

  private func takeBuffer() -> AnswerBuffer {
    buffers.withLock { $0.popLast() } ?? AnswerBuffer(capacity: count)
  }

  private func giveBack(_ buffer: AnswerBuffer) { buffers.withLock { $0.append(buffer) } }
}

/// Room for the answer of any query.
@safe private final class AnswerBuffer: @unchecked Sendable {
  let ids: UnsafeMutablePointer<UInt32>
  let meters: UnsafeMutablePointer<Double>

  init(capacity: Int) {
    unsafe ids = .allocate(capacity: capacity)
    unsafe meters = .allocate(capacity: capacity)
  }

  deinit {
    unsafe ids.deallocate()
    unsafe meters.deallocate()
  }

  func answer(_ found: Int, _ order: AnswerOrder) -> Answer {
    unsafe Answer(
      ids: Array(UnsafeBufferPointer(start: ids, count: found)),
      meters: order == .any ? [] : Array(UnsafeBufferPointer(start: meters, count: found)))
  }
}

extension rival_place {
  fileprivate init(_ place: Coordinate) {
    self.init(latitude: place.latitude, longitude: place.longitude)
  }
}

extension rival_query {
  fileprivate init(_ query: NearQuery) {
    self.init(
      center: rival_place(query.center), radius_meters: query.question.radius,
      limit: query.question.limit ?? 0,
      order: query.question.order == .any ? RIVAL_ANY_ORDER : RIVAL_NEAREST_FIRST)
  }
}
