// SPDX-License-Identifier: MIT
// The catalogue: one row per field and per note, and all there is to say about it. Filter names, types and
// explanations of every front end (Wireshark, the command line tool) are derived from these rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace godot {

/// Every field that a walk can report, protocol by protocol. The rows stand in the protocols' fields.def.
enum class Field : std::uint16_t {
#define GODOT_FIELD(id, ...) id,
#include "codec/debugger/fields.def"
#include "codec/enet/fields.def"
#include "codec/mirror/fields.def"
#include "codec/multiplayer/fields.def"
#include "codec/variant/fields.def"
#undef GODOT_FIELD
  count_,
};

/// What is legal or survivable, but worth a reader's attention. The rows stand in the protocols' notes.def.
enum class Note : std::uint8_t {
#define GODOT_NOTE(id, ...) id,
#include "codec/debugger/notes.def"
#include "codec/enet/notes.def"
#include "codec/mirror/notes.def"
#include "codec/multiplayer/notes.def"
#include "codec/variant/notes.def"
#undef GODOT_NOTE
  count_,
};

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
  real,     ///< single or double precision, as the wire has it
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
  const char* blurb;       ///< one sentence
  const ValueName* names;  ///< names of the values, or null
  std::uint32_t mask;      ///< which bits of the value are meant; 0 = all
  FieldType type;
  std::uint8_t flags;
};

/// FieldInfo::flags
enum : std::uint8_t {
  is_plain = 0,
  is_generated = 1,   ///< not on the wire, derived from it
  is_hex = 2,         ///< numbers read better in hexadecimal
  is_variant = 4,     ///< a subtree that holds one whole Variant: its text, if the row is a string
  is_indexed = 8,     ///< a subtree whose children are numbered from 0
  in_8_bits = 16,     ///< a boolean whose mask applies to one byte, not to a word of 32 bits
  in_16_bits = 32,    ///< a boolean whose mask applies to 16 bits
  names_some = 64,    ///< only special values have a name, the others are plain numbers
  is_numbered = 128,  ///< a subtree that is one of several alike; its value is its number, from 0
};

enum class Severity : std::uint8_t { note, warning, error };

struct NoteInfo {
  const char* filter;
  const char* text;
  Severity severity;
};

inline constexpr std::size_t field_count = static_cast<std::size_t>(Field::count_);
inline constexpr std::size_t note_count = static_cast<std::size_t>(Note::count_);

[[nodiscard]] const FieldInfo& info(Field field) noexcept;
[[nodiscard]] const NoteInfo& info(Note note) noexcept;

/// The name of `value` in the field's table, or an empty view.
[[nodiscard]] std::string_view value_name(Field field, std::uint32_t value) noexcept;

}  // namespace godot
