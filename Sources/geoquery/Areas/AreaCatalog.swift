// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import PostcodeAreas
import UKAreas

/// The sets of areas that a command may speak of: those of the program, and those that were loaded into the store.
struct AreaCatalog {
  /// A set before its polygons are read.
  struct Entry {
    let name: String
    let version: String
    let areas: Int
    /// Nil for a set of the program.
    let stored: StoredAreaSets.Description?
  }

  /// By name; a loaded set takes the place of the program's of that name.
  let entries: [Entry]
  private let store: StoredAreaSets?

  /// - Parameter store: The store; nil when there is none.
  init(in store: (any TableStore)?) async throws {
    self.store = store.map { StoredAreaSets(in: $0) }
    let stored = try await self.store?.all() ?? []
    var entries = stored.map {
      Entry(name: $0.name.description, version: $0.version, areas: $0.areas, stored: $0)
    }
    for name in ["gb-area", "gb-outcode"] where !entries.contains(where: { $0.name == name }) {
      let set = name == "gb-area" ? UKAreas.areas : UKAreas.outcodes
      entries.append(Entry(name: name, version: set.version, areas: set.areas.count, stored: nil))
    }
    self.entries = entries.sorted { $0.name < $1.name }
  }

  /// The set of a name.
  ///
  /// - Throws: `CommandFailure` that names the sets there are.
  func set(_ name: String) async throws -> AreaSet {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw CommandFailure(
        .notFound,
        "there is no area set \(quoted(name)); there are \(entries.map(\.name).joined(separator: ", "))")
    }
    guard let stored = entry.stored, let store else {
      return name == "gb-area" ? UKAreas.areas : UKAreas.outcodes
    }
    guard let bytes = try await store.load(stored.name)?.bytes else {
      throw CommandFailure(.notFound, "the area set \(quoted(name)) has just been removed")
    }
    return try AreaSet(encoded: bytes)
  }

  /// The set and the area that a text names: `set/id`, or an id that only one set has.
  func area(named text: String) async throws -> (set: AreaSet, area: Area) {
    if let slash = text.firstIndex(of: "/"), entries.contains(where: { $0.name == text[..<slash] }) {
      let set = try await set(String(text[..<slash]))
      let id = String(text[slash...].dropFirst())
      guard let area = set[id] else {
        throw CommandFailure(.notFound, "the area set \(set.name) has no area \(quoted(id))")
      }
      return (set, area)
    }
    var found: [(set: AreaSet, area: Area)] = []
    for entry in entries {
      let set = try await set(entry.name)
      if let area = set[text] { found.append((set, area)) }
    }
    guard let only = found.first else {
      throw CommandFailure(
        .notFound,
        "no area set has an area \(quoted(text)); looked into \(entries.map(\.name).joined(separator: ", "))")
    }
    guard found.count == 1 else {
      let names = found.map { "\($0.set.name)/\(text)" }.joined(separator: " or ")
      throw CommandFailure.usage("\(quoted(text)) is in several area sets; write \(names)")
    }
    return only
  }
}

extension Invocation {
  /// Lends the sets of areas to `body`; a store that is not there has none.
  func withAreas(_ body: (AreaCatalog) async throws -> Void) async throws {
    do {
      try await withStore(.read) { try await body(AreaCatalog(in: $0)) }
    } catch let error as StoreError where error.code == .storeNotFound {
      try await body(AreaCatalog(in: nil))
    }
  }
}
