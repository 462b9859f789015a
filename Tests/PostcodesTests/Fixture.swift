// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rows of a fixture by the names of their columns.
enum Fixture {
  static func rows(_ name: String) throws -> [[String: String]] {
    let url = Bundle.module.resourceURL!.appendingPathComponent("\(name).csv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let names = fields(lines[0])
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, fields($0))) }
  }

  /// Fields hold no quotes but about a whole field.
  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
