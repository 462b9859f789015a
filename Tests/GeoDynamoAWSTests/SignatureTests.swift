// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import TestSupport
import Testing

@testable import GeoDynamoAWS

/// Signatures are held against `moto`, which computes them by its own.
struct SignatureTests {
  private let transport = CurlTransport()

  @Test func usersAndRolesAreAcceptedAndOthersAreNot() async throws {
    let server = try await LocalServer(.moto)
    // So many calls are not checked: those that make a user and a role.
    try await setUnchecked(calls: 6, of: server)
    let rule = #"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}"#
    let policy = rule.utf8.map { "%" + (String($0, radix: 16).count == 1 ? "0" : "") + String($0, radix: 16) }
      .joined()
    try await ask(server, "iam", "Action=CreateUser&UserName=ada")
    let key = try await ask(server, "iam", "Action=CreateAccessKey&UserName=ada")
    try await ask(server, "iam", "Action=PutUserPolicy&UserName=ada&PolicyName=p&PolicyDocument=\(policy)")
    try await ask(server, "iam", "Action=CreateRole&RoleName=r&AssumeRolePolicyDocument=\(policy)")
    try await ask(server, "iam", "Action=PutRolePolicy&RoleName=r&PolicyName=p&PolicyDocument=\(policy)")
    let role = try await ask(
      server, "sts", "Action=AssumeRole&RoleArn=arn:aws:iam::123456789012:role/r&RoleSessionName=s")

    let user = try credentials(in: key)
    let session = try credentials(in: role)
    #expect(session.sessionToken != nil)
    for accepted in [user, session] {
      let response = try await transport.send(listTables(server, accepted))
      #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
    }
    let wrong = AWSCredentials(
      accessKeyID: user.accessKeyID, secretAccessKey: "x" + user.secretAccessKey.dropFirst())
    let tokenless = AWSCredentials(
      accessKeyID: session.accessKeyID, secretAccessKey: session.secretAccessKey)
    for (refused, code, advice) in [
      (wrong, "SignatureDoesNotMatch", "check the secret access key"),
      (tokenless, "InvalidClientTokenId", "temporary ones come with their session token"),
    ] {
      let configuration = DynamoDBConfiguration(
        region: "eu-west-1", endpoint: server.endpoint, credentials: StaticCredentials(refused),
        transport: transport)
      let store = DynamoDBStore(table: "t", configuration: configuration)
      let error = await #expect(throws: StoreError.self) {
        try await store.get(PrimaryKey(partition: "p", sort: "s"))
      }
      #expect(error?.code == .accessDenied && error?.isRetryable == false, "\(error as Any)")
      #expect((error?.underlying as? AWSError)?.code == code)
      #expect(error?.message.contains(advice) == true && store.consumption.requests == 1)
      #expect(!"\(String(reflecting: error))".contains(refused.secretAccessKey))
    }
  }

  private func listTables(_ server: LocalServer, _ credentials: AWSCredentials) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: server.endpoint + "/",
      headers: [
        ("Content-Type", "application/x-amz-json-1.0"), ("X-Amz-Target", "DynamoDB_20120810.ListTables"),
      ],
      body: Array(#"{"Limit":1}"#.utf8),
      signature: .init(credentials: credentials, region: "eu-west-1", service: "dynamodb"))
  }

  private func setUnchecked(calls: Int, of server: LocalServer) async throws {
    let response = try await transport.send(
      HTTPRequest(
        method: "POST", url: server.endpoint + "/moto-api/reset-auth", body: Array("\(calls)".utf8)))
    try #require(response.status == 200)
  }

  @discardableResult
  private func ask(_ server: LocalServer, _ service: String, _ form: String) async throws -> String {
    let version = service == "iam" ? "2010-05-08" : "2011-06-15"
    let response = try await transport.send(
      HTTPRequest(
        method: "POST", url: server.endpoint + "/",
        headers: [("Content-Type", "application/x-www-form-urlencoded")],
        body: Array("\(form)&Version=\(version)".utf8),
        signature: .init(
          credentials: AWSCredentials(accessKeyID: "first", secretAccessKey: "call"), region: "us-east-1",
          service: service)))
    let body = String(decoding: response.body, as: UTF8.self)
    try #require(response.status == 200, "\(body)")
    return body
  }

  private func credentials(in xml: String) throws -> AWSCredentials {
    func text(_ name: String) -> String? {
      guard let start = xml.firstRange(of: "<\(name)>"), let end = xml.firstRange(of: "</\(name)>") else {
        return nil
      }
      return String(xml[start.upperBound..<end.lowerBound])
    }
    return AWSCredentials(
      accessKeyID: try #require(text("AccessKeyId")), secretAccessKey: try #require(text("SecretAccessKey")),
      sessionToken: text("SessionToken"))
  }
}
