// SPDX-License-Identifier: MIT
#include "analysis/memory/two_senders.h"

#include <algorithm>

namespace godot::analysis {

void TwoSenders::Sender::measure(std::int64_t since) noexcept {
  const bool is_same = interval != 0 && since > interval * 3 / 4 && since < interval * 5 / 4;
  regular = is_same ? regular + 1 : 0;
  interval = since;
}

bool TwoSenders::has_ended(const Sender& sender, bool is_change, std::int64_t now) noexcept {
  const std::int64_t usual = sender.regular < clear_interval ? 0 : sender.interval * 5 / 2;
  const std::int64_t wait = is_change ? pause : std::clamp(usual, pause, longest_pause);
  return now - sender.last >= wait;
}

void TwoSenders::state(const NodeKey& synchronizer, bool is_change, multiplayer::PeerId peer,
                       const Views::Position& position) {
  auto& senders = senders_[is_change ? 1 : 0][synchronizer];
  const auto ended = [&](const Sender& sender) { return has_ended(sender, is_change, position.time); };
  auto own = std::find_if(senders.begin(), senders.end(), [&](const Sender& sender) { return sender.peer == peer; });
  if (own == senders.end()) own = std::find_if(senders.begin(), senders.end(), ended);
  if (own == senders.end()) {
    if (senders.size() == most_senders) return;
    own = senders.emplace(senders.end());
  }
  if (own->peer != peer) *own = {.peer = peer, .last = position.time};
  own->measure(position.time - own->last);
  const bool begins = own->count == 0 || ended(*own);
  if (begins) {
    *own = {.peer = peer, .first = position, .interval = own->interval, .regular = own->regular};
    for (Sender& other : senders) other.beside = 0;
  }
  own->last = position.time;
  own->last_frame = position.frame;
  ++own->count;
  ++own->beside;
  for (Sender& other : senders) {
    if (other.peer == peer || ended(other)) continue;
    if (begins) own->before = {.peer = other.peer, .frame = other.last_frame};
    const bool is_later = own->first.frame > other.first.frame;
    Sender& later = is_later ? *own : other;
    const Sender& earlier = is_later ? other : *own;
    if (later.reported || later.before.peer == 0 || later.count < clear_after || earlier.beside < clear_beside ||
        position.time - later.first.time < clear_time)
      continue;
    later.reported = found_.try_emplace(later.first.key(), later.before).second;
  }
}

}  // namespace godot::analysis
