// SPDX-License-Identifier: GPL-2.0-or-later
// The user's table `godot_peer_names`: which calls contain the name of a peer.
#pragma once

#include <span>

#include "analysis/message/annotation/naming_calls.h"

namespace godot::plugin {

/// The rows of the user's table of names.
[[nodiscard]] std::span<const analysis::annotation::NamingRow> peer_table() noexcept;

}  // namespace godot::plugin
