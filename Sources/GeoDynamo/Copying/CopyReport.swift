// SPDX-License-Identifier: Apache-2.0

/// How far a copy is.
public struct CopyProgress: Hashable, Sendable {
  /// What a copy does at a time.
  public enum Phase: Hashable, Sendable {
    /// Objects are read and written.
    case copying
    /// What was written is read and compared.
    case verifying
  }

  /// What is being done.
  public var phase: Phase
  /// Objects done with in this phase, those of an interrupted run included.
  public var objects: Int
  /// About how many there are; nil where the source keeps no counts.
  public var total: Int?
}

/// What a copy did.
public struct CopyReport: Hashable, Sendable {
  /// Objects in the source, all of them in the target now.
  public var objects: Int
  /// Of these, how many were left as they are in the target because they came to their place there later.
  public var kept: Int
  /// Of these, how many an interrupted run had already copied.
  public var resumedAfter: Int
}

extension StoreError.Code {
  /// A copy's target already holds objects.
  public static let targetNotEmpty: Self = "targetNotEmpty"
  /// A copy is not equal to its source.
  public static let copyDiffers: Self = "copyDiffers"
}
