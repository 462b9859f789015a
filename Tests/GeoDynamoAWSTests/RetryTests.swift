// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Synchronization
import TestSupport
import Testing

@testable import GeoDynamoAWS

struct RetryTests {
  private let key = PrimaryKey(partition: "p", sort: "s")
  private let item: Item = ["pk": "p", "sk": "s", "n": 1]

  @Test func pausesAreARandomPartOfALimitThatDoublesUpToTheLongest() {
    let policy = RetryPolicy(attempts: 20, budget: .seconds(1000))
    let pauses = (1..<20).map { policy.pause(afterTries: $0, elapsed: .zero, chance: 0.5)! }
    #expect(pauses.first == .microseconds(12_500) && pauses[3] == .milliseconds(100))
    #expect(pauses.last == .milliseconds(2_500))
    #expect(policy.pause(afterTries: 3, elapsed: .zero, chance: 0) == .zero)
  }

  @Test func aCallEndsAfterItsTriesOrItsBudget() {
    let policy = RetryPolicy(attempts: 3, budget: .seconds(1))
    #expect(policy.pause(afterTries: 3, elapsed: .zero, chance: 0.1) == nil)
    #expect(policy.pause(afterTries: 1, elapsed: .seconds(1), chance: 0.1) == nil)
    #expect(policy.pause(afterTries: 1, elapsed: .milliseconds(999), chance: 0.999)! <= .milliseconds(1))
  }

  @Test(
    arguments: [
      .error("ProvisionedThroughputExceededException"), .error("ThrottlingException"),
      .error("RequestLimitExceeded"), .error("InternalServerError", status: 500),
      .answer(status: 503, body: "<html>busy</html>"), .lost,
      .failure(.noConnection, mayHaveBeenCarriedOut: false),
      .failure(.timeout, mayHaveBeenCarriedOut: true), .ok("{\"Item\":"), .ok("[]{}"),
      .answer(status: 200, body: "{}", headers: ["x-amz-crc32": "1"]),
    ] as [ScriptedTransport.Step])
  func whatFailsInPassingIsSentAgain(step: ScriptedTransport.Step) async throws {
    let script = ScriptedStore([step, step, .ok(#"{"Item":{"pk":{"S":"p"},"sk":{"S":"s"}}}"#)])
    #expect(try await script.store.get(key) == ["pk": "p", "sk": "s"])
    #expect(script.pauses.all == [.microseconds(12_500), .milliseconds(25)])
    #expect(script.store.consumption.requests == 3 && script.store.consumption.retries == 2)
  }

  @Test(arguments: [
    ("ValidationException", StoreError.Code.validation), ("AccessDeniedException", .accessDenied),
    ("ResourceNotFoundException", .storeNotFound), ("UnrecognizedClientException", .accessDenied),
    ("InvalidSignatureException", .accessDenied), ("SomethingNew", .service),
  ])
  func whatRepeatingDoesNotMendIsAnErrorWithAWSsWords(code: String, expected: StoreError.Code) async throws {
    let script = ScriptedStore([.error(code)])
    let error = await #expect(throws: StoreError.self) { _ = try await script.store.get(key) }
    #expect(error?.code == expected && script.transport.sent.count == 1)
    let told = try #require(error?.underlying as? AWSError)
    #expect(told.code == code && told.message == "told" && told.requestID == "REQ1")
    #expect(error?.message.contains(code) == true && error?.message.contains("REQ1") == true)
  }

  @Test func aMissingTableNamesTheCommandThatMakesIt() async {
    let script = ScriptedStore([.error("ResourceNotFoundException")])
    let error = await #expect(throws: StoreError.self) { _ = try await script.store.get(key) }
    #expect(error?.message.contains("table places does not exist in eu-west-1") == true)
    #expect(error?.message.contains("geoquery table create --store dynamodb://eu-west-1/places") == true)
  }

  @Test func aTableOfSomebodyElseIsNamed() async {
    let script = ScriptedStore([.error("ValidationException", message: "missed key schema element: id")])
    let error = await #expect(throws: StoreError.self) { _ = try await GeoIndex("users", in: script.store) }
    #expect(
      error?.code == .notAStore && error?.message.contains("table places in eu-west-1 is not one") == true)
  }

  @Test func aClockThatIsWrongIsNamed() async {
    // The scripted clock stands at 22:13:20.
    let script = ScriptedStore([
      .answer(
        status: 400, body: #"{"__type":"InvalidSignatureException","message":"Signature expired"}"#,
        headers: ["date": "Sun, 29 Nov 2026 22:06:05 GMT"])
    ])
    let error = await #expect(throws: StoreError.self) { _ = try await script.store.get(key) }
    let seconds = 1_796_000_000 - HTTPDate.seconds("Sun, 29 Nov 2026 22:06:05 GMT")!
    #expect(
      error?.message.contains("clock is \(abs(seconds) / 60) minutes") == true, "\(error?.message ?? "")")
  }

  @Test func aThrottledCallEndsAsThrottledAndAsRetryable() async {
    let script = ScriptedStore(Array(repeating: .error("ThrottlingException"), count: 40))
    let error = await #expect(throws: StoreError.self) { try await script.store.put(item) }
    #expect(error?.code == .throttled && error?.isRetryable == true)
    #expect(script.pauses.all.reduce(.zero, +) == .seconds(30), "the budget ends it, not the tries")
  }

  @Test func aConditionalWriteWhoseReplyWasLostFindsItsOwnID() async throws {
    let put = ScriptedStore([.lost, .conditionFailsOnOwnWrite])
    try await put.store.put(item, if: .notExists("pk"), returningOld: false)
    let update = ScriptedStore([.lost, .conditionFailsOnOwnWrite])
    let new = try await update.store.update(
      key, Update(set: ["n": .value(2)]), if: .exists("pk"), returning: .new)
    #expect(new == ["pk": "p", "sk": "s"])
    // What it replaced has gone with the reply.
    let old = ScriptedStore([.lost, .conditionFailsOnOwnWrite])
    let error = await #expect(throws: StoreError.self) {
      try await old.store.put(item, if: .notExists("n"), returningOld: true)
    }
    #expect(error?.code == .outcomeUnknown && error?.message.contains("was carried out") == true)
  }

