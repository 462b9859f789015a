// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS

extension TableLocation {
  /// Makes the table and waits until it can be used. One that is there, with the keys and indexes that it would have, stays.
  ///
  /// - Throws: `CommandFailure` when there is another table of that name.
  func create(
    _ settings: TableSettings, _ billing: TableBilling, by configuration: DynamoDBConfiguration,
    messages: OutputStream
  ) async throws {
    let table = DynamoDBTable(name: table, configuration: configuration)
    var bar = WaitingLine("making \(self.table)", on: messages)
    defer { bar.clear() }
    bar.show()
    do {
      try await table.create(settings: settings, billing: billing.billing)
    } catch let error as StoreError where error.code == .tableExists {
      try await table.waitUntilActive()
      let found = try await table.describe()
      let hasIndexes = settings.partitionLevels.indices.allSatisfy { number in
        found.indexes.contains { $0.name == "cells\(number)" && $0.keys == ["c\(number)p", "c\(number)s"] }
      }
      guard found.keys == ["pk", "sk"], hasIndexes else {
        throw CommandFailure(
          .badData,
          "table \(self.table) exists, but it is not of geoquery, or for fewer levels; give another name")
      }
    }
  }

  /// Deletes the table and waits until it is gone.
  func delete(by configuration: DynamoDBConfiguration, messages: OutputStream) async throws {
    let table = DynamoDBTable(name: table, configuration: configuration)
    var bar = WaitingLine("deleting \(self.table)", on: messages)
    defer { bar.clear() }
    bar.show()
    try await table.delete()
    do {
      // The service takes some seconds; nothing is wrong with a table that it takes longer for.
      for _ in 0..<120 {
        _ = try await table.describe()
        try await Task.sleep(for: .milliseconds(500))
      }
    } catch let error as StoreError where error.code == .storeNotFound {
      return
    }
  }

  /// What DynamoDB says of the table.
  func description(by configuration: DynamoDBConfiguration) async throws -> [OutputRecord.Field] {
    let found = try await DynamoDBTable(name: table, configuration: configuration).describe()
    let billing: OutputRecord.Value =
      switch found.billing {
      case .onDemand: .text("on-demand")
      case .provisioned(let read, let write): .text("\(read) read units, \(write) write units")
      }
    return [
      .init("status", .text(found.status)), .init("billing", billing),
      // As of some hours ago: the service counts them now and then.
      .init("items", .integer(found.items)), .init("bytes", .integer(found.bytes)),
      .init("indexes", .list(found.indexes.map { .text($0.name) })),
    ]
  }
}

extension TableBilling {
  fileprivate var billing: DynamoDBTable.Billing {
    switch self {
    case .onDemand: .onDemand
    case .provisioned(let read, let write): .provisioned(readUnits: read, writeUnits: write)
    }
  }
}

/// A line that says what is being waited for. Silent unless a person reads the stream.
struct WaitingLine {
  private let text: String
  private let stream: OutputStream
  private var isDrawn = false

  init(_ text: String, on stream: OutputStream) {
    self.text = printable(text)
    self.stream = stream
  }

  mutating func show() {
    guard stream.isTerminal else { return }
    isDrawn = true
    try? stream.write("\(text)…")
    try? stream.flush()
  }

  /// Removes the line, so that a message may follow.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    try? stream.write("\r\u{1B}[K")
    try? stream.flush()
  }
}
