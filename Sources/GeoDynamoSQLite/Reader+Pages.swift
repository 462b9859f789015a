// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Pages of items: DynamoDB's limits, applied to rows in the order of the keys.
extension Reader {
  func query(_ request: QueryRequest) throws -> ItemPage {
    let bounds = request.bounds
    let statement = try connection.statement(request.descending ? .itemsDown : .itemsUp)
    defer { statement.reset() }
    try statement.bind(request.partition, at: 1)
    try statement.bind(Self.start(bounds.lower, isIncluded: bounds.includesLower), at: 2)
    try statement.bind(Self.end(bounds.upper, isIncluded: bounds.includesUpper), at: 3)
    var page = PageBuilder(
      limit: request.limit, filter: request.filter, projection: request.projection,
      countOnly: request.countOnly)
    while !page.isFull, try statement.step() {
      let key = PrimaryKey(partition: request.partition, sort: statement.text(0))
      try page.add(connection.item(under: key, in: statement, column: 1), under: key)
    }
    return page.page
  }

  func scan(_ request: ScanRequest) throws -> ItemPage {
    let statement = try connection.statement(.itemsFrom)
    defer { statement.reset() }
    let prefix = request.partitionPrefix.map { Array($0.string.utf8) } ?? []
    if let start = request.start, !Array(start.partition.string.utf8).lexicographicallyPrecedes(prefix) {
      try statement.bind(start.partition, at: 1)
      try statement.bind(Self.start(start.sort, isIncluded: false), at: 2)
    } else {
      try statement.bind(prefix, at: 1)
      try statement.bind([], at: 2)
    }
    // No UTF-8 has a byte 0xFF: this is above all keys that begin with the prefix.
    try statement.bind(prefix + [0xff], at: 3)
    var page = PageBuilder(
      limit: request.limit, filter: request.filter, projection: request.projection,
      countOnly: request.countOnly)
    var rows = 0
    while !page.isFull, try statement.step() {
      rows += 1
      if rows & 0xff == 0 { try Task.checkCancellation() }
      // A share is a residue of the key's hash, so that it stays the same from page to page while others write.
      if request.segments > 1 {
        let hash = unsafe Fingerprint(of: statement.lentBytes(0))
        guard hash.residue(request.segments) == request.segment else { continue }
      }
      let key = PrimaryKey(partition: statement.text(0), sort: statement.text(1))
      try page.add(connection.item(under: key, in: statement, column: 2), under: key)
    }
    return page.page
  }

  /// The first bytes that are in the run. The bytes right behind a key are the key and a zero.
  private static func start(_ key: UTF8String?, isIncluded: Bool) -> [UInt8] {
    guard let key else { return [] }
    return Array(key.string.utf8) + (isIncluded ? [] : [0])
  }

  /// The first bytes that are behind the run.
  private static func end(_ key: UTF8String?, isIncluded: Bool) -> [UInt8] {
    guard let key else { return [0xff] }
    return Array(key.string.utf8) + (isIncluded ? [0] : [])
  }
}

/// A page in the making.
private struct PageBuilder {
  let limit: Int
  let filter: Condition?
  let projection: Set<UTF8String>?
  let countOnly: Bool
  private(set) var page = ItemPage(items: [], count: 0, scannedCount: 0, next: nil)
  private var bytes = 0

  init(limit: Int?, filter: Condition?, projection: Set<UTF8String>?, countOnly: Bool) {
    self.limit = limit ?? .max
    self.filter = filter
    self.projection = projection
    self.countOnly = countOnly
  }

  /// Whether the page takes no more. It then names the key to go on after, even if nothing is there.
  var isFull: Bool { page.next != nil }

  mutating func add(_ item: Item, under key: PrimaryKey) throws {
    page.scannedCount += 1
    bytes += item.size
    if page.scannedCount >= limit || bytes >= RequestLimits.pageBytes { page.next = key }
    guard filter?.holds(for: item) ?? true else { return }
    page.count += 1
    if !countOnly { page.items.append(item.projected(to: projection)) }
  }
}
