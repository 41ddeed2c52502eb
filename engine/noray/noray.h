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
#include "analysis/noray/verdicts.h"
#include "codec/core/bytes.h"
#include "engine/frame/frame.h"
#include "engine/frame/late_verdicts.h"
#include "engine/streams/piece.h"

namespace godot::engine {

class Noray {
 public:
  using Kind = analysis::NorayMeetings::Kind;

  /// Bytes of a connection; true: they are noray's. In each pass, in the same order.
  bool take(const Packet& packet, std::uint32_t stream, const StreamPiece& piece);

  /// The capture goes on until this frame.
  void reach(const Frame& frame) noexcept;

  /// The capture lacks bytes of the connection.
  void lose(std::uint32_t stream) { meetings_.lose(stream); }

  /// False: nobody has registered so far, and no datagram teaches anything.
  [[nodiscard]] bool is_used() const noexcept { return meetings_.is_used(); }

  /// First pass: a whole line of a connection, and a datagram of any kind.
  void learn(const Packet& packet, std::uint32_t stream, bool from_player, const noray::Line& line);
  void learn(const Packet& packet, std::span<const std::uint8_t> datagram);

  /// What a datagram is, between a player and noray or between two players.
  [[nodiscard]] Kind kind_of(const Address& source, const Address& destination,
                             std::span<const std::uint8_t> datagram) const;

  /// What is said of a frame, behind the first pass. False: nothing.
  bool find(std::uint32_t frame, analysis::NorayFindings& found);

  /// Takes a datagram between a player and noray, or between two players; true: it is noray's, or a handshake.
  bool take(const Packet& packet, const Buffer& bytes);

  /// What is said of a frame as facts, behind its bytes.
  void report(Packet& packet);

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

  void add_item(const Packet& packet, analysis::facts::Transport transport, std::size_t size);

  std::unordered_map<std::uint32_t, Connection> connections_;  ///< of this pass, by number
  analysis::NorayMeetings meetings_;
  LateVerdicts<analysis::NorayVerdicts> verdicts_;
  analysis::facts::Item* item_ = nullptr;  ///< the last one of the frame `item_in_`
  std::uint32_t item_in_ = 0;
};

}  // namespace godot::engine
