// SPDX-License-Identifier: MIT
#include "base/names/conversions.h"

#include <algorithm>
#include <array>
#include <span>

namespace godot::analysis::names {
namespace {

/// A type, and the others that the engine converts to it.
struct Conversion {
  std::string_view to;
  std::array<std::string_view, 10> from;
};

// The rows of can_convert_strict(), in its order. Types without a row accept only themselves. `Object` is a class.
constexpr Conversion of_godot_3[] = {
    {"bool", {"int", "float"}},
    {"int", {"bool", "float"}},
    {"float", {"bool", "int"}},
    {"String", {"NodePath"}},
    {"Transform2D", {"Transform"}},
    {"Quat", {"Basis"}},
    {"Basis", {"Quat", "Vector3"}},
    {"Transform", {"Transform2D", "Quat", "Basis"}},
    {"Color", {"String", "int"}},
    {"RID", {"Object"}},
    {"NodePath", {"String"}},
    {"Array",
     {"PoolByteArray", "PoolIntArray", "PoolStringArray", "PoolRealArray", "PoolColorArray", "PoolVector2Array",
      "PoolVector3Array"}},
    {"PoolByteArray", {"Array"}},
    {"PoolIntArray", {"Array"}},
    {"PoolRealArray", {"Array"}},
    {"PoolStringArray", {"Array"}},
    {"PoolVector2Array", {"Array"}},
    {"PoolVector3Array", {"Array"}},
    {"PoolColorArray", {"Array"}},
};

constexpr Conversion of_godot_4[] = {
    {"bool", {"int", "float"}},
    {"int", {"bool", "float"}},
    {"float", {"bool", "int"}},
    {"String", {"NodePath", "StringName"}},
    {"Vector2", {"Vector2i"}},
    {"Vector2i", {"Vector2"}},
    {"Rect2", {"Rect2i"}},
    {"Rect2i", {"Rect2"}},
    {"Transform2D", {"Transform3D"}},
    {"Vector3", {"Vector3i"}},
    {"Vector3i", {"Vector3"}},
    {"Vector4", {"Vector4i"}},
    {"Vector4i", {"Vector4"}},
    {"Quaternion", {"Basis"}},
    {"Basis", {"Quaternion"}},
    {"Transform3D", {"Transform2D", "Quaternion", "Basis", "Projection"}},
    {"Projection", {"Transform3D"}},
    {"Color", {"String", "int"}},
    {"RID", {"Object"}},
    {"StringName", {"String"}},
    {"NodePath", {"String"}},
    {"Array",
     {"PackedByteArray", "PackedInt32Array", "PackedInt64Array", "PackedFloat32Array", "PackedFloat64Array",
      "PackedStringArray", "PackedColorArray", "PackedVector2Array", "PackedVector3Array", "PackedVector4Array"}},
    {"PackedByteArray", {"Array"}},
    {"PackedInt32Array", {"Array"}},
    {"PackedInt64Array", {"Array"}},
    {"PackedFloat32Array", {"Array"}},
    {"PackedFloat64Array", {"Array"}},
    {"PackedStringArray", {"Array"}},
    {"PackedVector2Array", {"Array"}},
    {"PackedVector3Array", {"Array"}},
    {"PackedColorArray", {"Array"}},
    {"PackedVector4Array", {"Array"}},
};

/// The types and conversions of an engine's scripts. Redot's are Godot 4's; Godot 2 declares no types.
struct Family {
  variant::Generation types;
  std::span<const Conversion> conversions;

