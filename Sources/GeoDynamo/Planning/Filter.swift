// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// Which objects of a region a query returns. It applies before the limit and the cursor.
///
/// ```swift
/// index.near(home, within: .kilometers(2), limit: 20, where: .attribute("kind", is: "taxi"))
/// ```
public struct Filter: Hashable, Sendable {
  struct Requirement: Hashable, Sendable {
    let attribute: UTF8String
    let values: Set<AttributeValue>
  }

  private(set) var requirements: [Requirement]

  /// Objects whose attribute has this value, type included.
  public static func attribute(_ name: UTF8String, is value: AttributeValue) -> Filter {
    .attribute(name, isAnyOf: [value])
  }

  /// Objects whose attribute has one of these values, type included.
  public static func attribute(_ name: UTF8String, isAnyOf values: Set<AttributeValue>) -> Filter {
    Filter(requirements: [Requirement(attribute: name, values: values)])
  }

  /// Objects that pass both filters.
  public func and(_ other: Filter) -> Filter {
    Filter(requirements: requirements + other.requirements)
  }

  /// Whether an index row with these encoded attributes passes.
  func passes(_ attributes: RawSpan) throws -> Bool {
    for requirement in requirements {
      guard let value = try ItemCodec.value(of: requirement.attribute, in: attributes),
        requirement.values.contains(value)
      else { return false }
    }
    return true
  }

  /// Throws unless the index carries every attribute that the filter names.
  func check(against declared: IndexedAttributes) throws(InputError) {
    guard case .only(let names) = declared else { return }
    for requirement in requirements where !names.contains(requirement.attribute) {
      throw .filter(
        attribute: requirement.attribute.string, declared: names.sorted().map(\.string))
    }
  }

  func combine(into fingerprint: inout StableHash) {
    for requirement in requirements {
      fingerprint.combine(bytes: requirement.attribute.string.utf8)
      let values = requirement.values.map { ItemCodec.encode(["": $0]) }
      fingerprint.combine(UInt64(values.count))
      for value in values.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        fingerprint.combine(bytes: value)
      }
    }
  }
}
