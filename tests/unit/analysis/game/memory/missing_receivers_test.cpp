// SPDX-License-Identifier: MIT
// Receivers that do not get a synchronizer's states. The states are made by this test.
#include "analysis/game/memory/missing_receivers.h"

#include <gtest/gtest.h>

#include <utility>

namespace godot::analysis {
namespace {

constexpr Views::Receiver red = {.peer = 100, .link = 1};
constexpr Views::Receiver green = {.peer = 200, .link = 2};
constexpr Views::Receiver blue = {.peer = 300, .link = 3};
constexpr std::int64_t tick = 50'000'000;

class Game {
 public:
  /// All of these get a state, each in a frame of its own.
  void round(std::initializer_list<Views::Receiver> receivers, std::int64_t step = tick) {
    time_ += step;
    for (const Views::Receiver& receiver : receivers)
      views_.state(synchronizer_, receiver, {.frame = ++frame_, .time = time_});
  }
  /// A spawn with the synchronizer.
  void spawn(const Views::Receiver& receiver) {
    views_.spawned(synchronizer_, receiver, {.frame = ++frame_, .time = time_});
  }
  /// Another message to a player, which shows whether earlier ones arrived.
  void other(const Views::Receiver& receiver, bool gap) { views_.message(receiver.link, receiver.from, ++frame_, gap); }
  /// The same just after the last states, for all players, with nothing missing.
  void nothing_is_missing() {
    for (const Views::Receiver& receiver : {red, green, blue})
      views_.message(receiver.link, receiver.from, frame_, false);
  }
  /// The message of the last state itself shows that an earlier one is missing.
  void missing_before_the_last(const Views::Receiver& receiver) {
    views_.message(receiver.link, receiver.from, frame_, true);
  }
  /// The peer that lacks states at the last frame.
  [[nodiscard]] multiplayer::PeerId without() const {
    const Views::Without* found = views_.without({.frame = frame_});
    return found != nullptr ? found->who.peer : 0;
  }
  [[nodiscard]] const Views& views() const { return views_; }
  [[nodiscard]] std::uint32_t frame() const { return frame_; }

 private:
  Views views_;
  Views::Series synchronizer_;
  std::uint32_t frame_ = 0;
  std::int64_t time_ = 0;
};

TEST(Views, AReceiverOfEveryStateIsNotReported) {
  Game game;
  for (int i = 0; i != 100; ++i) {
    game.round({red, green});
    game.nothing_is_missing();
    EXPECT_EQ(game.without(), 0);
  }
}

TEST(Views, ALongGapIsReportedOnce) {
  Game game;
  game.round({red, green});
  const std::uint32_t last_of_green = game.frame();
  int reports = 0;
  for (int i = 0; i != 40; ++i) {
    game.round({red});
    EXPECT_EQ(game.without(), 0);
    game.nothing_is_missing();
    if (game.without() == 0) continue;
    ++reports;
    EXPECT_EQ(i, 5);
    EXPECT_EQ(game.without(), green.peer);
    EXPECT_EQ(game.views().without({.frame = game.frame()})->since, last_of_green);
  }
  EXPECT_EQ(reports, 1);
}

/// Six states of another player in a quarter of a second, counted from the last one of its own.
TEST(Views, SixStatesInAQuarterOfASecondAreEnough) {
  for (const auto& [step, last] :
       {std::pair(42'000'000, 5), std::pair(41'000'000, 6), std::pair(45'000'000, 5), std::pair(125'000'000, 5)}) {
    Game game;
    game.round({red, green});
    int reported = -1;
    for (int i = 0; i != 10 && reported < 0; ++i) {
      game.round({red}, step);
      game.nothing_is_missing();
      if (game.without() != 0) reported = i;
    }
    EXPECT_EQ(reported, last) << step;
  }
}

/// The links of both were out for two seconds. TCP sends what has waited to one of them first.
TEST(Views, WhatComesAtOnceAfterALongPauseCountsFromThereOn) {
  constexpr std::int64_t at_once = tick / 50;
  Game game;
  game.round({red, green});
  game.round({red}, 40 * tick);
  for (int i = 0; i != 39; ++i) {
    game.round({red}, at_once);
    game.nothing_is_missing();
    EXPECT_EQ(game.without(), 0);
  }
  for (int i = 0; i != 40; ++i) game.round({green}, at_once);
  int reports = 0;
  for (int i = 0; i != 10; ++i) {
    game.round({red});
    game.nothing_is_missing();
    reports += game.without() == green.peer ? 1 : 0;
  }
  EXPECT_EQ(reports, 1) << "then it gets none";
}

/// It has the node, and never gets a state of it.
TEST(Views, AReceiverOfASpawnAloneIsReported) {
  Game game;
  game.spawn(red);
  game.spawn(green);
  const std::uint32_t spawned_in = game.frame();
  for (int i = 0; i != 5; ++i) {
    game.round({red});
    game.nothing_is_missing();
    EXPECT_EQ(game.without(), 0);
  }
  game.round({red});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), green.peer);
  const Views::Without* found = game.views().without({.frame = game.frame()});
  EXPECT_TRUE(found->spawned);
  EXPECT_EQ(found->since, spawned_in);
}

