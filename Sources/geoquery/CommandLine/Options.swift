// SPDX-License-Identifier: Apache-2.0

/// The options of all commands, each once, so that a name means the same everywhere.
enum Options {
  static let store = OptionSpec(
    "store", "STORE",
    "a file, or dynamodb://REGION/TABLE (default $GEOQUERY_STORE, else geoquery.sqlite)", completion: .files)
  static let collection = OptionSpec("collection", "NAME", "the collection of objects (default users)")
  static let format = OptionSpec(
    "format", "FORMAT", "table, json, ndjson, csv or geojson (default table)",
    completion: .choices(OutputFormat.allCases.map(\.rawValue)))

  /// Taken by every command.
  static let everywhere = [store, collection, format]

  static let within = OptionSpec(
    "within", "DISTANCE", "the radius, with its unit: m, km, mi, ft or nmi, as 2km", isRequired: true)
  static let limit = OptionSpec("limit", "N", "at most so many objects")
  static let after = OptionSpec("after", "CURSOR", "go on where an earlier answer ended")
  static let of = OptionSpec("of", "ID", "measure from where this object is, and leave it out")
  static let filter = OptionSpec(
    "where", "KEY=VALUE", "only objects whose attribute has this value; may be repeated", repeats: true)

  static let seenWithin = OptionSpec(
    "seen-within", "DURATION", "only objects that came to their place so lately: s, min, h or d, as 10min")
  static let exclude = OptionSpec(
    "exclude", "ID", "leave this object out; may be repeated", repeats: true)
  static let maximumItems = OptionSpec(
    "max-items", "N", "refuse a query that would read more items of the index")
  static let maximumRequests = OptionSpec("max-requests", "N", "refuse a query that would take more requests")
  static let maximumTime = OptionSpec(
    "max-time", "DURATION", "refuse a query that would take longer, and end one that does, as 200ms")

  static let count = OptionSpec("count", "N", "how many objects", isRequired: true)
  static let withinAtMost = OptionSpec(
    "within", "DISTANCE", "at most so far, with its unit, as 50km (default: any distance)")
  static let from = OptionSpec(
    "from", "DISTANCE", "the least distance, with its unit, as 1km", isRequired: true)
  static let edges = OptionSpec(
    "edges", "planar|geodesic", "what joins two positions (default planar)",
    completion: .choices(["planar", "geodesic"]))
  static let run = OptionSpec(flag: "run", "carry the query out, too, and tell what really happened")
  static let svg = OptionSpec(
    "svg", "FILE", "draw covering, shape and matches into this file", completion: .files)
  static let estimate = OptionSpec(
    flag: "estimate", "answer from the store's counts of coarse cells, with bounds, reading no objects")
  static let sample = OptionSpec(
    "sample", "N", "read about so many objects at random and scale up, with an error bar")
  static let mapLevel = OptionSpec(
    "level", "N", "the level of the cells: 0 to 30 (S2), or bits of a geohash, 0 to 60", isRequired: true)

  static let inputFormat = OptionSpec(
    "input-format", "FORMAT", "csv, tsv, ndjson or geojson (default: by the file's name)",
    completion: .choices(InputFormat.allCases.map(\.rawValue)))
  static let index = OptionSpec(
    "index", "NAME,…", "the attributes that the collection's index carries, for --where and quick answers")
  static let onError = OptionSpec(
    "on-error", "stop|skip", "what a bad row does (default stop)",
    completion: .choices(ErrorPolicy.allCases.map(\.rawValue)))

  static let to = OptionSpec(
    "to", "STORE", "where to copy to: a file, or dynamodb://REGION/TABLE", isRequired: true,
    completion: .files)
  static let toCollection = OptionSpec(
    "to-collection", "NAME", "what the collection is called there (default: the same)")
  static let restart = OptionSpec(
    flag: "restart", "begin anew instead of going on where an interrupted copy ended")
  static let intoExisting = OptionSpec(
    flag: "into-existing", "copy into a collection that holds objects; newer ones stay as they are")
  static let levels = OptionSpec(
    "levels", "N[,N]",
    "the levels of the cells that partition the index, an index each (default 8; bits of a geohash: 20)")
  static let billing = OptionSpec(
    "billing", "on-demand|provisioned", "how DynamoDB charges (default on-demand)",
    completion: .choices(["on-demand", "provisioned"]))
  static let readUnits = OptionSpec(
    "read-units", "N", "read units a second of the table and of each index, if provisioned")
  static let writeUnits = OptionSpec(
    "write-units", "N", "write units a second of the table and of each index, if provisioned")
  static let yes = OptionSpec(flag: "yes", "do not ask")
  static let repair = OptionSpec(flag: "repair", "put right what has drifted")

  static func areaSet(isRequired: Bool) -> OptionSpec {
    OptionSpec(
      "set", "NAME", "the set of areas" + (isRequired ? "" : " (default all)"), isRequired: isRequired)
  }
  static let idProperty = OptionSpec("id", "PROPERTY", "the property that has the area's id (default id)")
  static let postcode = OptionSpec("postcode", "TEXT", "the user's postcode")
  static let at = OptionSpec("at", "LAT,LON", "where the user is, as 51.5074,-0.1278")
  static let country = OptionSpec(
    "country", "CODE", "the postcode's country, two letters of ISO 3166-1 (default GB)")
  static let fromEntry = OptionSpec("from", "SEQ", "begin with the entry of this number")
  static let reverse = OptionSpec(flag: "reverse", "read towards the start, by default from the end")
  static let viewer = OptionSpec(
    "as", "USER", "as this user, by the access lists (default: as the operator, who may do all)")
  static let readers = OptionSpec("read", "NAME,…", "who may read")
  static let writers = OptionSpec("write", "NAME,…", "who may write")
  static let everybodys = OptionSpec(flag: "open", "no list: everybody may read and write")
  static let reader = OptionSpec(
    "as", "USER", "read as this user, who must be a member (default: as the operator, who sees all)")
  static let markRead = OptionSpec(
    flag: "mark-read", "note that the user of --as has read what is printed")
  static let replies = OptionSpec("replies", "SEQ", "instead of the log the replies to this message")
  static let messages = OptionSpec(
    "messages", "keep|remove", "what becomes of the user's messages (default keep, without an author)",
    completion: .choices(["keep", "remove"]))

  static let precision = OptionSpec("precision", "N", "characters of the geohash, 1 to 12 (default 9)")
  static let level = OptionSpec("level", "N", "the cell's level, 0 (a face of the cube) to 30 (a leaf)")
  static let grid = OptionSpec(
    "grid", "s2|geohash", "the grid of the cells (default s2)", completion: .choices(["s2", "geohash"]))
  static let maximumCells = OptionSpec("max-cells", "N", "at most so many cells (default 8)")
}
