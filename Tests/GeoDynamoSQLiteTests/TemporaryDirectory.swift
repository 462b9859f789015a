// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamoSQLite

/// A directory of a test's own, gone with the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "geoquery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the directory.
  func file(_ name: String = "store") -> String { path + "/" + name }

  /// A new store in it.
  func store(durability: SQLiteStore.Durability = .normal) throws -> SQLiteStore {
    try SQLiteStore.open(file(), mode: .create, durability: durability)
  }
}

extension TemporaryDirectory {
  /// The names of the files in it, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
