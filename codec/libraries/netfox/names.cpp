// SPDX-License-Identifier: MIT
#include "codec/libraries/netfox/names.h"

#include "codec/libraries/netfox/protocol.h"

namespace godot::names {

constexpr ValueName netfox_commands[] = {
    {0, "ping"},       {1, "pong"},      {2, "request_time"}, {3, "set_time"},  {4, "full_state"},
    {5, "diff_state"}, {6, "input"},     {7, "full_sync"},    {8, "diff_sync"}, {9, "identities"},
    {10, "other"},     {11, "tick_set"}, {0, nullptr},
};

}  // namespace godot::names

namespace godot::netfox {

std::string_view name(CommandKind kind) noexcept { return names::netfox_commands[static_cast<std::size_t>(kind)].name; }

}  // namespace godot::netfox
