// SPDX-License-Identifier: Apache-2.0
import Postcodes

/// `geoquery postcode …`
enum PostcodeCommands {
  static let spec = CommandSpec(
    name: "postcode", summary: "Work with postcodes", subcommands: [parse])

  private static let parse = CommandSpec(
    name: "parse",
    summary: "Take postcodes apart: area, district, sector, unit",
    discussion: """
      Capital or small letters, with any blanks or none; a part of a British code will do, such as SW1A. O is read as
      0 and I as 1, or the other way round, only where the text is no code and exactly one such reading is; `corrected`
      tells. Whether a code is in use is not checked. What is no code is refused, after the others have been printed.
      """,
    operands: [OperandSpec("TEXT", "a postcode, or the beginning of one", .atLeastOne)],
    options: [Options.country],
    examples: [
      .init("geoquery postcode parse sw1a1aa", "SW1A 1AA of area SW"),
      .init("geoquery postcode parse 10115 --country DE --format json", "a German one"),
    ],
    action: { invocation in
      let country = invocation.arguments[Options.country] ?? "GB"
      let system = try PostcodeSystems.system(of: country)
      let texts = invocation.arguments.operands
      var writer = try invocation.format().writer(
        of: texts.count == 1 ? .single : .list(name: nil), to: invocation.output)
      var refused: [String] = []
      for text in texts {
        switch Result(catching: { () throws(PostcodeError) in try system.parse(text) }) {
        case .success(let code): try writer.write(record(code))
        case .failure(let error): refused.append(error.description)
        }
      }
      if refused.count < texts.count { try writer.finish() }
      if !refused.isEmpty { throw CommandFailure(.badUsage, refused.joined(separator: "; ")) }
    })

  private static func record(_ code: Postcode) -> OutputRecord {
    func text(_ value: String?) -> OutputRecord.Value { value.map { .text($0) } ?? .null }
    return OutputRecord([
      .init("postcode", .text(code.text)), .init("outward", text(code.outward)),
      .init("inward", text(code.inward)),
      .init("area", text(code.area)), .init("district", text(code.district)),
      .init("subDistrict", text(code.subDistrict)), .init("sector", text(code.sector)),
      .init("unit", text(code.unit)),
      .init("country", .text(code.country)), .init("kind", .text(code.kind.rawValue)),
      .init("corrected", .bool(code.isCorrected)), .init("precision", .text(code.precision.rawValue)),
      .init("name", text(code.name)),
    ])
  }
}
