// SPDX-License-Identifier: MIT
#include "analysis/game/memory/views.h"

namespace godot::analysis {

void Views::state(Series& series, const Receiver& receiver, const Position& position) {
  Entry* own = nullptr;
  std::vector<Entry>& entries = series.entries_;
  for (std::size_t i = 0; i != entries.size(); ++i) {
    if (entries[i].last.who.peer == receiver.peer) own = &entries[i];
    else miss(series, i, receiver, position);
  }
  if (own == nullptr) {
    if (entries.size() == most_receivers) return;
    own = &entries.emplace_back();
  }
  const bool is_soon = own->goes_on_at == 0 || position.time - own->goes_on_at < clear_time;
  Without* found = own->reported && is_soon ? found_.find(own->found) : nullptr;
  if (found != nullptr) found->resumed_in = position.frame;
  const Receiver& before = own->last.who;
  const bool same_way = own->way != nullptr && before.link == receiver.link && before.from == receiver.from;
  Way* way = same_way ? own->way : &ways_[way_of(receiver.link, receiver.from)];
  own->last.who = receiver;
  own->last.since = position.frame;
  own->last.time = own->since = position.time;
  own->way = way;
  own->watched = {};
  own->gap = own->missed = 0;
  own->asked = own->reported = own->goes_on = false;
  own->goes_on_at = 0;
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
  if (entry.missed == 0) entry.watched = receiver;
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
