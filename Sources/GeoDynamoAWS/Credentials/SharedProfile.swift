// SPDX-License-Identifier: Apache-2.0

/// A profile of AWS's shared files: `~/.aws/credentials` and `~/.aws/config`.
///
/// Source: AWS SDKs and Tools Reference Guide, "Shared config and credentials files".
struct SharedProfile {
  /// The profile's name.
  let name: String
  /// Where it was looked for, for messages.
  let places: String
  /// Whether it is in one of the files.
  let isThere: Bool

  private let values: [String: String]

  /// The profile of a name, or the one that `AWS_PROFILE` names, or `default`.
  ///
  /// - Throws: `UnreadableFile`.
  init(_ name: String?, in environment: AWSEnvironment) throws {
    let name = name ?? environment["AWS_PROFILE"] ?? environment["AWS_DEFAULT_PROFILE"] ?? "default"
    let home = environment["HOME"].map { $0 + "/.aws/" } ?? "~/.aws/"
    let credentials = environment["AWS_SHARED_CREDENTIALS_FILE"] ?? home + "credentials"
    let config = environment["AWS_CONFIG_FILE"] ?? home + "config"
    let titles = name == "default" ? ["default", "profile default"] : ["profile \(name)"]
    let inConfig = try environment.file(config).flatMap { Self.section(of: $0, named: titles) }
    let inCredentials = try environment.file(credentials).flatMap { Self.section(of: $0, named: [name]) }
    self.name = name
    places = "\(credentials) and \(config)"
    isThere = inConfig != nil || inCredentials != nil
    // Where both files have a key, that of the credentials file counts.
    values = (inConfig ?? [:]).merging(inCredentials ?? [:]) { $1 }
  }

  /// The value of a key, which is in lower case.
  subscript(_ key: String) -> String? { values[key] }

  /// What the profile wants done that this library does not do, with what to do instead; nil for nothing.
  var unsupported: String? {
    let advice = [
      "sso_session":
        "run `aws sso login` and export what `aws configure export-credentials --format env` prints",
      "sso_start_url":
        "run `aws sso login` and export what `aws configure export-credentials --format env` prints",
      "role_arn": "export what `aws configure export-credentials --format env` prints",
      "credential_process": "export what `aws configure export-credentials --format env` prints",
      "web_identity_token_file": "export what `aws sts assume-role-with-web-identity` returns",
    ]
    return advice.keys.sorted().first { values[$0] != nil }.map {
      "profile \(name) uses \($0), which is not supported: \(advice[$0]!)"
    }
  }

  /// The keys of the first section of one of these names; nil where there is none.
  private static func section(of text: String, named names: [String]) -> [String: String]? {
    var values: [String: String]?
    var isInside = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let trimmed = trim(line)
      guard let first = trimmed.first, first != "#", first != ";" else { continue }
      if first == "[" {
        let title = trim(trimmed.dropFirst().prefix { $0 != "]" })
        isInside = names.contains(title.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        if isInside, values == nil { values = [:] }
        continue
      }
      // An indented line belongs to the key above it, none of which is of interest.
      guard isInside, line.first?.isWhitespace == false, let sign = trimmed.firstIndex(of: "=") else {
        continue
      }
      let value = trim(withoutComment(trimmed[trimmed.index(after: sign)...]))
      if !value.isEmpty { values?[trim(trimmed[..<sign]).lowercased()] = String(value) }
    }
    return values
  }

  private static func trim(_ text: Substring) -> Substring {
    let start = text.drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }

  /// The text before a `#` or `;` that follows a space.
  private static func withoutComment(_ text: Substring) -> Substring {
    var isAfterSpace = false
    for place in text.indices {
      if isAfterSpace, text[place] == "#" || text[place] == ";" { return text[..<place] }
      isAfterSpace = text[place].isWhitespace
    }
    return text
  }
}
