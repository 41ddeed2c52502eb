// SPDX-License-Identifier: MIT
#include "engine/message/library_lines.h"

#include <array>

namespace godot::engine {

Claim<LibraryLines> library_of(const PacketMessage& message, bool learns) {
  static constexpr std::array rows = {
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) &id##_lines,
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
  };
  return first_claim(rows, message, learns, [](const LibraryLines&) { return true; });
}

}  // namespace godot::engine
