// SPDX-License-Identifier: GPL-2.0-or-later
// The state of each conversation (a pair of ports), and what is known of flows and endpoints beyond it: learned on the
// first pass over a capture, and then applied to all packets, including earlier ones.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/enet/capture.h"

namespace godot::plugin::enet {

struct Conversation : analysis::enet::Pair {
  plugin::KnownEnd first;  ///< sender in direction 0
};

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

[[nodiscard]] Direction direction_of(const Conversation& conversation, const packet_info* pinfo) noexcept;

/// Marks the conversation as ENet, and adds its ends to the known endpoints.
void settle(Conversation& conversation, packet_info* pinfo);

/// The end that is more likely the server when there is no handshake: 0 or 1, the direction in which it sends.
[[nodiscard]] Direction likelier_server(const Conversation& conversation, const packet_info* pinfo);

/// Asks analysis::enet::is_clearly_server() about this conversation.
[[nodiscard]] bool is_clearly_server(const Conversation& conversation, const packet_info* pinfo, Direction server);

/// An endpoint of the packet that has another ENet conversation, or null.
[[nodiscard]] const Endpoint* known_endpoint(const packet_info* pinfo);

/// Counts a datagram that was not ENet against its flow. Takes few instructions: it runs for all other UDP traffic.
void refuse(const packet_info* pinfo) noexcept;

/// The count; flows that share an entry of the small table are counted together.
[[nodiscard]] std::uint32_t refusals(const packet_info* pinfo) noexcept;

/// Whether to try to decompress a datagram of an unknown flow.
[[nodiscard]] bool worth_decompressing(const packet_info* pinfo) noexcept;

}  // namespace godot::plugin::enet
