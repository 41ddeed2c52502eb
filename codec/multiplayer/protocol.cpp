// SPDX-License-Identifier: MIT
#include "codec/multiplayer/protocol.h"

#include <array>

namespace godot::multiplayer {
namespace {

constexpr std::array<Field, command_type_count> nodes = {Field::godot_unknown_command,
                                                         Field::godot_rpc,
                                                         Field::godot_simplify_path,
                                                         Field::godot_confirm_path,
                                                         Field::godot_raw,
                                                         Field::godot_spawn,
                                                         Field::godot_despawn,
                                                         Field::godot_sync,
                                                         Field::godot_system,
                                                         Field::godot_set};

// core/io/multiplayer_api.h, enum NetworkCommands
constexpr std::array named_commands = {CommandType::remote_call, CommandType::remote_set, CommandType::simplify_path,
                                       CommandType::confirm_path, CommandType::raw};

// modules/multiplayer/scene_multiplayer.h, enum NetworkCommands
constexpr std::array scene_commands = {CommandType::remote_call, CommandType::simplify_path, CommandType::confirm_path,
                                       CommandType::raw,         CommandType::spawn,         CommandType::despawn,
                                       CommandType::sync,        CommandType::system};

static_assert(scene_commands.size() == scene_command_mask + 1U);

}  // namespace

Field node_of(CommandType type) noexcept { return nodes[static_cast<std::size_t>(type)]; }

CommandType command_type(Api api, std::uint8_t first) noexcept {
  if (api == Api::scene) return scene_commands[first & scene_command_mask];
  return first < named_commands.size() ? named_commands[first] : CommandType::none;
}

}  // namespace godot::multiplayer
