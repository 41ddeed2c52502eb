// SPDX-License-Identifier: MIT
// Schemas as scripts write them. walk_test.cpp has the values that netfox's own serializers wrote and read.
#include "codec/libraries/netfox/schema.h"

#include <gtest/gtest.h>

namespace godot::test {
namespace {

using netfox::Scalar;
using netfox::Schema;
using netfox::Shape;

Schema parsed(std::string_view text) {
  Schema schema;
  EXPECT_TRUE(netfox::parse(text, schema)) << text;
  return schema;
}

TEST(NetfoxSchema, Scalars) {
  EXPECT_EQ(parsed("uint8").root().shape, Shape::scalar);
  EXPECT_EQ(parsed("uint8").root().scalar, Scalar::uint8);
  EXPECT_EQ(parsed("NetworkSchemas.sfrac16()").root().scalar, Scalar::sfrac16);
  EXPECT_EQ(parsed(" NetworkSchemas . radians32 ( ) ").root().scalar, Scalar::radians32);
}

TEST(NetfoxSchema, Vectors) {
  EXPECT_EQ(parsed("vec2f16()").root().shape, Shape::vector2);
  EXPECT_EQ(parsed("vec2f16()").root().scalar, Scalar::float16);
  EXPECT_EQ(parsed("NetworkSchemas.vec3t(NetworkSchemas.sfrac8())").root().shape, Shape::vector3);
  EXPECT_EQ(parsed("NetworkSchemas.vec3t(NetworkSchemas.sfrac8())").root().scalar, Scalar::sfrac8);
  EXPECT_EQ(parsed("quatf32").root().shape, Shape::quaternion);
  EXPECT_EQ(parsed("transform3f64").root().scalar, Scalar::float64);
  EXPECT_EQ(parsed("normal3f16").root().shape, Shape::normal3);
}

TEST(NetfoxSchema, Containers) {
  const Schema array = parsed("array_of(NetworkSchemas.varuint(), NetworkSchemas.uint8())");
  EXPECT_EQ(array.root().shape, Shape::array);
  EXPECT_EQ(array.root().scalar, Scalar::uint8);
  EXPECT_EQ(array.parts[array.root().first].scalar, Scalar::varuint);
  const Schema plain = parsed("array_of()");
  EXPECT_EQ(plain.root().scalar, Scalar::uint16);  // the default
  EXPECT_EQ(plain.parts[plain.root().first].shape, Shape::variant);
  const Schema pairs = parsed("dictionary(string, array_of(vec2f16), varuint)");
  EXPECT_EQ(pairs.root().scalar, Scalar::varuint);
  EXPECT_EQ(pairs.parts[pairs.root().first].shape, Shape::string);
  const Schema::Part& value = pairs.parts[pairs.root().second];
  EXPECT_EQ(value.shape, Shape::array);
  EXPECT_EQ(pairs.parts[value.first].shape, Shape::vector2);
  EXPECT_EQ(parsed("dictionary()").count, 3);
  EXPECT_EQ(parsed("dictionary(c_string)").parts[2].shape, Shape::variant);
}

/// Eight parts are kept: a text of any depth needs no more memory.
TEST(NetfoxSchema, PartsAreLimited) {
  const auto nested = [](int depth) {
    std::string text = "array_of()";
    for (int i = 1; i != depth; ++i) text = "array_of(" + text + ")";
    return text;
  };
  EXPECT_EQ(parsed(nested(7)).count, 8) << "seven arrays, and the Variants in the innermost one";
  Schema schema;
  EXPECT_FALSE(netfox::parse(nested(8), schema)) << "no room for the Variants";
  EXPECT_FALSE(netfox::parse(nested(9), schema)) << "no room for the array";
}

TEST(NetfoxSchema, None) {
  Schema schema;
  for (const std::string_view text :
       {"", "vec2", "vec2f8", "vec5f16", "uint8(", "uint8)", "uint8(1)", "array_of(vec2f16", "array_of(vec2f16,)",
        "array_of(vec2f16, string)", "array_of(vec2f16, float32)", "my_serializer()", "NetworkSchemas", "variant x",
        "vec2t()", "vec2t(string)", "array_of(vec2f16, bool8)",
        "array_of(array_of(array_of(array_of(array_of(array_of(array_of(array_of(uint8))))))))"}) {
    EXPECT_FALSE(netfox::parse(text, schema)) << text;
  }
}

}  // namespace
}  // namespace godot::test
