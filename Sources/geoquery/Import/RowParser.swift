// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Turns the bytes of a file, chunk by chunk, into rows.
protocol RowParser: AnyObject {
  /// What was found and has not been fetched.
  var sink: RowSink { get set }
  /// Reads the next bytes, which are lent for the duration of the call.
  func consume(_ chunk: UnsafeRawBufferPointer)
  /// Is told that the file has ended.
  func finish()
}

/// Limits that keep memory flat whatever the file holds.
enum ImportLimits {
  /// The most bytes of one field of a table, of one JSON string or key.
  static let fieldBytes = 1 << 20
  /// The most bytes of one JSON record.
  static let recordBytes = 1 << 24
  /// The most bytes of an object's attributes: an item's, less what the keys, the position and the id may take.
  static let attributeBytes = Item.maximumSize - 4096
  /// The deepest nesting of JSON: an attribute's, and the four levels of GeoJSON around the properties.
  static let depth = AttributeValue.maximumDepth + 4
}
