// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/resends.h"

#include <algorithm>

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
  if (is_known) {
    const bool is_alike =
        tick.form == state.form && tick.reference == state.reference && state.form != NetfoxForm::other;
    const bool differs = tick.digest != state.digest;
    const NetfoxAgain by_bytes = {
        .first_frame = tick.first_frame, .comparable = is_alike, .corrected = is_alike && differs};
    const bool is_news = state.form == NetfoxForm::news;
    if (is_news && is_alike && !differs && !state.is_empty) is_before_1_48_1_ = true;
    const NetfoxAgain by_presence = {.first_frame = tick.first_frame, .comparable = true, .corrected = !state.is_empty};
    again_[place] = {.found = is_news ? by_presence : by_bytes, .before_1_48_1 = by_bytes};
  }
  if (!is_known || state.form != NetfoxForm::news || !state.is_empty) {
    tick.digest = state.digest;
    tick.reference = state.reference;
    tick.form = state.form;
  }
  if (ticks.size() > most_ticks) ticks.pop_front();
}

const NetfoxAgain* NetfoxResends::find(const NetfoxPlace& place) const {
  const auto found = again_.find(place);
  if (found == again_.end()) return nullptr;
  return is_before_1_48_1_ ? &found->second.before_1_48_1 : &found->second.found;
}

}  // namespace godot::analysis
