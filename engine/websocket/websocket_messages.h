// SPDX-License-Identifier: MIT
// The steps of a message of WebSocket: of the debugger, of the multiplayer, or a value. Over WebSocket, the end that
// sends first is the server, in both generations.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "analysis/link/bare_link.h"
#include "base/number_hash.h"
#include "engine/frame/end_numbers.h"
#include "engine/message/messages.h"
#include "engine/streams/debugger.h"
#include "engine/values/lone_values.h"

namespace godot::engine {

/// A segment of TCP, for what it says of its connection.
struct TcpSegment {
  std::uint32_t stream = 0;  ///< number of the connection
  std::uint32_t window = 0;  ///< that its sender offers; 0: unknown
  bool has_ended = false;    ///< one end has sent FIN or a reset, here or earlier
  bool is_reset = false;     ///< it is a reset
  bool lacks = false;        ///< it shows that the capture lacks bytes, or it could not be read
};

class WebSocketMessages {
 public:
  WebSocketMessages(Game& game, Messages& messages, Values& values, Debugger& debugger) noexcept
      : game_(game), messages_(messages), values_(values), debugger_(debugger) {}

  /// A message of text or bytes.
  void take(Packet& packet, const TcpSegment& segment, const Buffer& bytes);

  /// True if it has had a message of the multiplayer.
  [[nodiscard]] bool has_game(std::uint32_t stream) const {
    const auto found = conversations_.find(stream);
    return found != conversations_.end() && found->second.has_game;
  }

  /// From the packet's sender to the other end; empty if the connection has no messages of a game.
  [[nodiscard]] analysis::facts::Route route(const Packet& packet, std::uint32_t stream) const;

  /// Behind the messages of a segment; first pass.
  void end_segment(const Packet& packet, const TcpSegment& segment);
  /// First pass: the segment has a Close of WebSocket.
  void leave(const Packet& packet, const TcpSegment& segment);

 private:
  struct Conversation {
    analysis::BareLink bare;
    Address first_speaker;
    bool has_game = false;
  };

  Conversation& begin(const Packet& packet, std::uint32_t stream);

  Game& game_;
  Messages& messages_;
  Values& values_;
  Debugger& debugger_;
  /// By the number of the TCP stream.
  std::unordered_map<std::uint32_t, Conversation, analysis::NumberHash> conversations_;
  EndNumbers ends_;
  std::unordered_set<std::uint32_t> lacking_;  ///< streams that lack bytes before their first message
};

}  // namespace godot::engine
