// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/sync/states.h"

#include <algorithm>
#include <tuple>

namespace godot::sync {

std::size_t States::Hash::operator()(const SeriesKey& key) const noexcept {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  const std::uint64_t flags =
      std::uint64_t{key.by_path} | std::uint64_t{key.from_first} << 1U | std::uint64_t{key.delta} << 2U;
  std::uint64_t hash = (std::uint64_t{key.link} << 32U | key.id) * odd;
  hash ^= hash >> 32U;
  hash = (hash ^ (std::uint64_t{static_cast<std::uint32_t>(key.relayed)} << 3U | flags)) * odd;
  return static_cast<std::size_t>(hash ^ hash >> 29U);
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
