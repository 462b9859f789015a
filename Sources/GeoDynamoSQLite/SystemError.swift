// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What an `errno` means for somebody who wants to open a file.
enum SystemError {
  enum Kind {
    case missing
    case denied
    case noSpace
    case other
  }

  static func kind(of number: Int32) -> Kind {
    switch number {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM, EROFS: .denied
    case ENOSPC, EDQUOT: .noSpace
    default: .other
    }
  }

  /// The system's words for `number`.
  static func text(of number: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      // The XSI form writes into the buffer or fails; it is told the buffer's size.
      guard let start = buffer.baseAddress, unsafe strerror_r(number, start, buffer.count) == 0 else {
        return "errno \(number)"
      }
      return unsafe String(cString: start)
    }
  }
}
