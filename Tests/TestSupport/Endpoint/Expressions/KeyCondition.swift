// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// What a Query reads: a partition and a part of it.
struct KeyCondition: Hashable {
  /// The value of the partition key.
  var partition: UTF8String
  /// The condition on the sort key; nil for all.
  var sort: QueryRequest.SortCondition?

  /// The key condition of a KeyConditionExpression: the partition key `=` a value, and at most one condition on the sort
  /// key, in any order.
  ///
  /// - Throws: `ServiceError.validation` for any other condition.
  init(
    _ text: String, partition: UTF8String, sort: UTF8String, _ attributes: inout ExpressionAttributes
  ) throws {
    var parts: [Condition]
    switch try ExpressionParser.condition(text, &attributes) {
    case .all(let conditions): parts = conditions
    case let condition: parts = [condition]
    }
    guard
      let first = parts.firstIndex(where: {
        if case .equals(AttributePath(partition), _) = $0 { true } else { false }
      }),
      case .equals(_, .string(let key)) = parts.remove(at: first)
    else { throw ServiceError.validation("Query condition missed key schema element: \(partition)") }
    guard parts.count <= 1 else {
      throw ServiceError.validation("Conditions can be of length 1 or 2 only")
    }
    self.partition = key
    self.sort = try parts.first.map { try Self.sortCondition($0, on: AttributePath(sort)) }
  }

  private static func sortCondition(
    _ condition: Condition, on sort: AttributePath
  ) throws -> QueryRequest.SortCondition {
    switch condition {
    case .equals(sort, .string(let value)): return .equals(value)
    case .less(sort, .string(let value)): return .less(value)
    case .lessOrEqual(sort, .string(let value)): return .lessOrEqual(value)
    case .greater(sort, .string(let value)): return .greater(value)
    case .greaterOrEqual(sort, .string(let value)): return .greaterOrEqual(value)
    case .beginsWith(sort, .string(let value)): return .beginsWith(value)
    case .between(sort, .string(let lower), .string(let upper)): return .between(lower, upper)
    default: throw ServiceError.validation("Query key condition not supported")
    }
  }
}
