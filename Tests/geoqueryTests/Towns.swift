// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoHash
import TestSupport

/// A store of the towns of the demo, filled once by the built program, and the towns themselves.
enum Towns {
  struct Town {
    let id: String
    let name: String
    let country: String
    let place: Coordinate
  }

  /// The program in a folder whose store holds the towns.
  static let program: Executable = {
    let program = try! Executable()
    let file = Repository.root.appendingPathComponent("data/towns.csv").path
    let result = try! program.run("import", file, "--index", "name,country")
    precondition(result.status == 0, result.messages)
    return program
  }()

  /// All of them.
  static let all: [Town] = {
    let file = Repository.root.appendingPathComponent("data/towns.csv")
    let text = try! String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      // The name may hold commas, the columns after it none.
      let parts = line.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count >= 6, let latitude = Double(parts[parts.count - 3]),
        let longitude = Double(parts[parts.count - 2]),
        let place = try? Coordinate(latitude: latitude, longitude: longitude)
      else { return nil }
      let name = parts[1..<parts.count - 4].joined(separator: ",")
      return Town(id: String(parts[0]), name: name, country: String(parts[parts.count - 4]), place: place)
    }
  }()

  /// The ids of the towns of a region in its order, by looking at all.
  static func ids(in region: some Region) -> [String] {
    all.compactMap { town -> (String, Double)? in
      region.meters(toMemberAtLatitude: town.place.latitude, longitude: town.place.longitude)
        .map { (town.id, $0) }
    }.sorted { $0.1 != $1.1 ? $0.1 < $1.1 : $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }.map(\.0)
  }

  /// The ids that the program finds.
  static func found(_ arguments: String..., input: String = "") throws -> [String] {
    let result = try program.runAll(arguments + ["--format", "csv"], input: input)
    precondition(result.status == 0, "\(arguments): \(result.messages)")
    return result.output.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
  }
}
