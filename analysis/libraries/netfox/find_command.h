// SPDX-License-Identifier: MIT
// Finds a command of netfox in a message of the multiplayer: in a raw packet after netfox's prefix, in the two
// arguments of a call to NetworkCommandServer, or in the arguments of a call to one of netfox's own nodes.
#pragma once

#include "analysis/game/routes/route.h"
#include "analysis/libraries/netfox/memory.h"
#include "analysis/libraries/netfox/projects.h"
#include "analysis/message/calls/library_message.h"
#include "codec/libraries/netfox/walk.h"

namespace godot::analysis {

struct NetfoxCommand {
  bool found = false;
  netfox::Form form = netfox::Form::raw;
  netfox::CommandKind kind = netfox::CommandKind::other;
  std::uint8_t number = 0;
  bool learned = false;      ///< the content has shown the number's meaning
  bool whole = false;        ///< parsed to its end
  netfox::Result read = {};  ///< what the walk has found
  Buffer bytes = {};         ///< the bytes that are netfox's
  Offset begin = 0;          ///< of these in the message
  bool is_good = false;      ///< of a Variant: it was read without a problem or a note
  Route route = {};

  // Of a call to a synchronizer or an action:
  const char* node = nullptr;  ///< its path, "/root/Main/Player/RollbackSynchronizer", in packet scope
  const NetfoxProperties* properties = nullptr;  ///< of its list; null: unknown
  std::uint32_t tick = 0;
  std::uint32_t reference = 0;

  [[nodiscard]] bool is_call() const noexcept { return netfox::is_call(form); }

  /// True for announcements of ticks.
  [[nodiscard]] bool announces() const noexcept { return netfox::is_state(kind) || kind == netfox::CommandKind::input; }

  /// Number of bytes after the command's number, which netfox limits.
  [[nodiscard]] std::uint32_t data_size() const noexcept {
    constexpr std::uint32_t headers = netfox::raw_prefix.size() + 1;
    return form == netfox::Form::raw ? bytes.reported - headers : bytes.reported;
  }

  [[nodiscard]] netfox::Options options() const noexcept {
    netfox::Options options = {.form = form, .kind = kind, .command = number, .tick = tick, .reference = reference};
    options.checked = is_good;
    if (node != nullptr) options.node = node;
    if (properties != nullptr) options.layout = {.properties = properties->schemas, .indexes = properties->indexes};
    return options;
  }
};

/// A quick check: false for most messages of most games, which then are not parsed a second time.
[[nodiscard]] bool may_be_netfox(const LibraryMessage& message, NetfoxMemory& memory);

/// The command in a message that may be netfox's. Strict: a raw packet must parse to its end as the command of its
/// number, and a game's own command counts only where commands of netfox were seen. A call to a synchronizer must have
/// netfox's list of methods, and parse to its end. `learns`: stores what the content shows about numbers.
[[nodiscard]] NetfoxCommand netfox_command(const LibraryMessage& message, NetfoxMemory& memory,
                                           NetfoxProjects& projects, bool learns);

}  // namespace godot::analysis
