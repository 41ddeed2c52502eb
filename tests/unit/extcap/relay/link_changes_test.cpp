// SPDX-License-Identifier: MIT
#include "extcap/relay/link_changes.h"

#include <gtest/gtest.h>

#include "extcap/relay/current_faults.h"

namespace {

using namespace godotdump::relay;

std::vector<Step> steps_of(std::string_view text) {
  std::vector<Step> steps;
  std::string error;
  EXPECT_TRUE(read_script(text, steps, error)) << error;
  return steps;
}

Change change_of(std::string_view text) {
  std::string error;
  return read_change(text, error).value();
}

TEST(Script, Steps) {
  const auto steps = steps_of("loss 1%; at 10s: loss 5% for 2s\n  # nothing\nevery 2min: freeze 500ms # stalls\n;");
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].at, 0);
  EXPECT_EQ(steps[0].lasts, 0);
  EXPECT_EQ(steps[1].at, 10 * second);
  EXPECT_EQ(steps[1].lasts, 2 * second);
  EXPECT_EQ(steps[1].change, change_of("loss 5%"));
  EXPECT_EQ(steps[2].every, 120 * second);
  EXPECT_EQ(steps[2].change.freeze, 500 * millisecond);
}

TEST(Script, WhatIsNone) {
  for (const std::string_view text :
       {"at 10s loss 5%", "at soon: loss 5%", "every 10ms: freeze 5ms", "at 1s: freeze 1s for 2s", "loss 5% for ever",
        "at 1s:", "at 30h: loss 1%", "nonsense", "at 1s: nonsense"}) {
    std::vector<Step> steps;
    std::string error;
    EXPECT_FALSE(read_script(text, steps, error)) << text;
    EXPECT_NE(error, "") << text;
  }
  std::string many;
  for (std::size_t i = 0; i <= most_steps; ++i) many += "loss 1%;";
  std::vector<Step> steps;
  std::string error;
  EXPECT_FALSE(read_script(many, steps, error));
}

