// SPDX-License-Identifier: GPL-2.0-or-later
// What is remembered of a conversation (two addresses and ports): whether it is ENet, in which form, and its
// connections. It is learned on the first pass over a capture and holds for all of its packets afterwards, the earlier
// ones included.
#pragma once

#include "codec/core/bytes.h"
#include "codec/enet/decompress.h"
#include "codec/enet/recognise.h"
#include "plugin/core/bridge.h"
#include "plugin/enet/stream.h"

namespace godot::enet::dissector {

/// An address and port that is known to speak ENet.
struct Endpoint {
  std::uint32_t number = 0;                     ///< among the endpoints
  std::uint32_t conversations = 0;              ///< conversations that it has part in
  bool is_server = false;                       ///< by a handshake
  Compression compression = Compression::none;  ///< as in its last conversation where that was found out
};

struct Conversation {
  Recognition recognition;
  Checksum checksum = Checksum::automatic;      ///< until it is found out
  bool is_crc = false;                          ///< a checksum was right: it is ENet's own
  Compression compression = Compression::none;  ///< the last that was found out
  std::uint32_t tried = 0;                      ///< datagrams that were remembered before it was certain
  address first;                                ///< who sends in direction 0
  std::uint32_t first_port = 0;
  std::array<Endpoint*, 2> ends{};  ///< who sends in each direction; null until it is certain
  Stream* latest = nullptr;
  wmem_map_t* routes = nullptr;
};

/// The packet's conversation if something was learned about it, or null.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same, begun if need be.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

[[nodiscard]] Direction direction_of(const Conversation& conversation, const packet_info* pinfo) noexcept;

/// The conversation is ENet from now on: its streams get their numbers, and its ends are known to others.
void settle(Conversation& conversation, packet_info* pinfo);

/// Tells the ends of a settled conversation who is who in one of its streams, and the stream who its server is.
void name_ends(const Conversation& conversation, Stream& stream);

/// Which end is likelier to be the server when no handshake tells: 0 or 1, as the direction that it sends in.
[[nodiscard]] Direction likelier_server(const Conversation& conversation, const packet_info* pinfo);

/// True if it is no mere guess that this end serves: a handshake with it was seen, several conversations have part in
/// it, or its port alone is below those that systems give to clients.
[[nodiscard]] bool is_clearly_server(const Conversation& conversation, const packet_info* pinfo, Direction server);

/// An endpoint of the packet that has spoken ENet with somebody else, or null.
[[nodiscard]] const Endpoint* known_endpoint(const packet_info* pinfo);

/// Counts a datagram that was not ENet against its flow. A few instructions: this is what everybody else's traffic
/// pays.
void refuse(const packet_info* pinfo) noexcept;

/// How many were counted, for flows that share a place in a small table.
[[nodiscard]] std::uint32_t refusals(const packet_info* pinfo) noexcept;

/// Whether to try to decompress a datagram of an unknown flow: the first ones, then fewer and fewer, and few of all.
[[nodiscard]] bool worth_decompressing(const packet_info* pinfo) noexcept;

/// Forgets all of this; called before each capture.
void reset_conversations();

}  // namespace godot::enet::dissector
