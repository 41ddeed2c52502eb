// SPDX-License-Identifier: MIT
#include "analysis/game/memory/differing_states.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace godot::analysis {

Agreement::Entry* Agreement::entry_of(Series& series, multiplayer::PeerId receiver) {
  for (Entry& entry : series.entries_) {
    if (entry.receiver == receiver) return &entry;
  }
  if (series.entries_.size() == most_receivers) return nullptr;
  Entry& entry = series.entries_.emplace_back();
  entry.receiver = receiver;
  return &entry;
}

void Agreement::state(Series& series, const State& state) {
  const State last = series.last_;
  series.last_ = state;
  Entry* entry = entry_of(series, state.receiver);
  if (entry == nullptr) return;
  const bool at_once = state.position.time - last.position.time < one_tick;
  const bool begins = series.round_ == 0 || !at_once || entry->round == series.round_;
  if (begins) {
    series.clear_ = !at_once;
    ++series.round_;
  }
  entry->round = series.round_;
  if (begins || !series.clear_) {
    entry->doubt.reset();
    return;
  }
  const auto distance = static_cast<std::uint16_t>(state.clock - last.clock);
  if (entry->follows != last.receiver || entry->distance != distance) {
    entry->follows = last.receiver;
    entry->distance = distance;
    entry->steady = 0;
    entry->doubt.reset();
    return;
  }
  if (entry->steady != steady_after) {
    ++entry->steady;
    return;
  }
  if (entry->reported || !is_clear(*entry, series.round_, state, last)) return;
  entry->reported = found_.try_emplace(state.position.key(), Other{last.receiver, last.position.frame}).second;
  entry->doubt.reset();
}

/// Compares what both got in a round with the other's earlier values. True if nothing was equal, for long enough.
bool Agreement::is_clear(Entry& entry, std::uint32_t round, const State& own, const State& other) {
  std::unique_ptr<Doubt>& doubt = entry.doubt;
  if (doubt != nullptr && doubt->round + 1 != round) doubt.reset();
  if (own.digest == other.digest) {
    doubt.reset();
    return false;
  }
  if (doubt == nullptr) {
    doubt = std::make_unique<Doubt>();
    doubt->since = own.position.time;
  }
  const auto has = [&](const std::array<std::uint64_t, most_rounds>& digests, std::uint64_t digest) {
    const std::span seen = std::span(digests).first(std::min<std::size_t>(doubt->rounds, most_rounds));
    return std::find(seen.begin(), seen.end(), digest) != seen.end();
  };
  if (has(doubt->others, own.digest) || has(doubt->own, other.digest)) {
    doubt.reset();
    return false;
  }
  const std::size_t place = doubt->rounds++ % most_rounds;
  doubt->own[place] = own.digest;
  doubt->others[place] = other.digest;
  doubt->round = round;
  return doubt->rounds >= clear_after && own.position.time - doubt->since >= clear_time;
}

}  // namespace godot::analysis
