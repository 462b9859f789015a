// SPDX-License-Identifier: Apache-2.0
//
// Checks rivals against a full scan, and says how fast they are:
//   cc -O2 check.c -o check -lm -ldl && ./check FOLDER COUNT LIBRARY…
// Places lie around seeded towns. An answer may differ from the scan's by what lies within 3e-6 of the radius, or a metre, of the
// edge.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sphere.h"

static uint64_t state = 42;

static double uniform(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (double)(state >> 11) / 9007199254740992.0;
}

static double normal(void) { return sqrt(-2 * log(1 - uniform())) * cos(2 * M_PI * uniform()); }

enum { towns = 20000 };
static rival_place town[towns];
static double until[towns];

static rival_place around_a_town(void) {
  double target = uniform() * until[towns - 1];
  size_t low = 0, high = towns - 1;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (until[middle] < target) low = middle + 1;
    else high = middle;
  }
  double spread = 10000 / SPHERE_RADIUS * 180 / M_PI;
  rival_place place = {town[low].latitude + spread * normal(), 0};
  place.longitude = town[low].longitude + spread * normal() / cos(town[low].latitude * M_PI / 180);
  if (place.longitude > 180) place.longitude -= 360;
  if (place.longitude < -180) place.longitude += 360;
  return place;
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t count;
static rival_place *places;
static sphere_vector *vectors;
static uint32_t *ids;
static double *meters;

// How many of the rival's answers are wrong: in it that should not be, missing, twice, or out of order.
static size_t mistakes(const rival *subject, rival_query query) {
  static unsigned char *seen;
  seen = realloc(seen, count);
  memset(seen, 0, count);
  size_t found = subject->near(&query, ids, query.order == RIVAL_NEAREST_FIRST ? meters : NULL), wrong = 0;
  if (found == SIZE_MAX) return SIZE_MAX;
  double slack = fmax(query.radius_meters * 3e-6, 1);
  sphere_vector center = sphere_of(query.center);
  double farthest = 0;
  for (size_t i = 0; i < found; i++) {
    if (ids[i] >= count || seen[ids[i]]++) {
      wrong++;
      continue;
    }
    double distance = sphere_meters(sphere_squared_chord_between(center, vectors[ids[i]]));
    wrong += distance > query.radius_meters + slack;
    if (query.order == RIVAL_NEAREST_FIRST) {
      wrong += fabs(meters[i] - distance) > slack;
      wrong += distance < farthest - 2 * slack;
    }
    farthest = fmax(farthest, distance);
  }
  if (query.limit == 0 || (query.order == RIVAL_NEAREST_FIRST && found == query.limit)) {
    double within = query.limit == 0 ? query.radius_meters : farthest;
    for (size_t i = 0; i < count; i++)
      wrong += !seen[i] && sphere_meters(sphere_squared_chord_between(center, vectors[i])) < within - slack;
  }
  return wrong;
}

static void measure(const rival *subject, double radius, rival_order order, size_t limit, rival_query *queries, size_t asked) {
  for (size_t i = 0; i < asked; i++) queries[i].radius_meters = radius, queries[i].order = order, queries[i].limit = limit;
  size_t wrong = 0;
  for (size_t i = 0; i < 10; i++) wrong += mistakes(subject, queries[i]);
  double best = 1e9, processor = 1e9, pipelined = 1e9;
  size_t found = 0, answered = asked;
  for (int round = 0; round < 3; round++) {
    double begin = now(CLOCK_MONOTONIC), mine = now(CLOCK_PROCESS_CPUTIME_ID);
    double servers = subject->server_seconds ? subject->server_seconds() : 0;
    found = 0;
    size_t i = 0;
    for (; i < asked && (i % 16 || now(CLOCK_MONOTONIC) - begin < 0.4); i++)
      found += subject->near(&queries[i], ids, order == RIVAL_NEAREST_FIRST ? meters : NULL);
    answered = i;
    double each = (now(CLOCK_MONOTONIC) - begin) / (double)i;
    double spent = now(CLOCK_PROCESS_CPUTIME_ID) - mine + (subject->server_seconds ? subject->server_seconds() - servers : 0);
    best = fmin(best, each), processor = fmin(processor, spent / (double)i);
    if (subject->near_many) {
      static size_t numbers[100000];
      begin = now(CLOCK_MONOTONIC);
      if (subject->near_many(queries, answered, numbers) != 0) wrong++;
      pipelined = fmin(pipelined, (now(CLOCK_MONOTONIC) - begin) / (double)answered);
      size_t total = 0;
      for (size_t n = 0; n < answered; n++) total += numbers[n];
      wrong += total != found;
    }
  }
  printf("  %7.0f m %-9s %3zu: %9.0f/s, CPU %8.2f us, %7.1f found, %zu wrong", radius, order ? "nearest" : "any", limit, 1 / best,
         processor * 1e6, (double)found / (double)answered, wrong);
  if (subject->near_many) printf(", many %9.0f/s", 1 / pipelined);
  printf("\n");
  fflush(stdout);
}

