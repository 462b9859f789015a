// SPDX-License-Identifier: Apache-2.0

/// The postcodes of the United Kingdom, and what else goes through Royal Mail's hands: those of the Crown dependencies and overseas
/// territories, of the forces and of mail that belongs nowhere.
///
/// A code is checked by its shape, its area and the letters that are used; whether a district or unit is in use today is not, as lists of
/// these grow old. O is read as 0 and I as 1, or the other way round, only where the text is no code as it stands and exactly one such
/// reading is; `Postcode.isCorrected` tells.
public struct UKPostcodes: PostcodeSystem {
  /// Makes the system.
  public init() {}

  /// GB.
  public var country: String { "GB" }
  /// United Kingdom.
  public var name: String { "United Kingdom" }
  /// One of each shape.
  public var examples: [String] { ["M1 1AE", "B33 8TH", "CR2 6XH", "DN55 1PT", "W1A 1HQ", "EC1A 1BB"] }

  /// Takes apart a whole code, an outward code alone, one with the first digit of the inward code, or an area alone.
  public func parse(_ text: String) throws(PostcodeError) -> Postcode {
    let text = try PostcodeText(text)
    if let special = UKSpecial.parse(text) { return special }
    if let hyphen = text.characters.firstIndex(of: 0x2d) {
      throw text.error("British codes have no hyphen", at: hyphen)
    }
    if let area = area(text) { return area }
    let fault: UKShape.Fault
    do {
      return Self.postcode(try shape(of: text.characters, gaps: text.gaps))
    } catch { fault = error }
    var readings = Set<UKShape>()
    for characters in Self.slips(of: text.characters) {
      if let shape = try? shape(of: characters, gaps: text.gaps) { readings.insert(shape) }
    }
    guard let only = readings.first, readings.count == 1 else {
      if readings.isEmpty { throw text.error(fault.reason, at: fault.index) }
      let all = readings.map { Self.postcode($0).text }.sorted().joined(separator: ", ")
      throw text.error("it is no code as it stands, and may be meant as any of \(all)")
    }
    var corrected = Self.postcode(only)
    corrected.isCorrected = true
    return corrected
  }

  private func area(_ text: PostcodeText) -> Postcode? {
    let letters = PostcodeText.string(text.characters)
    guard text.characters.count <= 2, UKArea.isKnown(letters) else { return nil }
    let (kind, country, name) = UKArea.kind(of: letters)
    var code = Postcode(text: letters, country: country, kind: kind)
    (code.precision, code.area, code.name) = (.area, letters, name)
    return code
  }

  /// A digit apart after an outward code makes a sector; what has less than five characters is an outward code or, if it is none, a sector.
  private func shape(of characters: [UInt8], gaps: Set<Int>) throws(UKShape.Fault) -> UKShape {
    let all = characters[...]
    let whole: UKShape.Fault
    if characters.count >= 5 {
      do { return try UKShape(all, inwardCount: 3) } catch { whole = error }
      // EC1A 1 and SW1A1: too long for an outward code, too short for all of it.
      if characters.count == 5, let sector = try? UKShape(all, inwardCount: 1) { return sector }
      throw whole
    }
    if gaps == [characters.count - 1] { return try UKShape(all, inwardCount: 1) }
    do { return try UKShape(all, inwardCount: 0) } catch { whole = error }
    if let sector = try? UKShape(all, inwardCount: 1) { return sector }
    throw whole
  }

  private static func postcode(_ shape: UKShape) -> Postcode {
    let (kind, country, name) = UKArea.kind(of: shape.area)
    let isWhole = shape.inward.utf8.count == 3
    let text = shape.inward.isEmpty ? shape.outward : "\(shape.outward) \(shape.inward)"
    var code = Postcode(text: text, country: country, kind: kind)
    code.name = name
    code.precision = isWhole ? .unit : shape.inward.isEmpty ? .outcode : .sector
    (code.area, code.district, code.outward) = (shape.area, shape.district, shape.outward)
    code.subDistrict = shape.hasLetter ? shape.outward : nil
    code.sector = shape.inward.first.map { "\(shape.outward) \($0)" }
    if isWhole {
      code.inward = shape.inward
      code.unit = String(shape.inward.suffix(2))
    }
    return code
  }

  /// The characters with each choice of O or 0 and I or 1 where one of these stands, but as they are; at most seven of them are tried.
  private static func slips(of characters: [UInt8]) -> [[UInt8]] {
    let partner: [UInt8: UInt8] = [0x30: 0x4f, 0x4f: 0x30, 0x31: 0x49, 0x49: 0x31]
    let places = characters.indices.filter { partner[characters[$0]] != nil }
    guard characters.count <= 7, !places.isEmpty else { return [] }
    return (1..<(1 << places.count)).map { choice in
      var changed = characters
      for (bit, place) in places.enumerated() where choice >> bit & 1 == 1 {
        changed[place] = partner[characters[place]]!
      }
      return changed
    }
  }
}
