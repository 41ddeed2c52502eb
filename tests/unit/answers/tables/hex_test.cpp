// SPDX-License-Identifier: MIT
#include "answers/tables/hex.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

std::string hex_of(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  godot::analysis::report::append_hex(text, bytes);
  return text;
}

TEST(Hex, NothingIsNoLine) { EXPECT_EQ(hex_of({}), ""); }

TEST(Hex, ALineEndsWithWhatAsciiPrints) {
  EXPECT_EQ(hex_of({0x47, 0x6F, 0x00, 0x1F, 0x20, 0x7E, 0x7F, 0xC3}),
            "000000  47 6f 00 1f 20 7e 7f c3                          Go.. ~..\n");
}

TEST(Hex, ALineHasSixteenBytes) {
  EXPECT_EQ(hex_of(std::vector<std::uint8_t>(16, 0x61)),
            "000000  61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61  aaaaaaaaaaaaaaaa\n");
  EXPECT_EQ(hex_of(std::vector<std::uint8_t>(17, 0x61)),
            "000000  61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61  aaaaaaaaaaaaaaaa\n"
            "000010  61                                               a\n");
}

}  // namespace
