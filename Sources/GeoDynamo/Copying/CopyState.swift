// SPDX-License-Identifier: Apache-2.0

import GeoHash

/// How far a copy is: an item in the target, written after each batch that is durable and deleted at the end.
struct CopyState: Sendable {
  /// Where to go on in the source: the start key of its next page; nil at the beginning, and when all is read.
  var start: PrimaryKey?
  /// Whether the source has been read to its end.
  var isRead = false
  /// What has been read of the source.
  var checksum = ObjectChecksum()
  /// Objects that were left as they are in the target, where they are newer.
  var kept = 0
  /// Whether the target held other objects when the copy began.
  let keepsNewer: Bool

  init(keepsNewer: Bool) { self.keepsNewer = keepsNewer }

  private enum Name {
    static let start: UTF8String = "start"
    static let isRead: UTF8String = "isRead"
    static let objects: UTF8String = "objects"
    static let checksum: UTF8String = "checksum"
    static let kept: UTF8String = "kept"
    static let keepsNewer: UTF8String = "keepsNewer"
  }

  /// The state as an item.
  func item(under key: PrimaryKey) -> Item {
    var item = key.attributes
    if let start { item[Name.start] = .list([.string(start.partition), .string(start.sort)]) }
    item[Name.isRead] = .bool(isRead)
    item[Name.objects] = .number(DecimalNumber(Int64(checksum.count)))
    item[Name.checksum] = .number(DecimalNumber(Int64(bitPattern: checksum.sum)))
    item[Name.kept] = .number(DecimalNumber(Int64(kept)))
    item[Name.keepsNewer] = .bool(keepsNewer)
    return item
  }

  /// The state in an item.
  ///
  /// - Throws: `StoreError` with `notAStore` when it is none.
  init(_ item: Item) throws {
    func number(_ name: UTF8String) -> Int64? { item[name]?.number.flatMap { Int64(exactly: $0) } }
    guard let isRead = item[Name.isRead]?.bool, let objects = number(Name.objects), objects >= 0,
      let sum = number(Name.checksum), let kept = number(Name.kept),
      let keepsNewer = item[Name.keepsNewer]?.bool
    else { throw Self.damaged }
    switch item[Name.start] {
    case nil: start = nil
    case .list(let key)? where key.count == 2:
      guard let partition = key[0].string, let sort = key[1].string else { throw Self.damaged }
      start = PrimaryKey(partition: partition, sort: sort)
    default: throw Self.damaged
    }
    self.isRead = isRead
    checksum = ObjectChecksum(count: Int(objects), sum: UInt64(bitPattern: sum))
    self.kept = Int(kept)
    self.keepsNewer = keepsNewer
  }

  private static let damaged = StoreError(
    .notAStore, "what the target knows of an earlier copy is damaged; begin the copy anew", operation: "copy")
}