  @Test func aConditionalWriteInDoubtThatFindsAnothersIDSaysSo() async {
    let script = ScriptedStore([.lost, Self.failed(writeID: "AAAA")])
    let error = await #expect(throws: StoreError.self) {
      try await script.store.put(item, if: .notExists("pk"), returningOld: false)
    }
    #expect(error?.code == .outcomeUnknown && error?.oldItem == ["pk": "p", "sk": "s"])
  }

  @Test func aConditionThatFailsAtTheFirstTryIsNotInDoubt() async {
    let script = ScriptedStore([.error("ThrottlingException"), Self.failed(writeID: "AAAA")])
    let error = await #expect(throws: StoreError.self) {
      try await script.store.put(item, if: .notExists("pk"), returningOld: false)
    }
    #expect(error?.code == .conditionalCheckFailed && error?.oldItem == ["pk": "p", "sk": "s"])
  }

  @Test func anAdditionRunsInATransactionWithOneTokenForAllTries() async throws {
    let script = ScriptedStore([.lost, .ok()])
    try await script.store.update(key, Update(add: ["n": 1]), if: nil, returning: .none)
    let tokens = script.bodies.compactMap { $0.firstMatch(of: /"ClientRequestToken":"([0-9a-f]{32})"/)?.1 }
    #expect(tokens.count == 2 && tokens[0] == tokens[1])
    #expect(
      script.transport.sent.allSatisfy { $0.headers.contains { $0.value.hasSuffix("TransactWriteItems") } })
  }

  @Test func anAdditionThatReturnsAnItemIsNotRepeatedInDoubt() async {
    let script = ScriptedStore([.lost, .ok()])
    let error = await #expect(throws: StoreError.self) {
      try await script.store.update(key, Update(add: ["n": 1]), if: nil, returning: .new)
    }
    #expect(error?.code == .outcomeUnknown && script.transport.sent.count == 1)
  }

  @Test func aDeleteInDoubtSaysSo() async {
    let script = ScriptedStore([.lost, .error("ConditionalCheckFailedException")])
    let error = await #expect(throws: StoreError.self) {
      try await script.store.delete(key, if: .exists("pk"), returningOld: false)
    }
    #expect(error?.code == .outcomeUnknown)
  }

  @Test func aTransactionThatMeetsAnotherIsSentAgain() async throws {
    let script = ScriptedStore([
      .error("TransactionCanceledException", message: "reasons [TransactionConflict, None]"),
      .error("TransactionInProgressException"), .ok(),
    ])
    try await script.store.transact([.put(item)], token: nil)
    #expect(script.transport.isDone)
  }

  @Test func aCancelledTransactionTellsTheReasonOfEachWrite() async {
    let script = ScriptedStore([
      .error(
        "TransactionCanceledException", message: "reasons [None, ConditionalCheckFailed, ValidationError]")
    ])
    let error = await #expect(throws: StoreError.self) {
      try await script.store.transact([.put(item)], token: "t")
    }
    #expect(error?.code == .transactionCanceled)
    #expect(error?.reasons == [nil, .conditionalCheckFailed, .validation])
  }

  @Test func anExpiredTokenIsRefreshedOnce() async throws {
    let provider = Renewed()
    let script = ScriptedStore([.error("ExpiredTokenException"), .ok()], credentials: provider)
    _ = try await script.store.get(key)
    #expect(script.transport.sent.map { $0.signature?.credentials.accessKeyID } == ["OLD", "NEW"])
    let twice = ScriptedStore(
      [.error("ExpiredTokenException"), .error("ExpiredTokenException")], credentials: Renewed())
    let error = await #expect(throws: StoreError.self) { _ = try await twice.store.get(key) }
    #expect(error?.code == .accessDenied)
  }

  @Test func partsThatWereNotTakenAreSentAgain() async throws {
    let left = #"{"UnprocessedItems":{"places":[{"PutRequest":{"Item":{"pk":{"S":"p"},"sk":{"S":"2"}}}}]}}"#
    let script = ScriptedStore([.ok(left), .ok(#"{"UnprocessedItems":{}}"#)])
    try await script.store.write([
      .put(["pk": "p", "sk": "1"]), .put(["pk": "p", "sk": "2"]),
      .delete(PrimaryKey(partition: "p", sort: "3")),
    ])
    #expect(script.transport.sent.count == 2)
    #expect(script.bodies[1].contains(#""S":"2""#) && !script.bodies[1].contains(#""S":"1""#))
  }

  @Test func noSecretIsInAnErrorOrAMirror() async {
    let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "sesame", sessionToken: "open")
    for text in [
      "\(credentials)", String(reflecting: credentials),
      "\(Mirror(reflecting: credentials).children.map(\.value))",
    ] {
      #expect(!text.contains("sesame") && !text.contains("open"))
    }
    let script = ScriptedStore([.error("AccessDeniedException")], credentials: StaticCredentials(credentials))
    let error = await #expect(throws: StoreError.self) { _ = try await script.store.get(key) }
    #expect(!String(reflecting: error).contains("sesame"))
    let dumped = "\(script.store)"
    #expect(!dumped.contains("sesame"))
  }

  private static func failed(writeID: String) -> ScriptedTransport.Step {
    .answer(
      status: 400,
      body: """
        {"__type":"ConditionalCheckFailedException","message":"The conditional request failed",
        "Item":{"pk":{"S":"p"},"sk":{"S":"s"},"#w":{"B":"\(writeID)"}}}
        """)
  }

  /// Gives others when the first are refused.
  private struct Renewed: AWSCredentialsProvider {
    func credentials(insteadOf rejected: AWSCredentials?) async throws -> AWSCredentials {
      AWSCredentials(accessKeyID: rejected == nil ? "OLD" : "NEW", secretAccessKey: "x")
    }
  }
}
