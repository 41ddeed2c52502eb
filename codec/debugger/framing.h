// SPDX-License-Identifier: MIT
// Finds the ends of messages on a stream, and recognises a debugger's data.
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

/// True for names at the beginning of a run of Godot 2 and 3. The engine's names are all known, those of games have a
/// prefix.
[[nodiscard]] bool begins_run(std::string_view name) noexcept;

/// The size of a stream's first message.
struct Extent {
  enum class Status : std::uint8_t {
    whole,  ///< the message has `size` bytes, and all of them are there
    more,   ///< at least `missing` more bytes are needed
    none,   ///< no message begins here
  };
  Status status = Status::none;
  Offset size = 0;
  Offset missing = 0;
  bool run = false;  ///< a message of many units
};

/// The extent of the message at the front of `stream`, by its framing only.
[[nodiscard]] Extent extent(const Buffer& stream) noexcept;

/// The same for one unit, in any message.
[[nodiscard]] Extent unit_extent(const Buffer& stream) noexcept;

/// The complete units at the front of an incomplete message.
[[nodiscard]] Buffer whole_units(const Buffer& stream) noexcept;

/// What a message's bytes show about their protocol and version.
struct Proof {
  enum class Look : std::uint8_t {
    no,     ///< not the debugger's protocol
    maybe,  ///< possible, as far as the bytes go
    named,  ///< the form of a message, with an unknown name
    yes,    ///< ... with a name of the catalogue, in its place
  };
  Look look = Look::no;
  bool begun = false;  ///< maybe, and the beginning is specific to the debugger
  Era era = Era::godot4_2;
  bool era_certain = false;  ///< false: Godot 2 and 3 have the same beginning
  Direction direction = Direction::to_editor;
  bool direction_certain = false;
};

/// Examines the front of a stream, or a separate message (`prefixed` = false).
[[nodiscard]] Proof prove(const Buffer& bytes, bool prefixed) noexcept;

/// True if the unit at the front of `stream` is complete and its Variant fills it; from 4.2 on, also as Redot's.
[[nodiscard]] bool is_unit(const Buffer& stream, Era era) noexcept;

/// True if this message of units can be from only one of Godot 2 and 3: they differ only in Arrays and Dictionaries.
/// Then sets `era`.
[[nodiscard]] bool shows_era(const Buffer& message, Era& era) noexcept;

}  // namespace godot::debugger
