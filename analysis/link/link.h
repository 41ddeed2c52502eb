// SPDX-License-Identifier: MIT
// What a transport (ENet, WebSocket, a data channel) passes to the protocol above it: a message's conversation, and how
// it was sent. Transports fill this; readers do not depend on the transport.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/facts/facts.h"
#include "analysis/link/completeness.h"
#include "analysis/link/receiver_order.h"
#include "base/time.h"
#include "codec/multiplayer/transport.h"

namespace godot::analysis {

struct Silence;

using multiplayer::Delivery;
using multiplayer::Transport;

/// A connection of two ends that carries messages. Lives as long as the capture (wmem_file_scope); one per ENet
/// connection (enet.stream), per WebSocket, per data channel.
struct Link {
  Transport transport = Transport::enet;
  std::uint32_t number = 0;  ///< among the links of its transport: enet.stream

  // The handshake, as far as the capture has it.
  bool has_handshake = false;       ///< the fields below are known
  std::uint32_t channel_count = 0;  ///< as the client requested it
  std::uint32_t connect_data = 0;   ///< ENet: the data of Connect, in Godot the client's peer id
  std::uint32_t connect_id = 0;     ///< ENet: a random number of the connection: equal on both sides of a relay
  bool server_is_clear = false;     ///< without a handshake: the server's end is certain from the ends' ports
  bool first_has_many = false;    ///< ENet: the client, as far as known, numbers several connections of its own, which
  bool second_has_many = false;   ///< ... Godot's clients never do; or the other end does
  std::uint32_t first_frame = 0;  ///< the first frame that belongs to the link
  std::array<std::uint32_t, 2> last_frames = {};  ///< ENet: the frame of each end's last datagram so far, the client's
                                                  ///< first; 0: none
  std::array<std::int64_t, 2> reads_at = {};      ///< when each end last showed that it reads what is sent to it, the
                                                  ///< client first; nanoseconds, 0: never. ENet acknowledges only while
                                                  ///< its program polls; over TCP a window that does not fill
  std::array<std::int64_t, 2> acks_at = {};       ///< TCP: when each end's system last acknowledged, the client first
  std::uint32_t server_key = 0;  ///< equal for links to one server (address, port, and its start), else different
  bool has_peers = false;        ///< the peers at the ends are known from outside the messages:
  std::int32_t first_peer = 0;   ///< ... the client, or one of a mesh; 0 = everyone, negative = everyone but this one
  std::int32_t second_peer = 0;  ///< ... the server, or one of a mesh
  bool is_local = false;         ///< both ends have one address: nothing gets lost
  const Completeness* capture = nullptr;  ///< null: nothing is known to be missing
  std::array<bool, 2> lacks = {};  ///< ENet: reliable commands of that end, the client's first, are not in the capture

  /// ENet acknowledges a reliable message on arrival, and holds it back until all before it in its channel have come.
  /// When its receiver's program could read it, as far as the capture shows; 0: it is not known to. Null: as soon as it
  /// arrived. `order`: handed to it.
  std::int64_t (*readable_since)(const void* order, bool from_client, const Turn& turn) = nullptr;
  const void* order = nullptr;

  struct MultiplayerLink* godot = nullptr;  ///< the multiplayer's state of it, used only there

  /// The same of any message that arrived at `time`. Nothing is known of when unreliable ones are read.
  [[nodiscard]] std::int64_t readable_at(bool from_client, const Turn& turn, std::int64_t time) const noexcept {
    if (readable_since == nullptr || !turn.numbered) return time;
    return readable_since(order, from_client, turn);
  }

