// SPDX-License-Identifier: MIT
// The tables: a row for each type, a row for each dialect. Everything that depends on their number is derived here:
// counts, names of type ids, valid headers.
//
// Sources: those of dialect.h.
#pragma once

#include <algorithm>
#include <array>

#include "codec/variant/dialect.h"
#include "codec/variant/fields.h"

namespace godot::variant {
namespace tables {

constexpr Layout reals(Field first, std::uint8_t count) { return {first, count, Component::real}; }
constexpr Layout ints(Field first, std::uint8_t count) { return {first, count, Component::int32}; }

// Color is single precision in every build.
inline constexpr Layout color_layout{field::color_r, 4, Component::float32};
inline constexpr Layout vector2_layout = reals(field::vector2_x, 2);
inline constexpr Layout rect2_layout = reals(field::rect2_position_x, 4);
inline constexpr Layout vector3_layout = reals(field::vector3_x, 3);
inline constexpr Layout transform2d_layout = reals(field::transform2d_x_x, 6);
inline constexpr Layout vector4_layout = reals(field::vector4_x, 4);
inline constexpr Layout plane_layout = reals(field::plane_normal_x, 4);
inline constexpr Layout quaternion_layout = reals(field::quaternion_x, 4);
inline constexpr Layout aabb_layout = reals(field::aabb_position_x, 6);
inline constexpr Layout basis_layout = reals(field::basis_x_x, 9);
inline constexpr Layout transform3d_layout = reals(field::transform3d_basis_x_x, 12);
inline constexpr Layout projection_layout = reals(field::projection_x_x, 16);
inline constexpr Layout int32_layout{field::int_, 1, Component::int32};
inline constexpr Layout int64_layout{field::int_, 1, Component::int64};
inline constexpr Layout float32_layout{field::float32, 1, Component::float32};
inline constexpr Layout float64_layout{field::float32, 1, Component::float64};

inline constexpr std::uint32_t array_flags = kind_mask << element_kind_shift;
inline constexpr std::uint32_t dictionary_flags = kind_mask << key_kind_shift | kind_mask << value_kind_shift;

constexpr FlagFields flag_fields(Kind kind, std::uint32_t flags) {
  if (flags == 0) return {};
  switch (kind) {
    case Kind::object: return {field::object_as_id};
    case Kind::array: return {field::typed_array, field::element_type_kind};
    case Kind::dictionary: return {field::key_type_kind, field::value_type_kind};
    default: return {field::flag_64};
  }
}

constexpr TypeRow row(const char* name, Kind kind, std::uint32_t flags = 0, Layout layout = {}) {
  return {name, kind, false, layout, flag_fields(kind, flags), flags, ~(type_mask | flags), name};
}
constexpr TypeRow text(const char* name, Kind kind, Field field) { return row(name, kind, 0, {field}); }
constexpr TypeRow math(const char* name, Layout layout, std::uint32_t flags = 0) {
  return row(name, Kind::math, flags, layout);
}
constexpr TypeRow packed(const char* name, Layout layout, std::uint32_t flags = 0) {
  return row(name, Kind::packed, flags, layout);
}
constexpr TypeRow written_as(TypeRow row, const char* text_name) {
  row.text_name = text_name;
  row.has_alias = row.kind == Kind::packed || row.kind == Kind::packed_bytes;
  return row;
}

inline constexpr std::array types_godot2 = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer),
    row("real", Kind::floating),
    text("String", Kind::string, field::string),
    math("Vector2", vector2_layout),
    math("Rect2", rect2_layout),
    math("Vector3", vector3_layout),
    math("Matrix32", transform2d_layout),
    math("Plane", plane_layout),
    math("Quat", quaternion_layout),
    math("AABB", aabb_layout),
    math("Matrix3", basis_layout),
    math("Transform", transform3d_layout),
    math("Color", color_layout),
    row("Image", Kind::image),
    row("NodePath", Kind::node_path),
    row("RID", Kind::no_payload),
    written_as(row("Object", Kind::no_payload), "null"),
    row("InputEvent", Kind::input_event),
    row("Dictionary", Kind::dictionary),
    row("Array", Kind::array),
    written_as(row("RawArray", Kind::packed_bytes), "ByteArray"),
    packed("IntArray", int32_layout),
    written_as(packed("RealArray", float32_layout), "FloatArray"),
    row("StringArray", Kind::packed_strings),
    packed("Vector2Array", vector2_layout),
    packed("Vector3Array", vector3_layout),
    packed("ColorArray", color_layout),
};

