// SPDX-License-Identifier: Apache-2.0
//
// Makes s2-vectors.csv with Google's S2 (Debian package libs2-dev 0.10.0, x86-64):
//
//   g++ -std=c++17 -O2 s2-vectors.cc -o s2-vectors -ls2 -lcrypto && ./s2-vectors > s2-vectors.csv
//
// A row: latitude, longitude (17 digits), id of the leaf cell (hexadecimal), a level, the token of the cell of that
// level, and the tokens of the four cells that share an edge with it. The places are spread evenly over the sphere,
// lie on edges and corners of the cube's faces and of cells and a few units in the last place beside them, and on
// whole multiples of 15 degrees with both signs of 180 and 0.
#include <s2/s2cell.h>
#include <s2/s2cell_id.h>
#include <s2/s2latlng.h>

#include <cmath>
#include <cstdio>
#include <random>

std::mt19937_64 generator(20261130);

double uniform(double low, double high) {
  return low + (high - low) * (generator() >> 11) * 0x1p-53;
}

void row(double latitude, double longitude) {
  S2CellId leaf(S2LatLng::FromDegrees(latitude, longitude));
  int level = generator() % 31;
  S2CellId cell = leaf.parent(level), neighbors[4];
  cell.GetEdgeNeighbors(neighbors);
  printf("%.17g,%.17g,%016llx,%d,%s", latitude, longitude, (unsigned long long)leaf.id(), level,
         cell.ToToken().c_str());
  for (S2CellId n : neighbors) printf(",%s", n.ToToken().c_str());
  printf("\n");
}

double nudge(double value, double limit) {
  for (int steps = int(generator() % 7) - 3; steps != 0; steps += steps < 0 ? 1 : -1)
    value = std::nextafter(value, steps < 0 ? -400.0 : 400.0);
  return std::min(limit, std::max(-limit, value));
}

void near(const S2Point& point) {
  S2LatLng place(point);
  row(nudge(place.lat().degrees(), 90), nudge(place.lng().degrees(), 180));
}

int main() {
  printf("latitude,longitude,leaf,level,token,neighbor0,neighbor1,neighbor2,neighbor3\n");
  for (int i = 0; i < 1500; i++)
    row(std::asin(uniform(-1, 1)) * 180 / M_PI, uniform(-180, 180));
  for (int face = 0; face < 6; face++) {
    for (int i = 0; i < 60; i++) {
      double t = uniform(-1, 1);
      near(S2::FaceUVtoXYZ(face, 1, t).Normalize());
      near(S2::FaceUVtoXYZ(face, -1, t).Normalize());
      near(S2::FaceUVtoXYZ(face, t, 1).Normalize());
      near(S2::FaceUVtoXYZ(face, t, -1).Normalize());
    }
    for (int corner = 0; corner < 4; corner++)
      for (int i = 0; i < 8; i++)
        near(S2::FaceUVtoXYZ(face, corner & 1 ? 1 : -1, corner & 2 ? 1 : -1).Normalize());
    for (int i = 0; i < 60; i++) {
      S2CellId leaf(S2LatLng::FromRadians(std::asin(uniform(-1, 1)), uniform(-M_PI, M_PI)));
      near(S2Cell(leaf.parent(generator() % 25)).GetVertex(generator() % 4));
    }
  }
  for (int latitude = -90; latitude <= 90; latitude += 15)
    for (int longitude = -180; longitude <= 180; longitude += 15) row(latitude, longitude);
  row(-0.0, -0.0);
  return 0;
}
