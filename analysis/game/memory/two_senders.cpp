// SPDX-License-Identifier: MIT
#include "analysis/game/memory/two_senders.h"

#include <algorithm>

namespace godot::analysis {

void TwoSenders::Sender::measure(std::int64_t since) noexcept {
  const bool is_same = interval != 0 && since > interval * 3 / 4 && since < interval * 5 / 4;
  regular = is_same ? regular + 1 : 0;
  interval = since;
}

bool TwoSenders::Sender::is_close(std::int64_t since) noexcept {
  constexpr std::uint32_t enough = 3;
  if (count == 0) return false;
  const bool is_usual = usual != 0 && since <= usual * 9 / 4;
  unusual = is_usual ? 0 : unusual + 1;
  if (is_usual) usual = (usual + since) / 2;
  else if (usual == 0 || unusual == enough) usual = since;
  return is_usual;
}

bool TwoSenders::Sender::is_among_others() const noexcept { return between * 5 >= beside * 3; }

bool TwoSenders::Sender::is_copy(const To& to, std::int64_t now) const noexcept {
  if (count == 0 || !to.known || to.peer <= 0 || measured_by <= 0 || to.peer == measured_by) return false;
  return now - measured < std::clamp(interval * 2, pause, longest_pause);
}

void TwoSenders::Receivers::add(const To& to) noexcept {
  if (!to.known) return;
  if (to.peer <= 0) everyone_ = true;
  else if (count_ != peers_.size() && !has(to.peer)) peers_[count_++] = to.peer;
}

bool TwoSenders::Receivers::has(multiplayer::PeerId peer) const noexcept {
  const auto* const end = peers_.begin() + count_;
  return everyone_ || std::find(peers_.begin(), end, peer) != end;
}

bool TwoSenders::Receivers::has_one_of(const Receivers& other) const noexcept {
  if (everyone_ || other.everyone_) return true;
  return std::any_of(peers_.begin(), peers_.begin() + count_,
                     [&](multiplayer::PeerId peer) { return other.has(peer); });
}

bool TwoSenders::Sender::meets(const Sender& other) const noexcept {
  return receivers.has(other.peer) || other.receivers.has(peer) || receivers.has_one_of(other.receivers);
}

bool TwoSenders::has_ended(const Sender& sender, bool is_change, std::int64_t now) noexcept {
  const std::int64_t usual = sender.regular < clear_interval ? 0 : sender.interval * 5 / 2;
  const std::int64_t wait = is_change ? pause : std::clamp(usual, pause, longest_pause);
  return now - sender.last >= wait;
}

void TwoSenders::resume(const Sender& own, std::int64_t now) {
  constexpr std::int64_t for_good = 2 * second;
  Other* other = own.reported && own.beside_peer != 0 ? found_.find(own.found) : nullptr;
  if (other != nullptr && other->stopped == own.peer && now - own.stopped < for_good) other->stopped = 0;
}

void TwoSenders::follow(Senders::mapped_type& senders, const Sender& own, bool begins, bool is_change,
                        std::int64_t now) {
  constexpr std::int64_t for_good = 2 * second;
  for (Sender& later : senders) {
    if (!later.reported || later.beside_peer == 0) continue;
    const bool is_later = own.peer == later.peer;
    if (!is_later && own.peer != later.beside_peer) continue;
    Other* other = found_.find(later.found);
    if (other == nullptr) continue;
    if (other->stopped == own.peer) {
      // It had only paused.
      if (begins && now - later.stopped < for_good) other->stopped = 0;
      if (begins) later.beside_peer = 0;
      continue;
    }
    const multiplayer::PeerId partner = is_later ? later.beside_peer : later.peer;
    const auto found =
        std::find_if(senders.begin(), senders.end(), [&](const Sender& each) { return each.peer == partner; });
    if (other->stopped != 0 || found == senders.end() || !has_ended(*found, is_change, now)) continue;
    other->stopped = partner;
    other->stopped_in = found->last_frame;
    other->lasted = found->last - later.first.time;
    later.stopped = found->last;
  }
}

void TwoSenders::state(const NodeKey& synchronizer, bool is_change, multiplayer::PeerId peer, const To& to,
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
  const bool is_copy = own->is_copy(to, position.time);
  if (!is_copy) {
    own->measure(position.time - own->last);
    if (own->is_close(position.time - own->last)) {
      for (Sender& other : senders)
        other.between += other.peer != peer && other.last >= own->last && own->meets(other) ? 1 : 0;
    }
  }
  const bool begins = own->count == 0 || ended(*own);
  if (begins) {
    resume(*own, position.time);
    *own = {.peer = peer,
            .first = position,
            .interval = own->interval,
            .regular = own->regular,
            .usual = own->usual,
            .unusual = own->unusual};
    for (Sender& other : senders) other.beside = other.between = 0;
  }
  own->receivers.add(to);
  if (!is_copy) {
    own->last = own->measured = position.time;
    own->last_frame = position.frame;
    own->measured_by = to.known ? to.peer : 0;
    ++own->count;
    ++own->beside;
  }
  for (Sender& other : senders) {
    if (other.peer == peer || ended(other)) continue;
    if (!own->meets(other)) {
      own->among_strangers = own->among_strangers || begins;
      continue;
    }
    const bool is_later = own->first.frame > other.first.frame;
    const bool meets_now = is_later && own->among_strangers && own->before.peer == 0;
    if (begins || meets_now) own->before = {.peer = other.peer, .frame = other.last_frame};
    Sender& later = is_later ? *own : other;
    const Sender& earlier = is_later ? other : *own;
    if (later.reported || later.before.peer == 0 || later.count < clear_after || earlier.beside < clear_beside ||
        position.time - later.first.time < clear_time || !(later.is_among_others() || earlier.is_among_others()))
      continue;
    later.reported = found_.try_emplace(later.first.key(), later.before).second;
    later.found = later.first.key();
    later.beside_peer = earlier.peer;
  }
  follow(senders, *own, begins, is_change, position.time);
}

}  // namespace godot::analysis
