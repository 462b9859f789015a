// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// `geoquery access` and `geoquery role …`
enum AccessCommands {
  static let access = CommandSpec(
    name: "access",
    summary: "Print or set who may read and write an object",
    discussion: """
      An object without a list is everybody's; an empty list leaves it to the operator, who gives no --as. Names are
      ids of users, role:NAME, or * for everybody. Who may write may not therefore read.
      """,
    operands: [OperandSpec("ID", "the object's id")],
    options: [Options.readers, Options.writers, Options.everybodys, Options.viewer],
    examples: [
      .init("geoquery access ada --read '*' --write ada", "for all to see, hers to change"),
      .init("geoquery access ada --read ada,role:staff --write ada", "for the staff and her"),
      .init("geoquery access ada --open", "everybody's again"),
    ],
    action: { invocation in
      let id = try invocation.id(0)
      let readers = try invocation.arguments.value(of: Options.readers) { try principals($0) }
      let writers = try invocation.arguments.value(of: Options.writers) { try principals($0) }
      let isOpen = invocation.arguments.has(Options.everybodys)
      guard !isOpen || readers == nil && writers == nil else {
        throw CommandFailure.usage("--open takes the list away; give it without --read and --write")
      }
      let format = try invocation.format()
      func show(_ index: GeoIndex) async throws {
        guard let object = try await index.get(id) else {
          throw CommandFailure(
            .notFound, "no object \(quoted(id.text.string)) in collection \(index.collection)")
        }
        var writer = format.writer(of: .single, to: invocation.output)
        try writer.write(
          OutputRecord([
            .init("id", .text(id.text.string)), .init("read", names(object.access?.readers)),
            .init("write", names(object.access?.writers)),
          ]))
        try writer.finish()
      }
      guard isOpen || readers != nil || writers != nil else { return try await invocation.reading(show) }
      try await invocation.changing { index in
        let list = isOpen ? nil : AccessList(readers: readers ?? [], writers: writers ?? [])
        try await index.setAccess(id, list)
        try await show(index)
      }
    })

  static let role = CommandSpec(
    name: "role",
    summary: "Give users roles, to which access lists give rights",
    subcommands: [
      change("add", "Give a user a role", "USER", "the user's id") { roles, role, user in
        try await roles.add(ObjectID(user), to: role)
      },
      change("remove", "Take a role from a user", "USER", "the user's id") { roles, role, user in
        try await roles.remove(ObjectID(user), from: role)
      },
      change(
        "inherit", "Let the users of a role have the rights of another one, too", "OTHER", "the other role"
      ) {
        try await $0.inherit($1, from: RoleName($2))
      },
      change("disinherit", "End that", "OTHER", "the other role") {
        try await $0.disinherit($1, from: RoleName($2))
      },
      of,
    ])

  private static func change(
    _ name: String, _ summary: String, _ operand: String, _ meaning: String,
    _ body: @escaping @Sendable (Roles, RoleName, String) async throws -> Void
  ) -> CommandSpec {
    CommandSpec(
      name: name, summary: summary,
      operands: [OperandSpec("ROLE", "the role's name"), OperandSpec(operand, meaning)],
      examples: [
        .init("geoquery role \(name) staff \(operand == "USER" ? "ada" : "members")", "by their names")
      ],
      action: { invocation in
        let role = try RoleName(invocation.operand(0))
        try await invocation.withStore(.create) { try await body(Roles(in: $0), role, invocation.operand(1)) }
        try invocation.answer(
          OutputRecord([
            .init("role", .text(role.description)), .init(operand.lowercased(), .text(invocation.operand(1))),
            .init("done", .text(name)),
          ]))
      })
  }

  private static let of = CommandSpec(
    name: "of",
    summary: "List the roles of a user, those that they inherit included",
    operands: [OperandSpec("USER", "the user's id")],
    examples: [.init("geoquery role of ada", "what rights ada has besides her own")],
    action: { invocation in
      let user = try invocation.id(0)
      var writer = try invocation.format().writer(of: .list(name: nil), to: invocation.output)
      try await invocation.withStore(.read) { store in
        for role in try await Roles(in: store).roles(of: user).sorted() {
          try writer.write(OutputRecord([.init("role", .text(role.description))]))
        }
      }
      try writer.finish()
    })

  private static func principals(_ text: String) throws -> Set<Principal> {
    try Set(
      text.split(separator: ",").map { name in
        if name == "*" { return .everybody }
        if name.hasPrefix("role:") { return .role(try RoleName(String(name.dropFirst(5)))) }
        return .user(try ObjectID(String(name)))
      })
  }

  /// Null where everybody is meant for want of a list.
  private static func names(_ principals: Set<Principal>?) -> OutputRecord.Value {
    guard let principals else { return .null }
    let names = principals.map { principal in
      switch principal {
      case .everybody: "*"
      case .user(let id): id.text.string
      case .role(let name): "role:\(name)"
      }
    }
    return .list(names.sorted().map { .text($0) })
  }
}
