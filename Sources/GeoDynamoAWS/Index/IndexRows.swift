// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import Glibc

/// The rows of one page of an index, decoded from DynamoDB's answer and ready to be lent.
///
/// A row takes its id and its encoded attributes beside 48 bytes, a third of its JSON.
struct IndexRows: Sendable {
  private struct Entry {
    let row: IndexRow
    let idStart: Int
    let attributesStart: Int
    let end: Int
  }

  private var entries: [Entry] = []
  private var writer = ItemWriter()

  /// The key that the next page starts after; nil when this page is the last.
  private(set) var next: Item?
  /// Read units that the page took; nil where the answer does not say.
  var readUnits: Double?

  /// How many there are.
  var count: Int { entries.count }
  /// How many bytes they take.
  var byteCount: Int { writer.bytes.count + entries.count * MemoryLayout<Entry>.stride }

  /// Decodes the answer to a query of an index.
  ///
  /// - Parameters:
  ///   - root: The answer.
  ///   - prefix: What the partition keys of the collection's objects begin with.
  /// - Throws: `JSONFault` for another answer, and for a row that is not one of an object of the collection.
  init(answer root: JSONElement, keyPrefix prefix: UTF8String) throws {
    guard let items = root["Items"], items.kind == .array else { throw JSONFault("it has no Items") }
    let prefix = Array(prefix.string.utf8)
    var members = Members()
    for item in items.elements { try append(item, prefix, &members) }
    if let key = root["LastEvaluatedKey"], key.kind == .object { next = try ItemJSON.item(in: key) }
  }

  /// Lends every row to `consumer`.
  func lend(to consumer: inout some IndexRowConsumer) throws {
    let bytes = unsafe writer.bytes.span.bytes
    for entry in entries {
      try consumer.take(
        entry.row, id: bytes.extracting(entry.idStart..<entry.attributesStart),
        attributes: bytes.extracting(entry.attributesStart..<entry.end))
    }
  }

  /// The heads of the names of what a row has.
  private enum Name {
    static let partition = JSONElement.head(of: "pk")
    static let latitude = JSONElement.head(of: "lat")
    static let longitude = JSONElement.head(of: "lon")
    static let movedAt = JSONElement.head(of: "movedAt")
    static let placedAt = JSONElement.head(of: "#p")
    static let indexed = JSONElement.head(of: "x")
  }

  private mutating func append(_ item: JSONElement, _ prefix: [UInt8], _ members: inout Members) throws {
    var (latitude, longitude): (Double?, Double?) = (nil, nil)
    var (movedAt, placedAt): (Int64?, Int64?) = (nil, nil)
    var (key, attributes): (JSONElement?, JSONElement?) = (nil, nil)
    for (name, value) in item.members {
      switch name.head {
      case Name.partition: key = value.attribute("S")
      case Name.latitude: latitude = value.decimal
      case Name.longitude: longitude = value.decimal
      case Name.movedAt: if name.isText("movedAt") { movedAt = value.decimalInteger }
      case Name.placedAt: placedAt = value.decimalInteger
      case Name.indexed: attributes = value.attribute("M")
      default: continue
      }
    }
    guard let id = unsafe key?.bytes, id.count > prefix.count,
      unsafe memcmp(id.baseAddress!, prefix, prefix.count) == 0
    else { throw JSONFault("a row of the index is not of the collection's objects") }
    guard let latitude, let longitude, let movedAt else {
      let key = unsafe String(decoding: id, as: UTF8.self)
      throw JSONFault("the index row of the item with pk \"\(key)\" has no lat, lon or movedAt")
    }
    let idStart = writer.bytes.count
    unsafe writer.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: id[prefix.count...]))
    let attributesStart = writer.bytes.count
    try appendAttributes(attributes, &members)
    entries.append(
      Entry(
        // A row that this library did not write has no moment of placing; then its own word must do.
        row: IndexRow(
          latitude: latitude, longitude: longitude, movedAt: movedAt, stamp: placedAt ?? movedAt),
        idStart: idStart, attributesStart: attributesStart, end: writer.bytes.count))
  }

  /// Appends the map of indexed attributes in `ItemCodec`'s form, or an empty one.
  private mutating func appendAttributes(_ map: JSONElement?, _ members: inout Members) throws {
    if let map { try members.take(map) } else { members.removeAll() }
    writer.beginItem(count: members.all.count)
    for (name, value) in members.all {
      unsafe writer.append(name: name.bytes!.bytes)
      if let text = unsafe value.attribute("S")?.bytes {
        unsafe writer.append(text: text.bytes)
      } else if let digits = unsafe value.attribute("N")?.bytes {
        writer.append(try unsafe DecimalNumber(ascii: digits.bytes))
      } else {
        writer.append(try ItemJSON.value(in: value), depth: 0)
      }
    }
  }

  /// The members of an object in the order of their names' bytes. Its memory serves row after row.
  private struct Members {
    private(set) var all: [(key: JSONElement, value: JSONElement)] = []

    mutating func removeAll() {
      all.removeAll(keepingCapacity: true)
    }

    mutating func take(_ object: JSONElement) throws {
      removeAll()
      for member in object.members {
        // There are few, and mostly they come in order.
        all.append(member)
        var place = all.count - 1
        while place > 0, !all[place - 1].key.precedes(member.key) {
          guard member.key.precedes(all[place - 1].key) else {
            throw JSONFault("a name occurs twice in an item or map")
          }
          all.swapAt(place, place - 1)
          place -= 1
        }
      }
    }
  }
}

extension JSONElement {
  /// The number of an attribute value of the type N; nil for another.
  fileprivate var decimal: Double? {
    guard let digits = unsafe attribute("N")?.bytes else { return nil }
    return unsafe Double(decimal: digits.bytes)
  }

  /// The integer of an attribute value of the type N; nil for another.
  fileprivate var decimalInteger: Int64? {
    guard let digits = unsafe attribute("N")?.bytes,
      let number = try? unsafe DecimalNumber(ascii: digits.bytes)
    else { return nil }
    return Int64(exactly: number)
  }

  /// Whether a text stands before another by its bytes.
  fileprivate func precedes(_ other: JSONElement) -> Bool {
    guard let bytes = unsafe bytes, let others = unsafe other.bytes else { return false }
    let order = unsafe memcmp(bytes.baseAddress!, others.baseAddress!, min(bytes.count, others.count))
    return order != 0 ? order < 0 : bytes.count < others.count
  }
}
