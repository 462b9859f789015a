// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension ThreadClaims {
  static let random: [Claim] = (1...3).map { seed in
    Claim("random operations answer and end as the plain model does, seed \(seed)") { table in
      var random = SeededGenerator(seed: UInt64(seed))
      var model = ThreadModel()
      let threads = ChatThreads(in: table)
      for step in 0..<250 {
        let operation = ThreadModel.Operation(using: &random, model)
        let expected = model.apply(operation)
        let answer = try await operation.run(on: threads)
        #expect(answer == expected, "seed \(seed), step \(step): \(operation)")
        guard answer == expected else { return }
      }
      for (area, log) in model.logs {
        let events = try await threads.log(of: area, limit: 10_000, withReplyTexts: true).events
        let found = events.map { event in
          ThreadModel.Entry(
            kind: event.kind, user: event.user, target: event.target.map { Int($0) }, text: event.text,
            isEdited: event.editedBy != nil, isDeleted: event.deletedBy != nil, replies: event.replies)
        }
        #expect(found == log, "seed \(seed), \(area)")
        #expect(try await threads.members(of: area).members.map(\.user) == model.members(of: area))
        #expect(try await threads.memberCount(of: area) == model.members(of: area).count)
      }
      try await expectSound(table)
    }
  }
}
