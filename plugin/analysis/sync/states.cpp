// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/sync/states.h"

#include <algorithm>

#include "plugin/analysis/number_hash.h"

namespace godot::analysis::sync {

std::size_t States::Hash::operator()(const SeriesKey& key) const noexcept {
  return analysis::hash_numbers(key.link, key.id, key.relayed, key.by_path, key.from_first, key.delta);
}

void States::Entries::add(const Entry& entry) {
  if (size_ == blocks_.size() * block_size) blocks_.push_back(std::make_unique<Block>());
  (*blocks_.back())[size_ % block_size] = entry;
  ++size_;
}

std::size_t States::Entries::find(std::uint32_t frame, std::uint32_t message) const noexcept {
  std::size_t first = 0;
  for (std::size_t after = size_; first != after;) {
    const std::size_t middle = first + (after - first) / 2;
    const Entry& entry = (*this)[middle];
    const bool is_before = entry.frame != frame ? entry.frame < frame : entry.message < message;
    if (is_before) first = middle + 1;
    else after = middle;
  }
  return first;
}

void States::add(const SeriesKey& key, const State& state) {
  Series& series = series_[key];
  Entries& entries = series.entries;
  const std::size_t place = entries.size();
  auto change = Change::unknown;
  if (place != 0 && series.has_digest && state.has_digest) {
    const bool same = series.digest == state.digest && series.indexes == state.indexes;
    change = same ? Change::same : Change::other;
  }
  if (change == Change::same && entries[place - 1].change != Change::same)
    series.repeated.push_back(static_cast<std::uint32_t>(place - 1));
  Entry entry = {};
  entry.frame = state.frame;
  entry.message = state.message;
  entry.change = change;
  entry.time = state.time;
  entries.add(entry);
  if (state.sent != 0 || !series.sent.empty()) {
    const std::int64_t newest = series.sent.empty() ? 0 : series.sent.back();
    series.sent.resize(place, 0);
    series.sent.push_back(std::max(newest, state.sent));
  }
  series.digest = state.digest;
  series.indexes = state.indexes;
  series.has_digest = state.has_digest;
}

Step States::find(const SeriesKey& key, std::uint32_t frame, std::uint32_t message) const {
  const auto found = series_.find(key);
  if (found == series_.end()) return {};
  const Entries& entries = found->second.entries;
  const std::size_t place = entries.find(frame, message);
  if (place == 0 || place == entries.size()) return {};
  const Entry& entry = entries[place];
  if (entry.frame != frame || entry.message != message) return {};
  const Entry& before = entries[place - 1];
  Step step = {.previous_in = before.frame, .interval = entry.time - before.time, .change = entry.change};
  const std::vector<std::int64_t>& sent = found->second.sent;
  if (place <= sent.size()) step.sent_before = sent[place - 1];
  if (step.change != Change::same) return step;
  const std::vector<std::uint32_t>& repeated = found->second.repeated;
  const std::uint32_t first = *(std::upper_bound(repeated.begin(), repeated.end(), place) - 1);
  step.unchanged = static_cast<std::uint32_t>(place - first);
  step.unchanged_for = entry.time - entries[first].time;
  return step;
}

}  // namespace godot::analysis::sync
