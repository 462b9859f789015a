// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import Postcodes

/// The commands that give users an area: `geoquery thread join`, `geoquery user set-postcode`, `rule` and `reassign`.
enum HomeCommands {
  static let join = CommandSpec(
    name: "join",
    summary: "Make a user a member of the thread of his area, by postcode or by place",
    discussion: """
      The thread is made if there is none; a user who lived elsewhere leaves the thread there. With both a postcode and a
      place the postcode counts, and the answer says when the place lies in another area. A place in no area belongs to
      the nearest within 5 km.
      """,
    operands: [OperandSpec("USER", "the user's id")],
    options: [Options.postcode, Options.country, Options.at],
    examples: [
      .init("geoquery thread join ada --postcode 'SW1A 1AA'", "by text"),
      .init("geoquery thread join bob --at 51.5014,-0.1419", "by place"),
    ],
    action: { invocation in
      let text = invocation.arguments[Options.postcode]
      let place = try invocation.arguments.value(of: Options.at) { try Coordinate(argument: $0) }
      guard text != nil || place != nil else {
        throw CommandFailure.usage("give --postcode TEXT or --at LAT,LON")
      }
      try await invocation.join(invocation.id(0), text, place)
    })

  static let setPostcode = CommandSpec(
    name: "set-postcode",
    summary: "Give a user the area of a postcode, as thread join does",
    operands: [OperandSpec("ID", "the user's id"), OperandSpec("TEXT", "the postcode")],
    options: [Options.country],
    examples: [.init("geoquery user set-postcode ada 'SW1A 1AA'", "ada lives in SW1A")],
    action: { invocation in try await invocation.join(invocation.id(0), invocation.operand(1), nil) })

  static let rule = CommandSpec(
    name: "rule",
    summary: "Print or set how large the areas are that users are given",
    discussion: """
      area, outcode (the default) or sector of postcodes, or the name of a loaded set of areas. Every setting makes a new
      version, also of the same granularity, for areas that have changed; user reassign moves who has an older one.
      """,
    operands: [OperandSpec("GRANULARITY", "area, outcode, sector or a set of areas", .optional)],
    examples: [.init("geoquery user rule area", "one thread for SW, not one for SW1A")],
    action: { invocation in
      let asked = invocation.arguments.operands.first
      try await invocation.withThreads(asked == nil ? .read : .create) { threads in
        var rule = try await threads.homeRule()
        if let asked {
          if Granularity(rawValue: asked) == nil { _ = try await AreaCatalog(in: threads.table).set(asked) }
          rule = try await threads.renewHomeRule(asked)
        }
        try invocation.answer(
          OutputRecord([
            .init("granularity", .text(rule?.granularity ?? Granularity.outcode.rawValue)),
            .init("version", .integer(Int(rule?.version ?? 0))),
          ]))
      }
    })

  static let reassign = CommandSpec(
    name: "reassign",
    summary: "Move everybody of a set of areas who was given his area by an older rule",
    discussion: "Prints who moved. When it was interrupted, the same command goes on.",
    options: [Options.areaSet(isRequired: true)],
    examples: [.init("geoquery user reassign --set gb-outcode", "after user rule area")],
    action: { invocation in
      let set = invocation.arguments[Options.areaSet(isRequired: true)] ?? ""
      var writer = try invocation.listWriter()
      try await invocation.withThreads(.write) { threads in
        let rule = try await threads.homeRule(orMake: Granularity.outcode.rawValue)
        let finder = HomeFinder(rule: rule, areas: try await AreaCatalog(in: threads.table))
        try await threads.reassign(set, to: rule.version) { move in
          try writer.write(
            OutputRecord([
              .init("user", .text(move.user.text.string)), .init("old", .text(move.old.description)),
              .init("new", move.new.map { .text($0.description) } ?? .null),
            ]))
        } area: { _, home in
          try await finder.find(again: home)
        }
      }
      try writer.finish()
    })
}

extension Invocation {
  fileprivate func join(_ user: ObjectID, _ text: String?, _ place: Coordinate?) async throws {
    let country = arguments[Options.country] ?? "GB"
    // What is no postcode is refused before a store is made.
    if let text { _ = try Postcode(text, country: country) }
    try await withThreads(.create) { threads in
      let rule = try await threads.homeRule(orMake: Granularity.outcode.rawValue)
      let found = try await HomeFinder(rule: rule, areas: AreaCatalog(in: threads.table))
        .find(postcode: text, country: country, place: place)
      let result = try await threads.join(
        user, found.area, version: rule.version, decidedBy: found.decision, source: found.source)
      var record = OutputRecord(result.home, of: user)
      record.fields += [
        .init("new", .bool(result.isNew)), .init("left", result.left.map { .text($0.description) } ?? .null),
        .init("corrected", .bool(found.isCorrected)),
        .init("positionArea", found.differing.map { .text($0) } ?? .null),
        .init("distanceMeters", .meters(found.meters)),
      ]
      try answer(record)
    }
  }
}
