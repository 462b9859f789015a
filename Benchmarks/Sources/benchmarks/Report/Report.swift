// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a benchmark prints, with the same numbers for `--json` and a checksum over what was computed.
struct Report {
  private let command: String
  private var numbers: [(name: String, value: Double)] = []
  private var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

  init(command: String) {
    self.command = command
    print("scripts/bench \(command)")
    print(Self.machine)
  }

  /// Takes note of a number that does not depend on the machine's speed.
  mutating func check(_ value: Double) {
    // Nine digits: the rest may differ between mathematical libraries.
    for byte in String(format: "%.9g", value).utf8 { checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Writes a number to the JSON file.
  mutating func record(_ name: String, _ value: Double) {
    numbers.append((name, value))
  }

  /// Prints a line of a table: the first column wide, the others right-aligned.
  func row(_ first: String, _ columns: [String], width: Int = 16) {
    print("| " + first.padding(toLength: 26, withPad: " ", startingAt: 0) + " |", terminator: "")
    for column in columns {
      print(String(repeating: " ", count: max(width - column.count, 0)) + column + " |", terminator: "")
    }
    print("")
  }

  /// Prints a table's heading.
  func heading(_ first: String, _ columns: [String], width: Int = 16) {
    row(first, columns, width: width)
    let rule = String(repeating: "-", count: width - 1) + ":"
    print("|" + String(repeating: "-", count: 28) + "|", terminator: "")
    print(columns.map { _ in rule + "-|" }.joined())
  }

  func finish() {
    print("checksum \(String(checksum, radix: 16))")
  }

  var json: String {
    let fields = numbers.map { "    \"\($0.name)\": \($0.value)" }.joined(separator: ",\n")
    return """
      {
        "command": "scripts/bench \(command)",
        "machine": "\(Self.machine)",
        "checksum": "\(String(checksum, radix: 16))",
        "numbers": {
      \(fields)
        }
      }

      """
  }

  static var machine: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = text.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    let name = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    return
      "\(name), \(ProcessInfo.processInfo.activeProcessorCount) cores, \(ProcessInfo.processInfo.operatingSystemVersionString)"
  }
}
