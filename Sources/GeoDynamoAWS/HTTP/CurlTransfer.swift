// SPDX-License-Identifier: Apache-2.0
internal import CCurl
internal import Synchronization

/// One request on its way.
///
/// - Note: `@unchecked Sendable`: the continuation is behind a mutex; all else is used by the loop's thread alone, once the
///   transfer has been handed to it.
@safe final class CurlTransfer: @unchecked Sendable {
  private enum Waiter {
    case none
    case waiting(CheckedContinuation<HTTPResponse, any Error>)
    case finished
  }

  private let request: HTTPRequest
  private let waiter = Mutex(Waiter.none)
  /// The easy handle, while the transfer runs.
  private(set) var handle: UnsafeMutableRawPointer?
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var body: [UInt8] = []
  private var isTooLarge = false
  /// What libcurl had sent when the request was about to be: a proxy is asked for a connection before. Nil until then.
  private var bytesBefore: Int?
  private var wouldRepeat = false

  /// A transfer that has not begun.
  init(_ request: HTTPRequest) {
    self.request = request
    unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe message.deallocate()
  }

  /// Whether somebody has been told of the end.
  var isFinished: Bool {
    waiter.withLock { if case .finished = $0 { true } else { false } }
  }

  /// Lets `continuation` be resumed at the end.
  func wait(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
    let isLate = waiter.withLock { waiter in
      if case .finished = waiter { return true }
      waiter = .waiting(continuation)
      return false
    }
    // Cancelled before it began.
    if isLate { continuation.resume(throwing: CancellationError()) }
  }

  /// Tells of the end; only the first time counts.
  func finish(_ result: Result<HTTPResponse, any Error>) {
    let continuation = waiter.withLock { waiter in
      defer { waiter = .finished }
      guard case .waiting(let continuation) = waiter else {
        return nil as CheckedContinuation<HTTPResponse, any Error>?
      }
      return continuation
    }
    continuation?.resume(with: result)
  }
}

