// SPDX-License-Identifier: MIT
#include "extcap/mirror/game_admission.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace std::chrono_literals;
using godotdump::Connection;

TEST(Admission, NobodyIsReplacedWhoSpeaks) {
  const std::vector<Connection> connections = {{.age = 9s}, {.silent = 59s, .is_game = true}, {.silent = 0s}};
  EXPECT_FALSE(godotdump::to_replace(connections, ""));
  EXPECT_FALSE(godotdump::to_replace({}, ""));
}

TEST(Admission, OneThatDescribesNoGameIsReplacedWhateverItSends) {
  const std::vector<Connection> connections = {{.age = 9s}, {.age = 11s, .silent = 1s}, {.age = 12s, .silent = 0s}};
  EXPECT_EQ(godotdump::to_replace(connections, ""), 1U);
}

TEST(Admission, StrangersBeforeGames) {
  const std::vector<Connection> connections = {
      {.age = 500s, .silent = 500s, .is_game = true}, {.age = 11s}, {.age = 5s}};
  EXPECT_EQ(godotdump::to_replace(connections, ""), 1U);
  const std::vector<Connection> games = {{.silent = 500s, .is_game = true}, {.age = 5s}};
  EXPECT_EQ(godotdump::to_replace(games, ""), 0U);
}

/// Each limit, and a millisecond less.
TEST(Admission, TheTimesAfterWhichOneMayGo) {
  using namespace godotdump;
  const auto is_replaced = [](const Connection& one, std::string_view address) {
    const std::vector<Connection> connections = {one, {.silent = 0s, .is_game = true, .address = "a"}};
    return to_replace(connections, address) == std::optional<std::size_t>{0};
  };
  EXPECT_TRUE(is_replaced({.age = undescribed_stays, .address = "a"}, "a"));
  EXPECT_FALSE(is_replaced({.age = undescribed_stays - 1ms, .silent = 99s, .address = "a"}, "a"));
  EXPECT_TRUE(is_replaced({.silent = silent_game, .is_game = true, .address = "a"}, "a"));
  EXPECT_FALSE(is_replaced({.age = 99s, .silent = silent_game - 1ms, .is_game = true, .address = "a"}, "a"));
  EXPECT_TRUE(is_replaced({.silent = silent_neighbour, .is_game = true, .address = "a"}, "b"));
  EXPECT_FALSE(is_replaced({.silent = silent_neighbour - 1ms, .is_game = true, .address = "a"}, "b"));
  EXPECT_FALSE(is_replaced({.silent = silent_neighbour, .is_game = true, .address = "c"}, "b")) << "one place each";
}

/// The first of two that are alike.
TEST(Admission, OfEqualsTheFirstGoes) {
  const std::vector<Connection> connections = {{.age = 11s}, {.age = 12s}};
  EXPECT_EQ(godotdump::to_replace(connections, ""), 0U);
}

/// Games that one machine pretends to have, each of which says a little now and then, keep no other machine out.
TEST(Admission, NoAddressHasAllPlaces) {
  const std::vector<Connection> connections = {{.silent = 3s, .is_game = true, .address = "a"},
                                               {.silent = 4s, .is_game = true, .address = "a"},
                                               {.silent = 50s, .is_game = true, .address = "b"}};
  EXPECT_EQ(godotdump::to_replace(connections, "c"), 1U);
  EXPECT_FALSE(godotdump::to_replace(connections, "a"));
  EXPECT_FALSE(godotdump::to_replace(connections, "b"));
}

TEST(Admission, AFloodIsReadInParts) {
  using namespace godotdump;
  EXPECT_EQ(to_read(true, 1), most_read);
  EXPECT_EQ(to_read(true, 4), most_read / 4);
  EXPECT_EQ(to_read(true, 1000), least_read);
  EXPECT_EQ(to_read(false, 1), least_read);
  EXPECT_LE(most_games * to_read(true, most_games), most_read) << "of a turn";
}

TEST(Admission, MemoryIsThatOfAll) {
  constexpr std::size_t half = godotdump::most_unfinished / 2;
  const std::vector<Connection> fits = {{.memory = half}, {.memory = half}};
  EXPECT_FALSE(godotdump::to_close(fits));
  const std::vector<Connection> too_much = {{.memory = half}, {.memory = half + 1}, {.memory = 3}};
  EXPECT_EQ(godotdump::to_close(too_much), 1U);
  const std::vector<Connection> alike = {{.memory = 3}, {.memory = half}, {.memory = half}};
  EXPECT_EQ(godotdump::to_close(alike), 1U) << "the first of two";
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
