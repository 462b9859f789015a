// SPDX-License-Identifier: Apache-2.0

/// Something that a run is to show: a number and its bound.
struct Claim: Sendable {
  enum Bound: Sendable {
    case atLeast(Double)
    case atMost(Double)

    func holds(_ value: Double) -> Bool {
      switch self {
      case .atLeast(let bound): value >= bound
      case .atMost(let bound): value <= bound
      }
    }

    var text: String {
      switch self {
      case .atLeast(let bound): "≥ \(short(bound))"
      case .atMost(let bound): "≤ \(short(bound))"
      }
    }
  }

  /// What became of it.
  enum Outcome {
    case held(Double)
    case broken(Double)
    /// A rival is not installed, or something was not asked for: no failure, but said.
    case withoutSubject(String)
    /// It should have been measured.
    case unmeasured(String)

    var isFailure: Bool {
      switch self {
      case .held, .withoutSubject: false
      case .broken, .unmeasured: true
      }
    }
  }

  let title: String
  /// One of several conditions under which it is claimed: "100 m".
  let condition: String
  let bound: Bound
  /// Whether it is a count that does not depend on how busy the machine is.
  let isExact: Bool
  /// The number; throws `Missing`.
  let measure: @Sendable (Readings) throws -> Double

  init(
    _ title: String, at condition: String = "", _ bound: Bound, isExact: Bool = false,
    _ measure: @escaping @Sendable (Readings) throws -> Double
  ) {
    (self.title, self.condition, self.bound) = (title, condition, bound)
    (self.isExact, self.measure) = (isExact, measure)
  }

  func check(_ readings: Readings) -> Outcome {
    do {
      let value = try measure(readings)
      guard !value.isNaN else { return .unmeasured("is no number") }
      return bound.holds(value) ? .held(value) : .broken(value)
    } catch Readings.Missing.subject(let name) {
      return .withoutSubject(name)
    } catch {
      return .unmeasured("\(error)")
    }
  }
}
