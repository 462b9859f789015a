// SPDX-License-Identifier: Apache-2.0

/// The parts of `scheme://authority/table?name=value&…`, percent escapes resolved in values.
struct TableURL {
  let authority: String
  let table: String
  let parameters: [String: String]

  /// - Parameters:
  ///   - rest: What follows `scheme://`.
  ///   - names: The parameters there may be.
  /// - Throws: `CommandFailure` with status 64. A text that may hold a secret is not repeated.
  init(_ rest: Substring, scheme: String, allowing names: [String]) throws {
    guard !rest.contains("@") || rest.firstIndex(of: "@")! > rest.firstIndex(of: "?") ?? rest.endIndex else {
      throw CommandFailure.usage(
        "credentials do not belong into a store's place; they come from the environment or a profile (?profile=NAME)"
      )
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard path.count == 2, !path[1].isEmpty else {
      throw CommandFailure.usage(
        "\(quoted("\(scheme)://\(parts[0])")) lacks the table; write \(scheme)://REGION/TABLE, or \(scheme):///TABLE for the environment's region"
      )
    }
    authority = String(path[0])
    table = String(path[1])
    var parameters: [String: String] = [:]
    for part in parts.count == 2 ? parts[1].split(separator: "&", omittingEmptySubsequences: false) : [] {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0])
      guard names.contains(name) else {
        throw CommandFailure.usage(
          "unknown parameter \(quoted(name)) of \(scheme)://\(suggestion(for: name, among: names) ?? ""); there are \(names.joined(separator: ", "))"
        )
      }
      guard pair.count == 2, !pair[1].isEmpty else {
        throw CommandFailure.usage("parameter \(name) of \(scheme):// lacks its value")
      }
      guard let value = Self.decoded(pair[1]) else {
        throw CommandFailure.usage(
          "parameter \(name) of \(scheme):// is not UTF-8 with two digits after each %")
      }
      guard parameters.updateValue(value, forKey: name) == nil else {
        throw CommandFailure.usage("parameter \(name) of \(scheme):// is given twice")
      }
    }
    self.parameters = parameters
  }

  /// A value without percent escapes; nil when these are none, or not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let text = String(digits), text.utf8.first != UInt8(ascii: "+"),
        let value = UInt8(text, radix: 16)
      else { return nil }
      bytes.append(value)
      rest.removeFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A value as it must stand in a location.
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7F && !"%&#\"'".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return result
  }
}
