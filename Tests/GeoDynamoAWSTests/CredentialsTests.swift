// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Synchronization
import Testing

@testable import GeoDynamoAWS

struct CredentialsTests {
  private static let moment = Timestamp("2026-12-01T00:00:00Z")!

  /// Answers by address and counts; everything else cannot be reached.
  private final class Servers: HTTPTransport {
    private let answers: [String: String]
    private let log = Mutex<[HTTPRequest]>([])
    var sent: [HTTPRequest] { log.withLock { $0 } }

    init(_ answers: [String: String] = [:]) { self.answers = answers }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      log.withLock { $0.append(request) }
      await Task.yield()
      guard let answer = answers["\(request.method) \(request.url)"] else {
        throw HTTPFailure(.noConnection, mayHaveBeenCarriedOut: false, "nobody there")
      }
      return HTTPResponse(status: 200, headers: [:], body: Array(answer.utf8))
    }
  }

  private func chain(
    _ variables: [String: String] = [:], files: [String: String] = [:], profile: String? = nil,
    _ servers: Servers = Servers(), now: @escaping @Sendable () -> Timestamp = { moment }
  ) -> AWSCredentialsChain {
    let environment = AWSEnvironment(
      variables: variables.merging(["HOME": "/home/ada"]) { a, _ in a }, files: files)
    return AWSCredentialsChain(profile: profile, environment: environment, transport: servers, now: now)
  }

  private static func json(_ id: String, until end: String = "2026-12-01T06:00:00Z") -> String {
    #"{"Code":"Success","AccessKeyId":"\#(id)","SecretAccessKey":"sesame","Token":"open","Expiration":"\#(end)"}"#
  }

  @Test func theEnvironmentComesFirst() async throws {
    let found = try await chain(
      ["AWS_ACCESS_KEY_ID": "ENV", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t"],
      files: ["/home/ada/.aws/credentials": "[default]\naws_access_key_id=FILE\naws_secret_access_key=s"]
    ).credentials(insteadOf: nil)
    #expect(found.accessKeyID == "ENV" && found.secretAccessKey == "s" && found.sessionToken == "t")
  }

  @Test(arguments: [
    (
      nil,
      "[default]\naws_access_key_id = A # mine\n aws_secret_access_key=nested\naws_secret_access_key = b#c\n",
      "", "A"
    ),
    (nil, "", "[default]\r\naws_access_key_id=C\r\naws_secret_access_key=d\r\n", "C"),
    (
      "ada", "; none\n[ada]\naws_access_key_id=B\naws_secret_access_key=c\n[default]\naws_access_key_id=X",
      "", "B"
    ),
    (
      "ada", "", "[ada]\naws_access_key_id=X\n[profile ada]\naws_access_key_id=D\naws_secret_access_key=c\n",
      "D"
    ),
    (
      "ada", "[ada]\naws_access_key_id=E\naws_secret_access_key=c\n", "[profile ada]\naws_access_key_id=F",
      "E"
    ),
  ])
  func profilesAreReadAsAWSReadsThem(profile: String?, credentials: String, config: String, id: String)
    async throws
  {
    let found = try await chain(
      files: ["/home/ada/.aws/credentials": credentials, "/home/ada/.aws/config": config], profile: profile
    ).credentials(insteadOf: nil)
    #expect(found.accessKeyID == id)
    if id == "A" { #expect(found.secretAccessKey == "b#c") }
  }

  @Test func variablesNameTheFilesAndTheProfile() async throws {
    let found = try await chain(
      ["AWS_PROFILE": "x", "AWS_SHARED_CREDENTIALS_FILE": "/f"],
      files: ["/f": "[x]\naws_access_key_id=A\naws_secret_access_key=b\naws_session_token=c"]
    ).credentials(insteadOf: nil)
    #expect(found.accessKeyID == "A" && found.sessionToken == "c")
  }

  @Test func aTokenGoesWithItsOwnKey() async throws {
    let found = try await chain(files: [
      "/home/ada/.aws/credentials": "[default]\naws_access_key_id=A\naws_secret_access_key=b",
      "/home/ada/.aws/config":
        "[default]\naws_access_key_id=C\naws_secret_access_key=d\naws_session_token=e",
    ]).credentials(insteadOf: nil)
    #expect(found.accessKeyID == "A" && found.secretAccessKey == "b" && found.sessionToken == nil)
  }

  /// Whoever asks for certain credentials gets no others because these cannot be had.
  @Test(
    arguments: [
      (["AWS_PROFILE": "work"], "profile work is not in"),
      (["AWS_WEB_IDENTITY_TOKEN_FILE": "/t"], "web identities are not supported"),
      (["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/x"], "the container's endpoint: nobody there"),
    ])
  func nobodyElsesCredentialsAreTaken(variables: [String: String], text: String) async {
    let base = "http://169.254.169.254/latest/"
    let servers = Servers([
      "PUT \(base)api/token": "TOKEN", "GET \(base)meta-data/iam/security-credentials/": "role\n",
      "GET \(base)meta-data/iam/security-credentials/role": Self.json("EC2"),
    ])
    let files = ["/home/ada/.aws/config": "[work]\naws_access_key_id=A\naws_secret_access_key=b"]
    let error = await #expect(throws: StoreError.self) {
      try await chain(variables, files: files, servers).credentials(insteadOf: nil)
    }
    #expect(error?.code == .noCredentials && error?.message.contains(text) == true, "\(error as Any)")
  }

  @Test func anEnvironmentShowsNoValues() {
    let environment = AWSEnvironment(variables: ["AWS_SECRET_ACCESS_KEY": "sesame"], files: [:])
    let configuration = try? DynamoDBConfiguration.resolved(region: "eu-west-1", environment: environment)
    for value in [environment, configuration as Any, chain(environment.variables)] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      #expect(!"\(value)\(String(reflecting: value))\(dumped)".contains("sesame"))
    }
  }

  @Test func aContainerIsAskedWithItsToken() async throws {
    let servers = Servers(["GET http://169.254.170.2/v2/x": Self.json("BOX")])
    let found = try await chain(
      ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "/t"],
      files: ["/t": "token\n"], servers
    ).credentials(insteadOf: nil)
    #expect(found.accessKeyID == "BOX" && found.expiration == Timestamp("2026-12-01T06:00:00Z"))
    #expect(servers.sent[0].headers.contains { $0 == ("Authorization", "token") })
  }

  @Test(arguments: [
    "http://evil.example/x", "http://10.0.0.1/", "ftp://127.0.0.1/", "http://127.0.0.1.evil.example/",
  ])
  func aTokenIsSentToNoStranger(address: String) async {
    let servers = Servers(["GET \(address)": Self.json("EVIL")])
    let error = await #expect(throws: StoreError.self) {
      try await chain(["AWS_CONTAINER_CREDENTIALS_FULL_URI": address], servers).credentials(insteadOf: nil)
    }
    #expect(error?.code == .noCredentials && error?.message.contains("FULL_URI must be https") == true)
    #expect(!servers.sent.contains { $0.url == address })
  }

  @Test func anInstanceIsAskedByVersionTwo() async throws {
    let base = "http://169.254.169.254/latest/"
    let servers = Servers([
      "PUT \(base)api/token": "TOKEN", "GET \(base)meta-data/iam/security-credentials/": "role\n",
      "GET \(base)meta-data/iam/security-credentials/role": Self.json("EC2"),
    ])
    let found = try await chain([:], servers).credentials(insteadOf: nil)
    #expect(found.accessKeyID == "EC2")
    #expect(servers.sent[0].headers.contains { $0 == ("X-aws-ec2-metadata-token-ttl-seconds", "21600") })
    #expect(servers.sent[2].headers.contains { $0 == ("X-aws-ec2-metadata-token", "TOKEN") })
  }

  @Test func nothingFoundNamesEveryPlace() async {
    let error = await #expect(throws: StoreError.self) { try await chain().credentials(insteadOf: nil) }
    let message = error?.message ?? ""
    for place in [
      "AWS_ACCESS_KEY_ID", "/home/ada/.aws/credentials", "/home/ada/.aws/config", "AWS_CONTAINER",
      "EC2 instance",
    ] { #expect(message.contains(place), "\(message)") }
    #expect(error?.code == .noCredentials)
  }

  @Test(arguments: [
    (["AWS_ACCESS_KEY_ID": "A"], "", "AWS_SECRET_ACCESS_KEY is not"),
    (["AWS_SECRET_ACCESS_KEY": "sesame"], "", "AWS_ACCESS_KEY_ID is not"),
    ([:], "[default]\naws_secret_access_key=sesame", "only one of"),
    ([:], "[default]\nsso_session = work", "aws sso login"),
    ([:], "[default]\nrole_arn = arn", "role_arn, which is not supported"),
  ])
  func whatIsHalfThereIsAnErrorWithoutSecrets(variables: [String: String], file: String, text: String) async {
    let error = await #expect(throws: StoreError.self) {
      try await chain(variables, files: ["/home/ada/.aws/credentials": file]).credentials(insteadOf: nil)
    }
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    #expect(!"\(String(reflecting: error))".contains("sesame"))
  }

  @Test(arguments: [
    #"{"AccessKeyId":"A","SecretAccessKey":"sesame""#, #"["sesame"]"#, #"{"SecretAccessKey":"sesame"}"#,
    #"{"AccessKeyId":"A","SecretAccessKey":"sesame","Expiration":"soon"}"#,
  ])
  func aMalformedAnswerIsARefusalWithoutSecrets(body: String) async {
    let servers = Servers(["GET http://127.0.0.1:1/": body])
    let error = await #expect(throws: StoreError.self) {
      try await chain(
        ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/", "AWS_EC2_METADATA_DISABLED": "true"],
        servers
      ).credentials(insteadOf: nil)
    }
    #expect(error?.message.contains("no credentials") == true && error?.message.contains("sesame") == false)
  }

  @Test func theyAreFetchedOnceForManyAndAgainBeforeTheyEnd() async throws {
    let clock = Mutex(Self.moment)
    let servers = Servers(["GET http://127.0.0.1:1/": Self.json("BOX", until: "2026-12-01T01:00:00Z")])
    let chain = chain(
      ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/", "AWS_EC2_METADATA_DISABLED": "true"],
      servers,
      now: { clock.withLock { $0 } })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = try? await chain.credentials(insteadOf: nil) } }
    }
    let first = try await chain.credentials(insteadOf: nil)
    #expect(servers.sent.count == 1)
    clock.withLock { $0 = Timestamp("2026-12-01T00:54:00Z")! }
    _ = try await chain.credentials(insteadOf: nil)
    #expect(servers.sent.count == 1)
    clock.withLock { $0 = Timestamp("2026-12-01T00:56:00Z")! }
    _ = try await chain.credentials(insteadOf: nil)
    #expect(servers.sent.count == 2, "less than five minutes are left")
    _ = try await chain.credentials(insteadOf: first)
    #expect(servers.sent.count == 3, "the service has refused them")
  }

  @Test func whileOthersCannotBeHadThoseStillValidServe() async throws {
    let clock = Mutex(Self.moment)
    let isUp = Mutex(true)
    let tries = Mutex(0)
    struct Sometimes: HTTPTransport {
      let servers: Servers
      let isUp: @Sendable () -> Bool
      func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard isUp() else { throw HTTPFailure(.timeout, mayHaveBeenCarriedOut: true, "asleep") }
        return try await servers.send(request)
      }
    }
    let servers = Servers(["GET http://127.0.0.1:1/": Self.json("BOX", until: "2026-12-01T01:00:00Z")])
    let environment = AWSEnvironment(
      variables: [
        "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/", "AWS_EC2_METADATA_DISABLED": "true",
      ],
      files: [:])
    let chain = AWSCredentialsChain(
      profile: nil, environment: environment,
      transport: Sometimes(
        servers: servers,
        isUp: {
          tries.withLock { $0 += 1 }
          return isUp.withLock { $0 }
        }), now: { clock.withLock { $0 } })
    let found = try await chain.credentials(insteadOf: nil)
    isUp.withLock { $0 = false }
    clock.withLock { $0 = Timestamp("2026-12-01T00:58:00Z")! }
    for _ in 0..<3 { #expect(try await chain.credentials(insteadOf: nil) == found) }
    #expect(tries.withLock { $0 } == 2, "not every request waits for others")
    clock.withLock { $0 = Timestamp("2026-12-01T01:00:01Z")! }
    await #expect(throws: StoreError.self) { try await chain.credentials(insteadOf: nil) }
  }

  @Test(
    arguments: [
      (nil, nil, ["AWS_REGION": "eu-west-1"], "eu-west-1", "https://dynamodb.eu-west-1.amazonaws.com"),
      (
        nil, nil, ["AWS_DEFAULT_REGION": "cn-north-1"], "cn-north-1",
        "https://dynamodb.cn-north-1.amazonaws.com.cn"
      ),
      (
        "us-east-1", nil, ["AWS_REGION": "x", "AWS_ENDPOINT_URL": "http://localhost:8000"], "us-east-1",
        "http://localhost:8000"
      ),
      (
        "us-east-1", nil, ["AWS_ENDPOINT_URL": "http://a", "AWS_ENDPOINT_URL_DYNAMODB": "http://b"],
        "us-east-1", "http://b"
      ),
      (
        "us-east-1", nil, ["AWS_ENDPOINT_URL": "http://a", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true"],
        "us-east-1",
        "https://dynamodb.us-east-1.amazonaws.com"
      ),
      (nil, "http://[::1]:8000", [:], "eu-north-1", "http://[::1]:8000"),
      ("us-isob-east-1", nil, [:], "us-isob-east-1", "https://dynamodb.us-isob-east-1.sc2s.sgov.gov"),
      (nil, nil, ["AWS_PROFILE": "local"], "us-west-2", "http://localhost:4567"),
      (nil, nil, ["AWS_PROFILE": "all"], "us-west-1", "http://all"),
    ] as [(String?, String?, [String: String], String, String)])
  func regionAndEndpointComeFromWhereAWSTakesThem(
    region: String?, endpoint: String?, variables: [String: String], expected: String, url: String
  ) throws {
    let environment = AWSEnvironment(
      variables: variables.merging(["HOME": "/h"]) { a, _ in a },
      files: [
        "/h/.aws/config": """
        [default]
        region = eu-north-1
        [profile all]
        region = us-west-1
        endpoint_url = http://all
        [profile local]
        region = us-west-2
        services = here
        endpoint_url = http://all
        [services here]
        s3 =
          endpoint_url = http://s3
        dynamodb =
          endpoint_url = http://localhost:4567  # ours
        """
      ])
    let made = try DynamoDBConfiguration.resolved(
      region: region, endpoint: endpoint, environment: environment)
    #expect(made.region == expected && made.endpoint == url)
  }

  @Test(
    arguments: [
      ("x.evil.example/", nil), ("EU-WEST-1", nil), ("", nil), ("eu-west-1", "ftp://x"),
      ("eu-west-1", "127.0.0.1:8000"),
      ("eu-west-1", "http://"), ("eu-west-1", "http://a:99999"), ("eu-west-1", "http://user:sesame@host"),
    ] as [(String, String?)])
  func whatIsNoRegionOrEndpointIsRefused(region: String, endpoint: String?) {
    let error = #expect(throws: StoreError.self) {
      try DynamoDBConfiguration.resolved(
        region: region, endpoint: endpoint, environment: AWSEnvironment(variables: [:], files: [:]))
    }
    #expect(error?.code == .validation && error?.message.contains("sesame") == false)
  }
}
