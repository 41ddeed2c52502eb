// SPDX-License-Identifier: GPL-2.0-or-later
// Variants that are a message each: datagrams, and what WebSocket and DTLS hand on.
#pragma once

#include "plugin/core/bridge.h"
#include "plugin/variant/verdict.h"

namespace godot::plugin {

/// Dissects a payload of a conversation that is known to carry Variants, or that somebody chose. Returns 0 for user
/// bytes among the values.
int dissect_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice);

/// Looks at a payload, learns from it, and dissects it once the conversation is certain. `handle` then takes the
/// conversation's later packets; null where another protocol hands its messages on.
bool message_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle);

}  // namespace godot::plugin
