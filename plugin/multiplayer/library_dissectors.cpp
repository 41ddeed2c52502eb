// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/library_dissectors.h"

#include <array>

#include "plugin/core/epan/capture_object.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

struct Memories : engine::LibraryMemories {
  Memories() : LibraryMemories(game_projects(), library_rows) {}
};

}  // namespace

LibraryClaim library_of(const LibraryPacket& message, bool learns) {
  static constexpr std::array rows = {
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) &id##_dissector,
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
  };
  return engine::first_claim(rows, message, learns, [](const LibraryDissector& row) {
    return proto_is_protocol_enabled(find_protocol_by_id(protocols.*row.protocol)) != 0;
  });
}

engine::LibraryMemories& library_memories() { return of_capture<Memories>(); }

void register_library_memories() { register_cleanup_routine(begin_anew<Memories>); }

}  // namespace godot::plugin
