// SPDX-License-Identifier: Apache-2.0
import Foundation
import GeoDynamo
import Testing

@testable import GeoDynamoSQLite

/// A disk that is full fails the writes it stops, and nothing else.
struct FullDiskTests {
  @Test func aFullDiskFailsTheWriteAndLeavesTheStoreSound() async throws {
    let disk = try SmallDisk(kilobytes: 2048)
    let store = try SQLiteStore.open(disk.file(), mode: .create)
    var stored = 0
    let error = await #expect(throws: StoreError.self) {
      for number in 0..<100_000 {
        try await store.put(TestObject(id: "\(number)", latitude: 1, longitude: 2).item)
        stored += 1
      }
    }
    #expect(error?.code == .diskFull, "\(String(describing: error?.underlying))")
    #expect(stored > 100)
    #expect(try await store.allRows().rows.count == stored, "what was acknowledged is there, and no more")
    store.close()
    let reopened = try SQLiteStore.open(disk.file(), mode: .readOnly)
    let report = try reopened.check()
    reopened.close()
    #expect(report == CheckReport(items: stored, indexRows: stored, problems: []))
  }

  @Test func aLoadThatDoesNotFitIsWithoutATrace() async throws {
    let disk = try SmallDisk(kilobytes: 1024)
    let store = try SQLiteStore.open(disk.file(), mode: .create)
    try await store.put(TestObject(id: "first", latitude: 1, longitude: 2).item)
    let items = try (0..<50_000).map { try TestObject(id: "\($0)", latitude: 1, longitude: 2).item }
    let error = await #expect(throws: StoreError.self) { try await store.load(items) }
    #expect(error?.code == .diskFull)
    try await store.put(TestObject(id: "second", latitude: 1, longitude: 2).item)
    #expect(Set(try await store.allRows().rows.keys) == ["first", "second"])
    store.close()
  }

  @Test func aFullDiskMakesNoStore() throws {
    let disk = try SmallDisk(kilobytes: 8)
    let error = #expect(throws: StoreError.self) { _ = try SQLiteStore.open(disk.file(), mode: .create) }
    #expect(error?.code == .diskFull, "\(String(describing: error))")
  }

  @Test func aStoreOnAReadOnlyFileSystemCanBeReadAndNotWritten() async throws {
    let disk = try SmallDisk(kilobytes: 1024)
    let store = try SQLiteStore.open(disk.file(), mode: .create)
    try await store.put(TestObject(id: "a", latitude: 1, longitude: 2).item)
    store.close()
    try disk.remount("ro")
    let error = #expect(throws: StoreError.self) { _ = try SQLiteStore.open(disk.file(), mode: .readWrite) }
    #expect(error?.code == .accessDenied)
    let reader = try SQLiteStore.open(disk.file(), mode: .readOnly)
    #expect(try await reader.allRows().rows.count == 1)
    reader.close()
  }
}

/// A file system in memory, made for a test and unmounted after it. Needs the right to mount.
private final class SmallDisk {
  private let directory: TemporaryDirectory

  init(kilobytes: Int) throws {
    directory = try TemporaryDirectory()
    try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", directory.path])
  }

  deinit {
    try? Self.run("umount", ["-l", directory.path])
  }

  func file() -> String { directory.file() }

  func remount(_ option: String) throws {
    try Self.run("mount", ["-o", "remount,\(option)", directory.path])
  }

  private struct MountFailed: Error, CustomStringConvertible {
    let description = "this test mounts a tmpfs and needs to run as root, or in a user and mount namespace"
  }

  private static func run(_ command: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw MountFailed() }
  }
}
