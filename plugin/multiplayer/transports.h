// SPDX-License-Identifier: GPL-2.0-or-later
// Messages over transports that Wireshark itself dissects: WebSocket, data channels (SCTP), and others that the user
// chooses (UDP, DTLS: a game's own peers).
#pragma once

#include "analysis/facts/facts.h"
#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The link of the packet's conversation, or null.
[[nodiscard]] const analysis::Link* bare_link(packet_info* pinfo);

/// True if the packet's conversation has had a message of the multiplayer.
[[nodiscard]] bool carries_game(packet_info* pinfo);

/// From the packet's sender to the other end of such a conversation; empty: it is none.
[[nodiscard]] analysis::facts::Route route_of_game(packet_info* pinfo);

}  // namespace godot::plugin