/// Times of steps reach a day, and happen ten times a second at most.
TEST(Script, TheLongestAndTheShortestTimes) {
  EXPECT_EQ(steps_of("at 5min: loss 1%").at(0).at, 300 * second);
  EXPECT_EQ(steps_of("at 1440min: loss 1%").at(0).at, 86'400 * second);
  EXPECT_EQ(steps_of("at 86400s: loss 1%").at(0).at, 86'400 * second);
  EXPECT_EQ(steps_of("loss 1% for 90s").at(0).lasts, 90 * second);
  EXPECT_EQ(steps_of("every 100ms: freeze 5ms").at(0).every, 100 * millisecond);
  EXPECT_EQ(steps_of("every 100ms: freeze 5ms").at(0).at, 100 * millisecond) << "the first one, too";
  EXPECT_EQ(steps_of("at 10s: loss 1%").at(0).every, 0) << "once";
  EXPECT_EQ(steps_of("at 0: loss 1%").at(0).at, 0);
  const std::pair<std::string_view, std::string_view> wrong[] = {
      {"at 1441min: loss 1%", "times are written like 10s, 500ms or 2min"},
      {"at 86401s: loss 1%", "times are written like 10s, 500ms or 2min"},
      {"at 90000ms: loss 1%", "times are written like 10s, 500ms or 2min"},
      {"every 99ms: freeze 5ms", "at most ten times a second"},
      {"loss 1% for 0s", "'for' needs a time like 2s"},
      {"at 10s loss 1%", "a colon follows the time, as in 'at 10s: loss 5%'"},
      {"freeze 1s for 2s", "a freeze has its length already"},
  };
  for (const auto& [text, why] : wrong) {
    std::vector<Step> steps;
    std::string error;
    EXPECT_FALSE(read_script(text, steps, error)) << text;
    EXPECT_EQ(error, "'" + std::string(text) + "': " + std::string(why));
  }
}

TEST(Script, AThousandStepsAreAllowed) {
  std::string many;
  for (std::size_t i = 0; i != most_steps; ++i) many += "loss 1%;";
  EXPECT_EQ(steps_of(many).size(), most_steps);
}

TEST(Script, EveryPresetIsOne) {
  for (const Preset& preset : presets()) {
    std::vector<Step> steps;
    std::string error;
    EXPECT_TRUE(read_script(preset.script, steps, error)) << preset.name << ": " << error;
    EXPECT_EQ(find_preset(preset.name), &preset);
  }
  EXPECT_EQ(find_preset("moon"), nullptr);
}

TEST(CurrentFaults, AWindowOfTime) {
  CurrentFaults faults;
  faults.change(change_of("loss 1%"));
  faults.set_script(steps_of("at 10s: up loss 5% for 2s"), 100 * second);
  EXPECT_EQ(faults.next(), 110 * second);
  EXPECT_TRUE(faults.proceed(109 * second).empty());
  EXPECT_EQ(faults.of(1, Way::up).loss, 0.01);
  EXPECT_EQ(faults.proceed(110 * second).size(), 1U);
  EXPECT_EQ(faults.of(1, Way::up).loss, 0.05);
  EXPECT_EQ(faults.of(1, Way::down).loss, 0.01);
  EXPECT_EQ(faults.next(), 112 * second);
  faults.change(change_of("loss 3%"));  // by hand, while it lasts: holds afterwards
  EXPECT_EQ(faults.of(1, Way::up).loss, 0.05);
  const auto ended = faults.proceed(112 * second);
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_TRUE(ended[0].has_ended);
  EXPECT_EQ(faults.of(1, Way::up).loss, 0.03);
  EXPECT_EQ(faults.next(), never);
}

TEST(CurrentFaults, Periods) {
  CurrentFaults faults;
  faults.set_script(steps_of("every 10s: freeze 1s"), 0);
  EXPECT_EQ(faults.proceed(10 * second).size(), 1U);
  EXPECT_EQ(faults.next(), 20 * second);
  EXPECT_EQ(faults.proceed(95 * second).size(), 1U) << "those that were missed do not happen at once";
  EXPECT_EQ(faults.next(), 100 * second);
}

/// The program looked too late: the change has begun and ended.
TEST(CurrentFaults, AWindowThatWasMissed) {
  CurrentFaults faults;
  faults.set_script(steps_of("at 10s: loss 5% for 2s; at 11s: duplicate 1%"), 0);
  const auto happened = faults.proceed(12 * second);
  ASSERT_EQ(happened.size(), 3U);
  EXPECT_FALSE(happened[0].has_ended);
  EXPECT_FALSE(happened[1].has_ended);
  EXPECT_TRUE(happened[2].has_ended);
  EXPECT_EQ(happened[2].change, change_of("loss 5%"));
  EXPECT_EQ(faults.of(1, Way::up).loss, 0);
  EXPECT_EQ(faults.of(1, Way::up).duplicate, 0.01) << "this one lasts";
  EXPECT_EQ(faults.next(), never);
}

/// A period whose faults pass: each has its end, counted from when it was to begin.
TEST(CurrentFaults, PeriodsOfAWindow) {
  CurrentFaults faults;
  faults.set_script(steps_of("every 10s: loss 100% for 3s"), 0);
  EXPECT_EQ(faults.proceed(11 * second).size(), 1U);
  EXPECT_EQ(faults.of(1, Way::up).loss, 1);
  EXPECT_EQ(faults.next(), 13 * second);
  EXPECT_EQ(faults.proceed(13 * second).size(), 1U);
  EXPECT_EQ(faults.of(1, Way::up).loss, 0);
  EXPECT_EQ(faults.next(), 20 * second);
  EXPECT_EQ(faults.proceed(20 * second).size(), 1U) << "at its very time";
  EXPECT_EQ(faults.next(), 23 * second);
}

/// Changes of several players and ways stand beside each other; the later one counts where both apply.
TEST(CurrentFaults, ALaterChangeReplacesWhatItCovers) {
  CurrentFaults faults;
  const auto losses = [&] {
    std::vector<double> all;
    for (const unsigned player : {1U, 2U, most_players})
      for (const Way way : {Way::up, Way::down}) all.push_back(faults.of(player, way).loss);
    return all;
  };
  faults.change(change_of("loss 1%"));
  faults.change(change_of("player 2 up loss 2%"));
  faults.change(change_of("player 64 down loss 3%"));
  EXPECT_EQ(losses(), (std::vector<double>{0.01, 0.01, 0.02, 0.01, 0.01, 0.03}));
  faults.change(change_of("player 2 down loss 4%"));
  EXPECT_EQ(losses(), (std::vector<double>{0.01, 0.01, 0.02, 0.04, 0.01, 0.03}));
  faults.change(change_of("up loss 5%"));
  EXPECT_EQ(losses(), (std::vector<double>{0.05, 0.01, 0.05, 0.04, 0.05, 0.03}));
  faults.change(change_of("player 64 loss 6%"));
  faults.change(change_of("delay 5ms"));
  EXPECT_EQ(losses(), (std::vector<double>{0.05, 0.01, 0.05, 0.04, 0.06, 0.06})) << "a delay is no loss";
  faults.change(change_of("freeze 5s"));
  EXPECT_EQ(losses(), (std::vector<double>{0.05, 0.01, 0.05, 0.04, 0.06, 0.06}));
}

TEST(CurrentFaults, PlayersAndWays) {
  CurrentFaults faults;
  faults.change(change_of("player 2 down loss 10%"));
  EXPECT_EQ(faults.of(2, Way::down).loss, 0.1);
  EXPECT_EQ(faults.of(2, Way::up).loss, 0);
  EXPECT_EQ(faults.of(1, Way::down).loss, 0);
  faults.change(change_of("loss 2%"));  // of all: also of this one
  EXPECT_EQ(faults.of(2, Way::down).loss, 0.02);
  faults.change(change_of("player 2 delay 5ms"));
  faults.set_preset(*find_preset("lan"), 0);
  EXPECT_EQ(faults.of(2, Way::down).loss, 0) << "a preset replaces all";
  EXPECT_EQ(faults.of(2, Way::down).delay.base, 300 * microsecond);
}

TEST(CurrentFaults, APresetReplacesThePresetsTimesOnly) {
  CurrentFaults faults;
  faults.set_script(steps_of("at 100s: loss 1%"), 0);
  faults.set_preset(*find_preset("wifi-stalls"), 0);
  EXPECT_EQ(faults.next(), 8 * second);
  faults.set_preset(*find_preset("none"), 0);
  EXPECT_EQ(faults.next(), 100 * second);
}

}  // namespace
