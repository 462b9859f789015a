// SPDX-License-Identifier: Apache-2.0

/// The run of sort keys that a sort condition allows, by UTF-8 bytes: every condition is one.
package struct SortBounds: Hashable, Sendable {
  /// The bound below; nil for none.
  package var lower: UTF8String?
  /// Whether `lower` itself is in the run.
  package var includesLower = true
  /// The bound above; nil for none.
  package var upper: UTF8String?
  /// Whether `upper` itself is in the run.
  package var includesUpper = true

  /// All sort keys.
  package static let all = SortBounds()

  /// The sort keys that meet `condition`; all without one.
  package init(_ condition: QueryRequest.SortCondition? = nil) {
    switch condition {
    case nil: break
    case .equals(let key)?: (lower, upper) = (key, key)
    case .less(let key)?: (upper, includesUpper) = (key, false)
    case .lessOrEqual(let key)?: upper = key
    case .greater(let key)?: (lower, includesLower) = (key, false)
    case .greaterOrEqual(let key)?: lower = key
    case .between(let first, let last)?: (lower, upper) = (first, last)
    case .beginsWith(let prefix)?:
      (lower, upper, includesUpper) = (prefix, prefix.prefixSuccessor, false)
    }
  }

  /// Whether a sort key is in the run.
  package func contains(_ key: UTF8String) -> Bool {
    if let lower, key < lower || !includesLower && key == lower { return false }
    if let upper, upper < key || !includesUpper && key == upper { return false }
    return true
  }

  /// Leaves the part that a page which starts after `start` still has to read.
  package func resumed(after start: UTF8String?, descending: Bool) -> SortBounds {
    guard let start else { return self }
    var rest = self
    if descending {
      (rest.upper, rest.includesUpper) = (start, false)
    } else {
      (rest.lower, rest.includesLower) = (start, false)
    }
    return rest
  }
}

extension QueryRequest {
  /// The sort keys that the request still has to read: its sort condition, and behind its start key.
  package var bounds: SortBounds {
    SortBounds(sort).resumed(after: start?.sort, descending: descending)
  }
}
