// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// What a query asks for.
struct RegionQuery: Sendable {
  var region: any Region
  var filter: Filter?
  var excluded: Set<ObjectID>
  /// Only objects that came to their place at this moment or later.
  var seenSince: Timestamp?
  /// The order goes on after this one.
  var cursor: Cursor?
}
