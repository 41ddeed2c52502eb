// SPDX-License-Identifier: MIT
#include "codec/core/catalogue.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "codec/debugger/fields.h"
#include "codec/debugger/names.h"
#include "codec/enet/fields.h"
#include "codec/enet/names.h"
#include "codec/files/fields.h"
#include "codec/files/names.h"
#include "codec/mirror/fields.h"
#include "codec/mirror/names.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/names.h"
#include "codec/variant/fields.h"
#include "codec/variant/names.h"

#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, fields.h)
#include "codec/libraries.def"

namespace godot {
namespace {

using enum FieldType;

// In the order of CatalogueProtocol, to counts[].
// clang-format off
#define GODOT_FIELD(id, filter, type, flags, mask, names, title, blurb) \
  {filter, title, blurb, names, mask, type, static_cast<std::uint16_t>(flags)},
constexpr FieldInfo all_fields[] = {
#include "codec/variant/fields.def"
#include "codec/multiplayer/fields.def"
#include "codec/enet/fields.def"
#include "codec/debugger/fields.def"
#include "codec/mirror/fields.def"
#include "codec/files/fields.def"
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, fields.def)
#include "codec/libraries.def"
};
#undef GODOT_FIELD

#define GODOT_NOTE(id, filter, severity, text) {filter, text, Severity::severity},
constexpr NoteInfo all_notes[] = {
#include "codec/variant/notes.def"
#include "codec/multiplayer/notes.def"
#include "codec/enet/notes.def"
#include "codec/debugger/notes.def"
#include "codec/mirror/notes.def"
#include "codec/files/notes.def"
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, notes.def)
#include "codec/libraries.def"
};
#undef GODOT_NOTE

/// How many rows each protocol has.
struct Counts {
  std::size_t fields;
  std::size_t notes;
};
template <class Fields, class Notes>
constexpr Counts counts_of() noexcept {
  return {static_cast<std::size_t>(Fields::end) - static_cast<std::size_t>(Fields::before_first) - 1,
          static_cast<std::size_t>(Notes::end) - static_cast<std::size_t>(Notes::before_first) - 1};
}
#define GODOT_LIBRARY_ROW(id, ...) counts_of<rows::id::Fields, rows::id::Notes>(),
constexpr Counts counts[] = {
    GODOT_LIBRARY_ROW(variant) GODOT_LIBRARY_ROW(multiplayer) GODOT_LIBRARY_ROW(enet)
    GODOT_LIBRARY_ROW(debugger) GODOT_LIBRARY_ROW(mirror) GODOT_LIBRARY_ROW(files)
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#include "codec/libraries.def"
};
#undef GODOT_LIBRARY_ROW
// clang-format on

/// The rows of each protocol.
template <class Row>
constexpr auto divided(std::span<const Row> rows, std::size_t Counts::*count) {
  std::array<std::span<const Row>, catalogue_protocols> parts;
  std::size_t first = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i] = rows.subspan(first, counts[i].*count);
    first += counts[i].*count;
  }
  return parts;
}
constexpr auto fields = divided<FieldInfo>(all_fields, &Counts::fields);
constexpr auto notes = divided<NoteInfo>(all_notes, &Counts::notes);
static_assert(std::size(counts) == catalogue_protocols);
constexpr bool begins(CatalogueProtocol protocol, std::string_view filter) {
  return fields[static_cast<std::size_t>(protocol)][0].filter == filter;
}
static_assert(begins(CatalogueProtocol::variant, "godot.variant") && begins(CatalogueProtocol::enet, "enet") &&
                  begins(CatalogueProtocol::debugger, "godot.debug") && begins(CatalogueProtocol::files, "godot.files"),
              "the rows are not in the order of the protocols");
static_assert(field_numbers - 1 <= std::numeric_limits<std::uint16_t>::max() &&
                  note_numbers - 1 <= std::numeric_limits<std::uint8_t>::max(),
              "one protocol's numbers would be another's");

constexpr FieldInfo no_field = {"", "", "", nullptr, 0, FieldType::none, is_plain};
constexpr NoteInfo no_note = {"", "", Severity::note};

// Every row must have a description. (A test checks that rows with the same filter name agree: that takes too long
// here.)
constexpr bool explains_itself(const FieldInfo& row) {
  const std::string_view filter = row.filter;
  constexpr std::string_view protocols[] = {
      "godot",
      "enet",
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) #id,
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
  };
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
