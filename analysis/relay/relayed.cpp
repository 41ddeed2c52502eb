// SPDX-License-Identifier: MIT
#include "analysis/relay/relayed.h"

namespace godot::analysis {
namespace {

std::uint64_t key_of(const relay::Fate& fate) noexcept {
  constexpr unsigned player_shift = 56;
  constexpr unsigned way_shift = 55;
  return std::uint64_t{fate.player} << player_shift | std::uint64_t{fate.to_server ? 1U : 0U} << way_shift |
         fate.number;
}

}  // namespace

void RelayedFrames::add(std::uint32_t frame, const relay::Fate& fate, std::int64_t time) {
  Datagram& its = datagrams_[key_of(fate)];
  frames_.emplace(frame, Frame{fate, &its});
  const bool is_sent = fate.outcome == relay::Outcome::sent;
  std::uint32_t& mine = !is_sent ? its.arrived_in : fate.copy > 1 ? its.copy_in : its.sent_in;
  if (mine != 0) return;
  mine = frame;
  has_both_sides_ = has_both_sides_ || (its.arrived_in != 0 && its.sent_in != 0);
  if (!is_sent) its.arrived = time;
  else if (fate.copy == 1) its.sent = time;
}

bool RelayedFrames::find(std::uint32_t frame, Relayed& found) const {
  if (frames_.empty()) return false;
  const auto known = frames_.find(frame);
  if (known == frames_.end()) return false;
  const Datagram& its = *known->second.datagram;
  found = {.fate = known->second.fate,
           .arrived_in = its.arrived_in,
           .sent_in = its.sent_in,
           .copy_in = its.copy_in,
           .both_sides = has_both_sides_,
           .arrived = its.arrived,
           .sent = its.sent};
  return true;
}

}  // namespace godot::analysis
