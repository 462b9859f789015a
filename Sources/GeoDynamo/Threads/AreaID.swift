// SPDX-License-Identifier: Apache-2.0

/// An area that has a thread: the name of the set it belongs to, and its id there.
///
/// The set is part of it because ids repeat: `10115` is in Berlin and in New York. A set's name is 1–64 of `a…z`, `0…9`, `_`
/// and `-`; an id is 1–256 bytes of UTF-8, any character, compared and sorted by bytes.
public struct AreaID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The most bytes an id may have.
  public static let maximumBytes = 256

  /// The area set's name: `gb-outcode`.
  public let set: String
  /// The area's id in the set: `SW1A`.
  public let id: UTF8String

  /// Makes an area of its two parts, byte for byte.
  ///
  /// - Throws: `InputError.area` that says which part cannot be one.
  public init(set: String, id: String) throws {
    guard CollectionName.isName(set) else {
      throw InputError.area(
        set, reason: "a set's name must be 1 to 64 of the characters a-z, 0-9, _ and -")
    }
    guard (1...Self.maximumBytes).contains(id.utf8.count) else {
      throw InputError.area(
        "\(set)/\(id)", reason: "an id is 1 to \(Self.maximumBytes) bytes of UTF-8, not \(id.utf8.count)")
    }
    self.set = set
    self.id = UTF8String(id)
  }

  /// The area that `set/id` names; the id is all that follows the first slash.
  ///
  /// - Throws: `InputError.area` for another text.
  public init(_ text: String) throws {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      throw InputError.area(text, reason: "it must be written set/id, as gb-outcode/SW1A")
    }
    try self.init(
      set: String(text[..<slash]), id: String(Substring(text.utf8[slash...].dropFirst())))
  }

  /// `gb-outcode/SW1A`.
  public var description: String { "\(set)/\(id)" }

  /// Sorts by set, then by id.
  public static func < (a: AreaID, b: AreaID) -> Bool {
    a.set == b.set ? a.id < b.id : UTF8String(a.set) < UTF8String(b.set)
  }
}
