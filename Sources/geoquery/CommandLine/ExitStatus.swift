// SPDX-License-Identifier: Apache-2.0

/// What the process tells its parent when it ends. The numbers are those of `sysexits.h` where it has one.
enum ExitStatus: Int32, Sendable {
  /// All was done.
  case success = 0
  /// Anything without a number of its own.
  case failure = 1
  /// The command line is wrong.
  case badUsage = 64
  /// The content of a file or of a store is wrong.
  case badData = 65
  /// A file, store, collection or object is not there.
  case notFound = 66
}
