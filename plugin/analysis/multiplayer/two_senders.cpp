// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/multiplayer/two_senders.h"

#include <algorithm>

namespace godot::analysis {

void TwoSenders::state(const NodeKey& synchronizer, multiplayer::PeerId peer, const Views::Moment& moment) {
  auto& senders = senders_[synchronizer];
  const auto has_ended = [&](const Sender& sender) { return moment.time - sender.last >= pause; };
  auto own = std::find_if(senders.begin(), senders.end(), [&](const Sender& sender) { return sender.peer == peer; });
  if (own == senders.end()) own = std::find_if(senders.begin(), senders.end(), has_ended);
  if (own == senders.end()) {
    if (senders.size() == most_senders) return;
    own = senders.emplace(senders.end());
  }
  const bool begins = own->peer != peer || has_ended(*own);
  if (begins) *own = {.peer = peer, .first = moment};
  own->last = moment.time;
  own->last_frame = moment.frame;
  ++own->count;
  for (Sender& other : senders) {
    if (other.peer == peer || has_ended(other)) continue;
    if (begins) own->before = {.peer = other.peer, .frame = other.last_frame};
    Sender& later = own->first.frame > other.first.frame ? *own : other;
    if (later.told || later.before.peer == 0 || later.count < clear_after ||
        moment.time - later.first.time < clear_time)
      continue;
    later.told = found_.try_emplace(later.first, later.before).second;
  }
}

const TwoSenders::Other* TwoSenders::other(const Views::Moment& moment) const {
  const auto found = found_.find(moment);
  return found != found_.end() ? &found->second : nullptr;
}

}  // namespace godot::analysis
