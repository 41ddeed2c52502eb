// SPDX-License-Identifier: MIT
// Parses the rules in a method's declaration for its calls: permitted callers, and the transfer mode.
#pragma once

#include <string_view>

#include "base/names/source.h"

namespace godot::analysis::project {

/// Parses the content of an annotation (`"any_peer", "unreliable", 3`; C#: `RpcMode.AnyPeer, CallLocal = true`), or the
/// keyword of Godot 3 (`puppet`). Empty: `@rpc` without arguments. If a part is none of the known names (a constant,
/// for example), the result is not certain, and no caller is known to be refused. A channel that is no number, nor an
/// expression of numbers, is not known.
/// (modules/gdscript/gdscript_parser.cpp, rpc_annotation; modules/multiplayer/scene_rpc_interface.cpp,
/// _parse_rpc_config; 3.6: core/io/multiplayer_api.cpp, _can_call_mode)
[[nodiscard]] names::Declaration read_rpc_declaration(std::string_view text);

/// Parses what a script passes to rpc_config() beside the name, without spaces: Godot 4's dictionary of constants
/// (`{"rpc_mode":MultiplayerAPI.RPC_MODE_ANY_PEER,"channel":2}`), or Godot 3's mode (`MultiplayerAPI.RPC_MODE_PUPPET`).
/// For anything else the result is unknown.
[[nodiscard]] names::Declaration read_rpc_settings(std::string_view text);

}  // namespace godot::analysis::project
