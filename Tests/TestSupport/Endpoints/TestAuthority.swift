// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An authority of a test's own that certifies servers, by the program openssl.
public final class TestAuthority: Sendable {
  private let folder: TemporaryFolder

  /// Makes an authority with a new key.
  public init() throws {
    folder = try TemporaryFolder()
    try openssl(
      ["req", "-x509"] + Self.newKey + [
        "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test Authority", "-days", "2",
      ])
  }

  /// The file of its own certificate, for those who trust it.
  public var certificateFile: String { folder.path("ca.pem") }

  /// Certifies a server.
  ///
  /// - Parameters:
  ///   - name: Whom: `IP:127.0.0.1`, `DNS:localhost`.
  ///   - days: How long from now the certificate is valid; below 0 for one that has expired.
  public func certify(_ name: String, days: Int = 2) throws -> ServerCertificate {
    let id = UUID().uuidString
    try openssl(
      ["req"] + Self.newKey + [
        "-keyout", "\(id).key", "-out", "\(id).csr", "-subj", "/CN=server", "-addext",
        "subjectAltName=\(name)",
      ])
    try openssl([
      "x509", "-req", "-in", "\(id).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
      "-copy_extensions",
      "copy", "-days", "\(days)", "-out", "\(id).pem",
    ])
    return try certificate(id)
  }

  /// A certificate that a server has given itself.
  public func selfSigned(_ name: String) throws -> ServerCertificate {
    let id = UUID().uuidString
    try openssl(
      ["req", "-x509"] + Self.newKey + [
        "-keyout", "\(id).key", "-out", "\(id).pem", "-subj", "/CN=server", "-addext",
        "subjectAltName=\(name)", "-days",
        "2",
      ])
    return try certificate(id)
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

  private func certificate(_ id: String) throws -> ServerCertificate {
    ServerCertificate(
      certificate: try String(contentsOfFile: folder.path("\(id).pem"), encoding: .utf8),
      key: try String(contentsOfFile: folder.path("\(id).key"), encoding: .utf8))
  }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw LocalServer.Failure(description: "openssl \(arguments[0]) failed: run scripts/setup")
    }
  }
}
