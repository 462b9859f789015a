// SPDX-License-Identifier: Apache-2.0

import Postcodes
import Testing

@Suite struct CountryTests {
  @Test func everyExampleIsItsOwnCanonicalForm() throws {
    #expect(PostcodeSystems.all.count == 181)
    for (country, system) in PostcodeSystems.all {
      #expect(!system.examples.isEmpty)
      for example in system.examples {
        let code = try Postcode(example, country: country)
        // Some examples leave out what others of the country have.
        #expect(code.text.filter { $0 != " " && $0 != "-" } == example.filter { $0 != " " && $0 != "-" })
        let bare = example.lowercased().filter { $0 != " " && $0 != "-" }
        #expect(try Postcode(bare, country: country).text == code.text)
      }
    }
  }

  @Test(arguments: [
    ("NL", "1234ab", "1234 AB"), ("CA", "k1a0b1", "K1A 0B1"), ("US", "221621010", "22162-1010"),
    ("US", "22162 1010", "22162-1010"),
    ("IE", "a65f4e2", "A65 F4E2"), ("JP", "1540023", "154-0023"), ("PL", "00950", "00-950"),
    ("LV", "lv1073", "LV-1073"),
    ("PE", "lima23", "LIMA 23"), ("AR", "c1070aam", "C1070AAM"), ("BH", "1211", "1211"),
    ("GR", "15124", "151 24"),
    ("KY", "ky11100", "KY1-1100"), ("LB", "20383054", "2038 3054"), ("BR", "40301 110", "40301-110"),
  ])
  func codesAreBroughtIntoTheCountrysForm(_ country: String, _ text: String, _ canonical: String) throws {
    #expect(try Postcode(text, country: country).text == canonical)
  }

  @Test(arguments: [
    ("US", "10115", "101", "10115"), ("DE", "10115", "10", "10115"), ("FR", "20090", "2A", "20090"),
    ("FR", "20200", "2B", "20200"),
    ("FR", "97400", "974", "97400"), ("FR", "75001", "75", "75001"), ("NL", "1012 AB", "10", "1012"),
    ("CA", "K1A 0B1", "K", "K1A"),
    ("AU", "2600", "ACT", "2600"), ("AU", "0800", "NT", "0800"), ("AU", "2000", "NSW", "2000"),
    ("AU", "9999", "QLD", "9999"),
    ("IE", "D02 AF30", "D", "D02"),
  ])
  func countriesHaveRulesForAreas(_ country: String, _ text: String, _ area: String, _ district: String)
    throws
  {
    let code = try Postcode(text, country: country)
    #expect(code.area == area && code.district == district)
    #expect(try code.key(.outcode).description == "\(country.lowercased())-outcode/\(district)")
  }

  @Test(arguments: [
    ("DE", "1011"), ("DE", "1O115"), ("US", "ABCDE"), ("NL", "0123 AB"), ("NL", "1234 SA"), ("CA", "D1A 0B1"),
    ("LI", "9484"), ("BH", "99"),
  ])
  func whatIsNoCodeOfACountryIsRefusedWithExamples(_ country: String, _ text: String) {
    let error = #expect(throws: PostcodeError.self) { try Postcode(text, country: country) }
    #expect(error?.description.contains("such are") == true)
  }

  @Test func anUnknownCountryIsRefused() {
    let error = #expect(throws: PostcodeError.self) { try Postcode("10115", country: "XY") }
    #expect(error?.description.contains("ISO 3166-1") == true)
  }
}
