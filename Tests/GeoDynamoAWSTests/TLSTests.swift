// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Only a server with a valid certificate for its name, of an authority that is trusted, is spoken to.
struct TLSTests {
  private let authority: TestAuthority

  init() throws { authority = try TestAuthority() }

  @Test func certifiedServerIsSpokenTo() async throws {
    let endpoint = try DynamoDBEndpoint(certificate: authority.certify("IP:127.0.0.1"))
    let configuration = endpoint.configuration(
      through: CurlTransport(certificateAuthorities: authority.certificateFile))
    try await DynamoDBTable(name: "table", configuration: configuration).create(settings: .standard)
    #expect(endpoint.requests["CreateTable"] == 1)
  }

  @Test func certificateOfAnotherHostIsRefused() async throws {
    try await expectRefusal(
      of: authority.certify("DNS:dynamodb.eu-west-1.amazonaws.com"), naming: "'127.0.0.1'")
  }

  @Test func expiredCertificateIsRefused() async throws {
    try await expectRefusal(of: authority.certify("IP:127.0.0.1", days: -1), naming: "expired")
  }

  @Test func selfSignedCertificateIsRefused() async throws {
    try await expectRefusal(of: authority.selfSigned("IP:127.0.0.1"), naming: "self-signed")
  }

  @Test func authorityThatIsNotTrustedIsRefused() async throws {
    try await expectRefusal(of: TestAuthority().certify("IP:127.0.0.1"), naming: "issuer")
  }

  @Test func theAuthoritiesOfTheEnvironmentAreTrustedAndNoOthers() async throws {
    let endpoint = try DynamoDBEndpoint(certificate: authority.certify("IP:127.0.0.1"))
    func store(trusting file: String?) throws -> DynamoDBStore {
      var variables = ["AWS_ACCESS_KEY_ID": "AKIA", "AWS_SECRET_ACCESS_KEY": "sesame"]
      variables["AWS_CA_BUNDLE"] = file
      let environment = AWSEnvironment(variables: variables, files: [:])
      return try DynamoDBStore(
        table: "table",
        configuration: .resolved(region: "eu-west-1", endpoint: endpoint.url, environment: environment))
    }
    let key = PrimaryKey(partition: "p", sort: "s")
    let reached = await #expect(throws: StoreError.self) {
      try await store(trusting: authority.certificateFile).get(key)
    }
    #expect(reached?.code == .storeNotFound && endpoint.requests == ["GetItem": 1])
    for file in [nil, "/nowhere/ca.pem"] {
      let refused = await #expect(throws: StoreError.self) { try await store(trusting: file).get(key) }
      #expect(refused?.code == .unreachable, "\(refused as Any)")
      if let file { #expect(refused?.message.contains(file) == true) }
    }
    #expect(endpoint.requests == ["GetItem": 1])
  }

  /// Expects that nothing is sent, for a reason, and at once: trying again mends nothing.
  private func expectRefusal(of certificate: ServerCertificate, naming reason: String) async throws {
    let endpoint = try DynamoDBEndpoint(certificate: certificate)
    let transport = CurlTransport(certificateAuthorities: authority.certificateFile)
    let failure = await #expect(throws: HTTPFailure.self) {
      try await transport.send(HTTPRequest(method: "POST", url: endpoint.url))
    }
    #expect(failure?.kind == .untrustedServer && failure?.mayHaveBeenCarriedOut == false)
    #expect(failure?.description.contains(reason) == true, "\(failure as Any)")
    let configuration = endpoint.configuration(through: transport)
    let store = DynamoDBStore(table: "table", configuration: configuration)
    let error = await #expect(throws: StoreError.self) {
      try await store.get(PrimaryKey(partition: "p", sort: "s"))
    }
    #expect(error?.code == .unreachable && error?.message.contains("certificate") == true, "\(error as Any)")
    #expect(endpoint.requests.isEmpty && store.consumption.requests == 1)
  }
}
