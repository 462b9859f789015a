// SPDX-License-Identifier: Apache-2.0

/// What is wrong with one object.
public struct IndexDrift: Hashable, Sendable {
  /// A kind of drift.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The item's index keys are not those of its place.
    case wrongKeys
    /// The index has no row for it.
    case missingRow
    /// Its row in the index holds another place, time or other attributes.
    case staleRow
    /// The index has a row that no item accounts for.
    case extraRow
    /// The item is not one of an object.
    case damagedItem
  }

  /// Whose.
  public var id: ObjectID
  /// What is wrong.
  public var kind: Kind
  /// Whether it has been put right.
  public var isRepaired = false

  /// Makes a finding.
  public init(id: ObjectID, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

/// What a check of a collection found.
public struct IndexCheckReport: Hashable, Sendable {
  /// Items of objects.
  public var objects = 0
  /// Of these, those with a position.
  public var located = 0
  /// Rows read, of all indexes.
  public var rows = 0
  /// How many objects have drifted, by kind.
  public var counts: [IndexDrift.Kind: Int] = [:]
  /// How many have been put right.
  public var repaired = 0
  /// What is wrong, by id, at most a hundred of it.
  public var drifts: [IndexDrift] = []

  /// How many objects have drifted.
  public var count: Int { counts.values.reduce(0, +) }
  /// Whether nothing is wrong any more.
  public var isSound: Bool { count == repaired }

  mutating func add(_ drift: IndexDrift) {
    counts[drift.kind, default: 0] += 1
    if drift.isRepaired { repaired += 1 }
    if drifts.count < 100 { drifts.append(drift) }
  }
}
