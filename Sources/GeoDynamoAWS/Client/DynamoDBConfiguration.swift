// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// Where DynamoDB is, who asks, and how patiently.
public struct DynamoDBConfiguration: Sendable {
  /// The region: `eu-west-1`.
  public var region: String
  /// Where requests go: `https://dynamodb.eu-west-1.amazonaws.com`; another one is for local endpoints.
  public var endpoint: String
  /// Who signs.
  public var credentials: any AWSCredentialsProvider
  /// How long one try may take.
  public var timeout = Duration.seconds(10)
  /// How long a connection may take to come about.
  public var connectTimeout = Duration.seconds(3)
  /// The most tries of one call.
  public var attempts = 10
  /// How long one call may take with all its tries; below ten minutes.
  public var retryBudget = Duration.seconds(30)

  let transport: any HTTPTransport
  var surroundings = Surroundings()

  /// Makes a configuration; nothing is sent.
  ///
  /// - Parameters:
  ///   - region: The region: `eu-west-1`.
  ///   - endpoint: Where requests go instead of to the region's own endpoint.
  ///   - credentials: Who signs.
  public init(region: String, endpoint: String? = nil, credentials: any AWSCredentialsProvider) {
    self.init(
      region: region, endpoint: endpoint ?? Self.endpoint(of: region), credentials: credentials,
      transport: CurlTransport())
  }

  /// Makes a configuration whose requests go through `transport`.
  package init(
    region: String, endpoint: String, credentials: any AWSCredentialsProvider, transport: any HTTPTransport
  ) {
    self.region = region
    self.endpoint = endpoint
    self.credentials = credentials
    self.transport = transport
  }

  /// The endpoint of a region. Sources: AWS General Reference, "Amazon DynamoDB endpoints and
  /// quotas"; botocore's `partitions.json`, for the domains.
  static func endpoint(of region: String) -> String {
    let domains = [
      ("cn-", "amazonaws.com.cn"), ("eusc-", "amazonaws.eu"), ("us-iso-", "c2s.ic.gov"),
      ("us-isob-", "sc2s.sgov.gov"), ("us-isof-", "csp.hci.ic.gov"), ("eu-isoe-", "cloud.adc-e.uk"),
    ]
    let domain = domains.first { region.hasPrefix($0.0) }?.1 ?? "amazonaws.com"
    return "https://dynamodb.\(region).\(domain)"
  }
}

/// Time and chance, which tests hold still.
struct Surroundings: Sendable {
  /// The moment, by this machine's clock.
  var now: @Sendable () -> Timestamp = { .now }
  /// How long this machine has been running: a clock that nobody sets.
  var uptime: @Sendable () -> Duration = { ContinuousClock.Instant.now.durationSinceStart }
  /// Waits.
  var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// A random number, at least 0 and below 1.
  var chance: @Sendable () -> Double = { .random(in: 0..<1) }
}

extension ContinuousClock.Instant {
  private static let start = ContinuousClock.now
  fileprivate var durationSinceStart: Duration { Self.start.duration(to: self) }
}
