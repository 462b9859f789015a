// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "GeoKernels.h"

// A thread's piece of memory; the key only serves to free it when the thread ends.
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local void *kept;
static _Thread_local size_t kept_bytes;
static _Thread_local bool is_registered;

// More is not kept: a query that found millions does not hold their memory for ever.
enum { most_kept = 4 << 20, least = 16 << 10 };

static void release(void *unused) {
  (void)unused;
  free(kept);
  kept = NULL;
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
  if (is_registered) return;
  pthread_once(&once, make_key);
  is_registered = pthread_setspecific(key, &key) == 0;
}

static void advise_pages(void *piece, size_t bytes, bool are_large) {
#ifdef MADV_HUGEPAGE
  enum { large = 2 << 20 };
  uintptr_t first = ((uintptr_t)piece + large - 1) & ~(uintptr_t)(large - 1);
  uintptr_t last = ((uintptr_t)piece + bytes) & ~(uintptr_t)(large - 1);
  if (first < last) madvise((void *)first, last - first, are_large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
}

void *gk_piece(size_t bytes, size_t alignment, bool is_dense) {
  void *piece = aligned_alloc(alignment, bytes);
  if (!piece) abort();
  // Queries jump about in a tree: with large pages they miss fewer translations of addresses.
  if (is_dense) advise_pages(piece, bytes, true);
  return piece;
}

void gk_piece_release(void *part, size_t bytes) {
#ifdef MADV_DONTNEED
  madvise(part, bytes, MADV_DONTNEED);
#endif
}

void gk_piece_loosen(void *piece, size_t bytes) { advise_pages(piece, bytes, false); }

void gk_piece_free(void *piece) { free(piece); }
