// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// S2's own functions, each 0 when S2 is not there.

// Covers a circle with up to `cells` cells by S2's own coverer and returns how many they are.
int s2_covering(double latitude, double longitude, double radius_radians, int cells);
// The same, with the cells; there is room for more than `cells`, as S2 may take as many as six.
int s2_covering_cells(double latitude, double longitude, double radius_radians, int cells, uint64_t *ids);
// The leaves of places, and the middles of cells; how many.
size_t s2_leaves(const double *latitudes, const double *longitudes, size_t count, uint64_t *ids);
size_t s2_centers(const uint64_t *ids, size_t count, double *latitudes, double *longitudes);
// The cells round about each, up to eight, one after the other; how many in all.
size_t s2_neighbors(const uint64_t *ids, size_t count, uint64_t *neighbors);

#ifdef __cplusplus
}
#endif
