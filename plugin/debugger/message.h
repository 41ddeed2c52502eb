// SPDX-License-Identifier: GPL-2.0-or-later
// One message of the debugger: its tree, the columns, what it teaches and what answers it.
#pragma once

#include "codec/core/bytes.h"
#include "codec/debugger/framing.h"
#include "plugin/core/bridge.h"
#include "plugin/debugger/conversation.h"

namespace godot::plugin::debug {

/// Whether the segment's messages can be waited for, or are shown as they come.
enum class Parts : std::uint8_t { whole, as_they_come };

/// Dissects the message in `buffer`, which begins at `offset`, and returns the bytes that it takes. Throws, as epan
/// does, where the capture was cut.
int dissect_debug_message(tvbuff_t* tvb, int offset, packet_info* pinfo, proto_tree* tree, const Buffer& buffer,
                          Conversation& conversation, bool prefixed, Parts parts);

/// Registers the table godot.debug.message, and what depends on it.
void register_debug_messages();

}  // namespace godot::plugin::debug
