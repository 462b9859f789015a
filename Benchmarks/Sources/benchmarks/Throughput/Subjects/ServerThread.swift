// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A thread that lasts as long as the process and starts the rivals' servers.
///
/// A server is to end with who started it, and the system takes that to be a thread. The threads that run this program's tasks
/// come and go, and block signals, which a server would inherit.
final class ServerThread: Sendable {
  static let shared = ServerThread()

  private let waiting = Mutex<(@Sendable () -> Void)?>(nil)
  private let (asked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        asked.wait()
        waiting.withLock { $0 }?()
        done.signal()
      }
    }
  }

  /// Runs on that thread; one caller at a time.
  func run<T: Sendable>(_ body: @escaping @Sendable () -> T) -> T {
    let work = Work(body)
    waiting.withLock { $0 = { work.run() } }
    asked.signal()
    done.wait()
    return work.result!
  }

  private final class Work<T: Sendable>: Sendable {
    private let body: @Sendable () -> T
    private let value = Mutex<T?>(nil)

    init(_ body: @escaping @Sendable () -> T) { self.body = body }

    func run() {
      let made = body()
      value.withLock { $0 = made }
    }

    var result: T? { value.withLock { $0 } }
  }
}
