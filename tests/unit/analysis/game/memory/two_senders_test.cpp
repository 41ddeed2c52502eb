// SPDX-License-Identifier: MIT
// Two peers that send the states of one synchronizer. The states are made by this test.
#include "analysis/game/memory/two_senders.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace godot::analysis {
namespace {

constexpr NodeKey ball = {.game = 1, .text = 7};
constexpr std::int64_t tick = 50'000'000;
constexpr TwoSenders::To everyone = {.peer = 0, .known = true};

class Game {
 public:
  /// A state of each, in a frame each; returns the first frame.
  std::uint32_t round(std::initializer_list<multiplayer::PeerId> peers, const NodeKey& synchronizer = ball) {
    time_ += interval;
    for (const multiplayer::PeerId peer : peers)
      senders_.state(synchronizer, changes, peer, to, {.frame = ++frame_, .time = time_});
    return frame_ - static_cast<std::uint32_t>(peers.size()) + 1;
  }
  [[nodiscard]] const TwoSenders::Other* at(std::uint32_t frame) const { return senders_.other({.frame = frame}); }
  [[nodiscard]] unsigned found() const {
    unsigned count = 0;
    for (std::uint32_t frame = 1; frame <= frame_; ++frame) count += at(frame) != nullptr ? 1 : 0;
    return count;
  }

  std::int64_t interval = tick;
  bool changes = false;  ///< instead of states
  TwoSenders::To to = everyone;

