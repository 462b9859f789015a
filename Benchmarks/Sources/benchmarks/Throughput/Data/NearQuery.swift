// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// The order of an answer.
enum AnswerOrder: String, Codable, CaseIterable, Sendable {
  /// A set of ids.
  case any = "any order"
  /// Ids with their distances, by distance, then by id.
  case nearestFirst = "nearest first"
}

/// What is asked in one column of the tables.
struct Question: Hashable, Codable, Sendable {
  /// Included, in metres.
  let radius: Double
  let order: AnswerOrder
  /// nil for all.
  let limit: Int?

  var title: String {
    "\(Self.name(ofRadius: radius)), \(order.rawValue)\(limit.map { ", limit \($0)" } ?? "")"
  }

  static func name(ofRadius radius: Double) -> String {
    radius < 1_000 ? "\(Int(radius)) m" : "\(Int(radius / 1_000)) km"
  }
}

/// A question at a place.
struct NearQuery: Sendable {
  let center: Coordinate
  let question: Question
}

/// What a subject answers.
struct Answer: Equatable {
  var ids: [UInt32] = []
  /// One for each id where the order is by distance.
  var meters: [Double] = []
}
