// SPDX-License-Identifier: GPL-2.0-or-later
// What users set under Edit > Preferences > Protocols > ENet.
#pragma once

#include "codec/enet/recognise.h"
#include "plugin/core/bridge.h"

namespace godot::enet::dissector {

/// Registers the preferences of the protocol `enet`. `changed` is called when the user is done.
void register_preferences(void (*changed)());

/// UDP ports taken without heuristics.
[[nodiscard]] range_t* preferred_ports() noexcept;

[[nodiscard]] bool tracks_sequence() noexcept;
[[nodiscard]] bool reassembles() noexcept;
[[nodiscard]] bool decompresses() noexcept;

/// A message that its receiver had to hold back for so long is a problem; in nanoseconds.
[[nodiscard]] std::int64_t held_limit() noexcept;

/// Whether datagrams have a checksum, as far as the user says.
[[nodiscard]] Checksum preferred_checksum() noexcept;

}  // namespace godot::enet::dissector
