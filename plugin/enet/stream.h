// SPDX-License-Identifier: GPL-2.0-or-later
// The connections of a capture, one per enet.stream: whose datagrams they are, and what the handshake said.
//
// A datagram names its connection by the receiver's number of the sender (peer id) and a session of two bits. Behind
// one pair of ports there may be many connections, one after the other or at the same time. Connect begins a new one,
// unless it is a copy: its client was not heard beyond it, or its sent time is one that was seen. (The connect id alone
// does not tell connections apart: ENet hosts that begin within a second choose the same.)
#pragma once

#include <array>
#include <bitset>

#include "codec/enet/protocol.h"
#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"

namespace godot::enet {
class Analysis;
class Sides;
}  // namespace godot::enet

namespace godot::enet::dissector {

/// Which way a datagram goes between the two ends of a conversation: 0 or 1, the first one seen being 0.
using Direction = std::uint8_t;

[[nodiscard]] constexpr Direction opposite(Direction direction) noexcept { return direction ^ 1U; }

struct Conversation;
struct Reassembly;

/// How long the commands of one direction took to be acknowledged, as the capture goes on.
struct RoundTrips {
  std::int64_t smoothed = -1;    ///< nanoseconds; -1: none yet
  wmem_tree_t* steps = nullptr;  ///< microseconds by frame, where they have changed; made when needed
};

/// What is put into the headers of the datagrams of one direction.
struct Route {
  bool known = false;  ///< a datagram has shown it, or the handshake was answered
  std::uint16_t peer_id = 0;
  std::uint8_t session_id = 0;
};

struct Stream {
  plugin::Link link;
  Stream* earlier = nullptr;  ///< the stream before in the same conversation
  Direction client = 0;       ///< the direction of what the client sends
  bool numbered = false;
  bool client_heard = false;  ///< beyond Connect
  std::array<Route, 2> routes;
  std::array<wmem_tree_t*, 2> bandwidths{};  ///< Bandwidth by frame, of who sends in that direction; made when needed

  std::array<RoundTrips, 2> round_trips{};  ///< of the commands that are sent in that direction; of games

  std::uint32_t connect_frame = 0;  ///< 0: not in the capture
  std::uint32_t verify_frame = 0;
  Connection connect{};                          ///< what was asked, if connect_frame
  Connection verify{};                           ///< what was answered, if verify_frame
  std::array<std::uint16_t, 4> connect_times{};  ///< sent times of Connect and its copies, the latest ones
  std::uint32_t connects = 0;

  std::bitset<connection_channel> channels;  ///< that had a message

  std::array<bool, 2> compresses{};  ///< the sender in that direction has compressed a datagram

  Reassembly* reassembly = nullptr;  ///< made when needed
  Analysis* analysis = nullptr;

  Stream* other_side = nullptr;  ///< seems to be the same connection, on the other side of a relay
  Sides* sides = nullptr;        ///< of both; null: the capture has one side
  std::uint8_t side = 0;         ///< which of `sides` this is

  [[nodiscard]] bool has_connect_id() const noexcept { return connect_frame != 0 || verify_frame != 0; }
  [[nodiscard]] std::uint32_t connect_id() const noexcept {
    return connect_frame != 0 ? connect.connect_id : verify.connect_id;
  }
};

/// The connection of a datagram, begun if need be; null for one that belongs to none. `reader` is at its first command.
/// First pass only.
[[nodiscard]] Stream* track_stream(Conversation& conversation, const packet_info* pinfo, Direction direction,
                                   const Header& header, CommandReader reader);

/// True if datagrams with this header have been seen, or were announced by a handshake.
[[nodiscard]] bool is_known_route(const Conversation& conversation, Direction direction, const Header& header);

/// Gives the conversation's streams their numbers, in the order of their beginning.
void number_streams(Conversation& conversation);

/// What `direction`'s sender had said of its bandwidth up to `frame`; null: nothing.
[[nodiscard]] const Bandwidth* bandwidth_at(const Stream& stream, Direction direction, std::uint32_t frame) noexcept;

/// How many have a number.
[[nodiscard]] std::uint32_t stream_count();

/// The connection with this number, or null.
[[nodiscard]] const Stream* stream_of_number(std::uint32_t number);

/// Forgets the numbers; called before each capture.
void reset_streams();

}  // namespace godot::enet::dissector
