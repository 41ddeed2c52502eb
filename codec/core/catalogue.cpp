// SPDX-License-Identifier: MIT
#include "codec/core/catalogue.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "codec/debugger/names.h"
#include "codec/enet/names.h"
#include "codec/files/names.h"
#include "codec/mirror/names.h"
#include "codec/multiplayer/names.h"
#include "codec/netfox/names.h"
#include "codec/variant/names.h"

namespace godot {
namespace {

using enum FieldType;

#define GODOT_FIELD(id, filter, type, flags, mask, names, title, blurb) \
  {filter, title, blurb, names, mask, type, static_cast<std::uint8_t>(flags)},
constexpr FieldInfo variant_fields[] = {
#include "codec/variant/fields.def"
};
constexpr FieldInfo multiplayer_fields[] = {
#include "codec/multiplayer/fields.def"
};
constexpr FieldInfo enet_fields[] = {
#include "codec/enet/fields.def"
};
constexpr FieldInfo debugger_fields[] = {
#include "codec/debugger/fields.def"
};
constexpr FieldInfo mirror_fields[] = {
#include "codec/mirror/fields.def"
};
constexpr FieldInfo files_fields[] = {
#include "codec/files/fields.def"
};
constexpr FieldInfo netfox_fields[] = {
#include "codec/netfox/fields.def"
};
constexpr FieldInfo rollback_fields[] = {
#include "codec/rollback/fields.def"
};
#undef GODOT_FIELD

#define GODOT_NOTE(id, filter, severity, text) {filter, text, Severity::severity},
constexpr NoteInfo variant_notes[] = {
#include "codec/variant/notes.def"
};
constexpr NoteInfo multiplayer_notes[] = {
#include "codec/multiplayer/notes.def"
};
constexpr NoteInfo enet_notes[] = {
#include "codec/enet/notes.def"
};
constexpr NoteInfo debugger_notes[] = {
#include "codec/debugger/notes.def"
};
constexpr NoteInfo mirror_notes[] = {
#include "codec/mirror/notes.def"
};
constexpr NoteInfo files_notes[] = {
#include "codec/files/notes.def"
};
constexpr NoteInfo netfox_notes[] = {
#include "codec/netfox/notes.def"
};
constexpr NoteInfo rollback_notes[] = {
#include "codec/rollback/notes.def"
};
#undef GODOT_NOTE

// In the order of CatalogueProtocol.
constexpr std::span<const FieldInfo> fields[] = {variant_fields, multiplayer_fields, enet_fields,   debugger_fields,
                                                 mirror_fields,  files_fields,       netfox_fields, rollback_fields};
constexpr std::span<const NoteInfo> notes[] = {variant_notes, multiplayer_notes, enet_notes,   debugger_notes,
                                               mirror_notes,  files_notes,       netfox_notes, rollback_notes};
static_assert(std::size(fields) == catalogue_protocols && std::size(notes) == catalogue_protocols);
static_assert(field_numbers - 1 <= std::numeric_limits<std::uint16_t>::max() &&
                  note_numbers - 1 <= std::numeric_limits<std::uint8_t>::max(),
              "one protocol's numbers would be another's");

constexpr FieldInfo no_field = {"", "", "", nullptr, 0, FieldType::none, is_plain};
constexpr NoteInfo no_note = {"", "", Severity::note};

// Every row must have a description. (A test checks that rows with the same filter name agree: that takes too long
// here.)
constexpr bool explains_itself(const FieldInfo& row) {
  const std::string_view filter = row.filter;
  constexpr std::string_view protocols[] = {"godot", "enet", "netfox", "rollback"};
  const bool is_ours = std::any_of(std::begin(protocols), std::end(protocols), [&](std::string_view protocol) {
    return filter == protocol || (filter.starts_with(protocol) && filter[protocol.size()] == '.');
  });
  return is_ours && *row.title != '\0' && *row.blurb != '\0';
}
static_assert(std::all_of(std::begin(fields), std::end(fields), [](std::span<const FieldInfo> rows) {
  return std::all_of(rows.begin(), rows.end(), explains_itself);
}));

}  // namespace

/// One table for all rows: every event looks up its field's row.
constexpr std::array<const FieldInfo*, field_numbers> detail::rows_of_fields = [] {
  std::array<const FieldInfo*, field_numbers> rows{};
  rows.fill(&no_field);
  for (std::size_t protocol = 0; protocol < catalogue_protocols; ++protocol) {
    const std::size_t first = first_field(static_cast<CatalogueProtocol>(protocol));
    for (std::size_t i = 0; i < fields[protocol].size(); ++i) rows[first + i] = &fields[protocol][i];
  }
  return rows;
}();

std::span<const FieldInfo> field_rows(CatalogueProtocol protocol) noexcept {
  return fields[static_cast<std::size_t>(protocol)];
}

std::span<const NoteInfo> note_rows(CatalogueProtocol protocol) noexcept {
  return notes[static_cast<std::size_t>(protocol)];
}

const NoteInfo& info(Note note) noexcept {
  const auto number = static_cast<std::size_t>(note) - 1;
  const std::size_t protocol = number / most_notes;
  const std::size_t row = number % most_notes;
  return protocol < catalogue_protocols && row < notes[protocol].size() ? notes[protocol][row] : no_note;
}

std::string_view value_name(Field field, std::uint32_t value) noexcept {
  const ValueName* row = info(field).names;
  if (row == nullptr) return {};
  for (; row->name != nullptr; ++row) {
    if (row->value == value) return row->name;
  }
  return {};
}

}  // namespace godot
