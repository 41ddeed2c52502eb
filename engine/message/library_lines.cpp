// SPDX-License-Identifier: MIT
#include "engine/message/library_lines.h"

namespace godot::engine {

Claim<LibraryLines> library_of(const PacketMessage& message, bool learns) {
  static constexpr const LibraryLines* all[] = {
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) &id##_lines,
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
  };
  for (const LibraryLines* each : all)
    if (const void* found = each->its.recognise(message, learns)) return {.library = each, .found = found};
  return {};
}

}  // namespace godot::engine