 private:
  TwoSenders senders_;
  std::uint32_t frame_ = 0;
  std::int64_t time_ = 0;
};

TEST(TwoSenders, AreReportedAtTheFirstStateOfTheSecondSender) {
  Game game;
  for (int i = 0; i != 10; ++i) game.round({100});
  const std::uint32_t first = game.round({100, 200}) + 1;
  for (int i = 0; i != 40; ++i) game.round({100, 200});
  ASSERT_NE(game.at(first), nullptr);
  EXPECT_EQ(game.at(first)->peer, 100);
  EXPECT_EQ(game.at(first)->frame, first - 1);
  EXPECT_EQ(game.found(), 1U);
}

/// A change of authority: both peers send until the change has reached all.
TEST(TwoSenders, AHandOverIsNotReported) {
  Game game;
  for (const multiplayer::PeerId peer : {100, 200, 100, 300}) {
    for (int i = 0; i != 30; ++i) game.round({peer});
    const multiplayer::PeerId next = peer == 100 ? 200 : 100;
    for (int i = 0; i != 5; ++i) game.round({peer, next});
  }
  EXPECT_EQ(game.found(), 0U);
}

/// One who sends no change for a quarter of a second has stopped.
TEST(TwoSenders, ChangesWithPausesAreTurns) {
  for (const std::int64_t interval : {tick, 5 * tick - 1, 5 * tick, 6 * tick}) {
    Game game;
    game.changes = true;
    game.interval = interval;
    for (int i = 0; i != 40; ++i) game.round({100, 200});
    EXPECT_EQ(game.found(), interval < 5 * tick ? 1U : 0U) << interval;
  }
}

TEST(TwoSenders, AreReportedAgainWhenItBeginsAgain) {
  Game game;
  for (int times = 0; times != 3; ++times) {
    for (int i = 0; i != 30; ++i) game.round({100});
    for (int i = 0; i != 30; ++i) game.round({100, 200});
  }
  EXPECT_EQ(game.found(), 3U);
}

/// Each sends its states to the two others, every 0.3 s: a broadcast counts once.
TEST(TwoSenders, AreReportedWithSeveralReceivers) {
  TwoSenders senders;
  unsigned found = 0;
  std::uint32_t frame = 0;
  for (std::int64_t i = 0; i != 40; ++i) {
    for (const multiplayer::PeerId peer : {100, 200}) {
      for (const multiplayer::PeerId to : {300, 400})
        senders.state(ball, false, peer, {.peer = to, .known = true}, {.frame = ++frame, .time = i * 6 * tick + peer});
    }
  }
  for (std::uint32_t each = 1; each <= frame; ++each) found += senders.other({.frame = each}) != nullptr ? 1 : 0;
  EXPECT_EQ(found, 1U);
}

/// The receiver whose copies were measured leaves: those of the other one go on.
TEST(TwoSenders, AHandOverWithSeveralReceiversIsNotReported) {
  TwoSenders senders;
  std::uint32_t frame = 0;
  for (std::int64_t i = 0; i != 80; ++i) {
    const multiplayer::PeerId peer = i < 40 ? 100 : 200;
    for (const multiplayer::PeerId to : {300, 400}) {
      if (to == 300 && i > 20 && i < 60) continue;
      senders.state(ball, false, peer, {.peer = to, .known = true}, {.frame = ++frame, .time = i * 6 * tick});
    }
  }
  for (std::uint32_t each = 1; each <= frame; ++each) EXPECT_EQ(senders.other({.frame = each}), nullptr);
}

TEST(TwoSenders, OfChangesAreReported) {
  Game game;
  game.changes = true;
  for (int i = 0; i != 40; ++i) game.round({100, 200});
  EXPECT_EQ(game.found(), 1U);
}

/// After three equal intervals they are known to go on; then it takes five states more.
TEST(TwoSenders, ThatSendRarelyAreReported) {
  Game game;
  game.interval = 20 * tick;
  for (int i = 0; i != 7; ++i) game.round({100, 200});
  EXPECT_EQ(game.found(), 0U);
  game.round({100, 200});
  EXPECT_EQ(game.found(), 1U);
}

TEST(TwoSenders, AHandOverBetweenRareSendersIsNotReported) {
  Game game;
  game.interval = 20 * tick;
  for (const multiplayer::PeerId peer : {100, 200, 100, 300}) {
    for (int i = 0; i != 12; ++i) game.round({peer});
    const multiplayer::PeerId next = peer == 100 ? 200 : 100;
    game.round({peer, next});
  }
  EXPECT_EQ(game.found(), 0U);
}

/// In a game with turns, each of which is one change: such changes look like those of two senders that both change it.
TEST(TwoSenders, TurnsAreNotReported) {
  Game game;
  game.changes = true;
  game.interval = 10 * tick;
  for (int i = 0; i != 30; ++i) {
    game.round({100});
    game.round({200});
  }
  EXPECT_EQ(game.found(), 0U);
}

/// The node is given to each in turn for 0.2 s, shorter than a pause. `late`: the first states of a turn that the one
/// before it, who is told later, still sends.
unsigned found_in_turns(std::int64_t interval, int turn, int late) {
  TwoSenders senders;
  unsigned found = 0;
  std::uint32_t frame = 0;
  for (std::int64_t i = 0; i != 400; ++i) {
    const bool first = i / turn % 2 == 0;
    const std::int64_t time = i * interval;
    const bool both = i >= turn && i % turn < late;
    for (const multiplayer::PeerId peer : {100, 200})
      if (both || (peer == 100) == first)
        senders.state(ball, false, peer, everyone, {.frame = ++frame, .time = time + peer});
  }
  for (std::uint32_t each = 1; each <= frame; ++each) found += senders.other({.frame = each}) != nullptr ? 1 : 0;
  return found;
}

TEST(TwoSenders, ThatTakeShortTurnsAreNotReported) {
  EXPECT_EQ(found_in_turns(tick, 4, 0), 0U);
  EXPECT_EQ(found_in_turns(tick, 4, 1), 0U) << "one state of each turn is under way";
  EXPECT_EQ(found_in_turns(tick / 2, 8, 2), 0U);
  EXPECT_EQ(found_in_turns(tick / 3, 12, 3), 0U);
  EXPECT_NE(found_in_turns(tick, 4, 4), 0U) << "these take none";
}

/// The first one is told late: it stops after `overlap` states, and begins again after `pause` states, or never.
TwoSenders::Other handed_over(int overlap, int pause) {
  TwoSenders senders;
  std::uint32_t frame = 0;
  std::uint32_t first = 0;
  for (int i = 0; i != 200; ++i) {
    const bool old = i < 20 + overlap || (pause != 0 && i >= 20 + overlap + pause);
    if (old) senders.state(ball, false, 100, everyone, {.frame = ++frame, .time = i * tick});
    if (i >= 20) senders.state(ball, false, 200, everyone, {.frame = ++frame, .time = i * tick + 1});
    if (i == 20) first = frame;
  }
  const TwoSenders::Other* other = senders.other({.frame = first});
  return other != nullptr ? *other : TwoSenders::Other{};
}

TEST(TwoSenders, OfWhomOneStopsForGoodWereHandedOver) {
  const TwoSenders::Other late = handed_over(30, 0);
  EXPECT_EQ(late.peer, 100);
  EXPECT_EQ(late.stopped, 100);
  EXPECT_EQ(late.stopped_in, 20U + 2 * 30 - 1);
  EXPECT_NEAR(static_cast<double>(late.lasted), 29.0 * tick, tick);
  EXPECT_EQ(handed_over(30, 10).stopped, 0) << "it only paused";
  EXPECT_EQ(handed_over(30, 60).stopped, 100) << "it was given back";
  EXPECT_EQ(handed_over(180, 0).stopped, 0) << "both go on to the end";
  EXPECT_EQ(handed_over(10, 0).peer, 0) << "too short to be reported";
}

/// One sends ten times as often, and some states of both are lost.
TEST(TwoSenders, OfDifferentRatesAreReported) {
  for (const int each : {1, 2, 10}) {
    TwoSenders senders;
    unsigned found = 0;
    std::uint32_t frame = 0;
    for (std::int64_t i = 0; i != 400; ++i) {
      const std::int64_t time = i * tick / 3;
      if (i % 7 != 3) senders.state(ball, false, 100, everyone, {.frame = ++frame, .time = time});
      if (i % each == 0 && i % 11 != 5) senders.state(ball, false, 200, everyone, {.frame = ++frame, .time = time + 1});
    }
    for (std::uint32_t at = 1; at <= frame; ++at) found += senders.other({.frame = at}) != nullptr ? 1 : 0;
    EXPECT_NE(found, 0U) << each;
  }
}

/// Each of its states is of another time at which it was the authority: the intervals are none.
TEST(TwoSenders, AnOwnerThatSendsOnceIsNotReported) {
  Game game;
  for (const int others : {40, 90, 20, 60, 30, 50, 80}) {
    game.round({100});
    for (int i = 0; i != others; ++i) game.round({200});
  }
  EXPECT_EQ(game.found(), 0U);
}

/// An interval is that of before if it is longer than three quarters and shorter than five quarters of it.
TEST(TwoSenders, WhoseIntervalsChangeByAQuarterAreNotRegular) {
  const auto found = [](std::int64_t interval, int quarters, std::int64_t more) {
    TwoSenders senders;
    std::int64_t time = 0;
    std::uint32_t frame = 0;
    std::uint32_t reported = 0;
    for (int round = 0; round != 10; ++round) {
      for (const multiplayer::PeerId peer : {100, 200})
        senders.state(ball, false, peer, everyone, {.frame = ++frame, .time = time});
      interval = interval * quarters / 4 + more;
      time += interval;
    }
    for (std::uint32_t i = 1; i <= frame; ++i) reported += senders.other({.frame = i}) != nullptr ? 1 : 0;
    return reported;
  };
  constexpr std::int64_t long_one = std::int64_t{1000} << 22;
  constexpr std::int64_t short_one = std::int64_t{400} << 20;
  EXPECT_EQ(found(long_one, 3, 0), 0U);
  EXPECT_EQ(found(long_one, 3, 1), 1U);
  EXPECT_EQ(found(short_one, 5, 0), 0U);
  EXPECT_EQ(found(short_one, 5, -1), 1U);
}

/// The second one must go on for a second, with six states, and the first one beside it.
TEST(TwoSenders, MustBothGoOnForASecond) {
  const auto found = [](unsigned rounds, std::int64_t interval, unsigned of_first) {
    TwoSenders senders;
    std::uint32_t frame = 0;
    std::uint32_t reported = 0;
    for (unsigned round = 0; round <= rounds; ++round) {
      const std::int64_t time = round * interval;
      if (round <= of_first) senders.state(ball, false, 100, everyone, {.frame = ++frame, .time = time});
      if (round != 0) senders.state(ball, false, 200, everyone, {.frame = ++frame, .time = time + 1});
    }
    for (std::uint32_t i = 1; i <= frame; ++i) reported += senders.other({.frame = i}) != nullptr ? 1 : 0;
    return reported;
  };
  EXPECT_EQ(found(11, 100'000'000, 11), 1U);
  EXPECT_EQ(found(11, 99'999'999, 11), 0U);
  EXPECT_EQ(found(6, 200'000'000, 6), 1U);
}

/// A sender whose rare states are not yet known to be regular seems to pause when the second one begins: there is no
/// other one to name.
TEST(TwoSenders, AreReportedOnlyWithTheOther) {
  constexpr std::int64_t millisecond = 1'000'000;
  TwoSenders senders;
  std::uint32_t frame = 0;
  for (std::int64_t time = 0; time <= 10'000; time += 100) {
    if (time % 1000 == 100) senders.state(ball, false, 100, everyone, {.frame = ++frame, .time = time * millisecond});
    if (time == 0 || time >= 2600)
      senders.state(ball, false, 200, everyone, {.frame = ++frame, .time = time * millisecond + 1});
  }
  for (std::uint32_t i = 1; i <= frame; ++i) {
    const TwoSenders::Other* other = senders.other({.frame = i});
    EXPECT_TRUE(other == nullptr || other->peer != 0) << i;
  }
}

TEST(TwoSenders, OfTwoSynchronizersAreNotReported) {
  Game game;
  for (int i = 0; i != 60; ++i) {
    game.round({100});
    game.round({200}, {.game = 1, .text = 8});
  }
  EXPECT_EQ(game.found(), 0U);
}

/// States of several senders, each for some peers, and who is named.
class Rooms {
 public:
  struct State {
    multiplayer::PeerId from;
    std::initializer_list<multiplayer::PeerId> to;
  };
  void round(std::initializer_list<State> states) {
    time_ += tick;
    for (const State& state : states)
      for (const multiplayer::PeerId to : state.to)
        senders_.state(ball, false, state.from, {.peer = to, .known = true}, {.frame = ++frame_, .time = time_});
  }
  [[nodiscard]] std::string found() const {
    std::string all;
    for (std::uint32_t frame = 1; frame <= frame_; ++frame)
      if (const TwoSenders::Other* other = senders_.other({.frame = frame}))
        all += std::to_string(frame) + " beside " + std::to_string(other->peer) + "; ";
    return all;
  }