inline constexpr std::array types_godot3 = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer, flag_64),
    row("float", Kind::floating, flag_64),
    text("String", Kind::string, field::string),
    math("Vector2", vector2_layout),
    math("Rect2", rect2_layout),
    math("Vector3", vector3_layout),
    math("Transform2D", transform2d_layout),
    math("Plane", plane_layout),
    math("Quat", quaternion_layout),
    math("AABB", aabb_layout),
    math("Basis", basis_layout),
    math("Transform", transform3d_layout),
    math("Color", color_layout),
    row("NodePath", Kind::node_path),
    row("RID", Kind::no_payload),
    row("Object", Kind::object, flag_object_as_id),
    row("Dictionary", Kind::dictionary),
    row("Array", Kind::array),
    row("PoolByteArray", Kind::packed_bytes),
    packed("PoolIntArray", int32_layout),
    packed("PoolRealArray", float32_layout),
    row("PoolStringArray", Kind::packed_strings),
    packed("PoolVector2Array", vector2_layout),
    packed("PoolVector3Array", vector3_layout),
    packed("PoolColorArray", color_layout),
};

inline constexpr std::array types_godot4 = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer, flag_64),
    row("float", Kind::floating, flag_64),
    text("String", Kind::string, field::string),
    math("Vector2", vector2_layout, flag_64),
    math("Vector2i", ints(field::vector2i_x, 2)),
    math("Rect2", rect2_layout, flag_64),
    math("Rect2i", ints(field::rect2i_position_x, 4)),
    math("Vector3", vector3_layout, flag_64),
    math("Vector3i", ints(field::vector3i_x, 3)),
    math("Transform2D", transform2d_layout, flag_64),
    math("Vector4", vector4_layout, flag_64),
    math("Vector4i", ints(field::vector4i_x, 4)),
    math("Plane", plane_layout, flag_64),
    math("Quaternion", quaternion_layout, flag_64),
    math("AABB", aabb_layout, flag_64),
    math("Basis", basis_layout, flag_64),
    math("Transform3D", transform3d_layout, flag_64),
    math("Projection", projection_layout, flag_64),
    math("Color", color_layout),
    text("StringName", Kind::string_name, field::string_name),
    row("NodePath", Kind::node_path),
    row("RID", Kind::rid),
    row("Object", Kind::object, flag_object_as_id),
    row("Callable", Kind::no_payload),
    row("Signal", Kind::signal),
    row("Dictionary", Kind::dictionary, dictionary_flags),
    row("Array", Kind::array, array_flags),
    row("PackedByteArray", Kind::packed_bytes),
    packed("PackedInt32Array", int32_layout),
    packed("PackedInt64Array", int64_layout),
    packed("PackedFloat32Array", float32_layout),
    packed("PackedFloat64Array", float64_layout),
    row("PackedStringArray", Kind::packed_strings),
    packed("PackedVector2Array", vector2_layout, flag_64),
    packed("PackedVector3Array", vector3_layout, flag_64),
    packed("PackedColorArray", color_layout),
    packed("PackedVector4Array", vector4_layout, flag_64),
};

// Redot 26.3 adds one.
// Types that Godot adds later must not take a number of Redot's.
inline constexpr auto types_redot = [] {
  constexpr std::size_t of_godot = 39;
  std::array<TypeRow, of_godot + 1> types{};
  std::copy_n(types_godot4.begin(), of_godot, types.begin());
  types.back() = row("Struct", Kind::structure);
  return types;
}();

