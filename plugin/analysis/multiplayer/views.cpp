// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/multiplayer/views.h"

namespace godot::plugin {

void Views::state(const IdKey& synchronizer, const Receiver& receiver, const Moment& moment) {
  Series& series = series_[synchronizer];
  Entry* own = nullptr;
  for (std::uint8_t i = 0; i != series.count; ++i) {
    Entry& entry = series.entries[i];
    if (entry.last.who.peer == receiver.peer) own = &entry;
    else miss(entry, receiver, moment);
  }
  if (own == nullptr) {
    if (series.count == series.entries.size()) return;
    own = &series.entries[series.count++];
  }
  *own = {.last = {.who = receiver, .since = moment.frame, .time = moment.time}};
}

/// Another one gets a state.
void Views::miss(Entry& entry, const Receiver& receiver, const Moment& moment) {
  if (entry.missed == 0) entry.watched = receiver.peer;
  if (entry.watched != receiver.peer) return;
  ++entry.missed;
  if (entry.told || entry.missed < clear_after || moment.time - entry.last.time < clear_time) return;
  entry.told = found_.try_emplace(moment, entry.last).second;
}

const Views::Without* Views::without(const Moment& moment) const {
  const auto found = found_.find(moment);
  return found != found_.end() ? &found->second : nullptr;
}

}  // namespace godot::plugin