  /// "client" or "server", with a question mark if the handshake is missing.
  [[nodiscard]] const char* role(bool is_client) const noexcept {
    if (has_handshake) return is_client ? "client" : "server";
    return is_client ? "client?" : "server?";
  }
  [[nodiscard]] bool is_incomplete() const noexcept { return capture != nullptr && !capture->whole(); }
  [[nodiscard]] bool is_cut() const noexcept { return capture != nullptr && capture->cut(); }
  /// What the capture has first happened first.
  [[nodiscard]] bool is_in_order() const noexcept { return capture == nullptr || capture->in_order(); }
  [[nodiscard]] bool is_timed() const noexcept { return capture == nullptr || capture->timed(); }
  /// True if a reliable message of either end may be missing, or out of its place, in the capture.
  [[nodiscard]] bool may_lack() const noexcept { return lacks[0] || lacks[1] || !is_in_order(); }
  /// True if an answer of this end may be missing, cut, or out of its place, in the capture. `end`: as in `lacks`.
  [[nodiscard]] bool may_lack_answers(std::size_t end) const noexcept {
    return lacks[end] || is_cut() || !is_in_order();
  }
};

/// The delays of a message between its ends and the capture; in nanoseconds.
struct Transit {
  bool known = false;
  bool estimated = false;   ///< from round trips; false: the capture has both sides of the connection
  std::int64_t before = 0;  ///< since its sender first sent it
  std::int64_t after = 0;   ///< until its receiver gets it
};

/// A complete message (reassembled, decompressed).
struct Message {
  Link* link = nullptr;
  bool from_client = false;  ///< sent by the end that requested the connection; without a handshake, by the likelier
                             ///< one, which is always the same
  std::uint8_t channel = 0;
  Delivery delivery = Delivery::reliable;
  std::uint32_t index = 0;    ///< index in its frame: a message's state is keyed by frame and index
  facts::Cost cost = {};      ///< bytes of its frame that it causes; own: all bytes that the transport carries for it,
                              ///< as sent. Zeros: unknown
  std::uint32_t plain = 0;    ///< size of own and protocol bytes of `cost` before compression
  bool fragmented = false;    ///< it came in fragments
  bool lost = false;          ///< sent reliably, and never acknowledged in the capture
  bool acknowledged = false;  ///< ENet: its receiver has acknowledged it
  std::uint32_t left_in = 0;  ///< the receiver had left the connection in this earlier frame; 0: it had not
  std::uint32_t returns_since = 0;  ///< what was sent to its receiver came back (ICMP) in this earlier frame, and the
                                    ///< receiver has sent nothing since; 0: it did not
  Turn turn = {};                   ///< its place in the order of delivery; over TCP the order of arrival
  bool late = false;                ///< it was retransmitted, or messages that were sent later arrived before it
  bool missing_before = false;      ///< earlier messages of its kind are missing, or were never sent
  bool shows_gaps = true;           ///< missing messages would show
  std::uint32_t closed_after = 0;  ///< WebSocket: its receiver closes the connection right after it, the largest one so
                                   ///< far, in this frame; 0: it does not
  std::uint32_t leaves_in = 0;     ///< WebSocket: its sender closes the connection just after it, in this frame; 0: not
  Nanoseconds leaves_after = 0;    ///< ... so long after the message
  std::uint32_t reset_in = 0;    ///< WebSocket: its receiver, which says nothing more, resets the connection soon after
                                 ///< it, in this frame; 0: it does not
  Nanoseconds reset_after = 0;   ///< ... so long after the message
  std::uint32_t held_until = 0;  ///< certainly held back by the receiver until this later frame; 0: not held back
  const char* problem = nullptr;  ///< kind of the transport's problem with it; null: none
  Transit transit = {};
  bool repeated = false;             ///< a copy of an earlier message: no new state
  const char* engine = nullptr;      ///< its sender's, as a recording names it; null: not known from there
  bool earlier = false;              ///< sent before the capture: updates the state, but is not counted or judged
  const Silence* silence = nullptr;  ///< over TCP: the pause of its sender that it ends, or begins for good; null: none
  const char** last_way = nullptr;   ///< where the direction shown last is kept, "→ 1"; null: with the frame
  const char** line = nullptr;       ///< where to store its text, in packet scope; null: not needed

  /// The receiver had left, or nothing listens where it was: what it said of its nodes holds no longer.
  [[nodiscard]] bool is_to_nobody() const noexcept { return left_in != 0 || returns_since != 0; }

  /// A retransmission: it updates no state, and is not counted again.
  [[nodiscard]] bool is_copy() const noexcept { return repeated && !earlier; }
};

}  // namespace godot::analysis
