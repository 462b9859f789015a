// SPDX-License-Identifier: Apache-2.0

/// How large the areas are that users of a table are given: a setting of the deployment.
public struct HomeRule: Hashable, Sendable {
  /// The name of the granularity: `area`, `outcode` or `sector` for postcodes, else the name of a set of areas.
  public var granularity: String
  /// Counts from 1; a change of the granularity or of the areas makes it one more. Users who were given an area by an older one
  /// are moved by `reassign`.
  public var version: Int64

  private static let granularity: UTF8String = "granularity"
  private static let version: UTF8String = "version"

  fileprivate var item: Item {
    var item = KeySchema.homeRule.attributes
    item[Self.granularity] = .string(UTF8String(granularity))
    item[Self.version] = .number(DecimalNumber(version))
    return item
  }

  fileprivate init(_ item: Item) throws {
    guard let granularity = item[Self.granularity]?.string, let version = item.integer(Self.version) else {
      throw StoreError(.notAStore, "the rule of homes is damaged", operation: "join")
    }
    self.init(granularity: granularity.string, version: version)
  }

  fileprivate init(granularity: String, version: Int64) {
    (self.granularity, self.version) = (granularity, version)
  }
}

extension ChatThreads {
  /// The rule; nil as long as none was made.
  public func homeRule() async throws -> HomeRule? {
    try await store.get(KeySchema.homeRule).map(HomeRule.init)
  }

  /// The rule, which is made with this granularity if there is none.
  public func homeRule(orMake granularity: String) async throws -> HomeRule {
    if let rule = try await homeRule() { return rule }
    do {
      try await store.put(
        HomeRule(granularity: granularity, version: 1).item, if: .notExists("pk"), returningOld: false)
    } catch let error as StoreError where error.code == .conditionalCheckFailed {}
    return try await homeRule() ?? HomeRule(granularity: granularity, version: 1)
  }

  /// Makes a new version of the rule: with another granularity, or with the same for areas that have changed.
  @discardableResult
  public func renewHomeRule(_ granularity: String) async throws -> HomeRule {
    while true {
      let old = try await homeRule()
      let rule = HomeRule(granularity: granularity, version: (old?.version ?? 0) + 1)
      let condition: Condition =
        old.map { .equals("version", .number(DecimalNumber($0.version))) } ?? .notExists("pk")
      do {
        try await store.put(rule.item, if: condition, returningOld: false)
        return rule
      } catch let error as StoreError where error.code == .conditionalCheckFailed { continue }
    }
  }
}
