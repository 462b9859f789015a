// SPDX-License-Identifier: Apache-2.0

/// What an import did.
struct ImportSummary {
  let collection: String
  var imported = 0
  var withoutPosition = 0
  var skipped = 0
  /// The line of the last object imported.
  var lastLine = 0
  var elapsed = Duration.zero

  init(collection: String) { self.collection = collection }

  /// For people.
  var sentence: String {
    let seconds = elapsed / .seconds(1)
    var text = "imported \(grouped(imported)) objects into \(collection)"
    if withoutPosition > 0 { text += ", \(grouped(withoutPosition)) of them without a position" }
    if skipped > 0 { text += ", skipped \(grouped(skipped)) bad rows" }
    return text + " in \(TextCells.rounded(seconds, to: 2)) s"
  }

  /// For programs.
  var record: OutputRecord {
    OutputRecord([
      .init("collection", .text(collection)), .init("imported", .integer(imported)),
      .init("withoutPosition", .integer(withoutPosition)), .init("skipped", .integer(skipped)),
      .init("seconds", .number(elapsed / .seconds(1))),
    ])
  }
}
