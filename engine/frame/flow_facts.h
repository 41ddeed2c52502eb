// SPDX-License-Identifier: MIT
// What the facts of a frame say of its flow, for every host.
#pragma once

#include <cstdint>

#include "analysis/facts/facts.h"
#include "engine/frame/frame.h"

namespace godot::engine {

/// The sending end: the same number for all frames of a flow.
[[nodiscard]] inline std::uint8_t side_of(const Address& from, const Address& to) noexcept {
  if (from.port != to.port) return from.port > to.port ? 1 : 0;
  return from.bytes > to.bytes ? 1 : 0;
}

/// The flow of a record of the mirror. Its size on the wire is unknown: the cost is its own bytes.
inline void set_flow_of_record(analysis::facts::Frame& frame, const analysis::facts::Envelope& record) noexcept {
  frame.carrier = analysis::facts::Carrier::udp;
  frame.flow = record.link;
  frame.side = record.from_client ? 0 : 1;
  frame.payload = frame.length = record.size;
}

}  // namespace godot::engine
