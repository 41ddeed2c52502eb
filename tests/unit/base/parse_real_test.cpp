// SPDX-License-Identifier: MIT
#include "base/parse_real.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis {
namespace {

TEST(RealText, AreReadToTheNearestNumber) {
  const struct {
    const char* text;
    double number;
  } rows[] = {{"0", 0},
              {"2", 2},
              {".5", 0.5},
              {"3.", 3},
              {"-1.5e+3", -1500},
              {"+25E-2", 0.25},
              {"0.1", 0.1},
              {"0.30000001192092896", 0.30000001192092896},
              {"1.7976931348623157e308", 1.7976931348623157e308},
              {"5e-324", 5e-324},
              {"123456789012345678901234567890", 123456789012345678901234567890.0},
              {"1e-99999", 0}};
  for (const auto& row : rows) EXPECT_EQ(real_in(row.text), row.number) << row.text;
}

TEST(RealText, OtherTextsAreNone) {
  for (const char* text : {"",    "-",  ".",  "-.",  "e5",  "1e",   "1e+",   "1e+-2",  "1e--2",         "1.2.3",
                           "1,5", " 1", "1 ", "nan", "inf", "0x10", "1e400", "-1e400", "1e99999999999", "--1"})
    EXPECT_EQ(real_in(text), std::nullopt) << text;
  EXPECT_EQ(real_in(std::string(64, '1')), 1111111111111111111111111111111111111111111111111111111111111111.0);
  EXPECT_EQ(real_in(std::string(65, '1')), std::nullopt);
}

}  // namespace
}  // namespace godot::analysis
