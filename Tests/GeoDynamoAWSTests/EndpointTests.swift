// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// The loopback endpoint as a client sees it that knows nothing but HTTP and JSON.
struct EndpointTests {
  private let endpoint: DynamoDBEndpoint

  init() throws { endpoint = try DynamoDBEndpoint() }

  @Test func answersWhatWasPut() async throws {
    try await createTable()
    let put = try await send(
      "PutItem",
      ##"{"TableName":"tab","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"n":{"N":"1.50"},"é":{"B":"AQI="}},"##
        + ##""ConditionExpression":"attribute_not_exists(#p)","ExpressionAttributeNames":{"#p":"pk"},"##
        + ##""ReturnConsumedCapacity":"INDEXES"}"##)
    #expect(put.status == 200)
    let capacity = put.json["ConsumedCapacity"] as? [String: Any]
    #expect(capacity?["CapacityUnits"] as? Double == 1 && capacity?["TableName"] as? String == "tab")
    let get = try await send("GetItem", ##"{"TableName":"tab","Key":{"pk":{"S":"p"},"sk":{"S":"s"}}}"##)
    let item = get.json["Item"] as? [String: [String: String]]
    #expect(item == ["pk": ["S": "p"], "sk": ["S": "s"], "n": ["N": "1.5"], "é": ["B": "AQI="]])
    #expect(get.headers["x-amzn-RequestId"]?.isEmpty == false && get.headers["x-amz-crc32"] != nil)
  }

  @Test(arguments: [
    ("PutItem", ##"{"TableName":"tab","Item":{"pk":{"S":"p"}}}"##, "ValidationException"),
    (
      "PutItem", ##"{"TableName":"tab","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"c0p":{"N":"1"}}}"##,
      "ValidationException"
    ),
    (
      "PutItem", ##"{"TableName":"tab","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"n":{"N":"x"}}}"##,
      "ValidationException"
    ),
    (
      "PutItem", ##"{"TableName":"tab","Item":{"pk":{"S":"p"},"sk":{"S":"s"},"n":{"SS":[]}}}"##,
      "ValidationException"
    ),
    ("GetItem", ##"{"TableName":"tab","Key":{"pk":{"S":"p"}}}"##, "ValidationException"),
    (
      "GetItem", ##"{"TableName":"none","Key":{"pk":{"S":"p"},"sk":{"S":"s"}}}"##, "ResourceNotFoundException"
    ),
    (
      "GetItem", ##"{"TableName":"tab","Key":{"pk":{"S":"p"},"sk":{"S":"s"}},"Typo":1}"##,
      "ValidationException"
    ),
    ("GetItem", ##"{"TableName":"tab","##, "SerializationException"),
    ("Query", ##"{"TableName":"tab","IndexName":"cells0","ConsistentRead":true}"##, "ValidationException"),
    ("Query", ##"{"TableName":"tab","KeyConditionExpression":"pk = :p"}"##, "ValidationException"),
    ("CreateTable", ##"{"TableName":"x"}"##, "ValidationException"),
    ("PartiQL", "{}", "UnknownOperationException"),
  ])
  func refuses(operation: String, body: String, type: String) async throws {
    try await createTable()
    let answer = try await send(operation, body)
    let found = (answer.json["__type"] as? String)?.split(separator: "#").last
    #expect(answer.status == 400 && found.map(String.init) == type, "\(answer.json)")
  }

  @Test func indexFollowsAfterItsLagAndPagesByFourKeys() async throws {
    try await createTable()
    endpoint.faults.indexLag = .milliseconds(20) ... .milliseconds(60)
    for id in 0..<5 {
      _ = try await send(
        "PutItem",
        ##"{"TableName":"tab","Item":{"pk":{"S":"o\##(id)"},"sk":{"S":"o"},"c0p":{"S":"c"},"c0s":{"S":"leaf"},"##
          + ##""lat":{"N":"1"},"secret":{"S":"x"}}}"##)
    }
    try await endpoint.settle()
    #expect(endpoint.counts[.laggingRow] == 5)
    var start = ""
    var found: Set<String> = []
    var pages = 0
    repeat {
      let page = try await send(
        "Query",
        ##"{"TableName":"tab","IndexName":"cells0","Limit":2,"KeyConditionExpression":"c0p = :p AND c0s BETWEEN :l AND :l","##
          + ##""ExpressionAttributeValues":{":p":{"S":"c"},":l":{"S":"leaf"}}\##(start)}"##)
      #expect(page.status == 200, "\(page.json)")
      for item in page.json["Items"] as? [[String: [String: String]]] ?? [] {
        found.insert(item["pk"]?["S"] ?? "")
        #expect(Set(item.keys) == ["pk", "sk", "c0p", "c0s", "lat"])
      }
      pages += 1
      start = ""
      if let last = page.json["LastEvaluatedKey"] {
        #expect(Set((last as? [String: Any] ?? [:]).keys) == ["pk", "sk", "c0p", "c0s"])
        start =
          try ",\"ExclusiveStartKey\":"
          + String(decoding: JSONSerialization.data(withJSONObject: last), as: UTF8.self)
      }
    } while !start.isEmpty && pages < 10
    #expect(found.count == 5 && pages == 3)
  }

  @Test func keyIsThrottledAtItsUnits() async throws {
    try await createTable()
    endpoint.faults.writeUnitsPerKey = 3
    endpoint.faults.throttlingWindow = .seconds(600)
    var statuses: [Int] = []
    for id in 0..<5 {
      statuses.append(
        try await send(
          "PutItem", ##"{"TableName":"tab","Item":{"pk":{"S":"p"},"sk":{"S":"\##(id)"}}}"##
        ).status)
    }
    #expect(statuses == [200, 200, 200, 400, 400])
    let other = try await send("PutItem", ##"{"TableName":"tab","Item":{"pk":{"S":"q"},"sk":{"S":"s"}}}"##)
    #expect(other.status == 200 && endpoint.counts[.throttled] == 2)
  }

  @Test func requestsWaitSideBySide() async throws {
    try await createTable()
    endpoint.faults.latency = .milliseconds(200)
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          _ = try await send("GetItem", ##"{"TableName":"tab","Key":{"pk":{"S":"p"},"sk":{"S":"s"}}}"##)
        }
      }
      try await group.waitForAll()
    }
    #expect(endpoint.mostRequestsAtOnce > 1)
  }

  private func createTable() async throws {
    let answer = try await send(
      "CreateTable",
      ##"{"TableName":"tab","BillingMode":"PAY_PER_REQUEST","KeySchema":["##
        + ##"{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],"AttributeDefinitions":["##
        + ["pk", "sk", "c0p", "c0s"].map { #"{"AttributeName":"\#($0)","AttributeType":"S"}"# }.joined(
          separator: ",")
        + ##"],"GlobalSecondaryIndexes":[{"IndexName":"cells0","KeySchema":[{"AttributeName":"c0p","KeyType":"HASH"},"##
        + ##"{"AttributeName":"c0s","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE","##
        + ##""NonKeyAttributes":["lat","lon"]}}]}"##)
    #expect(answer.status == 200, "\(answer.json)")
  }

  private func send(
    _ operation: String, _ body: String
  ) async throws -> (status: Int, headers: [String: String], json: [String: Any]) {
    var request = URLRequest(url: URL(string: endpoint.url)!)
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    request.setValue("application/x-amz-json-1.0", forHTTPHeaderField: "Content-Type")
    request.setValue("DynamoDB_20120810.\(operation)", forHTTPHeaderField: "X-Amz-Target")
    request.setValue("AWS4-HMAC-SHA256 Credential=test/x", forHTTPHeaderField: "Authorization")
    let (data, response) = try await URLSession.shared.data(for: request)
    let answer = response as! HTTPURLResponse
    return (
      answer.statusCode, answer.allHeaderFields as? [String: String] ?? [:],
      try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    )
  }
}
