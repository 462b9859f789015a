// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// The endpoints of others start, answer DynamoDB's calls, and end.
struct LocalServerTests {
  @Test(arguments: LocalServer.Kind.allCases)
  func answersDynamoDB(_ kind: LocalServer.Kind) async throws {
    let server = try await LocalServer.shared(kind)
    let answer = try await listTables(server.endpoint)
    #expect(answer.contains("\"TableNames\""), "\(answer)")
  }

  @Test func endsWithItsValue() async throws {
    var server: LocalServer? = try await LocalServer(.ministack)
    let endpoint = try #require(server?.endpoint)
    _ = try await listTables(endpoint)
    server = nil
    // The shell beside it kills it as soon as it is scheduled.
    var isGone = false
    for _ in 0..<200 where !isGone {
      do {
        _ = try await listTables(endpoint)
        try await Task.sleep(for: .milliseconds(50))
      } catch { isGone = true }
    }
    #expect(isGone)
  }

  private func listTables(_ endpoint: String) async throws -> String {
    var request = URLRequest(url: URL(string: endpoint)!)
    request.httpMethod = "POST"
    request.httpBody = Data("{}".utf8)
    request.setValue("application/x-amz-json-1.0", forHTTPHeaderField: "Content-Type")
    request.setValue("DynamoDB_20120810.ListTables", forHTTPHeaderField: "X-Amz-Target")
    request.setValue(
      "AWS4-HMAC-SHA256 Credential=test/20200101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
      forHTTPHeaderField: "Authorization")
    let (data, _) = try await URLSession.shared.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }
}
