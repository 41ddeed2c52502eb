// SPDX-License-Identifier: GPL-2.0-or-later
// Passes commands to Follow.
#pragma once

#include "plugin/enet/view.h"

namespace godot::plugin::enet {

/// Passes a message, or the rest of one: `tvb` is null if it has no bytes; `line` (in packet scope) is its text, if
/// known.
void follow_message(const View& view, const Command& command, tvbuff_t* tvb, const char* line);

/// Passes an acknowledgement: the delivery does not wait for a message that was received but is not in the capture.
/// `finding` may be null.
void follow_acknowledgement(const View& view, const Command& command, const analysis::enet::Finding* finding);

}  // namespace godot::plugin::enet