TEST(Views, AReceiverOfASpawnAndItsStatesIsNotReported) {
  Game game;
  game.spawn(red);
  for (int i = 0; i != 10; ++i) game.round({red});
  game.spawn(green);  // it has joined
  for (int i = 0; i != 40; ++i) {
    game.round({red, green});
    game.nothing_is_missing();
    EXPECT_EQ(game.without(), 0);
  }
}

TEST(Views, ANewGapIsReportedAgain) {
  Game game;
  game.round({red, green});
  for (int i = 0; i != 10; ++i) game.round({red});
  game.nothing_is_missing();
  game.round({red, green});
  for (int i = 0; i != 5; ++i) game.round({red});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), 0);
  game.round({red});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), green.peer);
}

/// The states come from the link's other end now: messages of the first one show nothing about them.
TEST(Views, OnlyMessagesOfTheSameSenderShowThatNoneIsMissing) {
  Game game;
  const Views::Receiver green_from_second = {.peer = green.peer, .link = green.link, .from = 1};
  game.round({red, green});
  game.round({red, green_from_second});
  for (int i = 0; i != 10; ++i) game.round({red});
  const std::uint32_t sixth = game.frame() - 4;
  game.nothing_is_missing();
  EXPECT_EQ(game.views().without({.frame = sixth}), nullptr);
  game.other(green_from_second, false);
  EXPECT_NE(game.views().without({.frame = sixth}), nullptr);
}

/// A peer that has lost its connection comes back by another: messages of the old one show nothing about it.
TEST(Views, OnlyMessagesOfTheNewLinkShowThatNoneIsMissing) {
  Game game;
  const Views::Receiver green_again = {.peer = green.peer, .link = 4};
  game.round({red, green});
  game.round({red, green_again});
  for (int i = 0; i != 10; ++i) game.round({red});
  const std::uint32_t sixth = game.frame() - 4;
  game.nothing_is_missing();
  EXPECT_EQ(game.views().without({.frame = sixth}), nullptr);
  game.other(green_again, false);
  EXPECT_NE(game.views().without({.frame = sixth}), nullptr);
}

TEST(Views, ManyStatesAtOneTimeAreNoGap) {
  Game game;
  game.round({red, green});
  for (int i = 0; i != 10; ++i) game.round({red}, tick / 10);
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), 0);
}

/// The sender's throttle dropped a message, or the network lost it: the states may have been in it.
TEST(Views, LostStatesAreNotReportedAsHidden) {
  Game game;
  game.round({red, green});
  for (int i = 0; i != 10; ++i) game.round({red});
  const std::uint32_t last = game.frame();
  game.other(green, true);
  for (int i = 0; i != 5; ++i) game.round({red});
  game.other(green, false);
  EXPECT_EQ(game.views().without({.frame = last}), nullptr);
  EXPECT_EQ(game.views().without({.frame = game.frame() - 1}), nullptr);
  game.round({red});
  EXPECT_EQ(game.views().without({.frame = game.frame()}), nullptr);
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), green.peer);  // hidden since the gap
}

TEST(Views, LossesOfOtherReceiversDoNotCount) {
  Game game;
  game.round({red, green});
  for (int i = 0; i != 6; ++i) game.round({red});
  const std::uint32_t last = game.frame();
  game.other(red, true);
  game.other({.peer = 1, .link = green.link, .from = 1}, true);  // the other way
  game.other(green, false);
  EXPECT_NE(game.views().without({.frame = last}), nullptr);
}

/// What was missing before a state says nothing about those behind it.
TEST(Views, ALossBeforeTheLastStateDoesNotCount) {
  Game game;
  game.round({red, green});
  game.missing_before_the_last(green);
  for (int i = 0; i != 6; ++i) game.round({red});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), green.peer);
}

