// SPDX-License-Identifier: MIT
// Types of the values of properties: from the engine's classes as its reference describes them, and from scripts.
#include "project/index/property_types.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "project/audit/state_size.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis::project;
using godot::test::Folder;

namespace {

/// A root with a script, a node of each kind, and a synchronizer of the root; one more has another root.
class TypesOfProperties : public testing::Test {
 protected:
  void open(std::string_view script) {
    folder_.write("project.godot", "config_version=5\n");
    folder_.write("thing.gd", script);
    folder_.write("thing.tscn",
                  "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://thing.gd\" id=\"1\"]\n"
                  "[node name=\"Thing\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n"
                  "[node name=\"Deep\" type=\"CharacterBody3D\" parent=\".\"]\n"
                  "[node name=\"Plain\" type=\"Node\" parent=\".\"]\n"
                  "[node name=\"Sync\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n"
                  "[node name=\"Other\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n"
                  "root_path = NodePath(\"../Deep\")\n");
    project_.emplace(folder_.path());
    ASSERT_TRUE(project_->refresh());
    scene_ = project_->scene_at("res://thing.tscn");
    ASSERT_GE(scene_, 0);
  }

  /// `one`, or `one|other`; empty: not known.
  std::string types(std::string_view path, const char* synchronizer = "Sync") {
    const ValueTypes found = value_types(*project_, scene_, project_->node_at(scene_, synchronizer), path);
    return std::string(found.names[0]) + (found.names[1].empty() ? "" : "|" + std::string(found.names[1]));
  }

  Folder folder_;
  std::optional<Project> project_;
  int scene_ = -1;
};

}  // namespace