/// On the loop's thread.
extension CurlTransfer {
  /// The transfer of an easy handle.
  static func of(_ handle: UnsafeMutableRawPointer?) -> CurlTransfer? {
    var pointer: UnsafeMutableRawPointer?
    unsafe curl_easy_get_pointer(handle, CURLINFO_PRIVATE, &pointer)
    return unsafe pointer.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the options of an easy handle. The handle holds the transfer until `letGo()`.
  func prepare(_ handle: UnsafeMutableRawPointer, _ handles: CurlHandles) {
    unsafe self.handle = handle
    let own = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe curl_easy_set_pointer(handle, CURLOPT_PRIVATE, own)
    unsafe curl_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
    unsafe curl_easy_set_text(handle, CURLOPT_URL, request.url)
    unsafe curl_easy_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    unsafe curl_easy_set_text(handle, CURLOPT_USERAGENT, "geoquery/0.1.0")
    unsafe curl_easy_set_long(handle, CURLOPT_NOSIGNAL, 1)
    unsafe curl_easy_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    unsafe curl_easy_set_long(handle, CURLOPT_TIMEOUT_MS, request.timeout.wholeMilliseconds)
    unsafe curl_easy_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.wholeMilliseconds)
    // An abandoned look-up of a name ends by itself; waiting for it would hold up all other transfers.
    unsafe curl_easy_set_long(handle, CURLOPT_QUICK_EXIT, 1)
    // A proxy cannot reach what is only here, and need not see the credentials that are asked for there.
    if request.isToNeighbor { unsafe curl_easy_set_text(handle, CURLOPT_PROXY, "") }
    if let authorities = handles.authorities {
      unsafe curl_easy_set_text(handle, CURLOPT_CAINFO, authorities)
      unsafe curl_easy_set_text(handle, CURLOPT_CAPATH, nil)  // the system's, which would be trusted as well
    }
    unsafe setBody(of: handle)
    unsafe setHeaders(of: handle)
    if let signature = request.signature {
      let text = "aws:amz:\(signature.region):\(signature.service)"
      unsafe curl_easy_set_text(handle, CURLOPT_AWS_SIGV4, text)
      unsafe curl_easy_set_text(handle, CURLOPT_USERNAME, signature.credentials.accessKeyID)
      unsafe curl_easy_set_text(handle, CURLOPT_PASSWORD, signature.credentials.secretAccessKey)
    }
    unsafe curl_easy_set_request_guard(
      handle,
      { context, _, _, _, _ in
        unsafe CurlTransfer.at(context).maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      }, own)
    unsafe curl_easy_set_pointer(handle, CURLOPT_WRITEDATA, own)
    unsafe curl_easy_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      unsafe CurlTransfer.at(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  /// What an ended transfer brought.
  func result(of code: CURLcode) -> Result<HTTPResponse, any Error> {
    guard code == CURLE_OK else { return .failure(failure(code)) }
    var status = 0
    unsafe curl_easy_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    return .success(HTTPResponse(status: status, headers: headers, body: body))
  }

  /// How a transfer ends whose transport is closed.
  var closed: HTTPFailure {
    HTTPFailure(
      isSent ? .interrupted : .noConnection, mayHaveBeenCarriedOut: isSent,
      "\(request.host): the transport was closed meanwhile")
  }

  /// Frees what the handle held, which has been taken from the multi handle.
  func letGo() {
    guard unsafe handle != nil else { return }
    unsafe handle = nil
    unsafe curl_slist_free_all(headerList)
    unsafe headerList = nil
    unsafe Unmanaged.passUnretained(self).release()
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    unsafe Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
  }

  private func setBody(of handle: UnsafeMutableRawPointer) {
    if request.method == "GET" {
      unsafe curl_easy_set_long(handle, CURLOPT_HTTPGET, 1)
      return
    }
    unsafe curl_easy_set_long(handle, CURLOPT_POST, 1)
    if request.method != "POST" { unsafe curl_easy_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method) }
    unsafe curl_easy_set_long(handle, CURLOPT_POSTFIELDSIZE, request.body.count)
    unsafe request.body.withUnsafeBytes { bytes in
      // A null pointer would mean that the body is to be read from a callback.
      let start =
        unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress) ?? UnsafeMutableRawPointer(message)
      unsafe curl_easy_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, start)
    }
  }

  private func setHeaders(of handle: UnsafeMutableRawPointer) {
    var lines = request.headers.map { "\($0.name): \($0.value)" }
    if let signature = request.signature {
      if let token = signature.credentials.sessionToken { lines.append("X-Amz-Security-Token: \(token)") }
    } else {
      // A line without a value keeps libcurl from sending such a header; to sign one, it would sign what is not sent.
      lines.append("Expect:")
      // libcurl would call every body a form.
      if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
        lines.append("Content-Type:")
      }
    }
    // Large bodies do not wait for a server's leave to be sent.
    unsafe curl_easy_set_long(handle, CURLOPT_EXPECT_100_TIMEOUT_MS, 0)
    for line in lines { unsafe headerList = curl_slist_append(headerList, line) }
    unsafe curl_easy_set_list(handle, CURLOPT_HTTPHEADER, headerList)
  }

  /// Whether libcurl may send the request now.
  ///
  /// When a connection that was kept alive ends without an answer, libcurl would send the request once more on a new
  /// one. It may have been carried out, and only whoever made it knows whether it may be carried out twice.
  private func maySend() -> Bool {
    wouldRepeat = isSent
    if bytesBefore == nil { bytesBefore = bytesSent }
    return !wouldRepeat
  }

  /// Whether a part of the request has left.
  private var isSent: Bool { bytesBefore.map { bytesSent > $0 } ?? false }

  private var bytesSent: Int {
    var sent = 0
    unsafe curl_easy_get_long(handle, CURLINFO_REQUEST_SIZE, &sent)
    return sent
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= CurlTransport.largestAnswer else {
      isTooLarge = true
      return 0  // not all of it: libcurl ends the transfer
    }
    unsafe body.append(contentsOf: bytes)
    return bytes.count
  }

  /// Those of the last answer, which is not one such as 100 Continue.
  private var headers: [String: String] {
    var headers: [String: String] = [:]
    var entry = unsafe curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, nil)
    while let header = unsafe entry {
      unsafe headers[String(cString: header.pointee.name).lowercased()] = String(
        cString: header.pointee.value)
      unsafe entry = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, header)
    }
    return headers
  }

  private func failure(_ code: CURLcode) -> HTTPFailure {
    let kind: HTTPFailure.Kind =
      switch code {
      case CURLE_OPERATION_TIMEDOUT where isSent: .timeout
      case _ where isSent: .interrupted
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
        .untrustedServer
      default: .noConnection
      }
    var text = unsafe String(cString: message)
    if text.isEmpty { text = unsafe String(cString: curl_easy_strerror(code)) }
    if isTooLarge { text = "the answer has more than \(CurlTransport.largestAnswer) bytes" }
    if wouldRepeat { text = "the connection ended without an answer" }
    return HTTPFailure(kind, mayHaveBeenCarriedOut: isSent, "\(request.host): \(text)")
  }
}

extension Duration {
  /// From 1, as 0 is libcurl's word for no limit, to twelve days.
  fileprivate var wholeMilliseconds: Int {
    let seconds = min(components.seconds, 1 << 20)
    return max(1, Int(seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000))
  }
}
