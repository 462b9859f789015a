// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// Credentials from a server beside the program: that of a container or of an EC2 instance.
///
/// Sources: AWS SDKs and Tools Reference Guide, "Container credential provider" and "IMDS credential provider".
struct CredentialsEndpoint {
  private let environment: AWSEnvironment
  private let transport: any HTTPTransport

  init(_ environment: AWSEnvironment, _ transport: any HTTPTransport) {
    self.environment = environment
    self.transport = transport
  }

  /// Why there are none, without secrets.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// The container's credentials.
  ///
  /// - Returns: nil when no variable says that there is a container.
  /// - Throws: `Refusal`; `CancellationError`.
  func container() async throws -> AWSCredentials? {
    let address: String
    if let path = environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] {
      guard path.hasPrefix("/") else {
        throw Refusal(description: "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI must begin with a slash")
      }
      address = "http://169.254.170.2" + path
    } else if let full = environment["AWS_CONTAINER_CREDENTIALS_FULL_URI"] {
      guard Self.isAllowed(full) else {
        throw Refusal(
          description:
            "AWS_CONTAINER_CREDENTIALS_FULL_URI must be https, or http to this machine or to the addresses of ECS and EKS"
        )
      }
      address = full
    } else {
      return nil
    }
    var headers: [(name: String, value: String)] = []
    if let path = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] {
      guard let token = try? environment.file(path) else {
        throw Refusal(description: "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE \(path) cannot be read")
      }
      headers.append(("Authorization", String(token.filter { !$0.isNewline })))
    } else if let token = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"] {
      headers.append(("Authorization", token))
    }
    if headers.contains(where: { $0.value.contains { $0.isNewline } }) {
      throw Refusal(description: "the container's authorization token has a line break")
    }
    return try credentials(in: try await fetch("GET", address, headers), of: "the container's endpoint")
  }

  /// The instance's credentials by version 2 of its metadata service.
  ///
  /// - Throws: `Refusal`; `CancellationError`.
  func instance() async throws -> AWSCredentials {
    if environment["AWS_EC2_METADATA_DISABLED"]?.lowercased() == "true" {
      throw Refusal(description: "AWS_EC2_METADATA_DISABLED is true")
    }
    var base = environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? "http://169.254.169.254"
    while base.hasSuffix("/") { base.removeLast() }
    let token = try await fetch(
      "PUT", base + "/latest/api/token", [("X-aws-ec2-metadata-token-ttl-seconds", "21600")])
    let headers = [(name: "X-aws-ec2-metadata-token", value: String(decoding: token, as: UTF8.self))]
    let path = base + "/latest/meta-data/iam/security-credentials/"
    let role =
      String(decoding: try await fetch("GET", path, headers), as: UTF8.self)
      .split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard !role.isEmpty, role.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }) else {
      throw Refusal(description: "the instance has no role")
    }
    return try credentials(in: try await fetch("GET", path + role, headers), of: "the instance's metadata")
  }

  private func fetch(
    _ method: String, _ url: String, _ headers: [(name: String, value: String)]
  ) async throws -> [UInt8] {
    let request = HTTPRequest(
      method: method, url: url, headers: headers, timeout: .seconds(2), connectTimeout: .seconds(1))
    do {
      let response = try await transport.send(request)
      guard response.status == 200 else { throw Refusal(description: "it answers \(response.status)") }
      return response.body
    } catch let failure as HTTPFailure {
      throw Refusal(description: failure.description)
    }
  }

  private func credentials(in body: [UInt8], of place: String) throws -> AWSCredentials {
    let found = try? JSONElement.reading(body) { root -> AWSCredentials? in
      guard let id = root["AccessKeyId"]?.string, let secret = root["SecretAccessKey"]?.string, !id.isEmpty,
        !secret.isEmpty
      else { return nil }
      let end = root["Expiration"]?.string
      let expiration = end.flatMap { Timestamp($0) }
      if end != nil, expiration == nil { return nil }
      return AWSCredentials(
        accessKeyID: id, secretAccessKey: secret, sessionToken: root["Token"]?.string, expiration: expiration)
    }
    guard let credentials = found ?? nil else {
      throw Refusal(description: "\(place) answers something that is no credentials")
    }
    return credentials
  }

  private static func isAllowed(_ url: String) -> Bool {
    guard let address = try? EndpointAddress(url) else { return false }
    if address.isSecure { return true }
    return address.host == "localhost" || address.host == "[::1]" || address.host == "[fd00:ec2::23]"
      || address.host == "169.254.170.2" || address.host == "169.254.170.23"
      || address.host.wholeMatch(of: /127\.\d{1,3}\.\d{1,3}\.\d{1,3}/) != nil
  }
}
