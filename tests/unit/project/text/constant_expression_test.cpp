// SPDX-License-Identifier: MIT
// Expressions of integers, with the order of GDScript's operators (its reference: GDScript basics, "Operators").
#include "project/text/constant_expression.h"

#include <gtest/gtest.h>

#include <string>

using namespace godot::analysis::project;

namespace {

TEST(ConstantExpressions, HaveTheOrderOfTheOperators) {
  const struct {
    const char* text;
    std::int64_t value;
  } rows[] = {
      {"4", 4},
      {"\t 4 ", 4},
      {"1_000", 1000},
      {"0x1F", 31},
      {"0xfa", 250},
      {"0xAF", 175},
      {"0b101", 5},
      {"1 + 2 * 3", 7},
      {"(1 + 2) * 3", 9},
      {"(1 | 2) * 3", 9},
      {"10 - 4 - 3", 3},
      {"20 / 3 * 2", 12},
      {"-7 / 2", -3},
      {"7 % 4", 3},
      {"-7 % 4", -3},
      {"1 + 1 << 2", 8},
      {"256 >> 4", 16},
      {"0 << 3", 0},
      {"1 << 0", 1},
      {"0 >> 3", 0},
      {"5 >> 31", 0},
      {"6 & 3 ^ 5 | 8", 15},
      {"8 | 5 ^ 3 & 6", 15},
      {"1 << 3 & 12", 8},
      {"~5", -6},
      {"- -3", 3},
      {"+4 - +1", 3},
      {"1 << 31", 2147483648},
      {"-2147483647 - 1", -2147483648},
  };
  for (const auto& row : rows) EXPECT_EQ(constant_value(row.text), row.value) << row.text;
}

TEST(ConstantExpressions, OthersHaveNoValue) {
  for (const char* text :
       {"",      " ",     "+",       "1 +",     "1 + * 2", "(1",      "1)",      "()",  "1 2", "2 ** 3",
        "1 / 0", "1 % 0", "1 << 32", "1 << -1", "1 >> 32", "-1 >> 1", "-1 << 1", "1.5", "x",   "1 + x",
        "0x",    "0b2",   "0xG",     "12a",     "_1",      "-x",      "~x",      "(x)"})
    EXPECT_EQ(constant_value(text), std::nullopt) << text;
}

/// Numbers and results above 2^31 are none: products of two fit into 64 bits.
TEST(ConstantExpressions, AreBounded) {
  for (const char* text : {"2147483649", "2147483648 + 1", "-2147483648 - 1", "65536 * 65536", "99999999999999999999",
                           "0x80000001", "2 << 31"})
    EXPECT_EQ(constant_value(text), std::nullopt) << text;
  const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "7" + std::string(depth, ')'); };
  EXPECT_EQ(constant_value(nested(31)), 7);
  EXPECT_EQ(constant_value(nested(32)), std::nullopt);
  EXPECT_EQ(constant_value(std::string(100000, '-') + "7"), std::nullopt);
}

}  // namespace