  [[nodiscard]] bool is_godot_4() const noexcept { return types == variant::Generation::godot4; }
};

Family family_of(variant::Generation generation) noexcept {
  const bool is_godot_4 = generation == variant::Generation::godot4 || generation == variant::Generation::redot;
  if (is_godot_4) return {variant::Generation::godot4, of_godot_4};
  return {variant::Generation::godot3, of_godot_3};
}

template <class Range, class Value>
bool contains(const Range& range, const Value& value) noexcept {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

bool has_type(const Family& family, std::string_view name) noexcept {
  const auto& types = variant::dialect(family.types).types;
  return std::any_of(types.begin(), types.end(), [&](const variant::TypeRow& row) { return row.name == name; });
}

bool converts(const Family& family, std::string_view declared, std::string_view sent) noexcept {
  return std::any_of(family.conversions.begin(), family.conversions.end(),
                     [&](const Conversion& row) { return row.to == declared && contains(row.from, sent); });
}

/// Classes of the engine that arguments are declared with most; a script's class or enum cannot have such a name.
constexpr std::string_view engine_classes[] = {
    "Object", "Node", "Node2D", "Node3D", "CanvasItem", "Control", "Resource", "RefCounted",
};
constexpr std::string_view enum_values[] = {"bool", "int", "float"};

/// For a class or an enum, which a script declares elsewhere. Godot 4: a class accepts null and objects, an enum
/// numbers. Godot 3 passes null instead of what a class does not accept, and prints no error.
bool may_be_of_script_type(const Family& family, std::string_view declared, std::string_view sent) noexcept {
  if (!family.is_godot_4() || declared == "Variant" || declared.empty()) return true;
  if (sent == "Nil" || sent == "Object") return true;
  return contains(enum_values, sent) && !contains(engine_classes, declared);
}

/// The text between the brackets of `Array[int]`; empty: there are none.
std::string_view elements_of(std::string_view type) noexcept {
  const std::size_t begin = type.find('[');
  if (begin == std::string_view::npos || !type.ends_with(']')) return {};
  return type.substr(begin + 1, type.size() - begin - 2);
}

/// The types of elements must be the same. Of two that are no Variant's own, nothing is known: a class may have several
/// names. An enum is sent as int, an object without its content as EncodedObjectAsID.
bool may_be_element(const Family& family, std::string_view declared, std::string_view sent) noexcept {
  if (declared == sent || declared == "Variant") return true;
  if (sent == "EncodedObjectAsID" || (declared != "Object" && has_type(family, declared))) return false;
  const bool is_class = sent == "Object" || (sent != "Variant" && !has_type(family, sent));
  return is_class || (sent == "int" && !contains(engine_classes, declared));
}

/// For a container of the declared kind, which Godot 4 may declare with types of its elements. One that is sent without
/// them is refused; a Dictionary that is sent with one of them is judged by that.
bool may_be_container(const Family& family, std::string_view declared, std::string_view sent) noexcept {
  const std::string_view asked = elements_of(declared);
  if (!family.is_godot_4() || asked.empty()) return true;
  const std::string_view given = elements_of(sent);
  if (declared.starts_with("Array")) return may_be_element(family, asked, given.empty() ? "Variant" : given);
  const std::size_t comma = asked.find(',');
  const std::size_t given_comma = given.find(',');
  if (comma == std::string_view::npos) return true;
  if (given.empty()) return asked == "Variant,Variant";
  if (given_comma == std::string_view::npos) return true;
  const std::string_view key = given.substr(0, given_comma);
  std::string_view value = given.substr(given_comma + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  return (key == "Variant" || may_be_element(family, asked.substr(0, comma), key)) &&
         (value == "Variant" || may_be_element(family, asked.substr(comma + 1), value));
}

/// An object that was sent as its id arrives as an EncodedObjectAsID, which is a RefCounted.
constexpr std::string_view object_as_id = "EncodedObjectAsID";
constexpr std::string_view classes_of_ids[] = {object_as_id, "RefCounted", "Object", "Variant", ""};

}  // namespace

bool accepts(variant::Generation generation, std::string_view declared, std::string_view sent) noexcept {
  const Family family = family_of(generation);
  const std::string_view to = declared.substr(0, declared.find('['));
  if (sent == object_as_id) {
    const bool is_class = family.is_godot_4() && !has_type(family, to);
    return is_class ? contains(classes_of_ids, declared) : accepts(generation, declared, "Object");
  }
  const std::string_view from = sent.substr(0, sent.find('['));
  if (!has_type(family, from)) return true;
  if (!has_type(family, to) || to == "Object") return may_be_of_script_type(family, declared, from);
  return to == from ? may_be_container(family, declared, sent) : converts(family, to, from);
}

}  // namespace godot::analysis::names
