// SPDX-License-Identifier: GPL-2.0-or-later
// What a transport (ENet, WebSocket, a data channel) passes to the protocol above it: a message's conversation, and how
// it was sent. Transports fill this; readers do not depend on the transport.
#pragma once

#include <cstdint>

#include "codec/multiplayer/transport.h"
#include "plugin/analysis/facts/facts.h"
#include "plugin/analysis/links/turn.h"

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
  std::uint32_t channel_count = 0;  ///< as the client asked for it
  std::uint32_t connect_data = 0;   ///< ENet: the data of Connect, in Godot the client's peer id
  bool server_is_clear = false;     ///< without a handshake: the ends' ports leave no doubt which one is the server
  bool first_has_many = false;  ///< ENet: the client, as far as is known, numbers several connections of its own, which
  bool second_has_many = false;  ///< ... Godot's clients never do, whose hosts have room for one; or the other end does
  std::uint32_t first_frame = 0;  ///< the first frame that belongs to the link
  std::uint32_t server_key = 0;   ///< equal for links to one server (address and port, since when), else different
  bool has_peers = false;         ///< the peers at the ends are known from outside the messages:
  std::int32_t first_peer = 0;    ///< ... the client, or one of a mesh; 0 = everyone, negative = everyone but this one
  std::int32_t second_peer = 0;   ///< ... the server, or one of a mesh
  struct MultiplayerLink* godot = nullptr;  ///< the multiplayer's state of it, used only there
};

/// When a message was sent and when its receiver had it, beside the time of its capture; in nanoseconds.
struct Transit {
  bool known = false;
  bool estimated = false;   ///< from round trips; false: the capture has both sides of the connection
  std::int64_t before = 0;  ///< since its sender sent it, first
  std::int64_t after = 0;   ///< until its receiver has it
};

/// One message, whole (reassembled, decompressed).
struct Message {
  Link* link = nullptr;
  bool from_client = false;  ///< sent by the end that asked for the connection; without a handshake, by the one that is
                             ///< likelier so, but always the same one
  std::uint8_t channel = 0;
  Delivery delivery = Delivery::reliable;
  std::uint32_t index = 0;       ///< index in its frame: a message's state is keyed by frame and index
  facts::Cost cost = {};         ///< bytes of its frame that it has caused; own: all that the transport carries for it,
                                 ///< as it was sent. Zeros: not known
  std::uint32_t plain = 0;       ///< bytes of what `cost` has as own and protocol, before they were compressed
  bool fragmented = false;       ///< it came in fragments
  bool lost = false;             ///< sent reliably, and never acknowledged as far as the capture was read
  std::uint32_t left_in = 0;     ///< the receiver had left the connection in this earlier frame; 0: it had not
  Turn turn = {};                ///< when the receiver hands it on; over TCP as it comes
  bool late = false;             ///< it was sent again, or others that were sent later have come before it
  bool missing_before = false;   ///< messages of its kind in front of it have not come, or were never sent
  bool shows_gaps = true;        ///< they would be known to be missing
  std::uint32_t held_until = 0;  ///< the receiver held it back until this later frame, certainly; 0: it did not
  const char* problem = nullptr;  ///< kind of the transport's problem with it; null: none
  Transit transit = {};
  bool repeated = false;             ///< a copy of a message that came before: nothing new is learned from it
  bool earlier = false;              ///< sent before the capture: it teaches, but is not counted or judged
  const Silence* silence = nullptr;  ///< over TCP: that it ends, if its sender did not poll in between; null: none
  const char** line = nullptr;       ///< where to store its text, in packet scope; null: not needed
};

}  // namespace godot::analysis
