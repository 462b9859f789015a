// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash

/// `geoquery put`, `get`, `set`, `unset`, `move` and `delete`: one object each. All but `delete` print the object.
enum ObjectCommands {
  static let specs = [put, get, set, unset, move, delete]

  private static let id = OperandSpec("ID", "the object's id: 1 to 512 bytes of any text")
  private static let values =
    "A value that is a number in its plainest form (7, -0.5) is stored as a number, every other as text."

  private static let put = CommandSpec(
    name: "put",
    summary: "Put an object in place of the one of its id, if any",
    discussion: values,
    operands: [
      id, OperandSpec("LAT,LON", "where it is, as 51.5074,-0.1278"),
      OperandSpec("key=value", "its attributes", .anyNumber),
    ],
    options: [Options.viewer],
    examples: [.init("geoquery put ada 51.5074,-0.1278 kind=taxi seats=4", "an object with two attributes")],
    action: { invocation in
      let id = try invocation.id(0)
      let place = try Coordinate(argument: invocation.operand(1))
      let attributes = try KeyValueArgument.item(invocation.arguments.operands.dropFirst(2))
      _ = try invocation.format()
      try await invocation.creating { index in
        try await index.put(id, at: place, attributes: attributes)
        try await show(id, of: index, invocation)
      }
    })

  private static let get = CommandSpec(
    name: "get",
    summary: "Print an object",
    operands: [id],
    options: [Options.viewer],
    examples: [.init("geoquery get ada --format json", "an object with all its attributes")],
    action: { invocation in
      let id = try invocation.id(0)
      try await invocation.reading { try await show(id, of: $0, invocation, isWritten: false) }
    })

  private static let set = CommandSpec(
    name: "set",
    summary: "Give an object attributes, new or in place of those it has under these names",
    discussion: values,
    operands: [id, OperandSpec("key=value", "the attributes", .atLeastOne)],
    options: [Options.viewer],
    examples: [.init("geoquery set ada kind=bus", "change one attribute and leave the others")],
    action: { invocation in
      let id = try invocation.id(0)
      let attributes = try KeyValueArgument.item(invocation.arguments.operands.dropFirst())
      _ = try invocation.format()
      try await invocation.changing { index in
        try await index.set(id, attributes)
        try await show(id, of: index, invocation)
      }
    })

  private static let unset = CommandSpec(
    name: "unset",
    summary: "Take attributes from an object",
    operands: [id, OperandSpec("key", "names of attributes", .atLeastOne)],
    options: [Options.viewer],
    examples: [.init("geoquery unset ada seats", "remove one attribute")],
    action: { invocation in
      let id = try invocation.id(0)
      let names = Set(invocation.arguments.operands.dropFirst().map { UTF8String($0) })
      guard !names.contains("") else { throw CommandFailure.usage("an attribute's name cannot be empty") }
      _ = try invocation.format()
      try await invocation.changing { index in
        try await index.unset(id, names)
        try await show(id, of: index, invocation)
      }
    })

  private static let move = CommandSpec(
    name: "move",
    summary: "Move an object",
    operands: [id, OperandSpec("LAT,LON", "where it is now, as 51.5074,-0.1278")],
    options: [Options.viewer],
    examples: [.init("geoquery move ada 51.5007,-0.1246", "the next query sees it there")],
    action: { invocation in
      let id = try invocation.id(0)
      let place = try Coordinate(argument: invocation.operand(1))
      _ = try invocation.format()
      try await invocation.changing { index in
        try await index.move(id, to: place)
        try await show(id, of: index, invocation)
      }
    })

  private static let delete = CommandSpec(
    name: "delete",
    summary: "Delete an object",
    operands: [id],
    options: [Options.viewer],
    examples: [.init("geoquery delete ada", "remove the object and its place in the index")],
    action: { invocation in
      let id = try invocation.id(0)
      _ = try invocation.format()
      try await invocation.changing { index in
        try await index.delete(id)
        try invocation.answer(
          OutputRecord([.init("id", .text(id.text.string)), .init("deleted", .bool(true))]))
      }
    })

  /// - Parameter isWritten: Whether the object has just been written, by somebody who perhaps may not read it.
  private static func show(
    _ id: ObjectID, of index: GeoIndex, _ invocation: Invocation, isWritten: Bool = true
  ) async throws {
    guard let object = try await index.get(id) else {
      if isWritten, index.viewer != nil {
        return try invocation.answer(
          OutputRecord([.init("id", .text(id.text.string)), .init("written", .bool(true))]))
      }
      throw CommandFailure(.notFound, "no object \(quoted(id.text.string)) in collection \(index.collection)")
    }
    try invocation.answer(OutputRecord(object))
  }
}
