// SPDX-License-Identifier: Apache-2.0
// needs: s2/s2point_index.h
// build: -ls2 -Wno-attributes -Wno-deprecated-declarations -Wno-maybe-uninitialized
//
// S2PointIndex, asked by S2ClosestPointQuery, whose own order is nearest first.
#include <s2/s2cell_id.h>
#include <s2/s2closest_point_query.h>
#include <s2/s2latlng.h>
#include <s2/s2point_index.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "heap.h"
#include "rival.h"
#include "sphere.h"

namespace {

using Index = S2PointIndex<uint32_t>;
using Query = S2ClosestPointQuery<uint32_t>;

std::unique_ptr<Index> points;
// Where each object is: the index removes by the point.
std::vector<S2Point> places_of;
// Counts the states of the index, so that each thread's query is made ready again after a change.
uint64_t state = 0;
double heap = 0;

S2Point point(rival_place place) {
  const sphere_vector vector = sphere_of(place);
  return S2Point(vector.x, vector.y, vector.z);
}

const char *start(const char *) { return nullptr; }

const char *load(const rival_place *places, size_t count) {
  points.reset();
  places_of = {};
  heap = -heap_bytes();
  places_of.reserve(count);
  points = std::make_unique<Index>();
  {
    // In the index's own order, which fills its nodes.
    std::vector<std::pair<S2CellId, uint32_t>> order;
    order.reserve(count);
    for (size_t i = 0; i < count; i++) {
      places_of.push_back(point(places[i]));
      order.emplace_back(S2CellId(places_of.back()), uint32_t(i));
    }
    std::sort(order.begin(), order.end());
    for (const auto &next : order) points->Add(places_of[next.second], next.second);
  }
  heap += heap_bytes();
  state++;
  return nullptr;
}

size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  struct Asked {
    uint64_t state = 0;
    Query query;
    std::vector<Query::Result> results;
  };
  thread_local Asked asked;
  if (asked.state != state) {
    asked.query.Init(points.get());
    asked.state = state;
  }
  Query::Options *options = asked.query.mutable_options();
  options->set_inclusive_max_distance(
      S1ChordAngle::FromLength2(std::min(4.0, sphere_squared_chord(query->radius_meters))));
  options->set_max_results(query->limit ? int(query->limit) : Query::Options::kMaxMaxResults);
  Query::PointTarget target(point(query->center));
  asked.query.FindClosestPoints(&target, &asked.results);
  for (size_t i = 0; i < asked.results.size(); i++) {
    ids[i] = asked.results[i].data();
    if (meters) meters[i] = sphere_meters(asked.results[i].distance().length2());
  }
  return asked.results.size();
}

int move(uint32_t id, rival_place to) {
  if (!points->Remove(places_of[id], id)) return -1;
  places_of[id] = point(to);
  points->Add(places_of[id], id);
  state++;
  return 0;
}

double bytes() { return heap; }

void stop() {
  points.reset();
  places_of = {};
}

rival describe() {
  rival described = {};
  described.title = "S2 0.10 S2ClosestPointQuery";
  described.settings = "-O3 -march=native about Debian's library; nearest first in any order; loaded in order of cells";
  described.is_concurrent = 1;
  described.start = start;
  described.load = load;
  described.near = near;
  described.move = move;
  described.bytes = bytes;
  described.stop = stop;
  return described;
}

const rival s2points = describe();

}  // namespace

extern "C" __attribute__((visibility("default"))) const rival *const rival_entry[] = {&s2points, nullptr};
