// SPDX-License-Identifier: Apache-2.0

/// Where a store is, as it is typed.
///
/// ```
/// users.sqlite                                         a file
/// dynamodb://eu-west-1/users                           a table of Amazon DynamoDB
/// dynamodb:///users?endpoint=http://127.0.0.1:8000     one of another endpoint, in the environment's region
/// dynamodb-geo://eu-west-1/places?hashKeyLength=6      a table that the dynamodb-geo library made, to read
/// ```
enum StoreLocation: Equatable, Sendable {
  /// A file of the SQLite store.
  case file(String)
  /// A table of Amazon DynamoDB.
  case dynamoDB(TableLocation)
  /// A table of the dynamodb-geo family.
  case dynamoDBGeo(TableLocation, DynamoDBGeoArguments)

  /// - Throws: `CommandFailure` with status 64 that names the part at fault and what would be right.
  init(argument text: String) throws {
    guard let mark = text.firstRange(of: "://") else {
      if let scheme = Self.schemes.first(where: { text.hasPrefix($0 + ":") }) {
        throw CommandFailure.usage("\(quoted(text)) must begin with \(scheme)://")
      }
      guard !text.isEmpty else { throw CommandFailure.usage("the store's place is empty") }
      self = .file(text)
      return
    }
    let scheme = String(text[..<mark.lowerBound])
    let rest = text[mark.upperBound...]
    switch scheme {
    case "dynamodb":
      let location = try TableURL(rest, scheme: scheme, allowing: TableLocation.parameters)
      self = .dynamoDB(try TableLocation(location))
    case "dynamodb-geo":
      let location = try TableURL(
        rest, scheme: scheme, allowing: TableLocation.parameters + DynamoDBGeoArguments.parameters)
      self = .dynamoDBGeo(try TableLocation(location), try DynamoDBGeoArguments(location.parameters))
    default:
      throw CommandFailure.usage(
        "unknown kind of store \(quoted(scheme))\(suggestion(for: scheme, among: Self.schemes) ?? ""); a store is a file's path, dynamodb://REGION/TABLE or dynamodb-geo://REGION/TABLE"
      )
    }
  }

  private static let schemes = ["dynamodb", "dynamodb-geo"]

  /// The name to type where a store is to be deleted.
  var name: String {
    switch self {
    case .file(let path): String(path.split(separator: "/").last ?? "")
    case .dynamoDB(let table), .dynamoDBGeo(let table, _): table.table
    }
  }
}

extension StoreLocation: CustomStringConvertible {
  /// The location as it may be typed again, without options of the dynamodb-geo layout.
  var description: String {
    switch self {
    case .file(let path): path
    case .dynamoDB(let table): "dynamodb://\(table)"
    case .dynamoDBGeo(let table, _): "dynamodb-geo://\(table)"
    }
  }
}

/// A table of Amazon DynamoDB and how to reach it.
struct TableLocation: Equatable, Sendable {
  /// The parameters behind the question mark.
  static let parameters = ["endpoint", "profile"]

  /// The region; nil for that of the environment.
  let region: String?
  /// The table's name.
  let table: String
  /// Scheme, host and port of another endpoint than AWS's.
  let endpoint: String?
  /// The profile in the shared files of AWS's tools.
  let profile: String?

  init(_ url: TableURL) throws {
    let region = url.authority
    guard region.utf8.allSatisfy({ Self.isLowerLetterOrDigit($0) || $0 == UInt8(ascii: "-") }) else {
      throw CommandFailure.usage("\(quoted(region)) is not a region, as eu-west-1")
    }
    guard (3...255).contains(url.table.utf8.count), url.table.utf8.allSatisfy(Self.isOfTableName) else {
      throw CommandFailure.usage(
        "table name \(quoted(url.table)) must be 3 to 255 of the characters a-z, A-Z, 0-9, _, - and .")
    }
    self.region = region.isEmpty ? nil : region
    table = url.table
    endpoint = try url.parameters["endpoint"].map(Self.endpoint)
    profile = url.parameters["profile"]
  }

  private static func endpoint(_ text: String) throws -> String {
    let host = ["http://", "https://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
    guard let host, !host.contains("@") else {
      throw CommandFailure.usage(
        "endpoint must be http:// or https://, a host and a port, as http://127.0.0.1:8000")
    }
    let bare = host.hasSuffix("/") ? host.dropLast() : host
    guard !bare.isEmpty, !bare.hasPrefix(":"), !bare.contains(where: { "/?#\\ ".contains($0) }) else {
      throw CommandFailure.usage(
        "endpoint \(quoted(text)) must be a host and a port, as http://127.0.0.1:8000")
    }
    return String(text.dropLast(host.count - bare.count))
  }

  private static func isLowerLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isOfTableName(_ byte: UInt8) -> Bool {
    isLowerLetterOrDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
  }
}

extension TableLocation: CustomStringConvertible {
  /// `eu-west-1/users?endpoint=http://127.0.0.1:8000`.
  var description: String {
    let parameters = [("endpoint", endpoint), ("profile", profile)].compactMap { name, value in
      value.map { "\(name)=\(TableURL.encoded($0))" }
    }
    return "\(region ?? "")/\(table)" + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }
}
