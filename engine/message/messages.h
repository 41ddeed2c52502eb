// SPDX-License-Identifier: MIT
// The steps of a message of the multiplayer, over any transport, in the only order that is right: recognise, begin,
// learn, account, facts, show. Each pass over the capture runs them for each message, in the order of the capture.
#pragma once

#include "analysis/link/link.h"
#include "codec/core/bytes.h"
#include "engine/frame/frame.h"
#include "engine/game/game.h"

namespace godot::engine {

class Messages {
 public:
  explicit Messages(Game& game) noexcept : game_(game) {}

  /// Reads a message, if its link carries the multiplayer's; otherwise only the recognition learns from it. `item`: its
  /// facts, which the transport has begun; null: it has begun none. Returns whether the message is the multiplayer's.
  bool take(Packet& packet, const analysis::Message& message, const Buffer& bytes, analysis::facts::Item* item);

 private:
  Game& game_;
};

}  // namespace godot::engine
