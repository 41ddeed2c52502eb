// SPDX-License-Identifier: GPL-2.0-or-later
// The times at which a message was sent and received.
//
// If the capture has both sides of the connection, the sender's side has the first transmission and the receiver's side
// the arrival: these are exact, and only the packet on the receiver's side gets them. Otherwise they are estimated,
// wherever the capture was made: from the sender to the capture point, a command takes half of the time in which the
// sender acknowledges commands that pass there, and from there to the receiver half of the receiver's time.
// which the sender acknowledges what passes there, and from there to the receiver half of the receiver's time.
#pragma once

#include "plugin/enet/view.h"

namespace godot::enet::dissector {

/// For the message of a command, the `index`th of its datagram. `finding`: its analysis, or null.
[[nodiscard]] analysis::Transit transit_of(const View& view, const Command& command, std::uint16_t index,
                                           const analysis::enet::Finding* finding);

/// Updates the round trip times from a datagram's acknowledgements; first pass only.
void update_round_trips(const Record& record);

}  // namespace godot::enet::dissector
