// SPDX-License-Identifier: MIT
// The steps of a unit of the editor's remote file system. It has no facts: its lines alone are shown.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/streams/files/file_conversation.h"
#include "base/number_hash.h"
#include "engine/frame/frame.h"
#include "engine/message/messages.h"
#include "engine/streams/piece.h"

namespace godot::engine {

class Files {
 public:
  /// The port of the editor, by default.
  static constexpr std::uint16_t port = 6010;

  /// True if the front of a stream's first direction is a game's that asks for files. `is_port`: of a connection with
  /// that port, where less proves it; `waits` is set if more bytes may.
  [[nodiscard]] static bool claims(const Buffer& stream, bool is_port, bool& waits) noexcept;

  /// Begins the conversation of a stream that was claimed, in each pass. `side`: the game's.
  void begin(std::uint32_t stream, std::uint8_t side, const Buffer& front);

  /// Units at the front of a direction.
  ReadOfStream read(const Packet& packet, std::uint32_t stream, const StreamPiece& piece, const Buffer& bytes);

  /// All directions begin anew.
  void begin_pass() noexcept { conversations_.clear(); }

 private:
  struct Conversation {
    analysis::FilesConversation known{0};
    std::uint8_t game = 0;
    files::State states[2];
  };
  /// By the number of the TCP stream.
  std::unordered_map<std::uint32_t, Conversation, analysis::NumberHash> conversations_;
};

}  // namespace godot::engine
