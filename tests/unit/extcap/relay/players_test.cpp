// SPDX-License-Identifier: MIT
#include "extcap/relay/players.h"

#include <gtest/gtest.h>

namespace {

using namespace godotdump::relay;

End client(unsigned number) { return {.address = {10, 0, 0, 1}, .port = static_cast<std::uint16_t>(number)}; }

TEST(Players, Numbers) {
  Players players(false);
  EXPECT_EQ(players.find(client(5)), 0U);
  EXPECT_EQ(players.join(client(5), 0).player, 1U);
  EXPECT_EQ(players.join(client(6), 0).player, 2U);
  EXPECT_EQ(players.find(client(6)), 2U);
  players.forget(1);
  EXPECT_EQ(players.find(client(5)), 0U);
  EXPECT_EQ(players.join(client(7), 0).player, 1U);
}

TEST(Players, ForgottenAfterAMinuteOfSilence) {
  Players players(false);
  players.join(client(1), 0);
  players.join(client(2), 0);
  players.heard(2, 10, 30 * second);
  EXPECT_TRUE(players.may_get(1, 10)) << "what the server sends keeps nobody";
  EXPECT_TRUE(players.forget_silent(60 * second).empty());
  EXPECT_EQ(players.forget_silent(60 * second + 1), std::vector<unsigned>{1});
  EXPECT_EQ(players.count(), 1U);
}

TEST(Players, AFloodOfStrangersKeepsNobodyOut) {
  Players players(false);
  EXPECT_EQ(players.join(client(1), 0).player, 1U);
  EXPECT_TRUE(players.may_get(1, 100));
  for (unsigned i = 2; i <= most_players; ++i) players.join(client(i), i * millisecond);
  EXPECT_EQ(players.join(client(100), 500 * millisecond).player, 0U) << "they have just come";
  const auto joined = players.join(client(100), 2 * second);
  EXPECT_EQ(joined.player, 2U) << "the oldest whom nobody answered";
  EXPECT_TRUE(joined.replaced);
  EXPECT_EQ(players.find(client(2)), 0U);
  EXPECT_EQ(players.find(client(1)), 1U);
  EXPECT_EQ(players.count(), most_players);
}

TEST(Players, NoAmplification) {
  Players players(true);
  players.join(client(1), 0);
  players.heard(1, 100, 0);
  EXPECT_TRUE(players.may_get(1, 200));
  EXPECT_TRUE(players.may_get(1, 100));
  EXPECT_FALSE(players.may_get(1, 1));
  players.heard(1, 10, second);  // it has got an answer
  EXPECT_TRUE(players.may_get(1, 1'000'000));
}

TEST(Players, OneWhoIsNotAnsweredProvesNothing) {
  Players players(true);
  players.join(client(1), 0);
  for (int i = 0; i < 10; ++i) players.heard(1, 10, i);
  EXPECT_FALSE(players.may_get(1, 301));
  players.heard(1, 10, second);
  EXPECT_FALSE(players.may_get(1, 1000)) << "it got no answer";
}

}  // namespace
