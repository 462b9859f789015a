// SPDX-License-Identifier: Apache-2.0
//
// Counts allocations: these definitions come before the C library's, which they call by their inner names.
#include "counters.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Atomic unsigned long count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

unsigned long allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

double thread_seconds(void) { return seconds(CLOCK_THREAD_CPUTIME_ID); }

double process_seconds(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

unsigned long monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ul + now.tv_nsec;
}

void print_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

double resident_bytes(void) {
  malloc_trim(0);
  unsigned long size, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
  fclose(file);
  return (double)resident * sysconf(_SC_PAGESIZE);
}
