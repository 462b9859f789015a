// SPDX-License-Identifier: Apache-2.0

/// The characters of a British code, cut into its parts.
struct UKShape: Hashable {
  let area: String
  let district: String
  let hasLetter: Bool
  let outward: String
  /// The inward code or its first digit; empty for an outward code alone.
  let inward: String

  /// Why characters have no such shape.
  struct Fault: Error {
    let reason: String
    let index: Int
  }

  /// Letters that no inward code has.
  private static let unusedInward = Set("CIKMOV".utf8)
  /// Letters that no district ends in.
  private static let unusedOutward = Set("ILOQZ".utf8)

  /// Cuts characters whose last `inwardCount` are the inward code: three, one or none.
  init(_ characters: ArraySlice<UInt8>, inwardCount: Int) throws(Fault) {
    let start = characters.startIndex
    let end = characters.endIndex - inwardCount
    let letters = characters[..<end].prefix { $0.isLetter }
    guard !letters.isEmpty else {
      throw Fault(reason: "it must begin with the letters of an area, as in SW1A 1AA", index: start)
    }
    let area = PostcodeText.string(letters.prefix(2))
    let digits = characters[letters.endIndex..<end].prefix { $0.isDigit }
    guard letters.count <= 2, !digits.isEmpty else {
      let index = min(letters.startIndex + 2, letters.endIndex)
      throw Fault(
        reason: "a digit must follow the one or two letters of the area, as in SW1A 1AA",
        index: min(index, characters.endIndex - 1))
    }
    guard UKArea.isKnown(area) else { throw Fault(reason: "\(area) is no postcode area", index: start) }
    guard digits.count <= 2 else {
      throw Fault(reason: "a district has one or two digits", index: digits.startIndex + 2)
    }
    guard digits.count == 1 || digits.first != 0x30 else {
      throw Fault(reason: "no district of two digits begins with 0", index: digits.startIndex)
    }
    let rest = characters[digits.endIndex..<end]
    if let letter = rest.first {
      let index = rest.startIndex
      guard rest.count == 1, letter.isLetter, digits.count == 1 else {
        throw Fault(
          reason:
            "\(PostcodeText.string(characters[..<end])) is no outward code; it has the form of A9, A99, A9A, AA9, AA99 or AA9A",
          index: index)
      }
      guard UKArea.lettered.contains(area) else {
        throw Fault(reason: "only districts of inner London end in a letter, none of \(area)", index: index)
      }
      guard !Self.unusedOutward.contains(letter) else {
        throw Fault(reason: "no district ends in \(PostcodeText.string([letter]))", index: index)
      }
    }
    let inward = characters[end...]
    for (offset, character) in inward.enumerated() {
      if offset == 0, !character.isDigit {
        throw Fault(reason: "the inward code, the last three characters, must begin with a digit", index: end)
      }
      if offset > 0, !character.isLetter {
        throw Fault(
          reason: "the inward code, the last three characters, must end in two letters", index: end + offset)
      }
      if offset > 0, Self.unusedInward.contains(character) {
        throw Fault(reason: "no inward code has a \(PostcodeText.string([character]))", index: end + offset)
      }
    }
    self.area = area
    district = area + PostcodeText.string(digits)
    hasLetter = !rest.isEmpty
    outward = PostcodeText.string(characters[..<end])
    self.inward = PostcodeText.string(inward)
  }
}
