// SPDX-License-Identifier: Apache-2.0
// build: -lsqlite3 -ls2
//
// Bare SQLite as it would be written in C: one table in the order of S2 leaves that holds all of an object, prepared
// statements, a few ranges for a circle, and an exact filter.
#include <s2/s2cap.h>
#include <s2/s2cell_union.h>
#include <s2/s2latlng.h>
#include <s2/s2metrics.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "sqlite-common.h"

namespace {

char path[4096];

int64_t leaf_of(rival_place place) {
  // Halved, so that the number is not negative in SQLite's integers and sorts like the cell.
  return static_cast<int64_t>(S2CellId(S2LatLng::FromDegrees(place.latitude, place.longitude)).id() >> 1);
}

struct Range {
  int64_t first, last;
};

// A connection for reading, and what a query needs.
struct Reader {
  sqlite3 *db;
  sqlite3_stmt *rows, *begin, *commit;
  std::vector<S2CellId> coarse, cells;
  std::vector<Range> ranges;
  object_list found = {};
  ranked *ranks = nullptr;
  size_t ranks_room = 0;

  Reader() {
    db = open_database(path, 0);
    rows = prepare(db, "SELECT id, latitude, longitude, attributes FROM points WHERE cell BETWEEN ?1 AND ?2");
    begin = prepare(db, "BEGIN");
    commit = prepare(db, "COMMIT");
  }

  ~Reader() {
    for (sqlite3_stmt *statement : {rows, begin, commit}) sqlite3_finalize(statement);
    sqlite3_close(db);
    free(found.all);
    free(ranks);
  }

  // `S2RegionCoverer` is dear beside a row: the four cells about the nearest corner, whose descendants are tested by their
  // centres down to as many levels as pay, measured faster at every radius.
  void cover(const S2Cap &cap, double radius) {
    coarse.clear();
    cells.clear();
    cap.GetCellUnionBound(&coarse);
    const int levels = radius < 300 ? 0 : radius < 3000 ? 2 : radius < 30000 ? 4 : 5;
    for (S2CellId cell : coarse) descend(cell, cap.center(), radius / EARTH_RADIUS_METERS, levels);
    std::sort(cells.begin(), cells.end());
    ranges.clear();
    for (S2CellId cell : cells) {
      const int64_t first = static_cast<int64_t>(cell.range_min().id() >> 1);
      const int64_t last = static_cast<int64_t>(cell.range_max().id() >> 1);
      if (!ranges.empty() && first <= ranges.back().last + 1) {
        ranges.back().last = std::max(ranges.back().last, last);
      } else {
        ranges.push_back({first, last});
      }
    }
  }

  void descend(S2CellId cell, const S2Point &center, double radians, int levels) {
    if (levels == 0 || cell.is_leaf()) {
      cells.push_back(cell);
      return;
    }
    // No point of a cell is farther from its centre than half the longest diagonal of its level.
    const double reach = radians + S2::kMaxDiag.GetValue(cell.level() + 1) / 2;
    for (int i = 0; i < 4; i++) {
      const S2CellId child = cell.child(i);
      if ((child.ToPoint() - center).Norm2() <= reach * reach) descend(child, center, radians, levels - 1);
    }
  }

