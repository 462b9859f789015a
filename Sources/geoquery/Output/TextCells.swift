// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// A record as cells of a table under names: nested fields as `center.latitude`, attributes by their own names,
/// or as `attributes.id` where a field has that name.
struct TextCells {
  /// For whom the cells are.
  enum Reader {
    /// Exact values.
    case program
    /// Rounded coordinates, lengths in a fitting unit, times without fraction.
    case person
  }

  private(set) var cells: [(name: String, text: String)] = []
  private let reader: Reader

  init(_ record: OutputRecord, for reader: Reader) {
    self.reader = reader
    add(record.fields, under: "")
  }

  private mutating func add(_ fields: [OutputRecord.Field], under prefix: String) {
    for field in fields {
      switch field.value {
      case .object(let inner): add(inner, under: prefix + field.name + ".")
      case .attributes(let item):
        let taken = Set(fields.map { UTF8String($0.name) })
        for (key, value) in item.sorted(by: { $0.key < $1.key }) {
          // Two cells of one name would be one cell to whoever reads them.
          var name = key
          while taken.contains(name) || (name != key && item[name] != nil) {
            name = UTF8String("attributes." + name.string)
          }
          cells.append((name.string, Self.text(value)))
        }
      default: cells.append((prefix + field.name, text(field)))
      }
    }
  }

  private func text(_ field: OutputRecord.Field) -> String {
    switch field.value {
    case .null: ""
    case .bool(let value): String(value)
    case .text(let text): text
    case .integer(let number): String(number)
    case .number(let number): reader == .person ? Self.rounded(number, to: 6) : shortest(number)
    case .meters(let meters): reader == .person ? Self.length(meters) : shortest(meters)
    case .time(let time): reader == .person ? time.description.dropLast(8) + "Z" : time.description
    case .list(let values):
      reader == .person ? values.map(shortText).joined(separator: " ") : json { $0.value(field.value) }
    case .attributes, .object: ""
    }
  }

  private func shortText(_ value: OutputRecord.Value) -> String {
    if case .object(let fields) = value { return fields.map(text).joined(separator: ",") }
    return text(.init("", value))
  }

  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .string(let text): text.string
    case .number(let number): number.description
    default: json { $0.attribute(value) }
    }
  }

  /// A length in the unit in which people would say it.
  static func length(_ meters: Double) -> String {
    switch meters {
    case ..<1: "\(rounded(meters, to: 3)) m"
    case ..<1000: "\(rounded(meters, to: 1)) m"
    case ..<100_000: "\(rounded(meters / 1000, to: 2)) km"
    default: "\(rounded(meters / 1000, to: 0)) km"
    }
  }

  /// A number with at most so many decimals.
  static func rounded(_ value: Double, to decimals: Int) -> String {
    guard abs(value) < 1e9 else { return shortest(value) }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let result = (value * scale).rounded() / scale
    return shortest(result == 0 ? 0 : result)
  }
}

private func json(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}
