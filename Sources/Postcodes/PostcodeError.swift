// SPDX-License-Identifier: Apache-2.0

/// Why a text is no postcode.
public struct PostcodeError: Error, Hashable, Sendable {
  /// The text as it was given.
  public let text: String
  /// What is wrong and what would be right.
  public let reason: String
  /// The character it is about, the first being 1; nil when it is about all of the text.
  public let position: Int?
}

extension PostcodeError: CustomStringConvertible {
  /// The text, quoted and cut to 40 characters, the reason and the position.
  public var description: String {
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    return "postcode \"\(shown)\": \(reason)" + (position.map { " (character \($0))" } ?? "")
  }
}