TEST_F(TypesOfProperties, OfTheEnginesClasses) {
  open("extends Node2D\n");
  const struct {
    const char* property;
    const char* flat;
    const char* spatial;
  } rows[] = {
      {"position", "Vector2", "Vector3"},       {"rotation", "float", "Vector3"},
      {"scale", "Vector2", "Vector3"},          {"velocity", "Vector2", "Vector3"},
      {"angular_velocity", "float", "Vector3"}, {"transform", "Transform2D", "Transform3D"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(types(std::string(".:") + row.property), row.flat);
    EXPECT_EQ(types(std::string("Deep:") + row.property), row.spatial);
    EXPECT_EQ(types(std::string("Plain:") + row.property), std::string(row.flat) + "|" + row.spatial)
        << "its class does not show the number of dimensions";
    EXPECT_EQ(types(std::string(".:") + row.property, "Other"), row.spatial) << "from the synchronizer's own root";
  }
  for (const char* node : {".", "Deep", "Plain"}) {
    EXPECT_EQ(types(std::string(node) + ":visible"), "bool");
    EXPECT_EQ(types(std::string(node) + ":modulate"), "Color");
    EXPECT_EQ(types(std::string(node) + ":name"), "StringName");
    EXPECT_EQ(types(std::string(node) + ":health"), "") << "no property of the engine";
  }
  EXPECT_EQ(types("Nowhere:position"), "");
  EXPECT_EQ(types("position"), "") << "a node's name without a property";
  EXPECT_EQ(value_types(*project_, scene_, -1, ".:position"), ValueTypes{});
  EXPECT_EQ(value_types(*project_, scene_, 99, ".:position"), ValueTypes{});
}

TEST_F(TypesOfProperties, OfPartsOfAValue) {
  open("extends Node2D\nvar cell: Vector2i\nvar tint: Color\nvar turn: Quaternion\nvar title: String\n");
  EXPECT_EQ(types(".:position:x"), "float");
  EXPECT_EQ(types(".:modulate:a"), "float");
  EXPECT_EQ(types(".:tint:r"), "float");
  EXPECT_EQ(types(".:turn:w"), "float");
  EXPECT_EQ(types(".:cell:y"), "int");
  EXPECT_EQ(types(".:title:x"), "") << "text has no parts";
  EXPECT_EQ(types(".:transform:x"), "") << "a column";
  EXPECT_EQ(types(".:position:q"), "");
  EXPECT_EQ(types(".:position:xy"), "");
  EXPECT_EQ(types(".:position:"), "");
}

TEST_F(TypesOfProperties, OfPartsOfEachType) {
  const std::pair<const char*, const char*> rows[] = {
      {"Vector2", "float"}, {"Vector3", "float"}, {"Vector4", "float"}, {"Quaternion", "float"},
      {"Color", "float"},   {"Vector2i", "int"},  {"Vector3i", "int"},  {"Vector4i", "int"},
      {"Basis", ""},        {"Transform2D", ""},  {"Rect2", ""},        {"Array", ""},
  };
  std::string script = "extends Node2D\n";
  for (const auto& [type, part] : rows) script += "var v" + std::string(type) + ": " + type + "\n";
  open(script.c_str());
  for (const auto& [type, part] : rows) {
    EXPECT_EQ(types(".:v" + std::string(type)), type);
    EXPECT_EQ(types(".:v" + std::string(type) + ":x"), part) << type;
  }
}

TEST_F(TypesOfProperties, OfScriptsComeFirst) {
  open("extends Node2D\nvar position: int\nvar health := 3\nvar names: Array[String]\nvar free\nvar other: Node\n");
  EXPECT_EQ(types(".:position"), "int");
  EXPECT_EQ(types("Deep:position"), "Vector3") << "another node's";
  EXPECT_EQ(types(".:health"), "int");
  EXPECT_EQ(types(".:names"), "Array") << "without the type of its elements";
  EXPECT_EQ(types(".:free"), "");
  EXPECT_EQ(types(".:other"), "") << "an object may be sent as its number, or as null";
}

TEST_F(TypesOfProperties, WhatTypesAllow) {
  const ValueTypes unknown;
  EXPECT_TRUE(unknown.allows("int"));
  const ValueTypes one{{"int", ""}};
  EXPECT_TRUE(one.allows("int"));
  EXPECT_FALSE(one.allows("float"));
  EXPECT_FALSE(one.allows(""));
  const ValueTypes two{{"float", "Vector3"}};
  EXPECT_TRUE(two.allows("Vector3"));
  EXPECT_FALSE(two.allows("Vector2"));
}

/// docs/wire: in a state, a bool is in its type's byte, an int has 1, 2, 4 or 8 bytes behind one, others a header of 4.
TEST(SizesOfValues, AreThoseOfStates) {
  const struct {
    ValueTypes types;
    std::uint32_t least;
    std::uint32_t most;  ///< 0: no limit
  } rows[] = {
      {{{"bool", ""}}, 1, 1},
      {{{"int", ""}}, 2, 9},
      {{{"float", ""}}, 8, 12},
      {{{"Vector2", ""}}, 12, 12},
      {{{"Vector3", ""}}, 16, 16},
      {{{"Vector3i", ""}}, 16, 16},
      {{{"Color", ""}}, 20, 20},
      {{{"Basis", ""}}, 40, 40},
      {{{"Transform2D", ""}}, 28, 28},
      {{{"Transform3D", ""}}, 52, 52},
      {{{"Projection", ""}}, 68, 68},
      {{{"Vector2", "Vector3"}}, 12, 16},
      {{{"float", "Vector3"}}, 8, 16},
      {{{"Vector3", "float"}}, 8, 16},
      {{{"String", ""}}, 8, 0},
      {{{"StringName", ""}}, 8, 0},
      {{{"PackedByteArray", ""}}, 8, 0},
      {{{"Array", ""}}, 1, 0},
      {{{"", ""}}, 1, 0},
      {{{"String", "bool"}}, 1, 0},
      {{{"bool", "String"}}, 1, 0},
  };
  for (const auto& row : rows) {
    const ByteRange range = bytes_of_value(row.types);
    EXPECT_EQ(range.least, row.least) << row.types.names[0] << row.types.names[1];
    EXPECT_EQ(range.is_bounded, row.most != 0) << row.types.names[0] << row.types.names[1];
    if (row.most != 0) {
      EXPECT_EQ(range.most, row.most) << row.types.names[0] << row.types.names[1];
    }
  }
}
