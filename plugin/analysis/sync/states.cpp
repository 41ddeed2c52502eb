// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/sync/states.h"

#include <algorithm>
#include <utility>

#include "plugin/analysis/number_hash.h"

namespace godot::analysis::sync {
namespace {

/// Timestamps of a damaged capture may be anything: the difference wraps around.
constexpr std::int64_t difference(std::int64_t later, std::int64_t earlier) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier));
}

constexpr std::int64_t sum(std::int64_t time, std::int64_t elapsed) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(elapsed));
}

}  // namespace

std::size_t States::Hash::operator()(const SeriesKey& key) const noexcept {
  return hash_numbers(key.link, key.id, key.relayed, key.by_path, key.from_first, key.delta);
}

States::Entry States::Entries::Block::at(std::size_t index) const noexcept {
  const Packed& packed = entries[index];
  return {.frame = frame + packed.frame,
          .message = packed.message,
          .time = sum(time, packed.time),
          .change = static_cast<Change>(packed.change)};
}

bool States::Entries::Block::add(const Entry& entry) noexcept {
  const std::uint32_t frames = entry.frame - frame;
  const std::int64_t elapsed = difference(entry.time, time);
  if (count == entries.size() || !std::in_range<std::uint16_t>(frames) || !std::in_range<std::int32_t>(elapsed))
    return false;
  Packed& packed = entries[count++];
  packed.time = static_cast<std::int32_t>(elapsed);
  packed.frame = static_cast<std::uint16_t>(frames);
  packed.message = static_cast<std::uint16_t>(entry.message & last_message);
  packed.change = static_cast<std::uint16_t>(static_cast<unsigned>(entry.change) & 3U);
  return true;
}

void States::Entries::add(const Entry& entry) {
  if (!blocks_.empty() && blocks_.back()->add(entry)) return;
  const auto place = static_cast<std::uint32_t>(size());
  Block& block = *blocks_.emplace_back(std::make_unique<Block>());
  block.time = entry.time;
  block.frame = entry.frame;
  block.place = place;
  static_cast<void>(block.add(entry));  // the first one of a block always fits
}

std::size_t States::Entries::size() const noexcept {
  return blocks_.empty() ? 0 : blocks_.back()->place + blocks_.back()->count;
}

States::Entry States::Entries::operator[](std::size_t place) const noexcept {
  if (const Block& last = *blocks_.back(); place >= last.place) return last.at(place - last.place);
  const auto is_behind = [](std::size_t wanted, const auto& block) { return wanted < block->place; };
  const Block& block = **(std::upper_bound(blocks_.begin(), blocks_.end(), place, is_behind) - 1);
  return block.at(place - block.place);
}

std::size_t States::Entries::find(std::uint32_t frame, std::uint32_t message) const noexcept {
  const auto is_before = [&](const Entry& entry) {
    return entry.frame != frame ? entry.frame < frame : entry.message < message;
  };
  // Most queries are for the state that was just added.
  if (const Block* last = blocks_.empty() ? nullptr : blocks_.back().get();
      last != nullptr && is_before(last->at(0)) && !is_before(last->at(last->count - 1))) {
    std::size_t index = last->count - 1;
    while (!is_before(last->at(index - 1))) --index;
    return last->place + index;
  }
  const auto found = std::partition_point(blocks_.begin(), blocks_.end(),
                                          [&](const auto& block) { return is_before(block->at(block->count - 1)); });
  if (found == blocks_.end()) return size();
  const Block& block = **found;
  std::size_t index = 0;
  while (is_before(block.at(index))) ++index;
  return block.place + index;
}

void States::add(const SeriesKey& key, const State& state) {
  if (state.message > last_message) return;
  Series& series = series_[key];
  last_key_ = key;
  last_ = &series;
  Entries& entries = series.entries;
  const std::size_t place = entries.size();
  auto change = Change::unknown;
  if (place != 0 && series.has_digest && state.has_digest) {
    const bool same = series.digest == state.digest && series.indexes == state.indexes;
    change = same ? Change::same : Change::other;
  }
  if (change == Change::same && entries[place - 1].change != Change::same)
    series.repeated.push_back(static_cast<std::uint32_t>(place - 1));
  entries.add({.frame = state.frame, .message = state.message, .time = state.time, .change = change});
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
  if (last_ == nullptr || !(last_key_ == key)) {
    const auto found = series_.find(key);
    if (found == series_.end()) return {};
    last_key_ = key;
    last_ = &found->second;
  }
  const Series& series = *last_;
  const Entries& entries = series.entries;
  const std::size_t place = entries.find(frame, message);
  if (place == 0 || place == entries.size()) return {};
  const Entry entry = entries[place];
  if (entry.frame != frame || entry.message != message) return {};
  const Entry before = entries[place - 1];
  Step step = {.previous_in = before.frame, .interval = difference(entry.time, before.time), .change = entry.change};
  const std::vector<std::int64_t>& sent = series.sent;
  if (place <= sent.size()) step.sent_before = sent[place - 1];
  if (step.change != Change::same) return step;
  const std::vector<std::uint32_t>& repeated = series.repeated;
  const std::uint32_t first = *(std::upper_bound(repeated.begin(), repeated.end(), place) - 1);
  step.unchanged = static_cast<std::uint32_t>(place - first);
  step.unchanged_for = difference(entry.time, entries[first].time);
  return step;
}

}  // namespace godot::analysis::sync
