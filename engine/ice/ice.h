// SPDX-License-Identifier: MIT
// The steps of a datagram, and of a segment with TURN, of players who meet by WebRTC: addresses and ICMP errors as the
// analysis takes them.
#pragma once

#include <optional>
#include <vector>

#include "analysis/ice/by_frame.h"
#include "analysis/ice/meetings.h"
#include "analysis/ice/streams.h"
#include "codec/core/bytes.h"
#include "codec/enet/icmp.h"
#include "engine/frame/frame.h"

namespace godot::engine {

class Ice {
 public:
  /// A datagram, of which an ICMP error may quote no byte. `error`: that error.
  void take(const Packet& packet, const Buffer& bytes, const std::optional<enet::IcmpError>& error);

  /// A segment of TCP, which may carry TURN.
  void take(const Packet& packet, analysis::IceStreams::Segment segment);

  /// What the frame shows, once the capture was read; behind its bytes.
  void report(Packet& packet, analysis::facts::Transport transport) const;

  /// The capture was read: the texts are in the arena.
  void judge(const analysis::Arena& arena) { verdicts_.set(analysis::problems_of(meetings_, arena)); }

  [[nodiscard]] std::vector<analysis::IceStatement> statements(const analysis::Arena& arena) const {
    return meetings_.statements(arena);
  }

 private:
  void begin(const Packet& packet);

  analysis::IceMeetings meetings_;
  analysis::IceStreams streams_;
  analysis::IceVerdicts verdicts_;
};

}  // namespace godot::engine
