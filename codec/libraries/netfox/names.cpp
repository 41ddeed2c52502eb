// SPDX-License-Identifier: MIT
#include "codec/libraries/netfox/names.h"

#include "codec/libraries/netfox/protocol.h"

namespace godot::names {

constexpr ValueName netfox_commands[] = {
#define GODOT_NETFOX_COMMAND(name, title, content) {static_cast<std::uint32_t>(netfox::CommandKind::name), #name},
#include "codec/libraries/netfox/commands.def"
#undef GODOT_NETFOX_COMMAND
    {0, nullptr},
};

}  // namespace godot::names

namespace godot::netfox {

std::string_view name(CommandKind kind) noexcept { return names::netfox_commands[static_cast<std::size_t>(kind)].name; }

const char* title(CommandKind kind) noexcept {
  constexpr const char* titles[] = {
#define GODOT_NETFOX_COMMAND(name, title, content) title,
#include "codec/libraries/netfox/commands.def"
#undef GODOT_NETFOX_COMMAND
  };
  return titles[static_cast<std::size_t>(kind)];
}

}  // namespace godot::netfox
