// SPDX-License-Identifier: Apache-2.0

/// Says whether answers are those of the full scan.
struct Oracle {
  private let sample: [NearQuery]
  private let expected: [Answer]

  init(_ scan: FullScan, _ sample: some Sequence<NearQuery>) {
    self.sample = Array(sample)
    expected = self.sample.map { scan.answer($0) }
  }

  /// The checksum of the full scan's own answers.
  var checksum: String { Self.checksum(of: expected) }

  /// The share of equal answers and the checksum of a subject's answers.
  func check(_ subject: any Subject) async throws -> (equalShare: Double, checksum: String) {
    var answers: [Answer] = []
    for query in sample {
      var answer = try await subject.answer(query)
      if query.question.order == .any { answer.ids.sort() }
      // Rivals measure on other spheres or with other digits: what is compared is whom they find, and the order. Our own
      // distances must be the same to the last bit.
      if !subject.isOurs { answer.meters = [] }
      answers.append(answer)
    }
    let equal = zip(answers, expected).count {
      subject.isOurs ? $0 == $1 : $0.ids == $1.ids
    }
    return (Double(equal) / Double(max(sample.count, 1)), Self.checksum(of: answers))
  }

  private static func checksum(of answers: [Answer]) -> String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ number: UInt64) { sum = (sum ^ number) &* 0x100_0000_01B3 }
    for answer in answers {
      add(UInt64(answer.ids.count))
      for id in answer.ids { add(UInt64(id)) }
    }
    return String(sum, radix: 16)
  }
}
