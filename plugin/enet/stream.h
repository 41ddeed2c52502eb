// SPDX-License-Identifier: GPL-2.0-or-later
// The connections of a capture, one per enet.stream: assigns datagrams to them, and keeps the handshake.
//
// A datagram identifies its connection by the receiver's number of the sender (peer id) and a session of two bits. One
// pair of ports may have many connections, one after another or at the same time. Connect begins a new one, unless it
// is a retransmission: its client has sent nothing after it, or its sent time was seen before. (The connect id does not
// identify a connection: ENet hosts started within a second choose the same.)
#pragma once

#include <array>
#include <bitset>

#include "analysis/enet/transit.h"
#include "analysis/link/link.h"
#include "codec/enet/decompress.h"
#include "codec/enet/protocol.h"
#include "plugin/core/bridge.h"

namespace godot::analysis::enet {
class Sides;
}  // namespace godot::analysis::enet

namespace godot::enet::dissector {

/// The direction of a datagram between the ends of a conversation: 0 or 1; the first one seen is 0.
using Direction = std::uint8_t;

[[nodiscard]] constexpr Direction opposite(Direction direction) noexcept { return direction ^ 1U; }

struct Conversation;
struct Reassembly;

/// The values in the headers of one direction's datagrams.
struct Route {
  bool known = false;  ///< shown by a datagram, or the handshake was answered
  std::uint16_t peer_id = 0;
  std::uint8_t session_id = 0;
};

struct Stream {
  analysis::Link link;
  Stream* earlier = nullptr;  ///< the previous stream of the same conversation
  Direction client = 0;       ///< the direction in which the client sends
  bool numbered = false;
  Make make = Make::stock;
  bool client_has_sent = false;  ///< has sent more than Connect
  std::array<Route, 2> routes;
  std::array<wmem_tree_t*, 2> bandwidths{};  ///< Bandwidth by frame, of the sender in that direction; created when
                                             /// needed

  std::array<analysis::enet::RoundTrips, 2> round_trips{};  ///< of the commands sent in that direction; only for games

  std::uint32_t connect_frame = 0;  ///< 0: not in the capture
  std::uint32_t verify_frame = 0;
  Connection connect{};                          ///< the request, if connect_frame
  Connection verify{};                           ///< the answer, if verify_frame
  std::array<std::uint16_t, 4> connect_times{};  ///< the latest sent times of Connect and its retransmissions
  std::uint32_t connects = 0;
  bool refused = false;            ///< an ICMP error returned one of them: nothing received it
  std::uint32_t last_connect = 0;  ///< the frame of the latest one
  std::uint32_t returned_in = 0;   ///< an ICMP error that returned any of its datagrams to the server; 0: none
  Compression connect_compression = Compression::none;

  // Of the server, when the requests were sent.
  std::uint32_t server_before = 0;    ///< its last datagram before the first one
  std::uint32_t server_left_in = 0;   ///< its last Disconnect before the first one
  std::uint32_t server_last = 0;      ///< its last datagram before the last one
  std::uint32_t server_accepted = 0;  ///< it accepted another client between the first and the last one
  const Stream* same_id = nullptr;    ///< an earlier connection to the server with the same id; null: none, or it ended

  std::bitset<connection_channel> channels;  ///< with a message

  std::array<bool, 2> compresses{};  ///< the sender in that direction has sent compressed datagrams

  Reassembly* reassembly = nullptr;  ///< created when needed
  analysis::enet::Analysis* analysis = nullptr;

  Stream* other_side = nullptr;            ///< probably the same connection on the other side of a relay
  analysis::enet::Sides* sides = nullptr;  ///< of both; null: only one side is captured
  std::uint8_t side = 0;                   ///< index of this side in `sides`

  [[nodiscard]] bool has_connect_id() const noexcept { return connect_frame != 0 || verify_frame != 0; }
  [[nodiscard]] std::uint32_t connect_id() const noexcept {
    return connect_frame != 0 ? connect.connect_id : verify.connect_id;
  }
};

/// Datagrams of these connections were skipped: later ones are analysed as in a capture that begins late.
void analyse_anew(const Conversation& conversation);

/// The datagram's connection, created if new; null if it belongs to none. `reader` is at the first command. First pass
/// only.
[[nodiscard]] Stream* track_stream(Conversation& conversation, const packet_info* pinfo, Direction direction,
                                   const Header& header, CommandReader reader);

/// An ICMP error in `frame` returns this datagram of a connection. `reader` is at the first command. First pass only.
void track_returned(const Conversation& conversation, std::uint32_t frame, Direction direction, const Header& header,
                    CommandReader reader);

/// True if datagrams with this header were seen or announced by a handshake.
[[nodiscard]] bool is_known_route(const Conversation& conversation, Direction direction, const Header& header);

/// Numbers the conversation's streams in the order of their beginning.
void number_streams(Conversation& conversation);

/// The bandwidth that the sender in `direction` had announced up to `frame`; null: none.
[[nodiscard]] const Bandwidth* bandwidth_at(const Stream& stream, Direction direction, std::uint32_t frame) noexcept;

/// Number of numbered streams.
[[nodiscard]] std::uint32_t stream_count();

/// The connection with this number, or null.
[[nodiscard]] const Stream* stream_of_number(std::uint32_t number);

/// Resets the numbers; called before each capture.
void reset_streams();

}  // namespace godot::enet::dissector
