// SPDX-License-Identifier: MIT
#include "codec/variant/dialect.h"

#include <array>

#include "codec/variant/names.h"

namespace godot::variant {
namespace {

constexpr Layout reals(Field first, std::uint8_t count) { return {first, count, Component::real}; }
constexpr Layout ints(Field first, std::uint8_t count) { return {first, count, Component::int32}; }

// Color is single precision in every build.
constexpr Layout color_layout{Field::color_r, 4, Component::float32};
constexpr Layout vector2_layout = reals(Field::vector2_x, 2);
constexpr Layout rect2_layout = reals(Field::rect2_position_x, 4);
constexpr Layout vector3_layout = reals(Field::vector3_x, 3);
constexpr Layout transform2d_layout = reals(Field::transform2d_x_x, 6);
constexpr Layout vector4_layout = reals(Field::vector4_x, 4);
constexpr Layout plane_layout = reals(Field::plane_normal_x, 4);
constexpr Layout quaternion_layout = reals(Field::quaternion_x, 4);
constexpr Layout aabb_layout = reals(Field::aabb_position_x, 6);
constexpr Layout basis_layout = reals(Field::basis_x_x, 9);
constexpr Layout transform3d_layout = reals(Field::transform3d_basis_x_x, 12);
constexpr Layout projection_layout = reals(Field::projection_x_x, 16);
constexpr Layout int32_layout{Field::int_, 1, Component::int32};
constexpr Layout int64_layout{Field::int_, 1, Component::int64};
constexpr Layout float32_layout{Field::float32, 1, Component::float32};
constexpr Layout float64_layout{Field::float32, 1, Component::float64};

constexpr std::uint32_t array_flags = kind_mask << element_kind_shift;
constexpr std::uint32_t dictionary_flags = kind_mask << key_kind_shift | kind_mask << value_kind_shift;

constexpr TypeRow row(const char* name, Kind kind, std::uint32_t flags = 0, Layout layout = {}) {
  return {name, kind, layout, flags, name};
}
constexpr TypeRow math(const char* name, Layout layout, std::uint32_t flags = 0) {
  return {name, Kind::math, layout, flags, name};
}
constexpr TypeRow packed(const char* name, Layout layout, std::uint32_t flags = 0) {
  return {name, Kind::packed, layout, flags, name};
}
constexpr TypeRow written_as(TypeRow row, const char* text_name) {
  row.text_name = text_name;
  return row;
}

constexpr std::array types2 = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer),
    row("real", Kind::floating),
    row("String", Kind::string),
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
static_assert(types2.size() == 29);

constexpr std::array types3 = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer, flag_64),
    row("float", Kind::floating, flag_64),
    row("String", Kind::string),
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
static_assert(types3.size() == 27);

constexpr std::array types4 = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer, flag_64),
    row("float", Kind::floating, flag_64),
    row("String", Kind::string),
    math("Vector2", vector2_layout, flag_64),
    math("Vector2i", ints(Field::vector2i_x, 2)),
    math("Rect2", rect2_layout, flag_64),
    math("Rect2i", ints(Field::rect2i_position_x, 4)),
    math("Vector3", vector3_layout, flag_64),
    math("Vector3i", ints(Field::vector3i_x, 3)),
    math("Transform2D", transform2d_layout, flag_64),
    math("Vector4", vector4_layout, flag_64),
    math("Vector4i", ints(Field::vector4i_x, 4)),
    math("Plane", plane_layout, flag_64),
    math("Quaternion", quaternion_layout, flag_64),
    math("AABB", aabb_layout, flag_64),
    math("Basis", basis_layout, flag_64),
    math("Transform3D", transform3d_layout, flag_64),
    math("Projection", projection_layout, flag_64),
    math("Color", color_layout),
    row("StringName", Kind::string_name),
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
static_assert(types4.size() == 39);

// The table as Redot's document prints it: Godot 3's with two rows inserted. No engine sends it.
constexpr std::array types_redot = {
    row("Nil", Kind::nil),
    row("bool", Kind::boolean),
    row("int", Kind::integer, flag_64),
    row("float", Kind::floating, flag_64),
    row("String", Kind::string),
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
static_assert(types_redot.size() == 29);

constexpr TextStyle spaced{"( ", " )", "[ ", " ]", true};
constexpr TextStyle tight{"(", ")", "[", "]", false};

constexpr std::array<Dialect, generation_count> dialects = {{
    {.generation = Generation::godot2,
     .name = "godot2",
     .types = types2,
     .type_field = Field::type_godot2,
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
     .types = types3,
     .type_field = Field::type_godot3,
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
     .types = types4,
     .type_field = Field::type_godot4,
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
     .types = types_redot,
     .type_field = Field::type_redot_docs,
     .text = tight,
     .zero_padding = true,
     .shared_bit = true,
     .path_property = false,
     .old_path = true,
     .root_path = true,
     .flag_64 = true,
     .wide_ints = false,
     .documented_forms = true},
}};

template <std::size_t count>
constexpr names::TypeNames names_of(const std::array<TypeRow, count>& types) {
  names::TypeNames names{};
  for (std::size_t id = 0; id < count; ++id) names.rows[id] = {static_cast<std::uint32_t>(id), types[id].name.data()};
  return names;
}

}  // namespace

const Dialect& dialect(Generation generation) noexcept { return dialects[static_cast<std::size_t>(generation)]; }

const Dialect* find_dialect(std::string_view name) noexcept {
  for (const Dialect& candidate : dialects) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

}  // namespace godot::variant

namespace godot::names {

constexpr TypeNames types_godot2 = variant::names_of(variant::types2);
constexpr TypeNames types_godot3 = variant::names_of(variant::types3);
constexpr TypeNames types_godot4 = variant::names_of(variant::types4);
constexpr TypeNames types_redot_docs = variant::names_of(variant::types_redot);

}  // namespace godot::names
