// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// An object read from a file.
struct ImportRecord: Sendable, Equatable {
  /// The line on which it begins, from 1.
  var line: Int
  var id: ObjectID
  /// nil for an object without a position.
  var coordinate: Coordinate?
  /// When it came to its position; nil when the file does not tell.
  var movedAt: Timestamp?
  var attributes: Item
}
