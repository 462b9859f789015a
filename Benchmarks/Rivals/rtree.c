// SPDX-License-Identifier: Apache-2.0
// build: -lsqlite3 -lm
//
// SQLite's R*Tree as its manual says: a bounding box in degrees, then an exact filter. Id, position and attributes are
// auxiliary columns, so that no second table is read.
#define _GNU_SOURCE
#include "sqlite-common.h"

static char path[4096];
static sqlite3 *database, *reading;
static sqlite3_stmt *begin, *commit, *rollback, *insert, *change, *rows;
static object_list found;
static ranked *ranks;
static size_t ranks_room, loaded;

static const char *start(const char *folder) {
  snprintf(path, sizeof path, "%s/rival-rtree.db", folder);
  remove_database(path);
  database = open_database(path, 1);
  if (!database) return "the file cannot be made";
  if (sqlite3_exec(database,
                   "CREATE VIRTUAL TABLE points USING rtree(number, south, north, west, east,"
                   " +id BLOB, +latitude REAL, +longitude REAL, +attributes BLOB)",
                   NULL, NULL, NULL))
    return sqlite3_errmsg(database);
  reading = open_database(path, 0);
  begin = prepare(database, "BEGIN IMMEDIATE");
  commit = prepare(database, "COMMIT");
  rollback = prepare(database, "ROLLBACK");
  insert = prepare(database, "INSERT INTO points VALUES(?1, ?2, ?2, ?3, ?3, ?4, ?2, ?3, ?5)");
  change = prepare(database,
                   "UPDATE points SET south = ?2, north = ?2, west = ?3, east = ?3, latitude = ?2, longitude = ?3"
                   " WHERE number = ?1");
  rows = prepare(reading,
                 "SELECT id, latitude, longitude, attributes FROM points"
                 " WHERE north >= ?1 AND south <= ?2 AND east >= ?3 AND west <= ?4");
  return insert && change && rows ? NULL : sqlite3_errmsg(database);
}

static const char *load(const rival_place *places, size_t count) {
  if (run(begin)) return sqlite3_errmsg(database);
  for (size_t i = 0; i < count; i++) {
    object_text text;
    make_text((uint32_t)i, &text);
    sqlite3_bind_int64(insert, 1, (int64_t)i);
    sqlite3_bind_double(insert, 2, places[i].latitude);
    sqlite3_bind_double(insert, 3, places[i].longitude);
    sqlite3_bind_blob(insert, 4, text.id, ID_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 5, text.attributes, ATTRIBUTES_BYTES, SQLITE_STATIC);
    if (run(insert)) return sqlite3_errmsg(database);
  }
  if (run(commit)) return sqlite3_errmsg(database);
  sqlite3_exec(database, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
  loaded = count;
  return NULL;
}

static int read_box(double south, double north, double west, double east, const meter *m, int measures) {
  sqlite3_bind_double(rows, 1, south);
  sqlite3_bind_double(rows, 2, north);
  sqlite3_bind_double(rows, 3, west);
  sqlite3_bind_double(rows, 4, east);
  int code;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) take_row(rows, m, measures, &found);
  sqlite3_reset(rows);
  return code == SQLITE_DONE ? 0 : -1;
}

// The circle's box; two of them across 180 degrees, all longitudes where a pole is in the circle.
static int read_circle(rival_place center, double radius, int measures) {
  found.count = 0;
  const meter m = make_meter(center, radius);
  const double margin = 1e-9, degrees = radius / EARTH_RADIUS_METERS / RADIANS + margin;
  const double south = center.latitude - degrees, north = center.latitude + degrees;
  if (south <= -90 || north >= 90) return read_box(south, north, -180, 180, &m, measures);
  const double turn = asin(fmin(1, sin(degrees * RADIANS) / m.cosine)) / RADIANS + margin;
  const double west = center.longitude - turn, east = center.longitude + turn;
  if (west < -180)
    return read_box(south, north, west + 360, 180, &m, measures) | read_box(south, north, -180, east, &m, measures);
  if (east > 180)
    return read_box(south, north, west, 180, &m, measures) | read_box(south, north, -180, east - 360, &m, measures);
  return read_box(south, north, west, east, &m, measures);
}

static size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  const int is_ordered = query->order == RIVAL_NEAREST_FIRST;
  // With a limit the circle grows until it holds as many.
  double radius = query->radius_meters;
  if (query->limit && is_ordered && radius > 500) radius = 500;
  for (;;) {
    if (read_circle(query->center, radius, is_ordered)) return SIZE_MAX;
    if (radius >= query->radius_meters || found.count >= query->limit) break;
    radius = fmin(radius * 4, query->radius_meters);
  }
  return put_answer(&found, query->order, query->limit, ids, meters, &ranks, &ranks_room);
}

static int near_many(const rival_query *queries, size_t count, size_t *numbers) {
  uint32_t *ids = malloc((loaded + 1) * sizeof *ids);
  int failed = 0;
  for (size_t i = 0; i < count && !failed; i++) {
    numbers[i] = near(&queries[i], ids, NULL);
    failed = numbers[i] == SIZE_MAX;
  }
  free(ids);
  return failed ? -1 : 0;
}

// All in one transaction, which is durable when this returns.
static int move_many(const uint32_t *ids, const rival_place *to, size_t count) {
  if (run(begin)) return -1;
  for (size_t i = 0; i < count; i++) {
    sqlite3_bind_int64(change, 1, ids[i]);
    sqlite3_bind_double(change, 2, to[i].latitude);
    sqlite3_bind_double(change, 3, to[i].longitude);
    if (run(change)) {
      run(rollback);
      return -1;
    }
  }
  return run(commit);
}

static int move(uint32_t id, rival_place to) { return move_many(&id, &to, 1); }

static double bytes(void) { return file_bytes(path); }

static void stop(void) {
  sqlite3_stmt *all[] = {begin, commit, rollback, insert, change, rows};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
  sqlite3_close(reading);
  sqlite3_close(database);
  free(found.all);
  free(ranks);
  found = (object_list){NULL, 0, 0};
  ranks = NULL;
  ranks_room = 0;
  remove_database(path);
}

static const rival rtree_rival = {
    .title = "SQLite " SQLITE_VERSION " R*Tree in C",
    .settings = "auxiliary columns; WAL, synchronous FULL, 32 MB of cache",
    .start = start,
    .load = load,
    .near = near,
    .near_many = near_many,
    .move = move,
    .move_many = move_many,
    .bytes = bytes,
    .stop = stop,
};

extern const rival *const rival_entry[];
const rival *const rival_entry[] = {&rtree_rival, NULL};
