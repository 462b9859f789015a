// SPDX-License-Identifier: Apache-2.0

extension Claims {
  /// Prints what became of all claims, a line for those of one title, and returns those that fail.
  static func check(_ readings: Readings, onlyExact: Bool) -> [String] {
    var (failures, line, title): ([String], [String], String) = ([], [], "")
    func finishLine() {
      // The same thing missing under all conditions is said once.
      if !line.isEmpty { print("\(title): \(Set(line).count == 1 ? line[0] : line.joined(separator: "; "))") }
      line = []
    }
    print("## claims, \(readings.users) users\n")
    for claim in all {
      if claim.title != title { finishLine() }
      title = claim.title
      let outcome = claim.check(readings)
      let place = claim.condition.isEmpty ? "" : claim.condition + " "
      let text =
        switch outcome {
        case .held(let value): "\(place)\(short(value)) (\(claim.bound.text)) ok"
        case .broken(let value): "\(place)\(short(value)) (\(claim.bound.text)) NOT OK"
        case .withoutSubject(let name): "not measured, as \(name) is not"
        case .unmeasured(let why): "NOT MEASURED, \(why)"
        }
      line.append(text)
      if outcome.isFailure, claim.isExact || !onlyExact { failures.append("\(title): \(text)") }
    }
    finishLine()
    print("")
    return failures
  }
}
