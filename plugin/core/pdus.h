// SPDX-License-Identifier: GPL-2.0-or-later
// Export PDUs (File > Export PDUs to File, tshark -U Godot, -U ENet): bytes for a dissector of ours, without what
// carried them.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin::pdus {

/// What can be exported: Godot's messages and values, or all messages of ENet.
enum class List : unsigned char { godot, enet };

/// True if somebody exports this.
[[nodiscard]] bool wanted(List list) noexcept;

/// With what a record of ours says itself, or with the ends' addresses and ports.
enum class Ends : bool { said_inside, as_tags };

/// Hands over `bytes`, which `dissector` reads.
void hand_over(List list, packet_info* pinfo, const char* dissector, tvbuff_t* bytes, Ends ends);

void register_lists();

}  // namespace godot::plugin::pdus
