// SPDX-License-Identifier: Apache-2.0

import Foundation
import GeoDynamo

let usage = "usage: benchmarks cost|optimum|planning|clustered|partitions [--json FILE]"
var words = Array(CommandLine.arguments.dropFirst())
var file: String?
if let option = words.firstIndex(of: "--json"), option + 1 < words.count {
  file = words[option + 1]
  words.removeSubrange(option...option + 1)
}
guard words.count == 1 else {
  print(usage)
  exit(64)
}
var report = Report(command: words[0])
switch words[0] {
case "cost": Cost.run(&report)
case "optimum": Optimum.run(&report)
case "planning": Planning.run(&report)
case "clustered": try await Clustered.run(&report)
case "partitions": try Partitions.run(&report)
default:
  print(usage)
  exit(64)
}
report.finish()
if let file { try report.json.write(toFile: file, atomically: true, encoding: .utf8) }
