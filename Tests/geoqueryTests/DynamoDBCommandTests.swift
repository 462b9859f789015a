// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import GeoDynamoAWS
import TestSupport
import Testing

@testable import geoquery

/// The commands on tables of DynamoDB, by the built program and a loopback endpoint.
@Suite struct DynamoDBCommandTests {
  private let program = try! Executable()
  private let endpoint = try! DynamoDBEndpoint()

  private static let secret = "s3cr3t/of+the=test"
  private static let environment = [
    "AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": "t0ken",
    "AWS_REGION": "eu-west-1", "AWS_PROFILE": "", "AWS_CONFIG_FILE": "/nonexistent",
    "AWS_SHARED_CREDENTIALS_FILE": "/nonexistent", "AWS_EC2_METADATA_DISABLED": "true",
  ]

  private func store(_ table: String = "places") -> String { "dynamodb:///\(table)?endpoint=\(endpoint.url)" }

  @discardableResult
  private func run(_ words: [String], status: Int32 = 0) async throws -> Executable.Result {
    let result = try await program.runAside(words, environment: Self.environment)
    #expect(result.status == status, "\(words): \(result.messages)")
    return result
  }

  @discardableResult
  private func run(_ words: String..., input: String = "", status: Int32 = 0) async throws
    -> Executable.Result
  {
    let result = try await program.runAside(words, input: input, environment: Self.environment)
    #expect(result.status == status, "\(words): \(result.messages)")
    for text in [result.output, result.messages] {
      #expect(!text.contains(Self.secret) && !text.contains("t0ken"))
    }
    return result
  }

  private static let rows =
    "id,lat,lon,name,kind\na,51.5,-0.1,Ada,taxi\nb,51.51,-0.1,Bob,bus\nc,,,Cy,bus\nd,-17.8,179.9,Dee,taxi\n"

