// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// The address of a server: scheme, host, port, path.
struct EndpointAddress {
  /// Whether it is spoken to over TLS.
  let isSecure: Bool
  /// The host, an IPv6 address in brackets.
  let host: String

  /// Reads `https://host:port/path`.
  ///
  /// - Throws: `StoreError` with `validation` for another text.
  init(_ text: String) throws(StoreError) {
    func refused(_ reason: String) -> StoreError {
      // What stands before an @ may be a password.
      let shown = text.contains("@") ? "" : " \"\(text)\""
      return StoreError(
        .validation, "endpoint\(shown): \(reason); such as http://127.0.0.1:8000", operation: "open")
    }
    guard
      let match = text.wholeMatch(
        of: /(https?):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:([0-9]{1,5}))?(\/[^?#\s]*)?(\?[^#\s]*)?/)
    else { throw refused("it must be a scheme, http or https, and a host, without a user") }
    if let port = match.4, !(1...65_535 ~= Int(port) ?? 0) { throw refused("port \(port) is none") }
    isSecure = match.1 == "https"
    host = match.2.lowercased()
  }
}
