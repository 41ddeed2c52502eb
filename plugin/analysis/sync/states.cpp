// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/sync/states.h"

#include <algorithm>
#include <tuple>

#include "plugin/analysis/number_hash.h"

namespace godot::sync {

std::size_t States::Hash::operator()(const SeriesKey& key) const noexcept {
  return plugin::hash_numbers(key.link, key.id, key.relayed, key.by_path, key.from_first, key.delta);
}

void States::add(const SeriesKey& key, const State& state) {
  const auto [found, is_first] = series_.try_emplace(key, Series{.last = state, .since = state.time, .later = {}});
  if (is_first) return;
  Series& series = found->second;
  const State& last = series.last;
  Step step = {.previous_in = last.frame, .interval = state.time - last.time};
  if (last.has_digest && state.has_digest) {
    const bool same = last.digest == state.digest && last.indexes == state.indexes;
    step.change = same ? Change::same : Change::other;
  }
  if (step.change == Change::same) {
    step.unchanged = ++series.unchanged;
    step.unchanged_for = state.time - series.since;
  } else {
    series.unchanged = 0;
    series.since = state.time;
  }
  series.later.push_back({.frame = state.frame, .message = state.message, .step = step});
  series.last = state;
}

Step States::find(const SeriesKey& key, std::uint32_t frame, std::uint32_t message) const {
  const auto found = series_.find(key);
  if (found == series_.end()) return {};
  const std::vector<Entry>& later = found->second.later;
  const auto place = std::lower_bound(
      later.begin(), later.end(), std::tie(frame, message),
      [](const Entry& entry, const auto& wanted) { return std::tie(entry.frame, entry.message) < wanted; });
  const bool is_it = place != later.end() && place->frame == frame && place->message == message;
  return is_it ? place->step : Step{};
}

}  // namespace godot::sync
