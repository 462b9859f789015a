// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// What the header line says about the rows below it.
final class TableShape {
  private let names: [String]
  private let keys: [UTF8String]
  private let columns: ColumnMap

  /// Reads the header line.
  ///
  /// - Throws: `RowFault` for a missing or ambiguous column, one without a name, and two of the same name.
  init(header: TableRow) throws(RowFault) {
    var names: [String] = []
    for field in 0..<header.count { names.append(String(trimmed(try header.text(field)[...]))) }
    self.names = names
    keys = names.map { UTF8String($0) }
    columns = try ColumnMap(names)
    var seen: Set<UTF8String> = []
    for (place, key) in keys.enumerated() {
      if key.string.isEmpty { throw RowFault("column \(place + 1) has no name") }
      if !seen.insert(key).inserted { throw RowFault("two columns are named \(quoted(key.string))") }
    }
  }

  /// The object of a row.
  func record(_ row: TableRow, line: Int) throws -> ImportRecord {
    guard row.count == names.count else {
      throw RowFault("the row has \(row.count) fields and the header \(names.count)")
    }
    var record = ImportRecord(
      line: line, id: try id(of: row), coordinate: try coordinate(of: row), movedAt: nil,
      attributes: Item(minimumCapacity: row.count - 3))
    for place in 0..<row.count where !row.isEmpty(place) {
      switch place {
      case columns.id, columns.latitude, columns.longitude: continue
      case columns.movedAt: record.movedAt = try movedAt(try row.text(place))
      default: record.attributes[keys[place]] = try value(of: row, at: place)
      }
    }
    return record
  }

  private func id(of row: TableRow) throws -> ObjectID {
    let text = try naming(columns.id) { () throws(RowFault) in try row.text(columns.id) }
    guard text.utf8.contains(where: { $0 > 0x20 }) else {
      throw RowFault("the id is empty", column: names[columns.id])
    }
    do {
      return try ObjectID(text)
    } catch {
      throw RowFault("\(error)", column: names[columns.id])
    }
  }

  private func coordinate(of row: TableRow) throws -> Coordinate? {
    let latitude = try degrees(of: row, at: columns.latitude)
    let longitude = try degrees(of: row, at: columns.longitude)
    switch (latitude, longitude) {
    case (nil, nil): return nil
    case (nil, _): throw RowFault("empty, while the longitude is given", column: names[columns.latitude])
    case (_, nil): throw RowFault("empty, while the latitude is given", column: names[columns.longitude])
    case (let latitude?, let longitude?):
      do {
        return try Coordinate(latitude: latitude, longitude: longitude)
      } catch {
        let place = if case .longitude = error { columns.longitude } else { columns.latitude }
        throw RowFault("\(error)", column: names[place], value: try row.text(place))
      }
    }
  }

  private func degrees(of row: TableRow, at place: Int) throws -> Double? {
    enum Reading { case blank, number(Double), other }
    let reading: Reading = row.withBytes(of: place) { field in
      var start = 0
      var end = field.count
      while start < end, field[start] == UInt8(ascii: " ") { start += 1 }
      while end > start, field[end - 1] == UInt8(ascii: " ") { end -= 1 }
      if start == end { return .blank }
      return StrictDecimal.parse(field.extracting(start..<end)).map(Reading.number) ?? .other
    }
    switch reading {
    case .blank: return nil
    case .number(let value): return value
    case .other:
      throw RowFault("not a decimal number of degrees", column: names[place], value: try row.text(place))
    }
  }

  private func movedAt(_ text: String) throws(RowFault) -> Timestamp {
    guard let time = Timestamp(text) else { throw RowFault.movedAt(text) }
    return time
  }

  private func value(of row: TableRow, at place: Int) throws -> AttributeValue {
    let text = try naming(place) { () throws(RowFault) in try row.text(place) }
    if row.withBytes(of: place, { StrictDecimal.isCanonical($0) }) {
      do {
        return .number(try DecimalNumber(text))
      } catch {
        throw RowFault("\(error)", column: names[place], value: text)
      }
    }
    return .string(UTF8String(text))
  }

  private func naming<T>(_ place: Int, _ body: () throws(RowFault) -> T) throws(RowFault) -> T {
    do {
      return try body()
    } catch {
      var fault = error
      fault.column = names[place]
      throw fault
    }
  }
}

extension RowFault {
  /// A `movedAt` that is no time.
  static func movedAt(_ text: String) -> RowFault {
    RowFault("not a time in UTC, as 2026-11-30T21:29:52.123456Z", column: "movedAt", value: text)
  }
}
