// SPDX-License-Identifier: Apache-2.0

/// One line that is drawn over again: how far an import is, how many objects, how many a second.
///
/// Silent unless a person reads the stream.
struct ProgressBar {
  private let stream: OutputStream
  private let isShown: Bool
  private let name: String
  private let start: ContinuousClock.Instant
  private var isDrawn = false

  init(of name: String, on stream: OutputStream, startingAt start: ContinuousClock.Instant) {
    self.name = printable(String(name.split(separator: "/").last ?? "input"))
    self.stream = stream
    self.start = start
    isShown = stream.isTerminal
  }

  /// Draws the line.
  ///
  /// - Parameter fraction: How much of the file has been read, 0 … 1; nil when its size is unknown.
  mutating func show(objects: Int, fraction: Double?, at now: ContinuousClock.Instant) {
    guard isShown else { return }
    isDrawn = true
    try? stream.write(
      "\r" + Self.line(name: name, objects: objects, fraction: fraction, elapsed: now - start) + "\u{1B}[K")
    try? stream.flush()
  }

  /// Removes the line, so that a message may follow.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    try? stream.write("\r\u{1B}[K")
    try? stream.flush()
  }

  /// The line's text.
  static func line(name: String, objects: Int, fraction: Double?, elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    let rate = seconds > 0 ? grouped(Int(Double(objects) / seconds)) : "–"
    var text = name
    if let fraction {
      let full = Int(max(0, min(1, fraction)) * 24)
      text += " [" + String(repeating: "#", count: full) + String(repeating: "·", count: 24 - full) + "]"
      text += " \(Int(fraction * 100)) %"
    }
    return text + "  \(grouped(objects)) objects  \(rate)/s"
  }
}

/// A whole number with a comma between thousands.
func grouped(_ number: Int) -> String {
  var text = ""
  for (place, digit) in String(number.magnitude).reversed().enumerated() {
    if place > 0, place % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + String(text.reversed())
}
