// SPDX-License-Identifier: Apache-2.0
#include "GeoKernels.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

// A fused multiplication and addition rounds once where the Swift code rounds twice.
#pragma STDC FP_CONTRACT OFF

// Vectors of more bytes than the baseline's registers are split there; none crosses a function that is not inlined.
#pragma clang diagnostic ignored "-Wpsabi"
#define GK_INLINE static inline __attribute__((always_inline))

typedef float float16 __attribute__((ext_vector_type(16)));
typedef int int16 __attribute__((ext_vector_type(16)));
typedef bool bool16 __attribute__((ext_vector_type(16)));
typedef double double8 __attribute__((ext_vector_type(8)));
typedef unsigned char byte16 __attribute__((ext_vector_type(16)));
typedef long long8 __attribute__((ext_vector_type(8)));
typedef bool bool8 __attribute__((ext_vector_type(8)));

// Whole vectors are read, hence also positions that a writer fills meanwhile. The lanes of those are masked out by the caller.
#define GK_RACING __attribute__((no_sanitize("thread")))

#define GK_TITLE "baseline"
#define GK_NAME(name) name##_baseline
#include "kernels.inc"

#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#define GK_TITLE "AVX2"
#define GK_NAME(name) name##_avx2
#include "kernels.inc"
#pragma clang attribute pop

#define GK_COMPRESS
#pragma clang attribute push( \
    __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define GK_TITLE "AVX-512"
#define GK_NAME(name) name##_avx512
#include "kernels.inc"
#pragma clang attribute pop
#endif

const gk_kernels *gk_path(size_t number, int *exists) {
  *exists = 1;
  if (number == 0) return &kernels_baseline;
#ifdef __x86_64__
  bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (number == 1) return has_avx2 ? &kernels_avx2 : NULL;
  bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (number == 2) return has_avx2 && has_avx512 ? &kernels_avx512 : NULL;
#endif
  *exists = 0;
  return NULL;
}

const gk_kernels *gk_best(void) {
  const gk_kernels *best = &kernels_baseline;
  int exists = 1;
  for (size_t number = 1; exists; number++) {
    const gk_kernels *path = gk_path(number, &exists);
    if (path) best = path;
  }
  return best;
}
