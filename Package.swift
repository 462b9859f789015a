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

func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: [.linkedLibrary("m")])
}

func tests(
  of name: String, uses dependencies: [Target.Dependency] = [], excluding sources: [String] = [],
  fixtures: [Resource]? = nil
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    exclude: sources, resources: fixtures, swiftSettings: settings)
}

func system(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "geoquery",
  products: [
    .library(name: "GeoHash", targets: ["GeoHash"]),
    .library(name: "GeoDynamo", targets: ["GeoDynamo"]),
    .library(name: "GeoDynamoSQLite", targets: ["GeoDynamoSQLite"]),
    .library(name: "GeoDynamoAWS", targets: ["GeoDynamoAWS"]),
    .library(name: "Postcodes", targets: ["Postcodes"]),
    .library(name: "PostcodeAreas", targets: ["PostcodeAreas"]),
    .library(name: "UKAreas", targets: ["UKAreas"]),
    .executable(name: "geoquery", targets: ["geoquery"]),
  ],
  targets: [
    system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    system("CYajl", pkgConfig: "yajl", package: "libyajl-dev"),
    system("CLibCSV", package: "libcsv-dev"),
    system("CGEOS", pkgConfig: "geos", package: "libgeos-dev"),
    system("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
    system("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
    .target(
      name: "CSimdJSON", path: "Sources/System/CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

    .target(name: "GeoKernels"),
    library("GeoHash", uses: ["GeoKernels"]),
    library("GeoDynamo", uses: ["GeoHash"]),
    library("GeoDynamoSQLite", uses: ["GeoHash", "GeoDynamo", "CSQLite"]),
    library("GeoDynamoAWS", uses: ["GeoHash", "GeoDynamo", "CCurl", "CSimdJSON"]),
    library("Postcodes"),
    library("PostcodeAreas", uses: ["GeoHash", "CGEOS"]),
    .target(name: "UKAreaData", exclude: ["gb-area.areas", "gb-outcode.areas"]),
    library("UKAreas", uses: ["PostcodeAreas", "UKAreaData"]),
    .executableTarget(
      name: "geoquery",
      dependencies: [
        "GeoHash", "GeoDynamo", "GeoDynamoSQLite", "GeoDynamoAWS", "Postcodes", "PostcodeAreas", "UKAreas",
        "CYajl",
        "CLibCSV",
      ],
      swiftSettings: settings),

    .target(
      name: "TestSupport",
      dependencies: ["GeoHash", "GeoDynamo", "GeoDynamoSQLite", "GeoDynamoAWS", "CMicroHTTPD"],
      path: "Tests/TestSupport", swiftSettings: settings),
    tests(
      of: "GeoHash", uses: ["GeoKernels"],
      excluding: ["s2-vectors.cc", "distances.py", "countries.py", "countries.cc"].map { "Fixtures/\($0)" },
      fixtures: [
        "s2-vectors.csv", "distances.csv", "countries.geojson", "countries-planar.csv",
        "countries-geodesic.csv",
      ].map { .copy("Fixtures/\($0)") }),
    tests(of: "GeoDynamo", uses: ["GeoHash", "GeoDynamoSQLite"]),
    tests(of: "GeoDynamoSQLite", uses: ["GeoHash", "GeoDynamo", "crash-writer", "thread-writer"]),
    .executableTarget(
      name: "crash-writer", dependencies: ["GeoDynamo", "GeoDynamoSQLite"], path: "Tests/CrashWriter",
      swiftSettings: settings),
    .executableTarget(
      name: "thread-writer", dependencies: ["GeoDynamo", "GeoDynamoSQLite"], path: "Tests/ThreadWriter",
      swiftSettings: settings),
    tests(of: "GeoDynamoAWS", uses: ["GeoHash", "GeoDynamo", "GeoDynamoSQLite"]),
    tests(
      of: "Postcodes",
      fixtures: ["uk_postcode_sample.csv", "uk_special_postcodes.csv"].map { .copy("Fixtures/\($0)") }),
    tests(of: "PostcodeAreas", uses: ["GeoHash", "UKAreas", "Postcodes", "CGEOS"]),
    tests(of: "geoquery", uses: ["GeoHash", "GeoDynamo", "GeoDynamoSQLite", "GeoDynamoAWS"]),
  ]
)
