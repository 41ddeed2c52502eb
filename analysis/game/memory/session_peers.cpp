// SPDX-License-Identifier: MIT
#include "analysis/game/memory/session_peers.h"

#include <algorithm>

#include "codec/multiplayer/protocol.h"

namespace godot::analysis {
namespace {

std::uint64_t key_of(std::uint32_t session, std::int32_t peer) noexcept {
  constexpr unsigned peer_bits = 32;
  return std::uint64_t{session} << peer_bits | static_cast<std::uint32_t>(peer);
}

}  // namespace

void SessionPeers::add(std::uint32_t link, std::int32_t peer, bool here, std::uint32_t frame, const Turn& turn) {
  const Announced* last = announced_.find_on_link({.link = link}, static_cast<std::uint32_t>(peer), frame);
  const bool was_here = last != nullptr && last->here;
  // Over WebSocket, the server of Godot 3 announces itself first.
  if (peer != multiplayer::server) {
    std::vector<Count>& counts = counts_[link];
    const std::uint32_t others = counts.empty() ? 0 : counts.back().others;
    if (here != was_here) counts.push_back({.frame = frame, .others = here ? others + 1 : others - 1});
  }
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

std::uint32_t SessionPeers::others(std::uint32_t link, std::uint32_t frame) const {
  const auto counts = counts_.find(link);
  if (counts == counts_.end()) return 0;
  const auto after = std::upper_bound(counts->second.begin(), counts->second.end(), frame,
                                      [](std::uint32_t wanted, const Count& count) { return wanted < count.frame; });
  return after == counts->second.begin() ? 0 : (after - 1)->others;
}

void SessionPeers::relayed(std::uint32_t session, std::int32_t source, std::uint32_t frame) {
  relayed_.insert_or_assign(key_of(session, source), frame);
}

bool SessionPeers::is_relayed(std::uint32_t session, std::uint32_t link, std::int32_t source,
                              std::uint32_t frame) const {
  if (counts_.contains(link)) return false;
  const auto found = relayed_.find(key_of(session, source));
  return found != relayed_.end() && found->second >= frame;
}

void SessionPeers::closed(std::uint32_t session, std::int32_t peer, std::uint32_t frame) {
  closed_.insert_or_assign(key_of(session, peer), frame);
}

std::uint32_t SessionPeers::closed_in(std::uint32_t session, std::uint32_t link, std::int32_t peer,
                                      std::uint32_t frame) const {
  const auto found = closed_.find(key_of(session, peer));
  if (found == closed_.end() || found->second >= frame) return 0;
  const Announced* last = announced_.find_on_link({.link = link}, static_cast<std::uint32_t>(peer), frame - 1);
  const bool is_back = last != nullptr && last->here && last->frame > found->second;
  return is_back ? 0 : found->second;
}

}  // namespace godot::analysis
