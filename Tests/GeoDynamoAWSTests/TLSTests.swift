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
    try await expectRefusal(of: authority.certify("DNS:dynamodb.eu-west-1.amazonaws.com"))
  }

  @Test func expiredCertificateIsRefused() async throws {
    try await expectRefusal(of: authority.certify("IP:127.0.0.1", days: -1))
  }

  @Test func selfSignedCertificateIsRefused() async throws {
    try await expectRefusal(of: authority.selfSigned("IP:127.0.0.1"))
  }

  @Test func authorityThatIsNotTrustedIsRefused() async throws {
    try await expectRefusal(of: TestAuthority().certify("IP:127.0.0.1"))
  }

  /// Expects that nothing is sent, and at once: trying again mends nothing.
  private func expectRefusal(of certificate: ServerCertificate) async throws {
    let endpoint = try DynamoDBEndpoint(certificate: certificate)
    let configuration = endpoint.configuration(
      through: CurlTransport(certificateAuthorities: authority.certificateFile))
    let store = DynamoDBStore(table: "table", configuration: configuration)
    let error = await #expect(throws: StoreError.self) {
      try await store.get(PrimaryKey(partition: "p", sort: "s"))
    }
    #expect(error?.code == .unreachable && error?.message.contains("certificate") == true, "\(error as Any)")
    #expect(endpoint.requests.isEmpty && store.consumption.requests == 1)
  }
}
