// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Credentials of servers beside the program, over sockets.
struct CredentialsServerTests {
  private static let json = """
    {"Code":"Success","AccessKeyId":"ASIA","SecretAccessKey":"sesame","Token":"open",
    "Expiration":"2100-01-01T00:00:00Z"}
    """

  private static func answer(_ body: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func chain(_ variables: [String: String], files: [String: String] = [:]) -> AWSCredentialsChain {
    AWSCredentialsChain(
      profile: nil, environment: AWSEnvironment(variables: variables, files: files),
      transport: CurlTransport(), now: { .now })
  }

  @Test func aContainerAnswersWhoeverHasItsToken() async throws {
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        let isAuthorized = request.head.contains("Authorization: Basic xyz")
        guard connection.write(isAuthorized ? Self.answer(Self.json) : Self.answer("", status: "401 No"))
        else { return }
      }
    }
    let address = ["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url + "role?a=b"]
    let token = ["AWS_CONTAINER_AUTHORIZATION_TOKEN": "Basic xyz"]
    let found = try await chain(address.merging(token) { $1 }).credentials(insteadOf: nil)
    #expect(found.accessKeyID == "ASIA" && found.secretAccessKey == "sesame" && found.sessionToken == "open")
    #expect(server.requests.map(\.head[0]) == ["GET /role?a=b HTTP/1.1"])
    let error = await #expect(throws: StoreError.self) {
      try await chain(address).credentials(insteadOf: nil)
    }
    #expect(error?.message.contains("it answers 401") == true, "\(error as Any)")
  }

  @Test func theFileOfATokenIsReadForEachFetch() async throws {
    let server = try RawServer(answering: Self.answer(Self.json))
    let folder = try TemporaryFolder()
    let file = folder.path("token")
    var environment = AWSEnvironment.process
    environment.variables = [
      "AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url, "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": file,
      "AWS_CONTAINER_AUTHORIZATION_TOKEN": "not this one",
    ]
    let chain = AWSCredentialsChain(environment: environment)
    var rejected: AWSCredentials?
    for token in ["first", "second"] {
      try token.write(toFile: file, atomically: true, encoding: .utf8)
      rejected = try await chain.credentials(insteadOf: rejected)
    }
    let sent = server.requests.map { $0.head.filter { $0.hasPrefix("Authorization") } }
    #expect(sent == [["Authorization: first"], ["Authorization: second"]])
  }

  @Test func theMetadataServiceIsAskedWhereTheEnvironmentSays() async throws {
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        let hasToken = request.head.contains("X-aws-ec2-metadata-token: TOKEN")
        let answer =
          switch request.head[0] {
          case "PUT /latest/api/token HTTP/1.1": Self.answer("TOKEN")
          case "GET /latest/meta-data/iam/security-credentials/ HTTP/1.1" where hasToken:
            Self.answer("role\n")
          case "GET /latest/meta-data/iam/security-credentials/role HTTP/1.1" where hasToken:
            Self.answer(Self.json)
          default: Self.answer("", status: "401 No")
          }
        guard connection.write(answer) else { return }
      }
    }
    let chain = chain(["AWS_EC2_METADATA_SERVICE_ENDPOINT": server.url])
    #expect(try await chain.credentials(insteadOf: nil).accessKeyID == "ASIA")
    #expect(server.requests.count == 3 && server.connections == 1)
  }

  @Test(arguments: [true, false])
  func aMetadataServiceThatDoesNotAnswerIsGivenUp(isListening: Bool) async throws {
    let server = try RawServer { connection in while connection.readRequest() != nil {} }
    let url = isListening ? server.url : "http://127.0.0.1:1"
    let error = await #expect(throws: StoreError.self) {
      try await chain(["AWS_EC2_METADATA_SERVICE_ENDPOINT": url]).credentials(insteadOf: nil)
    }
    #expect(error?.code == .noCredentials)
    #expect(error?.message.contains("the metadata of an EC2 instance: 127.0.0.1:") == true, "\(error as Any)")
  }

  @Test func aMetadataServiceThatIsSwitchedOffIsNotAsked() async throws {
    let server = try RawServer(answering: Self.answer("TOKEN"))
    let error = await #expect(throws: StoreError.self) {
      try await chain([
        "AWS_EC2_METADATA_SERVICE_ENDPOINT": server.url, "AWS_EC2_METADATA_DISABLED": "TRUE",
      ]).credentials(insteadOf: nil)
    }
    #expect(error?.message.contains("AWS_EC2_METADATA_DISABLED is true") == true && server.connections == 0)
  }

  @Test func whoeverIsCancelledWaitsNoLonger() async throws {
    let server = try RawServer { connection in while connection.readRequest() != nil {} }
    let chain = chain(["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url])
    let patient = Task { try await chain.credentials(insteadOf: nil) }
    let cancelled = Task { try await chain.credentials(insteadOf: nil) }
    #expect(try await RawServer.wait { server.requests.count == 1 })
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(server.ended == 0, "the other one still waits")
    await #expect(throws: StoreError.self) { try await patient.value }
  }
}
