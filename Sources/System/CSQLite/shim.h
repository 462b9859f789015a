// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

// SQLITE_TRANSIENT is a macro that Swift does not import.
static inline int sqlite_bind_blob_copy(sqlite3_stmt *statement, int position, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, position, bytes, count, SQLITE_TRANSIENT);
}
