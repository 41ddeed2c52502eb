// SPDX-License-Identifier: MIT
// A connection of ENet (enet.stream), and an end of connections: what the capture shows of them.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/enet/capture/icmp.h"
#include "analysis/enet/delivery/fragments.h"
#include "analysis/enet/order/analysis.h"
#include "analysis/enet/order/transit_times.h"
#include "analysis/enet/sides/sides.h"
#include "analysis/link/link.h"
#include "codec/enet/decompress.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

/// The direction of a datagram between two ends: 0 or 1; the first one seen is 0.
using Direction = std::uint8_t;

[[nodiscard]] constexpr Direction opposite(Direction direction) noexcept { return direction ^ 1U; }

/// The values in the headers of one direction's datagrams.
struct Route {
  bool known = false;  ///< shown by a datagram, or the handshake was answered
  std::uint16_t peer_id = 0;
  std::uint8_t session_id = 0;
};

/// What an end announced with Bandwidth limit, by frame.
class Bandwidths {
 public:
  /// Frames must not decrease.
  void add(std::uint32_t frame, const Bandwidth& bandwidth) {
    if (!all_.empty() && all_.back().first == frame) all_.back().second = bandwidth;
    else all_.emplace_back(frame, bandwidth);
  }
  /// The one that counts when the capture had reached a frame; null: none so far.
  [[nodiscard]] const Bandwidth* at(std::uint32_t frame) const noexcept {
    const auto later = std::upper_bound(all_.begin(), all_.end(), frame,
                                        [](std::uint32_t wanted, const auto& each) { return wanted < each.first; });
    return later != all_.begin() ? &std::prev(later)->second : nullptr;
  }

 private:
  std::vector<std::pair<std::uint32_t, Bandwidth>> all_;
};

struct Move;

struct Stream {
  analysis::Link link;
  Stream* earlier = nullptr;  ///< the previous stream of the same conversation
  std::uint32_t place = 0;    ///< among all of the capture, in the order in which they were found, from 1
  Direction client = 0;       ///< the direction in which the client sends
  bool numbered = false;
  Make make = Make::stock;
  bool client_has_sent = false;  ///< has sent more than Connect
  std::array<Route, 2> routes;
  std::array<Bandwidths, 2> bandwidths{};           ///< of the sender in that direction
  std::array<SmoothedRoundTrips, 2> round_trips{};  ///< of the commands sent in that direction; only for games

  bool handshake_unread = false;    ///< not known, and it may be in a datagram that could not be read
  std::uint32_t connect_frame = 0;  ///< 0: not in the capture
  std::uint32_t verify_frame = 0;
  Connection connect{};                          ///< the request, if connect_frame
  Connection verify{};                           ///< the answer, if verify_frame
  std::array<std::uint16_t, 4> connect_times{};  ///< the latest sent times of Connect and its retransmissions
  std::uint32_t connects = 0;
  std::uint32_t last_connect = 0;         ///< the frame of the latest one
  std::uint32_t connect_returned_in = 0;  ///< the first ICMP error that returned one: nothing received it
  IcmpError connect_error = {};           ///< ... and what that says
  std::uint32_t connects_heard = 0;       ///< Connects before the one that came back
  std::uint32_t returned_in = 0;  ///< the first ICMP error that returned anything else of the client to the server
  IcmpError error = {};           ///< ... and what that says
  std::uint32_t returned_to_server_in = 0;  ///< the same of anything that the server sent to the client
  IcmpError error_to_server = {};
  std::uint32_t unreturned_in = 0;  ///< the client's last datagram before what came back
  Nanoseconds unreturned_at = 0;    ///< ... and when it was captured
  Nanoseconds verified_at = 0;      ///< the time of verify_frame
  std::uint32_t client_before = 0;  ///< the client's last datagram but one
  Nanoseconds client_before_at = 0;
  Compression connect_compression = Compression::none;

  // Of the server, when the requests were sent.
  std::uint32_t server_before = 0;    ///< its last datagram before the first one
  std::uint32_t server_left_in = 0;   ///< its last Disconnect before the first one
  std::uint32_t server_last = 0;      ///< its last datagram before the last one
  std::uint32_t server_accepted = 0;  ///< it accepted another client between the first and the last one
  bool server_has_client = false;     ///< a client was connected to it at the first one
  const Stream* same_id = nullptr;    ///< an earlier connection to the server with the same id; null: none, or it ended

  std::bitset<connection_channel> channels;  ///< those in which a message was sent

  std::array<bool, 2> compresses{};  ///< the sender in that direction has sent compressed datagrams

  std::unique_ptr<Fragments> fragments;  ///< null: none was needed so far
  Analysis* analysis = nullptr;

  // What moves.h finds about other addresses of the ends:
  Move* gone = nullptr;         ///< an end may go on from another address, as another stream
  Move* come = nullptr;         ///< this stream may be an end of an earlier one, from another address
  std::array<bool, 2> holds{};  ///< its number at the receiver in that direction has been compared with other streams'

  Stream* other_side = nullptr;  ///< probably the same connection on the other side of a relay
  Sides* sides = nullptr;        ///< of both; null: only one side is captured
  std::uint8_t side = 0;         ///< index of this side in `sides`

  [[nodiscard]] bool has_connect_id() const noexcept { return connect_frame != 0 || verify_frame != 0; }
  [[nodiscard]] std::uint32_t connect_id() const noexcept {
    return connect_frame != 0 ? connect.connect_id : verify.connect_id;
  }
  /// `channel` if it had a message, or else the next one, `down` or up, that had; -1: none.
  [[nodiscard]] int nearest_channel(unsigned channel, bool down) const noexcept;
  /// True if the server may still send for the connection before, between the same ports: its client went without a
  /// Disconnect, and the server waits for it for up to half a minute. Datagrams have no more than the client's number
  /// of the server, which is the same in both: the client takes them for its own.
  [[nodiscard]] bool may_be_mixed() const noexcept;
  /// True if the capture has everything that an end acknowledged, so it misses no frames.
  [[nodiscard]] bool is_whole() const noexcept {
    return analysis != nullptr && analysis->tally(0).unseen == 0 && analysis->tally(1).unseen == 0;
  }
};

/// An address and port that is known to use ENet.
struct Endpoint {
  std::uint32_t number = 0;                     ///< index among the endpoints
  std::uint32_t conversations = 0;              ///< number of its conversations
  bool is_server = false;                       ///< shown by a handshake
  Compression compression = Compression::none;  ///< of its last conversation with a known compression

  // What it sent so far; frames, 0: none.
  std::uint32_t last = 0;
  Nanoseconds last_at = 0;                                          ///< when that was captured
  std::uint32_t left_in = 0;                                        ///< the frame of the latest Disconnect
  std::uint32_t accepted_in = 0;                                    ///< the latest Verify connect
  std::array<std::uint32_t, compression_count> accepted_with = {};  ///< ... to a Connect with this compression

  const Stream* heard_of = nullptr;  ///< the connection whose client has sent last, without asking or leaving
};

/// An end of a pair of ports.
struct PairEnd {
  const Endpoint* known;  ///< null: nothing is known of it
  std::uint32_t port;
};

/// `one` is likelier the server than `other`, if there is no handshake.
[[nodiscard]] bool is_likelier_server(const PairEnd& one, const PairEnd& other) noexcept;

/// There is evidence that `one` is the server: a handshake, several conversations, or a port below the range that
/// systems assign to clients, if the other's is not.
[[nodiscard]] bool is_clearly_server(const PairEnd& one, const PairEnd& other) noexcept;

}  // namespace godot::analysis::enet
