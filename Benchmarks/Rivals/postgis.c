// SPDX-License-Identifier: Apache-2.0
// needs: libpq-fe.h
// build: -I$(pg_config --includedir) -DBINARIES=\"$(pg_config --bindir)\" -DVERSION=\"$(pg_config --version | grep -o '[0-9.]*' | head -1)\" -lpq -lm
//
// PostGIS on a cluster of our own that listens on a Unix socket only. Distances are on its sphere, of (2a + b) / 3 for WGS 84:
// 6,371,008.771415 m, so the radius is scaled to ask for the same circle, and distances are scaled back.
#include "rival.h"

#include <endian.h>
#include <grp.h>
#include <libpq-fe.h>
#include <math.h>
#include <pwd.h>
#include <sys/stat.h>

#include "server.h"

enum { under_way = 100, batch = 100 };

static const double scale = 6371008.7714150598 / 6371008.8;

static pid_t server = 0;
static PGconn *link_ = NULL;
static int waits_for_disk = 1;
static char data[4096];
static char problem[512];

// PostgreSQL does not run as root.
static void become_postgres(void) {
  struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
  if (!user) return;
  if (initgroups(user->pw_name, user->pw_gid) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0) _exit(126);
  if (chdir(data) != 0) _exit(125);
}

static const char *failed(const char *doing) {
  snprintf(problem, sizeof problem, "postgis: %s: %s", doing, link_ ? PQerrorMessage(link_) : "no connection");
  return problem;
}

static int runs_well(const char *const *words, void (*prepare)(void)) {
  int status = -1;
  pid_t process = server_spawn(words, prepare);
  return process > 0 && waitpid(process, &status, 0) == process && status == 0;
}

static void remove_data(void) {
  if (*data) runs_well((const char *const[]){"rm", "-rf", data, NULL}, NULL);
}

// Carries out commands without a result; 0, or -1 and the problem told.
static int run(const char *commands) {
  PGresult *result = PQexec(link_, commands);
  int is_right = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
  if (!is_right) failed(commands);
  PQclear(result);
  return is_right ? 0 : -1;
}

// The name of the user that the cluster belongs to.
static const char *owner(void) {
  if (geteuid() == 0) return "postgres";
  struct passwd *user = getpwuid(geteuid());
  return user ? user->pw_name : "postgres";
}

static const char *start(const char *folder) {
  char full[4096], sockets[4200], conninfo[4400];
  if (!realpath(folder, full)) return "postgis: there is no such folder";
  waits_for_disk = 1;
  if (strlen(full) > 80) return "postgis: the folder's name is too long for a socket";
  snprintf(data, sizeof data, "%.100s/postgres", full);
  remove_data();
  if (mkdir(data, 0700) != 0) return "postgis: cannot make its folder";
  if (geteuid() == 0) {
    struct passwd *user = getpwnam("postgres");
    if (!user || chown(data, user->pw_uid, user->pw_gid) != 0) return "postgis: there is no user postgres";
  }
  if (!runs_well((const char *const[]){BINARIES "/initdb", "-D", data, "-A", "trust", "--no-locale", "-E", "UTF8", "--no-sync", NULL},
                 become_postgres))
    return "postgis: initdb fails (can the user postgres enter the folder?)";
  snprintf(sockets, sizeof sockets, "unix_socket_directories=%s", data);
  server = server_spawn(
      (const char *const[]){BINARIES "/postgres", "-D", data, "-c", sockets, "-c", "listen_addresses=", "-c", "shared_buffers=512MB",
                            "-c", "maintenance_work_mem=512MB", "-c", "work_mem=64MB", "-c", "wal_level=minimal", "-c",
                            "max_wal_senders=0", "-c", "max_wal_size=8GB", "-c", "wal_buffers=64MB", "-c",
                            "wal_compression=lz4", "-c", "checkpoint_timeout=30min", "-c", "jit=off", "-c", "random_page_cost=1.1", "-c",
                            "max_parallel_workers_per_gather=0", "-c", "plan_cache_mode=force_generic_plan", NULL},
      become_postgres);
  if (server < 0) return "postgis: cannot start postgres";
  snprintf(conninfo, sizeof conninfo, "host=%s user=%s dbname=postgres", data, owner());
  for (int attempt = 0; attempt < 1000; attempt++) {
    link_ = PQconnectdb(conninfo);
    if (PQstatus(link_) == CONNECTION_OK) {
      if (run("SET client_min_messages = warning") != 0 || run("CREATE EXTENSION postgis") != 0) return problem;
      return NULL;
    }
    PQfinish(link_);
    link_ = NULL;
    if (waitpid(server, NULL, WNOHANG) == server) {
      server = 0;
      return "postgis: postgres ended at once";
    }
    usleep(20000);
  }
  return "postgis: postgres does not answer";
}

static void put32(char *to, uint32_t value) {
  value = htobe32(value);
  memcpy(to, &value, 4);
}

static void put64(char *to, double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  bits = htobe64(bits);
  memcpy(to, &bits, 8);
}

