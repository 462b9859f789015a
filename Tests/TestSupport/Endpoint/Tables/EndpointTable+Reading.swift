// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import GeoDynamoSQLite

/// A page of a Query or a Scan.
struct EndpointPage {
  /// The items that passed the filter, projected.
  var items: [Item] = []
  /// How many passed.
  var count = 0
  /// How many were read.
  var scanned = 0
  /// What the read costs.
  var units = 0.0
  /// Where the next page begins; nil for none.
  var last: Item?
}

extension EndpointTable {
  /// What a page is read of, and how.
  struct PageRequest {
    var index: EndpointIndex?
    /// The part that is read; nil for a Scan.
    var keys: KeyCondition?
    var filter: Condition?
    var projection: Set<UTF8String>?
    var start: Item?
    var limit: Int?
    var isDescending = false
    var segment = 0
    var segments = 1
    var countsOnly = false
    var consistency = ReadConsistency.eventual

    /// The condition on the sort keys of the store.
    fileprivate var storedCondition: QueryRequest.SortCondition? {
      index == nil ? keys?.sort : StoredForm.rowCondition(keys?.sort)
    }
  }

  /// Reads a page.
  func page(_ request: PageRequest) async throws -> EndpointPage {
    if let limit = request.limit, limit < 1 {
      throw ServiceError.validation("Limit must be greater than or equal to 1")
    }
    var rows = try await rows(request)
    if let first = rows.items.first, dice.rolls(\.emptiesPages, .emptyPage) {
      if let last = try keyBetween(request, and: first) {
        return EndpointPage(units: ReadUnits.page(bytes: 0, request.consistency), last: last)
      }
      rows = ([first], rows.hasMore || rows.items.count > 1)
    }
    let maximum = dice.faults.pageBytes
    var page = EndpointPage()
    var bytes = 0
    var hasMore = rows.hasMore
    for item in rows.items {
      bytes += item.size
      if bytes > maximum, page.scanned > 0 {
        dice.count(.fullPage)
        hasMore = true
        bytes -= item.size
        break
      }
      page.scanned += 1
      page.last = item
      if request.filter?.holds(for: item) ?? true {
        page.count += 1
        if !request.countsOnly { page.items.append(item.projected(to: request.projection)) }
      }
    }
    page.last = hasMore ? page.last.map { $0.projected(to: keyNames(request.index)) } : nil
    page.units = ReadUnits.page(bytes: bytes, request.consistency)
    if let keys = request.keys { try chargeRead(keys.partition, of: request.index, page.units) }
    return page
  }

  /// Charges a partition key for a read.
  func chargeRead(_ partition: UTF8String, of index: EndpointIndex? = nil, _ units: Double) throws {
    let faults = dice.faults
    let charge = KeyThrottle.Charge(
      key: "r/\(index?.definition.name ?? "table")/\(partition)", units: units, limit: faults.readUnitsPerKey)
    guard throttle.charge([charge], window: faults.throttlingWindow) else {
      dice.count(.throttled)
      throw throttled()
    }
  }

  private func keyNames(_ index: EndpointIndex?) -> Set<UTF8String> {
    index?.definition.keyNames ?? [KeySchema.Name.partition, KeySchema.Name.sort]
  }

  private func rows(_ request: PageRequest) async throws -> (items: [Item], hasMore: Bool) {
    let store = request.index?.store ?? items
    let start = try request.start.map { try startKey($0, request.index) }
    // As many as can fit into a small page, and one: a store's own page of 1 MB would be read for nothing.
    let most = max(1, dice.faults.pageBytes / 8) + 1
    let limit = min(request.limit ?? most, most)
    let page: ItemPage
    if let keys = request.keys {
      page = try await store.query(
        QueryRequest(
          partition: keys.partition, sort: request.storedCondition, limit: limit, start: start,
          descending: request.isDescending))
    } else {
      page = try await store.scan(
        ScanRequest(limit: limit, start: start, segment: request.segment, segments: request.segments))
    }
    let rows = page.items.map { row in
      request.index.map { StoredForm.entry(row, in: $0.definition) } ?? StoredForm.original(row)
    }
    return (rows, page.next != nil)
  }

  /// The key in the store that a page begins after.
  private func startKey(_ start: Item, _ index: EndpointIndex?) throws -> PrimaryKey {
    guard Set(start.keys) == keyNames(index), let key = start.key else {
      throw ServiceError.validation("The provided starting key is invalid")
    }
    return try storedKey(start, index) ?? key
  }

  /// The key under which an item or an entry is in its store.
  private func storedKey(_ keys: Item, _ index: EndpointIndex?) throws -> PrimaryKey? {
    guard let index else { return keys.key }
    guard let row = StoredForm.rowKey(of: keys, in: index.definition) else {
      throw ServiceError.validation("The provided starting key is invalid")
    }
    return row
  }

  /// A key that lies between where a Query begins and the first item it finds, so that a page that is empty can end
  /// there; nil where there is no such key, or none that is easily found.
  private func keyBetween(_ request: PageRequest, and first: Item) throws -> Item? {
    let name = request.index?.definition.sort ?? KeySchema.Name.sort
    guard let keys = request.keys, !request.isDescending else { return nil }
    var last = first.projected(to: keyNames(request.index))
    if let start = request.start?[name]?.string {
      last[name] = .string(UTF8String(start.string + (request.index == nil ? "\0" : "\u{1}")))
    } else if let lower = SortBounds(keys.sort).lower {
      last[name] = .string(lower)
    }
    let stored = try [request.start, last, first].map {
      try $0.flatMap { try storedKey($0, request.index)?.sort }
    }
    guard let between = stored[1], let end = stored[2], between < end,
      stored[0].map({ $0 < between }) ?? true,
      between.string.utf8.count <= PrimaryKey.maximumSortBytes,
      SortBounds(request.storedCondition).contains(between)
    else { return nil }
    return last
  }
}
