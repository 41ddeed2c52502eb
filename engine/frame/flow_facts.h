// SPDX-License-Identifier: MIT
// What the facts of a frame say of its flow, for every host.
#pragma once

#include <cstdint>

#include "analysis/facts/facts.h"
#include "analysis/link/relayed.h"
#include "engine/frame/frame.h"

namespace godot::engine {

/// The sending end: the same number for all frames of a flow.
[[nodiscard]] inline std::uint8_t side_of(const Address& from, const Address& to) noexcept {
  if (from.port != to.port) return from.port > to.port ? 1 : 0;
  return from.bytes > to.bytes ? 1 : 0;
}

/// Without the relay's other side, a frame counts as any other.
[[nodiscard]] inline analysis::facts::Relayed side_of(const analysis::Relayed& relayed) noexcept {
  using analysis::facts::Relayed;
  if (relayed.is_sent()) return relayed.arrived_in != 0 ? Relayed::went : Relayed::no;
  return relayed.both_sides ? Relayed::came : Relayed::no;
}

/// The flow of a record of the mirror. Its size on the wire is unknown: the cost is its own bytes.
inline void set_flow_of_record(analysis::facts::Frame& frame, const analysis::facts::Envelope& record) noexcept {
  frame.carrier = analysis::facts::Carrier::udp;
  frame.flow = record.link;
  frame.side = record.from_client ? 0 : 1;
  frame.payload = frame.length = record.size;
}

}  // namespace godot::engine
