// SPDX-License-Identifier: GPL-2.0-or-later
// Export PDUs (File > Export PDUs to File, tshark -U Godot, -U ENet): bytes for one of this plugin's dissectors,
// without the layers below.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin::pdus {

/// What can be exported: Godot's messages and values, or all messages of ENet.
enum class List : unsigned char { godot, enet };

/// True if this list is exported.
[[nodiscard]] bool wanted(List list) noexcept;

/// How the ends are recorded: inside the bytes, or as tags for addresses and ports.
enum class Ends : bool { in_bytes, as_tags };

/// Exports `bytes`, to be read by `dissector`.
void hand_over(List list, packet_info* pinfo, const char* dissector, tvbuff_t* bytes, Ends ends);

}  // namespace godot::plugin::pdus
