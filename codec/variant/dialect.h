// SPDX-License-Identifier: MIT
// Dialects: the type table, the flags and the encoder's habits of a generation of Godot. A new engine version is new
// rows in types.h.
//
// Sources: core/variant.h, core/variant/variant.h (enum Type) and core/io/marshalls.cpp (decode_variant,
// encode_variant) of Godot 2.1, 3.2-3.6 and 4.0-4.6; the "Binary serialization API" page of Redot's documentation for
// `redot-docs`; the same sources of Redot 26.3 beta 1 for `redot`, which is Godot 4 and Struct.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/catalogue.h"

namespace godot::variant {

enum class Generation : std::uint8_t { godot2, godot3, godot4, redot_docs, redot };
inline constexpr std::size_t generation_count = static_cast<std::size_t>(Generation::redot) + 1;

/// The data after a header word. The walker has one reader for each.
enum class Kind : std::uint8_t {
  nil,
  boolean,      ///< a u32 that is 0 or 1
  integer,      ///< i32, or i64 by flag
  floating,     ///< f32, or f64 by flag
  string,       ///< the length, UTF-8, padding to 4 bytes
  string_name,  ///< the same bytes as a string
  math,         ///< components without a length of their own: see Layout
  node_path,
  no_payload,  ///< RID of Godot 2 and 3, Object of Godot 2, Callable
  rid,         ///< the u64 of an id
  object,      ///< id by flag, or class and properties
  signal,      ///< the signal's name, then its object's id of 8 bytes
  dictionary,
  array,
  packed_bytes,
  packed,  ///< count, then elements: see Layout
  packed_strings,
  image,
  input_event,
  structure,  ///< Redot: a type, its fields with their defaults, their values
};

enum class Component : std::uint8_t {
  int32,
  int64,
  float32,
  float64,
  real,  ///< float32, or float64 in builds of double precision
};

/// The numbers of a math type or of one packed element, in wire order; their fields are neighbours in the catalogue. Of
/// a text, its field.
struct Layout {
  Field first = field::none;
  std::uint8_t count = 0;
  Component component = Component::real;
};

/// The rows of a type's header bits.
struct FlagFields {
  Field first = field::none;
  Field second = field::none;
};

/// As large as a line of the cache: a row is found by a shift.
struct alignas(64) TypeRow {
  std::string_view name;  ///< as scripts spell it; a literal, so a NUL follows
  Kind kind;
  bool has_alias;  ///< both names of an array are searched for: RawArray, and ByteArray in texts and documents
  Layout layout;
  FlagFields flag_fields;
  std::uint32_t flags;         ///< header bits that this type defines
  std::uint32_t unknown_bits;  ///< the others, without the type's id
  std::string_view text_name;  ///< the constructor in the engine's text form
};

/// How the generation writes values as text (var2str, var_to_str).
struct TextStyle {
  std::string_view open, close;              ///< the brackets around a constructor's arguments
  std::string_view array_open, array_close;  ///< around an array's elements
  bool exponent_like_printf;                 ///< exponents where "%g" has them, else only outside 1e-4 .. 1e15
};

struct Dialect {
  Generation generation;
  std::string_view name;
  std::span<const TypeRow> types;
  Field type_field;  ///< the catalogue row that holds this dialect's type names
  TextStyle text;
  bool zero_padding;      ///< its encoder clears the padding of strings and byte arrays
  bool shared_bit;        ///< its encoder uses bit 31 of a container's count
  bool path_property;     ///< its NodePath has a property of its own
  bool old_path;          ///< its reader, or its document, knows the old NodePath
  bool root_path;         ///< its text of an absolute path without names is "/"
  bool flag_64;           ///< its encoder sends wide ints and floats, marked by a flag
  bool wide_ints;         ///< some of its documents know only 8-byte ints without a flag
  bool documented_forms;  ///< accept documented forms if the bytes allow no other reading
};

/// Bits of the header word.
inline constexpr std::uint32_t type_mask = 0xFF;
inline constexpr std::uint32_t flag_64 = 1U << 16;
inline constexpr std::uint32_t flag_object_as_id = 1U << 16;
inline constexpr unsigned element_kind_shift = 16;
inline constexpr unsigned key_kind_shift = 16;
inline constexpr unsigned value_kind_shift = 18;
inline constexpr std::uint32_t kind_mask = 3;

/// Width of the reals inside vectors without a flag (Godot 2, 3, the documented tables).
enum class Precision : std::uint8_t { single_, double_ };

/// Whether reals of a value with this header are double precision. `precision` decides only for types without the flag:
/// an engine's flag is reliable, and the document omits it.
[[nodiscard]] constexpr bool wide_reals(const TypeRow& type, std::uint32_t header, const Dialect& dialect,
                                        Precision precision) noexcept {
  const std::uint32_t flag = type.flags & flag_64;
  if (flag != 0 && ((header & flag) != 0 || !dialect.documented_forms)) return (header & flag) != 0;
  return precision == Precision::double_;
}

[[nodiscard]] const Dialect& dialect(Generation generation) noexcept;

/// The dialect with this name ("godot4"), or null.
[[nodiscard]] const Dialect* find_dialect(std::string_view name) noexcept;

/// Bytes of one component.
[[nodiscard]] constexpr std::uint32_t width(Component component, bool wide) noexcept {
  switch (component) {
    case Component::int32:
    case Component::float32: return 4;
    case Component::int64:
    case Component::float64: return 8;
    case Component::real: break;
  }
  return wide ? 8 : 4;
}

}  // namespace godot::variant