TEST(Views, AGapLastsAQuarterOfASecond) {
  constexpr std::int64_t step = 25'000'000;
  for (const std::int64_t less : {0, 1}) {
    Game game;
    game.round({red, green});
    for (int i = 0; i != 10; ++i) game.round({red}, step - less);
    game.nothing_is_missing();
    EXPECT_EQ(game.without(), less == 0 ? green.peer : 0);
  }
}

TEST(Views, WithoutOtherMessagesAGapLastsTwoSeconds) {
  constexpr std::int64_t step = 2'000'000'000 / 64;
  for (const std::int64_t less : {0, 1}) {
    Game game;
    game.round({red, green});
    for (int i = 0; i != 64; ++i) game.round({red}, step - less);
    EXPECT_EQ(game.without(), less == 0 ? green.peer : 0);
    game.round({red}, step - less);
    EXPECT_EQ(game.without(), less == 0 ? 0 : green.peer);
  }
}

/// A new state ends the gap, although no message was missing.
TEST(Views, AGapThatEndsBeforeItIsCertainIsNotReported) {
  Game game;
  game.round({red, green});
  for (int i = 0; i != 6; ++i) game.round({red});
  const std::uint32_t last = game.frame();
  game.other(green, true);
  game.round({green});
  game.other(green, false);
  EXPECT_EQ(game.views().without({.frame = last}), nullptr);
}

/// A link that stands still for a while, and then brings everything at once.
TEST(Views, AStateThatComesSoonAfterTheFirstMessageMayHaveBeenHeldBack) {
  for (const int rounds : {0, 1, 4, 5, 6}) {
    Game game;
    game.round({red, green});
    for (int i = 0; i != 6; ++i) game.round({red});
    const std::uint32_t sixth = game.frame();
    for (int i = 0; i != 5; ++i) game.round({red});
    game.other(green, false);
    ASSERT_NE(game.views().without({.frame = sixth}), nullptr);
    for (int i = 0; i != rounds; ++i) game.round({red});
    game.round({green});
    // The message came before the first of these rounds, at the latest.
    const bool is_soon = rounds < 5;
    EXPECT_EQ(game.views().without({.frame = sixth})->resumed_in, is_soon ? game.frame() : 0U) << rounds;
    game.round({green});
    EXPECT_EQ(game.views().without({.frame = sixth})->resumed_in, is_soon ? game.frame() - 1 : 0U) << "only the first";
  }
}

/// Reported for its duration, before any message came.
TEST(Views, AStateThatIsTheFirstMessageMayHaveBeenHeldBack) {
  Game game;
  game.round({red, green});
  for (int i = 0; i != 64; ++i) game.round({red});
  const std::uint32_t last = game.frame();
  ASSERT_EQ(game.without(), green.peer);
  game.round({red});
  game.other(green, false);
  game.round({green});
  EXPECT_EQ(game.views().without({.frame = last})->resumed_in, game.frame());
}

/// The throttle lets one of 32 states through, so a gap of 64 is not caused by it.
TEST(Views, WithoutOtherMessagesAGapIsReportedAfter64States) {
  Game game;
  game.round({red, green});
  for (int i = 0; i != 63; ++i) {
    game.round({red});
    EXPECT_EQ(game.without(), 0);
  }
  game.round({red});
  EXPECT_EQ(game.without(), green.peer);
}

/// A state captured on both sides of one link counts once.
TEST(Views, CopiesOfAnotherLinkDoNotCount) {
  Game game;
  constexpr Views::Receiver reds_other_side = {.peer = red.peer, .link = 9};
  game.round({red, reds_other_side, green});
  for (int i = 0; i != 5; ++i) game.round({red, reds_other_side});
  game.nothing_is_missing();
  EXPECT_EQ(game.views().without({.frame = game.frame()}), nullptr);
  EXPECT_EQ(game.views().without({.frame = game.frame() - 1}), nullptr);
}

TEST(Views, OthersDoNotCountTwice) {
  Game game;
  game.round({red, green, blue});
  for (int i = 0; i != 5; ++i) game.round({red, green});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), 0);
  game.round({red});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), blue.peer);
}

TEST(Views, ReceiversAboveTheLimitAreNotCompared) {
  Game game;
  for (std::int32_t peer = 1; peer != 100; ++peer) game.round({{.peer = peer, .link = 1}}, 0);
  for (int i = 0; i != 5; ++i) game.round({{.peer = 99, .link = 1}});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), 0);  // the 99th is beyond the limit of stored ones
  for (int i = 0; i != 5; ++i) game.round({{.peer = 2, .link = 1}});
  game.nothing_is_missing();
  EXPECT_EQ(game.without(), 1);
}

}  // namespace
}  // namespace godot::analysis
