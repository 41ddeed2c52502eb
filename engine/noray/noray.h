// SPDX-License-Identifier: MIT
// The steps of what players and noray send: which connections of TCP are noray's, their lines, and the datagrams that
// belong to them. A connection is one whose first bytes are "register-host": its player is the end that says so.
//
// Memory: beside the analysis', the bytes of a line that is not complete, for each connection and direction.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/noray/meetings.h"
#include "codec/core/bytes.h"
#include "engine/frame/frame.h"
#include "engine/streams/piece.h"

namespace godot::engine {

class Noray {
 public:
  /// Bytes of a connection; true: they are noray's. In each pass, in the same order.
  bool take(const Packet& packet, std::uint32_t stream, const StreamPiece& piece);

  /// The capture goes on until this frame.
  void reach(const Frame& frame) noexcept { meetings_.reach(frame.time); }

  /// The capture lacks bytes of the connection.
  void lose(std::uint32_t stream) { meetings_.lose(stream); }

  /// Takes a datagram between a player and noray, or between two players.
  void take(const Packet& packet, const Buffer& bytes);

  void begin_pass() noexcept { connections_.clear(); }

  [[nodiscard]] std::vector<analysis::NorayStatement> statements(const analysis::Arena& arena) const {
    return meetings_.statements(arena);
  }

 private:
  struct Connection {
    bool is_noray = false;
    bool is_other = false;
    std::uint8_t player_side = 0;
    std::array<std::string, 2> waiting;  ///< by side: the beginning of a line
  };

  void read(const Packet& packet, std::uint32_t stream, Connection& connection, std::uint8_t side);

  std::unordered_map<std::uint32_t, Connection> connections_;  ///< of this pass, by number
  analysis::NorayMeetings meetings_;
};

}  // namespace godot::engine
