// SPDX-License-Identifier: Apache-2.0

/// The numbers of a run, asked for by claims.
struct Readings {
  let results: Results
  /// The number of users that the claims speak of.
  let users: Int

  enum Missing: Error {
    /// It is not installed, or was not asked for.
    case rival(String)
    case number(String)
  }

  /// A subject's record.
  func record(_ name: String, users: Int? = nil) throws -> SubjectRecord {
    let users = users ?? self.users
    if let record = results.subjects.first(where: { $0.name == name && $0.users == users }) { return record }
    throw missing(name)
  }

  /// A subject's answers to a question.
  func answers(_ name: String, _ question: Question, users: Int? = nil) throws -> Measurement {
    guard let one = results.measurement(name, question, users: users ?? self.users) else {
      throw missing(name)
    }
    if let failure = one.failure { throw Missing.number("\(name): \(failure)") }
    return one
  }

  /// How many times as much processor time a query takes `a` as `b`.
  func ratio(_ a: String, to b: String, _ question: Question) throws -> Double {
    try answers(a, question).cpu / answers(b, question).cpu
  }

  /// The rivals that answered a question.
  func rivals(_ question: Question) -> [String] {
    results.subjects.filter { !$0.isOurs && $0.users == users }.map(\.name)
      .filter { results.measurement($0, question, users: users)?.failure == nil }
  }

  /// A rival that is not there is one thing, a subject of our own that is not there another.
  private func missing(_ name: String) -> Missing {
    Claims.ours.contains(name) ? .number("\(name) was not measured") : .rival(name)
  }
}
