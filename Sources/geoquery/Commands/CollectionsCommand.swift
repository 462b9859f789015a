// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// `geoquery collections`
enum CollectionsCommand {
  static let spec = CommandSpec(
    name: "collections",
    summary: "List the collections of the store, how many objects they hold and what their indexes carry",
    examples: [.init("geoquery collections --store geoquery.sqlite", "what is in the store")],
    action: run)

  private static func run(_ invocation: Invocation) async throws {
    var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
    try await invocation.withStore(.read) { store in
      for description in try await GeoIndex.collections(in: store) {
        let index = try await GeoIndex(description.name, in: store)
        let carried: OutputRecord.Value =
          switch description.indexed {
          case .all: .text("all")
          case .only(let names): .list(names.sorted().map { .text($0.string) })
          }
        try writer.write(
          OutputRecord([
            .init("collection", .text(description.name.description)),
            .init("objects", .integer(try await index.objectCount())),
            .init("index", carried),
          ]))
      }
    }
    try writer.finish()
  }
}
