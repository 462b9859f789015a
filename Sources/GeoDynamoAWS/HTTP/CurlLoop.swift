// SPDX-License-Identifier: Apache-2.0
internal import CCurl
internal import GeoDynamo
internal import Synchronization

/// The thread that all transfers of a transport run on.
///
/// - Note: `@unchecked Sendable`: the multi handle is used by the thread alone, but for `curl_multi_wakeup`, which libcurl lets
///   every thread call and which is called under the mutex, so never after the handle is gone.
@safe final class CurlLoop: @unchecked Sendable {
  private enum Order {
    case begin(CurlTransfer)
    case cancel(CurlTransfer)
  }

  private struct Inbox {
    var orders: [Order] = []
    var isEnded = false
  }

  private let inbox = Mutex(Inbox())
  private let multi: UnsafeMutableRawPointer

  /// Starts the thread, which lives until `end()`.
  init(authorities: String?) {
    precondition(Self.isLibraryReady, "libcurl cannot be initialised")
    unsafe multi = curl_multi_init()
    // As many connections are kept as there are requests of a wide query at once.
    unsafe curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64)
    let isRunning = Thread.start { self.run(authorities) }
    if !isRunning { inbox.withLock { $0.isEnded = true } }
  }

  /// Begins a transfer. It fails at once after `end()`.
  func begin(_ transfer: CurlTransfer) {
    if !post(.begin(transfer)) { transfer.finish(.failure(Self.closed)) }
  }

  /// Aborts a transfer that has not ended.
  func cancel(_ transfer: CurlTransfer) {
    if !post(.cancel(transfer)) { transfer.finish(.failure(CancellationError())) }
  }

  /// Ends the thread. Transfers under way fail.
  func end() {
    inbox.withLock { inbox in
      guard !inbox.isEnded else { return }
      inbox.isEnded = true
      unsafe curl_multi_wakeup(multi)
    }
  }

  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private static let closed = HTTPFailure(
    .noConnection, mayHaveBeenCarriedOut: false, "the transport is closed")

  private static let exhausted = HTTPFailure(
    .noConnection, mayHaveBeenCarriedOut: false, "no memory is left for another transfer")

  private func post(_ order: Order) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isEnded else { return false }
      inbox.orders.append(order)
      unsafe curl_multi_wakeup(multi)
      return true
    }
  }

  private func run(_ authorities: String?) {
    var handles = CurlHandles(authorities: authorities)
    var running: [ObjectIdentifier: CurlTransfer] = [:]
    while true {
      let (orders, isEnded) = inbox.withLock { inbox in
        defer { inbox.orders = [] }
        return (inbox.orders, inbox.isEnded)
      }
      for order in orders {
        switch order {
        case .begin(let transfer):
          guard !transfer.isFinished else { continue }
          unsafe transfer.prepare(handles.take(), handles)
          guard unsafe curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            release(transfer, &handles)
            transfer.finish(.failure(Self.exhausted))
            continue
          }
          running[ObjectIdentifier(transfer)] = transfer
        case .cancel(let transfer):
          if running.removeValue(forKey: ObjectIdentifier(transfer)) != nil { release(transfer, &handles) }
          transfer.finish(.failure(CancellationError()))
        }
      }
      if isEnded { break }
      var count: Int32 = 0
      unsafe curl_multi_perform(multi, &count)
      var left: Int32 = 0
      while let message = unsafe curl_multi_info_read(multi, &left) {
        guard unsafe message.pointee.msg == CURLMSG_DONE,
          let transfer = unsafe CurlTransfer.of(message.pointee.easy_handle)
        else { continue }
        let result = unsafe transfer.result(of: message.pointee.data.result)
        running[ObjectIdentifier(transfer)] = nil
        release(transfer, &handles)
        transfer.finish(result)
      }
      unsafe curl_multi_poll(multi, nil, 0, 1000, nil)
    }
    for transfer in running.values {
      let failure = transfer.closed
      release(transfer, &handles)
      transfer.finish(.failure(failure))
    }
    handles.removeAll()
    unsafe curl_multi_cleanup(multi)
  }

  private func release(_ transfer: CurlTransfer, _ handles: inout CurlHandles) {
    guard let handle = unsafe transfer.handle else { return }
    unsafe curl_multi_remove_handle(multi, handle)
    transfer.letGo()
    unsafe handles.giveBack(handle)
  }
}

/// Easy handles that wait for their next transfer: they keep what they know of servers.
@safe struct CurlHandles {
  /// A file of certificates of those who make a server trusted; nil for the system's.
  let authorities: String?
  private var idle: [UnsafeMutableRawPointer] = unsafe []

  /// Begins with none.
  init(authorities: String?) { self.authorities = authorities }

  /// A handle with no options set.
  mutating func take() -> UnsafeMutableRawPointer {
    unsafe idle.popLast() ?? curl_easy_init()
  }

  /// Takes back a handle.
  mutating func giveBack(_ handle: UnsafeMutableRawPointer) {
    unsafe curl_easy_reset(handle)
    if unsafe idle.count < 64 { unsafe idle.append(handle) } else { unsafe curl_easy_cleanup(handle) }
  }

  /// Frees all handles.
  mutating func removeAll() {
    while let handle = unsafe idle.popLast() { unsafe curl_easy_cleanup(handle) }
  }
}
