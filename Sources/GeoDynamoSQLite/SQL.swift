// SPDX-License-Identifier: Apache-2.0

/// Every statement that runs while the store is open, each prepared at most once per connection.
enum SQL: Int, CaseIterable {
  case begin, commit, rollback, savepoint, release, rollbackToSavepoint
  case stamp, setStamp
  case item, itemsUp, itemsDown, itemsFrom
  case insertItem, insertNewItem, updateItem, deleteItem
  case collectionNumber, insertCollection
  case rowsInRange, rowsInRanges, row, insertRow, updateRow, deleteRow
  case counts, allCounts, addToCount, subtractFromCount, deleteCount
  case token, insertToken, deleteOldTokens
  case allItems, countRows, allRows, integrity

  /// The statement's text.
  var text: StaticString {
    switch self {
    case .begin: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .savepoint: "SAVEPOINT operation"
    case .release: "RELEASE operation"
    case .rollbackToSavepoint: "ROLLBACK TO operation"

    case .stamp: "SELECT stamp FROM state"
    case .setStamp: "UPDATE state SET stamp = ?1"

    case .item: "SELECT item FROM items WHERE pk = ?1 AND sk = ?2"
    // Half-open, so that one text serves every condition on the sort key.
    case .itemsUp: "SELECT sk, item FROM items WHERE pk = ?1 AND sk >= ?2 AND sk < ?3 ORDER BY sk"
    case .itemsDown: "SELECT sk, item FROM items WHERE pk = ?1 AND sk >= ?2 AND sk < ?3 ORDER BY sk DESC"
    case .itemsFrom: "SELECT pk, sk, item FROM items WHERE (pk, sk) >= (?1, ?2) AND pk < ?3 ORDER BY pk, sk"

    case .insertItem: "INSERT INTO items(pk, sk, item) VALUES (?1, ?2, ?3)"
    case .insertNewItem: "INSERT INTO items(pk, sk, item) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
    case .updateItem: "UPDATE items SET item = ?3 WHERE pk = ?1 AND sk = ?2"
    case .deleteItem: "DELETE FROM items WHERE pk = ?1 AND sk = ?2"

    case .collectionNumber: "SELECT number FROM collections WHERE name = ?1"
    case .insertCollection: "INSERT INTO collections(name) VALUES (?1)"

    case .rowsInRange:
      """
      SELECT lend_rows(id, lat, lon, moved_at, stamp, x) FROM cells
      WHERE collection = ?1 AND cell BETWEEN ?2 AND ?3
      """
    case .rowsInRanges:
      """
      SELECT lend_rows(id, lat, lon, moved_at, stamp, x) FROM ranges CROSS JOIN cells
      WHERE collection = ?1 AND cell BETWEEN low AND high
      """
    case .row:
      "SELECT lat, lon, moved_at, stamp, x FROM cells WHERE collection = ?1 AND cell = ?2 AND id = ?3"
    case .insertRow:
      "INSERT INTO cells(collection, cell, id, lat, lon, moved_at, stamp, x) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    case .updateRow:
      """
      UPDATE cells SET lat = ?4, lon = ?5, moved_at = ?6, stamp = coalesce(?7, stamp), x = ?8
      WHERE collection = ?1 AND cell = ?2 AND id = ?3
      """
    case .deleteRow: "DELETE FROM cells WHERE collection = ?1 AND cell = ?2 AND id = ?3"

    case .counts:
      "SELECT cell, n FROM counts WHERE collection = ?1 AND cell BETWEEN ?2 AND ?3 ORDER BY cell"
    case .allCounts: "SELECT collection, cell, n FROM counts"
    case .addToCount:
      """
      INSERT INTO counts(collection, cell, n) VALUES (?1, ?2, ?3)
      ON CONFLICT(collection, cell) DO UPDATE SET n = n + excluded.n
      """
    // No row has the count 0: what subtracting would bring there is deleted instead.
    case .subtractFromCount:
      "UPDATE counts SET n = n - ?3 WHERE collection = ?1 AND cell = ?2 AND n > ?3"
    case .deleteCount: "DELETE FROM counts WHERE collection = ?1 AND cell = ?2 AND n = ?3"

    case .token: "SELECT fingerprint FROM tokens WHERE token = ?1 AND used_at > ?2"
    case .insertToken: "INSERT INTO tokens(token, fingerprint, used_at) VALUES (?1, ?2, ?3)"
    case .deleteOldTokens: "DELETE FROM tokens WHERE used_at <= ?1"

    case .allItems: "SELECT pk, sk, item FROM items"
    case .countRows: "SELECT count(*) FROM cells"
    case .allRows: "SELECT collection, cell FROM cells ORDER BY collection, cell"
    case .integrity: "PRAGMA integrity_check(10)"
    }
  }
}
