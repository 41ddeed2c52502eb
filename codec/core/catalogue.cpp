// SPDX-License-Identifier: MIT
#include "codec/core/catalogue.h"

#include <algorithm>
#include <array>

#include "codec/debugger/names.h"
#include "codec/enet/names.h"
#include "codec/mirror/names.h"
#include "codec/multiplayer/names.h"
#include "codec/variant/names.h"

namespace godot {
namespace {

using enum FieldType;

constexpr std::array<FieldInfo, field_count> fields = {{
#define GODOT_FIELD(id, filter, type, flags, mask, names, title, blurb) \
  {filter, title, blurb, names, mask, type, static_cast<std::uint8_t>(flags)},
#include "codec/debugger/fields.def"
#include "codec/enet/fields.def"
#include "codec/mirror/fields.def"
#include "codec/multiplayer/fields.def"
#include "codec/variant/fields.def"
#undef GODOT_FIELD
}};

constexpr std::array<NoteInfo, note_count> notes = {{
#define GODOT_NOTE(id, filter, severity, text) {filter, text, Severity::severity},
#include "codec/debugger/notes.def"
#include "codec/enet/notes.def"
#include "codec/mirror/notes.def"
#include "codec/multiplayer/notes.def"
#include "codec/variant/notes.def"
#undef GODOT_NOTE
}};

// Every row must explain itself. (That rows with one filter name agree is a test's job: it takes too long here.)
constexpr bool explains_itself(const FieldInfo& row) {
  const std::string_view filter = row.filter;
  const bool is_ours =
      filter.starts_with("godot.") || filter.starts_with("enet.") || filter == "enet" || filter == "godot";
  return is_ours && *row.title != '\0' && *row.blurb != '\0';
}
static_assert(std::all_of(fields.begin(), fields.end(), explains_itself));

}  // namespace

const FieldInfo& info(Field field) noexcept { return fields[static_cast<std::size_t>(field)]; }

const NoteInfo& info(Note note) noexcept { return notes[static_cast<std::size_t>(note)]; }

std::string_view value_name(Field field, std::uint32_t value) noexcept {
  const ValueName* row = info(field).names;
  if (row == nullptr) return {};
  for (; row->name != nullptr; ++row) {
    if (row->value == value) return row->name;
  }
  return {};
}

}  // namespace godot
