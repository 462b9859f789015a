// SPDX-License-Identifier: Apache-2.0
// needs: nanoflann.hpp
//
// nanoflann's k-d tree over unit vectors with squared chords. The tree is static: it cannot move an object.
#include <nanoflann.hpp>

#include <cmath>
#include <memory>
#include <vector>

#include "rival.h"
#include "sphere.h"

namespace {

struct Cloud {
  std::vector<sphere_vector> points;
  size_t kdtree_get_point_count() const { return points.size(); }
  double kdtree_get_pt(size_t index, size_t axis) const { return (&points[index].x)[axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box &) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3, uint32_t>;

Cloud cloud;
std::unique_ptr<Tree> tree;
// Where the cloud is laid in the tree's order: the id of each place in it.
std::vector<uint32_t> ids_of_places;

constexpr int leaf = 10;

// Takes what the tree finds straight into the answer.
struct Set {
  double bound;
  size_t limit;
  uint32_t *ids;
  double *chords;
  size_t count = 0;
  bool full() const { return true; }
  size_t size() const { return count; }
  bool addPoint(double chord, uint32_t id) {
    if (chords) chords[count] = chord;
    ids[count++] = id;
    return count != limit;
  }
  double worstDist() const { return bound; }
};

const char *start(const char *) { return nullptr; }

void build() { tree = std::make_unique<Tree>(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(leaf)); }

const char *load(const rival_place *places, size_t count) {
  tree.reset();
  ids_of_places = {};
  cloud.points.resize(count);
  for (size_t i = 0; i < count; i++) cloud.points[i] = sphere_of(places[i]);
  build();
  return nullptr;
}

// The tree refers to the cloud by index. With the cloud in the tree's order, the places of a leaf lie side by side.
const char *load_in_order(const rival_place *places, size_t count) {
  load(places, count);
  std::vector<sphere_vector> points(count);
  ids_of_places.assign(tree->vAcc.begin(), tree->vAcc.end());
  for (size_t i = 0; i < count; i++) points[i] = cloud.points[ids_of_places[i]];
  cloud.points.swap(points);
  // Cuts at the same places, so that the order stays.
  build();
  return nullptr;
}

void name(uint32_t *ids, size_t count) {
  if (ids_of_places.empty()) return;
  for (size_t i = 0; i < count; i++) ids[i] = ids_of_places[ids[i]];
}

size_t near_unordered(const sphere_vector &center, double bound, size_t limit, uint32_t *ids, double *meters) {
  Set set{bound, limit, ids, meters};
  tree->findNeighbors(set, &center.x, nanoflann::SearchParams());
  name(ids, set.count);
  if (meters)
    for (size_t i = 0; i < set.count; i++) meters[i] = sphere_meters(meters[i]);
  return set.count;
}

size_t near_limited(const sphere_vector &center, double bound, size_t limit, uint32_t *ids, double *meters) {
  thread_local std::vector<double> chords;
  chords.resize(limit);
  nanoflann::KNNResultSet<double, uint32_t> set(limit);
  set.init(ids, chords.data());
  // The worst that is looked at, until as many are found.
  chords.back() = bound;
  tree->findNeighbors(set, &center.x, nanoflann::SearchParams());
  name(ids, set.size());
  if (meters)
    for (size_t i = 0; i < set.size(); i++) meters[i] = sphere_meters(chords[i]);
  return set.size();
}

size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  const sphere_vector center = sphere_of(query->center);
  // nanoflann takes what is nearer than the bound; ours is included.
  const double bound = std::nextafter(sphere_squared_chord(query->radius_meters), 8.0);
  if (query->order == RIVAL_ANY_ORDER) return near_unordered(center, bound, query->limit, ids, meters);
  // Its sorted insertion is for small limits.
  const size_t limit = query->limit;
  if (limit > 0 && limit <= 128) return near_limited(center, bound, limit, ids, meters);
  thread_local std::vector<std::pair<uint32_t, double>> found;
  tree->radiusSearch(&center.x, bound, found, nanoflann::SearchParams());
  const size_t count = limit > 0 && limit < found.size() ? limit : found.size();
  for (size_t i = 0; i < count; i++) {
    ids[i] = found[i].first;
    if (meters) meters[i] = sphere_meters(found[i].second);
  }
  name(ids, count);
  return count;
}

double bytes() {
  return double(cloud.points.capacity() * sizeof(sphere_vector) + ids_of_places.capacity() * sizeof(uint32_t) +
                tree->usedMemory(*tree));
}

void stop() {
  tree.reset();
  cloud.points = {};
  ids_of_places = {};
}

rival describe(const char *title, const char *settings, const char *(*load)(const rival_place *, size_t)) {
  rival described = {};
  described.title = title;
  described.settings = settings;
  described.is_concurrent = 1;
  described.start = start;
  described.load = load;
  described.near = near;
  described.bytes = bytes;
  described.stop = stop;
  return described;
}

const rival plain = describe("nanoflann 1.4.3 k-d tree, 3-D", "-O3 -march=native; doubles; leaves of 10", load);
const rival in_order = describe("nanoflann 1.4.3 k-d tree, 3-D, points in tree order",
                                "-O3 -march=native; doubles; leaves of 10; loaded twice, the second time in the tree's order",
                                load_in_order);

}  // namespace

extern "C" __attribute__((visibility("default"))) const rival *const rival_entry[] = {&plain, &in_order, nullptr};
