// SPDX-License-Identifier: Apache-2.0
//
// What the in-process index does to many numbers at once. The same C is compiled for several instruction sets, of which the best one
// is chosen at run time; every one of them gives the same bits, since nothing is contracted, reordered or approximated.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Boxes in a node of the tree.
enum { gk_boxes = 16 };

// A circle in single precision: its centre as a unit vector and two bounds of the squared chord. A place whose chord is at most `inner` is
// certainly within, one whose chord is greater than `outer` is certainly not.
typedef struct {
  float x, y, z;
  float inner, outer;
} gk_circle;

// A place that distances are measured from: degrees, the cosine of the latitude, and the sphere's radius in metres.
typedef struct {
  double latitude, longitude, cosine, radius;
} gk_origin;

// Bit i tells of box or place i: whether it may hold or be a member, and whether it certainly holds or is nothing else.
typedef struct {
  uint64_t possible, certain;
} gk_masks;

// A distance in metres, and whose it is.
typedef struct {
  double meters;
  uint64_t reference;
} gk_ranked;

// Functions without state: Swift may share them among threads.
#if __has_attribute(swift_attr)
#define GK_SHARED __attribute__((swift_attr("@Sendable"), swift_attr("safe")))
#else
#define GK_SHARED
#endif

// Rows are read in groups of sixteen: memory must be readable up to the end of the last group that begins before `count`.
typedef struct GK_SHARED {
  // The instruction set.
  const char *name;

  // How sixteen boxes (low x, y, z, high x, y, z: six rows of sixteen) lie to a circle.
  gk_masks (*boxes)(const float *rows, const gk_circle *circle);

  // How up to 64 places (x, y, z: three rows of `count`) lie to a circle.
  gk_masks (*places)(const float *rows, size_t count, const gk_circle *circle);

  // The squared chords to the nearest points of sixteen boxes.
  void (*box_chords)(const float *rows, const gk_circle *circle, float *chords);

  // Which of the first `count` boxes, at least one, grows least by taking in a place; of several the smallest.
  size_t (*choose)(const float *rows, size_t count, float x, float y, float z);

  // The box (low x, y, z, high x, y, z) of the places whose bits are set.
  void (*bounds)(const float *rows, size_t count, uint64_t members, float box[6]);

  // Measures the places (pairs of latitude and longitude) whose bits are set and writes those not farther than `most`, with `reference` plus
  // their position. The distances are DistanceMeter's, bit for bit. How many it wrote.
  size_t (*rank)(const gk_origin *origin, double most, const double *places, uint64_t members, uint64_t reference,
                 gk_ranked *to);

  // Which of up to 64 bytes are equal to `tag`.
  uint64_t (*tagged)(const uint8_t *tags, size_t count, uint8_t tag);

  // Copies the words whose bits are set, in their order, of `count`; up to sixteen words more may be written. The number of bits.
  size_t (*compress)(const uint32_t *words, size_t count, uint64_t members, uint32_t *to);
} gk_kernels;

// The best kernels for this processor.
const gk_kernels *gk_best(void);

// The kernels of a number from 0 up: NULL where this processor has not the instructions; `*exists` is 0 after the last one.
const gk_kernels *gk_path(size_t number, int *exists);

// A piece of memory that this thread keeps between queries, so that they allocate nothing: `give` takes it back. A second piece taken
// meanwhile is a new one. `grow` keeps the contents; NULL when there is no memory.
void *gk_scratch_take(size_t *bytes);
void *gk_scratch_grow(void *piece, size_t *bytes);
void gk_scratch_give(void *piece, size_t bytes);

// A piece of memory of a multiple of `alignment` bytes; of large pages where it is large. Ends the process when there is no memory, as an
// allocation in Swift does.
void *gk_piece(size_t bytes, size_t alignment);
void gk_piece_free(void *piece);

// Asks the processor for a line of memory that will be read soon.
static inline void gk_prefetch(const void *address) { __builtin_prefetch(address); }
