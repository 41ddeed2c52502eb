// SPDX-License-Identifier: MIT
#include "extcap/admission.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace std::chrono_literals;
using godotdump::Connection;

TEST(Admission, NobodyIsReplacedWhoSpeaks) {
  const std::vector<Connection> connections = {{.silent = 9s}, {.silent = 59s, .is_game = true}, {.silent = 0s}};
  EXPECT_FALSE(godotdump::to_replace(connections));
  EXPECT_FALSE(godotdump::to_replace({}));
}

TEST(Admission, TheLongestSilentIsReplaced) {
  const std::vector<Connection> connections = {{.silent = 11s}, {.silent = 30s}, {.silent = 12s}};
  EXPECT_EQ(godotdump::to_replace(connections), 1U);
}

TEST(Admission, StrangersBeforeGames) {
  const std::vector<Connection> connections = {{.silent = 500s, .is_game = true}, {.silent = 11s}, {.silent = 5s}};
  EXPECT_EQ(godotdump::to_replace(connections), 1U);
  const std::vector<Connection> games = {{.silent = 500s, .is_game = true}, {.silent = 5s}};
  EXPECT_EQ(godotdump::to_replace(games), 0U);
}

TEST(Admission, MemoryIsThatOfAll) {
  constexpr std::size_t half = godotdump::most_unfinished / 2;
  const std::vector<Connection> fits = {{.memory = half}, {.memory = half}};
  EXPECT_FALSE(godotdump::to_close(fits));
  const std::vector<Connection> too_much = {{.memory = half}, {.memory = half + 1}, {.memory = 3}};
  EXPECT_EQ(godotdump::to_close(too_much), 1U);
}

TEST(Admission, AFloodIsOneMessageASecond) {
  godotdump::Tally tally;
  const godotdump::Tally::Time begin{};
  EXPECT_EQ(tally.due(begin), 0U);
  tally.count();
  EXPECT_EQ(tally.due(begin), 1U);
  for (int i = 0; i < 1000; ++i) tally.count();
  EXPECT_EQ(tally.due(begin + 999ms), 0U);
  EXPECT_EQ(tally.due(begin + 1000ms), 1000U);
  EXPECT_EQ(tally.due(begin + 3000ms), 0U);
}

}  // namespace
