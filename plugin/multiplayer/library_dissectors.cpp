// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/library_dissectors.h"

#include <array>
#include <cstddef>

namespace godot::plugin {
namespace {

constexpr std::size_t library_count = 0
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(...) +1
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
    ;
std::size_t registered = 0;
std::array<const LibraryDissector*, library_count> dissectors;

}  // namespace

void register_library_dissector(const LibraryDissector& dissector) { dissectors.at(registered++) = &dissector; }

LibraryClaim library_of(const LibraryPacket& message, bool learns) {
  for (std::size_t i = 0; i < registered; ++i) {
    if (const void* found = dissectors[i]->recognise(message, learns))
      return {.library = dissectors[i], .found = found};
  }
  return {};
}

}  // namespace godot::plugin
