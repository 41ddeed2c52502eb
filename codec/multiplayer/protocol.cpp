// SPDX-License-Identifier: MIT
#include "codec/multiplayer/protocol.h"

#include <array>

namespace godot::multiplayer {
namespace {

/// The commands indexed by their numbers on the wire; `none` for unused ones.
template <Api api, std::size_t size>
constexpr std::array<CommandType, size> by_number() {
  std::array<CommandType, size> types{};
  for (const CommandRow& row : command_rows) {
    const int number = api == Api::scene ? row.scene : row.named;
    if (number >= 0) types[static_cast<std::size_t>(number)] = row.type;
  }
  return types;
}

constexpr auto scene_commands = by_number<Api::scene, scene_command_mask + 1>();
constexpr auto named_commands = by_number<Api::named, command_count(Api::named)>();

}  // namespace

CommandType command_type(Api api, std::uint8_t first) noexcept {
  if (api == Api::scene) return scene_commands[first & scene_command_mask];
  return api == Api::named && first < named_commands.size() ? named_commands[first] : CommandType::none;
}

}  // namespace godot::multiplayer
