// SPDX-License-Identifier: GPL-2.0-or-later
// When a message was sent and when its receiver had it.
//
// Where the capture has both sides of the connection, the sender's side shows the first sending and the receiver's side
// the arrival: that is exact, and told of the packet on the receiver's side alone. Elsewhere it is estimated: a command
// has come to the point of capture in half the time that its sender takes to acknowledge what passes there on its way
// to it, and needs half of the receiver's time for the rest. So it does not matter where the capture was made.
#pragma once

#include "plugin/enet/view.h"

namespace godot::enet::dissector {

/// Of the message that a command holds, the `index`th of its datagram. `finding`: what is known of it, or null.
[[nodiscard]] plugin::Transit transit_of(const View& view, const Command& command, std::uint16_t index,
                                         const Finding* finding);

/// Learns from a datagram's acknowledgements how long round trips take; first pass only.
void hear_round_trips(const Record& record);

}  // namespace godot::enet::dissector
