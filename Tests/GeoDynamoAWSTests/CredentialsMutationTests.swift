// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Text from outside that is damaged brings values or an error, never a trap and never a secret.
struct CredentialsMutationTests {
  private static let secret = "sesameopensesame"

  private static let files = """
    # comment
    [default]
    region = eu-west-1 ; here
    aws_access_key_id = AKIA
    aws_secret_access_key = \(secret)
    services = own
    [profile ada]
    role_arn=arn
    [services own]
    dynamodb =
      endpoint_url = http://localhost:8000
    """

  /// A copy with some bytes replaced, removed or doubled.
  private static func damaged(_ text: String, _ generator: inout SeededGenerator) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 3))
      case 2: bytes.insert(Array("[]=#;\n \t\"{}\\\0".utf8).randomElement(using: &generator)!, at: place)
      default: bytes.removeSubrange(place...)
      }
      if bytes.isEmpty { return "" }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func sharedFiles() async throws {
    var generator = SeededGenerator(seed: 41)
    var found = 0
    for _ in 0..<1_000 {
      let text = Self.damaged(Self.files, &generator)
      let environment = AWSEnvironment(
        variables: ["HOME": "/h", "AWS_EC2_METADATA_DISABLED": "true"],
        files: ["/h/.aws/config": text, "/h/.aws/credentials": text])
      do {
        let configuration = try DynamoDBConfiguration.resolved(environment: environment)
        #expect(try EndpointAddress(configuration.endpoint).host != "")
        #expect(DynamoDBConfiguration.isRegion(configuration.region))
        found += try await configuration.credentials.credentials(insteadOf: nil).accessKeyID == "AKIA" ? 1 : 0
      } catch let error as StoreError {
        #expect(!"\(String(reflecting: error))".contains(Self.secret), "\(text)")
      }
    }
    #expect((20..<1_000).contains(found), "\(found)")
  }

  @Test func answersOfServers() async throws {
    var generator = SeededGenerator(seed: 42)
    let whole = """
      {"Code":"Success","AccessKeyId":"ASIA","SecretAccessKey":"\(Self.secret)","Token":"\(Self.secret)",
      "Expiration":"2100-01-01T00:00:00Z"}
      """
    var found = 0
    for _ in 0..<1_000 {
      let text = Self.damaged(whole, &generator)
      let chain = AWSCredentialsChain(
        profile: nil,
        environment: AWSEnvironment(
          variables: ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1/"], files: [:]),
        transport: ScriptedTransport([.answer(status: 200, body: text)]), now: { .now })
      do {
        found += try await chain.credentials(insteadOf: nil).accessKeyID == "ASIA" ? 1 : 0
      } catch let error as StoreError {
        #expect(error.code == .noCredentials)
        #expect(!"\(String(reflecting: error))".contains(Self.secret), "\(text)")
      }
    }
    #expect((20..<1_000).contains(found), "\(found)")
  }
}
