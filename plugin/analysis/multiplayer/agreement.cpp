// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/multiplayer/agreement.h"

#include <utility>

namespace godot::plugin {

Agreement::Entry* Agreement::entry_of(Series& series, multiplayer::PeerId receiver) {
  for (std::uint8_t i = 0; i != series.count; ++i) {
    if (series.entries[i].receiver == receiver) return &series.entries[i];
  }
  if (series.count == series.entries.size()) return nullptr;
  Entry& entry = series.entries[series.count++];
  entry.receiver = receiver;
  return &entry;
}

void Agreement::state(const IdKey& synchronizer, const State& state) {
  Series& series = series_[synchronizer];
  const State last = series.last;
  series.last = state;
  Entry* entry = entry_of(series, state.receiver);
  if (entry == nullptr) return;
  const std::uint64_t before = std::exchange(entry->digest, state.digest);
  const bool at_once = state.moment.time - last.moment.time < one_moment;
  const bool begins = series.round == 0 || !at_once || entry->round == series.round;
  if (begins) {
    series.clear = !at_once;
    ++series.round;
  }
  entry->round = series.round;
  if (begins || !series.clear) return;
  const auto distance = static_cast<std::uint16_t>(state.clock - last.clock);
  if (entry->follows != last.receiver || entry->distance != distance) {
    entry->follows = last.receiver;
    entry->distance = distance;
    entry->steady = entry->differing = 0;
    return;
  }
  if (entry->steady != steady_after) {
    ++entry->steady;
    return;
  }
  // The other one has what this one had before: it is a moment behind, and they agree.
  if (state.digest == last.digest || before == last.digest) {
    entry->differing = 0;
    return;
  }
  if (entry->told || ++entry->differing < clear_after) return;
  entry->told = found_.try_emplace(state.moment, Other{last.receiver, last.moment.frame}).second;
}

const Agreement::Other* Agreement::other(const Views::Moment& moment) const {
  const auto found = found_.find(moment);
  return found != found_.end() ? &found->second : nullptr;
}

}  // namespace godot::plugin
