// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import Testing

@testable import geoquery

@Suite struct CSVParserTests {
  @Test func rowsBecomeObjects() throws {
    let batch = read("id,lat,lon,name,n\n7,51.5,-0.1,Ada,42\nb,,,\"x, \"\"y\"\"\",007\n", as: .csv)
    #expect(batch.errors == [])
    let expected = [
      ImportRecord(
        line: 2, id: "7", coordinate: try Coordinate(latitude: 51.5, longitude: -0.1), movedAt: nil,
        attributes: ["name": .string("Ada"), "n": .number(DecimalNumber(42 as Int64))]),
      ImportRecord(
        line: 3, id: "b", coordinate: nil, movedAt: nil,
        attributes: ["name": .string("x, \"y\""), "n": .string("007")]),
    ]
    #expect(batch.records == expected)
  }

  @Test(arguments: [
    "ID,Latitude,LNG", " id , LAT , long ", "longitude,iD,latitude", "lon,lat,id",
  ])
  func columnsAreFoundWhateverTheirCase(header: String) {
    #expect(read(header + "\n1,2,3\n", as: .csv).records.count == 1)
  }

  @Test(arguments: [
    ("id,lat,name", "there is no longitude column (lon, lng, long, longitude); found: id, lat, name"),
    ("lat,lon", "there is no id column (id); found: lat, lon"),
    (
      "id,lat,latitude,lon",
      "there is more than one latitude column (lat, latitude): lat, latitude; found: id, lat, latitude, lon"
    ),
    ("id,lat,lon,a,a", "two columns are named \"a\""), ("id,lat,lon,", "column 4 has no name"),
    ("", "the file is empty; its first line must name the columns"),
  ])
  func aHeaderThatWillNotDoEndsTheReading(header: String, reason: String) {
    let batch = read(header + (header.isEmpty ? "" : "\n1,2,3,4,5\n"), as: .csv)
    #expect(batch.records == [])
    #expect(batch.errors == [ImportError(file: "f", line: 1, column: nil, value: nil, reason: reason)])
  }

  @Test(
    arguments: [
      ("1,abc,3", "lat", "abc", "not a decimal number of degrees"),
      ("1,,3", "lat", nil, "empty, while the longitude is given"),
      ("1,3,", "lon", nil, "empty, while the latitude is given"),
      (
        "1,-122.28,37", "lat", "-122.28",
        "latitude −122.28 is out of range −90…90; did you swap latitude and longitude?"
      ),
      ("1,2,190", "lon", "190", "longitude 190 is out of range −180…180"),
      (" ,2,3", "id", nil, "the id is empty"),
      ("1,2", nil, nil, "the row has 2 fields and the header 3"),
      ("1,nan,3", "lat", "nan", "not a decimal number of degrees"),
    ] as [(String, String?, String?, String)])
  func aBadRowIsReportedWithLineColumnAndValue(row: String, column: String?, value: String?, reason: String) {
    let batch = read("id,lat,lon\n\"a\nb\",1,2\r\n\(row)\nz,1,2\n", as: .csv)
    #expect(batch.records.map(\.id.text.string) == ["a\nb", "z"])
    #expect(batch.records.map(\.line) == [2, 5])
    #expect(batch.errors == [ImportError(file: "f", line: 4, column: column, value: value, reason: reason)])
  }

  @Test func underStopNothingAfterTheFaultIsRead() {
    let batch = read("id,lat,lon\na,1,2\nb,x,2\nc,1,2\nd,y,2\n", as: .csv, policy: .stop)
    #expect(batch.records.count == 1)
    #expect(batch.errors.count == 1)
  }

  @Test func brokenQuotationCostsOneRow() {
    let batch = read("id,lat,lon\na,1,2\nb\"b,1,2\nc,1,2\n\"d\"d,1,2\ne,1,2\n\"f,1,2", as: .csv)
    #expect(batch.records.map(\.id.text.string) == ["a", "c", "e"])
    #expect(batch.errors.map(\.line) == [3, 5, 7])
    #expect(batch.errors.last?.reason == "a quotation mark is never closed")
  }

  @Test func lineEndsAndBlankLinesAreCounted() {
    let batch = read("\n\nid,lat,lon\r\n\r\na,1,2\r\n\nb,1,2", as: .csv)
    #expect(batch.records.map(\.line) == [5, 7])
  }

  @Test func textThatIsNotUTF8OrHoldsNULIsRefused() {
    let start = Array("id,lat,lon,n\na,1,2,".utf8)
    for (bytes, reason) in [
      ([0xFF], "not valid UTF-8"), ([0x61, 0x00], "a NUL byte"), ([0xED, 0xA0, 0x80], "not valid"),
    ] {
      let batch = read(start + bytes.map { UInt8($0) } + Array("\nb,1,2,x\n".utf8), as: .csv)
      #expect(batch.records.map(\.id.text.string) == ["b"])
      #expect(batch.errors.map(\.line) == [2])
      #expect(batch.errors.first?.reason.hasPrefix(reason) == true)
    }
  }

  @Test func aFieldMayHoldAMebibyteAndNoMore() {
    let long = String(repeating: "x", count: 1 << 20)
    let batch = read("id,lat,lon,n\na,1,2,\(long)\na,1,2,\(long)x\nb,1,2,y\n\"\(long)\(long)", as: .csv)
    #expect(batch.records.map(\.id.text.string) == ["b"])
    #expect(
      batch.errors.map(\.reason) == [
        "the attributes have 1,048,577 bytes; at most 405,504 can be stored", "a field is longer than 1 MiB",
        "a field is longer than 1 MiB",
      ])
  }

  @Test func tabsSeparateTSV() {
    let batch = read("id\tlat\tlon\tn\na b\t1\t2\tx, y \n", as: .tsv)
    #expect(batch.records.first?.attributes == ["n": .string("x, y ")])
  }

  @Test func spacesOfValuesAreKeptAndOfDegreesAreNot() {
    let batch = read("id,lat,lon,n\n a , 1 , 2 , x \n", as: .csv)
    #expect(batch.records.first?.id.text.string == " a ")
    #expect(batch.records.first?.coordinate?.longitude == 2)
    #expect(batch.records.first?.attributes == ["n": .string(" x ")])
  }

  @Test func movedAtIsTheTimeOfThePosition() {
    let batch = read("id,lat,lon,movedAt\na,1,2,1970-01-01T00:00:01Z\nb,1,2,\nc,1,2,noon\n", as: .csv)
    #expect(batch.records.map(\.movedAt?.microseconds) == [1_000_000, nil])
    #expect(batch.errors.first?.column == "movedAt")
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func chunksMakeNoDifference(chunk: Int) {
    let text = "id,lat,lon,n\r\n\"a\"\"\nb\",1,2,é\r\nx\"x,1,2,3\r\nb,1e0,2.5,\"\"\r\nc,1,2"
    let whole = read(text, as: .csv)
    let parts = read(text, as: .csv, chunk: chunk)
    #expect(parts.records == whole.records)
    #expect(parts.errors == whole.errors)
  }
}
