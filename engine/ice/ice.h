// SPDX-License-Identifier: MIT
// The steps of a datagram, and of a segment with TURN, of players who meet by WebRTC: addresses and ICMP errors as the
// analysis takes them; and what is said once all was read.
#pragma once

#include <optional>
#include <vector>

#include "analysis/ice/by_frame.h"
#include "analysis/ice/meetings.h"
#include "analysis/ice/turn_over_tcp.h"
#include "codec/core/bytes.h"
#include "codec/enet/icmp.h"
#include "engine/frame/frame.h"
#include "engine/frame/late_verdicts.h"

namespace godot::engine {

class Ice {
 public:
  /// A datagram, of which an ICMP error may quote no byte. `error`: that error.
  void take(const Packet& packet, const Buffer& bytes, const std::optional<enet::IcmpError>& error);

  /// A segment of TCP, which may carry TURN.
  void take(const Packet& packet, analysis::IceStreams::Segment segment);

  /// What is said of a frame, behind the first pass. False: nothing.
  bool find(std::uint32_t frame, analysis::IceFindings& found);
  /// The same as facts, behind the frame's bytes.
  void report(Packet& packet, analysis::facts::Transport transport);

  [[nodiscard]] std::vector<analysis::IceStatement> statements(const analysis::Arena& arena) const {
    return meetings_.statements(arena);
  }

 private:
  void begin(const Packet& packet);

  analysis::IceMeetings meetings_;
  analysis::IceStreams streams_;
  LateVerdicts<analysis::IceVerdicts> verdicts_;
};

}  // namespace godot::engine
