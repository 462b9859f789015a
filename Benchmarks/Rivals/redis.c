// SPDX-License-Identifier: Apache-2.0
// needs: hiredis/hiredis.h
// build: -lhiredis -lm
//
// Redis GEOSEARCH on a server of our own that keeps everything in memory and listens on a Unix socket only. The member of object
// 17 is "17". Redis rounds coordinates to 52 bits (0.6 m at most) and takes 6,372,797.560856 m for the Earth's radius, so the
// radius is scaled to ask for the same circle, and distances are scaled back.
#include "rival.h"

#include <hiredis/hiredis.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server.h"

enum { under_way = 100, batch = 100, load_batch = 1000 };

static const double scale = 6372797.560856 / 6371008.8;

static pid_t server = 0;
static redisContext *link_ = NULL;
static double empty_bytes = 0;
static char problem[256];

static const char *failed(const char *doing) {
  snprintf(problem, sizeof problem, "redis: %s: %s", doing, link_ && link_->err ? link_->errstr : "refused");
  return problem;
}

static double used_memory(void) {
  redisReply *reply = redisCommand(link_, "INFO memory");
  double bytes = NAN;
  if (reply && reply->type == REDIS_REPLY_STRING) {
    const char *line = strstr(reply->str, "\r\nused_memory:");
    if (line) bytes = atof(line + 14);
  }
  if (reply) freeReplyObject(reply);
  return bytes;
}

static const char *start(const char *folder) {
  char socket[200];
  if (snprintf(socket, sizeof socket, "%s/redis.sock", folder) >= 100) return "redis: the folder's name is too long for a socket";
  unlink(socket);
  server = server_spawn((const char *const[]){"redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly",
                                              "no", "--dir", folder, "--daemonize", "no", "--loglevel", "warning", NULL},
                        NULL);
  if (server < 0) return "redis: cannot start redis-server";
  for (int attempt = 0; attempt < 500; attempt++) {
    link_ = redisConnectUnix(socket);
    if (link_ && !link_->err) {
      redisReply *reply = redisCommand(link_, "PING");
      int is_up = reply && reply->type == REDIS_REPLY_STATUS;
      if (reply) freeReplyObject(reply);
      if (is_up) {
        empty_bytes = used_memory();
        return NULL;
      }
    }
    if (link_) redisFree(link_);
    link_ = NULL;
    if (waitpid(server, NULL, WNOHANG) == server) {
      server = 0;
      return "redis: redis-server ended at once (is it installed?)";
    }
    usleep(10000);
  }
  return "redis: redis-server does not answer";
}

// The words of one GEOADD of up to `load_batch` members.
typedef struct {
  const char *words[2 + 3 * load_batch];
  size_t lengths[2 + 3 * load_batch];
  int count;
  char text[load_batch][3][32];
} addition;

static void begin_addition(addition *a) {
  a->words[0] = "GEOADD", a->lengths[0] = 6;
  a->words[1] = "p", a->lengths[1] = 1;
  a->count = 2;
}

static void add(addition *a, uint32_t id, rival_place place) {
  char(*text)[32] = a->text[(a->count - 2) / 3];
  int lengths[3] = {snprintf(text[0], 32, "%.9f", place.longitude), snprintf(text[1], 32, "%.9f", place.latitude),
                    snprintf(text[2], 32, "%u", id)};
  for (int i = 0; i < 3; i++, a->count++) a->words[a->count] = text[i], a->lengths[a->count] = (size_t)lengths[i];
}

static int send_addition(addition *a) { return redisAppendCommandArgv(link_, a->count, a->words, a->lengths); }

static int take_integer(void) {
  redisReply *reply = NULL;
  if (redisGetReply(link_, (void **)&reply) != REDIS_OK) return -1;
  int is_right = reply->type == REDIS_REPLY_INTEGER;
  if (!is_right) snprintf(problem, sizeof problem, "redis: %s", reply->str ? reply->str : "not a number");
  freeReplyObject(reply);
  return is_right ? 0 : -1;
}

// Adds all, `size` members a command and a few commands under way.
static int add_all(const uint32_t *ids, const rival_place *places, size_t count, size_t size) {
  static addition a;
  size_t waiting = 0;
  for (size_t i = 0; i < count;) {
    begin_addition(&a);
    for (size_t end = i + size < count ? i + size : count; i < end; i++) add(&a, ids ? ids[i] : (uint32_t)i, places[i]);
    if (send_addition(&a) != REDIS_OK) return -1;
    if (++waiting == 8) {
      if (take_integer() != 0) return -1;
      waiting--;
    }
  }
  for (; waiting > 0; waiting--)
    if (take_integer() != 0) return -1;
  return 0;
}

