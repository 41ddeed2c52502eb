// SPDX-License-Identifier: GPL-2.0-or-later
// The rules in a method's declaration for its calls: permitted callers, and the mode of transmission.
#pragma once

#include <string_view>

#include "plugin/analysis/multiplayer/names.h"

namespace godot::project {

/// Reads what stands in an annotation (`"any_peer", "unreliable", 3`; C#: `RpcMode.AnyPeer, CallLocal = true`), or the
/// keyword of Godot 3 (`puppet`). Empty: `@rpc` alone. What holds a name that is none of these (a constant) says
/// nothing certain: then nobody is known to be refused. (modules/gdscript/gdscript_parser.cpp, rpc_annotation;
/// modules/multiplayer/scene_rpc_interface.cpp, _parse_rpc_config; 3.6: core/io/multiplayer_api.cpp, _can_call_mode)
[[nodiscard]] plugin::names::Declaration read_rpc_declaration(std::string_view text);

/// Reads what a script hands to rpc_config() beside the name, without spaces: Godot 4's dictionary of constants
/// (`{"rpc_mode":MultiplayerAPI.RPC_MODE_ANY_PEER,"channel":2}`), or Godot 3's mode (`MultiplayerAPI.RPC_MODE_PUPPET`).
/// Whatever else it is says nothing.
[[nodiscard]] plugin::names::Declaration read_rpc_settings(std::string_view text);

}  // namespace godot::project
