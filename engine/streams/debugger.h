// SPDX-License-Identifier: MIT
// The steps of a message of the remote debugger: over TCP behind the length of each unit, over WebSocket alone.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/streams/debugger/debugger_conversation.h"
#include "base/number_hash.h"
#include "engine/frame/frame.h"
#include "engine/game/game.h"
#include "engine/message/messages.h"
#include "engine/streams/piece.h"
#include "engine/streams/steps.h"

namespace godot::engine {

class Debugger {
 public:
  explicit Debugger(Game& game) noexcept : game_(game) {}

  /// The port of the editor, by default.
  static constexpr std::uint16_t port = 6007;

  /// True if the front of a stream is a debugger's. `is_port`: of a connection with the debugger's port, where less
  /// proves it; `waits` is set if more bytes may.
  [[nodiscard]] static bool claims(const Buffer& stream, bool is_port, bool has_refused, bool& waits) noexcept;

  /// Messages at the front of a debugger's stream.
  ReadOfStream read(Packet& packet, std::uint32_t stream, const Buffer& bytes);

  /// A message of WebSocket; false: it is none of the debugger's.
  bool take(Packet& packet, std::uint32_t stream, const Buffer& message);

 private:
  DebugEnds& begin(std::uint32_t stream);
  std::size_t message(Packet& packet, DebugEnds& conversation, const Buffer& bytes, bool prefixed);

  Game& game_;
  analysis::DebugConversations all_;
  /// By the number of the TCP stream.
  std::unordered_map<std::uint32_t, DebugEnds, analysis::NumberHash> conversations_;
};

}  // namespace godot::engine
