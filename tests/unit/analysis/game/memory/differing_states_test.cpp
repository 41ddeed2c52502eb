// SPDX-License-Identifier: MIT
#include "analysis/game/memory/differing_states.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

constexpr multiplayer::PeerId red = 100;
constexpr multiplayer::PeerId green = 200;

class Game {
 public:
  /// A tick in which both get a state. `ahead`: how far green's clock is ahead of red's.
  void round(std::uint64_t for_red, std::uint64_t for_green, std::uint16_t ahead = 7, std::int64_t apart = 100'000) {
    time_ += 50'000'000;
    ++clock_;
    state(red, clock_, for_red, time_);
    state(green, static_cast<std::uint16_t>(clock_ + ahead), for_green, time_ + apart);
  }
  /// Several ticks without a pause: the game catches up.
  void burst(unsigned ticks) {
    for (unsigned i = 0; i != ticks; ++i) {
      time_ += 100'000;
      ++clock_;
      state(red, clock_, clock_, time_);
      state(green, static_cast<std::uint16_t>(clock_ + 7), clock_, time_ + 50'000);
    }
  }
  void alone(multiplayer::PeerId receiver, std::uint64_t digest) {
    time_ += 50'000'000;
    state(receiver, ++clock_, digest, time_);
  }
  [[nodiscard]] bool is_reported() const { return agreement_.other({.frame = frame_}) != nullptr; }
  [[nodiscard]] const Agreement::Other& other() const { return *agreement_.other({.frame = frame_}); }
  [[nodiscard]] std::uint32_t frame() const { return frame_; }

 private:
  void state(multiplayer::PeerId receiver, std::uint16_t clock, std::uint64_t digest, std::int64_t time) {
    agreement_.state(synchronizer_, {.receiver = receiver,
                                     .clock = clock,
                                     .digest = digest,
                                     .position = {.frame = ++frame_, .message = 0, .part = 0, .time = time}});
  }
  Agreement agreement_;
  Agreement::Series synchronizer_;
  std::uint32_t frame_ = 0;
  std::uint16_t clock_ = 65530;  // it wraps around soon
  std::int64_t time_ = 0;
};

TEST(Agreement, EqualValuesAgree) {
  Game game;
  for (std::uint64_t i = 0; i != 100; ++i) {
    game.round(i, i);
    EXPECT_FALSE(game.is_reported());
  }
}

TEST(Agreement, OtherValuesAreReportedOnce) {
  Game game;
  int reports = 0;
  for (std::uint64_t i = 0; i != 100; ++i) {
    game.round(2 * i, 2 * i + 1);
    if (!game.is_reported()) continue;
    ++reports;
    EXPECT_EQ(i, 24U);  // after a second
    EXPECT_EQ(game.other().receiver, red);
    EXPECT_EQ(game.other().frame, game.frame() - 1);
  }
  EXPECT_EQ(reports, 1);
}

/// If the sender's throttle drops a state, the next one belongs to another tick.
TEST(Agreement, StatesOfOtherTimesAreNotCompared) {
  Game late;
  for (std::uint64_t i = 0; i != 100; ++i) {
    late.round(2 * i, 2 * i + 1, 7, 16'000'000);
    EXPECT_FALSE(late.is_reported());
  }
  Game unsteady;
  for (std::uint16_t i = 0; i != 100; ++i) {
    unsteady.round(2U * i, 2U * i + 1, i);
    EXPECT_FALSE(unsteady.is_reported());
  }
  Game alone;
  for (std::uint64_t i = 0; i != 100; ++i) {
    alone.alone(i % 2 == 0 ? red : green, i);
    EXPECT_FALSE(alone.is_reported());
  }
}

/// Away from the sender, one player's states may arrive any time before another's.
TEST(Agreement, EqualValuesThatComeLaterAgree) {
  for (std::uint64_t behind = 1; behind != 16; ++behind) {
    Game red_late;
    Game green_late;
    for (std::uint64_t i = 0; i != 100; ++i) {
      red_late.round(i, i + behind);
      EXPECT_FALSE(red_late.is_reported());
      green_late.round(i + behind, i);
      EXPECT_FALSE(green_late.is_reported());
    }
  }
}

/// The missing state may have had the same values.
TEST(Agreement, RoundsThatMissOneAreNotJudged) {
  Game game;
  for (std::uint64_t i = 0; i != 100; ++i) {
    if (i % 15 == 0) game.alone(red, i);
    else game.round(1000 + 2 * i, 1000 + 2 * i + 1);
    EXPECT_FALSE(game.is_reported());
  }
}

/// Both get their states of one tick within five milliseconds.
TEST(Agreement, StatesOfOneTickAreFiveMillisecondsApart) {
  for (const std::int64_t apart : {4'999'999, 5'000'000}) {
    Game game;
    bool reported = false;
    for (std::uint64_t i = 0; i != 100; ++i) {
      game.round(2 * i, 2 * i + 1, 7, apart);
      reported = reported || game.is_reported();
    }
    EXPECT_EQ(reported, apart < 5'000'000) << apart;
  }
}

/// Rare states must differ sixteen times, after four that show how far the clocks are apart.
TEST(Agreement, RareStatesAreReportedAfterSixteenRounds) {
  Agreement agreement;
  Agreement::Series synchronizer;
  std::uint32_t frame = 0;
  std::uint32_t first_reported = 0;
  for (std::uint16_t round = 1; round != 40; ++round) {
    for (const multiplayer::PeerId receiver : {red, green}) {
      const std::uint64_t digest = std::uint64_t{2} * round + (receiver == green ? 1 : 0);
      const Views::Position position = {
          .frame = ++frame, .message = 0, .part = 0, .time = std::int64_t{round} * 200'000'000};
      agreement.state(synchronizer, {.receiver = receiver, .clock = round, .digest = digest, .position = position});
      if (agreement.other(position) != nullptr && first_reported == 0) first_reported = round;
    }
  }
  EXPECT_EQ(first_reported, 20U);
}

TEST(Agreement, BurstsAreNotJudged) {
  Game game;
  for (std::uint64_t i = 0; i != 20; ++i) {
    game.round(i, i);
    game.burst(static_cast<unsigned>(i));
    EXPECT_FALSE(game.is_reported());
  }
}

/// Sixteen receivers are compared, further ones are not.
TEST(Agreement, AReceiverAboveTheLimitIsNotCompared) {
  constexpr std::uint32_t most = 16;
  for (const std::uint32_t receivers : {most, most + 1}) {
    Agreement agreement;
    Agreement::Series synchronizer;
    std::uint32_t frame = 0;
    std::uint32_t reported = 0;
    for (std::uint16_t round = 0; round != 60; ++round) {
      for (std::uint32_t i = 0; i != receivers; ++i) {
        const Views::Position position = {.frame = ++frame,
                                          .message = 0,
                                          .part = 0,
                                          .time = std::int64_t{round} * 50'000'000 + std::int64_t{i} * 100'000};
        // All but the last one get the same.
        const std::uint64_t digest = std::uint64_t{2} * round + (i + 1 == receivers ? 1 : 0);
        agreement.state(
            synchronizer,
            {.receiver = static_cast<int>(100 + i), .clock = round, .digest = digest, .position = position});
        reported += agreement.other(position) != nullptr ? 1 : 0;
      }
    }
    EXPECT_EQ(reported, receivers == most ? 1U : 0U) << receivers;
  }
}

TEST(Agreement, ASingleDifferenceIsNotReported) {
  Game game;
  for (std::uint64_t i = 0; i != 100; ++i) {
    game.round(i, i % 3 == 0 ? i : i + 1);
    EXPECT_FALSE(game.is_reported());
  }
}

}  // namespace
}  // namespace godot::analysis
