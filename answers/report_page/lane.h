// SPDX-License-Identifier: MIT
// One direction of a conversation: a lane of the timeline, and of a trace.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/facts/facts.h"
#include "base/number_hash.h"

namespace godot::analysis {

enum class LaneKind : std::uint8_t { enet, udp, tcp, mirror };

[[nodiscard]] constexpr const char* name_of(LaneKind kind) noexcept {
  constexpr std::array names{"ENet", "UDP", "TCP", "Mirror"};
  return names[static_cast<std::size_t>(kind)];
}

/// Whether its ends are known as client and server.
[[nodiscard]] constexpr bool has_roles(LaneKind kind) noexcept {
  return kind == LaneKind::enet || kind == LaneKind::mirror;
}

struct LaneKey {
  std::uint32_t number = 0;  ///< of an ENet connection, a UDP flow, a TCP flow, a mirrored connection
  LaneKind kind = LaneKind::enet;
  std::uint8_t way = 0;  ///< 1: from the server; of flows, their second side

  [[nodiscard]] bool operator==(const LaneKey&) const noexcept = default;
  struct Hash {
    std::size_t operator()(const LaneKey& key) const noexcept {
      return hash_numbers(key.number, static_cast<std::uint8_t>(key.kind), key.way);
    }
  };
};

/// `envelope`: one of the frame's; null: the frame has none.
[[nodiscard]] inline LaneKey lane_key(const facts::Frame& frame, const facts::Envelope* envelope) noexcept {
  const facts::Transport transport = envelope != nullptr ? envelope->transport : facts::Transport::udp;
  if (transport == facts::Transport::enet && envelope->has_link)
    return {envelope->link, LaneKind::enet, static_cast<std::uint8_t>(envelope->from_client ? 0 : 1)};
  if (transport == facts::Transport::mirror) return {frame.flow, LaneKind::mirror, frame.side};
  return {frame.flow, frame.carrier == facts::Carrier::udp ? LaneKind::udp : LaneKind::tcp, frame.side};
}

}  // namespace godot::analysis
