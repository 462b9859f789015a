// SPDX-License-Identifier: Apache-2.0
// needs: s2/s2region_coverer.h
// build: -ls2 -Wno-attributes -Wno-deprecated-declarations -Wno-maybe-uninitialized
//
// S2RegionCoverer over a sorted vector of leaf cells: each cell of the covering is a range that a binary search finds, and each
// place in it is compared with the circle. The vector is static: it cannot move an object.
#include <s2/s2cap.h>
#include <s2/s2cell_id.h>
#include <s2/s2region_coverer.h>

#include <algorithm>
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

// Apart from the places, so that the search touches few lines.
std::vector<uint64_t> cells;
std::vector<Place> places_in_order;

S2Point point(const sphere_vector &vector) { return S2Point(vector.x, vector.y, vector.z); }

const char *start(const char *) { return nullptr; }

const char *load(const rival_place *places, size_t count) {
  std::vector<std::pair<uint64_t, uint32_t>> order(count);
  std::vector<sphere_vector> vectors(count);
  for (size_t i = 0; i < count; i++) {
    vectors[i] = sphere_of(places[i]);
    order[i] = {S2CellId(point(vectors[i])).id(), uint32_t(i)};
  }
  std::sort(order.begin(), order.end());
  cells.resize(count);
  places_in_order.resize(count);
  for (size_t i = 0; i < count; i++) {
    cells[i] = order[i].first;
    places_in_order[i] = {vectors[order[i].second], order[i].second};
  }
  return nullptr;
}

template <int max_cells, bool is_fast>
size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  const sphere_vector center = sphere_of(query->center);
  Answer answer(query, ids, meters);
  // A little wider, so that rounding leaves nothing out.
  const S2Cap cap(point(center), S1ChordAngle::FromLength2(std::min(4.0, answer.bound() * (1 + 1e-12) + 1e-30)));
  thread_local S2RegionCoverer coverer;
  thread_local std::vector<S2CellId> covering;
  coverer.mutable_options()->set_max_cells(max_cells);
  if (is_fast) {
    coverer.GetFastCovering(cap, &covering);
  } else {
    coverer.GetCovering(cap, &covering);
  }
  // Cells come in order, so each search begins where the last range ended.
  auto from = cells.begin();
  for (const S2CellId &cell : covering) {
    const uint64_t last = cell.range_max().id();
    from = std::lower_bound(from, cells.end(), cell.range_min().id());
    for (; from != cells.end() && *from <= last; ++from) {
      const Place &place = places_in_order[size_t(from - cells.begin())];
      answer.offer(sphere_squared_chord_between(center, place.vector), place.id);
    }
  }
  return answer.finish();
}

double bytes() { return double(cells.capacity() * sizeof(uint64_t) + places_in_order.capacity() * sizeof(Place)); }

void stop() {
  cells = {};
  places_in_order = {};
}

rival describe(const char *title, size_t (*near)(const rival_query *, uint32_t *, double *)) {
  rival described = {};
  described.title = title;
  described.settings = "-O3 -march=native about Debian's library; leaf cells, unit vectors and ids in sorted vectors";
  described.is_concurrent = 1;
  described.start = start;
  described.load = load;
  described.near = near;
  described.bytes = bytes;
  described.stop = stop;
  return described;
}

const rival fast = describe("S2 0.10 fast covering and sorted cells", near<8, true>);
const rival few = describe("S2 0.10 covering of 8 and sorted cells", near<8, false>);

}  // namespace

extern "C" __attribute__((visibility("default"))) const rival *const rival_entry[] = {&fast, &few, nullptr};
