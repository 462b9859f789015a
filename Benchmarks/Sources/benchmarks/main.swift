// SPDX-License-Identifier: Apache-2.0

import CCounters
import Foundation

/// Runs the benchmark that the command line names.
func run() async throws {
  var words = Array(CommandLine.arguments.dropFirst())
  if words.isEmpty || words[0].hasPrefix("--") { words.insert("throughput", at: 0) }
  if ["throughput", "growth"].contains(words[0]) { return try await compare(words) }
  var file: String?
  if let option = words.firstIndex(of: "--json"), option + 1 < words.count {
    file = words[option + 1]
    words.removeSubrange(option...option + 1)
  }
  let names = [
    "cost", "optimum", "planning", "codes", "clustered", "partitions", "workload", "decoding", "soak",
    "areas", "threads",
  ]
  guard words.count == 1, names.contains(words[0]) else {
    print("usage: scripts/bench \(names.joined(separator: "|")) [--json FILE]")
    print(ThroughputOptions.usage)
    exit(64)
  }
  var report = Report(command: words[0])
  switch words[0] {
  case "cost": Cost.run(&report)
  case "optimum": Optimum.run(&report)
  case "planning": Planning.run(&report)
  case "codes": try Codes.run(&report)
  case "clustered": try await Clustered.run(&report)
  case "decoding": try await Decoding.run(&report)
  case "soak": try await Soak.run(&report)
  case "areas": try AreaBenchmark.run(&report)
  case "threads": try await ThreadBenchmark.run(&report)
  case "workload": try await Workload.run(&report)
  default: try Partitions.run(&report)
  }
  report.finish()
  if let file { try report.json.write(toFile: file, atomically: true, encoding: .utf8) }
}

/// Measures throughput beside the rivals.
func compare(_ words: [String]) async throws {
  guard let options = ThroughputOptions(command: words[0], Array(words.dropFirst())) else {
    print(ThroughputOptions.usage)
    exit(64)
  }
  let command = "scripts/bench " + words.joined(separator: " ")
  print(command)
  print(Report.machine)
  var throughput = Throughput(options, command: command)
  try await throughput.run()
}

do {
  // A run that is interrupted leaves what it has measured.
  print_by_lines()
  try await run()
} catch {
  print("benchmarks: \(error)")
  exit(1)
}
