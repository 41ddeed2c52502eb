// SPDX-License-Identifier: MIT
// A value that has been recognised: its line and its facts, over any transport.
#pragma once

#include "analysis/streams/values/value_conversation.h"
#include "codec/variant/walk.h"
#include "engine/frame/frame.h"
#include "engine/game/game.h"

namespace godot::engine {

/// Whether anybody needs a value's items, its line or its facts.
[[nodiscard]] inline bool wants_value(const Packet& packet) noexcept {
  return packet.facts != nullptr || packet.lines != nullptr || packet.tree != nullptr;
}

/// Reads the value as the verdict says; `options`: what stands before it. `begun`: its facts, if its
/// transport has begun them. With a tree: its items alone.
/// Does nothing if nobody needs any of them.
void tell_value(Game& game, Packet& packet, const Buffer& whole, const analysis::values::Verdict& verdict,
                variant::Options options, analysis::facts::Transport transport, analysis::facts::Item* begun);

}  // namespace godot::engine
