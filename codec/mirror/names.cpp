// SPDX-License-Identifier: MIT
// Sources: docs/wire/mirror.md; the engine's numbers are those of MultiplayerPeer.TransferMode,
// MultiplayerAPI.RPCMode and SceneReplicationConfig.ReplicationMode of Godot 4.
#include "codec/mirror/names.h"

#include "codec/multiplayer/transport.h"

namespace godot::names {

constexpr ValueName mirror_kinds[] = {
    {1, "Message"}, {2, "Game"},    {3, "Node"},   {4, "Synchronizer"},    {5, "Spawner"},
    {6, "Event"},   {7, "Dropped"}, {8, "Notice"}, {9, "Carried message"}, {0, nullptr},
};
constexpr ValueName mirror_directions[] = {{0, "In"}, {1, "Out"}, {0, nullptr}};
constexpr ValueName mirror_transfer_modes[] = {
    {0, "Unreliable"},
    {1, "Unreliable ordered"},
    {2, "Reliable"},
    {0, nullptr},
};
constexpr ValueName mirror_rpc_modes[] = {{0, "Disabled"}, {1, "Any peer"}, {2, "Authority"}, {0, nullptr}};
constexpr ValueName mirror_replication_modes[] = {{0, "Never"}, {1, "Always"}, {2, "On change"}, {0, nullptr}};
constexpr ValueName mirror_events[] = {
    {0, "Peer connected"}, {1, "Peer disconnected"}, {2, "Connecting"}, {3, "Connected"}, {4, "Closed"}, {0, nullptr},
};
constexpr ValueName mirror_tags[] = {
    {1, "Engine"},
    {2, "Addon"},
    {3, "Project"},
    {4, "Transport"},
    {5, "Multiplayer API"},
    {6, "Role"},
    {7, "Process id"},
    {8, "System"},
    {9, "Root path"},
    {10, "Project folder"},
    {16, "Node path"},
    {17, "Node class"},
    {18, "Script"},
    {19, "Authority"},
    {20, "Methods MD5"},
    {21, "Method"},
    {22, "Argument"},
    {23, "In scene"},
    {24, "Place"},
    {32, "Scene"},
    {33, "Spawn path"},
    {40, "Property"},
    {41, "Synchronizer's root"},
    {42, "Synchronizer's scene"},
    {43, "Synchronizer's position"},
    {48, "Event"},
    {49, "Peer"},
    {56, "Dropped records"},
    {57, "Dropped bytes"},
    {64, "Notice"},
    {72, "Connection"},
    {73, "Message as carried"},
    {0, nullptr},
};

constexpr ValueName mirror_link_transports[] = {
#define GODOT_TRANSPORT(id, name, peer) {static_cast<std::uint32_t>(multiplayer::Transport::id), name},
#include "codec/multiplayer/transports.def"
    {0, nullptr},
};
constexpr ValueName mirror_link_deliveries[] = {{0, "Reliable"}, {1, "Unreliable"}, {2, "Unsequenced"}, {0, nullptr}};
constexpr ValueName mirror_link_formats[] = {
    {0, "Not known"},
    {1, "Godot 4"},
    {2, "Godot 3.2 to 3.6 over ENet"},
    {3, "Godot 2.1 to 3.1 over ENet"},
    {4, "Godot 3 over WebSocket"},
    {5, "Godot 3 over a data channel"},
    {0, nullptr},
};

}  // namespace godot::names
