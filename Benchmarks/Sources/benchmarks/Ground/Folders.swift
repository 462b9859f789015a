// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the repository keeps what the benchmarks read and write.
enum Folders {
  /// The repository.
  static let root: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    return folder.path
  }()
  /// What a build leaves and the next one may take up again.
  static let build = root + "/Benchmarks/.build"
  /// The sources of what is compared with.
  static let rivals = root + "/Benchmarks/Rivals"
}
