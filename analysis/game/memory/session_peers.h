// SPDX-License-Identifier: MIT
// The peers of a session, as their server tells its clients: who has joined, and who has left. And whose connection has
// ended, which a server does not tell after disconnect_peer(id, true).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/game/memory/speaker_history.h"
#include "analysis/link/receiver_order.h"
#include "base/number_hash.h"

namespace godot::analysis {

class SessionPeers {
 public:
  /// Stores that the server has announced to the client at the other end of a link that a peer has joined, or left.
  void add(std::uint32_t link, std::int32_t peer, bool here, std::uint32_t frame, const Turn& turn = {});
  /// The frame that announced to a client that this peer has left, without a return before `frame`; 0: none.
  /// `turn`: of a message to that client, before which the announcement must have been delivered; null: none
  [[nodiscard]] std::uint32_t gone_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame,
                                      const Turn* turn = nullptr) const;
  /// The later frame that first announces this peer to a client; 0: announced before, or never.
  [[nodiscard]] std::uint32_t comes_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame) const;

  /// How many other clients the server has announced to the client of a link, less those that have left.
  [[nodiscard]] std::uint32_t others(std::uint32_t link, std::uint32_t frame) const;

  /// Stores that the server relays to a client what another one sends to all.
  void relayed(std::uint32_t session, std::int32_t source, std::uint32_t frame);
  /// True if it did so in this frame or a later one. `link`: the sender's, on which no other client was announced: one
  /// that came since would have been.
  [[nodiscard]] bool is_relayed(std::uint32_t session, std::uint32_t link, std::int32_t source,
                                std::uint32_t frame) const;

  /// Stores that the connection of a client to its server has ended.
  void closed(std::uint32_t session, std::int32_t peer, std::uint32_t frame);
  /// The frame before this one in which the connection of a session's client ended; 0: none, or the client at the other
  /// end of the link was told of this peer since. `link`: of the session.
  [[nodiscard]] std::uint32_t closed_in(std::uint32_t session, std::uint32_t link, std::int32_t peer,
                                        std::uint32_t frame) const;

 private:
  /// An announcement to a client about another one.
  struct Announced {
    std::uint32_t frame;
    bool here;
    Turn turn;
    [[nodiscard]] bool same(const Announced& other) const noexcept { return here == other.here; }
  };

  /// From this frame on, the client of a link knows so many others.
  struct Count {
    std::uint32_t frame;
    std::uint32_t others;
  };

  SpeakerHistory<Announced> announced_;
  std::unordered_map<std::uint32_t, std::vector<Count>, NumberHash> counts_;  ///< by the number of a link
  std::unordered_map<std::uint64_t, std::uint32_t, NumberHash> relayed_;      ///< last frames, by session and peer
  std::unordered_map<std::uint64_t, std::uint32_t, NumberHash> closed_;       ///< frames, by session and peer
};

}  // namespace godot::analysis
