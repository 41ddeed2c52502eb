// SPDX-License-Identifier: GPL-2.0-or-later
// Who gets a message: the dissector that the user chose for its channel (table `enet.channel`), the protocol above
// (upper.h), the heuristics that others have registered (list `enet`), and the protocol above once more.
#pragma once

#include "codec/enet/protocol.h"
#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"

namespace godot::enet::dissector {

/// How a command's payload is delivered; of those without one, as little as can be promised.
[[nodiscard]] plugin::Delivery delivery_of(CommandType type) noexcept;

/// Hands a whole message to the first who takes it; `tree` is the packet's own. An exception of theirs ends their work,
/// not ours. False: nobody did.
bool hand_on(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const plugin::Message& message);

/// The channel of a message of the packet that is shown.
[[nodiscard]] unsigned shown_channel(packet_info* pinfo);

void register_payload();
void payload_handoff();

}  // namespace godot::enet::dissector
