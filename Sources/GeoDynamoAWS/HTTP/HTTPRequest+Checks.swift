// SPDX-License-Identifier: Apache-2.0

extension HTTPRequest {
  /// Host and port of the address, for messages.
  var host: Substring {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return url[start...].prefix { $0 != "/" && $0 != "?" }
  }

  /// Whether it goes to this machine or, by an address that is not routed, to one beside it: AWS's sources of
  /// credentials are at such.
  var isToNeighbor: Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return name == "localhost" || name == "[::1" || name.hasPrefix("127.") || name.hasPrefix("169.254.")
      || name.hasPrefix("[fd00:ec2::")
  }

  /// What would make it another request than it seems, such as a line break in a header; nil for nothing.
  /// It names the place and does not quote what stands there.
  var fault: String? {
    func isLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 } }
    func isWord(_ text: String) -> Bool {
      !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":") }
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { return "the address has a space in it" }
    guard isWord(method) else { return "the method is no word" }
    for (name, value) in headers {
      guard isWord(name) else { return "the name of a header is no word" }
      guard !value.isEmpty else { return "the header \(name) has no value" }
      guard isLine(value) else { return "the header \(name) has a line break in it" }
    }
    guard let signature else { return nil }
    let credentials = signature.credentials
    guard isWord(signature.service), DynamoDBConfiguration.isRegion(signature.region) else {
      return "the region is none"
    }
    guard isWord(credentials.accessKeyID) else { return "the access key id is no word" }
    guard isLine(credentials.secretAccessKey) else { return "the secret access key has a line break in it" }
    guard isLine(credentials.sessionToken ?? "") else { return "the session token has a line break in it" }
    return nil
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and address. Headers and bodies may have secrets.
  package var description: String { "\(method) \(url)" }
  /// Method and address.
  package var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url]) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// Status and size. Headers and bodies may have secrets.
  package var description: String { "\(status), \(body.count) bytes" }
  /// Status and size.
  package var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": body.count]) }
}
