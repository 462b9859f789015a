// SPDX-License-Identifier: Apache-2.0
// needs: boost/geometry/index/rtree.hpp
// build: -DBOOST_ALLOW_DEPRECATED_HEADERS
//
// Boost's R-tree over unit vectors, packed when it is loaded. A query takes what is in the cube about the circle and looks at
// the chord.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>

#include <memory>
#include <utility>
#include <vector>

#include "heap.h"
#include "ordered.h"
#include "rival.h"
#include "sphere.h"

namespace {

namespace geometry = boost::geometry;
namespace index = boost::geometry::index;

using Point = geometry::model::point<double, 3, geometry::cs::cartesian>;
using Box = geometry::model::box<Point>;
using Value = std::pair<Point, uint32_t>;
using Tree = index::rtree<Value, index::quadratic<16>>;

std::unique_ptr<Tree> tree;
// Where each object is: a tree removes by the value.
std::vector<Point> points;
double heap = 0;

Point point(rival_place place) {
  const sphere_vector vector = sphere_of(place);
  return Point(vector.x, vector.y, vector.z);
}

double chord(const Point &a, const Point &b) {
  const double x = a.get<0>() - b.get<0>(), y = a.get<1>() - b.get<1>(), z = a.get<2>() - b.get<2>();
  return x * x + y * y + z * z;
}

const char *start(const char *) { return nullptr; }

const char *load(const rival_place *places, size_t count) {
  tree.reset();
  points = {};
  heap = -heap_bytes();
  points.reserve(count);
  for (size_t i = 0; i < count; i++) points.push_back(point(places[i]));
  {
    std::vector<Value> values;
    values.reserve(count);
    for (size_t i = 0; i < count; i++) values.emplace_back(points[i], uint32_t(i));
    tree = std::make_unique<Tree>(values);
  }
  heap += heap_bytes();
  return nullptr;
}

size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  const Point center = point(query->center);
  Answer answer(query, ids, meters);
  const double bound = answer.bound();
  // A little more than the chord, so that rounding leaves nothing out.
  const double side = std::sqrt(bound) * (1 + 1e-12) + 1e-15;
  const Box cube(Point(center.get<0>() - side, center.get<1>() - side, center.get<2>() - side),
                 Point(center.get<0>() + side, center.get<1>() + side, center.get<2>() + side));
  if (query->order == RIVAL_NEAREST_FIRST && query->limit > 0 && query->limit <= 128) {
    tree->query(index::nearest(center, unsigned(query->limit)) && index::intersects(cube),
                boost::make_function_output_iterator(
                    [&](const Value &value) { answer.offer(chord(center, value.first), value.second); }));
    return answer.finish();
  }
  tree->query(index::intersects(cube),
              boost::make_function_output_iterator(
                  [&](const Value &value) { answer.offer(chord(center, value.first), value.second); }));
  return answer.finish();
}

int move(uint32_t id, rival_place to) {
  if (tree->remove(Value(points[id], id)) != 1) return -1;
  points[id] = point(to);
  tree->insert(Value(points[id], id));
  return 0;
}

double bytes() { return heap; }

void stop() {
  tree.reset();
  points = {};
}

rival describe() {
  rival described = {};
  described.title = "Boost " BOOST_LIB_VERSION " R-tree, 3-D";
  described.settings = "-O3 -march=native; doubles; quadratic, 16 a node; packed at loading; a move is a removal and an insertion";
  described.is_concurrent = 1;
  described.start = start;
  described.load = load;
  described.near = near;
  described.move = move;
  described.bytes = bytes;
  described.stop = stop;
  return described;
}

const rival boost_rival = describe();

}  // namespace

extern "C" __attribute__((visibility("default"))) const rival *const rival_entry[] = {&boost_rival, nullptr};
