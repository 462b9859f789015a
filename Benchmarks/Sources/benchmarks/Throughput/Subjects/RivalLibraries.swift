// SPDX-License-Identifier: Apache-2.0

import CRivals
import Foundation

/// The rivals of the folder `Rivals`: each source is to become a shared library.
enum RivalLibraries {
  /// A rival that is not measured, and why.
  struct Missing: Codable {
    let name: String
    let why: String
  }

  /// Loads what was built and names what was not.
  static func all() throws -> (subjects: [RivalSubject], missing: [Missing]) {
    var (subjects, missing): ([RivalSubject], [Missing]) = ([], [])
    let sources = try FileManager.default.contentsOfDirectory(atPath: Folders.rivals)
      .filter { $0.hasSuffix(".c") || $0.hasSuffix(".cc") }.sorted()
    for source in sources {
      let name = String(source.prefix { $0 != "." })
      // What checks rivals is no rival.
      let text = try String(contentsOfFile: "\(Folders.rivals)/\(source)", encoding: .utf8)
      guard text.contains("rival_entry[] =") else { continue }
      do {
        subjects += try rivals(of: name)
      } catch {
        missing.append(Missing(name: name, why: "\(error)"))
      }
    }
    return (subjects, missing)
  }

  private static func rivals(of library: String) throws -> [RivalSubject] {
    let path = "\(Folders.build)/rivals/\(library).so"
    guard FileManager.default.fileExists(atPath: path) else {
      throw NotMeasured("not built; scripts/bench --setup installs what it needs")
    }
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw NotMeasured(unsafe dlerror().map { unsafe String(cString: $0) } ?? "does not load")
    }
    guard let symbol = unsafe dlsym(handle, "rival_entry") else { throw NotMeasured("has no rival_entry") }
    var next = unsafe symbol.assumingMemoryBound(to: UnsafePointer<rival>?.self)
    var subjects: [RivalSubject] = []
    while let entry = unsafe next.pointee {
      let name = subjects.isEmpty ? library : "\(library)-\(subjects.count + 1)"
      subjects.append(
        unsafe RivalSubject(entry, name: name, folder: "\(Folders.build)/rivals/\(name)"))
      unsafe next += 1
    }
    return subjects
  }
}
