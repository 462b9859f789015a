// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// What a query asks for.
struct RegionQuery: Sendable {
  var region: any Region
  var filter: Filter?
  /// Who asks; nil for the operator, who sees all.
  var viewer: Viewer?
  var excluded: Set<ObjectID>
  /// Only objects that came to their place at this moment or later.
  var seenSince: Timestamp?
  /// The order goes on after this one.
  var cursor: Cursor?

  /// Whether an index row with these encoded attributes is for the viewer to see and passes the filter: the one place that decides.
  func admits(_ attributes: RawSpan) throws -> Bool {
    if let viewer, try !viewer.mayRead(attributes) { return false }
    return try filter?.passes(attributes) ?? true
  }
}
