// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import GeoDynamo

struct DecimalNumberTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0e999999999999999999999", "0"), ("007", "7"), ("+5", "5"), ("1e3", "1000"),
    ("1E-5", "0.00001"), ("-0.50", "-0.5"), (".5", "0.5"), ("5.", "5"), ("51.5074", "51.5074"),
    ("1000000000000000000000", "1e21"), ("123456789012345678901", "123456789012345678901"),
    ("0.000001", "0.000001"), ("0.00000015", "1.5e-7"), ("1e-130", "1e-130"), ("1e125", "1e125"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9223372036854775808"),
    ("9.9999999999999999999999999999999999999e125", "9.9999999999999999999999999999999999999e125"),
    ("99999999999999999999999999999999999999", "9.9999999999999999999999999999999999999e37"),
    ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
  ])
  func textHasOneCanonicalForm(text: String, canonical: String) throws {
    let number = try DecimalNumber(text)
    #expect(number.description == canonical)
    #expect(try DecimalNumber(canonical) == number)
  }

  @Test(arguments: [
    "", "-", "+", ".", "e5", "1e", "1e+", "1 ", " 1", "1.2.3", "0x10", "NaN", "inf", "1,5", "١",
    "1e126", "-1e126", "9.99999999999999999999999999999999999999e125", "1e-131", "0.1e-130",
    "123456789012345678901234567890123456789", "1e99999999999999999999999999",
  ])
  func otherTextIsRefused(text: String) {
    #expect(throws: InputError.self) { try DecimalNumber(text) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e126, -1e126, 1e-131, .leastNonzeroMagnitude])
  func doublesOutOfRangeAreRefused(value: Double) {
    #expect(throws: InputError.self) { try DecimalNumber(value) }
  }

  @Test func doubleIsItsShortestText() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite, value.magnitude < 1e126, value.magnitude >= 1e-130 else { continue }
      let number = try DecimalNumber(value)
      #expect(number == (try DecimalNumber("\(value)")), "seed \(generator.seed)")
      #expect(Double(number).bitPattern == value.bitPattern)
      #expect(Double(number.description) == value)
    }
  }

  @Test(arguments: [0x1p53, 0x1p60, 0x1p63, -0x1p63, 9_223_372_036_854_774_784, 1e18, 1e19, -0.0])
  func doublesNearTheEndsOfIntegers(value: Double) throws {
    let number = try DecimalNumber(value)
    #expect(number == (try DecimalNumber("\(value)")))
    #expect(Double(number) == value)
  }

  @Test func equalNumbersAreEqualHoweverMade() throws {
    let numbers = try [
      DecimalNumber(5), DecimalNumber(5.0), DecimalNumber("5"), DecimalNumber("5.000"),
      DecimalNumber("0.5e1"),
    ]
    #expect(Set(numbers).count == 1)
    #expect(Int64(exactly: numbers[4]) == 5)
    #expect(Int64(exactly: try DecimalNumber("5.5")) == nil)
  }

  @Test func orderIsNumeric() throws {
    let ascending = try [
      "-1e125", "-9223372036854775809", "-9223372036854775808", "-1", "-0.1000000000000000055511151231257827",
      "-0.1", "-1e-130", "0", "1e-130", "0.1", "0.10000000000000000001", "0.5", "1", "1.00000000000000000001",
      "2",
      "9007199254740992.5", "9007199254740993", "9223372036854775807", "9223372036854775808", "1e19", "1e125",
    ].map { try DecimalNumber($0) }
    for (i, a) in ascending.enumerated() {
      for (j, b) in ascending.enumerated() {
        #expect((a < b) == (i < j), "\(a) < \(b)")
        #expect((a == b) == (i == j))
      }
    }
  }

  @Test(arguments: [
    ("1", "2", "3"), ("0.1", "0.2", "0.3"), ("5", "-5", "0"),
    ("9223372036854775807", "1", "9223372036854775808"),
    ("1e38", "-1", "99999999999999999999999999999999999999"), ("1e125", "-1e125", "0"),
    ("1e-130", "0", "1e-130"),
    ("99999999999999999999999999999999999999", "1", "1e38"), ("51.5074", "-0.0074", "51.5"),
    ("12345678901234567890123456789012345678", "-0.0", "12345678901234567890123456789012345678"),
  ])
  func additionIsExact(a: String, b: String, sum: String) throws {
    #expect(try DecimalNumber(a).adding(DecimalNumber(b)) == DecimalNumber(sum))
    #expect(try DecimalNumber(b).adding(DecimalNumber(a)) == DecimalNumber(sum))
  }

  @Test(arguments: [
    ("1e125", "1"), ("1e38", "1"), ("1e38", "0.1"), ("1e125", "1e-130"),
    ("9.9999999999999999999999999999999999999e125", "1e88"),
    ("99999999999999999999999999999999999999", "0.1"),
  ])
  func sumsThatDoNotFitAreRefused(a: String, b: String) throws {
    let (a, b) = (try DecimalNumber(a), try DecimalNumber(b))
    #expect(throws: InputError.self) { try a.adding(b) }
  }

  @Test func additionUndoesItself() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let a = generator.number()
      let b = generator.number()
      guard let sum = try? a.adding(b) else { continue }
      #expect(try b.adding(a) == sum, "seed \(generator.seed)")
      if let back = try? sum.adding(DecimalNumber("-\(b)".replacing("--", with: ""))) { #expect(back == a) }
    }
  }

  @Test func descriptionReadsBack() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let number = generator.number()
      #expect(try DecimalNumber(number.description) == number, "seed \(generator.seed)")
    }
  }

  @Test(arguments: [("0", 1), ("7", 2), ("-7", 3), ("100", 2), ("51.5074", 4), ("-0.1278", 4)])
  func sizeIsOneByteForEachTwoDigits(text: String, size: Int) throws {
    #expect(AttributeValue.number(try DecimalNumber(text)).size == size)
  }
}
