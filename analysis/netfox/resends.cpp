// SPDX-License-Identifier: MIT
#include "analysis/netfox/resends.h"

#include <algorithm>
#include <utility>

namespace godot::analysis {

void NetfoxResends::sent(const NetfoxSentState& state, const NetfoxPlace& place) {
  std::deque<Tick>& ticks = ticks_[{.link = state.source.link,
                                    .source = state.source.sender,
                                    .target = state.target.sender,
                                    .list = state.list,
                                    .node = state.node}];
  if (!ticks.empty() && ticks.back().tick > state.tick && ticks.back().tick - state.tick > most_ticks) ticks.clear();
  const auto at = std::lower_bound(ticks.begin(), ticks.end(), state.tick,
                                   [](const Tick& one, std::uint32_t tick) { return one.tick < tick; });
  const bool is_known = at != ticks.end() && at->tick == state.tick;
  Tick& tick = is_known ? *at : *ticks.insert(at, {.tick = state.tick, .first_frame = place.frame});
  std::uint64_t& last = state.diff ? tick.diff : tick.full;
  const std::uint64_t before = std::exchange(last, state.digest | 1U);
  if (is_known)
    again_[place] = {
        .first_frame = tick.first_frame, .comparable = before != 0, .corrected = before != 0 && before != last};
  if (ticks.size() > most_ticks) ticks.pop_front();
}

const NetfoxAgain* NetfoxResends::find(const NetfoxPlace& place) const {
  const auto found = again_.find(place);
  return found != again_.end() ? &found->second : nullptr;
}

}  // namespace godot::analysis