  bool read(rival_place center, double radius, bool measures) {
    found.count = 0;
    const meter m = make_meter(center, radius);
    cover(S2Cap(S2LatLng::FromDegrees(center.latitude, center.longitude).ToPoint(),
                S1Angle::Radians(std::min(radius / EARTH_RADIUS_METERS, M_PI))),
          radius);
    const bool isOne = ranges.size() == 1;
    if (!isOne && run(begin)) return false;
    bool ok = true;
    for (const Range &range : ranges) {
      sqlite3_bind_int64(rows, 1, range.first);
      sqlite3_bind_int64(rows, 2, range.last);
      int code;
      while ((code = sqlite3_step(rows)) == SQLITE_ROW) take_row(rows, &m, measures, &found);
      sqlite3_reset(rows);
      ok = ok && code == SQLITE_DONE;
    }
    return (isOne || !run(commit)) && ok;
  }
};

std::mutex readers_lock;
std::vector<Reader *> readers;
int generation = 0;

// Each thread has a connection of its own.
Reader &reader() {
  thread_local Reader *mine = nullptr;
  thread_local int of = -1;
  std::lock_guard<std::mutex> guard(readers_lock);
  if (of != generation) {
    mine = new Reader;
    of = generation;
    readers.push_back(mine);
  }
  return *mine;
}

struct Writer {
  sqlite3 *db;
  sqlite3_stmt *begin, *commit, *rollback, *cell, *remove, *insert, *place;
  uint32_t count = 0;

  Writer() {
    db = open_database(path, 1);
    sqlite3_exec(db,
                 "CREATE TABLE points(cell INTEGER NOT NULL, id BLOB NOT NULL, latitude REAL NOT NULL,"
                 " longitude REAL NOT NULL, attributes BLOB NOT NULL, PRIMARY KEY(cell, id)) WITHOUT ROWID;"
                 "CREATE TABLE places(id BLOB PRIMARY KEY, cell INTEGER NOT NULL) WITHOUT ROWID",
                 nullptr, nullptr, nullptr);
    begin = prepare(db, "BEGIN IMMEDIATE");
    commit = prepare(db, "COMMIT");
    rollback = prepare(db, "ROLLBACK");
    cell = prepare(db, "SELECT cell FROM places WHERE id = ?1");
    remove = prepare(db, "DELETE FROM points WHERE cell = ?1 AND id = ?2");
    insert = prepare(db, "INSERT INTO points VALUES(?1, ?2, ?3, ?4, ?5)");
    place = prepare(db, "INSERT OR REPLACE INTO places VALUES(?1, ?2)");
  }

  ~Writer() {
    for (sqlite3_stmt *statement : {begin, commit, rollback, cell, remove, insert, place}) sqlite3_finalize(statement);
    sqlite3_close(db);
  }

  int put(uint32_t number, rival_place at, int64_t leaf, bool isNew) {
    object_text text;
    make_text(number, &text);
    if (!isNew) {
      sqlite3_bind_blob(cell, 1, text.id, ID_BYTES, SQLITE_STATIC);
      const bool isThere = sqlite3_step(cell) == SQLITE_ROW;
      sqlite3_bind_int64(remove, 1, sqlite3_column_int64(cell, 0));
      sqlite3_reset(cell);
      if (!isThere) return -1;
      sqlite3_bind_blob(remove, 2, text.id, ID_BYTES, SQLITE_STATIC);
      if (run(remove)) return -1;
      if (putPlace(text, leaf)) return -1;
    }
    sqlite3_bind_int64(insert, 1, leaf);
    sqlite3_bind_blob(insert, 2, text.id, ID_BYTES, SQLITE_STATIC);
    sqlite3_bind_double(insert, 3, at.latitude);
    sqlite3_bind_double(insert, 4, at.longitude);
    sqlite3_bind_blob(insert, 5, text.attributes, ATTRIBUTES_BYTES, SQLITE_STATIC);
    return run(insert);
  }

