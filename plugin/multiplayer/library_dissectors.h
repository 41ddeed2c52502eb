// SPDX-License-Identifier: GPL-2.0-or-later
// Libraries of games on top of remote calls and raw packets, in Wireshark: each has a row in the list, and is asked
// about every message; the multiplayer does not depend on them. docs/libraries.md tells how to write one.
#pragma once

#include "engine/message/library.h"
#include "engine/message/steps.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {

/// A message for libraries, in Wireshark's packet.
struct LibraryPacket : engine::LibraryMessage {
  tvbuff_t* tvb;
  packet_info* pinfo;
};

using LibraryLine = engine::LibraryLine;

struct LibraryDissector {
  const engine::Library& its;
  int Protocols::*protocol;  ///< that the user can switch off
  /// True if show() returns a line of its own. Otherwise the call's line is shown, with its arguments.
  bool (*has_line)(const void* found);
  /// Shows a message of this library. `tree` may be null.
  LibraryLine (*show)(const LibraryPacket& message, const void* found, proto_tree* tree);
};

// One for each row of the list, in the library's folder of plugin/libraries.
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) extern const LibraryDissector id##_dissector;
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW

/// The library of a message, and the result of its recognise(). `learns`: the message is dissected for the first time.
using LibraryClaim = engine::Claim<LibraryDissector>;
[[nodiscard]] LibraryClaim library_of(const LibraryPacket& message, bool learns);

/// What this capture teaches of libraries.
[[nodiscard]] engine::LibraryMemories& library_memories();

/// Libraries set their members when they register.
inline engine::LibraryRows library_rows;

void register_library_memories();

}  // namespace godot::plugin
