// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What an interrupt (Ctrl-C) does to a command that stores much: it says what has been stored, and ends as an interrupt does.
enum Interruption {
  private static let importText: StaticString =
    "geoquery: interrupted; what had been stored by then has been imported, and nothing after that\n"
  private static let copyText: StaticString =
    "geoquery: interrupted; the same command goes on from there\n"

  /// Says so of an import at an interrupt from now on.
  static func explainImport() {
    _ = signal(SIGINT) { Interruption.end($0, saying: Interruption.importText) }
  }

  /// Says so of a copy at an interrupt from now on.
  static func explainCopy() {
    _ = signal(SIGINT) { Interruption.end($0, saying: Interruption.copyText) }
  }

  /// Only what may be called in a signal handler is called in it. Raised again, the signal finds the default action.
  private static func end(_ number: Int32, saying text: StaticString) {
    if isatty(STDERR_FILENO) == 1 { _ = unsafe write(STDERR_FILENO, "\n", 1) }
    _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _ = signal(number, SIG_DFL)
    raise(number)
  }
}
