// SPDX-License-Identifier: MIT
// Godot's high-level multiplayer: the parts of a message, and its content as facts.
//
//   carrier    what some transports put before a message, or send instead of one: sender and target
//   command    the first byte of the message itself, with flags in its upper bits since 4.0
//   ...        depends on the command; Variants are plain in 2.1 to 3.6, and have a short form for bool and int
//   since 4.0
//
// Numbers are little-endian, texts are UTF-8 with a NUL at their end. The formats of Godot 4's development snapshots
// (2020 to 2021) are not read.
//
// The facts below are a message's content, as plain values that point into its buffer. No state is kept here: earlier
// messages announced what the numbers of paths, nodes and methods stand for.
//
// Sources: scene/main/scene_main_loop.cpp of 2.1, core/io/multiplayer_api.cpp of 3.1 to 3.6,
// modules/multiplayer/scene_*.cpp and scene/main/multiplayer_api.cpp of 4.0 to 4.6;
// modules/enet/networked_multiplayer_enet.cpp and modules/websocket/websocket_multiplayer_peer.cpp of both generations.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/catalogue.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/dialect.h"

namespace godot::multiplayer {

/// The unique ids of peers. Clients have random positive ids; a negative target is everyone but that peer.
using PeerId = std::int32_t;

/// An id that a client chooses for itself: 2 to 2^31 - 1. In ENet it is Connect's data.
/// (modules/enet, ENetMultiplayerPeer and NetworkedMultiplayerENet: create_client)
[[nodiscard]] constexpr bool is_client_id(std::uint32_t id) noexcept {
  return id >= 2 && id <= static_cast<std::uint32_t>(std::numeric_limits<PeerId>::max());
}
/// Godot 4: converts ENet's channel to a script's. The script's default channel uses two of ENet's: reliable and
/// unreliable. (modules/enet/enet_multiplayer_peer.cpp, put_packet)
[[nodiscard]] constexpr int script_channel(std::uint8_t enet_channel) noexcept {
  return enet_channel < 2 ? 0 : enet_channel - 1;
}

/// Number of ENet's channels that a connection needs for a script's channel.
[[nodiscard]] constexpr std::uint32_t channels_needed(int script_channel) noexcept {
  return static_cast<std::uint32_t>(script_channel) + 2;
}

inline constexpr PeerId everyone = 0;
inline constexpr PeerId server = 1;

/// Bit 31 of a number for a node: the other bits are not a net id, or not an id at all.
inline constexpr std::uint32_t high_bit = 1U << 31;

/// The longest message that a receiver accepts (ENet's limit, the largest of the transports).
inline constexpr Offset max_message = 32U << 20;

/// Larger states of one tick are split into several messages: the default of SceneMultiplayer.max_sync_packet_size
/// (modules/multiplayer/scene_replication_interface.h, sync_mtu).
inline constexpr std::uint32_t max_sync = 1350;

/// The API that defines the commands: numbers and layouts differ completely.
enum class Api : std::uint8_t {
  named,  ///< 2.1 to 3.6 (MultiplayerAPI): methods and properties by name
  scene,  ///< 4.0 and later (SceneMultiplayer): methods by number
  none,   ///< no API and no commands: the program's own packets (PacketPeer: put_var, put_packet)
};

/// Data that a transport puts before a message, or sends in its place.
enum class Carrier : std::uint8_t {
  none,         ///< a message alone: ENet, WebSocket, WebRTC of 4.x, WebRTC of 3.x
  enet_12,      ///< 2.1 to 3.1: i32 source, i32 target, u32 packet flags
  enet_8,       ///< 3.2 to 3.6: i32 source, i32 target
  enet_config,  ///< 2.1 to 3.6 on channel 0, no message: u32 what, u32 peer
  websocket,    ///< 3.x: u8 type, i32 source, i32 target; then a message, or i32 peer
  assigned_id,  ///< 4.x over WebSocket, the server's first message, no command: i32 the client's id
};
inline constexpr unsigned carrier_count = static_cast<unsigned>(Carrier::assigned_id) + 1;

/// The two forms of SceneMultiplayer's Confirm path.
enum class ConfirmForm : std::uint8_t {
  automatic,  ///< as the bytes suggest
  by_path,    ///< Godot 4.0 to 4.2 repeat the path
  by_id,      ///< Godot 4.3 and later send its number
};

/// The rows are in fields.def.
enum class CommandType : std::uint8_t {
  none,  ///< no command that is known
#define GODOT_FIELD(...)
#define GODOT_COMMAND(id, filter, command, ...) command,
#include "codec/multiplayer/fields.def"
#undef GODOT_FIELD
  packet,  ///< not a command: a packet without an API
};

/// The static properties of a command.
struct CommandRow {
  CommandType type;
  Field node;          ///< the subtree that holds it
  std::int16_t scene;  ///< its number on the wire in 4.x, negative: it has none
  std::int16_t named;  ///< in 2.1 to 3.6
};
inline constexpr CommandRow command_rows[] = {
    {CommandType::none, field::godot_unknown_command, -1, -1},
#define GODOT_FIELD(...)
#define GODOT_COMMAND(id, filter, command, scene, named, ...) {CommandType::command, field::id, scene, named},
#include "codec/multiplayer/fields.def"
#undef GODOT_FIELD
    {CommandType::packet, field::godot_packet, -1, -1},
};

/// Numbers of commands on the wire are below this.
[[nodiscard]] constexpr unsigned command_count(Api api) noexcept {
  int most = -1;
  for (const CommandRow& row : command_rows) most = std::max<int>(most, api == Api::scene ? row.scene : row.named);
  return static_cast<unsigned>(most + 1);
}

/// The subtree of a command of this type; of an unknown command for `none`.
[[nodiscard]] constexpr Field node_of(CommandType type) noexcept {
  return command_rows[static_cast<std::size_t>(type)].node;
}

/// Numbers for commands that Godot 4 lacks, chosen by this project: above the range of its first byte.
inline constexpr std::uint8_t first_own_number = 128;

/// The number of a known command in the catalogue's common numbering (godot_command).
[[nodiscard]] constexpr std::uint8_t number_of(CommandType type) noexcept {
  const CommandRow& row = command_rows[static_cast<std::size_t>(type)];
  return static_cast<std::uint8_t>(row.scene >= 0 ? row.scene : first_own_number + row.named);
}

/// The command in the first byte of a message; `none` if there is no such command.
[[nodiscard]] CommandType command_type(Api api, std::uint8_t first) noexcept;

/// The bits of a first byte that encode the command since 4.0; the others are its flags.
inline constexpr std::uint8_t scene_command_mask = std::bit_ceil(command_count(Api::scene)) - 1;

/// The flag of a Sync: changes, not states.
inline constexpr std::uint8_t delta_bit = 0x10;

/// The number on the wire in the first byte.
[[nodiscard]] constexpr std::uint8_t command_code(Api api, std::uint8_t first) noexcept {
  return api == Api::scene ? static_cast<std::uint8_t>(first & scene_command_mask) : first;
}

/// Method numbers from here on belong to methods that Node.rpc_config() has made remote, not the script (4.x).
inline constexpr std::uint32_t first_configured_method = 0x8000;

/// The numbers on the wire (enum SysCommands).
enum class SystemCommand : std::uint8_t { authenticate, add_peer, delete_peer, relay };
inline constexpr unsigned system_command_count = static_cast<unsigned>(SystemCommand::relay) + 1;

// --- Facts. Offsets count from the buffer's front; lengths are in bytes, with a text's NUL. ------------------------

/// Carrier: sender and target.
struct Header {
  PeerId source = 0;
  PeerId target = 0;
  std::uint32_t packet_flags = 0;  ///< of `enet_12` alone: ENetPacketFlag
  Offset begin = 0;
  Offset length = 0;
};

/// A peer has joined or left, according to the server.
struct PeerChange {
  enum class Kind : std::uint8_t {
    added,
    removed,
    assigned,  ///< the receiver itself: this is its id
  };
  Kind kind = Kind::added;
  PeerId peer = 0;
  Offset begin = 0;
  Offset length = 0;
};

/// The command whose subtree has been opened.
struct Command {
  CommandType type = CommandType::none;
  std::uint8_t first = 0;  ///< the message's first byte, with command and flags
  bool relayed = false;    ///< it is inside of a System relay, whose peer is its target or source
  Offset begin = 0;        ///< path offsets count from here
  Offset end = 0;          ///< of the message on the wire
};

/// The node that a call or a set is for.
struct Node {
  bool by_path = false;
  std::uint32_t id = 0;        ///< in the sender's cache; only if not by path
  std::string_view path = {};  ///< only if by path; empty if it is not in the capture
  Offset begin = 0;            ///< where the number of the node is
  Offset length = 0;
  Offset path_begin = 0;  ///< the path, at the message's end
  Offset path_length = 0;
};

/// The method that is called, or the property that is set.
struct Member {
  bool by_name = false;
  std::string_view name = {};
  std::uint16_t id = 0;  ///< in the sorted list of the sender's script; with bit 15, of the node's own configuration
  Offset begin = 0;
  Offset length = 0;
};

/// The number of a call's arguments; a value follows for each.
struct Arguments {
  std::uint32_t count = 0;
  bool bytes_only = false;  ///< the one argument is a PackedByteArray without header and length
};

/// Simplify path: announces the number by which the sender will refer to a node.
struct AnnouncedPath {
  std::uint32_t id = 0;
  std::string_view path = {};
  std::string_view methods_md5 = {};  ///< 32 hexadecimal digits; empty before 4.0
  Offset id_begin = 0;
  Offset path_begin = 0;
  Offset path_length = 0;
};

/// Confirm path: the sender has received an AnnouncedPath of this message's receiver.
struct ConfirmedPath {
  bool by_id = false;
  std::uint32_t id = 0;  ///< only if by id (4.3 and later)
  std::string_view path = {};
  bool methods_match = true;  ///< both peers' methods have the same checksum; always true before 4.0
  Offset begin = 0;           ///< the id or the path
  Offset length = 0;
};

/// A node was spawned. Called before its values.
struct Spawn {
  static constexpr std::uint8_t by_function = 255;
  std::uint8_t scene_id = 0;
  std::uint32_t spawner = 0;  ///< number of its path in the sender's cache
  std::uint32_t net_id = 0;
  std::uint32_t sync_count = 0;
  const std::uint8_t* sync_id_bytes = nullptr;
  std::string_view name = {};
  Offset spawner_begin = 0;
  Offset net_id_begin = 0;
  Offset sync_ids_begin = 0;
  Offset name_begin = 0;
  Offset name_length = 0;

