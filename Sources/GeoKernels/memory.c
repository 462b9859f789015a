// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "GeoKernels.h"

// A thread's piece of memory, with its size in front of it.
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local void *kept;
static _Thread_local size_t kept_bytes;

// More is not kept: a query that found millions does not hold their memory for ever.
enum { most_kept = 4 << 20, least = 16 << 10 };

static void release(void *piece) {
  kept = NULL;
  free(piece);
}

static void make_key(void) { pthread_key_create(&key, release); }

void *gk_scratch_take(size_t *bytes) {
  void *piece = kept;
  *bytes = piece ? kept_bytes : least;
  kept = NULL;
  return piece ? piece : malloc(least);
}

void *gk_scratch_grow(void *piece, size_t *bytes) {
  void *larger = realloc(piece, 2 * *bytes);
  if (larger) *bytes *= 2;
  return larger;
}

void gk_scratch_give(void *piece, size_t bytes) {
  if (kept || bytes > most_kept) {
    free(piece);
    return;
  }
  kept = piece;
  kept_bytes = bytes;
  pthread_once(&once, make_key);
  // Only now and then another piece: the destructor needs the present one.
  if (pthread_getspecific(key) != piece) pthread_setspecific(key, piece);
}

void *gk_piece(size_t bytes, size_t alignment) {
  void *piece = aligned_alloc(alignment, bytes);
  if (!piece) abort();
#ifdef MADV_HUGEPAGE
  // Queries jump about in a tree: with large pages they miss fewer translations of addresses.
  enum { large = 2 << 20 };
  uintptr_t first = ((uintptr_t)piece + large - 1) & ~(uintptr_t)(large - 1);
  uintptr_t last = ((uintptr_t)piece + bytes) & ~(uintptr_t)(large - 1);
  if (first < last) madvise((void *)first, last - first, MADV_HUGEPAGE);
#endif
  return piece;
}

void gk_piece_free(void *piece) { free(piece); }
