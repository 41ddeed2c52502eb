// SPDX-License-Identifier: MIT
#include "codec/core/catalogue.h"

#include <array>

#include "codec/variant/names.h"

namespace godot {
namespace {

using enum FieldType;

constexpr std::array<FieldInfo, field_count> fields = {{
#define GODOT_FIELD(id, filter, type, flags, mask, names, title, blurb) \
  {filter, title, blurb, names, mask, type, static_cast<std::uint8_t>(flags)},
#include "codec/variant/fields.def"
#undef GODOT_FIELD
}};

constexpr std::array<NoteInfo, note_count> notes = {{
#define GODOT_NOTE(id, filter, severity, text) {filter, text, Severity::severity},
#include "codec/variant/notes.def"
#undef GODOT_NOTE
}};

// A filter name may stand in several rows (each dialect has its own type names, reals have two widths), but it must
// mean the same kind of thing in all of them, and every row must explain itself.
constexpr bool rows_agree() {
  for (const FieldInfo& row : fields) {
    if (std::string_view{row.title}.empty() || std::string_view{row.blurb}.empty()) return false;
    if (!std::string_view{row.filter}.starts_with("godot.")) return false;
    for (const FieldInfo& other : fields) {
      const bool both_reals =
          (row.type == real || row.type == float64) && (other.type == real || other.type == float64);
      if (std::string_view{row.filter} == other.filter && row.type != other.type && !both_reals) return false;
    }
  }
  return true;
}
static_assert(rows_agree());

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
