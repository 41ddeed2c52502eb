// SPDX-License-Identifier: MIT
#include "analysis/memory/two_senders.h"

#include <algorithm>

namespace godot::analysis {

void TwoSenders::state(const NodeKey& synchronizer, multiplayer::PeerId peer, const Views::Position& position) {
  auto& senders = senders_[synchronizer];
  const auto has_ended = [&](const Sender& sender) { return position.time - sender.last >= pause; };
  auto own = std::find_if(senders.begin(), senders.end(), [&](const Sender& sender) { return sender.peer == peer; });
  if (own == senders.end()) own = std::find_if(senders.begin(), senders.end(), has_ended);
  if (own == senders.end()) {
    if (senders.size() == most_senders) return;
    own = senders.emplace(senders.end());
  }
  const bool begins = own->peer != peer || has_ended(*own);
  if (begins) *own = {.peer = peer, .first = position};
  own->last = position.time;
  own->last_frame = position.frame;
  ++own->count;
  for (Sender& other : senders) {
    if (other.peer == peer || has_ended(other)) continue;
    if (begins) own->before = {.peer = other.peer, .frame = other.last_frame};
    Sender& later = own->first.frame > other.first.frame ? *own : other;
    if (later.reported || later.before.peer == 0 || later.count < clear_after ||
        position.time - later.first.time < clear_time)
      continue;
    later.reported = found_.try_emplace(later.first, later.before).second;
  }
}

const TwoSenders::Other* TwoSenders::other(const Views::Position& position) const {
  const auto found = found_.find(position);
  return found != found_.end() ? &found->second : nullptr;
}

}  // namespace godot::analysis
