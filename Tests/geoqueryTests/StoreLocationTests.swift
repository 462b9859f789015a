// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import geoquery

@Suite struct StoreLocationTests {
  private func location(_ text: String) throws -> StoreLocation { try StoreLocation(argument: text) }

  @Test(arguments: ["users.sqlite", "/tmp/a b?c=d&e", "dynamodb", "./dynamodb:x", "a@b"])
  func anythingWithoutASchemeIsAFile(text: String) throws {
    #expect(try location(text) == .file(text))
    #expect(try location(text).description == text)
  }

  @Test func tablesAreTakenApart() throws {
    guard case .dynamoDB(let plain) = try location("dynamodb://eu-west-1/my_Table.1-x") else {
      Issue.record("no table")
      return
    }
    #expect(plain.region == "eu-west-1" && plain.table == "my_Table.1-x")
    #expect(plain.endpoint == nil && plain.profile == nil)
    guard
      case .dynamoDB(let full) = try location(
        "dynamodb:///users?profile=a%20b%26c&endpoint=http://127.0.0.1:8000/")
    else {
      Issue.record("no table")
      return
    }
    #expect(full.region == nil && full.table == "users")
    #expect(full.endpoint == "http://127.0.0.1:8000" && full.profile == "a b&c")
    guard
      case .dynamoDBGeo(let table, let layout) = try location(
        "dynamodb-geo://us-east-1/places?hashKeyLength=6&coordinates=latlng&ids=signed&rangeKey=id")
    else {
      Issue.record("no dynamodb-geo table")
      return
    }
    #expect(table.table == "places")
    #expect(layout.hashKeyLength == 6 && layout.coordinates == "latlng" && layout.areIDsSigned == true)
    #expect(layout.names == ["rangeKey": "id"])
  }

  @Test(
    arguments: [
      "dynamodb://eu-west-1/users", "dynamodb:///users",
      "dynamodb://eu-west-1/users?endpoint=http://127.0.0.1:8000&profile=a%20b%26c",
      "dynamodb-geo:///users?profile=x",
    ])
  func aDescriptionReadsBackEqual(text: String) throws {
    #expect(try location(text).description == text)
    #expect(try location(location(text).description) == location(text))
  }

  @Test(
    arguments: [
      ("", "empty"), ("dynamodb:eu-west-1/users", "must begin with dynamodb://"),
      ("dynamodb:/eu-west-1/users", "must begin with dynamodb://"),
      ("dynamo://eu-west-1/users", "unknown kind of store \"dynamo\""),
      ("dynamodbgeo://eu-west-1/users", "did you mean dynamodb-geo?"),
      ("s3://bucket/users", "unknown kind of store \"s3\""),
      ("dynamodb://users", "lacks the table"), ("dynamodb://eu-west-1/", "lacks the table"),
      ("dynamodb://", "lacks the table"), ("dynamodb://eu-west-1/?profile=x", "lacks the table"),
      ("dynamodb://EU-West-1/users", "\"EU-West-1\" is not a region"),
      ("dynamodb://eu_west/users", "is not a region"),
      ("dynamodb://eu-west-1/ab", "3 to 255"), ("dynamodb://eu-west-1/a b c", "3 to 255"),
      ("dynamodb://eu-west-1/users/x", "3 to 255"), ("dynamodb://eu-west-1/tablé", "3 to 255"),
      ("dynamodb://eu-west-1/users?", "unknown parameter \"\""),
      ("dynamodb://eu-west-1/users?endpont=http://x", "did you mean endpoint?"),
      ("dynamodb://eu-west-1/users?hashKeyLength=6", "unknown parameter \"hashKeyLength\""),
      ("dynamodb://eu-west-1/users?profile", "lacks its value"),
      ("dynamodb://eu-west-1/users?profile=", "lacks its value"),
      ("dynamodb://eu-west-1/users?profile=a&profile=b", "given twice"),
      ("dynamodb://eu-west-1/users?profile=%zz", "two digits after each %"),
      ("dynamodb://eu-west-1/users?profile=%+1", "two digits after each %"),
      ("dynamodb://eu-west-1/users?profile=%ff", "not UTF-8"),
      ("dynamodb://eu-west-1/users?endpoint=127.0.0.1:8000", "http:// or https://"),
      ("dynamodb://eu-west-1/users?endpoint=http://", "host and a port"),
      ("dynamodb://eu-west-1/users?endpoint=http://h/x", "host and a port"),
      ("dynamodb-geo://eu-west-1/users?hashKeyLength=0", "from 1 to 19"),
      ("dynamodb-geo://eu-west-1/users?hashKeyLength=20", "from 1 to 19"),
      ("dynamodb-geo://eu-west-1/users?coordinates=lat", "one of latlng, lnglat, text, binary"),
      ("dynamodb-geo://eu-west-1/users?ids=both", "one of signed, unsigned"),
    ])
  func whatIsWrongIsNamed(text: String, reason: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try location(text) }
    #expect(failure?.status == .badUsage)
    #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "")")
  }

  @Test(
    arguments: [
      "dynamodb://AKIAEXAMPLE:s3cret@eu-west-1/users", "dynamodb://s3cret@eu-west-1/users",
      "dynamodb://eu-west-1/users?endpoint=http://me:s3cret@127.0.0.1:8000",
    ])
  func aSecretIsRefusedAndNotRepeated(text: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try location(text) }
    #expect(failure?.status == .badUsage)
    #expect(failure?.description.contains("s3cret") == false)
    #expect(failure?.description.contains("AKIA") == false)
  }

  @Test func mutatedLocationsNeverTrap() throws {
    var random = SeededGenerator(seed: 11)
    let seeds = [
      "dynamodb://eu-west-1/users?endpoint=http://127.0.0.1:8000&profile=a%20b",
      "dynamodb-geo:///places?hashKeyLength=6&coordinates=latlng&ids=signed",
    ]
    for _ in 0..<4000 {
      var bytes = Array(seeds.randomElement(using: &random)!.utf8)
      for _ in 0..<random.integer(in: 1...4) {
        let place = random.integer(in: 0...bytes.count - 1)
        switch random.integer(in: 0...2) {
        case 0: bytes[place] = UInt8(random.integer(in: 0...255))
        case 1: bytes.remove(at: place)
        default: bytes.insert(Array("/?&=%:@#é".utf8).randomElement(using: &random)!, at: place)
        }
        if bytes.isEmpty { bytes = [47] }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let location = try? location(text) {
        // Options of the dynamodb-geo layout are not part of the description.
        if case .dynamoDBGeo(let table, _) = location {
          guard case .dynamoDBGeo(let again, _) = try StoreLocation(argument: location.description) else {
            Issue.record("\(text)")
            continue
          }
          #expect(again == table, "\(text)")
        } else {
          #expect(try StoreLocation(argument: location.description) == location, "\(text)")
        }
      }
    }
  }
}
