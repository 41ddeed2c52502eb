// SPDX-License-Identifier: MIT
// The peers of a session, as their server tells its clients: who has joined, and who has left.
#pragma once

#include <cstdint>

#include "analysis/link/turn.h"
#include "analysis/memory/speaker_history.h"

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

 private:
  /// An announcement to a client about another one.
  struct Announced {
    std::uint32_t frame;
    bool here;
    Turn turn;
    [[nodiscard]] bool same(const Announced& other) const noexcept { return here == other.here; }
  };

  SpeakerHistory<Announced> announced_;
};

}  // namespace godot::analysis
