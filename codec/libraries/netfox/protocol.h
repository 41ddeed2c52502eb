// SPDX-License-Identifier: MIT
// netfox (github.com/foxssake/netfox), rollback and prediction for Godot 4: its commands and their content.
//
//   a command         u8 number, data; in a raw packet behind 00 4e 46, or as the two arguments of an RPC
//   full state, sync  u32 tick, then for each node: netref, varuint size, values of all properties
//   diff state, sync  u32 tick, then for each node: netref, varuint size, varbits which properties, values of those
//   input             for each tick, newest first: varuint size, then as a full state
//   identities        for each node: u32 length, path, varuint id
//   netref            varuint id, or 00 and a path that ends with NUL
//   varuint, varbits  7 bits a byte, least first; 0x80: more follow
//
// Numbers are little-endian. Sources: addons/netfox of 1.48.4: servers/network-command-server.gd,
// servers/network-identity-server.gd, servers/network-synchronization-server.gd, network-time-synchronizer.gd,
// serializers/*.gd, schemas/network-schemas.gd.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"

namespace godot::netfox {

/// The meaning of a command.
enum class CommandKind : std::uint8_t {
#define GODOT_NETFOX_COMMAND(name, title, content) name,
#include "codec/libraries/netfox/commands.def"
#undef GODOT_NETFOX_COMMAND
};
inline constexpr std::uint8_t own_commands = static_cast<std::uint8_t>(CommandKind::other);

/// The meaning of a number if no other command was registered before netfox's own.
[[nodiscard]] constexpr CommandKind usual_kind(std::uint8_t number) noexcept {
  return number < own_commands ? static_cast<CommandKind>(number) : CommandKind::other;
}

/// What follows the number.
enum class Content : std::uint8_t {
  time,
  nothing,
  snapshot,  ///< of rollback states or of synchronizers, full or differences
  inputs,
  identities,
  data,  ///< bytes whose meaning the game knows
};
[[nodiscard]] constexpr Content content(CommandKind kind) noexcept {
  constexpr Content contents[] = {
#define GODOT_NETFOX_COMMAND(name, title, content) Content::content,
#include "codec/libraries/netfox/commands.def"
#undef GODOT_NETFOX_COMMAND
  };
  return contents[static_cast<std::size_t>(kind)];
}

/// The name used in filters: "full_state".
[[nodiscard]] std::string_view name(CommandKind kind) noexcept;
/// The words for it in Info: "full state".
[[nodiscard]] const char* title(CommandKind kind) noexcept;

[[nodiscard]] constexpr bool is_state(CommandKind kind) noexcept { return content(kind) == Content::snapshot; }
[[nodiscard]] constexpr bool is_diff(CommandKind kind) noexcept {
  return kind == CommandKind::diff_state || kind == CommandKind::diff_sync;
}

/// The prefix of a raw packet (NetworkCommandServer._packet_prefix).
inline constexpr std::array<std::uint8_t, 3> raw_prefix = {0x00, 0x4E, 0x46};

/// The number of the command in a raw packet; empty: not netfox's.
[[nodiscard]] inline std::optional<std::uint8_t> raw_command(std::span<const std::uint8_t> packet) noexcept {
  if (packet.size() <= raw_prefix.size()) return std::nullopt;
  if (!std::equal(raw_prefix.begin(), raw_prefix.end(), packet.begin())) return std::nullopt;
  return packet[raw_prefix.size()];
}

/// The default of netfox/general/max_sync_packet_size: snapshots are split at this many bytes of data.
inline constexpr std::uint32_t usual_packet_limit = 508;

}  // namespace godot::netfox
