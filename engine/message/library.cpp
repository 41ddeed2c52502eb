// SPDX-License-Identifier: MIT
#include "engine/message/library.h"

namespace godot::engine {

Claim<Library> library_of(const LibraryMessage& message, bool learns) {
  static constexpr const Library* all[] = {
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) &id##_library,
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
  };
  for (const Library* each : all)
    if (const void* found = each->recognise(message, learns)) return {.library = each, .found = found};
  return {};
}

}  // namespace godot::engine
