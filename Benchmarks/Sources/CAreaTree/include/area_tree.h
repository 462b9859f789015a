// SPDX-License-Identifier: Apache-2.0
//
// Prepared polygons of GEOS under its STRtree: what people look areas up with.
#pragma once
#include <stddef.h>

typedef struct area_tree area_tree;

area_tree *area_tree_new(size_t areas);
/// Adds a polygon of an area: the number of positions of each ring, and their longitudes and latitudes in turn, closed.
void area_tree_add(area_tree *tree, size_t area, const size_t *rings, size_t ring_count, const double *positions);
void area_tree_prepare(area_tree *tree);
/// The least area that has each place, -1 where none has; how many polygons were asked.
size_t area_tree_find(area_tree *tree, const double *longitudes, const double *latitudes, size_t count, long *found);
