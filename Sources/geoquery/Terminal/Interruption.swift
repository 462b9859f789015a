// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What an interrupt (Ctrl-C) does to an import: it says that a part has been stored, and ends as an interrupt does.
enum Interruption {
  private static let text: StaticString =
    "geoquery: interrupted; what had been stored by then has been imported, and nothing after that\n"

  /// Says so at an interrupt from now on.
  static func explain() {
    // Only what may be called in a signal handler is called in it. Raised again, the signal finds the default action.
    _ = signal(SIGINT) { number in
      let text = Interruption.text
      if isatty(STDERR_FILENO) == 1 { _ = unsafe write(STDERR_FILENO, "\n", 1) }
      _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
      _ = signal(number, SIG_DFL)
      raise(number)
    }
  }
}
