// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS

extension TableLocation {
  /// The table as a store. Nothing is sent yet.
  func store(by configuration: DynamoDBConfiguration) -> any GeoStore {
    DynamoDBStore(table: table, configuration: configuration)
  }

  /// A table of the dynamodb-geo family as a store to read. Nothing is sent yet.
  func store(
    laidOut arguments: DynamoDBGeoArguments, as collection: CollectionName,
    by configuration: DynamoDBConfiguration
  ) -> any GeoStore {
    var layout = DynamoDBGeoLayout()
    layout.hashKeyLength = arguments.hashKeyLength
    layout.coordinates = arguments.coordinates.flatMap { DynamoDBGeoLayout.Coordinates(rawValue: $0) }
    layout.areIDsSigned = arguments.areIDsSigned
    layout.hashKey = arguments.names["hashKey"] ?? layout.hashKey
    layout.rangeKey = arguments.names["rangeKey"] ?? layout.rangeKey
    layout.geohash = arguments.names["geohash"] ?? layout.geohash
    layout.geoJSON = arguments.names["geoJson"] ?? layout.geoJSON
    layout.index = arguments.names["index"] ?? layout.index
    return DynamoDBGeoStore(
      table: table, configuration: configuration, collection: collection, layout: layout)
  }

  /// Region, endpoint and credentials: those of the location, else those that AWS's programs would take. Nothing is sent.
  ///
  /// It has a thread and connections of its own: a command makes one and hands it on.
  func configuration() throws -> DynamoDBConfiguration {
    try DynamoDBConfiguration.resolved(region: region, endpoint: endpoint, profile: profile)
  }
}
