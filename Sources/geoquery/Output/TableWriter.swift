// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// Writes columns for people. A single record stands upright: a name and a value a line.
///
/// The widths are those of the first 1,000 records; later records keep them. Nothing in a cell can drive the terminal.
struct TableWriter: RecordWriter {
  private static let sample = 1000

  private let shape: OutputShape
  private let stream: OutputStream
  private var columns: [String] = []
  private var places: [UTF8String: Int] = [:]
  private var widths: [Int] = []
  private var waiting: [[(name: String, text: String)]] = []
  private var isOpen = false

  init(shape: OutputShape, stream: OutputStream) {
    self.shape = shape
    self.stream = stream
  }

  mutating func write(_ record: OutputRecord) throws {
    let cells = TextCells(record, for: .person).cells.map {
      (name: printable($0.name), text: printable($0.text))
    }
    if isOpen { return try writeRow(cells) }
    waiting.append(cells)
    if waiting.count == Self.sample, shape != .single { try open() }
  }

  mutating func finish(_ trailer: [OutputRecord.Field]) throws {
    if shape == .single {
      for cells in waiting {
        let width = cells.map { displayWidth($0.name) }.max() ?? 0
        for cell in cells { try stream.write(padded(cell.name, to: width + 2) + cell.text + "\n") }
      }
    } else if !isOpen {
      try open()
    }
    try stream.flush()
  }

  private mutating func open() throws {
    isOpen = true
    for cells in waiting {
      for cell in cells {
        let width = min(48, displayWidth(cell.text))
        if let place = places[UTF8String(cell.name)] {
          widths[place] = max(widths[place], width)
        } else {
          places[UTF8String(cell.name)] = columns.count
          columns.append(cell.name)
          widths.append(max(width, displayWidth(cell.name)))
        }
      }
    }
    guard !waiting.isEmpty else { return }
    try writeRow(columns.map { ($0, $0) })
    for cells in waiting { try writeRow(cells) }
    waiting = []
  }

  private func writeRow(_ cells: [(name: String, text: String)]) throws {
    var texts = [String](repeating: "", count: columns.count)
    var others: [String] = []
    for cell in cells {
      if let place = places[UTF8String(cell.name)] {
        texts[place] = cell.text
      } else {
        others.append("\(cell.name)=\(cell.text)")
      }
    }
    var line = ""
    for (place, text) in texts.enumerated() { line += padded(text, to: widths[place] + 2) }
    line += others.joined(separator: "  ")
    try stream.write(String(trimmedEnd(line)) + "\n")
  }
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(text.isEmpty ? 0 : 1, width - displayWidth(text)))
}

private func trimmedEnd(_ text: String) -> Substring {
  var bytes = text.utf8[...]
  while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
  return Substring(bytes)
}

/// How many columns of a terminal a text takes: two for wide East Asian characters and emoji.
func displayWidth(_ text: String) -> Int {
  text.reduce(0) { width, character in
    let scalar = character.unicodeScalars.first!
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return width + 2
    default: return width + 1
    }
  }
}
