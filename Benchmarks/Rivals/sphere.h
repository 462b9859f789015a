// SPDX-License-Identifier: Apache-2.0
//
// The sphere that in-process rivals share: unit vectors and squared chords, in Double.
#pragma once

#include <math.h>

#include "rival.h"

#ifdef __cplusplus
#include <cmath>
#endif

#define SPHERE_RADIUS 6371008.8

typedef struct {
  double x, y, z;
} sphere_vector;

static inline sphere_vector sphere_of(rival_place place) {
  double latitude = place.latitude * (M_PI / 180), longitude = place.longitude * (M_PI / 180);
  double cosine = cos(latitude);
  sphere_vector vector = {cosine * cos(longitude), cosine * sin(longitude), sin(latitude)};
  return vector;
}

// The squared chord, on the unit sphere, of a distance along the sphere: 4 beyond half the way around it.
static inline double sphere_squared_chord(double meters) {
  double half = meters / (2 * SPHERE_RADIUS);
  double chord = half >= M_PI / 2 ? 2 : 2 * sin(half);
  return chord * chord;
}

static inline double sphere_meters(double squared_chord) {
  double half = sqrt(squared_chord) / 2;
  return 2 * SPHERE_RADIUS * asin(half < 1 ? half : 1);
}

static inline double sphere_squared_chord_between(sphere_vector a, sphere_vector b) {
  double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}
