// SPDX-License-Identifier: GPL-2.0-or-later
// The state of each conversation (a pair of ports), and what is known of flows and endpoints beyond it: learned on the
// first pass over a capture, and then applied to all packets, including earlier ones.
#pragma once

#include "engine/enet/endpoints.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/enet/open_capture.h"

namespace godot::plugin::enet {

using Conversation = engine::EnetPair;

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

/// The ends of this capture that use ENet.
[[nodiscard]] engine::EnetEndpoints& endpoints();

[[nodiscard]] inline engine::EnetEnds ends_of_datagram(const packet_info* pinfo) {
  return {plugin::source_of(pinfo), plugin::destination_of(pinfo)};
}

/// Counts a datagram that was not ENet against its flow. Takes few instructions: it runs for all other UDP traffic.
void refuse(const packet_info* pinfo) noexcept;

/// The count; flows that share an entry of the small table are counted together.
[[nodiscard]] std::uint32_t refusals(const packet_info* pinfo) noexcept;

/// Whether to try to decompress a datagram of an unknown flow.
[[nodiscard]] bool worth_decompressing(const packet_info* pinfo) noexcept;

}  // namespace godot::plugin::enet
