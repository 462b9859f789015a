// SPDX-License-Identifier: Apache-2.0

import CCounters

/// Wall time and processor time.
enum Clock {
  static var nanoseconds: UInt64 { UInt64(monotonic_nanoseconds()) }
  static var seconds: Double { Double(monotonic_nanoseconds()) * 1e-9 }

  /// The processor time of this process and, for a subject, of those that work for it.
  static func processorSeconds(of subject: any Subject) -> Double {
    process_seconds() + subject.otherSeconds
  }
}
