// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Says whether answers about places are those of the full scan.
struct Oracle {
  private let centers: [Coordinate]
  private let radius: Double
  /// All within the radius, nearest first: every other answer follows from these.
  private let nearest: [Answer]

  init(_ scan: FullScan, _ centers: some Sequence<Coordinate>, radius: Double) {
    self.centers = Array(centers)
    self.radius = radius
    let question = Question(radius: radius, order: .nearestFirst, limit: nil)
    nearest = self.centers.map { scan.answer(NearQuery(center: $0, question: question)) }
  }

  /// The checksum of the full scan's own answers.
  func checksum(of question: Question) -> String { Self.checksum(of: nearest.map { $0.asked(question) }) }

  /// The share of equal answers and the checksum of a subject's answers.
  func check(_ subject: any Subject, _ question: Question) async throws -> (
    equalShare: Double, checksum: String
  ) {
    var answers: [Answer] = []
    var equal = 0
    for (center, all) in zip(centers, nearest) {
      var (answer, expected) = (
        try await subject.answer(NearQuery(center: center, question: question)), all.asked(question)
      )
      if question.order == .any { answer.ids.sort() }
      // Rivals measure on other spheres or with other digits: what is compared is whom they find, and the order. Our own
      // distances must be the same to the last bit.
      if !subject.isOurs { (answer.meters, expected.meters) = ([], []) }
      if answer == expected { equal += 1 }
      answers.append(answer)
    }
    return (Double(equal) / Double(max(centers.count, 1)), Self.checksum(of: answers))
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

extension Answer {
  /// The answer to a question about the same circle, of all that are within it, nearest first; in any order by id.
  fileprivate func asked(_ question: Question) -> Answer {
    switch question.order {
    case .any: Answer(ids: ids.sorted())
    case .nearestFirst:
      Answer(
        ids: Array(ids.prefix(question.limit ?? .max)), meters: Array(meters.prefix(question.limit ?? .max)))
    }
  }
}
