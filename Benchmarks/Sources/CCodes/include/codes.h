// SPDX-License-Identifier: Apache-2.0
//
// Geohashes of 12 characters as they would be written in C for speed alone: an axis becomes 30 bits by one multiplication, the
// bits are interleaved by the processor's deposit instruction where it has one, and two characters come from a table at a
// time. Borders are where rounding puts them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes 12 characters for each place, one after the other.
void geohash_encode(const double *latitudes, const double *longitudes, size_t count, char *texts);
// The middles of the boxes of such texts.
void geohash_decode(const char *texts, size_t count, double *latitudes, double *longitudes);
// The eight around each: north, north-east, and so on; eight texts each. Past a pole they come from the other end.
void geohash_neighbors(const char *texts, size_t count, char *neighbors);

#ifdef __cplusplus
}
#endif