  @Test func everyCommandAnswersAsOnAFile() async throws {
    let made = try await run("table", "create", "--store", store(), "--levels", "6,10", "--format", "json")
    #expect(
      made.output.contains(
        #""grid":"s2","levels":[6,10],"collections":[],"status":"ACTIVE","billing":"on-demand","#))
    #expect(made.output.contains(#""indexes":["cells0","cells1"]}"#))
    try await run("table", "create", "--levels", "6,10")
    for store in [store(), "geoquery.sqlite"] {
      try await run(
        "import", "-", "--input-format", "csv", "--index", "kind", "--store", store, input: Self.rows)
      try await run("put", "e", "51.5,-0.11", "kind=taxi", "--store", store)
      try await run("set", "e", "kind=bus", "n=4", "--store", store)
      try await run("unset", "e", "n", "--store", store)
      try await run("move", "e", "51.52,-0.1", "--store", store)
      try await run("delete", "d", "--store", store)
    }
    let commands: [[String]] = [
      ["near", "51.5,-0.1", "--within", "5km"],
      ["near", "--of", "a", "--within", "5km", "--where", "kind=bus"],
      ["near", "51.5,-0.1", "--within", "5km", "--limit", "2"],
      ["nearest", "51.5,-0.1", "--count", "2"], ["box", "51,-1,52,1"],
      ["ring", "51.5,-0.1", "--from", "1km", "--within", "5km"],
      ["count", "51.5,-0.1", "--within", "5km"], ["heatmap", "51,-1,52,1", "--level", "8"],
      ["heatmap", "51,-1,52,1", "--level", "14"], ["collections"], ["get", "c"],
    ]
    for command in commands {
      let file = try await run2(command + ["--format", "csv"])
      let table = try await run2(command + ["--format", "csv", "--store", store()])
      #expect(Self.timeless(table.output) == Self.timeless(file.output), "\(command)")
      #expect(!file.output.isEmpty)
    }
    let estimate = try await run(
      "count", "51.5,-0.1", "--within", "5km", "--estimate", "--store", store(), status: 1)
    #expect(estimate.messages == "geoquery: the store keeps no counts of cells; give --sample N instead\n")
    let checked = try await run("table", "check", "--store", store(), "--format", "csv")
    #expect(checked.output.hasSuffix("\nusers,4,3,6,0,0,0,0,0,0\n"))
  }

  private func run2(_ words: [String]) async throws -> Executable.Result {
    let result = try await program.runAside(words, environment: Self.environment)
    #expect(result.status == 0, "\(words): \(result.messages)")
    return result
  }

  /// Two stores were written at two times.
  private static func timeless(_ text: String) -> String {
    text.replacingOccurrences(
      of: #"\d{4}-\d\d-\d\dT[0-9:.]+Z"#, with: "TIME", options: .regularExpression)
  }

  @Test func aCollectionGoesToDynamoDBAndBack() async throws {
    try await run("import", "-", "--input-format", "csv", "--index", "kind", input: Self.rows)
    let export = try await run("export").output
    let absent = try await run("copy", "--to", store(), status: 66)
    #expect(absent.messages.contains("table places does not exist in eu-west-1"))
    #expect(absent.messages.contains("geoquery table create --store dynamodb://eu-west-1/places?endpoint="))
    try await run("table", "create", "--store", store(), "--grid", "geohash")
    let there = try await run("copy", "--to", store(), "--to-collection", "others")
    #expect(there.output.hasPrefix("copied 4 objects of users to dynamodb:///places?endpoint="))
    let back = try await run(
      "copy", "--store", store(), "--collection", "others", "--to", "back.sqlite", "--to-collection", "users")
    #expect(back.output.hasPrefix("copied 4 objects of others to back.sqlite as users"))
    #expect(try await run("export", "--store", "back.sqlite").output == export)
  }

  @Test func aTableThatIsNotThereIsAnErrorWithAdvice() async throws {
    for words in [
      ["near", "1,2", "--within", "1m"], ["put", "x", "1,2"], ["collections"], ["export"], ["delete", "x"],
      ["table", "describe"], ["table", "check"], ["table", "delete", "--yes"],
    ] {
      let result = try await program.runAside(
        words + ["--store", store("absent")], environment: Self.environment)
      #expect(result.status == 66, "\(words): \(result.messages)")
      #expect(result.messages.contains("geoquery table create --store dynamodb://eu-west-1/absent?endpoint="))
    }
  }

  @Test func tablesAreMadeDescribedAndDeleted() async throws {
    endpoint.faults.describesOfNewTable = 2
    let made = try await run(
      "table", "create", "--store", store(), "--billing", "provisioned", "--read-units", "7", "--write-units",
      "3", "--format", "json")
    #expect(made.output.contains(#""billing":"7 read units, 3 write units""#))
    // Made again it stays; with other levels it is another table.
    try await run("table", "create", "--store", store())
    let other = try await run("table", "create", "--store", store(), "--levels", "6", status: 65)
    #expect(other.messages.contains("the table has grid s2 with partition levels 8"))
    let wider = try await run("table", "create", "--store", store(), "--levels", "8,10", status: 65)
    #expect(wider.messages.contains("is not of geoquery, or for fewer levels"))
    let asked = try await run("table", "delete", "--store", store(), status: 64)
    #expect(asked.messages.contains("give --yes to delete"))
    try await run("table", "delete", "--yes", "--store", store())
    try await run("table", "describe", "--store", store(), status: 66)
  }

  @Test func aTableOfSomebodyElseIsNeitherWrittenNorDeleted() async throws {
    let configuration = DynamoDBConfiguration(
      region: "eu-west-1", endpoint: endpoint.url,
      credentials: StaticCredentials(AWSCredentials(accessKeyID: "test", secretAccessKey: "test")))
    try await DynamoDBTable(name: "shop", configuration: configuration).create(settings: .standard)
    let shop = DynamoDBStore(table: "shop", configuration: configuration)
    try await shop.put(["pk": "ORDER#1", "sk": "o"])
    for words in [["put", "a", "1,1"], ["table", "delete", "--yes"]] {
      let result = try await run(words + ["--store", store("shop")], status: 65)
      #expect(result.messages.contains("has no settings of geoquery"))
    }
    #expect(try await shop.scan(ScanRequest()).items.count == 1)
  }

  @Test func aHotCellIsDivided() async throws {
    try await run("table", "create", "--store", store())
    try await run("put", "ada", "51.5,-0.1", "--store", store())
    let shards = ["table", "shards", "51.5,-0.1", "--format", "json", "--store", store()]
    #expect(try await run(shards).output.contains(#""shards":[1]"#))
    #expect(try await run(shards + ["8"]).output.contains(#""shards":[8]"#))
    #expect(try await run(shards + ["4"], status: 65).messages.contains("counts only grow"))
    #expect(try await run(shards + ["65"], status: 64).messages.contains("65"))
    #expect(try await run("near", "51.5,-0.1", "--within", "1km", "--store", store()).output.contains("ada"))
    let file = try await run("table", "shards", "51.5,-0.1", "--store", "file.sqlite", status: 64)
    #expect(file.messages.contains("only tables of DynamoDB have shards"))
  }

  @Test func withoutCredentialsOrRegionTheErrorSaysWhatToDo() async throws {
    var environment = Self.environment
    environment["AWS_SECRET_ACCESS_KEY"] = ""
    environment["HOME"] = "/nonexistent"
    let unsigned = try await program.runAside(
      ["collections", "--store", store()], environment: environment)
    #expect(unsigned.status == 1 && unsigned.messages.contains("AWS_SECRET_ACCESS_KEY"))
    environment = Self.environment
    environment["AWS_REGION"] = ""
    environment["AWS_DEFAULT_REGION"] = ""
    let nowhere = try await program.runAside(
      ["collections", "--store", store()], environment: environment)
    #expect(nowhere.status != 0 && nowhere.messages.contains("AWS_REGION"))
  }

  @Test func aProfileOfTheSharedFilesSigns() async throws {
    try program.write(
      "[work]\naws_access_key_id = AKIAWORK\naws_secret_access_key = \(Self.secret)\nregion = eu-central-1\n",
      to: "credentials")
    let environment = [
      "AWS_SHARED_CREDENTIALS_FILE": program.folder.path("credentials"), "AWS_CONFIG_FILE": "/nonexistent",
      "AWS_ACCESS_KEY_ID": "", "AWS_REGION": "", "AWS_DEFAULT_REGION": "", "AWS_PROFILE": "",
      "AWS_EC2_METADATA_DISABLED": "true",
    ]
    for (profile, status, message) in [
      ("work", 66, "does not exist in eu-central-1"), ("play", 1, "profile play is not in"),
    ] as [(String, Int32, String)] {
      let result = try await program.runAside(
        ["collections", "--store", store("absent") + "&profile=\(profile)"], environment: environment)
      #expect(result.status == status && result.messages.contains(message), "\(result.messages)")
      #expect(!result.messages.contains(Self.secret))
    }
  }

  /// A table as Java's library writes it, with the leaf ids that it is known to give these places.
  private static let javaTable = """
    import boto3, sys
    client = boto3.client("dynamodb", endpoint_url=sys.argv[1], region_name="eu-west-1",
      aws_access_key_id="test", aws_secret_access_key="test")
    def key(name, kind): return {"AttributeName": name, "KeyType": kind}
    client.create_table(TableName="java", BillingMode="PAY_PER_REQUEST",
      AttributeDefinitions=[{"AttributeName": name, "AttributeType": kind}
        for name, kind in [("hashKey", "N"), ("rangeKey", "S"), ("geohash", "N")]],
      KeySchema=[key("hashKey", "HASH"), key("rangeKey", "RANGE")],
      LocalSecondaryIndexes=[{"IndexName": "geohash-index", "Projection": {"ProjectionType": "ALL"},
        "KeySchema": [key("hashKey", "HASH"), key("geohash", "RANGE")]}])
    for id, leaf, latitude, longitude in [("london", "5221366118452580119", 51.51, -0.13),
        ("sea", "5177531549489041509", 52.1, 2.0), ("far", "4416340092237875681", 1.0, 50.0)]:
      client.put_item(TableName="java", Item={"hashKey": {"N": leaf[:6]}, "rangeKey": {"S": id},
        "geohash": {"N": leaf}, "kind": {"S": "place"},
        "geoJson": {"S": '{"type":"Point","coordinates":[%s,%s]}' % (latitude, longitude)}})
    """

  @Test func aDynamoDBGeoTableIsQueriedAndLeft() async throws {
    let server = try await LocalServer(.ministack)
    let python = Process()
    python.executableURL = Repository.root.appendingPathComponent(".build/venv/bin/python")
    python.arguments = ["-c", Self.javaTable, server.endpoint]
    try python.run()
    python.waitUntilExit()
    try #require(python.terminationStatus == 0)
    let store = "dynamodb-geo:///java?endpoint=\(server.endpoint)"
    let near = try await run(
      "near", "52.225730,0.149593", "--within", "100km", "--store", store, "--format", "csv")
    #expect(
      near.output.hasPrefix("id,latitude,longitude,distanceMeters,movedAt,kind\nlondon,51.51,-0.13,818"))
    #expect(near.output.split(separator: "\n").count == 2)
    #expect(try await run("count", "0,0", "--within", "20016km", "--store", store).output == "count  3\n")
    let copied = try await run("copy", "--store", store, "--to", "left.sqlite", "--collection", "places")
    #expect(copied.output.hasPrefix("copied 3 objects of places to left.sqlite, and verified them, in "))
    let again = try await run(
      "near", "52.225730,0.149593", "--within", "100km", "--store", "left.sqlite", "--collection", "places",
      "--format", "csv")
    #expect(again.output == near.output)
    let written = try await run("put", "x", "1,2", "--store", store, status: 1)
    #expect(written.messages.contains("a dynamodb-geo table is only read"))
    let wrong = try await run(
      "near", "1,2", "--within", "1m", "--store", store + "&hashKeyLength=5", status: 65)
    #expect(wrong.messages.contains("its hash key is not the first 5 digits of its geohash"))
  }
}
