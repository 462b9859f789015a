// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The wall clock.
enum SystemClock {
  /// Microseconds since 1970.
  static let microseconds: @Sendable () -> Int64 = {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }
}
