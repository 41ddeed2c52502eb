// SPDX-License-Identifier: MIT
// Texts for the peers of a game in one frame: `server`, a learned name, or else the id.
#pragma once

#include <cstdint>

#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/game/learning/peer_names.h"
#include "analysis/game/routes/route.h"
#include "analysis/link/link.h"
#include "base/host.h"

namespace godot::analysis::annotation {

class PeerTexts {
 public:
  /// `which`: the names that are wanted.
  PeerTexts(const PeerNames& names, const Host& host, std::uint32_t frame, PeerNames::Ask which) noexcept
      : names_(names), host_(host), frame_(frame), which_(which) {}

  /// The peer's name, or its id if it has none. "" for 0, an unknown id.
  [[nodiscard]] const char* peer(const Peers& among, PeerId peer) const;

  /// The same, with the id after a learned name, for the peer's first mention. Valid until another name is learned: for
  /// texts that are made of it.
  [[nodiscard]] const char* introduced(const Peers& among, PeerId peer) const;

  /// The receiver of a message: a peer, "all", "all but red".
  [[nodiscard]] const char* target(const Peers& among, PeerId target) const;

  /// Source and target of a message, "all (red)" for the copy of a broadcast that red gets; for an unknown id, the
  /// transport's name of the end. `port`: of that end in this frame.
  [[nodiscard]] const char* sender(const Message& message, const Route& route, std::uint32_t port) const;
  [[nodiscard]] const char* receiver(const Message& message, const Route& route, std::uint32_t port) const;

  /// An end of a link, for packets without a message: a peer if the link is a game's, else client or server, with a
  /// question mark where the handshake is missing.
  [[nodiscard]] const char* end(const Link& link, bool is_client, std::uint32_t port) const;

  /// The direction of a message: "→ 1", "red → 1" where the server forwards another peer's; empty: unknown.
  [[nodiscard]] const char* way(const Peers& among, const Route& route) const;

  /// "add peer red", "add peer 3": writes "peer" once.
  [[nodiscard]] const char* change(const char* what, const Peers& among, PeerId peer) const;

 private:
  [[nodiscard]] const char* unnamed(PeerId peer) const;

  const PeerNames& names_;
  Host host_;
  std::uint32_t frame_;
  PeerNames::Ask which_;
};

}  // namespace godot::analysis::annotation
