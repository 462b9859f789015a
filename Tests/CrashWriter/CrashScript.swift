// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// What `crash-writer` does, operation by operation: known beforehand, so that a test can tell what must be there.
///
/// Of four operations, one loads five objects, two move an object (or make it), and one deletes by a transaction
/// what the first has loaded.
struct CrashScript: Sendable {
  /// Begins the ids, so that two processes do not touch each other's objects.
  let prefix: String

  /// The objects of the store, by id, with the operation that put them where they are.
  typealias State = [String: Int]

  /// What the operation of that number makes of `state`.
  func apply(_ operation: Int, to state: inout State) {
    switch operation % 4 {
    case 0: for id in loaded(by: operation) { state[id] = operation }
    case 3: for id in loaded(by: operation - 3) { state[id] = nil }
    default: state[moved(by: operation)] = operation
    }
  }

  /// Carries the operation out.
  func run(_ operation: Int, on store: any TableStore) async throws {
    switch operation % 4 {
    case 0: try await store.load(loaded(by: operation).map { try Self.item($0, placedBy: operation) })
    case 3:
      try await store.transact(loaded(by: operation - 3).map { .delete(Self.key($0)) }, token: nil)
    default:
      let id = moved(by: operation)
      let place = try Self.item(id, placedBy: operation).filter { $0.key != "pk" && $0.key != "sk" }
      let update = Update(
        set: Dictionary(uniqueKeysWithValues: place.map { (AttributePath($0.key), .value($0.value)) }))
      try await store.update(Self.key(id), update, if: nil, returning: .none)
    }
  }

  private func loaded(by operation: Int) -> [String] { (0..<5).map { "\(prefix)-\(operation)-\($0)" } }
  private func moved(by operation: Int) -> String { "\(prefix)-\(operation % 7)" }

  static let collection = "places"

  static func key(_ id: String) -> PrimaryKey {
    PrimaryKey(partition: UTF8String("o#\(collection)#\(id)"), sort: "o")
  }

  /// The latitude says which operation placed an object.
  static func latitude(placedBy operation: Int) -> Double { Double(operation % 90_000) / 1000 }

  static func item(_ id: String, placedBy operation: Int) throws -> Item {
    // Two operations share a coarse cell, and cells come again.
    let leaf = UInt64(operation % 1000) << 39 | UInt64(operation)
    let digits = String(leaf << 1 | 1, radix: 16)
    let text = String(repeating: "0", count: 16 - digits.count) + digits
    return [
      "pk": .string(key(id).partition), "sk": "o",
      "lat": .number(try DecimalNumber(latitude(placedBy: operation))),
      "lon": .number(try DecimalNumber(0.5)),
      "movedAt": .number(DecimalNumber(Int64(operation))), "x": .map([:]),
      "c0p": .string(UTF8String("\(collection)#\(text.prefix(4))")), "c0s": .string(UTF8String(text)),
    ]
  }
}
