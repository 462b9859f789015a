// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread of the system, for work that blocks and must not hold up Swift's own threads.
package enum Thread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread.
  ///
  /// - Returns: Whether the system gave one.
  package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let body = unsafe Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
