// SPDX-License-Identifier: Apache-2.0
import GeoDynamo

/// What makes a transaction recognisable when it is sent again.
struct TransactionToken: Sendable {
  /// How long a token is remembered: ten minutes, in microseconds.
  static let lifetimeMicroseconds: Int64 = 600_000_000

  let text: UTF8String
  let fingerprint: [UInt8]

  init(_ text: String, of writes: [TransactWrite]) {
    self.text = UTF8String(text)
    fingerprint = Fingerprint(of: writes).bytes
  }
}

extension WriteTransaction {
  /// Whether the transaction with this token has been carried out in the last ten minutes.
  ///
  /// - Throws: `idempotentParameterMismatch` when it was one with other writes.
  func isRepetition(_ token: TransactionToken) throws -> Bool {
    let statement = try connection.statement(.token)
    defer { statement.reset() }
    try statement.bind(token.text, at: 1)
    try statement.bind(clock() - TransactionToken.lifetimeMicroseconds, at: 2)
    guard try statement.step() else { return false }
    guard statement.bytes(0) == token.fingerprint else {
      throw StoreError(
        .idempotentParameterMismatch,
        "the token \(token.text) was used for other writes less than ten minutes ago; use a new one",
        operation: "transact")
    }
    return true
  }

  /// Remembers the token, and forgets those whose time is over.
  func remember(_ token: TransactionToken) throws {
    let now = clock()
    let forget = try connection.statement(.deleteOldTokens)
    try forget.bind(now - TransactionToken.lifetimeMicroseconds, at: 1)
    try forget.run()
    let insert = try connection.statement(.insertToken)
    try insert.bind(token.text, at: 1)
    try insert.bind(token.fingerprint, at: 2)
    try insert.bind(now, at: 3)
    try insert.run()
  }
}
