// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoDynamoAWS
import Glibc

extension TableLocation {
  /// The table as a store. Nothing is sent yet.
  func store() throws -> any GeoStore {
    DynamoDBStore(table: table, configuration: try configuration())
  }

  /// A table of the dynamodb-geo family as a store to read. Nothing is sent yet.
  func store(laidOut arguments: DynamoDBGeoArguments, as collection: CollectionName) throws -> any GeoStore {
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
      table: table, configuration: try configuration(), collection: collection, layout: layout)
  }

  /// Region, endpoint and credentials: those of the location, else those of the environment.
  func configuration() throws -> DynamoDBConfiguration {
    func variable(_ name: String) -> String? {
      unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let region = region ?? variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") else {
      throw CommandFailure.usage(
        "the region of table \(table) is not known: write dynamodb://REGION/\(table), or set AWS_REGION")
    }
    guard let id = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY"),
      profile == nil
    else {
      throw StoreError(
        .noCredentials, "there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
        operation: "open")
    }
    let credentials = AWSCredentials(
      accessKeyID: id, secretAccessKey: secret, sessionToken: variable("AWS_SESSION_TOKEN"))
    return DynamoDBConfiguration(
      region: region, endpoint: endpoint, credentials: StaticCredentials(credentials))
  }
}
