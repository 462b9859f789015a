// SPDX-License-Identifier: Apache-2.0

/// A write in the writer's queue. All but its making happens on the writer's thread.
protocol QueuedWrite: AnyObject, Sendable {
  /// What is being done, for errors.
  var operation: String { get }
  /// Whether it is large enough for a transaction of its own.
  var isLoad: Bool { get }
  /// Changes the tables within the open transaction.
  func execute(in transaction: WriteTransaction) throws
  /// Tells the caller, once, after the transaction has ended.
  func finish(with error: (any Error)?)
}

/// A write that returns a value to a task that waits for it.
///
/// `@unchecked Sendable` is right because `value` is touched by the writer's thread only.
final class QueuedOperation<Value: Sendable>: QueuedWrite, @unchecked Sendable {
  let operation: String
  let isLoad: Bool
  private let body: @Sendable (WriteTransaction) throws -> Value
  private let continuation: CheckedContinuation<Value, any Error>
  private var value: Value?

  init(
    _ operation: String, isLoad: Bool, continuation: CheckedContinuation<Value, any Error>,
    body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) {
    self.operation = operation
    self.isLoad = isLoad
    self.body = body
    self.continuation = continuation
  }

  func execute(in transaction: WriteTransaction) throws {
    value = try body(transaction)
  }

  func finish(with error: (any Error)?) {
    if let error {
      continuation.resume(throwing: error)
    } else if let value {
      continuation.resume(returning: value)
    } else {
      preconditionFailure("a write that was not carried out cannot succeed")
    }
  }
}
