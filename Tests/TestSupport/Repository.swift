// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where the files of the repository are, for tests of its documents and data.
public enum Repository {
  /// The folder that holds Package.swift.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
}
