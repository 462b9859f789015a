// SPDX-License-Identifier: Apache-2.0
internal import Dispatch

/// Runs the answers of loopback servers on threads apart from those that all tests share: a request must not wait until
/// hundreds of tests before it have had their turn.
final class AnsweringExecutor: TaskExecutor {
  static let shared = AnsweringExecutor()

  private let queue = DispatchQueue(label: "loopback answers", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
