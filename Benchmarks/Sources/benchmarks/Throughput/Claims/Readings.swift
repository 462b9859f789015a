// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The numbers of a run, asked for by claims.
struct Readings {
  let results: Results
  /// The number of users that the claims speak of.
  let users: Int
  /// The subjects that were asked for; empty for all.
  let only: [String]

  enum Missing: Error, CustomStringConvertible {
    /// A rival that is not installed, or whatever was not asked for.
    case subject(String)
    /// What should be there.
    case number(String)

    var description: String {
      switch self {
      case .subject(let name): "\(name) is not measured"
      case .number(let what): what
      }
    }
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
    let isAsked = only.isEmpty || only.contains(name)
    return Claims.ours.contains(name) && isAsked ? .number("\(name) is not measured") : .subject(name)
  }

  /// The rate of a subject at another number of users where a query finds as many as here within a radius.
  func rate(_ name: String, users: Int, findingAsWithin question: Question) throws -> Double {
    let found = try answers(name, question).found
    let others = results.measurements.filter {
      $0.subject == name && $0.users == users && $0.failure == nil && $0.question.order == question.order
        && $0.question.limit == question.limit
    }.sorted { $0.found < $1.found }
    guard let above = others.first(where: { $0.found >= found }),
      let below = others.last(where: { $0.found < found })
    else { throw Missing.subject("\(name) with \(users) users, as many found") }
    // A straight line between the logarithms.
    let share = log(found / below.found) / log(above.found / below.found)
    return exp(log(1 / below.cpu) * (1 - share) + log(1 / above.cpu) * share)
  }
}
