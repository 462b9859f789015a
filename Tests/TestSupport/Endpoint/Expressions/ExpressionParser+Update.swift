// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

extension ExpressionParser {
  /// The update of an UpdateExpression: each of SET, REMOVE, ADD and DELETE at most once.
  static func update(_ text: String, _ attributes: inout ExpressionAttributes) throws -> Update {
    var parser = try ExpressionParser(text, attributes)
    var update = Update()
    var clauses: Set<String> = []
    while parser.next != nil {
      guard let clause = ["SET", "REMOVE", "ADD", "DELETE"].first(where: { parser.pass(keyword: $0) }) else {
        throw parser.syntaxError("SET, REMOVE, ADD or DELETE expected")
      }
      guard clauses.insert(clause).inserted else {
        throw ServiceError.validation(
          "Invalid UpdateExpression: The \"\(clause)\" section can only be used once in an update expression;"
        )
      }
      repeat { try parser.action(of: clause, in: &update) } while parser.pass(",")
    }
    attributes = parser.attributes
    return update
  }

  private mutating func action(of clause: String, in update: inout Update) throws {
    let path = try path()
    guard update.set[path] == nil, !update.remove.contains(path), update.add[path] == nil,
      update.delete[path] == nil
    else {
      throw ServiceError.validation("Invalid UpdateExpression: Two document paths overlap with each other")
    }
    switch clause {
    case "SET":
      try require("=")
      update.set[path] = try assignment(to: path)
    case "REMOVE": update.remove.insert(path)
    case "ADD": update.add[path] = try value()
    default: update.delete[path] = try value()
    }
  }

  private mutating func assignment(to path: AttributePath) throws -> Update.Assignment {
    guard let function = passFunction() else { return .value(try value()) }
    guard function == "if_not_exists" else {
      throw ServiceError.validation("Invalid UpdateExpression: Invalid function name; function: \(function)")
    }
    guard try self.path() == path else { throw syntaxError("the path that is set expected") }
    try require(",")
    let value = try value()
    try require(")")
    return .ifNotExists(value)
  }
}
