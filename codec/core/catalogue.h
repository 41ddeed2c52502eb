// SPDX-License-Identifier: MIT
// The catalogue: one row per field and per note, with all its properties. Filter names, types and explanations of every
// front end (Wireshark, the command line tool) are derived from these rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace godot {

/// A field that a walk can report. Its constants are field::x, one for each row of a protocol's fields.def; they are
/// not enumerators here, so that a row of one protocol does not rebuild the others.
enum class Field : std::uint16_t {};

/// A note about legal or survivable bytes that deserve attention: note::x, the rows of a protocol's notes.def.
enum class Note : std::uint8_t {};

/// The protocols with rows, in the order of their numbers.
enum class CatalogueProtocol : std::uint8_t {
  variant,
  multiplayer,
  enet,
  debugger,
  mirror,
  files,
#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)
#define GODOT_LIBRARY_ROW(id, ...) id,
#include "codec/libraries.def"
#undef GODOT_LIBRARY_ROW
  count_
};
inline constexpr std::size_t catalogue_protocols = static_cast<std::size_t>(CatalogueProtocol::count_);

/// Size of each protocol's range of numbers; most are unused.
inline constexpr std::size_t most_fields = 512;
inline constexpr std::size_t most_notes = 24;

constexpr std::uint16_t first_field(CatalogueProtocol protocol) noexcept {
  // 0 is reserved: the first protocol's numbers begin at 1.
  return static_cast<std::uint16_t>(1 + static_cast<std::size_t>(protocol) * most_fields);
}
constexpr std::uint8_t first_note(CatalogueProtocol protocol) noexcept {
  return static_cast<std::uint8_t>(1 + static_cast<std::size_t>(protocol) * most_notes);
}

namespace field {
inline constexpr Field none{0};
}  // namespace field

enum class FieldType : std::uint8_t {
  none,      ///< a subtree without a value
  protocol,  ///< the root of a protocol's tree
  boolean,
  uint8,
  uint16,
  uint32,
  int32,
  int64,
  uint64,
  real,     ///< single or double precision, as on the wire
  float64,  ///< always shown in double precision
  string,
  bytes,
};

/// A named value of a field; the name is null after a table's last row.
struct ValueName {
  std::uint32_t value;
  const char* name;
};

struct FieldInfo {
  const char* filter;      ///< the display filter name, e.g. "godot.variant.vector2.x"
  const char* title;       ///< the label in a tree
  const char* blurb;       ///< one sentence that says what the field holds, as Wireshark lists it
  const ValueName* names;  ///< names of the values, or null
  std::uint32_t mask;      ///< mask of the bits that form the value; 0 = all
  FieldType type;
  std::uint16_t flags;
};

/// The bits of FieldInfo::flags, of which a field may have several.
enum : std::uint16_t {
  is_plain = 0,
  is_generated = 1,   ///< not on the wire, derived from it
  is_hex = 2,         ///< the number is displayed in hexadecimal
  is_variant = 4,     ///< a subtree with one whole Variant: its text, if the row is a string
  is_indexed = 8,     ///< a subtree whose children are numbered from 0
  in_8_bits = 16,     ///< a boolean whose mask applies to one byte, not to a word of 32 bits
  in_16_bits = 32,    ///< a boolean whose mask applies to 16 bits
  names_some = 64,    ///< only special values have a name, the others are plain numbers
  is_numbered = 128,  ///< one of several equal subtrees; its value is its number, from 0
  of_any_type = 256,  ///< of a Variant's subtree: not a named text alone
};

enum class Severity : std::uint8_t { chat, note, warning, error };

struct NoteInfo {
  const char* filter;
  const char* text;
  Severity severity;
};

/// Upper bound of the numbers of fields and notes: the size of a table indexed by them.
inline constexpr std::size_t field_numbers = 1 + catalogue_protocols * most_fields;
inline constexpr std::size_t note_numbers = 1 + catalogue_protocols * most_notes;

/// The rows of a protocol; the first is the row of first_field(), first_note().
[[nodiscard]] std::span<const FieldInfo> field_rows(CatalogueProtocol protocol) noexcept;
[[nodiscard]] std::span<const NoteInfo> note_rows(CatalogueProtocol protocol) noexcept;

namespace detail {
extern const std::array<const FieldInfo*, field_numbers> rows_of_fields;
}  // namespace detail

/// The row of a field or note; an empty row for unused numbers.
[[nodiscard]] inline const FieldInfo& info(Field field) noexcept {
  const auto number = static_cast<std::size_t>(field);
  return *detail::rows_of_fields[number < field_numbers ? number : 0];
}
[[nodiscard]] const NoteInfo& info(Note note) noexcept;

/// Calls `visit` with every field of the catalogue.
template <class Visit>
void each_field(Visit visit) {
  for (std::size_t protocol = 0; protocol < catalogue_protocols; ++protocol) {
    const auto first = first_field(static_cast<CatalogueProtocol>(protocol));
    const std::size_t count = field_rows(static_cast<CatalogueProtocol>(protocol)).size();
    for (std::size_t i = 0; i < count; ++i) visit(static_cast<Field>(first + i));
  }
}

/// Calls `visit` with every note of the catalogue.
template <class Visit>
void each_note(Visit visit) {
  for (std::size_t protocol = 0; protocol < catalogue_protocols; ++protocol) {
    const auto first = first_note(static_cast<CatalogueProtocol>(protocol));
    const std::size_t count = note_rows(static_cast<CatalogueProtocol>(protocol)).size();
    for (std::size_t i = 0; i < count; ++i) visit(static_cast<Note>(first + i));
  }
}

/// The name of `value` in the field's table, or an empty view.
[[nodiscard]] std::string_view value_name(Field field, std::uint32_t value) noexcept;

}  // namespace godot
