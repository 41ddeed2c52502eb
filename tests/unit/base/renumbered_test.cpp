// SPDX-License-Identifier: MIT
#include "base/renumbered.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

TEST(Renumbered, NothingIsDropped) {
  const Renumbered all;
  EXPECT_EQ(all.dropped(), 0U);
  EXPECT_EQ(all.among_all(5), 5U);
  EXPECT_EQ(all.among_kept(5), 5U);
}

/// Of seven packets the second, third and sixth are dropped: those that are kept have the numbers 1 to 4.
TEST(Renumbered, BothNumbersOfEachPacket) {
  Renumbered all;
  all.drop(2);
  all.drop(2);
  all.drop(4);
  EXPECT_EQ(all.dropped(), 3U);
  constexpr std::uint32_t kept[] = {1, 4, 5, 7};
  for (std::uint32_t number = 1; number <= 4; ++number) {
    EXPECT_EQ(all.among_all(number), kept[number - 1]);
    EXPECT_EQ(all.among_kept(kept[number - 1]), number);
  }
  for (const std::uint32_t dropped : {2U, 3U, 6U}) EXPECT_EQ(all.among_kept(dropped), 0U);
}

TEST(Renumbered, AnotherCapture) {
  Renumbered all;
  all.drop(1);
  all.forget();
  EXPECT_EQ(all.dropped(), 0U);
  EXPECT_EQ(all.among_all(1), 1U);
}

}  // namespace
}  // namespace godot::analysis
