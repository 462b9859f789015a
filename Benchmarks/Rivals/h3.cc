// SPDX-License-Identifier: Apache-2.0
// needs: h3api.h
// build: -I../.build/h3/include ../.build/h3/libh3.a
//
// H3's gridDisk over a sorted vector of cells. Places are sorted by their cell of resolution 15, so that each coarser cell's are a
// range, which a table of the coarse digits and a binary search find. A query takes the finest resolution whose disk of a few
// rings must hold the circle, and each place of the disk's cells is compared with the circle. The vector is static.
#include <h3api.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ordered.h"
#include "rival.h"
#include "sphere.h"

namespace {

struct Place {
  sphere_vector vector;
  uint32_t id;
};

constexpr int finest = 15;
// The digits of a cell that the table is over, beside its base cell.
constexpr int table_digits = 4;
constexpr int table_shift = 3 * (finest - table_digits);

std::vector<uint64_t> cells;
std::vector<Place> places_in_order;
// Where the cells with such coarse digits begin.
std::vector<uint32_t> table;
// The centres of the icosahedron's faces.
std::vector<sphere_vector> faces;

double dot(const sphere_vector &a, const sphere_vector &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

H3Index cell_of(rival_place place, int resolution) {
  const LatLng at = {place.latitude * (M_PI / 180), place.longitude * (M_PI / 180)};
  H3Index cell = 0;
  latLngToCell(&at, resolution, &cell);
  return cell;
}

// The bits of the base cell and the coarse digits.
size_t table_index(uint64_t cell) { return size_t(cell >> table_shift & ((1 << (7 + 3 * table_digits)) - 1)); }

// The corners of the icosahedron are the centres of the pentagons; three corners that are neighbours make a face.
void find_faces() {
  H3Index pentagons[12];
  sphere_vector corners[12];
  getPentagons(0, pentagons);
  for (int i = 0; i < 12; i++) {
    LatLng at;
    cellToLatLng(pentagons[i], &at);
    corners[i] = sphere_of({at.lat * (180 / M_PI), at.lng * (180 / M_PI)});
  }
  faces.clear();
  const auto are_neighbors = [&](int a, int b) { return dot(corners[a], corners[b]) > 0.4; };
  for (int a = 0; a < 12; a++)
    for (int b = a + 1; b < 12; b++)
      for (int c = b + 1; c < 12; c++) {
        if (!are_neighbors(a, b) || !are_neighbors(b, c) || !are_neighbors(a, c)) continue;
        sphere_vector sum = {corners[a].x + corners[b].x + corners[c].x, corners[a].y + corners[b].y + corners[c].y,
                             corners[a].z + corners[b].z + corners[c].z};
        const double length = std::sqrt(dot(sum, sum));
        faces.push_back({sum.x / length, sum.y / length, sum.z / length});
      }
}

const char *start(const char *) { return nullptr; }

const char *load(const rival_place *places, size_t count) {
  std::vector<std::pair<uint64_t, uint32_t>> order(count);
  for (size_t i = 0; i < count; i++) order[i] = {cell_of(places[i], finest), uint32_t(i)};
  std::sort(order.begin(), order.end());
  cells.resize(count);
  places_in_order.resize(count);
  table.assign((size_t(1) << (7 + 3 * table_digits)) + 1, 0);
  for (size_t i = 0; i < count; i++) {
    cells[i] = order[i].first;
    places_in_order[i] = {sphere_of(places[order[i].second]), order[i].second};
    table[table_index(cells[i]) + 1]++;
  }
  for (size_t i = 1; i < table.size(); i++) table[i] += table[i - 1];
  find_faces();
  return nullptr;
}

struct Disk {
  int resolution, rings;
};

// The distance of neighbouring cells' centres on the faces' planes, which touch the unit sphere: 2 / (3 + √5) at resolution 0, and
// √7 less with each. Cells more than k rings apart have centres at least (k + 1) √3/2 of it apart; a place is at most 1/√3 of
// it from the centre of its cell, and 1/(√7 - 1) from its ancestor's. Lengths shrink by the squared cosine of the angle from the
// face's centre at most, when they are brought from the plane to the sphere; that of a corner is 0.795 at the farthest.
Disk choose_disk(const sphere_vector &center, double meters, int most_rings) {
  const double angle = meters / SPHERE_RADIUS;
  double cosine = -1;
  for (const sphere_vector &face : faces) cosine = std::max(cosine, dot(center, face));
  // Across a face's edge, the angle from the next face's centre is no larger than that from this one.
  const double farthest = std::acos(std::min(1.0, cosine)) + angle;
  const double shrinking = farthest > 0.65 ? 0.794 : std::max(0.794, std::cos(farthest));
  const double on_plane = angle / (shrinking * shrinking) * (1 + 1e-9);
  double apart = 0.38196601125010515;
  Disk best = {-1, 0};
  for (int resolution = 0; resolution <= finest; resolution++, apart /= 2.6457513110645906) {
    const int rings = int(std::ceil((on_plane / apart + 0.5773502691896258 + 0.6076252185107651) / 0.8660254037844386)) - 1;
    if (rings > most_rings) break;
    best = {resolution, rings};
  }
  return best;
}

// More rings follow the circle better and cost a search for each cell, which pays where many places lie.
int most_rings_for(double meters) { return meters < 3000 ? 1 : meters < 30000 ? 2 : 3; }

size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  const sphere_vector center = sphere_of(query->center);
  Answer answer(query, ids, meters);
  const auto offer_all = [&](size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
      answer.offer(sphere_squared_chord_between(center, places_in_order[i].vector), places_in_order[i].id);
  };
  const Disk disk = choose_disk(center, query->radius_meters, most_rings_for(query->radius_meters));
  if (disk.resolution < 0) {
    offer_all(0, cells.size());
    return answer.finish();
  }
  thread_local std::vector<H3Index> found;
  int64_t size = 0;
  maxGridDiskSize(disk.rings, &size);
  found.assign(size_t(size), 0);
  if (gridDisk(cell_of(query->center, disk.resolution), disk.rings, found.data()) != 0) return SIZE_MAX;
  // The digits finer than the cell's are all ones in it; in its first descendant they are zeros, in its last sixes.
  const int finer = 3 * (finest - disk.resolution);
  const uint64_t fine = (uint64_t(1) << finer) - 1;
  const uint64_t resolution_bits = uint64_t(finest - disk.resolution) << 52;
  for (const H3Index cell : found) {
    if (cell == 0) continue;
    const uint64_t last = (cell | fine) + resolution_bits, first = last & ~fine;
    const auto begin = cells.begin();
    // All ones are no digits, so the last lies in the table too.
    const auto from = std::lower_bound(begin + table[table_index(first)], begin + table[table_index(last) + 1], first);
    size_t i = size_t(from - begin);
    for (; i < cells.size() && cells[i] <= last; i++)
      answer.offer(sphere_squared_chord_between(center, places_in_order[i].vector), places_in_order[i].id);
  }
  return answer.finish();
}

double bytes() {
  return double(cells.capacity() * sizeof(uint64_t) + places_in_order.capacity() * sizeof(Place) +
                table.capacity() * sizeof(uint32_t));
}

void stop() {
  cells = {};
  places_in_order = {};
  table = {};
}

rival describe() {
  rival described = {};
  described.title = "H3 4 gridDisk and sorted cells";
  described.settings = "-O3 -march=native, the library too; cells of resolution 15, unit vectors and ids in sorted vectors, a table "
                       "of the coarse digits; the finest resolution with at most 1 ring below 3 km, 2 below 30 km, else 3";
  described.is_concurrent = 1;
  described.start = start;
  described.load = load;
  described.near = near;
  described.bytes = bytes;
  described.stop = stop;
  return described;
}

const rival h3 = describe();

}  // namespace

extern "C" __attribute__((visibility("default"))) const rival *const rival_entry[] = {&h3, nullptr};
