// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import geoquery

/// Files that were damaged at random: an error or other objects, never a trap.
@Suite struct ImportMutationTests {
  private static let seeds: [InputFormat: String] = [
    .csv:
      "id,lat,lon,name,movedAt\r\n1,51.5,-0.1,\"a, \"\"b\"\"\",1970-01-01T00:00:01Z\n2,,,é,\n3,1e1,2,x\ny,\n",
    .tsv: "id\tlat\tlon\tname\n1\t51.5\t-0.1\tx\n2\t\t\ty\n",
    .ndjson:
      "{\"id\":1,\"lat\":1.5,\"lon\":-2,\"x\":[1,{\"y\":\"\\u00e9\\ud83d\\ude00\"}]}\n{\"id\":\"b\",\"lat\":null,\"lon\":null}\n",
    .geojson:
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"id\":1,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{\"a\":[true,null,1e5]}},\n{\"type\":\"Feature\",\"properties\":{\"id\":\"b\"},\"geometry\":null}]}",
  ]

  @Test(arguments: InputFormat.allCases)
  func damagedFilesAreErrorsAndNoTraps(format: InputFormat) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      var bytes = Array(Self.seeds[format]!.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
      let chunk = [1, 3, 16, 1 << 16].randomElement(using: &random)!
      let policy: ErrorPolicy = Bool.random(using: &random) ? .skip : .stop
      let batch = read(bytes, as: format, policy: policy, chunk: chunk)
      #expect(batch.records.count + batch.errors.count <= bytes.count + 1)
      #expect(policy == .skip || batch.errors.count <= 1)
      for error in batch.errors { #expect(!error.description.utf8.contains { $0 < 0x20 }) }
    }
  }

  @Test(arguments: InputFormat.allCases)
  func randomBytesAreErrorsAndNoTraps(format: InputFormat) {
    var random = SeededGenerator(seed: 8)
    let alphabet = Array("\"\\,:{}[]\n\r\t 0129.-+eEtfnuidlaon".utf8)
    for _ in 0..<4000 {
      let count = Int.random(in: 0...200, using: &random)
      let isText = Bool.random(using: &random)
      let bytes = (0..<count).map { _ in
        isText ? alphabet.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
      }
      #expect(read(bytes, as: format, chunk: 11).records.count <= count)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(Array("\"\\,{}[]\n\0".utf8).randomElement(using: &random)!, at: place)
    case 3: bytes.removeSubrange(place...)
    default:
      bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...40, using: &random)), at: place)
    }
  }
}