  int putPlace(const object_text &text, int64_t leaf) {
    sqlite3_bind_blob(place, 1, text.id, ID_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(place, 2, leaf);
    return run(place);
  }
};

Writer *writer = nullptr;

const char *start(const char *folder) {
  snprintf(path, sizeof path, "%s/rival-sqlite.db", folder);
  remove_database(path);
  writer = new Writer;
  return writer->insert && writer->place ? nullptr : sqlite3_errmsg(writer->db);
}

const char *load(const rival_place *places, size_t count) {
  struct Placed {
    int64_t leaf;
    uint32_t number;
    char id[ID_BYTES];
  };
  std::vector<Placed> placed(count);
  for (size_t i = 0; i < count; i++) {
    object_text text;
    make_text(static_cast<uint32_t>(i), &text);
    placed[i].leaf = leaf_of(places[i]);
    placed[i].number = static_cast<uint32_t>(i);
    memcpy(placed[i].id, text.id, ID_BYTES);
  }
  const auto precedesById = [](const Placed &a, const Placed &b) { return memcmp(a.id, b.id, ID_BYTES) < 0; };
  if (run(writer->begin)) return sqlite3_errmsg(writer->db);
  // Both tables are filled in their order, which is the fastest.
  std::sort(placed.begin(), placed.end(), [&](const Placed &a, const Placed &b) {
    return a.leaf != b.leaf ? a.leaf < b.leaf : precedesById(a, b);
  });
  for (const Placed &p : placed)
    if (writer->put(p.number, places[p.number], p.leaf, true)) return sqlite3_errmsg(writer->db);
  std::sort(placed.begin(), placed.end(), precedesById);
  for (const Placed &p : placed) {
    object_text text;
    make_text(p.number, &text);
    if (writer->putPlace(text, p.leaf)) return sqlite3_errmsg(writer->db);
  }
  if (run(writer->commit)) return sqlite3_errmsg(writer->db);
  sqlite3_exec(writer->db, "PRAGMA wal_checkpoint(TRUNCATE)", nullptr, nullptr, nullptr);
  writer->count = static_cast<uint32_t>(count);
  return nullptr;
}

size_t answer(Reader &reader, const rival_query *query, uint32_t *ids, double *meters) {
  const bool isOrdered = query->order == RIVAL_NEAREST_FIRST;
  // With a limit the circle grows until it holds as many.
  double radius = query->radius_meters;
  if (query->limit && isOrdered) radius = std::min(radius, 500.0);
  for (;;) {
    if (!reader.read(query->center, radius, isOrdered)) return SIZE_MAX;
    if (radius >= query->radius_meters || reader.found.count >= query->limit) break;
    radius = std::min(radius * 4, query->radius_meters);
  }
  return put_answer(&reader.found, query->order, query->limit, ids, meters, &reader.ranks, &reader.ranks_room);
}

size_t near(const rival_query *query, uint32_t *ids, double *meters) { return answer(reader(), query, ids, meters); }

int near_many(const rival_query *queries, size_t count, size_t *found) {
  Reader &mine = reader();
  std::vector<uint32_t> ids(writer->count);
  for (size_t i = 0; i < count; i++) {
    found[i] = answer(mine, &queries[i], ids.data(), nullptr);
    if (found[i] == SIZE_MAX) return -1;
  }
  return 0;
}

// All in one transaction, which is durable when this returns.
int move_many(const uint32_t *ids, const rival_place *to, size_t count) {
  if (run(writer->begin)) return -1;
  for (size_t i = 0; i < count; i++) {
    if (writer->put(ids[i], to[i], leaf_of(to[i]), false)) {
      run(writer->rollback);
      return -1;
    }
  }
  return run(writer->commit);
}

int move(uint32_t id, rival_place to) { return move_many(&id, &to, 1); }

double bytes() { return file_bytes(path); }

void stop() {
  std::lock_guard<std::mutex> guard(readers_lock);
  for (Reader *reader : readers) delete reader;
  readers.clear();
  generation++;
  delete writer;
  writer = nullptr;
  remove_database(path);
}

const rival sqlite_rival = {
    "SQLite " SQLITE_VERSION " in C, table in the order of S2 leaves",
    "WITHOUT ROWID; WAL, synchronous FULL, 32 MB of cache; four S2 cells and their descendants of 0, 2, 4 or 5 levels by radius",
    1,
    start,
    load,
    near,
    near_many,
    move,
    move_many,
    bytes,
    nullptr,
    stop,
};

}  // namespace

extern "C" {
extern const rival *const rival_entry[];
const rival *const rival_entry[] = {&sqlite_rival, nullptr};
}
