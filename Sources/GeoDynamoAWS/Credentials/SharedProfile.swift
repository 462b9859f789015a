// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

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

  /// Whether somebody named it, rather than nobody another.
  let isNamed: Bool

  private let values: [String: String]
  private let services: [String: String]

  /// The profile of a name, or the one that `AWS_PROFILE` names, or `default`.
  ///
  /// - Throws: `UnreadableFile`.
  init(_ name: String?, in environment: AWSEnvironment) throws {
    let given = name ?? environment["AWS_PROFILE"] ?? environment["AWS_DEFAULT_PROFILE"]
    let name = given ?? "default"
    let home = environment["HOME"].map { $0 + "/.aws/" } ?? "~/.aws/"
    let credentials = environment["AWS_SHARED_CREDENTIALS_FILE"] ?? home + "credentials"
    let config = environment["AWS_CONFIG_FILE"] ?? home + "config"
    let titles = name == "default" ? ["default", "profile default"] : ["profile \(name)"]
    let configText = try environment.file(config)
    let inConfig = configText.flatMap { Self.section(of: $0, named: titles) }
    let inCredentials = try environment.file(credentials).flatMap { Self.section(of: $0, named: [name]) }
    self.name = name
    isNamed = given != nil
    places = "\(credentials) and \(config)"
    isThere = inConfig != nil || inCredentials != nil
    var values = inConfig ?? [:]
    // A token goes with its own key only.
    if inCredentials?["aws_access_key_id"] != nil { values["aws_session_token"] = nil }
    // Where both files have a key, that of the credentials file counts.
    self.values = values.merging(inCredentials ?? [:]) { $1 }
    services =
      self.values["services"].flatMap { name in
        configText.flatMap { Self.section(of: $0, named: ["services \(name)"]) }
      } ?? [:]
  }

  /// The value of a key, which is in lower case.
  subscript(_ key: String) -> String? { values[key] }

  /// The endpoint that the profile names for DynamoDB, or for all services.
  var endpoint: String? { services["dynamodb.endpoint_url"] ?? values["endpoint_url"] }

  /// Credentials of the profile; nil where it has none.
  ///
  /// - Throws: `StoreError` with `noCredentials` when the profile is named and not there, has half a key, or wants done
  ///   what is not done here.
  func credentials() throws(StoreError) -> AWSCredentials? {
    func missing(_ message: String) -> StoreError { StoreError(.noCredentials, message, operation: "open") }
    switch (values["aws_access_key_id"], values["aws_secret_access_key"]) {
    case (let id?, let secret?):
      return AWSCredentials(
        accessKeyID: id, secretAccessKey: secret, sessionToken: values["aws_session_token"])
    case (nil, nil):
      if let unsupported { throw missing(unsupported) }
      // Going on would take somebody else's credentials for those asked for.
      if isNamed, !isThere {
        throw missing("profile \(name) is not in \(places); a section of the latter is [profile \(name)]")
      }
      return nil
    default:
      throw missing(
        "profile \(name) in \(places) has only one of aws_access_key_id and aws_secret_access_key")
    }
  }

  /// What the profile wants done that this library does not do, with what to do instead; nil for nothing.
  private var unsupported: String? {
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

  /// The keys of the sections of one of these names; nil where there is none. Keys below a key are `above.below`.
  private static func section(of text: String, named names: [String]) -> [String: String]? {
    var values: [String: String]?
    var isInside = false
    var above: String?
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let trimmed = trim(line)
      guard let first = trimmed.first, first != "#", first != ";" else { continue }
      if first == "[" {
        let title = trim(trimmed.dropFirst().prefix { $0 != "]" })
        isInside = names.contains(title.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        if isInside, values == nil { values = [:] }
        above = nil
        continue
      }
      guard isInside, let sign = trimmed.firstIndex(of: "=") else { continue }
      let key = trim(trimmed[..<sign]).lowercased()
      let value = trim(withoutComment(trimmed[trimmed.index(after: sign)...]))
      if line.first?.isWhitespace == true {
        if let above { values?["\(above).\(key)"] = String(value) }
        continue
      }
      above = value.isEmpty ? key : nil
      if !value.isEmpty { values?[key] = String(value) }
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
