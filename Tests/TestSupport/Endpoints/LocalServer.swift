// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A DynamoDB endpoint of others on a loopback port: `ministack` or `moto`, from the Python environment that
/// `scripts/setup --tests` makes.
///
/// ```
/// let server = try await LocalServer.ministack.value
/// server.endpoint  // http://127.0.0.1:41233
/// ```
///
/// One server of each kind serves a whole test run: tests name their tables `uniqueTableName()`. It ends with the value,
/// and with the process of the tests however that ends: a shell beside it waits for the end of a pipe that this
/// process holds.
public final class LocalServer: Sendable {
  /// Which program.
  public enum Kind: String, Sendable, CaseIterable {
    /// `ministack`: the more faithful of the two, keeps connections alive.
    case ministack
    /// `moto_server`: the one that verifies signatures, when it is told to.
    case moto = "moto_server"
  }

  /// What cannot be done, and what to do.
  public struct Failure: Error, CustomStringConvertible {
    /// One sentence or more.
    public let description: String
  }

  /// The `ministack` of this test run.
  public static let ministack = Task { try await LocalServer(.ministack) }
  /// The `moto` of this test run.
  public static let moto = Task { try await LocalServer(.moto) }

  /// The one of this test run of a kind.
  public static func shared(_ kind: Kind) async throws -> LocalServer {
    switch kind {
    case .ministack: try await ministack.value
    case .moto: try await moto.value
    }
  }

  /// Where it is: `http://127.0.0.1:41233`.
  public let endpoint: String

  private let process: ServerProcess

  /// Starts a server and waits until it answers.
  ///
  /// - Parameters:
  ///   - kind: Which program.
  ///   - environment: Variables to start it with, besides those it needs.
  /// - Throws: `Failure` when the program is missing or does not answer within 60 s.
  public init(_ kind: Kind, environment: [String: String] = [:]) async throws {
    let program = Repository.root.appendingPathComponent(".build/venv/bin/\(kind.rawValue)")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw Failure(description: "there is no \(program.path): run scripts/setup --tests")
    }
    // Another process may take the free port before the server does.
    for attempt in 1... {
      let port = try LoopbackPort.free()
      let process = try ServerProcess(
        program, kind.arguments(port: port), environment.merging(kind.environment(port: port)) { $1 })
      if try await process.waitUntilAnswering(on: port) {
        self.process = process
        endpoint = "http://127.0.0.1:\(port)"
        return
      }
      guard attempt < 3 else {
        throw Failure(description: "\(kind.rawValue) ended at its start; it wrote: \(process.messages)")
      }
    }
    fatalError("unreachable")
  }

  /// A name that no other test of this run gives a table.
  public static func uniqueTableName(_ prefix: String = "t") -> String {
    "\(prefix)-\(UInt64.random(in: 0 ... .max))"
  }
}

extension LocalServer.Kind {
  fileprivate func arguments(port: UInt16) -> [String] {
    switch self {
    case .ministack: []
    case .moto: ["-H", "127.0.0.1", "-p", "\(port)"]
    }
  }

  fileprivate func environment(port: UInt16) -> [String: String] {
    switch self {
    case .ministack:
      ["GATEWAY_PORT": "\(port)", "BIND_HOST": "127.0.0.1", "SERVICES": "dynamodb", "LOG_LEVEL": "WARNING"]
    case .moto: [:]
    }
  }
}
