// SPDX-License-Identifier: GPL-2.0-or-later
// One message of the debugger: its tree, the columns, its effect on the state, and links to requests and answers.
#pragma once

#include "codec/core/bytes.h"
#include "codec/debugger/framing.h"
#include "plugin/core/tree/items.h"
#include "plugin/debugger/debugger_state.h"

namespace godot::plugin::debug {

/// Whether to wait for the rest of a segment's messages, or to show them as they come.
enum class Parts : std::uint8_t { whole, as_they_come };

/// Dissects the message in `buffer`, which begins at `where`, and returns its number of bytes. Throws epan's exception
/// where the capture was cut.
int dissect_debug_message(TreePlace where, const Buffer& buffer, Conversation& conversation, bool prefixed,
                          Parts parts);

/// Registers the table godot.debug.message, and the statistics of messages.
void register_debug_messages();

}  // namespace godot::plugin::debug
