// SPDX-License-Identifier: MIT
#include "analysis/game/memory/missing_receivers.h"

namespace godot::analysis {

/// Null: there are too many.
Views::Entry* Views::entry_of(Series& series, multiplayer::PeerId peer) {
  std::vector<Entry>& entries = series.entries_;
  for (Entry& entry : entries) {
    if (entry.last.who.peer == peer) return &entry;
  }
  return entries.size() != most_receivers ? &entries.emplace_back() : nullptr;
}

/// Counts from here on.
void Views::begin(Entry& entry, const Receiver& receiver, const Position& position) {
  const Receiver& before = entry.last.who;
  const bool same_way = entry.way != nullptr && before.link == receiver.link && before.from == receiver.from;
  Way* way = same_way ? entry.way : &ways_[way_of(receiver.link, receiver.from)];
  entry.last.who = receiver;
  entry.last.since = position.frame;
  entry.last.time = entry.since = position.time;
  entry.way = way;
  entry.watched = {};
  entry.gap = entry.missed = 0;
  entry.asked = entry.reported = entry.goes_on = false;
  entry.goes_on_at = 0;
}

void Views::state(Series& series, const Receiver& receiver, const Position& position) {
  for (std::size_t i = 0; i != series.entries_.size(); ++i) {
    if (series.entries_[i].last.who.peer != receiver.peer) miss(series, i, receiver, position);
  }
  Entry* own = entry_of(series, receiver.peer);
  if (own == nullptr) return;
  const bool is_soon = own->goes_on_at == 0 || position.time - own->goes_on_at < clear_time;
  Without* found = own->reported && is_soon ? found_.find(own->found) : nullptr;
  if (found != nullptr) found->resumed_in = position.frame;
  own->last.spawned = false;
  begin(*own, receiver, position);
}

void Views::spawned(Series& series, const Receiver& receiver, const Position& position) {
  Entry* own = entry_of(series, receiver.peer);
  if (own == nullptr) return;
  own->last.spawned = true;
  begin(*own, receiver, position);
}

void Views::message(std::uint32_t link, std::uint8_t from, std::uint32_t frame, bool gap) {
  Way* found = ways_.find(way_of(link, from));
  if (found == nullptr && !gap) return;
  Way& way = found != nullptr ? *found : ways_[way_of(link, from)];
  if (gap) way.gap = frame;
  for (const auto& [position, series, place, since] : way.asked) {
    Entry& entry = series->entries_[place];
    if (entry.last.since != since) continue;
    if (!gap && !entry.reported) report(entry, position);
    entry.goes_on = entry.reported;
  }
  way.asked.clear();
}

void Views::report(Entry& entry, const Position& position) {
  entry.reported = found_.try_emplace(position.key(), entry.last).second;
  entry.found = position.key();
}

/// Another peer gets a state.
void Views::miss(Series& series, std::size_t place, const Receiver& receiver, const Position& position) {
  Entry& entry = series.entries_[place];
  if (entry.reported) {
    if (entry.goes_on && entry.goes_on_at == 0) entry.goes_on_at = position.time;
    return;
  }
  Way& way = *entry.way;
  // The missing message may have been the state.
  if (way.gap > entry.last.since && way.gap != entry.gap) {
    entry.gap = way.gap;
    entry.since = position.time;
    entry.missed = 0;
    entry.asked = false;
  }
  if (entry.missed == 0) {
    entry.watched = receiver;
    // Nobody got one for as long: what the sender or a link held up, comes at once, to one of them first.
    if (position.time - entry.since >= clear_time) entry.since = position.time;
  }
  if (entry.watched.peer != receiver.peer || entry.watched.link != receiver.link) return;
  ++entry.missed;
  const std::int64_t lasted = position.time - entry.since;
  if (!entry.asked && entry.missed >= clear_after && lasted >= clear_time) {
    entry.asked = true;
    way.asked.push_back({position, &series, place, entry.last.since});
  }
  if (entry.missed >= certain_after && lasted >= certain_time) report(entry, position);
}

}  // namespace godot::analysis
