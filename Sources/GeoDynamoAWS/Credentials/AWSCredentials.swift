// SPDX-License-Identifier: Apache-2.0
public import GeoDynamo

/// Who signs requests. Its secrets appear in no description and no mirror.
public struct AWSCredentials: Hashable, Sendable {
  /// The public part: `AKIA…`.
  public let accessKeyID: String
  /// The secret part.
  package let secretAccessKey: String
  /// What goes with temporary credentials.
  package let sessionToken: String?
  /// When they end; nil for never.
  public let expiration: Timestamp?

  /// Makes credentials.
  public init(
    accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil, expiration: Timestamp? = nil
  ) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
    self.expiration = expiration
  }
}

extension AWSCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The access key's id.
  public var description: String { "credentials of \(accessKeyID)" }
  /// The access key's id.
  public var debugDescription: String { description }
  /// The access key's id and nothing else.
  public var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}

/// Where credentials come from.
public protocol AWSCredentialsProvider: Sendable {
  /// Credentials that are valid now.
  ///
  /// - Parameter rejected: Credentials that the service has just refused as expired: others must be fetched.
  /// - Throws: `StoreError` with `noCredentials` that names every place looked at.
  func credentials(insteadOf rejected: AWSCredentials?) async throws -> AWSCredentials
}

/// Credentials that are given and never change.
public struct StaticCredentials: AWSCredentialsProvider {
  private let credentials: AWSCredentials

  /// Always provides these.
  public init(_ credentials: AWSCredentials) { self.credentials = credentials }

  /// Those given.
  public func credentials(insteadOf rejected: AWSCredentials?) async throws -> AWSCredentials { credentials }
}