static void check_moves(const rival *subject) {
  enum { moves = 20000 };
  static uint32_t moved[moves];
  static rival_place to[moves];
  // Anywhere, then by a kilometre or so, then anywhere with many under way.
  for (int kind = 0; kind < 3; kind++) {
    int many = kind == 2;
    if (many ? !subject->move_many : !subject->move) continue;
    for (size_t i = 0; i < moves; i++) {
      moved[i] = (uint32_t)(uniform() * (double)count);
      to[i] = around_a_town();
      if (kind == 1) {
        to[i] = places[moved[i]];
        to[i].latitude += 0.01 * normal();
        to[i].longitude += 0.01 * normal();
        if (fabs(to[i].longitude) > 180) to[i].longitude = 180;
      }
    }
    size_t done = 0;
    double begin = now(CLOCK_MONOTONIC), mine = now(CLOCK_PROCESS_CPUTIME_ID);
    int failed = 0;
    if (many) failed = subject->move_many(moved, to, moves), done = moves;
    else
      for (; done < moves && now(CLOCK_MONOTONIC) - begin < 1; done++) failed |= subject->move(moved[done], to[done]);
    double seconds = now(CLOCK_MONOTONIC) - begin;
    mine = now(CLOCK_PROCESS_CPUTIME_ID) - mine;
    for (size_t i = 0; i < done; i++) places[moved[i]] = to[i], vectors[moved[i]] = sphere_of(to[i]);
    size_t wrong = 0;
    for (size_t i = 0; i < 20; i++) {
      rival_query query = {to[(i * 37) % done], 3000, 0, RIVAL_ANY_ORDER};
      wrong += mistakes(subject, query);
    }
    printf("  %s: %.0f/s, own CPU %.2f us, %s, %zu wrong\n", (const char *[]){"moves", "moves nearby", "moves, many"}[kind],
           (double)done / seconds, mine / (double)done * 1e6, failed ? "FAILED" : "done", wrong);
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 64;
  count = strtoul(argv[2], NULL, 10);
  places = calloc(count, sizeof *places), vectors = calloc(count, sizeof *vectors);
  ids = calloc(count, sizeof *ids), meters = calloc(count, sizeof *meters);
  double sum = 0;
  for (size_t i = 0; i < towns; i++) {
    town[i] = (rival_place){uniform() * 120 - 55, uniform() * 360 - 180};
    until[i] = sum += 1 / pow(uniform() + 1e-4, 0.9);
  }
  for (size_t i = 0; i < count; i++) places[i] = around_a_town();
  enum { asked = 20000 };
  static rival_query queries[asked];
  for (size_t i = 0; i < asked; i++) queries[i].center = around_a_town();
  for (int a = 3; a < argc; a++) {
    void *library = dlopen(argv[a], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      printf("%s\n", dlerror());
      continue;
    }
    const rival *const *entry = dlsym(library, "rival_entry");
    for (; entry && *entry; entry++) {
      const rival *subject = *entry;
      for (size_t i = 0; i < count; i++) vectors[i] = sphere_of(places[i]);
      printf("%s (%s)\n", subject->title, subject->settings);
      const char *problem = subject->start(argv[1]);
      double begin = now(CLOCK_MONOTONIC);
      if (!problem) problem = subject->load(places, count);
      if (problem) {
        printf("  %s\n", problem);
        subject->stop();
        continue;
      }
      double seconds = now(CLOCK_MONOTONIC) - begin;
      printf("  loaded at %.0f/s, %.1f bytes a place\n", (double)count / seconds, subject->bytes() / (double)count);
      for (int r = 0; r < 4; r++)
        measure(subject, (double[]){100, 1000, 10000, 100000}[r], RIVAL_ANY_ORDER, 0, queries, asked);
      for (int r = 0; r < 4; r++)
        measure(subject, (double[]){100, 1000, 10000, 100000}[r], RIVAL_NEAREST_FIRST, 0, queries, asked);
      measure(subject, 10000, RIVAL_NEAREST_FIRST, 20, queries, asked);
      measure(subject, 100000, RIVAL_NEAREST_FIRST, 20, queries, asked);
      // From a place over the date line and from a pole.
      rival_query far[] = {{{0.2, 179.95}, 300000, 0, 0}, {{-17.5, -179.99}, 500000, 0, 1}, {{89.9, 10}, 4000000, 0, 0}};
      for (int i = 0; i < 3; i++)
        printf("  %s: %zu wrong\n", (const char *[]){"date line", "date line, nearest first", "pole"}[i], mistakes(subject, far[i]));
      check_moves(subject);
      subject->stop();
    }
  }
}
