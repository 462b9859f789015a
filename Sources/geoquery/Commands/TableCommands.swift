// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import Glibc

/// `geoquery table …`
enum TableCommands {
  static let spec = CommandSpec(
    name: "table",
    summary: "Make, describe, check and delete a store: a table of Amazon DynamoDB, or a file",
    subcommands: [create, describe, TableCheckCommand.spec, TableShardsCommand.spec, delete])

  private static let create = CommandSpec(
    name: "create",
    summary: "Make the store, with the grid and the levels of its index",
    discussion: """
      Commands that write make a missing file by themselves, but never a table of DynamoDB, which costs money.
      Grid and levels cannot be changed later. A store that is there with the same settings stays as it is.
      """,
    options: [
      Options.grid, Options.levels, Options.billing, Options.readUnits, Options.writeUnits,
    ],
    examples: [
      .init("geoquery table create --store dynamodb://eu-west-1/geo", "pay for each request"),
      .init(
        "geoquery table create --store dynamodb://eu-west-1/geo --billing provisioned --read-units 50 --write-units 20",
        "pay for capacity"),
      .init("geoquery table create --store fine.sqlite --levels 6,10", "a file to copy to such a table"),
    ],
    action: { invocation in
      let settings = try TableSettings(invocation.arguments)
      let billing = try TableBilling(invocation.arguments)
      let location = try invocation.location()
      _ = try invocation.format()
      let configuration = try location.configuration()
      if case .dynamoDB(let table) = location, let configuration {
        try await table.create(
          settings, billing ?? .onDemand, by: configuration, messages: invocation.messages)
      } else if billing != nil {
        throw CommandFailure.usage("--billing is for tables of DynamoDB")
      }
      // The table has just been made; a file may have to be.
      let access: StoreAccess = configuration == nil ? .create : .write
      try await location.withStore(access, collection: invocation.collection(), by: configuration) { store in
        try await GeoIndex.settle(settings, in: store)
        try invocation.answer(try await description(of: location, store, configuration))
      }
    })

  private static let describe = CommandSpec(
    name: "describe",
    summary: "Print what the store is made with, and its size",
    examples: [
      .init("geoquery table describe --store dynamodb://eu-west-1/geo --format json", "a table of DynamoDB")
    ],
    action: { invocation in
      let location = try invocation.location()
      _ = try invocation.format()
      let configuration = try location.configuration()
      try await location.withStore(.read, collection: invocation.collection(), by: configuration) { store in
        try invocation.answer(try await description(of: location, store, configuration))
      }
    })

  private static let delete = CommandSpec(
    name: "delete",
    summary: "Delete the store with everything in it",
    discussion: "Asks for the name of the table or file, unless --yes is given.",
    options: [Options.yes],
    examples: [.init("geoquery table delete --store dynamodb://eu-west-1/geo", "delete a table")],
    action: { invocation in
      let location = try invocation.location()
      _ = try invocation.format()
      if case .dynamoDBGeo = location {
        throw CommandFailure(.failure, "a dynamodb-geo table is only read, and not deleted")
      }
      // What is not there, or is no store, is not asked about.
      let configuration = try location.configuration()
      try await location.withStore(.read, collection: invocation.collection(), by: configuration) { store in
        let settings = try await GeoIndex.settings(of: store)
        if settings == nil, case .dynamoDB(let table) = location { throw location.notAStore(table) }
      }
      try confirm(location, invocation)
      if case .file(let path) = location { try StoreFiles(path).delete() }
      if case .dynamoDB(let table) = location, let configuration {
        try await table.delete(by: configuration, messages: invocation.messages)
      }
      try invocation.answer(
        OutputRecord([.init("store", .text(location.description)), .init("deleted", .bool(true))]))
    })

  /// Whoever deletes types the name, or says that it is not to be asked for.
  private static func confirm(_ location: StoreLocation, _ invocation: Invocation) throws {
    if invocation.arguments.has(Options.yes) { return }
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure.usage("give --yes to delete \(location) and everything in it")
    }
    try? invocation.messages.write(
      "Type \(printable(location.name)) to delete \(printable(location.description)) and everything in it: ")
    try? invocation.messages.flush()
    guard readLine() == location.name else {
      throw CommandFailure(.failure, "nothing was deleted: that is not its name")
    }
  }

  private static func description(
    of location: StoreLocation, _ store: any GeoStore, _ configuration: DynamoDBConfiguration?
  ) async throws -> OutputRecord {
    let settings = try await GeoIndex.settings(of: store)
    let collections = try await GeoIndex.collections(in: store)
    var fields: [OutputRecord.Field] = [
      .init("store", .text(location.description)),
      .init("grid", settings.map { .text($0.grid.rawValue) } ?? .null),
      .init("levels", settings.map { .list($0.partitionLevels.map { .integer($0) }) } ?? .null),
      .init("collections", .list(collections.map { .text($0.name.description) })),
    ]
    switch location {
    case .file(let path): fields.append(.init("bytes", .integer(StoreFiles(path).bytes)))
    case .dynamoDB(let table), .dynamoDBGeo(let table, _):
      if let configuration { fields += try await table.description(by: configuration) }
    }
    return OutputRecord(fields)
  }
}

extension TableSettings {
  /// The settings that `--grid` and `--levels` ask for.
  fileprivate init(_ arguments: Arguments) throws {
    let grid = try arguments.value(of: Options.grid) { text in
      guard let grid = Grid(rawValue: text) else {
        throw CommandFailure.usage("unknown grid \(quoted(text)); one of s2, geohash")
      }
      return grid
    }
    let levels = try arguments.value(of: Options.levels) { text in
      let levels = try text.split(separator: ",", omittingEmptySubsequences: false).map {
        try Int(argument: String($0), in: 0...60)
      }
      guard Set(levels).count == levels.count else {
        throw CommandFailure.usage("\(quoted(text)) names a level twice")
      }
      // DynamoDB allows a table twenty indexes.
      guard levels.count <= 20 else {
        throw CommandFailure.usage(
          "\(quoted(text)) has \(levels.count) levels; a table has at most 20 indexes")
      }
      return levels
    }
    do {
      try self.init(grid: grid ?? .s2, partitionLevels: levels)
    } catch {
      let step = grid == .geohash ? ", and a multiple of 5 for whole characters of a geohash" : ""
      throw CommandFailure.usage("--levels: \(error)\(step)")
    }
  }
}
