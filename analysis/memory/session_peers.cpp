// SPDX-License-Identifier: MIT
#include "analysis/memory/session_peers.h"

namespace godot::analysis {

void SessionPeers::add(std::uint32_t link, std::int32_t peer, bool here, std::uint32_t frame, const Turn& turn) {
  announced_.add({.link = link}, static_cast<std::uint32_t>(peer), {.frame = frame, .here = here, .turn = turn});
}

std::uint32_t SessionPeers::gone_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame,
                                    const Turn* turn) const {
  const Announced* last = announced_.find_on_link({.link = link}, static_cast<std::uint32_t>(peer), frame - 1);
  const bool is_gone = last != nullptr && !last->here && (turn == nullptr || comes_first(last->turn, *turn));
  return is_gone ? last->frame : 0;
}

std::uint32_t SessionPeers::comes_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame) const {
  const Announced* last = announced_.find({.link = link}, static_cast<std::uint32_t>(peer), frame);
  return last != nullptr && last->here && last->frame > frame ? last->frame : 0;
}

}  // namespace godot::analysis
