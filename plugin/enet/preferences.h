// SPDX-License-Identifier: GPL-2.0-or-later
// The preferences under Edit > Preferences > Protocols > ENet.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/enet/codec.h"

namespace godot::plugin::enet {

/// Registers the preferences of the protocol `enet`. `changed` is called after changes.
void register_preferences(void (*changed)());

/// What the user set: each function has the preference's name.
namespace preferences {

/// UDP ports that bypass heuristics.
[[nodiscard]] range_t* udp_ports() noexcept;
/// The channels wanted for `-z follow,enet` and Follow > ENet if no channel is named; empty: all.
[[nodiscard]] range_t* follow_channels() noexcept;

#define GODOT_FLAG(name, ...) [[nodiscard]] bool name() noexcept;
#include "plugin/enet/preferences.def"

/// The time for which a receiver may hold a message back before it counts as a problem; in nanoseconds.
[[nodiscard]] std::int64_t held_limit() noexcept;

/// Whether datagrams have a checksum.
[[nodiscard]] Checksum checksum() noexcept;

}  // namespace preferences

}  // namespace godot::plugin::enet
