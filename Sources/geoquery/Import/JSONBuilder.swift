// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Builds values of the events of a streaming parser. Whole values leave through `isComplete`/`take`; the
/// elements of one array, whose name is `streamedMember` of the outermost object, leave one by one.
struct JSONBuilder {
  /// A container that is still open.
  private struct Level {
    var isObject: Bool
    var isStreamed = false
    var names: Set<UTF8String> = []
    var members: [JSONValue.Member] = []
    var elements: [JSONValue] = []
    var name: String?
  }

  private let streamedMember: String?
  private var levels: [Level] = []
  /// Values that are whole: outermost ones, and elements of the streamed array.
  private(set) var complete: [(value: JSONValue, isElement: Bool)] = []
  /// Whether the outermost object that is open, or was closed last, had the streamed array.
  private(set) var hasStreamed = false
  /// What cannot be, once it was met.
  private(set) var fault: RowFault?

  init(streaming member: String?) { streamedMember = member }

  /// How many containers are open.
  var depth: Int { levels.count }
  /// Whether a value that will leave as a whole is about to begin.
  var isBetweenRecords: Bool { levels.isEmpty || levels[levels.count - 1].isStreamed }

  /// Gives away the values that are whole.
  mutating func take() -> [(value: JSONValue, isElement: Bool)] {
    defer { complete.removeAll(keepingCapacity: true) }
    return complete
  }

  /// Ends it all with a fault found by the parser.
  mutating func refuse(_ fault: RowFault) { self.fault = fault }

  mutating func open(isObject: Bool) -> Bool {
    guard levels.count < ImportLimits.depth else {
      fault = RowFault("JSON is nested deeper than \(ImportLimits.depth) levels")
      return false
    }
    var level = Level(isObject: isObject)
    if levels.isEmpty { hasStreamed = false }
    if let streamedMember, levels.count == 1, !isObject, levels[0].name == streamedMember {
      level.isStreamed = true
      hasStreamed = true
    }
    levels.append(level)
    return true
  }

  mutating func close() -> Bool {
    let level = levels.removeLast()
    return add(level.isObject ? .object(level.members) : .array(level.elements))
  }

  mutating func name(_ text: String) -> Bool {
    let top = levels.count - 1
    let isNew =
      levels[top].members.count < 8
      ? !levels[top].members.contains { $0.name.utf8.elementsEqual(text.utf8) } : addToSet(text, at: top)
    guard isNew else {
      fault = RowFault("the name occurs twice in one object", column: text)
      return false
    }
    levels[top].name = text
    return true
  }

  mutating func add(_ value: JSONValue) -> Bool {
    guard !levels.isEmpty else {
      complete.append((value, false))
      return true
    }
    let top = levels.count - 1
    if levels[top].isStreamed {
      complete.append((value, true))
    } else if levels[top].isObject {
      levels[top].members.append(.init(name: levels[top].name ?? "", value: value))
    } else {
      levels[top].elements.append(value)
    }
    return true
  }

  /// From the ninth member on names are kept in a set, so that a large object takes no quadratic time.
  private mutating func addToSet(_ text: String, at top: Int) -> Bool {
    if levels[top].names.isEmpty { levels[top].names = Set(levels[top].members.map { UTF8String($0.name) }) }
    return levels[top].names.insert(UTF8String(text)).inserted
  }
}
