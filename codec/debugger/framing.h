// SPDX-License-Identifier: MIT
// Where messages end on a stream, and whether bytes are a debugger's at all.
//
// Bytes of a unit: u32 length (little-endian), then one Variant of that length; over WebSocket a message is the Variant
// alone. A message is one unit: an Array [name, data] or [name, thread id, data] (Godot 4), or [command, arguments...]
// (Godot 2 and 3, to the game). To the editor, Godot 2 and 3 send a run of units: a String, an int n, and n units more.
//
// Sources: core/debugger/remote_debugger_peer.cpp of Godot 4; core/script_debugger_remote.cpp and
// core/io/packet_peer.cpp (PacketPeerStream) of Godot 2 and 3.
#pragma once

#include "codec/core/bytes.h"
#include "codec/debugger/messages.h"

namespace godot::debugger {

/// The largest unit: Godot 4 refuses more (RemoteDebuggerPeerTCP), Godot 2 and 3 have no larger buffers.
inline constexpr Offset max_unit = 8U << 20;

/// More units in a run than any game sends: a scene tree of a quarter million nodes.
inline constexpr std::uint32_t max_units = 1U << 20;

/// What Godot 2 and 3 begin a run with. Their own names are all known, those of games have a prefix.
[[nodiscard]] bool begins_run(std::string_view name) noexcept;

/// How much of a stream its first message takes.
struct Extent {
  enum class Status : std::uint8_t {
    whole,  ///< `size` bytes
    more,   ///< at least `missing` bytes have yet to come
    none,   ///< no message begins here
  };
  Status status = Status::none;
  Offset size = 0;
  Offset missing = 0;
  bool run = false;  ///< a message of many units
};

/// The message at the front of `stream`, judged by its framing alone.
[[nodiscard]] Extent extent(const Buffer& stream) noexcept;

/// The same for one unit, whatever it is a part of.
[[nodiscard]] Extent unit_extent(const Buffer& stream) noexcept;

/// What a message's bytes show about their protocol and version.
struct Proof {
  enum class Look : std::uint8_t {
    no,     ///< not the debugger's protocol
    maybe,  ///< it could be one, as far as the bytes go
    named,  ///< it has a message's form and an unknown name
    yes,    ///< ... and a name of the catalogue, in its place
  };
  Look look = Look::no;
  bool begun = false;  ///< maybe, and what is there is hardly anybody else's
  Era era = Era::godot4_2;
  bool era_certain = false;  ///< false: Godot 2 and 3 begin alike
  Direction direction = Direction::to_editor;
  bool direction_certain = false;
};

/// Looks at a stream's front, or at a message of its own (`prefixed` = false).
[[nodiscard]] Proof prove(const Buffer& bytes, bool prefixed) noexcept;

/// The unit at the front of `stream` is there, and its Variant fills it; in 4.2 up, Redot's will do, too.
[[nodiscard]] bool is_unit(const Buffer& stream, Era era) noexcept;

/// Whether this message of units can be of one of Godot 2 and 3 only: what both have looks alike, but Arrays and
/// Dictionaries. Sets `era` if so.
[[nodiscard]] bool tells_era(const Buffer& message, Era& era) noexcept;

}  // namespace godot::debugger
