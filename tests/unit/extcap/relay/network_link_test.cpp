// SPDX-License-Identifier: MIT
#include "extcap/relay/network_link.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace godotdump::relay;

constexpr std::size_t headers = 28;

using Bytes = std::vector<std::uint8_t>;

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

Change change_of(std::string_view text) {
  std::string error;
  return read_change(text, error).value();
}

/// The next datagram that is due, as text.
std::string next(Link& link, Time now) {
  const auto departure = link.depart(now);
  if (!departure) return "";
  std::string text(departure->bytes.begin(), departure->bytes.end());
  return text + (departure->copy > 1 ? "'" : "");
}

TEST(Link, WithoutFaultsNothingIsKept) {
  Link link(1);
  const auto arrival = link.arrive(1, Way::up, bytes_of("a"), headers, 5);
  EXPECT_TRUE(arrival.goes_at_once);
  EXPECT_EQ(arrival.fate, (Fate{.player = 1, .to_server = true, .number = 1}));
  EXPECT_EQ(link.waiting(), 0U);
  EXPECT_EQ(link.next(), never);
}

TEST(Link, Delays) {
  Link link(1);
  link.faults_now().change(change_of("delay 10ms"));
  link.faults_now().change(change_of("player 2 delay 5ms"));
  EXPECT_FALSE(link.arrive(1, Way::up, bytes_of("a"), headers, 0).goes_at_once);
  const auto arrival = link.arrive(2, Way::down, bytes_of("b"), headers, millisecond);
  EXPECT_EQ(arrival.fate.delay, 5000U);
  EXPECT_EQ(link.next(), 6 * millisecond);
  EXPECT_EQ(next(link, 5 * millisecond), "");
  EXPECT_EQ(next(link, 6 * millisecond), "b");
  EXPECT_EQ(next(link, 10 * millisecond), "a");
  EXPECT_EQ(link.waiting(), 0U);
}

TEST(Link, OfOneMomentInTheirOrder) {
  Link link(1);
  link.stand_still(change_of("freeze 1s"), 0);
  std::string sent;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    sent += letter;
    EXPECT_FALSE(link.arrive(1, Way::up, bytes_of(std::string(1, letter)), headers, letter).goes_at_once);
  }
  std::string got;
  EXPECT_EQ(next(link, second - 1), "");
  for (int i = 0; i < 26; ++i) got += next(link, second);
  EXPECT_EQ(got, sent);
}

TEST(Link, AFreezeOfOneDirection) {
  Link link(1);
  link.stand_still(change_of("player 1 up freeze 1s"), 0);
  EXPECT_FALSE(link.arrive(1, Way::up, bytes_of("a"), headers, 0).goes_at_once);
  EXPECT_TRUE(link.arrive(1, Way::down, bytes_of("a"), headers, 0).goes_at_once);
  EXPECT_TRUE(link.arrive(2, Way::up, bytes_of("a"), headers, 0).goes_at_once);
}

TEST(Link, Copies) {
  Link link(1);
  link.faults_now().change(change_of("duplicate 100%"));
  const auto arrival = link.arrive(1, Way::up, bytes_of("a"), headers, 0);
  EXPECT_TRUE(arrival.goes_at_once);
  EXPECT_GT(arrival.fate.twice, 0U);
  EXPECT_EQ(next(link, second), "a'");
  link.faults_now().change(change_of("delay 1ms"));
  EXPECT_FALSE(link.arrive(1, Way::up, bytes_of("b"), headers, second).goes_at_once);
  EXPECT_EQ(next(link, 2 * second), "b");
  EXPECT_EQ(next(link, 2 * second), "b'");
  EXPECT_EQ(next(link, 2 * second), "");
}

