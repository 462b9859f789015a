// SPDX-License-Identifier: Apache-2.0
//
// S2's region coverer and its cells of places behind C functions.
#include <s2/s2cap.h>
#include <s2/s2cell_id.h>
#include <s2/s2latlng.h>
#include <s2/s2region_coverer.h>

#include <vector>

static const std::vector<S2CellId> &cover(double latitude, double longitude, double radius_radians, int cells) {
  S2RegionCoverer::Options options;
  options.set_max_cells(cells);
  static thread_local std::vector<S2CellId> covering;
  const S2Cap cap(S2LatLng::FromDegrees(latitude, longitude).ToPoint(), S1Angle::Radians(radius_radians));
  S2RegionCoverer(options).GetCovering(cap, &covering);
  return covering;
}

extern "C" int s2_library_covering(double latitude, double longitude, double radius_radians, int cells) {
  return static_cast<int>(cover(latitude, longitude, radius_radians, cells).size());
}

extern "C" int s2_library_covering_cells(
    double latitude, double longitude, double radius_radians, int cells, uint64_t *ids) {
  int count = 0;
  for (const S2CellId id : cover(latitude, longitude, radius_radians, cells)) ids[count++] = id.id();
  return count;
}

extern "C" void s2_library_leaves(const double *latitudes, const double *longitudes, size_t count, uint64_t *ids) {
  for (size_t i = 0; i < count; i++) ids[i] = S2CellId(S2LatLng::FromDegrees(latitudes[i], longitudes[i])).id();
}

extern "C" void s2_library_centers(const uint64_t *ids, size_t count, double *latitudes, double *longitudes) {
  for (size_t i = 0; i < count; i++) {
    const S2LatLng place = S2CellId(ids[i]).ToLatLng();
    latitudes[i] = place.lat().degrees();
    longitudes[i] = place.lng().degrees();
  }
}

extern "C" size_t s2_library_neighbors(const uint64_t *ids, size_t count, uint64_t *neighbors) {
  std::vector<S2CellId> found;
  size_t total = 0;
  for (size_t i = 0; i < count; i++) {
    found.clear();
    const S2CellId id(ids[i]);
    id.AppendAllNeighbors(id.level(), &found);
    for (const S2CellId neighbor : found) neighbors[total++] = neighbor.id();
  }
  return total;
}
