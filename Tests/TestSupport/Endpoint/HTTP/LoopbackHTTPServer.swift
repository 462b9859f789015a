// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTPD
internal import Dispatch
internal import Synchronization

/// A request as it came.
struct HTTPQuestion: Sendable {
  var method: String
  var path: String
  /// Values by lower-case name.
  var headers: [String: String]
  var body: [UInt8]
}

/// What is answered.
struct HTTPAnswer: Sendable {
  var status = 200
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
}

/// The certificate of a server that speaks TLS, with its key, both as PEM.
public struct ServerCertificate: Sendable {
  /// The certificate, with those between it and the authority if there are any.
  public var certificate: String
  /// Its private key.
  public var key: String

  /// Makes one of its texts.
  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// An HTTP/1.1 server on a free port of 127.0.0.1, by libmicrohttpd: a thread for each connection, which waits while its
/// request is answered.
@safe
final class LoopbackHTTPServer: Sendable {
  /// Answers a request.
  typealias Handler = @Sendable (HTTPQuestion) async -> HTTPAnswer

  /// The port.
  let port: UInt16
  private let answering: Answering
  /// nil once it is stopped. The pointer is one value under the lock; libmicrohttpd lets any thread stop a daemon.
  private let daemon: Mutex<UInt?>

  /// Starts a server.
  init(certificate: ServerCertificate? = nil, _ handler: @escaping Handler) throws {
    answering = Answering(handler)
    let context = unsafe Unmanaged.passUnretained(answering).toOpaque()
    let daemon =
      if let certificate {
        unsafe MHD_start_on_loopback(
          Self.accept, Self.complete, context, certificate.key, certificate.certificate)
      } else {
        unsafe MHD_start_on_loopback(Self.accept, Self.complete, context, nil, nil)
      }
    guard let daemon = unsafe daemon else {
      throw LocalServer.Failure(description: "libmicrohttpd could not start a server on 127.0.0.1")
    }
    port = unsafe MHD_bound_port(daemon)
    self.daemon = Mutex(UInt(bitPattern: daemon))
  }

  deinit { stop() }

  /// Answers what is under way, closes all connections, and ends. Blocks until then: never call it from a task.
  func stop() {
    let stopped = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    guard let stopped else { return }
    unsafe MHD_stop_daemon(OpaquePointer(bitPattern: stopped))
  }

  private final class Answering: Sendable {
    let handler: Handler
    init(_ handler: @escaping Handler) { self.handler = handler }

    /// Answers on this thread: it waits for the task.
    func answer(_ question: HTTPQuestion) -> HTTPAnswer {
      let done = DispatchSemaphore(value: 0)
      let box = AnswerBox()
      Task(executorPreference: AnsweringExecutor.shared) {
        let result = await self.handler(question)
        box.answer.withLock { $0 = result }
        done.signal()
      }
      done.wait()
      return box.answer.withLock { $0 } ?? HTTPAnswer(status: 500)
    }
  }

  private final class AnswerBox: Sendable {
    let answer = Mutex<HTTPAnswer?>(nil)
  }

  /// A request of which parts have come; only the connection's thread touches it.
  private final class Incoming {
    var question: HTTPQuestion
    init(_ question: HTTPQuestion) { self.question = question }
  }

  private static let accept: MHD_AccessHandlerCallback = {
    context, connection, path, method, _, data, count, state in
    guard let state = unsafe state, let count = unsafe count else { return .NO }
    guard let known = unsafe state.pointee else {
      let question = unsafe HTTPQuestion(
        method: String(cString: method!), path: String(cString: path!),
        headers: LoopbackHTTPServer.headers(connection),
        body: [])
      unsafe state.pointee = Unmanaged.passRetained(Incoming(question)).toOpaque()
      return .YES
    }
    let incoming = unsafe Unmanaged<Incoming>.fromOpaque(known).takeUnretainedValue()
    if unsafe count.pointee > 0 {
      unsafe incoming.question.body.append(
        contentsOf: UnsafeRawBufferPointer(start: data, count: count.pointee))
      unsafe count.pointee = 0
      return .YES
    }
    let answering = unsafe Unmanaged<Answering>.fromOpaque(context!).takeUnretainedValue()
    return unsafe LoopbackHTTPServer.send(answering.answer(incoming.question), connection)
  }

  private static let complete: MHD_RequestCompletedCallback = { _, _, state, _ in
    guard let known = unsafe state?.pointee else { return }
    unsafe Unmanaged<Incoming>.fromOpaque(known).release()
    unsafe state?.pointee = nil
  }

  private static func headers(_ connection: OpaquePointer?) -> [String: String] {
    var headers: [String: String] = [:]
    _ = unsafe withUnsafeMutablePointer(to: &headers) { headers in
      unsafe MHD_get_connection_values(
        connection, .HEADER_KIND,
        { context, _, name, value in
          let headers = unsafe context!.assumingMemoryBound(to: [String: String].self)
          unsafe headers.pointee[String(cString: name!).lowercased()] =
            unsafe value.map { unsafe String(cString: $0) } ?? ""
          return .YES
        }, headers)
    }
    return headers
  }

  private static func send(_ answer: HTTPAnswer, _ connection: OpaquePointer?) -> MHD_Result {
    var body = answer.body
    let response = unsafe MHD_create_response_from_buffer(body.count, &body, .RESPMEM_MUST_COPY)
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in answer.headers { _ = unsafe MHD_add_response_header(response, name, value) }
    return unsafe MHD_queue_response(connection, UInt32(answer.status), response)
  }
}
