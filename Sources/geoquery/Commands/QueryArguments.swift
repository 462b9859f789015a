// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// What every query by place takes besides its shape.
struct QueryArguments {
  /// The options of these, in the order of the help.
  static let options = [
    Options.limit, Options.after, Options.filter, Options.seenWithin, Options.exclude, Options.maximumItems,
    Options.maximumRequests, Options.maximumTime, Options.viewer,
  ]
  /// The options without those that tell pages apart.
  static let optionsWithoutPages = Array(options.dropFirst(2))

  var limit: Int?
  let cursor: Cursor?
  let filter: Filter?
  let options: QueryOptions

  /// - Parameter now: The moment from which `--seen-within` counts back, unless a cursor says from which.
  init(_ arguments: Arguments, now: Timestamp = .now) throws {
    limit = try arguments.value(of: Options.limit) { try Int(argument: $0, in: 1...Int.max) }
    let page = try arguments.value(of: Options.after) { try PageCursor($0) }
    cursor = page?.cursor
    filter = try Filter(arguments)
    let age = try arguments.value(of: Options.seenWithin) { try Duration(argument: $0) }
    let excluded = try arguments.all(Options.exclude).map { try ObjectID($0) }
    let budget = QueryBudget(
      requests: try arguments.value(of: Options.maximumRequests) { try Int(argument: $0, in: 0...Int.max) },
      rows: try arguments.value(of: Options.maximumItems) { try Int(argument: $0, in: 0...Int.max) },
      time: try arguments.value(of: Options.maximumTime) { try Duration(argument: $0) })
    options = QueryOptions(
      excluding: Set(excluded),
      seenSince: age.map { age in
        page?.seenSince ?? Timestamp(microseconds: now.microseconds - Int64(age / .microseconds(1)))
      }, budget: budget)
  }

  /// A page's cursor as it is printed.
  func text(of cursor: Cursor) -> String { PageCursor(cursor: cursor, seenSince: options.seenSince).text }
}

/// A cursor, and the moment since which objects must have come to their place: pages of one answer share it.
///
/// Its text is the cursor's own, and after a full stop the moment in microseconds since 1970, if there is one.
struct PageCursor {
  let cursor: Cursor
  let seenSince: Timestamp?

  init(cursor: Cursor, seenSince: Timestamp?) {
    self.cursor = cursor
    self.seenSince = seenSince
  }

  /// - Throws: `InputError.cursor` when the text is none.
  init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    cursor = try Cursor(String(parts[0]))
    guard parts.count == 2 else {
      seenSince = nil
      return
    }
    guard let microseconds = Int64(parts[1]) else {
      throw InputError.cursor(text, reason: "it must be the text that a page of results ended with")
    }
    seenSince = Timestamp(microseconds: microseconds)
  }

  var text: String { cursor.text + (seenSince.map { ".\($0.microseconds)" } ?? "") }
}
