// SPDX-License-Identifier: Apache-2.0

/// What is known of the letters that British codes begin with.
enum UKArea {
  /// The 124 areas with addresses on the ground.
  private static let geographic = Set(
    """
    AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP \
    HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG \
    SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE
    """.split(separator: " ").map(String.init))

  /// Mail that belongs nowhere.
  private static let nonGeographic = [
    "BF": "British forces", "BX": "banks and government", "XX": "returns to online shops",
  ]

  private static let crownDependencies = [
    "GY": ("GG", "Guernsey"), "IM": ("IM", "Isle of Man"), "JE": ("JE", "Jersey"),
  ]

  /// The areas whose districts may end in a letter: those of inner London.
  static let lettered: Set = ["E", "EC", "N", "NW", "SE", "SW", "W", "WC"]

  static func isKnown(_ area: String) -> Bool { geographic.contains(area) || nonGeographic[area] != nil }

  static func kind(of area: String) -> (kind: Postcode.Kind, country: String, name: String?) {
    if let name = nonGeographic[area] { return (.nonGeographic, "GB", name) }
    if let (country, name) = crownDependencies[area] { return (.crownDependency, country, name) }
    return (.geographic, "GB", nil)
  }
}
