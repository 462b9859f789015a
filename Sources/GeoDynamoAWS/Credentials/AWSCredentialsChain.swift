// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// Credentials from where AWS's programs take them, in their order: environment variables, a profile of the shared files, the
/// container's endpoint, the instance's metadata.
///
/// They are fetched once and again five minutes before they end; while others cannot be had, those that are still valid
/// serve. However many ask at once, one fetch serves all.
public actor AWSCredentialsChain: AWSCredentialsProvider {
  private static let earlySeconds: Int64 = 300
  /// How long credentials that are about to end serve before others are asked for once more.
  private static let pauseSeconds: Int64 = 10

  private let environment: AWSEnvironment
  private let profile: String?
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Timestamp
  private var known: AWSCredentials?
  private var lastFetch: Timestamp?
  /// Those who wait for the fetch that is under way; there is none while nobody does.
  private var waiters: [AsyncThrowingStream<AWSCredentials, any Error>.Continuation] = []

  /// Looks nowhere yet.
  ///
  /// - Parameters:
  ///   - profile: The profile to take them from, and from nowhere else; nil for the order above.
  ///   - environment: Variables and files.
  public init(profile: String? = nil, environment: AWSEnvironment = .process) {
    self.init(profile: profile, environment: environment, transport: CurlTransport(), now: { .now })
  }

  init(
    profile: String?, environment: AWSEnvironment, transport: any HTTPTransport,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.profile = profile
    self.environment = environment
    self.transport = transport
    self.now = now
  }

  /// Credentials that are valid now.
  ///
  /// - Parameter rejected: Credentials that the service has just refused as expired.
  /// - Throws: `StoreError` with `noCredentials` that names every place looked at; `CancellationError`.
  public func credentials(insteadOf rejected: AWSCredentials?) async throws -> AWSCredentials {
    if let known, known != rejected {
      if isValid(known, forSeconds: Self.earlySeconds) { return known }
      let isAsked =
        lastFetch.map { now().microseconds - $0.microseconds < Self.pauseSeconds * 1_000_000 } ?? false
      if isAsked, isValid(known, forSeconds: 0) { return known }
    }
    do {
      return try await fetched()
    } catch let error as StoreError {
      if let known, known != rejected, isValid(known, forSeconds: 0) { return known }
      throw error
    }
  }

  /// What the next fetch to end brings. A stream, as waiting for one ends when the task is cancelled.
  private func fetched() async throws -> AWSCredentials {
    try Task.checkCancellation()
    let (answers, waiter) = AsyncThrowingStream.makeStream(of: AWSCredentials.self)
    waiters.append(waiter)
    if waiters.count == 1 { begin() }
    for try await credentials in answers { return credentials }
    throw CancellationError()
  }

  /// Begins a fetch that outlives whoever asked first: others may wait for it.
  private func begin() {
    Task {
      let result: Result<AWSCredentials, any Error>
      do {
        let credentials = try await fetch()
        known = credentials
        result = .success(credentials)
      } catch {
        result = .failure(error)
      }
      lastFetch = now()
      for waiter in waiters {
        waiter.yield(with: result)
        waiter.finish()
      }
      waiters = []
    }
  }

  private func isValid(_ credentials: AWSCredentials, forSeconds seconds: Int64) -> Bool {
    guard let end = credentials.expiration else { return true }
    return end.microseconds - now().microseconds > seconds * 1_000_000
  }

  private func fetch() async throws -> AWSCredentials {
    var reasons: [String] = []
    if profile == nil {
      if let found = try ofVariables() { return found }
      if environment["AWS_WEB_IDENTITY_TOKEN_FILE"] != nil {
        throw Self.missing(
          "AWS_WEB_IDENTITY_TOKEN_FILE is set, but web identities are not supported: use EKS Pod Identity, or export what `aws configure export-credentials --format env` prints"
        )
      }
      reasons.append("AWS_ACCESS_KEY_ID is not set")
    }
    do {
      let shared = try SharedProfile(profile, in: environment)
      if let found = try shared.credentials() { return found }
      reasons.append(
        shared.isThere
          ? "profile \(shared.name) in \(shared.places) has no access key"
          : "profile \(shared.name) is not in \(shared.places)")
    } catch let file as UnreadableFile {
      reasons.append("\(file)")
    }
    if profile == nil {
      let endpoint = CredentialsEndpoint(environment, transport)
      do {
        if let found = try await endpoint.container() { return found }
        reasons.append("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and _FULL_URI are not set")
      } catch let refusal as CredentialsEndpoint.Refusal {
        // The machine's own credentials are not those that the container was given.
        reasons.append("the container's endpoint: \(refusal)")
        throw Self.missing("there are no AWS credentials: " + reasons.joined(separator: "; "))
      }
      do {
        return try await endpoint.instance()
      } catch let refusal as CredentialsEndpoint.Refusal {
        reasons.append("the metadata of an EC2 instance: \(refusal)")
      }
    }
    throw Self.missing("there are no AWS credentials: " + reasons.joined(separator: "; "))
  }

  private func ofVariables() throws -> AWSCredentials? {
    let (id, secret) = (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"])
    switch (id, secret) {
    case (nil, nil): return nil
    case (let id?, let secret?):
      return AWSCredentials(
        accessKeyID: id, secretAccessKey: secret, sessionToken: environment["AWS_SESSION_TOKEN"])
    case (_?, nil): throw Self.missing("AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not")
    case (nil, _?): throw Self.missing("AWS_SECRET_ACCESS_KEY is set, but AWS_ACCESS_KEY_ID is not")
    }
  }

  private static func missing(_ message: String) -> StoreError {
    StoreError(.noCredentials, message, operation: "open")
  }
}
