// SPDX-License-Identifier: Apache-2.0
#include "area_tree.h"

#define GEOS_USE_ONLY_R_API 1
#include <geos_c.h>
#include <stdlib.h>

typedef struct {
  size_t area;
  GEOSGeometry *geometry;
  const GEOSPreparedGeometry *prepared;
} polygon;

struct area_tree {
  GEOSContextHandle_t context;
  GEOSSTRtree *index;
  polygon **polygons;
  size_t count, capacity;
};

typedef struct {
  area_tree *tree;
  const GEOSGeometry *place;
  long least;
  size_t asked;
} search;

area_tree *area_tree_new(size_t areas) {
  area_tree *tree = calloc(1, sizeof *tree);
  tree->context = GEOS_init_r();
  tree->capacity = areas * 2 + 16;
  tree->polygons = calloc(tree->capacity, sizeof *tree->polygons);
  return tree;
}

void area_tree_add(area_tree *tree, size_t area, const size_t *rings, size_t ring_count, const double *positions) {
  GEOSGeometry **made = calloc(ring_count, sizeof *made);
  for (size_t ring = 0; ring < ring_count; positions += 2 * rings[ring++]) {
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(tree->context, (unsigned)rings[ring], 2);
    for (size_t i = 0; i < rings[ring]; i++)
      GEOSCoordSeq_setXY_r(tree->context, sequence, (unsigned)i, positions[2 * i], positions[2 * i + 1]);
    made[ring] = GEOSGeom_createLinearRing_r(tree->context, sequence);
  }
  polygon *one = calloc(1, sizeof *one);
  one->area = area;
  one->geometry = GEOSGeom_createPolygon_r(tree->context, made[0], made + 1, (unsigned)ring_count - 1);
  one->prepared = GEOSPrepare_r(tree->context, one->geometry);
  if (tree->count == tree->capacity) {
    tree->capacity *= 2;
    tree->polygons = realloc(tree->polygons, tree->capacity * sizeof *tree->polygons);
  }
  tree->polygons[tree->count++] = one;
  free(made);
}

void area_tree_prepare(area_tree *tree) {
  tree->index = GEOSSTRtree_create_r(tree->context, 10);
  for (size_t i = 0; i < tree->count; i++)
    GEOSSTRtree_insert_r(tree->context, tree->index, tree->polygons[i]->geometry, tree->polygons[i]);
}

static void take(void *item, void *state) {
  search *search = state;
  polygon *polygon = item;
  if (search->least >= 0 && (long)polygon->area >= search->least) return;
  search->asked++;
  if (GEOSPreparedIntersects_r(search->tree->context, polygon->prepared, search->place) == 1)
    search->least = (long)polygon->area;
}

size_t area_tree_find(area_tree *tree, const double *longitudes, const double *latitudes, size_t count, long *found) {
  size_t asked = 0;
  for (size_t i = 0; i < count; i++) {
    GEOSGeometry *place = GEOSGeom_createPointFromXY_r(tree->context, longitudes[i], latitudes[i]);
    search search = {tree, place, -1, 0};
    GEOSSTRtree_query_r(tree->context, tree->index, place, take, &search);
    found[i] = search.least;
    asked += search.asked;
    GEOSGeom_destroy_r(tree->context, place);
  }
  return asked;
}
