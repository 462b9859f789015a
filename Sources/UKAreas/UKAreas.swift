// SPDX-License-Identifier: Apache-2.0

public import PostcodeAreas
private import UKAreaData

/// The postcode areas of the United Kingdom as polygons, which nobody publishes: cells about the units of Code-Point Open, cut to about
/// 2 km around inhabited land.
///
/// Of the units that have a place, 98.9 % lie in the polygon of their own outcode and 99.9 % in that of their own area. Contains Ordnance Survey
/// data © Crown copyright and database right 2024, Royal Mail data © Royal Mail copyright and database right 2024, National Statistics data ©
/// Crown copyright and database right 2024 (Open Government Licence v3.0). Belfast, Guernsey, the Isle of Man and Jersey are made with Natural Earth.
///
/// Each set is made when it is first asked for: 0.6 s for the outcodes, a tenth of that for the areas. The polygons lie in the program itself.
public enum UKAreas {
  /// The 2,736 outward codes that deliver to a district of Great Britain: `gb-outcode`, ids such as `SW1A`.
  public static let outcodes: AreaSet = unsafe set(uk_outcode_bytes)

  /// The 124 areas: `gb-area`, ids such as `SW`.
  public static let areas: AreaSet = unsafe set(uk_area_bytes)

  @unsafe
  private static func set(_ bytes: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) -> AreaSet {
    var count = 0
    let start = unsafe bytes(&count)
    // A test reads both.
    return unsafe try! AreaSet(encoded: Array(unsafe UnsafeBufferPointer(start: start, count: count)))
  }
}