  /// The net id of the node's synchronizer number `index`, below `sync_count`.
  [[nodiscard]] std::uint32_t sync_id(std::uint32_t index) const noexcept {
    return load_le<std::uint32_t>(sync_id_bytes + std::size_t{index} * sizeof(std::uint32_t));
  }
};

struct Despawn {
  std::uint32_t net_id = 0;
  Offset begin = 0;
  Offset length = 0;
};

/// Called when the first byte, and a full sync's time, have been read.
struct Sync {
  bool delta = false;
  std::uint16_t time = 0;  ///< of full syncs: a counter of the sender for this receiver
};

/// Which values of a state Redot's configuration has in half precision: bit i, value i of the first 64.
struct HalfPrecision {
  bool known = false;
  std::uint64_t values = 0;
};

/// One synchronizer's properties. Called before its values, and once more after them.
struct SyncObject {
  std::uint32_t index = 0;  ///< the number of the synchronizer in its message, from 0
  bool delta = false;
  bool by_path = false;       ///< `id` is that of a path in the sender's cache, else the net id that Spawn has given
  std::uint32_t id = 0;       ///< the number without bit 31, which says that it is a path's
  std::uint64_t indexes = 0;  ///< delta: which of the properties that are sent on change
  std::uint32_t size = 0;     ///< how many bytes of values follow
  std::uint32_t values = 0;   ///< how many there were; after them
  bool complete = false;      ///< they fill `size`; after them
  Offset begin = 0;           ///< where the number of the synchronizer is
  Offset values_begin = 0;
  std::uint64_t object_ids = 0;  ///< bit i: value i, of the first 64, has an object that is sent as its id; after them
};

struct System {
  SystemCommand command = SystemCommand::authenticate;
  PeerId peer = 0;  ///< the peer of the command; `authenticate` has none
  Offset peer_begin = 0;
  Offset peer_length = 0;
};

/// The state of a spawn.
struct SpawnState {
  std::uint32_t values = 0;                  ///< including those not reported to the sink
  std::span<const std::uint8_t> types = {};  ///< the type ids of the first of them
  std::uint64_t object_ids = 0;              ///< bit i: value i has an object that is sent as its id, as in SyncObject
  bool argument_has_object_id = false;       ///< so has the argument of the spawn
};

/// A value: of godot_rpc_argument, godot_set_value, godot_spawn_argument, godot_spawn_value or godot_sync_value.
struct ValuePlace {
  Field role = field::godot_rpc_argument;
  std::uint32_t index = 0;  ///< index in its call, spawn state or synchronizer
  Offset begin = 0;
  Offset end = 0;     ///< where the value ends; known after it
  bool good = false;  ///< it was read to its end; after it
};

/// Values that follow each other in a call, a spawn state or a synchronizer, each read to its end.
struct GoodValues {
  Field role = field::godot_rpc_argument;
  std::uint32_t first = 0;       ///< the index of the first of them
  Offset begin = 0;              ///< where the first begins; each other begins where the one before it ends
  std::span<const Offset> ends;  ///< of each, in their order
};

/// Bytes of the game's own: godot_raw_data, godot_auth_data or godot_packet_data.
struct UserBytes {
  Field field = field::godot_raw_data;
  std::span<const std::uint8_t> captured = {};
  Offset begin = 0;
  Offset length = 0;  ///< the number of bytes on the wire
};

}  // namespace godot::multiplayer
