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
  bool learned = false;  ///< the content has shown the number's meaning
  bool whole = false;    ///< parsed to its end
  Buffer bytes;          ///< of netfox
  Offset begin = 0;      ///< of these in the message
  Route route;

  /// True for announcements of node numbers or ticks.
  [[nodiscard]] bool teaches() const noexcept {
    return netfox::is_state(kind) || kind == netfox::CommandKind::input || kind == netfox::CommandKind::identities;
  }

  /// Number of bytes after the command's number, which netfox limits.
  [[nodiscard]] std::uint32_t data_size() const noexcept {
    constexpr std::uint32_t headers = netfox::raw_prefix.size() + 1;
    return form == netfox::Form::raw ? bytes.reported - headers : bytes.reported;
  }

  [[nodiscard]] netfox::Options options() const noexcept { return {.form = form, .kind = kind, .command = number}; }
};

/// Strict: a raw packet must parse to its end as the command of its number, and a game's own command counts only where
/// commands of netfox were seen. `learns`: stores what the content shows about numbers.
[[nodiscard]] NetfoxCommand netfox_command(const UpperMessage& message, NetfoxMemory& memory, bool learns);

}  // namespace godot::plugin
