// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/library_dissectors.h"

#include "plugin/core/epan/capture_object.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

struct Memories : engine::LibraryMemories {
  Memories() : LibraryMemories(game_projects(), library_rows) {}
};

struct Row {
  const LibraryDissector* dissector;
  int Protocols::*protocol;
};
constexpr Row rows[] = {
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) {&id##_dissector, &Protocols::id},
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
};

}  // namespace

LibraryClaim library_of(const LibraryPacket& message, bool learns) {
  for (const auto& [dissector, protocol] : rows) {
    if (proto_is_protocol_enabled(find_protocol_by_id(protocols.*protocol)) == 0) continue;
    if (const void* found = dissector->its.recognise(message, learns)) return {.library = dissector, .found = found};
  }
  return {};
}

engine::LibraryMemories& library_memories() { return of_capture<Memories>(); }

void register_library_memories() { register_cleanup_routine(begin_anew<Memories>); }

}  // namespace godot::plugin
