// SPDX-License-Identifier: MIT
// Types of `var name := value`, as GDScript infers them; none where the text alone does not show it.
#include <gtest/gtest.h>

#include "project/scripts/script.h"

using namespace godot::analysis::project;

namespace {

std::string type_of(const std::string& value) {
  const Script script = read_gdscript("extends Node\nvar x := " + value + "\nvar y: int\n");
  const auto& variables = script.classes.at(0).variables;
  EXPECT_EQ(variables.size(), 2U) << value;
  return variables.at(0).type;
}

TEST(InferredTypes, OfLiterals) {
  const struct {
    const char* value;
    const char* type;
  } rows[] = {
      {"1", "int"},        {"1_000", "int"},     {"0x1F", "int"},          {"0b11", "int"},        {"-1", "int"},
      {"- -1", "int"},     {"+1", "int"},        {"1.5", "float"},         {"-1.5", "float"},      {".5", "float"},
      {"-.5", "float"},    {"1.", "float"},      {"1e5", "float"},         {"true", "bool"},       {"false", "bool"},
      {"PI", "float"},     {"TAU", "float"},     {"INF", "float"},         {"NAN", "float"},       {"\"a\"", "String"},
      {"'a'", "String"},   {"r\"a\"", "String"}, {"&\"a\"", "StringName"}, {"^\"a\"", "NodePath"}, {"[]", "Array"},
      {"[1, 2]", "Array"}, {"{}", "Dictionary"}, {"{1: 2}", "Dictionary"},
  };
  for (const auto& row : rows) EXPECT_EQ(type_of(row.value), row.type) << row.value;
}

TEST(InferredTypes, OfConstructorsAndConstants) {
  EXPECT_EQ(type_of("Vector2(1, 2)"), "Vector2");
  EXPECT_EQ(type_of("Vector2()"), "Vector2");
  EXPECT_EQ(type_of("Transform3D.IDENTITY"), "Transform3D");
  EXPECT_EQ(type_of("Vector3.ZERO"), "Vector3");
  EXPECT_EQ(type_of("Color.RED"), "Color");
  // The numbers of axes and planes are ints.
  EXPECT_EQ(type_of("Vector2.AXIS_X"), "");
  EXPECT_EQ(type_of("Projection.PLANE_NEAR"), "");
  EXPECT_EQ(type_of("Projection.IDENTITY"), "Projection");
}

TEST(InferredTypes, OthersAreNotShownByTheText) {
  for (const char* value : {"a",
                            "-a",
                            "null",
                            "a()",
                            "Node.new()",
                            "Object()",
                            "Vector2.from_angle(1)",
                            "Vector2.x",
                            "1 + 2",
                            "1.5 * a",
                            "\"a\" + \"b\"",
                            "\"a\".length()",
                            "[1][0]",
                            "{1: 2}[1]",
                            "Vector2(1, 2) * 3",
                            "Vector2(1, 2).x",
                            "$A",
                            "not a",
                            "-\"a\"",
                            "(1)"})
    EXPECT_EQ(type_of(value), "") << value;
}

}  // namespace
