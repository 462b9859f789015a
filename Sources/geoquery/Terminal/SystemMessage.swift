// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The operating system's text for an error number.
func systemMessage(_ number: Int32) -> String {
  unsafe String(cString: strerror(number))
}
