// SPDX-License-Identifier: GPL-2.0-or-later
// What a method's declaration says of its calls: who may make them, and how they are sent.
#pragma once

#include <string_view>

#include "plugin/analysis/multiplayer/names.h"

namespace godot::project {

/// Reads what stands in an annotation (`"any_peer", "unreliable", 3`; C#: `RpcMode.AnyPeer, CallLocal = true`), or the
/// keyword of Godot 3 (`puppet`). Empty: `@rpc` alone. What holds a name that is none of these (a constant) says
/// nothing certain: then nobody is known to be refused. (modules/gdscript/gdscript_parser.cpp, rpc_annotation;
/// modules/multiplayer/scene_rpc_interface.cpp, _parse_rpc_config; 3.6: core/io/multiplayer_api.cpp, _can_call_mode)
[[nodiscard]] plugin::names::Declaration read_rpc_declaration(std::string_view text);

}  // namespace godot::project
