// SPDX-License-Identifier: Apache-2.0
//
// Collects what lies within the circle and hands it over in the order asked for, without allocating once its scratch has grown.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "rival.h"
#include "sphere.h"

class Answer {
 public:
  Answer(const rival_query *query, uint32_t *ids, double *meters)
      : bound_(sphere_squared_chord(query->radius_meters)), limit_(query->limit ? query->limit : SIZE_MAX),
        is_sorted_(query->order == RIVAL_NEAREST_FIRST), ids_(ids), meters_(meters) {
    found().clear();
  }

  double bound() const { return bound_; }

  // Whether no more are wanted, which only happens in any order.
  bool is_full() const { return count_ == limit_; }

  // For a place whose squared chord may be beyond the bound.
  void offer(double chord, uint32_t id) {
    if (chord <= bound_) take(chord, id);
  }

  void take(double chord, uint32_t id) {
    if (is_sorted_) {
      found().emplace_back(chord, id);
    } else if (count_ < limit_) {
      ids_[count_] = id;
      if (meters_) meters_[count_] = sphere_meters(chord);
      count_++;
    }
  }

  size_t finish() {
    if (!is_sorted_) return count_;
    auto &all = found();
    count_ = std::min(limit_, all.size());
    if (count_ < all.size()) std::nth_element(all.begin(), all.begin() + count_, all.end());
    std::sort(all.begin(), all.begin() + count_);
    for (size_t i = 0; i < count_; i++) {
      ids_[i] = all[i].second;
      if (meters_) meters_[i] = sphere_meters(all[i].first);
    }
    return count_;
  }

 private:
  static std::vector<std::pair<double, uint32_t>> &found() {
    thread_local std::vector<std::pair<double, uint32_t>> scratch;
    return scratch;
  }

  const double bound_;
  const size_t limit_;
  const bool is_sorted_;
  uint32_t *const ids_;
  double *const meters_;
  size_t count_ = 0;
};
