// SPDX-License-Identifier: Apache-2.0

/// Carries requests by libcurl: one multi handle on one thread, connections kept alive, HTTP/2 where a server offers it over
/// TLS, certificates and host names checked, requests signed by libcurl itself.
///
/// Source: libcurl's manual, `libcurl-multi`, `CURLOPT_AWS_SIGV4`.
package final class CurlTransport: HTTPTransport {
  /// The largest answer that is taken: DynamoDB's are below 17 MB.
  package static let largestAnswer = 64 << 20

  private let loop: CurlLoop

  /// Starts the thread.
  ///
  /// - Parameter authorities: A file of certificates (PEM) of those whose signature makes a server trusted; nil for the
  ///   system's.
  package init(certificateAuthorities authorities: String? = nil) {
    loop = CurlLoop(authorities: authorities)
  }

  deinit {
    loop.end()
  }

  /// Sends a request, at most once, and waits for its whole answer. Cancelling the task aborts the transfer.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    if let fault = request.fault {
      throw HTTPFailure(.impossibleRequest, mayHaveBeenCarriedOut: false, "\(request.host): \(fault)")
    }
    let transfer = CurlTransfer(request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfer.wait(continuation)
        loop.begin(transfer)
      }
    } onCancel: {
      loop.cancel(transfer)
    }
  }
}
