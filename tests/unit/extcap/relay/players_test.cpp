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

TEST(Players, AllAreForgottenUpToTheLast) {
  Players players(false);
  for (unsigned i = 1; i <= most_players; ++i) EXPECT_EQ(players.join(client(i), 0).player, i);
  EXPECT_EQ(players.forget_silent(61 * second).size(), most_players);
  EXPECT_EQ(players.count(), 0U);
}

TEST(Players, AFloodOfStrangersKeepsNobodyOut) {
  Players players(false);
  EXPECT_EQ(players.join(client(1), 0).player, 1U);
  EXPECT_TRUE(players.may_get(1, 100));
  for (unsigned i = 2; i <= most_players; ++i) players.join(client(i), i * millisecond);
  EXPECT_EQ(players.join(client(100), 500 * millisecond).player, 0U) << "they have just come";
  const auto joined = players.join(client(100), 2 * second);
  EXPECT_EQ(joined.player, 2U) << "the oldest whom nobody answered";
  EXPECT_EQ(joined.why, "the server never answered it");
  EXPECT_EQ(players.find(client(2)), 0U);
  EXPECT_EQ(players.find(client(1)), 1U);
  EXPECT_EQ(players.count(), most_players);
}

/// Connections from one machine that the server has answered once and that say nothing more.
Players full_of_connections(Time heard) {
  Players players(true);
  for (unsigned i = 1; i <= most_players; ++i) {
    End end = client(i);
    end.is_stream = true;
    players.join(end, 0);
    players.heard(i, 100, heard);
    EXPECT_TRUE(players.may_get(i, 100));
  }
  return players;
}

TEST(Players, SilentConnectionsKeepNobodyOut) {
  Players players = full_of_connections(second);
  EXPECT_TRUE(players.forget_silent(100 * second).empty()) << "while there is room they stay";
  EXPECT_EQ(players.join(client(100), 11 * second - 1).player, 0U);
  const auto joined = players.join(client(100), 11 * second);
  EXPECT_NE(joined.player, 0U);
  EXPECT_EQ(joined.why, "it was silent for longest");
}

TEST(Players, ConnectionsThatTheServerNeverAnswered) {
  Players players(false);
  for (unsigned i = 1; i <= most_players; ++i) {
    End end = client(i);
    end.is_stream = true;
    players.join(end, 0);
  }
  for (Time now = 0; now < 10 * second; now += second) {
    for (unsigned i = 1; i <= most_players; ++i) players.heard(i, 1, now);
    EXPECT_EQ(players.join(client(100), now).player, 0U);
  }
  EXPECT_EQ(players.join(client(100), 10 * second).why, "the server never answered it");
}

/// A byte every four seconds from one machine keeps no other machine out.
TEST(Players, NoNetworkHasAllPlaces) {
  Players players = full_of_connections(4 * second);
  End other = client(1);
  other.address[3] = 2;
  EXPECT_EQ(players.join(other, 5 * second).player, 0U) << "they have just spoken";
  EXPECT_EQ(players.join(other, 6 * second).why, "it was silent, and its network has the most places");
  EXPECT_EQ(players.join(client(100), 6 * second).player, 0U) << "one of the same machine waits";
}

TEST(Players, NetworksOfIPv6) {
  Players players(false);
  for (unsigned i = 1; i <= most_players; ++i) {
    End end = {.is_v6 = true, .address = {0x20, 1}, .port = 1, .is_stream = true};
    end.address[15] = static_cast<std::uint8_t>(i);
    players.join(end, 0);
    EXPECT_TRUE(players.may_get(i, 1));
  }
  End neighbour = {.is_v6 = true, .address = {0x20, 1}, .port = 2};
  EXPECT_EQ(players.join(neighbour, 3 * second).player, 0U);
  neighbour.address[7] = 1;
  EXPECT_NE(players.join(neighbour, 3 * second).player, 0U);
}

TEST(Players, CopiesAndEmptyDatagramsAreCounted) {
  Players players(true);
  players.join(client(1), 0);
  players.heard(1, 100, 0);
  EXPECT_FALSE(players.may_get(1, 200, 2)) << "passed on twice it is 400";
  EXPECT_TRUE(players.may_get(1, 100, 2));
  EXPECT_TRUE(players.may_get(1, 0));
  EXPECT_FALSE(players.may_get(1, 0)) << "three datagrams for one";
}

TEST(Players, NoAmplification) {
  Players players(true);
  players.join(client(1), 0);
  players.heard(1, 100, 0);
  EXPECT_TRUE(players.may_get(1, 200));
  EXPECT_TRUE(players.may_get(1, 100));
  EXPECT_FALSE(players.may_get(1, 1));
  EXPECT_FALSE(players.may_get(1, 0, 2));
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
