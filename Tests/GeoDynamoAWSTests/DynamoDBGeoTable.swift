// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import Synchronization

@testable import GeoDynamoAWS

/// A table as a library of the dynamodb-geo family writes it, in memory, read in small pages.
final class DynamoDBGeoTable: DynamoDBGeoSource {
  /// A library.
  struct Library: Sendable, CustomStringConvertible {
    var description: String
    var coordinates: DynamoDBGeoLayout.Coordinates
    var areIDsSigned: Bool
    var hashKeyLength: Int

    static let all = [
      Library(description: "Java", coordinates: .latitudeFirst, areIDsSigned: true, hashKeyLength: 6),
      Library(description: "JavaScript", coordinates: .longitudeFirst, areIDsSigned: true, hashKeyLength: 2),
      Library(description: "Python", coordinates: .text, areIDsSigned: false, hashKeyLength: 3),
      Library(description: "Go", coordinates: .binary, areIDsSigned: false, hashKeyLength: 2),
    ]
  }

  let library: Library
  private let pageSize: Int
  private let state = Mutex(State())

  private struct State {
    var items: [Item] = []
    /// The local index, sorted by the stored id. An item without number keys is in none.
    var index: [Int128: [(id: Int128, item: Item)]] = [:]
    var queries = 0
    var scans = 0
  }

  init(_ library: Library, pageSize: Int = 7) {
    self.library = library
    self.pageSize = pageSize
  }

  /// How many pages of the local index have been read.
  var queries: Int { state.withLock { $0.queries } }
  /// How many pages of the table have been read.
  var scans: Int { state.withLock { $0.scans } }

  func put(_ item: Item) {
    func number(_ name: UTF8String) -> Int128? { item[name]?.number.flatMap { Int128($0.description) } }
    state.withLock { state in
      state.items.append(item)
      guard let key = number("hashKey"), let id = number("geohash") else { return }
      let place = state.index[key]?.firstIndex { $0.id > id } ?? state.index[key]?.count ?? 0
      state.index[key, default: []].insert((id, item), at: place)
    }
  }

  /// An item as the library makes it.
  func item(_ id: String, at place: Coordinate, attributes: Item = [:]) throws -> Item {
    let cell = S2Cell(leafContaining: place).id
    let stored = library.areIDsSigned ? Int128(Int64(bitPattern: cell)) : Int128(cell)
    var key = DecimalPrefixesTests.textKey(of: stored, length: library.hashKeyLength)
    if library.coordinates == .text {
      // Divided in doubles.
      let digits = String(stored.magnitude).utf8.count
      let divisor = (0..<max(0, digits - library.hashKeyLength)).reduce(1.0) { power, _ in power * 10 }
      key = Int128((Double(cell) / divisor).rounded(.down))
    }
    let (latitude, longitude) = (place.latitude, place.longitude)
    let written: AttributeValue =
      switch library.coordinates {
      case .latitudeFirst:
        .string(UTF8String("{\"type\":\"Point\",\"coordinates\":[\(latitude),\(longitude)]}"))
      case .longitudeFirst:
        .string(UTF8String("{\"type\":\"POINT\",\"coordinates\":[\(longitude),\(latitude)]}"))
      case .text: .string(UTF8String("\(latitude),\(longitude)"))
      case .binary: .binary(Array("{\"type\":\"POINT\",\"coordinates\":[\(longitude),\(latitude)]}".utf8))
      }
    let item: Item = [
      "hashKey": .number(try DecimalNumber("\(key)")), "rangeKey": .string(UTF8String(id)),
      "geohash": .number(try DecimalNumber("\(stored)")), "geoJson": written,
    ]
    return item.merging(attributes) { $1 }
  }

  func query(_ piece: DecimalPrefixes.Piece, after start: Item?) async throws -> DynamoDBGeoPage {
    state.withLock { state in
      state.queries += 1
      let found = state.index[piece.key]?.filter { piece.ids.contains($0.id) } ?? []
      return page(of: found.map(\.item), after: start, limit: nil)
    }
  }

  func scan(_ request: ScanRequest, after start: Item?, onlyIDs ids: [UTF8String]?) async throws
    -> DynamoDBGeoPage
  {
    state.withLock { state in
      state.scans += 1
      let segment = state.items.enumerated().filter { $0.offset % request.segments == request.segment }
      var page = page(of: segment.map(\.element), after: start, limit: request.limit)
      if let ids { page.items.removeAll { !ids.contains($0["rangeKey"]!.string!) } }
      return page
    }
  }

  private func page(of items: [Item], after start: Item?, limit: Int?) -> DynamoDBGeoPage {
    let key = start.map { [$0["hashKey"], $0["rangeKey"]] }
    let first = key.flatMap { key in items.firstIndex { [$0["hashKey"], $0["rangeKey"]] == key } }.map {
      $0 + 1
    }
    let part = items[(first ?? 0)...].prefix(min(limit ?? .max, pageSize))
    let next = part.last.flatMap { part.endIndex < items.count ? $0 : nil }
    return DynamoDBGeoPage(
      items: Array(part), scannedCount: part.count,
      next: next?.filter { $0.key == "hashKey" || $0.key == "rangeKey" }, charged: 0.5)
  }
}
