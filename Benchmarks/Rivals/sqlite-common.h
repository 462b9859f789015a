// SPDX-License-Identifier: Apache-2.0
//
// What the two rivals on SQLite share: connections with the pragmas of the product's store, the object of the benchmark,
// and the list of objects that an answer is made of.
#pragma once

#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rival.h"

#define EARTH_RADIUS_METERS 6371008.8
#define RADIANS (M_PI / 180)

enum { ID_BYTES = 36, ATTRIBUTES_BYTES = 32 };

// An object's id, and its three attributes: its number first, then as many bytes as the product's encoding takes.
typedef struct {
  char id[ID_BYTES];
  unsigned char attributes[ATTRIBUTES_BYTES];
} object_text;

static inline void make_text(uint32_t number, object_text *text) {
  char id[ID_BYTES + 1], name[12];
  const uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15u;
  snprintf(id, sizeof id, "%08x-%04x-4%03x-8%03x-%012x", (unsigned)(mixed >> 32), (unsigned)(mixed >> 16 & 0xffff),
           (unsigned)(mixed & 0xfff), (unsigned)(mixed >> 52), number);
  memcpy(text->id, id, ID_BYTES);
  snprintf(name, sizeof name, "User %06u", number % 1000000);
  unsigned char *to = text->attributes;
  memcpy(to, &number, 4);
  memcpy(to + 4, "\x01\x03\x83" "age\xa2\x0f\x4b", 9);
  memcpy(to + 13, name, 11);
  memcpy(to + 24, "\x11\x46" "online", 8);
}

// An object of an answer, as the caller gets it.
typedef struct {
  double latitude, longitude, meters;
  object_text text;
} object;

typedef struct {
  object *all;
  size_t count, room;
} object_list;

static inline object *add_object(object_list *list) {
  if (list->count == list->room) {
    list->room = list->room ? 2 * list->room : 1024;
    list->all = (object *)realloc(list->all, list->room * sizeof *list->all);
  }
  return &list->all[list->count++];
}

typedef struct {
  double meters;
  uint32_t number, place;
} ranked;

static inline int compare_ranked(const void *a, const void *b) {
  const ranked *x = (const ranked *)a, *y = (const ranked *)b;
  if (x->meters != y->meters) return x->meters < y->meters ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

// Measures from a place: the haversine of the angle, and the distance only where it is wanted.
typedef struct {
  double latitude, longitude, cosine, greatest_haversine;
} meter;

static inline double haversine_of(double meters) {
  const double half = fmin(meters / EARTH_RADIUS_METERS / 2, M_PI / 2);
  return sin(half) * sin(half);
}

static inline meter make_meter(rival_place center, double radius_meters) {
  const double latitude = center.latitude * RADIANS;
  return (meter){latitude, center.longitude * RADIANS, cos(latitude), haversine_of(radius_meters)};
}

static inline double haversine(const meter *m, double latitude, double longitude) {
  latitude *= RADIANS;
  const double y = sin((latitude - m->latitude) / 2), x = sin((longitude * RADIANS - m->longitude) / 2);
  return y * y + m->cosine * cos(latitude) * x * x;
}

static inline double meters_of(double haversine) {
  return 2 * EARTH_RADIUS_METERS * asin(fmin(1, sqrt(haversine)));
}

// The present row of a statement with the columns id, latitude, longitude, attributes: kept if it is within the radius.
static inline void take_row(sqlite3_stmt *rows, const meter *m, int measures, object_list *found) {
  const double latitude = sqlite3_column_double(rows, 1), longitude = sqlite3_column_double(rows, 2);
  const double h = haversine(m, latitude, longitude);
  if (h > m->greatest_haversine) return;
  object *o = add_object(found);
  o->latitude = latitude;
  o->longitude = longitude;
  o->meters = measures ? meters_of(h) : 0;
  memcpy(o->text.id, sqlite3_column_blob(rows, 0), ID_BYTES);
  memcpy(o->text.attributes, sqlite3_column_blob(rows, 3), ATTRIBUTES_BYTES);
}

static inline uint32_t number_of(const object *o) {
  uint32_t number;
  memcpy(&number, o->text.attributes, 4);
  return number;
}

// Writes out an answer, at most `limit` of it unless that is 0.
static inline size_t put_answer(
    const object_list *found, rival_order order, size_t limit, uint32_t *ids, double *meters, ranked **ranks,
    size_t *ranks_room) {
  const size_t count = limit && limit < found->count ? limit : found->count;
  if (order == RIVAL_ANY_ORDER) {
    for (size_t i = 0; i < count; i++) ids[i] = number_of(&found->all[i]);
    return count;
  }
  if (*ranks_room < found->count) {
    *ranks_room = found->room;
    *ranks = (ranked *)realloc(*ranks, *ranks_room * sizeof **ranks);
  }
  for (size_t i = 0; i < found->count; i++)
    (*ranks)[i] = (ranked){found->all[i].meters, number_of(&found->all[i]), (uint32_t)i};
  qsort(*ranks, found->count, sizeof **ranks, compare_ranked);
  for (size_t i = 0; i < count; i++) {
    ids[i] = (*ranks)[i].number;
    if (meters) meters[i] = (*ranks)[i].meters;
  }
  return count;
}

// The pragmas of the product's store: log, durable commits, 32 MB of cache for a reader and 64 MB for the writer.
static inline sqlite3 *open_database(const char *path, int writes) {
  sqlite3 *db = NULL;
  if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | (writes ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX, NULL))
    return NULL;
  sqlite3_exec(db,
               writes ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;"
                        "PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY"
                      : "PRAGMA query_only = 1; PRAGMA cache_size = -32768",
               NULL, NULL, NULL);
  return db;
}

static inline sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return statement;
}

// Runs a statement without rows.
static inline int run(sqlite3_stmt *statement) {
  const int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? 0 : -1;
}

static inline void remove_database(const char *path) {
  char beside[4200];
  unlink(path);
  snprintf(beside, sizeof beside, "%s-wal", path);
  unlink(beside);
  snprintf(beside, sizeof beside, "%s-shm", path);
  unlink(beside);
}

static inline double file_bytes(const char *path) {
  struct stat about;
  return stat(path, &about) ? 0 : (double)about.st_size;
}
