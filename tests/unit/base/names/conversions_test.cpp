// SPDX-License-Identifier: MIT
// Which types of values the engine accepts for an argument of each type: what games of 4.6.3 and 3.2.3 logged that sent
// a value of each type to a method of each type.
#include "base/names/conversions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

namespace godot::analysis::names {
namespace {

using variant::Generation;

struct Accepted {
  std::string_view declared;
  std::vector<std::string_view> sent;
};

const std::vector<Accepted> by_godot_4 = {
    {"bool", {"bool", "int", "float"}},
    {"int", {"bool", "int", "float"}},
    {"float", {"bool", "int", "float"}},
    {"String", {"String", "StringName", "NodePath"}},
    {"Vector2", {"Vector2", "Vector2i"}},
    {"Vector2i", {"Vector2", "Vector2i"}},
    {"Rect2", {"Rect2", "Rect2i"}},
    {"Rect2i", {"Rect2", "Rect2i"}},
    {"Vector3", {"Vector3", "Vector3i"}},
    {"Vector3i", {"Vector3", "Vector3i"}},
    {"Transform2D", {"Transform2D", "Transform3D"}},
    {"Vector4", {"Vector4", "Vector4i"}},
    {"Vector4i", {"Vector4", "Vector4i"}},
    {"Plane", {"Plane"}},
    {"Quaternion", {"Quaternion", "Basis"}},
    {"AABB", {"AABB"}},
    {"Basis", {"Quaternion", "Basis"}},
    {"Transform3D", {"Transform2D", "Quaternion", "Basis", "Transform3D", "Projection"}},
    {"Projection", {"Transform3D", "Projection"}},
    {"Color", {"int", "String", "Color"}},
    {"StringName", {"String", "StringName"}},
    {"NodePath", {"String", "NodePath"}},
    {"RID", {"RID"}},
    {"Callable", {"Callable"}},
    {"Signal", {"Signal"}},
    {"Array",
     {"Array", "PackedByteArray", "PackedInt32Array", "PackedInt64Array", "PackedFloat32Array", "PackedFloat64Array",
      "PackedStringArray", "PackedVector2Array", "PackedVector3Array", "PackedColorArray", "PackedVector4Array"}},
    {"Dictionary", {"Dictionary"}},
    {"PackedByteArray", {"Array", "PackedByteArray"}},
    {"PackedInt32Array", {"Array", "PackedInt32Array"}},
    {"PackedInt64Array", {"Array", "PackedInt64Array"}},
    {"PackedFloat32Array", {"Array", "PackedFloat32Array"}},
    {"PackedFloat64Array", {"Array", "PackedFloat64Array"}},
    {"PackedStringArray", {"Array", "PackedStringArray"}},
    {"PackedVector2Array", {"Array", "PackedVector2Array"}},
    {"PackedVector3Array", {"Array", "PackedVector3Array"}},
    {"PackedColorArray", {"Array", "PackedColorArray"}},
    {"PackedVector4Array", {"Array", "PackedVector4Array"}},
};

const std::vector<Accepted> by_godot_3 = {
    {"bool", {"bool", "int", "float"}},
    {"int", {"bool", "int", "float"}},
    {"float", {"bool", "int", "float"}},
    {"String", {"String", "NodePath"}},
    {"Vector2", {"Vector2"}},
    {"Rect2", {"Rect2"}},
    {"Vector3", {"Vector3"}},
    {"Transform2D", {"Transform2D", "Transform"}},
    {"Plane", {"Plane"}},
    {"Quat", {"Quat", "Basis"}},
    {"AABB", {"AABB"}},
    {"Basis", {"Vector3", "Quat", "Basis"}},
    {"Transform", {"Transform2D", "Quat", "Basis", "Transform"}},
    {"Color", {"int", "String", "Color"}},
    {"NodePath", {"String", "NodePath"}},
    {"RID", {}},
    {"Array",
     {"Array", "PoolByteArray", "PoolIntArray", "PoolRealArray", "PoolStringArray", "PoolVector2Array",
      "PoolVector3Array", "PoolColorArray"}},
    {"Dictionary", {"Dictionary"}},
    {"PoolByteArray", {"Array", "PoolByteArray"}},
    {"PoolIntArray", {"Array", "PoolIntArray"}},
    {"PoolRealArray", {"Array", "PoolRealArray"}},
    {"PoolStringArray", {"Array", "PoolStringArray"}},
    {"PoolVector2Array", {"Array", "PoolVector2Array"}},
    {"PoolVector3Array", {"Array", "PoolVector3Array"}},
    {"PoolColorArray", {"Array", "PoolColorArray"}},
};

void expect(Generation generation, std::span<const Accepted> logged, std::span<const std::string_view> not_sent) {
  for (const variant::TypeRow& type : variant::dialect(generation).types) {
    if (std::find(not_sent.begin(), not_sent.end(), type.name) != not_sent.end()) continue;
    for (const Accepted& row : logged) {
      const bool accepted = std::find(row.sent.begin(), row.sent.end(), type.name) != row.sent.end();
      EXPECT_EQ(accepts(generation, row.declared, type.name), accepted) << row.declared << " <- " << type.name;
    }
  }
}

TEST(Conversions, AreThoseThatGodot46Made) {
  constexpr std::string_view not_sent[] = {"Object"};  // null instead
  expect(Generation::godot4, by_godot_4, not_sent);
  EXPECT_TRUE(accepts(Generation::godot4, "RID", "Object"));
}

TEST(Conversions, AreThoseThatGodot32Made) {
  constexpr std::string_view not_sent[] = {"Object", "RID"};
  expect(Generation::godot3, by_godot_3, not_sent);
}

TEST(Conversions, OfRedotAreGodot4s) {
  EXPECT_TRUE(accepts(Generation::redot, "Transform3D", "Basis"));
  EXPECT_FALSE(accepts(Generation::redot, "Basis", "Vector3"));
  EXPECT_TRUE(accepts(Generation::redot, "int", "Struct")) << "not known";
}

TEST(Conversions, OfClassesAndEnums) {
  for (const char* sent : {"Nil", "int", "Vector2", "Array[int]", "Object", ""})
    EXPECT_TRUE(accepts(Generation::godot4, "Variant", sent)) << sent;
  // The engine refuses both for a class, and accepts one for an enum; a name does not say which it is.
  for (const char* sent : {"Nil", "bool", "int", "float", "Object"})
    EXPECT_TRUE(accepts(Generation::godot4, "Player", sent)) << sent;
  for (const char* sent : {"String", "Vector2", "NodePath", "Array", "Array[int]", "Dictionary", "PackedByteArray"})
    EXPECT_FALSE(accepts(Generation::godot4, "Inner.Kind", sent)) << sent;
  for (const char* declared : {"Object", "Node", "Resource"}) {
    EXPECT_TRUE(accepts(Generation::godot4, declared, "Nil")) << declared;
    EXPECT_TRUE(accepts(Generation::godot4, declared, "Object")) << declared;
    for (const char* sent : {"bool", "int", "float", "String", "RID", "Array"})
      EXPECT_FALSE(accepts(Generation::godot4, declared, sent)) << declared << " <- " << sent;
    EXPECT_TRUE(accepts(Generation::godot3, declared, "int")) << "the method gets null, without an error";
  }
  EXPECT_TRUE(accepts(Generation::godot4, "Transform", "int")) << "a class of that name: the type is Transform3D";
}

// What a game of 4.6.3 logged that was called with objects while allow_object_decoding was off.
TEST(Conversions, AnObjectThatIsSentAsItsIdIsARefCounted) {
  constexpr const char* as_id = "EncodedObjectAsID";
  for (const char* declared : {"", "Variant", "Object", "RefCounted", "EncodedObjectAsID"})
    EXPECT_TRUE(accepts(Generation::godot4, declared, as_id)) << declared;
  for (const char* declared : {"Resource", "Node", "Deck", "int", "String", "Array", "Hero.State"})
    EXPECT_FALSE(accepts(Generation::godot4, declared, as_id)) << declared;
  // One with its content has a class that is not known here.
  EXPECT_TRUE(accepts(Generation::godot4, "Deck", "Object"));
  // Godot 3 passes null instead.
  EXPECT_TRUE(accepts(Generation::godot3, "Deck", as_id));
  EXPECT_FALSE(accepts(Generation::godot3, "int", as_id));
}

TEST(Conversions, OfTypedContainers) {
  const auto accepted = [](std::string_view declared) {
    std::vector<std::string_view> types;
    for (const std::string_view sent :
         {"Array", "Array[int]", "Array[float]", "Array[String]", "Array[Node]", "Array[Array]", "Dictionary",
          "Dictionary[String, int]", "Dictionary[int, Variant]", "PackedInt32Array"})
      if (accepts(Generation::godot4, declared, sent)) types.push_back(sent);
    return types;
  };
  using Types = std::vector<std::string_view>;
  const Types arrays = {"Array",       "Array[int]",   "Array[float]",    "Array[String]",
                        "Array[Node]", "Array[Array]", "PackedInt32Array"};
  EXPECT_EQ(accepted("Array"), arrays);
  EXPECT_EQ(accepted("Array[Variant]"), arrays);
  EXPECT_EQ(accepted("Array[int]"), (Types{"Array[int]", "PackedInt32Array"}));
  EXPECT_EQ(accepted("Array[float]"), (Types{"Array[float]", "PackedInt32Array"}));
  EXPECT_EQ(accepted("Array[String]"), (Types{"Array[String]", "PackedInt32Array"}));
  EXPECT_EQ(accepted("Array[Array]"), (Types{"Array[Array]", "PackedInt32Array"}));
  EXPECT_EQ(accepted("Array[Node]"), (Types{"Array[Node]", "PackedInt32Array"}));
  EXPECT_EQ(accepted("Array[Kind]"), (Types{"Array[int]", "Array[Node]", "PackedInt32Array"}))
      << "of Node the engine refuses: the name does not say that it is an enum's";
  EXPECT_FALSE(accepts(Generation::godot4, "Array[Node]", "Array[EncodedObjectAsID]"));
  EXPECT_EQ(accepted("Dictionary[String,int]"), (Types{"Dictionary[String, int]"}));
  EXPECT_EQ(accepted("Dictionary[int,Variant]"), (Types{"Dictionary[int, Variant]"}));
  EXPECT_EQ(accepted("Dictionary[Variant,Variant]"),
            (Types{"Dictionary", "Dictionary[String, int]", "Dictionary[int, Variant]"}));
  EXPECT_TRUE(accepts(Generation::godot4, "Dictionary[int,String]", "Dictionary[Variant, String]"));
  EXPECT_TRUE(accepts(Generation::godot4, "Dictionary[int,String]", "Dictionary[int, Variant]"));
  EXPECT_FALSE(accepts(Generation::godot4, "Dictionary[int,String]", "Dictionary[Variant, int]"));
  EXPECT_TRUE(accepts(Generation::godot4, "Dictionary[int,String]", "Dictionary[int,String]")) << "without a space";
  // A type without both of its elements proves nothing.
  EXPECT_TRUE(accepts(Generation::godot4, "Dictionary[int,String]", "Dictionary[float]"));
  EXPECT_TRUE(accepts(Generation::godot4, "Dictionary[int]", "Dictionary[float, float]"));
  EXPECT_TRUE(accepts(Generation::godot4, "Dictionary[int]", "Dictionary"));
  EXPECT_TRUE(accepts(Generation::godot4, "Array[int", "Array[float]")) << "a bracket is missing";
}

}  // namespace
}  // namespace godot::analysis::names
