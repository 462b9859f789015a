// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

extension DynamoDBConfiguration {
  /// A configuration from where AWS's programs take theirs. What is given comes first; nothing is sent.
  ///
  /// The region comes from `AWS_REGION`, `AWS_DEFAULT_REGION` or the profile's `region`, the endpoint from
  /// `AWS_ENDPOINT_URL_DYNAMODB`, `AWS_ENDPOINT_URL` or the profile's `endpoint_url` (that of its `services` section first), unless
  /// `AWS_IGNORE_CONFIGURED_ENDPOINT_URLS` is true; credentials as `AWSCredentialsChain` finds them; certificate authorities
  /// from `AWS_CA_BUNDLE`.
  ///
  /// - Parameters:
  ///   - region: The region: `eu-west-1`; nil to look for one.
  ///   - endpoint: The endpoint; nil to look for one, and then for the region's own.
  ///   - profile: The profile of the shared files; nil for that of `AWS_PROFILE`, or `default`.
  ///   - environment: Variables and files.
  /// - Throws: `StoreError` with `validation` for a region or an endpoint that is none, or when there is no region.
  public static func resolved(
    region: String? = nil, endpoint: String? = nil, profile: String? = nil,
    environment: AWSEnvironment = .process
  ) throws -> DynamoDBConfiguration {
    let shared: SharedProfile
    do {
      shared = try SharedProfile(profile, in: environment)
    } catch let file as UnreadableFile {
      throw StoreError(.accessDenied, "\(file)", operation: "open")
    }
    if profile != nil, !shared.isThere {
      throw StoreError(
        .noCredentials, "profile \(shared.name) is not in \(shared.places)", operation: "open")
    }
    guard
      let region = region ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"]
        ?? shared["region"]
    else {
      throw StoreError(
        .validation,
        "there is no region: name it in the store (dynamodb://eu-west-1/table), in AWS_REGION, or in profile \(shared.name) of \(shared.places)",
        operation: "open")
    }
    guard isRegion(region) else {
      throw StoreError(
        .validation, "region \"\(region)\" is none; such as eu-west-1", operation: "open")
    }
    var configured: String?
    if environment["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"]?.lowercased() != "true" {
      configured =
        environment["AWS_ENDPOINT_URL_DYNAMODB"] ?? environment["AWS_ENDPOINT_URL"] ?? shared.endpoint
    }
    let endpoint = endpoint ?? configured ?? Self.endpoint(of: region)
    _ = try EndpointAddress(endpoint)
    let transport = CurlTransport(certificateAuthorities: environment["AWS_CA_BUNDLE"])
    return DynamoDBConfiguration(
      region: region, endpoint: endpoint,
      credentials: AWSCredentialsChain(
        profile: profile, environment: environment, transport: transport, now: { .now }),
      transport: transport)
  }

  /// Whether a text has the form of a region's name. It becomes a part of a host's name, which must not be another's.
  static func isRegion(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, isLetter(first), isLetter(last) else {
      return false
    }
    return bytes.count <= 63 && bytes.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
  }
}
