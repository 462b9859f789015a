// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One direction of a diagram: values to a share of its length.
struct Axis {
  enum Scale { case linear, logarithmic }

  let title: String
  let scale: Scale
  let range: ClosedRange<Double>
  let name: (Double) -> String

  /// An axis over values: on a logarithmic one from a power of ten to a power of ten, or closely about them.
  init(
    _ title: String, logarithmic values: [Double], toDecades: Bool = true, name: @escaping (Double) -> String
  ) {
    self.title = title
    self.name = name
    scale = .logarithmic
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    range =
      toDecades
      ? pow(10, floor(log10(low)))...pow(10, max(ceil(log10(high)), floor(log10(low)) + 1))
      : low / 1.25...high * 1.25
  }

  init(_ title: String, linear range: ClosedRange<Double>, name: @escaping (Double) -> String) {
    (self.title, scale, self.range, self.name) = (title, .linear, range, name)
  }

  /// 0 at the axis's beginning, 1 at its end.
  func share(of value: Double) -> Double {
    switch scale {
    case .linear: (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .logarithmic: log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
  }

  /// Values with a line across the diagram and a name.
  var ticks: [Double] {
    switch scale {
    case .linear: (0...4).map { range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / 4 }
    case .logarithmic: decades.filter(holds)
    }
  }

  /// Values with a faint line.
  var minorTicks: [Double] {
    scale == .linear ? [] : decades.flatMap { decade in (2...9).map { decade * Double($0) } }.filter(holds)
  }

  private var decades: [Double] {
    (Int(floor(log10(range.lowerBound)))...Int(ceil(log10(range.upperBound)))).map { pow(10, Double($0)) }
  }

  private func holds(_ value: Double) -> Bool {
    value >= range.lowerBound * 0.9999 && value <= range.upperBound * 1.0001
  }
}
