// SPDX-License-Identifier: Apache-2.0
import CYajl
import Glibc

/// Reads JSON values, one after another, with yajl: bytes in, events to a `JSONBuilder`.
@safe
final class JSONStream {
  private(set) var builder: JSONBuilder
  private let handle: yajl_handle
  private let callbacks: UnsafeMutablePointer<yajl_callbacks>
  private var surrogates = SurrogateCheck()
  /// Called when a record begins and when one is whole, with the offset in the chunk.
  private let event: (Event, Int) -> Void

  enum Event {
    case began
    case ended
  }

  /// - Parameter member: The array in the outermost object whose elements leave one by one.
  init(streaming member: String?, _ event: @escaping (Event, Int) -> Void = { _, _ in }) {
    builder = JSONBuilder(streaming: member)
    self.event = event
    unsafe callbacks = .allocate(capacity: 1)
    unsafe callbacks.initialize(to: Self.table)
    // yajl only keeps the address of the context, and calls back only from within `feed`.
    let cell = UnsafeMutablePointer<Unmanaged<JSONStream>?>.allocate(capacity: 1)
    unsafe cell.initialize(to: nil)
    unsafe context = cell
    unsafe handle = yajl_alloc(callbacks, nil, cell)
    _ = unsafe geoquery_yajl_switch_on(handle, yajl_allow_multiple_values)
    unsafe cell.pointee = .passUnretained(self)
  }

  private let context: UnsafeMutablePointer<Unmanaged<JSONStream>?>

  deinit {
    unsafe yajl_free(handle)
    unsafe callbacks.deallocate()
    unsafe context.deallocate()
  }

  /// The whole values read so far.
  func take() -> [(value: JSONValue, isElement: Bool)] { builder.take() }

  /// Reads bytes.
  ///
  /// - Returns: What is wrong and at which offset; nil when nothing is. After a fault the stream is of no use.
  func feed(_ bytes: UnsafeRawBufferPointer) -> (fault: RowFault, offset: Int)? {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
    // yajl turns a lone surrogate into a question mark; that must not pass in silence.
    if let offset = unsafe surrogates.firstFault(in: bytes) {
      return (RowFault("an escaped surrogate (\\ud800 … \\udfff) stands without its other half"), offset)
    }
    let text = unsafe start.assumingMemoryBound(to: UInt8.self)
    let status = unsafe yajl_parse(handle, text, bytes.count)
    guard status != yajl_status_ok else { return nil }
    let offset = unsafe min(bytes.count, yajl_get_bytes_consumed(handle))
    return (builder.fault ?? syntaxFault(), offset)
  }

  /// Is told that nothing follows.
  func finish() -> RowFault? {
    if unsafe yajl_complete_parse(handle) == yajl_status_ok, builder.depth == 0 { return nil }
    return builder.fault ?? RowFault("the JSON is cut short")
  }

  private func syntaxFault() -> RowFault {
    guard let message = unsafe yajl_get_error(handle, 0, nil, 0) else { return RowFault("not JSON") }
    defer { unsafe yajl_free_error(handle, message) }
    let text = unsafe String(decodingCString: message, as: UTF8.self)
    let reason = text.split(separator: ":", maxSplits: 1).last.map { trimmed($0.prefix { $0 != "\n" }) } ?? ""
    return RowFault("not JSON: \(reason)")
  }
}

extension JSONStream {
  private typealias Context = UnsafeMutableRawPointer?

  private static func stream(_ context: Context) -> JSONStream {
    unsafe context!.assumingMemoryBound(to: Unmanaged<JSONStream>?.self).pointee!.takeUnretainedValue()
  }

  /// Passes a value on, and tells of its beginning and end.
  private func scalar(_ value: JSONValue) -> Int32 {
    let isRecord = builder.isBetweenRecords
    if isRecord { event(.began, offset) }
    let result = builder.add(value)
    if isRecord { event(.ended, offset) }
    return result ? 1 : 0
  }

  private func open(isObject: Bool) -> Int32 {
    if builder.isBetweenRecords { event(.began, offset) }
    return builder.open(isObject: isObject) ? 1 : 0
  }

  private func close() -> Int32 {
    let result = builder.close()
    if builder.isBetweenRecords { event(.ended, offset) }
    return result ? 1 : 0
  }

  private var offset: Int { unsafe yajl_get_bytes_consumed(handle) }

  private static func text(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String? {
    guard count <= ImportLimits.fieldBytes else { return nil }
    let span = unsafe Span(_unsafeStart: bytes!, count: count)
    guard let text = try? UTF8Span(validating: span) else { return nil }
    return String(copying: text)
  }

  private func refuse(_ count: Int) -> Int32 {
    builder.refuse(
      count > ImportLimits.fieldBytes
        ? RowFault("a JSON string is longer than \(ImportLimits.fieldBytes >> 20) MiB")
        : RowFault("a JSON string is not valid UTF-8"))
    return 0
  }

  private func refuseNumber() -> Int32 {
    builder.refuse(RowFault("a number has more than 1,000 characters"))
    return 0
  }

  private static var table: yajl_callbacks {
    unsafe yajl_callbacks(
      yajl_null: { unsafe JSONStream.stream($0).scalar(.null) },
      yajl_boolean: { context, value in unsafe JSONStream.stream(context).scalar(.bool(value != 0)) },
      yajl_integer: nil,
      yajl_double: nil,
      yajl_number: { context, bytes, count in
        let stream = unsafe JSONStream.stream(context)
        // A longer text is no number that can be stored, and cut it would be another one.
        guard count <= 1000 else { return stream.refuseNumber() }
        let text = unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        return stream.scalar(.number(text))
      },
      yajl_string: { context, bytes, count in
        let stream = unsafe JSONStream.stream(context)
        guard let text = unsafe JSONStream.text(bytes, count) else { return stream.refuse(count) }
        return stream.scalar(.string(text))
      },
      yajl_start_map: { unsafe JSONStream.stream($0).open(isObject: true) },
      yajl_map_key: { context, bytes, count in
        let stream = unsafe JSONStream.stream(context)
        guard let text = unsafe JSONStream.text(bytes, count) else { return stream.refuse(count) }
        return stream.builder.name(text) ? 1 : 0
      },
      yajl_end_map: { unsafe JSONStream.stream($0).close() },
      yajl_start_array: { unsafe JSONStream.stream($0).open(isObject: false) },
      yajl_end_array: { unsafe JSONStream.stream($0).close() }
    )
  }
}
