// SPDX-License-Identifier: GPL-2.0-or-later
// Where a message of the multiplayer holds a command of netfox: in a raw packet behind netfox's prefix, or in the two
// arguments of a call to NetworkCommandServer.
#pragma once

#include "codec/netfox/walk.h"
#include "plugin/analysis/multiplayer/route.h"
#include "plugin/analysis/netfox/memory.h"
#include "plugin/multiplayer/uppers.h"

namespace godot::plugin {

struct NetfoxCommand {
  bool found = false;
  netfox::Form form = netfox::Form::raw;
  netfox::CommandKind kind = netfox::CommandKind::other;
  std::uint8_t number = 0;
  bool learned = false;  ///< content has told what the number means
  bool whole = false;    ///< it was read to its end
  Buffer bytes;          ///< of netfox
  Offset begin = 0;      ///< of these in the message
  Route route;

  /// Numbers of nodes, or ticks.
  [[nodiscard]] bool teaches() const noexcept {
    return netfox::is_state(kind) || kind == netfox::CommandKind::input || kind == netfox::CommandKind::identities;
  }

  /// Bytes behind the number, which netfox's packet limit is for.
  [[nodiscard]] std::uint32_t data_size() const noexcept {
    constexpr std::uint32_t headers = netfox::raw_prefix.size() + 1;
    return form == netfox::Form::raw ? bytes.reported - headers : bytes.reported;
  }

  [[nodiscard]] netfox::Options options() const noexcept { return {.form = form, .kind = kind, .command = number}; }
};

/// Strict: a raw packet that begins like one and does not read as its command to the end is none, and one of the game's
/// own commands is one only where netfox's were seen. `learns`: what its content tells of numbers is remembered.
[[nodiscard]] NetfoxCommand netfox_command(const UpperMessage& message, NetfoxMemory& memory, bool learns);

}  // namespace godot::plugin
