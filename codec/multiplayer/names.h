// SPDX-License-Identifier: MIT
// Names of the values of multiplayer's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"

namespace godot::names {

extern const ValueName godot_commands[];
extern const ValueName godot_packet_flags[];
extern const ValueName godot_websocket_types[];
extern const ValueName godot_config_messages[];
extern const ValueName godot_node_id_widths[];
extern const ValueName godot_method_id_widths[];
extern const ValueName godot_spawn_scenes[];
extern const ValueName godot_system_commands[];
extern const ValueName godot_int_widths[];

}  // namespace godot::names
