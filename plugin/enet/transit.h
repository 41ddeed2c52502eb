// SPDX-License-Identifier: GPL-2.0-or-later
// The times at which a message was sent and received (analysis/enet/transit.h), of the datagrams at hand.
#pragma once

#include "plugin/enet/view.h"

namespace godot::enet::dissector {

/// For the message of a command, the `index`th of its datagram. `finding`: its analysis, or null.
[[nodiscard]] analysis::Transit transit_of(const View& view, const Command& command, std::uint16_t index,
                                           const analysis::enet::Finding* finding);

/// Updates the round trip times from a datagram's acknowledgements; first pass only.
void update_round_trips(const Record& record);

}  // namespace godot::enet::dissector