static double get64(const char *from) {
  uint64_t bits;
  memcpy(&bits, from, 8);
  bits = be64toh(bits);
  double value;
  memcpy(&value, &bits, 8);
  return value;
}

enum { point_bytes = 25 };

// A point in extended well-known binary, big-endian, in WGS 84.
static void put_point(char *to, rival_place place) {
  to[0] = 0;
  put32(to + 1, 0x20000001), put32(to + 5, 4326), put64(to + 9, place.longitude), put64(to + 17, place.latitude);
}

typedef struct {
  uint64_t key;
  uint32_t id;
} ordered;

static int compare(const void *a, const void *b) {
  uint64_t x = ((const ordered *)a)->key, y = ((const ordered *)b)->key;
  return (x > y) - (x < y);
}

static uint64_t spread(double fraction) {
  uint64_t bits = (uint64_t)fmin(fraction * 4294967296.0, 4294967295.0);
  bits = (bits | bits << 16) & 0x0000FFFF0000FFFF;
  bits = (bits | bits << 8) & 0x00FF00FF00FF00FF;
  bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0F;
  bits = (bits | bits << 2) & 0x3333333333333333;
  return (bits | bits << 1) & 0x5555555555555555;
}

// Copies the places in the order of their geohashes, as ORDER BY ST_GeoHash does.
static int copy(const rival_place *places, size_t count) {
  PGresult *result = PQexec(link_, "COPY places FROM STDIN BINARY");
  int is_ready = PQresultStatus(result) == PGRES_COPY_IN;
  PQclear(result);
  ordered *order = malloc(count * sizeof *order);
  if (!is_ready || !order) return free(order), -1;
  for (size_t i = 0; i < count; i++)
    order[i] = (ordered){spread((places[i].longitude + 180) / 360) << 1 | spread((places[i].latitude + 90) / 180), (uint32_t)i};
  qsort(order, count, sizeof *order, compare);
  enum { row_bytes = 2 + 4 + 4 + 4 + point_bytes, rows = 1000 };
  static char rows_text[row_bytes * rows];
  int is_right = PQputCopyData(link_, "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19) == 1;
  for (size_t i = 0; i < count && is_right;) {
    char *row = rows_text;
    for (size_t end = i + rows < count ? i + rows : count; i < end; i++, row += row_bytes) {
      row[0] = 0, row[1] = 2;
      put32(row + 2, 4), put32(row + 6, order[i].id), put32(row + 10, point_bytes), put_point(row + 14, places[order[i].id]);
    }
    is_right = PQputCopyData(link_, rows_text, (int)(row - rows_text)) == 1;
  }
  free(order);
  is_right = is_right && PQputCopyData(link_, "\377\377", 2) == 1 && PQputCopyEnd(link_, NULL) == 1;
  while ((result = PQgetResult(link_))) {
    is_right = is_right && PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
  }
  return is_right ? 0 : -1;
}

// In a transaction with the table's making, the copy writes no log.
static const char *load(const rival_place *places, size_t count) {
  if (run("BEGIN; CREATE TABLE places (id int4, g geography(Point, 4326))") != 0) return problem;
  if (copy(places, count) != 0) return failed("COPY");
  if (run("COMMIT; CREATE INDEX places_g ON places USING gist (g) WITH (buffering = off); CREATE UNIQUE INDEX places_id ON places (id)") != 0 ||
      run("VACUUM (ANALYZE, FREEZE) places") != 0 ||
      run("PREPARE any_order (geography, float8) AS SELECT id FROM places WHERE ST_DWithin(g, $1, $2, false)") != 0 ||
      run("PREPARE any_limited (geography, float8, int8) AS SELECT id FROM places WHERE ST_DWithin(g, $1, $2, false) LIMIT $3") != 0 ||
      run("PREPARE with_meters (geography, float8) AS "
          "SELECT id, ST_Distance(g, $1, false) FROM places WHERE ST_DWithin(g, $1, $2, false)") != 0 ||
      run("PREPARE nearest (geography, float8) AS "
          "SELECT id, ST_Distance(g, $1, false) FROM places WHERE ST_DWithin(g, $1, $2, false) ORDER BY 2") != 0 ||
      run("PREPARE nearest_limited (geography, float8, int8) AS "
          "SELECT id, ST_Distance(g, $1, false) FROM places WHERE ST_DWithin(g, $1, $2, false) ORDER BY g <-> $1 LIMIT $3") != 0 ||
      run("PREPARE move (int4, geography) AS UPDATE places SET g = $2 WHERE id = $1") != 0)
    return problem;
  return NULL;
}

static int ask(const rival_query *query, int with_meters) {
  char point[point_bytes], radius[8], limit[8];
  put_point(point, query->center);
  put64(radius, query->radius_meters * scale);
  put32(limit, 0), put32(limit + 4, (uint32_t)query->limit);
  const char *values[] = {point, radius, limit};
  int is_limited = query->limit > 0;
  const char *statement = query->order == RIVAL_NEAREST_FIRST ? (is_limited ? "nearest_limited" : "nearest")
                          : is_limited                        ? "any_limited"
                          : with_meters                       ? "with_meters"
                                                              : "any_order";
  return PQsendQueryPrepared(link_, statement, is_limited ? 3 : 2, values, (const int[]){point_bytes, 8, 8}, (const int[]){1, 1, 1}, 1)
             ? 0
             : -1;
}

static size_t take_matches(uint32_t *ids, double *meters) {
  PGresult *result = PQgetResult(link_);
  if (PQresultStatus(result) != PGRES_TUPLES_OK) {
    failed("query");
    PQclear(result);
    return SIZE_MAX;
  }
  int count = PQntuples(result), has_meters = PQnfields(result) > 1;
  for (int i = 0; i < count; i++) {
    if (ids) {
      uint32_t id;
      memcpy(&id, PQgetvalue(result, i, 0), 4);
      ids[i] = be32toh(id);
    }
    if (meters && has_meters) meters[i] = get64(PQgetvalue(result, i, 1)) / scale;
  }
  PQclear(result);
  PQclear(PQgetResult(link_));  // the end of the statement
  return (size_t)count;
}

static size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  return ask(query, meters != NULL) == 0 ? take_matches(ids, meters) : SIZE_MAX;
}

