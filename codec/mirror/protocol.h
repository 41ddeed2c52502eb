// SPDX-License-Identifier: MIT
// The mirror's records, which the addon in a running game writes: one for each message that its multiplayer API passes
// to its peer or gets from it, and some for data that the game has and the wire has not (docs/wire/mirror.md).
//
//   head         version, kind, its own length (a later version may make it longer), time, game, sequence, own id;
//                of a message also the other end, direction, transfer mode, channel and length
//   body         of a message: its bytes. Of all other kinds: attributes, each a tag, flags, a length and a value, so
//                that a reader skips what it does not know
//
// Numbers are little-endian, texts are UTF-8 without a NUL at their end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/multiplayer/recognise.h"
#include "codec/multiplayer/transport.h"

namespace godot::mirror {

/// The version of the format that is read here. Additions that a reader may skip do not change it.
inline constexpr std::uint8_t version = 1;

/// The largest record: a message as large as transports carry (multiplayer::max_message), and room for its head.
inline constexpr Offset max_record = (32U << 20) + 4096;

/// The most bytes of a record that a capture's packet holds. dumpcap ends a live capture at a pcapng block above 256
/// KiB (maximum of all but a few link types; `cap_pipe_max_pkt_size` in dumpcap.c), and files end at a packet above
/// that. Before the record are the block's head (28 bytes) and the dissector's name (20), behind it the block's length
/// (4).
inline constexpr Offset max_packet = 256U << 10;
inline constexpr Offset max_packet_record = max_packet - 28 - 20 - 4;

/// The length of a record's head in bytes (docs/wire/mirror.md): up to the own id, which all kinds have; of a message
/// up to the length of its bytes.
inline constexpr std::uint16_t common_head = 28;
inline constexpr std::uint16_t message_head = 44;

/// The most bytes of a message that a writer puts into a record. Of a longer one it writes the beginning and the
/// length.
inline constexpr Offset max_body = max_packet_record - message_head;

/// The kinds of records. All except messages have attributes, including those of later versions.
enum class Kind : std::uint8_t { none, message, game, node, synchronizer, spawner, event, dropped, notice, carried };

enum class Direction : std::uint8_t { in, out };

using multiplayer::TransferMode;

enum class Tag : std::uint16_t {
  engine = 1,
  addon = 2,
  project = 3,
  transport = 4,
  api = 5,
  role = 6,
  process_id = 7,
  system = 8,
  root_path = 9,
  project_folder = 10,
  node_path = 16,
  node_class = 17,
  script = 18,
  authority = 19,
  methods_md5 = 20,
  method = 21,
  argument = 22,
  place_scene = 23,
  place = 24,
  scene = 32,
  spawn_path = 33,
  property = 40,
  sync_root = 41,
  sync_scene = 42,
  sync_position = 43,
  event = 48,
  event_peer = 49,
  dropped_records = 56,
  dropped_bytes = 57,
  notice = 64,
  link = 72,
  carried = 73,
};

// --- Facts. Offsets count from the record's front; texts point into it. ----------------------------------------------

/// What every record begins with.
struct Head {
  std::uint8_t version = 0;
  Kind kind = Kind::none;
  std::uint16_t length = 0;    ///< bytes before the body
  std::uint64_t time = 0;      ///< microseconds since 1970, UTC
  std::uint64_t game = 0;      ///< identifies the mirrored peer
  std::uint32_t sequence = 0;  ///< among the records of its mirrored peer
  std::int32_t own_id = 0;     ///< 0: not known yet
};

/// A message of the multiplayer.
struct Message {
  std::int32_t peer = 0;  ///< the other end; outwards also 0 for all and negative for all but one
  Direction direction = Direction::in;
  TransferMode mode = TransferMode::reliable;
  std::int32_t channel = 0;
  bool is_earlier = false;  ///< sent before the listener connected
  Offset begin = 0;
  Offset length = 0;  ///< in the game; the record may have less
};

/// A remote method of the node that the record describes.
struct Method {
  std::uint16_t id = 0;   ///< in the engine's order; with bit 15, of those of Node.rpc_config()
  std::uint8_t mode = 0;  ///< multiplayer::RpcMode, or what a later engine has
  std::uint8_t transfer_mode = 0;
  bool call_local = false;
  std::int32_t channel = 0;
  std::string_view name = {};
};

/// An argument of the method before it.
struct Argument {
  bool has_default = false;
  std::string_view name = {};
  std::string_view type = {};  ///< as declared; empty: any
};

/// The engine's SceneReplicationConfig.ReplicationMode, with the same numbers.
enum class Replication : std::uint8_t { never, always, on_change };

/// A property of the synchronizer that the record describes.
struct Property {
  bool spawn = false;
  Replication mode = Replication::never;
  std::string_view path = {};  ///< from the synchronizer's root: `.:position`, `Sprite:frame`
};

/// A message as its transport carried it, taken out of a capture, with the state of its connection that a reader needs.
struct Carried {
  std::uint32_t link = 0;  ///< number of the connection in that capture, among those of its transport
  multiplayer::Transport transport = multiplayer::Transport::enet;
  multiplayer::Delivery delivery = multiplayer::Delivery::reliable;
  std::optional<multiplayer::Format> format = {};  ///< empty: not Godot's, or unknown
  bool from_client = false;
  bool has_handshake = false;       ///< connect data and channels are known
  bool server_is_clear = false;     ///< without a handshake, the server's end is known nevertheless
  std::int32_t channel = 0;         ///< the channel of the transport that carried it
  std::uint32_t connect_data = 0;   ///< the number that ENet's Connect carried
  std::uint32_t channel_count = 0;  ///< how many channels ENet's Connect asked for
  std::uint32_t server = 0;         ///< equal for connections to one server
  Offset begin = 0;
  Offset length = 0;
};

}  // namespace godot::mirror
