// SPDX-License-Identifier: Apache-2.0
#include "codes.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

static const char digits[] = "0123456789bcdefghjkmnpqrstuvwxyz";
static uint16_t pairs[1024];
static uint8_t values[256];
static int has_bmi2;

__attribute__((constructor)) static void fill(void) {
  for (int i = 0; i < 1024; i++) {
    char pair[2] = {digits[i >> 5], digits[i & 31]};
    memcpy(&pairs[i], pair, 2);
  }
  for (int i = 0; i < 32; i++) values[(uint8_t)digits[i]] = i;
#if defined(__x86_64__)
  has_bmi2 = __builtin_cpu_supports("bmi2");
#endif
}

static inline uint64_t spread(uint32_t number) {
  uint64_t x = number;
  x = (x | x << 16) & 0x0000FFFF0000FFFF;
  x = (x | x << 8) & 0x00FF00FF00FF00FF;
  x = (x | x << 4) & 0x0F0F0F0F0F0F0F0F;
  x = (x | x << 2) & 0x3333333333333333;
  return (x | x << 1) & 0x5555555555555555;
}

static inline uint32_t compact(uint64_t x) {
  x &= 0x5555555555555555;
  x = (x | x >> 1) & 0x3333333333333333;
  x = (x | x >> 2) & 0x0F0F0F0F0F0F0F0F;
  x = (x | x >> 4) & 0x00FF00FF00FF00FF;
  x = (x | x >> 8) & 0x0000FFFF0000FFFF;
  return (uint32_t)(x | x >> 16);
}

static inline uint32_t part(double degrees, double span) {
  double x = (degrees + span) * ((1 << 29) / span);
  uint32_t index = (uint32_t)x;
  return index < 1u << 30 ? index : (1u << 30) - 1;
}

static inline void write_text(uint64_t bits, char *text) {
  for (int i = 0; i < 6; i++) memcpy(text + 2 * i, &pairs[bits >> (50 - 10 * i) & 1023], 2);
}

static inline uint64_t read_text(const char *text) {
  uint64_t bits = 0;
  for (int i = 0; i < 12; i++) bits = bits << 5 | values[(uint8_t)text[i]];
  return bits;
}

// Each loop twice: with the processor's own instructions, and without.
#define LOOPS(suffix, attribute, SPREAD, COMPACT)                                                                     \
  attribute static void encode_##suffix(const double *latitudes, const double *longitudes, size_t count, char *texts) { \
    for (size_t i = 0; i < count; i++) {                                                                              \
      uint64_t bits = SPREAD(part(longitudes[i], 180)) << 1 | SPREAD(part(latitudes[i], 90));                         \
      write_text(bits, texts + 12 * i);                                                                               \
    }                                                                                                                 \
  }                                                                                                                   \
  attribute static void decode_##suffix(const char *texts, size_t count, double *latitudes, double *longitudes) {     \
    for (size_t i = 0; i < count; i++) {                                                                              \
      uint64_t bits = read_text(texts + 12 * i);                                                                      \
      latitudes[i] = (COMPACT(bits) + 0.5) * (180.0 / (1 << 30)) - 90;                                                \
      longitudes[i] = (COMPACT(bits >> 1) + 0.5) * (360.0 / (1 << 30)) - 180;                                         \
    }                                                                                                                 \
  }                                                                                                                   \
  attribute static void neighbors_##suffix(const char *texts, size_t count, char *neighbors) {                        \
    static const int steps[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};             \
    for (size_t i = 0; i < count; i++) {                                                                              \
      uint64_t bits = read_text(texts + 12 * i);                                                                      \
      uint32_t column = COMPACT(bits >> 1), row = COMPACT(bits);                                                      \
      uint64_t columns[3], rows[3];                                                                                   \
      for (int step = -1; step <= 1; step++) {                                                                        \
        columns[step + 1] = SPREAD((column + step) & ((1u << 30) - 1)) << 1;                                          \
        rows[step + 1] = SPREAD((row + step) & ((1u << 30) - 1));                                                     \
      }                                                                                                               \
      for (int k = 0; k < 8; k++)                                                                                     \
        write_text(columns[steps[k][0] + 1] | rows[steps[k][1] + 1], neighbors + 12 * (8 * i + k));                   \
    }                                                                                                                 \
  }

LOOPS(plain, , spread, compact)
#if defined(__x86_64__)
#define DEPOSIT(x) _pdep_u64((x), 0x5555555555555555)
#define EXTRACT(x) ((uint32_t)_pext_u64((x), 0x5555555555555555))
LOOPS(bmi2, __attribute__((target("bmi2"))), DEPOSIT, EXTRACT)
#define CHOOSE(name, ...) return has_bmi2 ? name##_bmi2(__VA_ARGS__) : name##_plain(__VA_ARGS__)
#else
#define CHOOSE(name, ...) return name##_plain(__VA_ARGS__)
#endif

void geohash_encode(const double *latitudes, const double *longitudes, size_t count, char *texts) {
  CHOOSE(encode, latitudes, longitudes, count, texts);
}

void geohash_decode(const char *texts, size_t count, double *latitudes, double *longitudes) {
  CHOOSE(decode, texts, count, latitudes, longitudes);
}

void geohash_neighbors(const char *texts, size_t count, char *neighbors) { CHOOSE(neighbors, texts, count, neighbors); }