 private:
  TwoSenders senders_;
  std::uint32_t frame_ = 0;
  std::int64_t time_ = 0;
};

/// Each is the authority in its own room: the server only relays, and visibility keeps the rooms apart.
TEST(TwoSenders, OfTwoRoomsAreNotReported) {
  Rooms apart;
  for (int i = 0; i != 60; ++i) apart.round({{100, {300}}, {200, {400}}});
  EXPECT_EQ(apart.found(), "");
  Rooms one_receiver;
  for (int i = 0; i != 60; ++i) one_receiver.round({{100, {300}}, {200, {400, 300}}});
  EXPECT_EQ(one_receiver.found(), "2 beside 100; ");
  Rooms each_other;
  for (int i = 0; i != 60; ++i) each_other.round({{100, {300}}, {200, {100}}});
  EXPECT_EQ(each_other.found(), "2 beside 100; ");
  Rooms of_the_first;
  for (int i = 0; i != 60; ++i) of_the_first.round({{100, {200}}, {200, {400}}});
  EXPECT_EQ(of_the_first.found(), "2 beside 100; ");
}

/// The third one is in the room of the first.
TEST(TwoSenders, OfOneRoomAreNamed) {
  Rooms rooms;
  for (int i = 0; i != 30; ++i) rooms.round({{100, {300}}, {200, {400}}});
  for (int i = 0; i != 60; ++i) rooms.round({{100, {300}}, {200, {400}}, {500, {300}}});
  EXPECT_EQ(rooms.found(), "63 beside 100; ");
}

TEST(TwoSenders, OfUnknownReceiversAreNotReported) {
  Game game;
  game.to = {};
  for (int i = 0; i != 60; ++i) game.round({100, 200});
  EXPECT_EQ(game.found(), 0U);
}

TEST(TwoSenders, AboveTheLimitAreNotReported) {
  Game game;
  for (int i = 0; i != 60; ++i) game.round({100, 200, 300, 400, 500, 600});
  EXPECT_EQ(game.found(), 3U);
}

}  // namespace
}  // namespace godot::analysis
