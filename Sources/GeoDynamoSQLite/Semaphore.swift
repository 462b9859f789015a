// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A counting semaphore of the system, for a thread that sleeps until there is work.
///
/// Sendable since all that may be done with the pointer is what POSIX lets any thread do at any time.
@safe
final class Semaphore: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<sem_t>

  init() {
    unsafe handle = .allocate(capacity: 1)
    unsafe handle.initialize(to: sem_t())
    _ = unsafe sem_init(handle, 0, 0)
  }

  deinit {
    _ = unsafe sem_destroy(handle)
    unsafe handle.deallocate()
  }

  func signal() {
    _ = unsafe sem_post(handle)
  }

  func wait() {
    // A signal handler may interrupt the wait.
    while unsafe sem_wait(handle) != 0 {}
  }
}