// The table as Redot's document prints it: Godot 3's with two rows inserted. No engine sends it.
inline constexpr std::array types_redot_docs = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer, flag_64),
    row("float", Kind::floating, flag_64),
    text("String", Kind::string, field::string),
    math("Vector2", vector2_layout, flag_64),
    math("Rect2", rect2_layout, flag_64),
    math("Vector3", vector3_layout, flag_64),
    math("Transform2D", transform2d_layout, flag_64),
    math("Plane", plane_layout, flag_64),
    math("Quaternion", quaternion_layout, flag_64),
    math("AABB", aabb_layout, flag_64),
    math("Basis", basis_layout, flag_64),
    math("Transform3D", transform3d_layout, flag_64),
    math("Color", color_layout),
    row("NodePath", Kind::node_path),
    row("RID", Kind::no_payload),
    row("Object", Kind::object, flag_object_as_id),
    row("Dictionary", Kind::dictionary),
    row("Array", Kind::array),
    row("PackedByteArray", Kind::packed_bytes),
    packed("PackedInt32Array", int32_layout),
    packed("PackedInt64Array", int64_layout),
    packed("PackedFloat32Array", float32_layout),
    packed("PackedFloat64Array", float64_layout),
    row("PackedStringArray", Kind::packed_strings),
    packed("PackedVector2Array", vector2_layout, flag_64),
    packed("PackedVector3Array", vector3_layout, flag_64),
    packed("PackedColorArray", color_layout),
};

inline constexpr TextStyle spaced{"( ", " )", "[ ", " ]", true};
inline constexpr TextStyle tight{"(", ")", "[", "]", false};

inline constexpr std::array dialects = std::to_array<Dialect>({
    {.generation = Generation::godot2,
     .name = "godot2",
     .types = types_godot2,
     .type_field = field::type_godot2,
     .text = spaced,
     .zero_padding = false,
     .shared_bit = true,
     .path_property = true,
     .old_path = true,
     .root_path = false,
     .flag_64 = false,
     .wide_ints = false,
     .documented_forms = false},
    {.generation = Generation::godot3,
     .name = "godot3",
     .types = types_godot3,
     .type_field = field::type_godot3,
     .text = spaced,
     .zero_padding = true,
     .shared_bit = false,
     .path_property = false,
     .old_path = true,
     .root_path = false,
     .flag_64 = true,
     .wide_ints = true,
     .documented_forms = false},
    {.generation = Generation::godot4,
     .name = "godot4",
     .types = types_godot4,
     .type_field = field::type_godot4,
     .text = tight,
     .zero_padding = true,
     .shared_bit = false,
     .path_property = false,
     .old_path = false,
     .root_path = true,
     .flag_64 = true,
     .wide_ints = false,
     .documented_forms = false},
    {.generation = Generation::redot_docs,
     .name = "redot-docs",
     .types = types_redot_docs,
     .type_field = field::type_redot_docs,
     .text = tight,
     .zero_padding = true,
     .shared_bit = true,
     .path_property = false,
     .old_path = true,
     .root_path = true,
     .flag_64 = true,
     .wide_ints = false,
     .documented_forms = true},
    {.generation = Generation::redot,
     .name = "redot",
     .types = types_redot,
     .type_field = field::type_redot,
     .text = tight,
     .zero_padding = true,
     .shared_bit = false,
     .path_property = false,
     .old_path = false,
     .root_path = true,
     .flag_64 = true,
     .wide_ints = false,
     .documented_forms = false},
});
static_assert(dialects.size() == generation_count, "a dialect is a row here and a Generation");
static_assert(std::all_of(dialects.begin(), dialects.end(), [](const Dialect& row) {
  return &row == &dialects[static_cast<std::size_t>(row.generation)] && row.types.size() <= type_mask + 1;
}));

}  // namespace tables

/// Ids from here on are in no dialect's table.
inline constexpr std::size_t most_types =
    std::max_element(tables::dialects.begin(), tables::dialects.end(), [](const Dialect& a, const Dialect& b) {
      return a.types.size() < b.types.size();
    })->types.size();

/// The id of the first type of this kind.
[[nodiscard]] constexpr std::uint32_t id_of(std::span<const TypeRow> types, Kind kind) noexcept {
  std::uint32_t id = 0;
  while (types[id].kind != kind) ++id;
  return id;
}

}  // namespace godot::variant
