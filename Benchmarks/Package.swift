// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "geoquery", path: "..")],
  targets: [
    .target(name: "CAreaTree", linkerSettings: [.linkedLibrary("geos_c")]),
    .target(name: "CCodes"),
    .target(name: "CCounters"),
    .target(name: "CS2Covering"),
    .target(name: "CRivals"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAreaTree", "CCodes", "CCounters", "CS2Covering", "CRivals",
        .product(name: "GeoHash", package: "geoquery"),
        .product(name: "GeoDynamo", package: "geoquery"),
        .product(name: "GeoDynamoSQLite", package: "geoquery"),
        .product(name: "GeoDynamoAWS", package: "geoquery"),
        .product(name: "PostcodeAreas", package: "geoquery"),
        .product(name: "UKAreas", package: "geoquery"),
      ],
      swiftSettings: settings),
  ]
)
