// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GeoDynamo

struct AppendBatchTests {
  private let area = try! AreaID(set: "s", id: "a")
  private let end = LogEnd(
    ThreadEvent(
      sequence: 10, time: Timestamp(microseconds: 0), kind: .joined, replies: 0, posts: 4, members: 2))
  private var batch: AppendBatch { AppendBatch(after: end, of: area, at: Timestamp(microseconds: 1)) }

  private func text(_ string: String) -> MessageText { try! MessageText(string) }

  @Test func aMembersPostsShareOneCheck() throws {
    var batch = batch
    var count = 0
    while batch.take(.message(text("m"), by: "ada")) { count += 1 }
    #expect(batch.numbers == (11...10 + Int64(count)).map { $0 })
    #expect(batch.purposes.count { if case .membership = $0 { true } else { false } } == 1)
    #expect(count >= 47)
    #expect(batch.end.posts == 4 + Int64(count))
    try TransactWrite.validate(batch.writes, token: nil)
  }

  @Test func aPageOfPendingEntriesIsOneTransaction() throws {
    var batch = batch
    for number in 0..<AppendBatch.mostEntries {
      let entry = PendingEntry(revision: Int64(number), user: "ada", kind: number % 2 == 0 ? .joined : .left)
      let isTaken = batch.take(entry)
      #expect(isTaken)
    }
    let isTaken = batch.take(PendingEntry(revision: 99, user: "ada", kind: .left))
    #expect(!isTaken)
    #expect(batch.end.members == 2)
    try TransactWrite.validate(batch.writes, token: nil)
  }

  @Test func whatNeedsOneItemInTwoWaysWaitsForTheNextTransaction() throws {
    let place = TextPlace(sequence: 5)
    var batch = batch
    func take(_ operation: LogOperation) -> Bool { batch.take(operation) }
    #expect(take(.edit(place, text("x"), by: "ada")))
    #expect(!take(.edit(place, text("y"), by: "ada")))
    #expect(!take(.delete(place, by: "ada")))
    #expect(!take(.reply(text("r"), to: 5, by: "bob")))
    #expect(take(.reply(text("r"), to: 6, by: "bob")))
    #expect(take(.reply(text("r"), to: 6, by: "ada")))
    #expect(!take(.edit(TextPlace(sequence: 6), text("x"), by: "ada")))
    #expect(batch.numbers == [11, 12, 13])
    try TransactWrite.validate(batch.writes, token: nil)
  }

  @Test func randomOperationsNeverMakeATransactionThatIsNone() throws {
    for seed in 1...50 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var batch = batch
      for _ in 0..<120 {
        let user = try ObjectID("u\(Int.random(in: 0..<40, using: &random))")
        let sequence = Int64.random(in: 1...10, using: &random)
        let place = TextPlace(sequence: sequence, message: Bool.random(using: &random) ? nil : 1)
        _ =
          switch Int.random(in: 0..<5, using: &random) {
          case 0: batch.take(.message(text("m"), by: user))
          case 1: batch.take(.reply(text("r"), to: sequence, by: user))
          case 2: batch.take(.edit(place, text("e"), by: user))
          case 3: batch.take(.delete(place, by: Bool.random(using: &random) ? nil : user))
          default:
            batch.take(
              PendingEntry(
                revision: Int64(bitPattern: random.next() >> 12), user: user, kind: .joined))
          }
      }
      #expect(batch.writes.count == batch.purposes.count)
      #expect(throws: Never.self, "seed \(seed)") { try TransactWrite.validate(batch.writes, token: nil) }
    }
  }

  @Test func aFailedConditionIsThatOfItsOwnOperations() {
    var batch = batch
    _ = batch.take(.message(text("1"), by: "ada"))
    _ = batch.take(.reply(text("2"), to: 3, by: "bob"))
    _ = batch.take(.message(text("3"), by: "ada"))
    func error(_ isAtFault: (AppendBatch.Purpose) -> Bool) -> StoreError {
      StoreError(
        .transactionCanceled, "", operation: "transact",
        reasons: batch.purposes.map { isAtFault($0) ? .conditionalCheckFailed : nil })
    }
    #expect(batch.refused(by: error { $0 == .membership([0, 2]) }) == [0: true, 2: true])
    #expect(batch.refused(by: error { $0 == .work([1]) }) == [1: false])
    #expect(batch.refused(by: error { $0 == .number }) == [:])
    #expect(batch.isOvertaken(in: error { $0 == .number }))
    #expect(!batch.isOvertaken(in: error { $0 == .work([1]) }))
  }

  /// The check before queueing is passed, and the membership ends before the write.
  @Test func whoLeavesBeforeHisPostIsWrittenIsRefusedAndNobodyElse() async throws {
    let threads = ChatThreads(in: ModelTable())
    try await threads.join("ada", area)
    let answers = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          let user: ObjectID = number % 2 == 0 ? "ada" : "eve"
          do {
            try await threads.writer.append(.message(text("m"), by: user), to: area)
            return true
          } catch {
            return (error as? StoreError)?.code != .threadNotFound
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(answers == [true: 20, false: 20])
    #expect(try await threads.lastEvent(of: area).sequence == 22)
  }
}
