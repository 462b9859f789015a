// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// An error as DynamoDB answers it.
struct ServiceError: Error {
  /// The exception's name, without a prefix: `ValidationException`.
  var type: String
  /// What it says.
  var message: String
  /// The HTTP status.
  var status = 400
  /// The item that a failed condition was held against, where the request asked for it.
  var item: Item?
  /// For a cancelled transaction: why, for each write.
  var reasons: [Reason] = []

  /// Why a write cancelled its transaction.
  struct Reason {
    /// `None`, `ConditionalCheckFailed`, `ValidationError`, `TransactionConflict`.
    var code: String
    var message: String?
    var item: Item?

    static let none = Reason(code: "None")
  }

  static func validation(_ message: String) -> ServiceError {
    ServiceError(type: "ValidationException", message: message)
  }

  static func serialization(_ message: String) -> ServiceError {
    ServiceError(type: "SerializationException", message: message)
  }

  static func noTable(_ name: String) -> ServiceError {
    ServiceError(
      type: "ResourceNotFoundException", message: "Requested resource not found: Table: \(name) not found")
  }

  /// A condition that does not hold for `item`, which is answered if it was asked for.
  static func conditionFailed(_ item: Item?) -> ServiceError {
    ServiceError(
      type: "ConditionalCheckFailedException", message: "The conditional request failed", item: item)
  }

  /// A transaction that one of its writes cancelled.
  static func canceled(_ reasons: [Reason]) -> ServiceError {
    let codes = reasons.map(\.code).joined(separator: ", ")
    return ServiceError(
      type: "TransactionCanceledException",
      message: "Transaction cancelled, please refer cancellation reasons for specific reasons [\(codes)]",
      reasons: reasons)
  }

  /// A fault of this package's own checks as DynamoDB would answer it.
  init(_ error: StoreError) {
    let isRequest = error.code == .validation
    self.init(
      type: isRequest ? "ValidationException" : "InternalServerError", message: error.message,
      status: isRequest ? 400 : 500)
  }

  init(type: String, message: String, status: Int = 400, item: Item? = nil, reasons: [Reason] = []) {
    self.type = type
    self.message = message
    self.status = status
    self.item = item
    self.reasons = reasons
  }
}
