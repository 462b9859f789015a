// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import GeoHash

/// `geoquery table shards`
enum TableShardsCommand {
  static let spec = CommandSpec(
    name: "shards",
    summary: "Print or raise the number of shards of a hot cell",
    discussion: """
      A partition of DynamoDB takes 1,000 write units a second. The cell about the place is divided by a hash of the
      ids; each shard costs a query of the cell one request. The count only grows, up to 64, and writers use it 20
      seconds after it was announced, so that no reader misses an object. A writer that is throttled doubles it by itself.
      """,
    operands: [
      OperandSpec("LAT,LON", "a place in the cell, as 51.5074,-0.1278"),
      OperandSpec("COUNT", "the new number of shards; without it the present one is printed", .optional),
    ],
    examples: [
      .init(
        "geoquery table shards 51.5074,-0.1278 8 --collection users --store dynamodb://eu-west-1/geo",
        "before a concert")
    ],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    let place = try Coordinate(argument: invocation.operand(0))
    let count =
      invocation.arguments.operands.count > 1
      ? try Int(argument: invocation.operand(1), in: 1...64) : nil
    let collection = try invocation.collection()
    _ = try invocation.format()
    guard case .dynamoDB(let table) = try invocation.location() else {
      throw CommandFailure.usage("only tables of DynamoDB have shards: give --store dynamodb://REGION/TABLE")
    }
    let store = DynamoDBStore(table: table.table, configuration: try table.configuration())
    let settings = try await GeoIndex(collection, in: store).settings
    if let count {
      try await store.announceShards(count, around: place, of: collection, by: settings)
    }
    let counts = try await store.shardCounts(around: place, of: collection, by: settings)
    try invocation.answer(
      OutputRecord([
        .init("collection", .text(collection.description)),
        .init("levels", .list(settings.partitionLevels.map { .integer($0) })),
        .init("shards", .list(counts.map { .integer($0) })),
      ]))
  }
}
