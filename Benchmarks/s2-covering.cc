// SPDX-License-Identifier: Apache-2.0
//
// S2's region coverer behind a C function.
#include <s2/s2cap.h>
#include <s2/s2latlng.h>
#include <s2/s2region_coverer.h>

#include <vector>

extern "C" int s2_library_covering(double latitude, double longitude, double radius_radians, int cells) {
  S2RegionCoverer::Options options;
  options.set_max_cells(cells);
  static thread_local std::vector<S2CellId> covering;
  const S2Cap cap(S2LatLng::FromDegrees(latitude, longitude).ToPoint(), S1Angle::Radians(radius_radians));
  S2RegionCoverer(options).GetCovering(cap, &covering);
  return static_cast<int>(covering.size());
}
