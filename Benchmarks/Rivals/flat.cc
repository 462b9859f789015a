// SPDX-License-Identifier: Apache-2.0
// build: -ffast-math -Wno-uninitialized -Wno-maybe-uninitialized
//
// What this machine can do at most: flat arrays that never change. Blocks of 64 places lie in the order of a k-d tree under a packed tree of
// boxes, sixteen to a node, and squared chords in Double decide. With AVX-512 by intrinsics; otherwise as the compiler vectorizes it.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "rival.h"
#include "sphere.h"

namespace {

constexpr size_t block_size = 64, fan = 16;

struct alignas(64) Block {
  double x[block_size], y[block_size], z[block_size];
  uint32_t ids[block_size];
};

// Low x, y, z, high x, y, z of sixteen children.
struct alignas(64) Node {
  float rows[6][fan];
};

std::vector<Block> blocks;
// Level 0 is the root; the children of the last one are blocks.
std::vector<std::vector<Node>> levels;
size_t loaded;

struct Item {
  sphere_vector place;
  uint32_t id;
};

// Puts items into the order of blocks: halves along the longest edge, at whole blocks of whole nodes.
void arrange(Item *items, size_t count) {
  if (count <= block_size) return;
  size_t part = block_size;
  while (part * fan < count) part *= fan;
  size_t middle = (count + part - 1) / part / 2 * part;
  double low[3] = {2, 2, 2}, high[3] = {-2, -2, -2};
  for (size_t i = 0; i < count; i++) {
    for (int axis = 0; axis < 3; axis++) {
      double value = (&items[i].place.x)[axis];
      low[axis] = std::min(low[axis], value);
      high[axis] = std::max(high[axis], value);
    }
  }
  int axis = 0;
  for (int other = 1; other < 3; other++) {
    if (high[other] - low[other] > high[axis] - low[axis]) axis = other;
  }
  std::nth_element(items, items + middle, items + count,
                   [axis](const Item &a, const Item &b) { return (&a.place.x)[axis] < (&b.place.x)[axis]; });
  arrange(items, middle);
  arrange(items + middle, count - middle);
}

// A float not greater, or not less.
float below(double x) { return std::nextafter((float)x, -4.0F); }
float above(double x) { return std::nextafter((float)x, 4.0F); }

// Outside of every circle.
Node no_children() {
  Node node;
  for (size_t slot = 0; slot < fan; slot++) {
    for (int axis = 0; axis < 3; axis++) node.rows[axis][slot] = 8, node.rows[axis + 3][slot] = -8;
  }
  return node;
}

void add_child(std::vector<Node> &level, size_t number, const float box[6]) {
  if (number % fan == 0) level.push_back(no_children());
  for (int row = 0; row < 6; row++) level.back().rows[row][number % fan] = box[row];
}

const char *start(const char *) { return nullptr; }

const char *load(const rival_place *places, size_t count) {
  std::vector<Item> items(count);
  for (size_t i = 0; i < count; i++) items[i] = {sphere_of(places[i]), (uint32_t)i};
  arrange(items.data(), count);
  blocks.assign((count + block_size - 1) / block_size, Block());
  levels.assign(1, {});
  loaded = count;
  for (size_t b = 0; b < blocks.size(); b++) {
    float box[6] = {8, 8, 8, -8, -8, -8};
    for (size_t i = 0; i < block_size; i++) {
      size_t number = b * block_size + i;
      // What fills up the last block is far from everything.
      sphere_vector place = number < count ? items[number].place : sphere_vector{8, 8, 8};
      blocks[b].x[i] = place.x, blocks[b].y[i] = place.y, blocks[b].z[i] = place.z;
      if (number >= count) continue;
      blocks[b].ids[i] = items[number].id;
      for (int axis = 0; axis < 3; axis++) {
        box[axis] = std::min(box[axis], below((&place.x)[axis]));
        box[axis + 3] = std::max(box[axis + 3], above((&place.x)[axis]));
      }
    }
    add_child(levels[0], b, box);
  }
  while (levels[0].size() > 1) {
    std::vector<Node> above;
    for (size_t n = 0; n < levels[0].size(); n++) {
      float box[6];
      for (int row = 0; row < 6; row++) {
        const float *values = levels[0][n].rows[row];
        box[row] = row < 3 ? *std::min_element(values, values + fan) : *std::max_element(values, values + fan);
      }
      add_child(above, n, box);
    }
    levels.insert(levels.begin(), std::move(above));
  }
  return nullptr;
}

struct Search {
  double x, y, z, bound;
  // Wider and narrower than the bound by what single precision may be off.
  float outer, inner;
  bool is_measured;
  uint32_t *ids;
  double *chords;
  size_t count;
};

#ifdef __AVX512F__
void touch(const Node &node, const Search &s, uint32_t *touched, uint32_t *held) {
  __m512 near = _mm512_setzero_ps(), far = _mm512_setzero_ps();
  const double center[3] = {s.x, s.y, s.z};
  for (int axis = 0; axis < 3; axis++) {
    __m512 c = _mm512_set1_ps((float)center[axis]);
    __m512 low = _mm512_sub_ps(_mm512_load_ps(node.rows[axis]), c), high = _mm512_sub_ps(c, _mm512_load_ps(node.rows[axis + 3]));
    __m512 apart = _mm512_max_ps(_mm512_max_ps(low, high), _mm512_setzero_ps()), across = _mm512_min_ps(low, high);
    near = _mm512_fmadd_ps(apart, apart, near);
    far = _mm512_fmadd_ps(across, across, far);
  }
  *touched = _mm512_cmp_ps_mask(near, _mm512_set1_ps(s.outer), _CMP_LE_OQ);
  *held = _mm512_cmp_ps_mask(far, _mm512_set1_ps(s.inner), _CMP_LE_OQ);
}

void filter(const Block &block, Search &s) {
  const __m512d x = _mm512_set1_pd(s.x), y = _mm512_set1_pd(s.y), z = _mm512_set1_pd(s.z), bound = _mm512_set1_pd(s.bound);
  for (size_t i = 0; i < block_size; i += 8) {
    __m512d dx = _mm512_sub_pd(_mm512_load_pd(block.x + i), x), dy = _mm512_sub_pd(_mm512_load_pd(block.y + i), y),
            dz = _mm512_sub_pd(_mm512_load_pd(block.z + i), z);
    __m512d chord = _mm512_fmadd_pd(dx, dx, _mm512_fmadd_pd(dy, dy, _mm512_mul_pd(dz, dz)));
    __mmask8 mask = _mm512_cmp_pd_mask(chord, bound, _CMP_LE_OQ);
    _mm256_storeu_si256((__m256i *)(s.ids + s.count),
                        _mm256_maskz_compress_epi32(mask, _mm256_load_si256((const __m256i *)(block.ids + i))));
    if (s.is_measured) _mm512_storeu_pd(s.chords + s.count, _mm512_maskz_compress_pd(mask, chord));
    s.count += (size_t)__builtin_popcount(mask);
  }
}
#else
void touch(const Node &node, const Search &s, uint32_t *touched, uint32_t *held) {
  float near[fan] = {}, far[fan] = {};
  const double center[3] = {s.x, s.y, s.z};
  for (int axis = 0; axis < 3; axis++) {
    for (size_t i = 0; i < fan; i++) {
      float low = node.rows[axis][i] - (float)center[axis], high = (float)center[axis] - node.rows[axis + 3][i];
      float apart = std::max(std::max(low, high), 0.0F), across = std::min(low, high);
      near[i] += apart * apart;
      far[i] += across * across;
    }
  }
  *touched = *held = 0;
  for (size_t i = 0; i < fan; i++) {
    *touched |= (uint32_t)(near[i] <= s.outer) << i;
    *held |= (uint32_t)(far[i] <= s.inner) << i;
  }
}

void filter(const Block &block, Search &s) {
  double chord[block_size];
  for (size_t i = 0; i < block_size; i++) {
    double dx = block.x[i] - s.x, dy = block.y[i] - s.y, dz = block.z[i] - s.z;
    chord[i] = dx * dx + dy * dy + dz * dz;
  }
  for (size_t i = 0; i < block_size; i++) {
    s.ids[s.count] = block.ids[i];
    if (s.is_measured) s.chords[s.count] = chord[i];
    s.count += chord[i] <= s.bound;
  }
}
#endif

// The blocks below a node that lies wholly within.
void take_all(size_t level, size_t number, Search &s) {
  size_t first = number, last = number + 1;
  for (; level < levels.size(); level++) {
    first *= fan;
    last *= fan;
  }
  for (size_t b = first; b < std::min(last, blocks.size()); b++) {
    if (s.is_measured) {
      filter(blocks[b], s);
    } else {
      size_t count = std::min(block_size, loaded - b * block_size);
      std::memcpy(s.ids + s.count, blocks[b].ids, sizeof blocks[b].ids);
      s.count += count;
    }
  }
}

void search(size_t level, size_t number, Search &s) {
  uint32_t touched, held;
  touch(levels[level][number], s, &touched, &held);
  if (level + 1 == levels.size()) {
    for (uint32_t rest = touched; rest; rest &= rest - 1) __builtin_prefetch(&blocks[number * fan + __builtin_ctz(rest)]);
  }
  for (; touched; touched &= touched - 1) {
    size_t slot = (size_t)__builtin_ctz(touched), child = number * fan + slot;
    if (held >> slot & 1) take_all(level + 1, child, s);
    else if (level + 1 == levels.size()) filter(blocks[child], s);
    else search(level + 1, child, s);
  }
}

struct Found {
  double chord;
  uint32_t id;
};

// Buckets by the chord, of which an even density makes equal ones, then an insertion sort of what is nearly in order.
void sort(Found *found, Found *spare, size_t count, double bound) {
  auto less = [](const Found &a, const Found &b) { return a.chord != b.chord ? a.chord < b.chord : a.id < b.id; };
  if (count > 1 << 16) {
    std::sort(found, found + count, less);
    return;
  }
  if (count > 24) {
    size_t buckets = 32;
    while (buckets < count) buckets *= 2;
    thread_local std::vector<uint32_t> starts;
    starts.assign(buckets + 1, 0);
    double scale = (double)buckets / (bound * 1.0000001);
    for (size_t i = 0; i < count; i++) starts[(size_t)(found[i].chord * scale) + 1]++;
    for (size_t i = 0; i < buckets; i++) starts[i + 1] += starts[i];
    for (size_t i = 0; i < count; i++) spare[starts[(size_t)(found[i].chord * scale)]++] = found[i];
    std::memcpy(found, spare, count * sizeof *found);
    size_t begin = 0;
    for (size_t i = 0; i < buckets; i++) {
      size_t end = starts[i];
      if (end - begin > 32) std::sort(found + begin, found + end, less);
      begin = end;
    }
  }
  for (size_t i = 1; i < count; i++) {
    Found item = found[i];
    size_t place = i;
    for (; place > 0 && less(item, found[place - 1]); place--) found[place] = found[place - 1];
    found[place] = item;
  }
}

size_t near(const rival_query *query, uint32_t *ids, double *meters) {
  thread_local std::vector<uint32_t> some_ids;
  thread_local std::vector<double> chords;
  thread_local std::vector<Found> found;
  sphere_vector center = sphere_of(query->center);
  bool is_sorted = query->order == RIVAL_NEAREST_FIRST;
  // A group of eight is written at once.
  if (some_ids.size() < loaded + block_size) some_ids.resize(loaded + block_size), chords.resize(loaded + block_size);
  double bound = sphere_squared_chord(query->radius_meters), chord = std::sqrt(bound), doubt = 2e-7 + 4e-7 * chord;
  double inner = std::max(chord - doubt, 0.0);
  Search s = {center.x, center.y, center.z, bound, (float)((chord + doubt) * (chord + doubt)),
              inner > 0 ? (float)(inner * inner) : -1, is_sorted, some_ids.data(), chords.data(), 0};
  if (!blocks.empty()) search(0, 0, s);
  if (!is_sorted) {
    size_t count = query->limit ? std::min(query->limit, s.count) : s.count;
    std::memcpy(ids, s.ids, count * sizeof *ids);
    return count;
  }
  if (found.size() < 2 * s.count) found.resize(2 * s.count);
  for (size_t i = 0; i < s.count; i++) found[i] = {s.chords[i], s.ids[i]};
  sort(found.data(), found.data() + s.count, s.count, bound);
  size_t count = query->limit ? std::min(query->limit, s.count) : s.count;
  for (size_t i = 0; i < count; i++) ids[i] = found[i].id;
  if (meters) {
    for (size_t i = 0; i < count; i++) meters[i] = 2 * SPHERE_RADIUS * std::asin(std::min(std::sqrt(found[i].chord) / 2, 1.0));
  }
  return count;
}

double bytes() {
  size_t nodes = 0;
  for (const auto &level : levels) nodes += level.size();
  return (double)(blocks.size() * sizeof(Block) + nodes * sizeof(Node));
}

void stop() {
  blocks = {};
  levels = {};
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const rival *const rival_entry[];

static const rival entry = {
    "flat blocks in C++",
#ifdef __AVX512F__
    "never change; AVX-512; -O3 -march=native",
#else
    "never change; the compiler's vectors; -O3 -march=native",
#endif
    1, start, load, near, nullptr, nullptr, nullptr, bytes, nullptr, stop};

const rival *const rival_entry[] = {&entry, nullptr};
