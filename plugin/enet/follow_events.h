// SPDX-License-Identifier: GPL-2.0-or-later
// What commands tell those who follow a connection.
#pragma once

#include "plugin/enet/view.h"

namespace godot::enet::dissector {

/// A message, or what is left of one: `tvb` is null where it has no bytes, `line` (in packet scope) what it says, if
/// anybody knows.
void follow_message(const View& view, const Command& command, tvbuff_t* tvb, const char* line);

/// An acknowledgement: what was received although the capture does not have it is not waited for. `finding` may be
/// null.
void follow_acknowledgement(const View& view, const Command& command, const Finding* finding);

}  // namespace godot::enet::dissector
