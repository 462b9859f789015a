// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import TestSupport
import Testing

@testable import geoquery

@Suite struct ValueTests {
  private func failure<T>(_ body: () throws -> T) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("51.5074,-0.1278", 51.5074, -0.1278), ("51.5074, -0.1278", 51.5074, -0.1278), (" -90 ,180 ", -90, 180),
    ("+1e1,.5", 10, 0.5), ("1e-200,-0", 0, 0), ("0.1,1e-400", 0.1, 0),
  ])
  func coordinatesAreLatitudeAndLongitude(text: String, latitude: Double, longitude: Double) throws {
    let place = try Coordinate(argument: text)
    #expect(place.latitude == latitude && place.longitude == longitude)
  }

  @Test(arguments: [
    "", ",", "1", "1,", ",1", "1,2,3", "nan,1", "1,NaN", "inf,1", "1,-infinity", "1e309,1", "0x10,1",
    "0x1p3,1",
    "51°30'N,0", "1 2", "1;2", "١,٢", "−1,2", "1.,2", "1,2e", "1,2e+", "--1,2", "1_0,2", "91,0", "0,181",
    "\u{0},1",
    String(repeating: "9", count: 10_000) + ",1",
  ])
  func otherCoordinatesAreRefusedByName(text: String) throws {
    let message = try #require(failure { try Coordinate(argument: text) })
    #expect(message.contains(text.isEmpty ? "empty" : printable(String(text.prefix(3)))))
    #expect(message.utf8.count < 400)
  }

  @Test func swappedCoordinatesAreAskedAbout() {
    #expect(
      failure { try Coordinate(argument: "-122.28,37.8") }
        == "coordinate \"-122.28,37.8\": latitude −122.28 is out of range −90…90; did you swap latitude and longitude?"
    )
  }

  @Test(arguments: [
    ("2km", 2000.0), ("1.5 mi", 2414.016), ("0m", 0), ("100ft", 30.48), ("1nmi", 1852), ("1e3m", 1000),
    ("1e-200km", 1e-197), (".5km", 500), ("-0m", 0),
  ])
  func distancesHaveUnits(text: String, meters: Double) throws {
    #expect(try Distance(argument: text).meters == meters)
  }

  @Test(arguments: [
    "", "2", "1e3", "km", "2KM", "2 kilometers", "-1km", "nan km", "inf m", "1e309m", "1e308km", "2km2",
    "2k m",
    "0x2km", "2,5km", "٢km", "2m m",
  ])
  func otherDistancesAreRefused(text: String) throws {
    let message = try #require(failure { try Distance(argument: text) })
    #expect(message.contains("m, km, mi, ft, nmi") || message.contains("from 0 up"))
  }

  @Test func aBareNumberIsToldTheUnits() {
    #expect(
      failure { try Distance(argument: "2") }
        == "distance \"2\" lacks a unit; write one of m, km, mi, ft, nmi, as 2km")
  }

  @Test(arguments: ["", "0", "-1", "1.0", "+5", " 5", "1e3", "٣", "99999999999999999999", "--5", "x"])
  func otherLimitsAreRefused(text: String) {
    #expect(
      failure { try Int(argument: text, in: 1...Int.max) }?.hasSuffix("must be a whole number from 1 up")
        == true)
  }

  @Test func attributesSplitAtTheFirstEqualsSign() throws {
    let item = try KeyValueArgument.item(["a=b=c", "n=-0.5", "zip=007", "empty=", "é=1", "e\u{301}=2"])
    #expect(item["a"] == .string("b=c"))
    #expect(item["n"] == .number(try DecimalNumber("-0.5")))
    #expect(item["zip"] == .string("007"))
    #expect(item["empty"] == .string(""))
    #expect(item.count == 6)
    #expect(failure { try KeyValueArgument("=x") } != nil)
    #expect(failure { try KeyValueArgument("x") } != nil)
    #expect(failure { try KeyValueArgument.item(["a=1", "a=2"]) } == "attribute \"a\" is given twice")
  }

  @Test(arguments: ["0", "7", "-7", "0.5", "-0.25", "10", "123456789012345678901234567890.12345678"])
  func canonicalNumbersAreNumbers(text: String) throws {
    #expect(StrictDecimal.isCanonical(text))
    #expect(try AttributeValue(plainText: text) == .number(DecimalNumber(text)))
  }

  @Test(arguments: [
    "", "-", "-0", "+1", "01", "1.0", "1.", ".5", "1e3", "0x1", "1,5", " 1", "1 ", "-0.0", "--1", "1.2.3",
    "NaN",
    "123456789012345678901234567890123456789",
  ])
  func otherTextsStayTexts(text: String) throws {
    #expect(!StrictDecimal.isCanonical(text))
    #expect(try AttributeValue(plainText: text) == .string(UTF8String(text)))
  }

  @Test func decimalsReadAsDoublesDo() {
    var random = SeededGenerator(seed: 20)
    for round in 0..<20_000 {
      let integer =
        UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
      let fraction = String(
        UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random))
      var text = Bool.random(using: &random) ? "-\(integer)" : "\(integer)"
      if Bool.random(using: &random) { text += ".\(fraction)" }
      if Int.random(in: 0..<4, using: &random) == 0 {
        text += "e\(Int.random(in: -350...330, using: &random))"
      }
      let expected = Double(text) ?? .nan
      #expect(
        StrictDecimal.parse(text)?.bitPattern == expected.bitPattern, "seed 20, round \(round): \(text)")
    }
  }

  @Test func numbersOutOfRangeAreInfiniteOrZero() {
    #expect(StrictDecimal.parse("1e309") == .infinity)
    #expect(StrictDecimal.parse("-1e400") == -.infinity)
    #expect(StrictDecimal.parse("1e-400") == 0)
    #expect(StrictDecimal.parse("1e99999999999999999999") == .infinity)
    #expect(StrictDecimal.parse("0e99999999999999999999") == 0)
    #expect(StrictDecimal.parse("1e-99999999999999999999") == 0)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999999Z", -1),
    ("2026-11-30T21:29:52.123456Z", 1_796_074_192_123_456),
    ("2000-02-29T00:00:00.5Z", 951_782_400_500_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
  ])
  func timesReadAsTheyAreWritten(text: String, microseconds: Int64) throws {
    let time = try #require(Timestamp(text))
    #expect(time.microseconds == microseconds)
    #expect(Timestamp(time.description) == time)
  }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T21:29:52", "2026-11-30T21:29:52+01:00", "2025-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-11-30T24:00:00Z", "2026-11-30T21:29:60Z", "2026-11-30T21:29:52.Z", "2026-11-30T21:29:52.1234567Z",
    "2026-11-30t21:29:52Z",
  ])
  func otherTimesAreRefused(text: String) { #expect(Timestamp(text) == nil) }

  @Test func messagesShowNoControlCharacters() {
    #expect(quoted("a\u{1B}[2Jb\n\u{202E}c") == "\"a\\u{1b}[2Jb\\n\\u{202e}c\"")
    #expect(quoted(String(repeating: "x", count: 100)).count == 63)
  }
}
