// SPDX-License-Identifier: MIT
// An end that goes on from another address: a NAT on its way has given it another port, or its network has changed.
//
// ENet accepts datagrams for a peer only from the address that the peer connected from, and drops all others without a
// word (thirdparty/enet/protocol.c, enet_protocol_handle_incoming_commands). So the connection is dead, although each
// datagram arrives. In a capture at the receiver the end's datagrams are a connection of their own, without a
// handshake.
//
// That both are one connection is shown by all of: the same receiver; its number for the sender, and the session; the
// numbers of commands and the sender's clock go on; the receiver still sends to the old address, where the sender says
// no more, and nothing to the new one. A receiver uses a number for one peer at a time, so no other peer can have it.
//
// Fed on the first pass, in capture order. Memory: an entry for each direction of a connection. Time: constant.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/enet/connections/connection.h"
#include "base/arena.h"
#include "base/number_hash.h"
#include "codec/enet/command_list.h"

namespace godot::analysis::enet {

/// From one connection of the capture to another.
struct Move {
  Stream* from = nullptr;
  Stream* to = nullptr;
  Direction direction_from = 0;    ///< of the end that moves, in `from`
  Direction direction_to = 0;      ///< ... and the end's direction in `to`
  std::uint32_t last = 0;          ///< frame of its last datagram from the old address
  std::uint32_t first = 0;         ///< ... and of the first one from the new address
  const Finding* shown = nullptr;  ///< of the command that shows the move
  std::uint32_t kept_in = 0;  ///< the receiver sends to the old address after that; 0: not seen, so nothing is known
  bool is_refuted = false;    ///< the end sends from the old address, or the receiver to the new one

  [[nodiscard]] bool is_certain() const noexcept { return kept_in != 0 && !is_refuted; }
};

/// A datagram of a connection, whose commands the connection's analysis has.
struct Moving {
  const Datagram& datagram;
  Direction direction;
  const Header& header;
  const CommandList& commands;
  const Endpoint* receiver;  ///< null: the address is not known
};

class Moves {
 public:
  explicit Moves(const Arena& arena) noexcept : arena_(arena) {}

  /// The next datagram of the stream.
  void track(Stream& stream, const Moving& moving);

 private:
  struct Holder {
    Stream* stream = nullptr;
    Direction direction = 0;  ///< in which datagrams have this number
  };

  Arena arena_;
  /// By receiver, its number for the sender, and session: the latest connection.
  std::unordered_map<std::uint64_t, Holder, NumberHash> holders_;
};

}  // namespace godot::analysis::enet