// Takes the answer to a synchronization.
static int take_sync(void) {
  PGresult *result = PQgetResult(link_);
  int is_right = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
  PQclear(result);
  return is_right ? 0 : -1;
}

// Half a hundred queries are asked with each synchronization, and the next half hundred before their answers are taken.
static int near_many(const rival_query *queries, size_t count, size_t *found) {
  enum { half = under_way / 2 };
  size_t asked = 0, answered = 0;
  int status = 0;
  if (!PQenterPipelineMode(link_)) return -1;
  while (answered < count && status == 0) {
    while (asked < count && asked < answered + under_way) {
      for (size_t end = asked + half < count ? asked + half : count; asked < end; asked++) status |= ask(&queries[asked], 0);
      status |= PQpipelineSync(link_) == 1 ? 0 : -1;
    }
    for (size_t end = answered + half < count ? answered + half : count; answered < end && status == 0; answered++)
      if ((found[answered] = take_matches(NULL, NULL)) == SIZE_MAX) status = -1;
    if (status == 0) status = take_sync();
  }
  if (!PQexitPipelineMode(link_)) status = -1;
  return status;
}

static int send_move(uint32_t id, rival_place to) {
  char number[4], point[point_bytes];
  put32(number, id);
  put_point(point, to);
  return PQsendQueryPrepared(link_, "move", 2, (const char *const[]){number, point}, (const int[]){4, point_bytes}, (const int[]){1, 1},
                             1)
             ? 0
             : -1;
}

static int take_move(void) {
  PGresult *result = PQgetResult(link_);
  int is_right = PQresultStatus(result) == PGRES_COMMAND_OK && strcmp(PQcmdTuples(result), "1") == 0;
  if (!is_right) failed("move");
  PQclear(result);
  PQclear(PQgetResult(link_));
  return is_right ? 0 : -1;
}

// Whether a commit waits for the disk. One that does takes as long as the disk does, whatever the database.
static int wait_for_disk(int is_waiting) {
  static const char *const commands[] = {"SET synchronous_commit = off", "SET synchronous_commit = on"};
  if (is_waiting != waits_for_disk && run(commands[is_waiting]) != 0) return -1;
  waits_for_disk = is_waiting;
  return 0;
}

static int move(uint32_t id, rival_place to) { return wait_for_disk(0) == 0 && send_move(id, to) == 0 ? take_move() : -1; }

// What is sent before one synchronization is one transaction.
static int move_many(const uint32_t *ids, const rival_place *to, size_t count) {
  int status = wait_for_disk(1);
  if (!PQenterPipelineMode(link_)) return -1;
  for (size_t i = 0; i < count && status == 0;) {
    size_t end = i + batch < count ? i + batch : count, begin = i;
    for (; i < end; i++) status |= send_move(ids[i], to[i]);
    status |= PQpipelineSync(link_) == 1 ? 0 : -1;
    for (size_t taken = begin; taken < end && status == 0; taken++) status = take_move();
    if (status == 0) status = take_sync();
  }
  if (!PQexitPipelineMode(link_)) status = -1;
  return status;
}

static double bytes(void) {
  PGresult *result = PQexec(link_, "SELECT pg_total_relation_size('places')");
  double size = PQntuples(result) == 1 ? atof(PQgetvalue(result, 0, 0)) : NAN;
  PQclear(result);
  return size;
}

static double server_seconds(void) { return server_family_seconds(server); }

static void stop(void) {
  if (link_) PQfinish(link_);
  link_ = NULL;
  server_end(server, SIGINT);
  server = 0;
  remove_data();
}

static const rival postgis = {
    .title = "PostGIS 3 on PostgreSQL " VERSION ", Unix socket",
    .settings = "sphere; GiST on geography loaded in geohash order; prepared, binary; 512 MB of buffers; 100 queries under way; "
                "fsync on: moves alone with synchronous_commit off, 100 in a transaction that waits for the disk",
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

__attribute__((visibility("default"))) const rival *const rival_entry[] = {&postgis, NULL};
