// SPDX-License-Identifier: GPL-2.0-or-later
// Variants with one message each: datagrams, and messages of WebSocket and DTLS.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/variant/value_conversations.h"

namespace godot::plugin {

/// Dissects a payload of a conversation recognised as Variants or chosen by the user. Returns 0 for user bytes among
/// the values.
int dissect_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice);

/// Checks a payload, learns from it, and dissects it once the conversation is recognised. `handle` then gets the
/// conversation's later packets; null where another protocol hands its messages over.
bool message_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle);

}  // namespace godot::plugin