static const char *load(const rival_place *places, size_t count) {
  return add_all(NULL, places, count, load_batch) == 0 ? NULL : *problem ? problem : failed("GEOADD");
}

// Redis answers GEOSEARCH in no stated order unless it is told one.
static int ask(const rival_query *query, int with_distance) {
  char longitude[32], latitude[32], radius[32], limit[32];
  const char *words[13];
  size_t lengths[13];
  int count = 0;
#define WORD(text) (words[count] = (text), lengths[count] = strlen(words[count]), count++)
  snprintf(longitude, sizeof longitude, "%.9f", query->center.longitude);
  snprintf(latitude, sizeof latitude, "%.9f", query->center.latitude);
  snprintf(radius, sizeof radius, "%.9g", query->radius_meters * scale);
  WORD("GEOSEARCH"), WORD("p"), WORD("FROMLONLAT"), WORD(longitude), WORD(latitude), WORD("BYRADIUS"), WORD(radius), WORD("m");
  if (query->order == RIVAL_NEAREST_FIRST) WORD("ASC");
  if (query->limit > 0) {
    snprintf(limit, sizeof limit, "%zu", query->limit);
    WORD("COUNT"), WORD(limit);
    if (query->order == RIVAL_ANY_ORDER) WORD("ANY");
  }
  if (with_distance) WORD("WITHDIST");
#undef WORD
  return redisAppendCommandArgv(link_, count, words, lengths);
}

// Members are decimal and short, distances have four digits after the point: both are read faster than by the C library.
static uint32_t number(const char *text) {
  uint32_t value = 0;
  for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (uint32_t)(*text - '0');
  return value;
}

static double decimal(const char *text) {
  double value = 0, unit = 1;
  for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
  if (*text == '.')
    for (text++; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0'), unit *= 10;
  return value / unit;
}

static size_t take_matches(uint32_t *ids, double *meters) {
  redisReply *reply = NULL;
  if (redisGetReply(link_, (void **)&reply) != REDIS_OK) return SIZE_MAX;
  if (reply->type != REDIS_REPLY_ARRAY) {
    freeReplyObject(reply);
    return SIZE_MAX;
  }
  size_t count = reply->elements;
  for (size_t i = 0; i < count; i++) {
    const redisReply *element = reply->element[i];
    if (element->type == REDIS_REPLY_ARRAY) {
      if (ids) ids[i] = number(element->element[0]->str);
      if (meters) meters[i] = decimal(element->element[1]->str) / scale;
    } else if (ids) {
      ids[i] = number(element->str);
    }
  }
  freeReplyObject(reply);
  return count;
}

// Nearest first is always asked for with its distances, as a caller would.
static int wants_distance(const rival_query *query, const double *meters) {
  return query->order == RIVAL_NEAREST_FIRST || meters != NULL;
}

static size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  if (ask(query, wants_distance(query, meters)) != REDIS_OK) return SIZE_MAX;
  return take_matches(ids, meters);
}

// Asks by the half hundred, so that the server has always some to do and few calls send and receive many.
static int near_many(const rival_query *queries, size_t count, size_t *found) {
  size_t asked = 0, answered = 0;
  while (answered < count) {
    for (; asked < count && asked < answered + under_way; asked++)
      if (ask(&queries[asked], wants_distance(&queries[asked], NULL)) != REDIS_OK) return -1;
    for (size_t i = 0; i < under_way / 2 && answered < asked; i++) {
      found[answered] = take_matches(NULL, NULL);
      if (found[answered++] == SIZE_MAX) return -1;
    }
  }
  return 0;
}

static int move(uint32_t id, rival_place to) {
  static addition a;
  begin_addition(&a);
  add(&a, id, to);
  return send_addition(&a) == REDIS_OK ? take_integer() : -1;
}

static int move_many(const uint32_t *ids, const rival_place *to, size_t count) { return add_all(ids, to, count, batch); }

static double bytes(void) { return used_memory() - empty_bytes; }

static double server_seconds(void) { return server_processor_seconds(server); }

static void stop(void) {
  if (link_) redisFree(link_);
  link_ = NULL;
  server_end(server, SIGTERM);
  server = 0;
}

static const rival redis = {
    .title = "Redis GEOSEARCH, Unix socket",
    .settings = "hiredis; no persistence; 100 queries or 8 GEOADD of 100 under way; bytes by used_memory",
    .start = start,
    .load = load,
    .near = near,
    .near_many = near_many,
    .move = move,
    .move_many = move_many,
    .bytes = bytes,
    .server_seconds = server_seconds,
    .stop = stop,
};

__attribute__((visibility("default"))) const rival *const rival_entry[] = {&redis, NULL};