TEST(Link, MemoryIsBounded) {
  Link link(1);
  link.faults_now().change(change_of("delay 10s"));
  const std::vector<std::uint8_t> large(60'000);
  std::uint64_t refused = 0;
  for (unsigned i = 0; i < 64'000; ++i) {
    const auto arrival = link.arrive(1 + i % most_players, Way::up, large, headers, 0);
    refused += arrival.fate.outcome == Outcome::no_room ? 1 : 0;
  }
  EXPECT_LE(link.waiting(), Link::most_waiting);
  EXPECT_GT(link.waiting(), Link::most_waiting - 100'000);
  EXPECT_GT(refused, 60'000U);
  while (link.depart(11 * second)) {
  }
  EXPECT_EQ(link.waiting(), 0U);
}

TEST(Link, OnePlayerDoesNotFillIt) {
  Link link(1);
  link.faults_now().change(change_of("delay 10s"));
  for (int i = 0; i < 200'000; ++i) (void)link.arrive(1, Way::up, bytes_of("x"), headers, 0);
  EXPECT_LE(link.waiting(), Link::most_waiting_of_flow);
  EXPECT_EQ(link.arrive(2, Way::up, bytes_of("x"), headers, 0).fate.outcome, Outcome::passed);
}

/// Of each player and way so many bytes wait, with what each datagram costs besides; and so many of all.
TEST(Link, WhatJustFitsIsKept) {
  Link link(1);
  link.faults_now().change(change_of("delay 10s"));
  const std::vector<std::uint8_t> largest(Link::most_waiting_of_flow - Link::overhead);
  const std::vector<std::uint8_t> larger(largest.size() + 1);
  EXPECT_EQ(link.arrive(1, Way::up, larger, headers, 0).fate.outcome, Outcome::no_room);
  for (unsigned player = 1; player <= Link::most_waiting / Link::most_waiting_of_flow; ++player)
    EXPECT_EQ(link.arrive(player, Way::up, largest, headers, 0).fate.outcome, Outcome::passed) << player;
  EXPECT_EQ(link.waiting(), Link::most_waiting);
  EXPECT_EQ(link.arrive(1, Way::up, {}, headers, 0).fate.outcome, Outcome::no_room);
  EXPECT_EQ(link.arrive(9, Way::up, {}, headers, 0).fate.outcome, Outcome::no_room) << "others have all of it";
  ASSERT_TRUE(link.depart(10 * second));
  EXPECT_EQ(link.waiting(), Link::most_waiting - Link::most_waiting_of_flow);
  EXPECT_EQ(link.arrive(9, Way::up, {}, headers, 0).fate.outcome, Outcome::passed);
}

/// What a fate says, in microseconds, and whose datagram goes on.
TEST(Link, FatesSayWhereTheTimeWent) {
  Link link(1);
  for (const std::string_view change : {"bandwidth 1Mbit", "delay 5ms", "reorder 100%/7ms", "duplicate 100%"})
    link.faults_now().change(change_of(change));
  const auto arrival = link.arrive(3, Way::down, Bytes(125 - headers), headers, second);
  EXPECT_EQ(arrival.fate.player, 3U);
  EXPECT_FALSE(arrival.fate.to_server);
  EXPECT_EQ(arrival.fate.queued, 1000U) << "1000 bits";
  EXPECT_EQ(arrival.fate.held_back, 7000U);
  EXPECT_EQ(arrival.fate.delay, 13'000U);
  EXPECT_GE(arrival.fate.twice, 13'000U);
  EXPECT_LE(arrival.fate.twice, 14'000U) << "without jitter, up to a millisecond behind it";
  EXPECT_FALSE(arrival.goes_at_once);
  const auto first = link.depart(second + 13 * millisecond);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->player, 3U);
  EXPECT_EQ(first->way, Way::down);
  EXPECT_EQ(first->number, 1U);
  EXPECT_EQ(first->copy, 1U);
  const auto second_one = link.depart(second + 15 * millisecond);
  ASSERT_TRUE(second_one);
  EXPECT_EQ(second_one->copy, 2U);
  EXPECT_EQ(second_one->number, 1U);
  EXPECT_EQ(second_one->bytes.size(), 125 - headers);
}

TEST(Link, AFreezeOfAllIsThatOfWhoComesLater) {
  Link link(1);
  link.stand_still(change_of("freeze 2s"), second);
  for (const unsigned player : {1U, 2U, most_players}) {
    const auto passing = link.pass_stream(player, Way::down, 10, headers, 2 * second);
    EXPECT_EQ(passing.due, 3 * second) << player;
    EXPECT_EQ(passing.fate.delay, 1'000'000U);
    EXPECT_EQ(passing.fate.queued, 1'000'000U);
    EXPECT_EQ(passing.fate.player, player);
    EXPECT_FALSE(passing.fate.to_server);
    EXPECT_TRUE(link.pass_stream(player, Way::up, 10, headers, 2 * second).fate.to_server);
  }
}

TEST(Link, TheNextMomentIsThatOfADatagramOrAChange) {
  Link link(1);
  std::vector<Step> steps;
  std::string error;
  ASSERT_TRUE(read_script("at 10s: loss 1%", steps, error));
  link.faults_now().set_script(steps, 0);
  EXPECT_EQ(link.next(), 10 * second);
  link.faults_now().change(change_of("delay 5s"));
  (void)link.arrive(1, Way::up, bytes_of("a"), headers, 0);
  EXPECT_EQ(link.next(), 5 * second);
}

TEST(Link, NothingOfAStreamIsLost) {
  Link link(1);
  for (const std::string_view change : {"loss 100%", "burst 100%/1%", "duplicate 100%", "reorder 100%",
                                        "delay 20ms±20ms", "bandwidth 1Mbit", "queue 0"})
    link.faults_now().change(change_of(change));
  Time last = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto passing = link.pass_stream(1, Way::up, 1000, 40, i);
    EXPECT_EQ(passing.fate.outcome, Outcome::passed);
    EXPECT_EQ(passing.fate.number, i + 1U);
    EXPECT_EQ(passing.fate.twice, 0U);
    EXPECT_EQ(passing.fate.held_back, 0U);
    EXPECT_GE(passing.due, last);
    last = passing.due;
  }
  EXPECT_GE(last, 1000 * 1040 * 8 * microsecond);
  EXPECT_EQ(link.waiting(), 0U);
}

TEST(Link, ANewPlayerGetsNothingOfTheLast) {
  Link link(1);
  link.faults_now().change(change_of("delay 10ms"));
  (void)link.arrive(1, Way::down, bytes_of("old"), headers, 0);
  link.forget(1);
  (void)link.arrive(1, Way::down, bytes_of("new"), headers, 0);
  EXPECT_EQ(next(link, second), "new");
  EXPECT_EQ(next(link, second), "");
  EXPECT_EQ(link.waiting(), 0U);
}

TEST(Link, EachDatagramHasItsNumber) {
  Link link(1);
  EXPECT_EQ(link.arrive(1, Way::up, {}, headers, 0).fate.number, 1U);
  EXPECT_EQ(link.refuse(1, Way::up, Outcome::unproven),
            (Fate{.player = 1, .to_server = true, .number = 2, .outcome = Outcome::unproven}));
  EXPECT_EQ(link.arrive(1, Way::up, {}, headers, 0).fate.number, 3U);
  EXPECT_EQ(link.arrive(1, Way::down, {}, headers, 0).fate.number, 1U);
}

}  // namespace
