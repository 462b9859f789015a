// SPDX-License-Identifier: Apache-2.0
// The calls with a context of their own, which threads may use side by side.
#define GEOS_USE_ONLY_R_API 1
#include <geos_c.h>
