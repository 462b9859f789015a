// SPDX-License-Identifier: Apache-2.0
//
// How the benchmarks talk to what they compare with. Each source file of this folder becomes a shared library
// that exports `rival_entry`; one whose package is not installed is not built, and is named as not measured.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Degrees.
typedef struct {
  double latitude, longitude;
} rival_place;

typedef enum { RIVAL_ANY_ORDER, RIVAL_NEAREST_FIRST } rival_order;

typedef struct {
  rival_place center;
  double radius_meters;  // included; on a sphere of 6,371,008.8 m where the rival lets one choose
  size_t limit;          // 0 for all
  rival_order order;
} rival_query;

// What a rival can do; NULL for what it cannot. Ids are 0 ..< count, in the order of loading. The functions of one rival are
// called by one thread at a time, except `near` where `is_concurrent` says so.
typedef struct {
  const char *title;     // name and version, how it is asked: "Redis 7.0.15 GEOSEARCH, unix socket"
  const char *settings;  // what was chosen for it, in a few words; "" for nothing
  int is_concurrent;

  // Makes ready, starts a server where there is one; its files go to the folder. NULL, or why it cannot.
  const char *(*start)(const char *folder);
  // Loads the places in the way that is fastest for the rival, its index made. NULL, or what went wrong.
  const char *(*load)(const rival_place *places, size_t count);
  // Answers into `ids`, and into `meters` unless it is NULL (as it is in any order); both have room for every id. The number
  // found, or SIZE_MAX after a failure.
  size_t (*near)(const rival_query *query, uint32_t *ids, double *meters);
  // Answers many queries with as many under way as pays; `found[i]` is the number of query i. 0, or -1 after a failure.
  int (*near_many)(const rival_query *queries, size_t count, size_t *found);
  // Moves one object; 0, or -1 after a failure. `move_many` has as many under way as pays.
  int (*move)(uint32_t id, rival_place to);
  int (*move_many)(const uint32_t *ids, const rival_place *to, size_t count);
  // The memory that the loaded places take, in bytes: of the server process, of the library's own structures, or of the file.
  double (*bytes)(void);
  // The processor time that other processes spent for it up to now, in seconds. NULL where all is done in the caller's thread.
  double (*server_seconds)(void);
  // Ends servers and releases everything; `load` may come again after another `start`.
  void (*stop)(void);
} rival;

// The library's rivals; ends with NULL. One source may hold several that share code.
extern __attribute__((visibility("default"))) const rival *const rival_entry[];

#ifdef __cplusplus
}
#endif
