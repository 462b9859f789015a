// SPDX-License-Identifier: Apache-2.0
//
// The library is loaded at run time, so that the package builds without it: the few lines that need its headers are
// compiled by `scripts/bench` into a shared library beside the program.
#include "covering.h"

#include <dlfcn.h>

#include <cstdlib>

namespace {

template <typename Function>
Function *find(const char *name) {
  static void *const library = []() -> void * {
    const char *path = std::getenv("S2_COVERING");
    return path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  }();
  return library ? reinterpret_cast<Function *>(dlsym(library, name)) : nullptr;
}

}  // namespace

int s2_covering(double latitude, double longitude, double radius_radians, int cells) {
  static const auto function = find<int(double, double, double, int)>("s2_library_covering");
  return function ? function(latitude, longitude, radius_radians, cells) : 0;
}

int s2_covering_cells(double latitude, double longitude, double radius_radians, int cells, uint64_t *ids) {
  static const auto function = find<int(double, double, double, int, uint64_t *)>("s2_library_covering_cells");
  return function ? function(latitude, longitude, radius_radians, cells, ids) : 0;
}

size_t s2_leaves(const double *latitudes, const double *longitudes, size_t count, uint64_t *ids) {
  static const auto function = find<void(const double *, const double *, size_t, uint64_t *)>("s2_library_leaves");
  if (!function) return 0;
  function(latitudes, longitudes, count, ids);
  return count;
}

size_t s2_centers(const uint64_t *ids, size_t count, double *latitudes, double *longitudes) {
  static const auto function = find<void(const uint64_t *, size_t, double *, double *)>("s2_library_centers");
  if (!function) return 0;
  function(ids, count, latitudes, longitudes);
  return count;
}

size_t s2_neighbors(const uint64_t *ids, size_t count, uint64_t *neighbors) {
  static const auto function = find<size_t(const uint64_t *, size_t, uint64_t *)>("s2_library_neighbors");
  return function ? function(ids, count, neighbors) : 0;
}
