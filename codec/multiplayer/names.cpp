// SPDX-License-Identifier: MIT
#include "codec/multiplayer/names.h"

#include "codec/multiplayer/protocol.h"

namespace godot::names {

// The numbers of Godot 4. Godot 3 has other numbers on the wire: see fields.def.
const ValueName godot_commands[] = {
#define GODOT_FIELD(...)
#define GODOT_COMMAND(id, filter, command, scene, named, title, blurb) \
  {multiplayer::number_of(multiplayer::CommandType::command), title},
#include "codec/multiplayer/fields.def"
#undef GODOT_FIELD
    {0, nullptr},
};

// The names of enum ENetPacketFlag (include/enet/enet.h).
const ValueName godot_packet_flags[] = {
    {0, "Unreliable"},
    {1, "Reliable"},
    {2, "Unsequenced"},
    {0, nullptr},
};

// modules/websocket/websocket_multiplayer_peer.h of Godot 3, anonymous enum
const ValueName godot_websocket_types[] = {
    {0, "Message"}, {1, "Add peer"}, {2, "Delete peer"}, {3, "Assign id"}, {0, nullptr},
};

// modules/enet/networked_multiplayer_enet.h of Godot 3, anonymous enum
const ValueName godot_config_messages[] = {
    {0, "Add peer"},
    {1, "Remove peer"},
    {0, nullptr},
};

// modules/multiplayer/scene_rpc_interface.h of Godot 4, enum NetworkNodeIdCompression, NetworkNameIdCompression
const ValueName godot_node_id_widths[] = {
    {0, "1 byte"},
    {1, "2 bytes"},
    {2, "4 bytes"},
    {0, nullptr},
};
const ValueName godot_method_id_widths[] = {
    {0, "1 byte"},
    {1, "2 bytes"},
    {0, nullptr},
};

// modules/multiplayer/multiplayer_spawner.h of Godot 4, INVALID_ID
const ValueName godot_spawn_scenes[] = {
    {255, "Spawn function"},
    {0, nullptr},
};

// modules/multiplayer/scene_multiplayer.h of Godot 4, enum SysCommands
const ValueName godot_system_commands[] = {
    {0, "Authenticate"}, {1, "Add peer"}, {2, "Delete peer"}, {3, "Relay"}, {0, nullptr},
};

// scene/main/multiplayer_api.cpp of Godot 4, ENCODE_8 to ENCODE_64
const ValueName godot_int_widths[] = {
    {0, "1 byte"}, {1, "2 bytes"}, {2, "4 bytes"}, {3, "8 bytes"}, {0, nullptr},
};

}  // namespace godot::names
