// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a conversation (two addresses and ports): whether it is ENet, in which form, and its connections. It is
// learned on the first pass over a capture and then applies to all packets, including earlier ones.
#pragma once

#include "codec/core/bytes.h"
#include "codec/enet/decompress.h"
#include "codec/enet/recognise.h"
#include "plugin/core/bridge.h"
#include "plugin/enet/stream.h"

namespace godot::enet::dissector {

struct Conversation {
  Recognition recognition;
  Checksum checksum = Checksum::automatic;      ///< automatic until known
  bool is_crc = false;                          ///< a checksum matched: it is ENet's own
  Compression compression = Compression::none;  ///< the last one found
  Make make = Make::stock;                      ///< as the last handshake showed
  std::uint32_t tried = 0;                      ///< datagrams stored before recognition
  bool skipped = false;                         ///< more than those were sent before recognition
  address first;                                ///< sender in direction 0
  std::uint32_t first_port = 0;
  std::array<Endpoint*, 2> ends{};                 ///< sender in each direction; null until recognised
  analysis::enet::Connections* streams = nullptr;  ///< never null in a conversation that was begun
};

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

[[nodiscard]] Direction direction_of(const Conversation& conversation, const packet_info* pinfo) noexcept;

/// Marks the conversation as ENet: numbers its streams, and adds its ends to the known endpoints.
void settle(Conversation& conversation, packet_info* pinfo);

/// Sets the roles of a settled conversation's ends in one of its streams, and the stream's server.
void name_ends(const Conversation& conversation, Stream& stream);

/// The end that is more likely the server when there is no handshake: 0 or 1, the direction in which it sends.
[[nodiscard]] Direction likelier_server(const Conversation& conversation, const packet_info* pinfo);

/// See analysis::enet::is_clearly_server().
[[nodiscard]] bool is_clearly_server(const Conversation& conversation, const packet_info* pinfo, Direction server);

/// An endpoint of the packet that has another ENet conversation, or null.
[[nodiscard]] const Endpoint* known_endpoint(const packet_info* pinfo);

/// Counts a datagram that was not ENet against its flow. Takes few instructions: it runs for all other UDP traffic.
void refuse(const packet_info* pinfo) noexcept;

/// The count; flows that share an entry of the small table are counted together.
[[nodiscard]] std::uint32_t refusals(const packet_info* pinfo) noexcept;

/// Whether to try to decompress a datagram of an unknown flow: the first ones, then fewer and fewer, with a limit for
/// all flows.
[[nodiscard]] bool worth_decompressing(const packet_info* pinfo) noexcept;

/// Resets all of this; called before each capture.
void reset_conversations();

}  // namespace godot::enet::dissector
