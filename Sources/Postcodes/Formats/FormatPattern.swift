// SPDX-License-Identifier: Apache-2.0

/// A format of postcodes, in the small part of regular expressions that the table of formats uses: characters, `\d`, classes, groups,
/// alternatives, `?`, `{n}` and `{m,n}`.
///
/// Blanks and hyphens of the format match nothing: they say where the canonical form has one.
struct FormatPattern: Sendable {
  private indirect enum Part: Sendable {
    case one(of: Set<UInt8>)
    /// Any one of these, which people may leave out; whether the format itself leaves it out.
    case separator(Set<UInt8>)
    case sequence([Part])
    case alternatives([Part])
    case times(Part, ClosedRange<Int>)
  }

  /// Why a text is no format.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let whole: Part
  /// The separators that canonical forms have where they may have one.
  private let usual: Set<UInt8>

  /// Parses a format.
  ///
  /// - Parameters:
  ///   - text: The format.
  ///   - examples: Codes in canonical form; separators that may be left out are written where examples have them.
  init(_ text: String, examples: [String]) throws(Fault) {
    var parser = Parser(rest: Array(text.utf8)[...])
    whole = try parser.alternatives()
    guard parser.rest.isEmpty else { throw Fault(description: "format \"\(text)\" has a ) too many") }
    usual = Set(examples.flatMap { $0.utf8 }.filter { $0 == 0x20 || $0 == 0x2d })
  }

  /// The canonical form of characters without blanks and hyphens; nil when they do not match.
  func match(_ characters: [UInt8]) -> String? {
    var found: [UInt8]?
    walk(whole, characters[...], []) { rest, written in
      guard rest.isEmpty else { return false }
      found = written
      return true
    }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Tries the ways to match a part until `then` says that one will do. The formats nest three deep at most.
  @discardableResult
  private func walk(
    _ part: Part, _ input: ArraySlice<UInt8>, _ written: [UInt8], _ then: (ArraySlice<UInt8>, [UInt8]) -> Bool
  ) -> Bool {
    switch part {
    case .one(let allowed):
      guard let first = input.first, allowed.contains(first) else { return false }
      return then(input.dropFirst(), written + [first])
    case .separator(let allowed):
      guard
        let written1 = allowed.count == 1
          ? allowed.first : allowed.first(where: usual.contains) ?? allowed.min()
      else { return false }
      return then(input, written + [written1])
    case .sequence(let parts):
      guard let first = parts.first else { return then(input, written) }
      return walk(first, input, written) { walk(.sequence(Array(parts.dropFirst())), $0, $1, then) }
    case .alternatives(let parts):
      return parts.contains { walk($0, input, written, then) }
    case .times(let part, let range):
      if case .separator(let allowed) = part {
        return allowed.isDisjoint(with: usual) ? then(input, written) : walk(part, input, written, then)
      }
      func more(_ count: Int, _ input: ArraySlice<UInt8>, _ written: [UInt8]) -> Bool {
        // As many as may be, as regular expressions do.
        if count < range.upperBound, walk(part, input, written, { more(count + 1, $0, $1) }) { return true }
        return count >= range.lowerBound && then(input, written)
      }
      return more(0, input, written)
    }
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    mutating func alternatives() throws(Fault) -> Part {
      var parts = [try sequence()]
      while take("|") { parts.append(try sequence()) }
      return parts.count == 1 ? parts[0] : .alternatives(parts)
    }

    private mutating func sequence() throws(Fault) -> Part {
      var parts: [Part] = []
      while let next = rest.first, next != UInt8(ascii: "|"), next != UInt8(ascii: ")") {
        // Ends of the text and of words: a format is always that of a whole text.
        if take("^") || take("$") || take("\\b") { continue }
        parts.append(try repeated(try atom()))
      }
      return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom() throws(Fault) -> Part {
      if take("(?:") || take("(") {
        let inner = try alternatives()
        guard take(")") else { throw Fault(description: "a ) is missing") }
        return inner
      }
      if take("[") {
        var allowed: Set<UInt8> = []
        while !take("]") {
          let first = try character()
          guard first.count == 1, rest.starts(with: "-".utf8), rest.dropFirst().first != UInt8(ascii: "]")
          else {
            allowed.formUnion(first)
            continue
          }
          rest.removeFirst()
          let (low, last) = (first.first!, try character())
          guard let high = last.first, last.count == 1, low <= high else {
            throw Fault(description: "a range in [] is no range")
          }
          allowed.formUnion(low...high)
        }
        return allowed.isSubset(of: [0x20, 0x2d]) ? .separator(allowed) : .one(of: allowed)
      }
      let allowed = try character()
      return allowed.isSubset(of: [0x20, 0x2d]) ? .separator(allowed) : .one(of: allowed)
    }

    private mutating func character() throws(Fault) -> Set<UInt8> {
      if take("\\d") { return Set(UInt8(ascii: "0")...UInt8(ascii: "9")) }
      _ = take("\\")
      guard let byte = rest.popFirst() else { throw Fault(description: "it ends too early") }
      return [byte]
    }

    private mutating func repeated(_ part: Part) throws(Fault) -> Part {
      if take("?") { return .times(part, 0...1) }
      guard take("{") else { return part }
      let low = number()
      let high = take(",") ? number() : low
      guard let low, let high, low <= high, take("}") else {
        throw Fault(description: "a number in {} is missing")
      }
      return .times(part, low...high)
    }

    private mutating func number() -> Int? {
      let digits = rest.prefix { $0.isDigit }
      rest = rest.dropFirst(digits.count)
      return Int(String(decoding: digits, as: UTF8.self))
    }

    private mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }
  }
}
