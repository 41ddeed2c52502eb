// SPDX-License-Identifier: MIT
// Every type of every dialect: the table of vectors.h against the walk, its leaves and its text.
#include "tests/unit/support/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "codec/variant/fields.h"
#include "codec/variant/scan.h"
#include "tests/unit/support/recorder.h"
#include "tests/unit/support/samples.h"

namespace godot::test {

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.dialect << ' ' << vector.name; }

namespace {

class Vectors : public testing::TestWithParam<Vector> {};

TEST_P(Vectors, HasTheMeaningInTheTable) {
  const Vector& row = GetParam();
  const ExactCopy copy(from_hex(row.hex));
  const Reading reading(copy.buffer(), options_of(row));
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_EQ(name(reading.result.problem.code), "none");
  EXPECT_EQ(reading.result.consumed, copy.size());
  const bool has_notes = variant::validate(copy.buffer(), options_of(row)).notes.any();
  EXPECT_EQ(variant::end_of_good(copy.buffer(), options_of(row)), has_notes ? 0 : copy.size());
  EXPECT_EQ(reading.recorder.text().text, row.text);
  EXPECT_EQ(reading.recorder.leaf_text(), row.leaves);
  const auto type = std::find_if(reading.recorder.leaves().begin(), reading.recorder.leaves().end(),
                                 [](const Recorder::Leaf& leaf) { return leaf.field == field::type_name; });
  ASSERT_NE(type, reading.recorder.leaves().end());
  EXPECT_EQ(type->value, row.type);
}

std::string test_name(const testing::TestParamInfo<Vector>& row) {
  std::string name = std::to_string(row.index) + "_" + row.param.dialect + "_" + row.param.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char byte) { return std::isalnum(byte) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Vectors, testing::ValuesIn(vectors), test_name);

/// Whole values of these types are found to be good without a walk, alone and in containers.
TEST(VectorTable, UsualValuesNeedNoWalk) {
  for (const char* hex : {
           "00000000",                                                        // null
           "01000000 01000000",                                               // true
           "04000000 05000000 61626364 65000000",                             // "abcde"
           "05000000 0000c03f 000000c0",                                      // a Vector2
           "1d000000 04000000 01020304",                                      // a PackedByteArray
           "1c000000 00000000",                                               // []
           "1c000000 02000000 00000000 1c000000 00000000",                    // [null, []]
           "1b000000 01000000 02000000 07000000 1c000000 01000000 00000000",  // {7: [null]}
       }) {
    const ExactCopy copy(from_hex(hex));
    EXPECT_EQ(variant::end_of_usual(copy.buffer(), 0, variant::dialect(variant::Generation::godot4),
                                    variant::Precision::single_),
              copy.size())
        << hex;
  }
}

TEST(VectorTable, HasEveryTypeOfEveryDialect) {
  for (std::size_t i = 0; i < variant::generation_count; ++i) {
    const variant::Dialect& dialect = variant::dialect(static_cast<variant::Generation>(i));
    std::set<std::string_view> types;
    for (const Vector& row : vectors) {
      // Redot reads every value of Godot 4; its rows are its additions.
      const bool shared = dialect.generation == variant::Generation::redot && std::string_view(row.dialect) == "godot4";
      if (row.dialect == dialect.name || shared) types.insert(row.type);
    }
    for (const variant::TypeRow& type : dialect.types)
      EXPECT_TRUE(types.contains(type.name)) << dialect.name << ' ' << type.name;
  }
}

}  // namespace
}  // namespace godot::test
