// SPDX-License-Identifier: Apache-2.0

/// What a store answers when it cannot do what was asked: the same type for every store.
///
/// Keys may stand in the message, item contents and credentials never do.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// What went wrong. Open: a store may add codes of its own.
  public struct Code: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The code's text, for programs to compare: `conditionalCheckFailed`.
    public let description: String
    /// Makes a code of a literal.
    public init(stringLiteral value: String) { description = value }

    /// The condition of a write did not hold; `oldItem` carries the item it was held against.
    public static let conditionalCheckFailed: Self = "conditionalCheckFailed"
    /// A request that no store accepts: an empty key, an item over 400 KB, a batch of 26.
    public static let validation: Self = "validation"
    /// A transaction was not carried out because of one of its writes; `reasons` says which.
    public static let transactionCanceled: Self = "transactionCanceled"
    /// A transaction token was used again with other content.
    public static let idempotentParameterMismatch: Self = "idempotentParameterMismatch"
    /// The store does not exist and this operation does not create one.
    public static let storeNotFound: Self = "storeNotFound"
    /// What was found is not a store, or a damaged one.
    public static let notAStore: Self = "notAStore"
    /// The store was written by a newer version of this program.
    public static let newerFormat: Self = "newerFormat"
    /// The store's settings differ from those asked for.
    public static let settingsMismatch: Self = "settingsMismatch"
    /// The collection does not exist; the message lists those that do.
    public static let collectionNotFound: Self = "collectionNotFound"
    /// No object has this id.
    public static let objectNotFound: Self = "objectNotFound"
    /// There is no such thread, or it is none of the user's.
    public static let threadNotFound: Self = "threadNotFound"
    /// A thread has no such message, or it is not the user's to change.
    public static let messageNotFound: Self = "messageNotFound"
    /// The user is being erased and cannot join a thread.
    public static let userErased: Self = "userErased"
    /// A move that is not newer than the position already stored.
    public static let staleMove: Self = "staleMove"
    /// Another process holds the store's lock for longer than the timeout.
    public static let busy: Self = "busy"
    /// The disk is full.
    public static let diskFull: Self = "diskFull"
    /// The file system refused access.
    public static let accessDenied: Self = "accessDenied"
    /// Any other fault of the file system or the machine.
    public static let inputOutput: Self = "inputOutput"
    /// The store was closed.
    public static let closed: Self = "closed"
  }

  /// What went wrong.
  public var code: Code
  /// One sentence for people: the value at fault and what would be right.
  public var message: String
  /// What was being done: `put`, `query`, `open`.
  public var operation: String
  /// Whether the same request may succeed when it is sent again unchanged.
  public var isRetryable: Bool
  /// The item a failed condition was held against, where the request asked for it.
  public var oldItem: Item?
  /// For `transactionCanceled`: the reason of each write, in the order of the request; nil where there was none.
  public var reasons: [Code?]
  /// What a query had found before the fault, in no order; it may lack objects nearer than those in it.
  public var partial: [Match]
  /// The fault beneath, if there was one.
  public var underlying: (any Error)?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, operation: String, isRetryable: Bool = false, oldItem: Item? = nil,
    reasons: [Code?] = [], partial: [Match] = [], underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.operation = operation
    self.isRetryable = isRetryable
    self.oldItem = oldItem
    self.reasons = reasons
    self.partial = partial
    self.underlying = underlying
  }

  /// The message.
  public var description: String { message }
}
