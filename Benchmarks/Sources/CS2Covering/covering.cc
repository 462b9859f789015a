// SPDX-License-Identifier: Apache-2.0
//
// The library is loaded at run time, so that the package builds without it: the few lines that need its headers are
// compiled by `scripts/bench` into a shared library beside the program.
#include "covering.h"

#include <dlfcn.h>

#include <cstdlib>

int s2_covering(double latitude, double longitude, double radius_radians, int cells) {
  using Covering = int (*)(double, double, double, int);
  static const Covering covering = []() -> Covering {
    const char *path = std::getenv("S2_COVERING");
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    return library ? reinterpret_cast<Covering>(dlsym(library, "s2_library_covering")) : nullptr;
  }();
  return covering ? covering(latitude, longitude, radius_radians, cells) : 0;
}
