// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Where AWS's programs look for region, endpoint and credentials: variables and files.
public struct AWSEnvironment: Sendable {
  /// Environment variables.
  public var variables: [String: String]
  /// The text of a file; nil when there is none. Throws a reason when there is one that cannot be read.
  var file: @Sendable (String) throws -> String?

  /// Makes an environment of variables and of files, by path.
  init(variables: [String: String], files: [String: String]) {
    self.variables = variables
    file = { files[$0] }
  }

  private init(variables: [String: String], file: @escaping @Sendable (String) throws -> String?) {
    self.variables = variables
    self.file = file
  }

  /// That of this process, as it is now.
  public static var process: AWSEnvironment {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let pointer = unsafe entry.pointee {
      let text = unsafe String(cString: pointer)
      if let sign = text.firstIndex(of: "=") {
        variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
      }
      unsafe entry += 1
    }
    return AWSEnvironment(variables: variables, file: contents)
  }

  /// A variable that is set to something.
  subscript(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Reads a file of up to 1 MB.
  private static func contents(of path: String) throws -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw UnreadableFile(description: "\(path): \(unsafe String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count >= 0 else {
        throw UnreadableFile(description: "\(path): \(unsafe String(cString: strerror(errno)))")
      }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
      guard bytes.count <= 1 << 20 else { throw UnreadableFile(description: "\(path) is larger than 1 MB") }
    }
  }
}

extension AWSEnvironment: CustomStringConvertible, CustomReflectable {
  /// How many variables there are. Their values may be secrets.
  public var description: String { "environment of \(variables.count) variables" }
  /// The names of the variables.
  public var customMirror: Mirror { Mirror(self, children: ["variables": variables.keys.sorted()]) }
}

/// A file that is there and cannot be read.
struct UnreadableFile: Error, CustomStringConvertible {
  let description: String
}
