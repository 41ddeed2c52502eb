// SPDX-License-Identifier: GPL-2.0-or-later
// The preferences under Edit > Preferences > Protocols > ENet.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/enet/codec.h"

namespace godot::plugin::enet {

/// Registers the preferences of the protocol `enet`. `changed` is called after changes.
void register_preferences(void (*changed)());

/// UDP ports that bypass heuristics.
[[nodiscard]] range_t* preferred_ports() noexcept;

[[nodiscard]] bool tracks_sequence() noexcept;
[[nodiscard]] bool reassembles() noexcept;
[[nodiscard]] bool decompresses() noexcept;

/// The time for which a receiver may hold a message back before it counts as a problem; in nanoseconds.
[[nodiscard]] std::int64_t held_limit() noexcept;

/// The preference whether datagrams have a checksum.
[[nodiscard]] Checksum preferred_checksum() noexcept;

}  // namespace godot::plugin::enet
