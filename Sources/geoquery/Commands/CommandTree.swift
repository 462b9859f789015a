// SPDX-License-Identifier: Apache-2.0

/// The commands of geoquery.
enum CommandTree {
  static let version = "0.1.0"

  static let root: CommandSpec = CommandSpec(
    name: "geoquery",
    summary: "Who is near? Keeps objects with a position and answers by distance, exactly and nearest first",
    discussion: """
      Coordinates are decimal degrees, latitude first: 51.5074,-0.1278. Distances carry their unit: m, km, mi,
      ft or nmi. Commands that write create the store's file and the collection; commands that read never do.
      The store is a file or a table of Amazon DynamoDB; table create makes the latter.

      Exit status: 0 done, 64 wrong usage, 65 wrong data, 66 no such file, store, collection or id, 1 else.
      """,
    examples: [
      .init(
        "geoquery import data/towns.csv --collection towns --index name,country", "fill a store from a file"),
      .init("geoquery near 51.5074,-0.1278 --within 25km --collection towns", "ask who is near"),
    ],
    subcommands: [
      ImportCommand.spec, ExportCommand.spec, CopyCommand.spec, TableCommands.spec, CollectionsCommand.spec,
    ] + ObjectCommands.specs
      + [
        AccessCommands.access, AccessCommands.role,
        NearCommand.near.spec, NearCommand.nearest.spec, RegionCommands.box.spec, RegionCommands.polygon.spec,
        RegionCommands.ring.spec, RegionCommands.corridor.spec, CountCommand.spec, HeatmapCommand.spec,
        ExplainCommand.spec, DistanceCommand.spec, GeohashCommands.spec, CellCommands.spec,
        PostcodeCommands.spec, AreaCommands.spec, ThreadCommands.spec, UserCommands.spec,
        CompletionCommand.spec,
      ])
}
