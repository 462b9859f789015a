// SPDX-License-Identifier: Apache-2.0

/// Compares a copy with its source.
struct CopyVerification: Sendable {
  let source: GeoIndex
  let target: GeoIndex

  /// How many objects a request asks the target for.
  private static let batch = 100

  /// Whether the target's objects are as many as were read, and have their checksum.
  func isEqual(
    to expected: ObjectChecksum, _ progress: (CopyProgress) async throws -> Void
  ) async throws -> Bool {
    var found = ObjectChecksum()
    var start: PrimaryKey?
    repeat {
      let page = try await target.objects(after: start)
      for object in page.objects { found.add(object) }
      try await progress(CopyProgress(phase: .verifying, objects: found.count, total: expected.count))
      start = page.next
    } while start != nil
    return found == expected
  }

  /// Looks each object of the source up in the target: what both hold now is compared, whatever was read before.
  ///
  /// - Parameter keepsNewer: Whether the target may hold other objects, and newer ones.
  /// - Throws: `StoreError` with `copyDiffers`.
  func compare(
    keepsNewer: Bool, total: Int, _ progress: (CopyProgress) async throws -> Void
  ) async throws {
    var difference = Difference()
    var (compared, found): (Int, Int) = (0, 0)
    var start: PrimaryKey?
    repeat {
      let page = try await source.objects(after: start)
      for first in stride(from: 0, to: page.objects.count, by: Self.batch) {
        let objects = page.objects[first..<min(first + Self.batch, page.objects.count)]
        found += try await compare(objects, keepsNewer: keepsNewer, into: &difference)
        compared += objects.count
        try await progress(CopyProgress(phase: .verifying, objects: compared, total: total))
      }
      start = page.next
    } while start != nil
    if !keepsNewer { difference.extra = max(0, try await target.objectCount() - found) }
    if let text = difference.text {
      throw StoreError(
        .copyDiffers,
        "the copy of collection \(source.collection) is not equal to it: \(text); somebody wrote to one of them meanwhile, or two objects of the source have one id",
        operation: "copy")
    }
  }

  /// - Returns: How many of the objects the target holds in some form.
  private func compare(
    _ objects: ArraySlice<GeoObject>, keepsNewer: Bool, into difference: inout Difference
  ) async throws -> Int {
    let keys = Set(objects.map { KeySchema.object($0.id, in: target.collection) })
    let items = try await target.store.get(Array(keys))
    var copies: [ObjectID: GeoObject] = [:]
    for item in items {
      let copy = try target.items.object(in: item)
      copies[copy.id] = copy
    }
    for object in objects {
      guard let copy = copies[object.id] else {
        difference.missing.add(object.id)
        continue
      }
      if keepsNewer, let newer = copy.movedAt, object.movedAt.map({ $0 < newer }) ?? true { continue }
      if ObjectChecksum.hash(of: object) != ObjectChecksum.hash(of: copy) {
        difference.different.add(object.id)
      }
    }
    return copies.count
  }
}

/// How a copy differs from its source.
private struct Difference {
  /// Objects of a kind, and some of their ids.
  struct Kind {
    var count = 0
    var examples: [ObjectID] = []

    mutating func add(_ id: ObjectID) {
      count += 1
      if examples.count < 3 { examples.append(id) }
    }
  }

  var missing = Kind()
  var different = Kind()
  var extra = 0

  /// For people; nil when there is no difference.
  var text: String? {
    var parts: [String] = []
    func add(_ count: Int, _ meaning: String, _ examples: [ObjectID] = []) {
      guard count > 0 else { return }
      let ids = examples.map { "\"\($0)\"" }.joined(separator: ", ")
      parts.append(
        "\(count) \(meaning)" + (ids.isEmpty ? "" : " (\(ids)\(count > examples.count ? ", …" : ""))"))
    }
    add(missing.count, "missing in the target", missing.examples)
    add(different.count, "different in the target", different.examples)
    add(extra, "in the target only")
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
