// SPDX-License-Identifier: MIT
// Repetitions, lateness, standstills and diverged ticks of a match.
#include "analysis/libraries/rollback/match.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "tests/unit/analysis/libraries/rollback/messages.h"

namespace godot::analysis {
namespace {

using Place = RollbackMatch::Place;

class Match : public testing::Test {
 protected:
  RollbackMessage& message(RollbackPeer from, RollbackPeer to) { return made_.add(from, to); }
  void hashes(RollbackPeer from, std::uint32_t first, std::vector<std::uint32_t> values) {
    match_.add(made_.hashes(message(from, from == 1 ? 2 : 1), first, std::move(values)));
  }
  const RollbackDivergence& only() {
    EXPECT_EQ(match_.divergences().size(), 1U);
    static const RollbackDivergence none;
    return match_.divergences().empty() ? none : match_.divergences().front();
  }

  test::RollbackMessages made_;
  RollbackMatch match_;
};

TEST_F(Match, InputsThatAreSentAgain) {
  const RollbackMessage& first = made_.inputs(message(1, 2), 1, 3);
  const RollbackMessage& second = made_.inputs(message(1, 2), 2, 4);
  const RollbackMessage& other = made_.inputs(message(1, 3), 2, 4);
  for (const RollbackMessage* each : {&first, &second, &other}) match_.add(*each);
  EXPECT_EQ(match_.first_sent(second, 2), (Place{first.frame, 0}));
  EXPECT_EQ(match_.first_sent(second, 4), (Place{second.frame, 0}));
  EXPECT_EQ(match_.first_sent(other, 2), (Place{other.frame, 0})) << "another receiver";
  EXPECT_EQ(match_.first_sent(second, 5), Place{});
  const auto& way = match_.lateness().at({2, 1});
  EXPECT_EQ(way.sent, 4U);
  EXPECT_EQ(way.again, 2U);
  EXPECT_EQ(way.messages, 2U);
  ASSERT_EQ(match_.inputs(2).size(), 1U);
  EXPECT_FALSE(match_.inputs(2).front().different) << "the same bytes each time";
}

/// A relayed message comes twice, on two links.
TEST_F(Match, AnotherLinkIsNoRepetition) {
  const RollbackMessage& first = made_.inputs(message(1, 2), 1, 3);
  RollbackMessage& hop = made_.inputs(message(1, 2), 1, 3);
  hop.link = 2;
  match_.add(first);
  match_.add(hop);
  EXPECT_EQ(match_.first_sent(hop, 2), (Place{hop.frame, 0}));
}

/// 1 has the inputs of 2 until tick 4 when its own newest are those of tick 6: two ticks behind; the next ones five.
TEST_F(Match, HowManyTicksBehind) {
  const auto asks = [&](std::uint32_t newest, std::uint32_t next) { match_.add(made_.asks(1, 2, newest, next)); };
  asks(5, 4);  // how late earlier ones were is not known: the capture may begin here
  asks(6, 5);
  asks(7, 5);
  asks(10, 7);
  asks(11, 7);
  const auto& ticks = match_.lateness().at({1, 2}).ticks;
  EXPECT_EQ(ticks, (std::map<std::int32_t, std::uint32_t>{{2, 1}, {4, 1}, {5, 1}}));
}

TEST_F(Match, AHugeStepIsNotFollowed) {
  RollbackMessage& asking = made_.inputs(message(1, 2), 5, 5);
  asking.next_input = 4;
  match_.add(asking);
  asking.next_input = 2'000'000'000;
  match_.add(asking);
  EXPECT_TRUE(match_.lateness().at({1, 2}).ticks.empty());
}

/// It waits for the inputs of 2, and sends its own again.
TEST_F(Match, AStandstillWhileWaiting) {
  for (std::uint32_t tick = 1; tick < 20; ++tick) {
    RollbackMessage& asking = made_.inputs(message(1, 2), tick, tick);
    asking.next_input = std::min(tick, 6U);
    match_.add(asking);
  }
  for (std::uint32_t i = 0; i < 15; ++i) {
    RollbackMessage& asking = made_.inputs(message(1, 2), 19, 19);
    asking.next_input = i < 10 ? 6 : 15;
    match_.add(asking);
  }
  EXPECT_TRUE(match_.standstills().empty()) << "it may end at once";
  match_.add(made_.inputs(message(1, 2), 20, 20));
  ASSERT_EQ(match_.standstills().size(), 1U);
  const RollbackStandstill& stood = match_.standstills().front();
  EXPECT_EQ(stood.peer, 1U);
  EXPECT_EQ(stood.tick, 19U);
  EXPECT_EQ(stood.length, 16 * test::RollbackMessages::interval);
  EXPECT_EQ(stood.messages, 16U);
  EXPECT_EQ(stood.missing, 2U);
  EXPECT_EQ(stood.behind, 14U) << "when its ticks stopped";
  EXPECT_EQ(stood.quiet, test::RollbackMessages::interval);
}

/// Ticks and times of the wire may be any: what would have been played is more than there are ticks.
TEST_F(Match, AStandstillOfACentury) {
  constexpr std::uint32_t most_tick = INT32_MAX;
  match_.add(made_.inputs(message(1, 2), 1, 1));
  made_.now += 600'000'000;
  match_.add(made_.inputs(message(1, 2), most_tick, most_tick));
  made_.now += 3'000'000'000'000'000'000;
  match_.add(made_.inputs(message(1, 2), most_tick + 1, most_tick + 1));
  ASSERT_EQ(match_.standstills().size(), 2U);
  EXPECT_EQ(match_.standstills().back().played, UINT32_MAX);
}

/// It lacks the inputs of 3 more than those of 2; a number that no peer asks for says nothing.
TEST_F(Match, WhoseInputsItLacksMost) {
  const auto asks = [&](RollbackPeer to, std::uint32_t next) { match_.add(made_.asks(1, to, 19, next)); };
  asks(2, 15);
  asks(3, 9);
  asks(2, 20);
  asks(3, 4'000'000'000);
  made_.now += 300'000'000;
  match_.add(made_.inputs(message(1, 2), 20, 20));
  ASSERT_EQ(match_.standstills().size(), 1U);
  EXPECT_EQ(match_.standstills().front().missing, 3U);
  EXPECT_EQ(match_.standstills().front().behind, 11U);
  EXPECT_EQ(match_.standstills().front().messages, 2U) << "to the same peer";
  EXPECT_EQ(match_.standstills().front().quiet, 300'000'000 + test::RollbackMessages::interval);
}

/// All that is known of a standstill. 1 plays a tick every 20 ms until tick 30, and lacks inputs of 3 most.
TEST_F(Match, AStandstillAsAWhole) {
  match_.add(made_.inputs(message(2, 1), 1, 1));
  for (std::uint32_t tick = 1; tick <= 30; ++tick) {
    RollbackMessage& playing = made_.inputs(message(1, 2), tick, tick);
    playing.next_input = tick + 1;
    match_.add(playing);
  }
  match_.add(made_.inputs(message(2, 1), 50, 50));
  match_.add(made_.inputs(message(3, 1), 60, 60));
  const auto waits = [&](RollbackPeer to, std::uint32_t next, std::uint32_t link) {
    RollbackMessage& waiting = made_.inputs(message(1, to), 30, 30);
    waiting.next_input = next;
    waiting.link = link;
    match_.add(waiting);
  };
  waits(2, 25, 1);
  waits(3, 20, 1);
  waits(2, 31, 2);
  match_.add(made_.inputs(message(2, 1), 58, 58));
  made_.now += 300 * millisecond;
  RollbackMessage& end = made_.inputs(message(1, 2), 31, 40);
  end.index = 4;
  match_.add(end);
  ASSERT_EQ(match_.standstills().size(), 2U);
  EXPECT_EQ(match_.standstills().front().peer, 2U) << "its own, before";
  const RollbackStandstill& stood = match_.standstills().back();
  EXPECT_EQ(stood.peer, 1U);
  EXPECT_EQ(stood.tick, 30U);
  EXPECT_EQ(stood.next, 40U);
  EXPECT_EQ(stood.frame, 31U);
  EXPECT_EQ(stood.end_frame, end.frame);
  EXPECT_EQ(stood.end_index, 4U);
  EXPECT_EQ(stood.begin, 620 * millisecond);
  EXPECT_EQ(stood.length, 440 * millisecond);
  EXPECT_EQ(stood.quiet, 340 * millisecond);
  EXPECT_EQ(stood.messages, 2U) << "to the same peer on the same link";
  EXPECT_EQ(stood.missing, 3U);
  EXPECT_EQ(stood.behind, 11U);
  EXPECT_EQ(stood.played, 22U) << "29 ticks in 580 ms";
  EXPECT_EQ(stood.caught_up, 10U);
  EXPECT_EQ(stood.at_once, 1U);
  ASSERT_EQ(stood.other_count, 2U);
  EXPECT_EQ(stood.others[0].peer, 2U);
  EXPECT_EQ(stood.others[0].ticks, 57U);
  EXPECT_EQ(stood.others[1].peer, 3U);
  EXPECT_EQ(stood.others[1].ticks, 0U) << "its ticks before are not in the capture";
  EXPECT_EQ(match_.ended_by(end), &stood);
}

/// Two ticks behind are usual: more are predicted. An input may also come before its tick is played.
TEST_F(Match, WhichInputsArePredicted) {
  const auto second_of = [&](std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> asks) {
    RollbackMatch match;
    for (const auto& [newest, next] : asks) {
      RollbackMessage& asking = made_.inputs(message(1, 2), newest, newest);
      asking.next_input = next;
      asking.time = second;
      match.add(asking);
    }
    const auto& seconds = match.lateness().at({1, 2}).seconds;
    EXPECT_EQ(seconds.size(), 1U);
    EXPECT_EQ(seconds.begin()->first, 1);
    const auto& found = seconds.begin()->second;
    return std::vector<std::int64_t>{found.inputs, found.predicted, found.sum, found.most};
  };
  using Found = std::vector<std::int64_t>;
  EXPECT_EQ(second_of({{5, 4}, {6, 5}}), (Found{1, 0, 2, 2}));
  EXPECT_EQ(second_of({{5, 4}, {7, 5}}), (Found{1, 1, 3, 3}));
  EXPECT_EQ(second_of({{5, 4}, {7, 6}}), (Found{2, 1, 5, 3}));
  EXPECT_EQ(second_of({{2, 4}, {3, 6}}), (Found{2, 0, -3, -1})) << "before they are played";
  EXPECT_EQ(second_of({{2, 4}, {3, 6}, {9, 7}}), (Found{3, 1, 0, 3}));
}

/// A message that asks for what the receiver asked for before says nothing of when inputs came.
TEST_F(Match, AskingAgainIsNoArrival) {
  for (const std::uint32_t next : {4U, 5U, 5U}) {
    match_.add(made_.asks(1, 2, 5, next));
    made_.now += second;
  }
  EXPECT_EQ(match_.lateness().at({1, 2}).seconds.size(), 1U);
}

/// It lacks one tick of 2; as many of 3, which it says later. What it lacks of nobody counts as nothing.
TEST_F(Match, InputsOfOneTickAreMissing) {
  for (const RollbackPeer to : {RollbackPeer{4}, RollbackPeer{2}, RollbackPeer{3}}) {
    match_.add(made_.asks(1, to, 19, to == 4 ? 20 : 19));
  }
  made_.now += 300 * millisecond;
  match_.add(made_.inputs(message(1, 2), 20, 20));
  ASSERT_EQ(match_.standstills().size(), 1U);
  EXPECT_EQ(match_.standstills().front().behind, 1U);
  EXPECT_EQ(match_.standstills().front().missing, 2U) << "the first of them";
}

/// Of another peer's ticks, those that it sent after the moment at which the first one's stopped.
TEST_F(Match, TicksOfTheSameMoment) {
  match_.add(made_.inputs(message(2, 1), 1, 1));
  RollbackMessage& newest = made_.inputs(message(1, 2), 1, 1);
  match_.add(newest);
  RollbackMessage& same_time = made_.inputs(message(2, 1), 4, 4);
  same_time.time = newest.time;
  match_.add(same_time);
  match_.add(made_.inputs(message(2, 1), 9, 9));
  made_.now += 300 * millisecond;
  match_.add(made_.inputs(message(1, 2), 2, 2));
  ASSERT_EQ(match_.standstills().size(), 1U);
  ASSERT_EQ(match_.standstills().front().other_count, 1U);
  EXPECT_EQ(match_.standstills().front().others[0].ticks, 5U) << "from 4 to 9";
}

TEST_F(Match, AStandstillWithoutMessages) {
  match_.add(made_.inputs(message(1, 2), 1, 1));
  match_.add(made_.inputs(message(2, 1), 1, 1));
  made_.now += 300'000'000;
  match_.add(made_.inputs(message(1, 2), 1, 2));
  ASSERT_EQ(match_.standstills().size(), 1U);
  EXPECT_EQ(match_.standstills().front().messages, 1U);
}

/// What it would have played at its own rate, what the others did, and whether it catches up.
TEST_F(Match, WhatOthersDidMeanwhile) {
  std::uint32_t tick = 1;
  for (; tick <= 40; ++tick) {
    match_.add(made_.inputs(message(1, 2), tick, tick));
    match_.add(made_.inputs(message(2, 1), tick, tick));
  }
  for (std::uint32_t more = tick; more < tick + 30; ++more) match_.add(made_.inputs(message(2, 1), more, more));
  const RollbackMessage& end = made_.inputs(message(1, 2), tick, tick);
  match_.add(end);
  match_.add(made_.inputs(message(1, 2), tick, tick + 3));
  made_.now += 200'000'000;
  match_.add(made_.inputs(message(1, 2), tick, tick + 4));
  ASSERT_GE(match_.standstills().size(), 1U);
  const RollbackStandstill& stood = match_.standstills().front();
  EXPECT_EQ(stood.tick, 40U);
  EXPECT_EQ(stood.next, 41U);
  EXPECT_EQ(stood.played, 16U) << "a tick every 40 ms";
  EXPECT_EQ(stood.caught_up, 4U) << "within 100 ms";
  EXPECT_EQ(stood.at_once, 2U) << "messages within 30 ms";
  ASSERT_EQ(stood.other_count, 1U);
  EXPECT_EQ(stood.others[0].peer, 2U);
  EXPECT_EQ(stood.others[0].ticks, 31U);
  EXPECT_EQ(match_.ended_by(end), &stood);
  EXPECT_EQ(match_.ended_by(made_.inputs(message(1, 2), 1, 1)), nullptr);
}

/// A fifth of a second without a newer tick; a rate needs half a second before it.
TEST_F(Match, HowLongAStandstillIs) {
  const auto stood = [](facts::Time before, facts::Time length, facts::Time began = 0) {
    test::RollbackMessages made;
    RollbackMatch match;
    std::uint32_t tick = 1;
    for (const facts::Time time : {facts::Time{0}, before, before + length}) {
      RollbackMessage& message = made.inputs(made.add(1, 2), tick, tick);
      message.time = began + time;
      match.add(message);
      tick += 10;
    }
    const bool is_one = !match.standstills().empty() && match.standstills().back().begin == began + before;
    return is_one ? std::to_string(match.standstills().back().played) : "none";
  };
  EXPECT_EQ(stood(500 * millisecond, 200 * millisecond - 1), "none");
  EXPECT_EQ(stood(500 * millisecond, 200 * millisecond), "4") << "ten ticks in half a second";
  EXPECT_EQ(stood(500 * millisecond - 1, 200 * millisecond), "0") << "its rate is not known";
  EXPECT_EQ(stood(500 * millisecond, 200 * millisecond, 10 * second), "4") << "whenever it began to play";
  EXPECT_EQ(stood(500 * millisecond - 1, 200 * millisecond, 10 * second), "0");
}

/// Three others are named.
TEST_F(Match, OthersOfAStandstillAreLimited) {
  for (RollbackPeer peer = 1; peer <= 6; ++peer) match_.add(made_.inputs(message(peer, 9), 1, 1));
  made_.now += second;
  match_.add(made_.inputs(message(1, 9), 2, 2));
  ASSERT_EQ(match_.standstills().size(), 1U);
  EXPECT_EQ(match_.standstills().front().other_count, 3U);
  EXPECT_EQ(match_.standstills().front().others[2].peer, 4U);
}

/// A match has 64 peers at most; a hostile capture may have any number.
TEST_F(Match, PeersAreLimited) {
  for (RollbackPeer peer = 1; peer <= 70; ++peer) {
    match_.add(made_.inputs(message(peer, 100), 1, 1));
    hashes(peer, 1, {5});
    for (const std::uint32_t next : {1U, 2U}) {
      match_.add(made_.asks(peer, 100, 1, next));
    }
  }
  EXPECT_EQ(match_.inputs(1).size(), 64U);
  EXPECT_EQ(match_.hashes(1).size(), 64U);
  EXPECT_EQ(match_.arrivals(1).size(), 64U);
}

/// A message asks for at most 256 ticks more than the one before, unless the capture lacks what was between.
TEST_F(Match, StepsThatAreFollowed) {
  for (const std::uint32_t step : {256U, 257U}) {
    RollbackMatch match;
    for (const std::uint32_t next : {4U, 4 + step}) {
      match.add(made_.asks(1, 2, 300, next));
    }
    EXPECT_EQ(match.lateness().at({1, 2}).ticks.size(), step == 256 ? 256U : 0U);
    EXPECT_EQ(match.lateness().at({1, 2}).until, 4 + step);
  }
}

/// An input counts as not confirmed once a second has passed.
TEST_F(Match, InputsThatAreNotConfirmed) {
  RollbackMessage& sending = made_.inputs(message(2, 1), 1, 3);
  sending.time = 0;
  match_.add(sending);
  const auto unconfirmed_at = [&](facts::Time time) {
    RollbackMessage& asking = made_.inputs(message(1, 2), 5, 5);
    asking.next_input = 2;
    asking.time = time;
    match_.add(asking);
    return match_.unconfirmed().at({1, 2});
  };
  EXPECT_EQ(unconfirmed_at(second), 0U);
  EXPECT_EQ(unconfirmed_at(second + 1), 2U) << "the inputs of the ticks 2 and 3";
}

/// The time since an input was sent counts, not that of the capture. A receiver that says nothing confirms nothing.
TEST_F(Match, InputsThatMayComeYet) {
  made_.now = 20 * second;
  match_.add(made_.inputs(message(2, 1), 1, 3));
  EXPECT_TRUE(match_.unconfirmed().empty()) << "no word of the receiver is in the capture";
  match_.add(made_.asks(1, 2, 5, 2));
  EXPECT_EQ(match_.unconfirmed().at({1, 2}), 0U);
}

/// Messages count as sent at once for 30 ms, and as catching up for 100 ms.
TEST_F(Match, HowFastItGoesOn) {
  match_.add(made_.inputs(message(1, 2), 1, 1));
  match_.add(made_.inputs(message(2, 1), 1, 1));
  const facts::Time end = made_.now + 300 * millisecond;
  std::uint32_t tick = 2;
  for (const facts::Time since : {0, 30, 31, 100, 101}) {
    RollbackMessage& next = made_.inputs(message(1, 2), 1, tick++);
    next.time = end + since * millisecond;
    match_.add(next);
  }
  ASSERT_EQ(match_.standstills().size(), 1U);
  const RollbackStandstill& stood = match_.standstills().front();
  EXPECT_EQ(stood.tick, 1U);
  EXPECT_EQ(stood.at_once, 2U);
  EXPECT_EQ(stood.caught_up, 4U);
}

/// Late inputs that differ from the last ones that the receiver has make it simulate ticks again.
TEST_F(Match, MissedPredictions) {
  for (std::uint32_t tick = 1; tick <= 20; ++tick) {
    match_.add(made_.inputs(message(2, 1), tick, tick, 7, tick >= 12 ? 8 : 5));
  }
  const auto asks = [&](std::uint32_t newest, std::uint32_t next) { match_.add(made_.asks(1, 2, newest, next)); };
  asks(8, 8);
  asks(13, 11);  // 8 and 9 are late, and as predicted
  const auto& way = match_.lateness().at({1, 2});
  EXPECT_EQ(way.missed, 0U);
  asks(17, 15);  // 12 is 5 behind, and another one
  EXPECT_EQ(way.missed, 1U);
  EXPECT_EQ(way.simulated_again, 3U) << "ticks 12 to 14: its own are two ticks ahead of those that it plays";
  asks(18, 17);
  EXPECT_EQ(way.missed, 1U);
}

/// Inputs that come two ticks behind are in time, whatever they are. What was predicted are the last inputs that came.
TEST_F(Match, InputsInTimeAreNotMissed) {
  constexpr std::uint32_t hashes[] = {0, 5, 5, 9, 9, 9, 9};  // by ticks
  for (std::uint32_t tick = 1; tick <= 6; ++tick) {
    match_.add(made_.inputs(message(2, 1), tick, tick, 7, hashes[tick]));
  }
  const auto asks = [&](std::uint32_t newest, std::uint32_t next) { match_.add(made_.asks(1, 2, newest, next)); };
  asks(3, 3);
  asks(5, 4);  // another one than before, and two behind
  const auto& way = match_.lateness().at({1, 2});
  EXPECT_EQ(way.missed, 0U);
  asks(9, 6);  // late, and as the one of tick 3
  EXPECT_EQ(way.missed, 0U);
}

/// Late inputs of two peers at one moment are one rollback, as deep as the later of them asks.
TEST_F(Match, OneRollbackForSeveralPeers) {
  for (const RollbackPeer peer : {RollbackPeer{2}, RollbackPeer{3}, RollbackPeer{4}}) {
    for (std::uint32_t tick = 1; tick <= 20; ++tick) {
      match_.add(made_.inputs(message(peer, 1), tick, tick, 7, tick));
    }
  }
  const auto asks = [&](RollbackPeer of, std::uint32_t newest, std::uint32_t next) {
    match_.add(made_.asks(1, of, newest, next));
  };
  const auto again_of = [&](RollbackPeer peer) { return match_.lateness().at({1, peer}).simulated_again; };
  for (const RollbackPeer peer : {RollbackPeer{2}, RollbackPeer{3}, RollbackPeer{4}}) asks(peer, 5, 5);
  asks(2, 10, 6);  // tick 5 is 5 behind: three ticks again
  EXPECT_EQ(again_of(2), 3U);
  asks(3, 10, 6);
  EXPECT_EQ(again_of(3), 0U) << "these ticks are simulated again already";
  for (const std::uint32_t next : {6U, 7U}) asks(2, 11, next);
  EXPECT_EQ(again_of(2), 6U) << "a rollback of its own, at tick 11";
  asks(4, 11, 6);  // tick 5 is 6 behind
  EXPECT_EQ(again_of(4), 1U) << "one tick more than those of peer 2";
  EXPECT_EQ(match_.lateness().at({1, 3}).missed, 1U);
  EXPECT_EQ(match_.lateness().at({1, 4}).missed, 1U);
}

TEST_F(Match, WhenInputsCame) {
  const RollbackMessage& sending = made_.inputs(message(2, 1), 1, 6);
  match_.add(sending);
  match_.add(made_.asks(1, 2, 5, 2));
  RollbackMessage& later = made_.inputs(message(1, 2), 6, 6);
  later.next_input = 4;
  match_.add(later);
  EXPECT_EQ(match_.arrival(sending, 1), nullptr) << "before the capture";
  ASSERT_NE(match_.arrival(sending, 3), nullptr);
  EXPECT_EQ(match_.arrival(sending, 3)->behind, 3);
  EXPECT_EQ(match_.arrival(sending, 3)->frame, later.frame);
  EXPECT_EQ(match_.arrival(message(2, 3), 3), nullptr) << "another receiver";
  EXPECT_EQ(match_.arrival(message(3, 1), 3), nullptr) << "another sender";
  EXPECT_EQ(match_.arrival(sending, 4), nullptr);
  EXPECT_EQ(match_.unconfirmed().at({1, 2}), 0U) << "not yet a second";
  made_.now += 2'000'000'000;
  match_.add(made_.inputs(message(1, 2), 7, 7));
  EXPECT_EQ(match_.unconfirmed().at({1, 2}), 3U);
  const auto& seconds = match_.lateness().at({1, 2}).seconds;
  ASSERT_EQ(seconds.size(), 1U);
  EXPECT_EQ(seconds.begin()->second.inputs, 2U);
  EXPECT_EQ(seconds.begin()->second.most, 4);
  EXPECT_EQ(seconds.begin()->second.sum, 7);
  EXPECT_EQ(seconds.begin()->second.predicted, 2U);
}

TEST_F(Match, InputsAreKept) {
  static constexpr std::uint8_t bytes[600] = {1, 2, 3};
  RollbackMessage& first = made_.inputs(message(1, 2), 4, 4);
  const_cast<RollbackInput&>(first.inputs.front()).bytes = bytes;
  match_.add(first);
  const RollbackMessage& other = made_.inputs(message(1, 3), 4, 4, 99);
  match_.add(other);
  ASSERT_EQ(match_.inputs(4).size(), 1U);
  const RollbackPeerInput& input = match_.inputs(4).front();
  EXPECT_EQ(input.size, 600U);
  EXPECT_EQ(input.bytes.size(), rollback_kept_bytes);
  EXPECT_EQ(input.frame, first.frame);
  EXPECT_EQ(input.other_frame, other.frame);
  EXPECT_TRUE(match_.inputs(5).empty());
  EXPECT_TRUE(match_.arrivals(5).empty());
}

TEST_F(Match, Pings) {
  RollbackMessage& answer = message(2, 1);
  answer.what = RollbackMessage::What::answer;
  match_.add(answer);
  EXPECT_TRUE(match_.lateness().empty()) << "its ping is not in the capture";
  answer.round_trip = 30;
  match_.add(answer);
  EXPECT_EQ(match_.lateness().at({1, 2}).round_trips, std::vector<facts::Time>{30});
  answer.round_trip = 0;
  match_.add(answer);
  EXPECT_EQ(match_.lateness().at({1, 2}).round_trips, (std::vector<facts::Time>{30, 0}));
  EXPECT_EQ(match_.lateness().at({1, 2}).messages, 0U);
}

TEST_F(Match, EqualHashes) {
  hashes(1, 1, {11, 12, 13});
  hashes(2, 1, {11, 12, 13});
  hashes(3, 2, {12, 13});
  EXPECT_TRUE(match_.divergences().empty());
  EXPECT_EQ(match_.compared(), 3U);
}

TEST_F(Match, TheFirstTickThatDiffers) {
  hashes(1, 1, {11, 12, 13, 14});
  const RollbackMessage& showing = made_.hashes(message(2, 1), 1, {11, 12, 99, 98});
  match_.add(showing);
  EXPECT_EQ(only().tick, 3U);
  EXPECT_EQ(only().agreed, 2U);
  EXPECT_EQ(only().ticks, 2U);
  EXPECT_EQ(only().healed, 0U);
  EXPECT_EQ(match_.shown_by(showing), &match_.divergences().front());
  ASSERT_EQ(only().hashes.size(), 2U);
  hashes(3, 1, {11, 12, 13, 14});
  EXPECT_EQ(only().hashes.size(), 3U) << "who agrees with whom";
  EXPECT_EQ(only().ticks, 2U);
  EXPECT_EQ(match_.hashes(3).size(), 3U);
}

/// The third peer alone differs: the first two have agreed on that tick.
TEST_F(Match, ALateThirdPeerDiffers) {
  hashes(1, 1, {11, 12, 13});
  hashes(2, 1, {11, 12, 13});
  hashes(3, 1, {11, 99});
  EXPECT_EQ(only().tick, 2U);
  EXPECT_EQ(only().hashes.size(), 3U);
}

TEST_F(Match, ADivergenceThatHeals) {
  hashes(1, 1, {11, 12, 13, 14, 15});
  hashes(2, 1, {11, 99, 98, 14, 15});
  EXPECT_EQ(only().tick, 2U);
  EXPECT_EQ(only().ticks, 2U);
  EXPECT_EQ(only().healed, 4U);
  hashes(1, 6, {16});
  hashes(2, 6, {97});
  ASSERT_EQ(match_.divergences().size(), 2U);
  EXPECT_EQ(match_.divergences().back().tick, 6U);
  EXPECT_EQ(match_.divergences().back().agreed, 2U);
}

/// ... and it is not counted among the ticks before that agreed.
TEST_F(Match, TicksThatAgreedBeforeALateThirdPeer) {
  hashes(1, 1, {11, 12});
  hashes(2, 1, {11, 12});
  hashes(3, 1, {11, 99});
  EXPECT_EQ(only().tick, 2U);
  EXPECT_EQ(only().agreed, 1U);
}

/// Two messages of a frame are apart.
TEST_F(Match, TheMessageThatShowsIt) {
  hashes(1, 1, {11});
  RollbackMessage& before = message(2, 1);
  RollbackMessage& showing = made_.hashes(message(2, 1), 1, {99});
  showing.frame = before.frame;
  showing.index = 1;
  match_.add(before);
  match_.add(showing);
  EXPECT_EQ(only().frame, showing.frame);
  EXPECT_EQ(only().index, 1U);
  EXPECT_EQ(match_.shown_by(before), nullptr);
  EXPECT_EQ(match_.shown_by(showing), &match_.divergences().front());
  RollbackMessage after = showing;
  after.index = 2;
  EXPECT_EQ(match_.shown_by(after), nullptr);
}

TEST_F(Match, TheMessageThatEndsAStandstill) {
  match_.add(made_.inputs(message(1, 2), 1, 1));
  RollbackMessage& end = made_.inputs(message(1, 2), 2, 2);
  end.time += second;
  end.index = 1;
  match_.add(end);
  ASSERT_EQ(match_.standstills().size(), 1U);
  EXPECT_EQ(match_.ended_by(end), &match_.standstills().front());
  for (const std::uint32_t index : {0U, 2U}) {
    RollbackMessage other = end;
    other.index = index;
    EXPECT_EQ(match_.ended_by(other), nullptr) << index;
  }
}

/// From the first tick with a hash to the last: those that fared alike, and those of which too few peers have a hash.
TEST_F(Match, Stretches) {
  hashes(1, 3, {11, 12, 13, 14});
  hashes(2, 3, {11, 12, 99});
  hashes(1, 9, {19, 20});
  hashes(2, 9, {19, 20});
  std::string text;
  constexpr const char* states[] = {"equal", "differs", "unknown"};
  for (const RollbackMatch::Stretch& stretch : match_.stretches())
    text += std::to_string(stretch.first) + "-" + std::to_string(stretch.last) + " " +
            states[static_cast<std::size_t>(stretch.state)] + "; ";
  EXPECT_EQ(text, "3-4 equal; 5-5 differs; 6-8 unknown; 9-10 equal; ");
}

/// A gap of one tick behind one that was equal.
TEST_F(Match, AStretchOfOneTick) {
  for (const std::uint32_t tick : {1U, 3U, 4U}) {
    hashes(1, tick, {11});
    hashes(2, tick, {11});
  }
  const std::vector<RollbackMatch::Stretch> found = match_.stretches();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1].first, 2U);
  EXPECT_EQ(found[1].last, 2U);
  EXPECT_EQ(found[1].state, RollbackMatch::Stretch::State::unknown);
  EXPECT_EQ(found[2].last, 4U);
}

/// It is healed only when all peers have the same.
TEST_F(Match, TwoOfThreeAreNotAll) {
  hashes(1, 1, {11, 12, 13});
  hashes(2, 1, {11, 12, 13});
  hashes(3, 1, {11, 99});
  hashes(1, 4, {14});
  hashes(2, 4, {14});
  EXPECT_EQ(only().healed, 0U);
  hashes(3, 3, {13, 14});
  EXPECT_EQ(only().healed, 3U);
}

/// Hashes are repeated until they are acknowledged: the first one counts.
TEST_F(Match, RepeatedHashes) {
  hashes(1, 1, {11});
  hashes(2, 1, {99});
  hashes(1, 1, {11});
  hashes(2, 1, {99});
  EXPECT_EQ(only().ticks, 1U);
  EXPECT_EQ(match_.hashes(1).size(), 2U);
}

class Inputs : public Match {
 protected:
  /// Both peers play until tick 10; 1 gets the inputs of 2 so many ticks late.
  void play(std::uint32_t behind) {
    for (std::uint32_t tick = 3; tick <= 10 + behind; ++tick) {
      match_.add(made_.inputs(message(2, 1), tick, tick, tick == hidden_ ? 1234 : 7));
      RollbackMessage& asking = made_.inputs(message(1, 2), tick, tick);
      asking.next_input = tick > behind ? tick - behind + 1 : 1;
      match_.add(asking);
    }
    hashes(1, 8, {8, 9});
    hashes(2, 8, {8, 99});
  }
  std::uint32_t hidden_ = 0;  ///< the tick whose inputs have other bytes, and the same hash
};

/// Thirty ticks are looked at, the diverged one included.
TEST_F(Inputs, TheTicksBeforeADivergence) {
  for (std::uint32_t tick = 1; tick <= 40; ++tick) match_.add(made_.inputs(message(1, 2), tick, tick));
  hashes(1, 35, {5});
  hashes(2, 35, {6});
  EXPECT_EQ(only().inputs.ticks, 30U);
  EXPECT_EQ(only().inputs.packed, 30U);
}

/// At the begin of a match there are fewer.
TEST_F(Inputs, TheFirstTickIsLookedAt) {
  for (std::uint32_t tick = 1; tick <= 5; ++tick) match_.add(made_.inputs(message(1, 2), tick, tick));
  hashes(1, 5, {5});
  hashes(2, 5, {6});
  EXPECT_EQ(only().inputs.ticks, 5U);
}

/// 2 and 3 differ at tick 40. `earliest`: from which tick on their inputs of 1 came in time, as far as is known.
TEST_F(Inputs, HowFarBackItIsKnownThatInputsCameInTime) {
  const auto without_rollback = [&](std::uint32_t earliest, std::uint32_t latest, std::uint32_t behind) {
    RollbackMatch match;
    for (const RollbackPeer peer : {RollbackPeer{2}, RollbackPeer{3}}) {
      for (std::uint32_t tick = earliest; tick <= latest + 1; ++tick) {
        match.add(made_.asks(peer, 1, tick + behind - 1, tick));
      }
      match.add(made_.hashes(message(peer, 1), 40, {static_cast<std::uint32_t>(peer)}));
    }
    EXPECT_EQ(match.divergences().size(), 1U);
    return match.divergences().front().inputs.without_rollback;
  };
  EXPECT_TRUE(without_rollback(11, 39, 1));
  EXPECT_TRUE(without_rollback(11, 39, 2)) << "two ticks behind are in time";
  EXPECT_FALSE(without_rollback(11, 39, 3));
  EXPECT_TRUE(without_rollback(11, 11, 1)) << "the first of thirty ticks";
  EXPECT_TRUE(without_rollback(40, 40, 1)) << "the last";
  EXPECT_FALSE(without_rollback(10, 10, 1)) << "nothing is known of the thirty";
  EXPECT_FALSE(without_rollback(40, 40, 3)) << "tick 40 itself was predicted";
  EXPECT_FALSE(without_rollback(36, 36, 4)) << "tick 36, and those to 40, were simulated again";
  EXPECT_TRUE(without_rollback(35, 35, 4)) << "those to 39";
}

/// A peer whose inputs the capture does not show may have predicted some.
TEST_F(Inputs, APeerOfWhichNothingIsKnown) {
  play(2);
  EXPECT_TRUE(only().inputs.predicted == 0 && !only().inputs.without_rollback) << "nothing shows what 2 has";
}

TEST_F(Inputs, InTime) {
  play(2);
  EXPECT_EQ(only().tick, 9U);
  EXPECT_EQ(only().inputs.predicted, 0U);
  EXPECT_EQ(only().inputs.different, 0U);
  EXPECT_GT(only().inputs.ticks, 5U);
}

/// Only those whose ticks reach the diverged one when they are simulated again.
TEST_F(Inputs, Late) {
  play(4);
  EXPECT_EQ(only().inputs.predicted, 5U) << "ticks 5 to 9";
  EXPECT_EQ(only().inputs.most_behind, 4U);
  EXPECT_EQ(only().inputs.hidden_change, 0U);
}

/// 3 differs from 2, and both had all inputs in time.
TEST_F(Inputs, TheLateOneIsNotTheOneThatDiffers) {
  for (const RollbackPeer peer : {RollbackPeer{2}, RollbackPeer{3}}) {
    for (std::uint32_t tick = 3; tick <= 12; ++tick) {
      RollbackMessage& asking = made_.inputs(message(peer, 1), tick, tick);
      asking.next_input = tick;
      match_.add(asking);
    }
  }
  play(4);
  EXPECT_FALSE(only().inputs.without_rollback) << "1 had late inputs, and it is one of two";
  match_.add(made_.hashes(message(3, 1), 8, {8, 9}));
  EXPECT_EQ(only().tick, 9U);
  EXPECT_TRUE(only().inputs.without_rollback);
  EXPECT_EQ(only().inputs.predicted, 5U);
}

TEST_F(Inputs, OtherBytesToAnotherPeerOrLater) {
  match_.add(made_.inputs(message(2, 3), 7, 7, 1234));
  match_.add(made_.inputs(message(2, 1), 8, 8, 1234));
  play(2);
  EXPECT_EQ(only().inputs.different, 2U);
}

/// Late inputs whose bytes change, but not their hash: the receiver does not notice that its prediction was wrong.
TEST_F(Inputs, AKeyThatTheHashLeavesOut) {
  hidden_ = 8;
  play(4);
  EXPECT_EQ(only().inputs.hidden_change, 2U) << "it is pressed at tick 8, and not at 9";
}

/// Each input is compared with the one before it, not with the one behind it.
TEST_F(Inputs, AKeyOfTheLastTick) {
  hidden_ = 9;
  play(4);
  EXPECT_EQ(only().inputs.hidden_change, 1U);
}

}  // namespace
}  // namespace godot::analysis
