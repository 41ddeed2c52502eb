// SPDX-License-Identifier: MIT
#include "extcap/relay/change.h"

#include <gtest/gtest.h>

namespace {

using namespace godotdump::relay;

std::string again(std::string_view text) {
  std::string error;
  const auto change = read_change(text, error);
  if (!change) return "error: " + error;
  const std::string written = text_of(*change);
  const auto once_more = read_change(written, error);
  EXPECT_TRUE(once_more && *once_more == *change) << text << " -> " << written;
  return written;
}

TEST(Change, TextAndBack) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"delay 80ms", "delay 80ms"},
      {"delay=80", "delay 80ms"},
      {"delay 1.5s", "delay 1500ms"},
      {"delay 80ms±20ms", "delay 80ms±20ms uniform"},
      {"delay 80±20 normal", "delay 80ms±20ms normal"},
      {"delay 80ms +- 20ms, pareto", "delay 80ms±20ms pareto"},
      {"delay 200us", "delay 0.2ms"},
      {"delay off", "delay 0ms"},
      {"loss 5%", "loss 5%"},
      {"loss 0.25 %", "loss 0.25%"},
      {"loss off", "loss 0%"},
      {"up loss 100%", "up loss 100%"},
      {"player 3 down duplicate 1%", "player 3 down duplicate 1%"},
      {"burst 1%/20%", "burst 1%/20%/100%"},
      {"burst 1% / 20% / 90%", "burst 1%/20%/90%"},
      {"burst off", "burst off"},
      {"reorder 2%", "reorder 2%/30ms"},
      {"reorder 2%/5ms", "reorder 2%/5ms"},
      {"bandwidth 2Mbit", "bandwidth 2000000bit"},
      {"bandwidth off", "bandwidth off"},
      {"queue 64kB", "queue 64000B"},
      {"queue 1 MiB", "queue 1048576B"},
      {"freeze 3s", "freeze 3000ms"},
  };
  for (const auto& [text, written] : cases) EXPECT_EQ(again(text), written);
}

/// Each unit, and the most that each setting may be.
TEST(Change, UnitsAndLimits) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"delay 1min", "delay 60000ms"},
      {"delay 60s", "delay 60000ms"},
      {"delay 5.ms", "delay 5ms"},
      {"delay .5ms", "delay 0.5ms"},
      {"delay 80ms+/-20ms pareto", "delay 80ms±20ms pareto"},
      {"delay 80ms±20ms,normal", "delay 80ms±20ms normal"},
      {"delay 0", "delay 0ms"},
      {"loss 100%", "loss 100%"},
      {"loss 7", "loss 7%"},
      {"loss 00000000000005%", "loss 5%"},
      {"duplicate off", "duplicate 0%"},
      {"duplicate 12.5%", "duplicate 12.5%"},
      {"burst 0%/20%", "off"},
      {"reorder off", "off"},
      {"bandwidth 1", "bandwidth 1bit"},
      {"bandwidth 8bit", "bandwidth 8bit"},
      {"bandwidth 500kbit", "bandwidth 500000bit"},
      {"bandwidth 1000Gbit", "bandwidth 1000000000000bit"},
      {"queue 12", "queue 12B"},
      {"queue 12B", "queue 12B"},
      {"queue 2KiB", "queue 2048B"},
      {"queue 1000MB", "queue 1000000000B"},
      {"queue 0", "queue 0B"},
      {"freeze 60s", "freeze 60000ms"},
      {"player 1 loss 1%", "player 1 loss 1%"},
      {"player 64 loss 1%", "player 64 loss 1%"},
      {" \tplayer\t2\r\nup  loss=1% ", "player 2 up loss 1%"},
  };
  for (const auto& [text, written] : cases) {
    std::string error;
    const auto change = read_change(text, error);
    ASSERT_TRUE(change) << text << ": " << error;
    EXPECT_TRUE(text_of(*change).ends_with(written)) << text << " -> " << text_of(*change);
  }
  for (const std::string_view text :
       {"delay 60.001s", "delay 1.1min", "loss 100.1%", "loss 0000000000000005%", "bandwidth 1001Gbit", "bandwidth 0.9",
        "queue 1001MB", "queue", "freeze 61s", "burst 101%/20%", "burst x/20%", "burst 1%/x", "reorder 101%",
        "reorder 1%/x", "duplicate 101%", "player 1x loss 1%", "player -1 loss 1%"}) {
    std::string error;
    EXPECT_FALSE(read_change(text, error)) << text;
  }
}

/// What a user reads who wrote it wrongly.
TEST(Change, ErrorsSayHowItIsWritten) {
  const auto error_of = [](std::string_view text) {
    std::string error;
    EXPECT_FALSE(read_change(text, error)) << text;
    return error;
  };
  EXPECT_EQ(error_of(" loss often "), "'loss often': loss is written like 5%");
  EXPECT_EQ(error_of("player 65 loss 1%"), "'player 65 loss 1%': players have numbers from 1 to 64");
  EXPECT_EQ(error_of("jitter 5ms"),
            "'jitter 5ms' changes nothing: delay, loss, burst, duplicate, reorder, bandwidth, queue and freeze can "
            "change");
}

/// Each setting changes its own fault, and no other.
TEST(Change, ChangesOneFault) {
  const auto changed = [](std::string_view text) {
    std::string error;
    Faults faults;
    read_change(text, error).value().apply(faults);
    return faults;
  };
  Faults wanted;
  EXPECT_EQ(changed("freeze 3s"), wanted) << "a freeze is none";
  wanted.delay = {.base = 80 * millisecond, .jitter = 20 * millisecond, .shape = Shape::normal};
  EXPECT_EQ(changed("delay 80ms±20ms normal"), wanted);
  wanted = {};
  wanted.loss = 0.05;
  EXPECT_EQ(changed("loss 5%"), wanted);
  wanted = {};
  wanted.burst = {.enter = 0.01, .leave = 0.2, .loss = 0.9};
  EXPECT_EQ(changed("burst 1%/20%/90%"), wanted);
  wanted = {};
  wanted.duplicate = 0.05;
  EXPECT_EQ(changed("duplicate 5%"), wanted);
  wanted = {};
  wanted.reorder = {.share = 0.05, .by = 7 * millisecond};
  EXPECT_EQ(changed("reorder 5%/7ms"), wanted);
  wanted = {};
  wanted.bandwidth = 2'000'000;
  EXPECT_EQ(changed("bandwidth 2Mbit"), wanted);
  wanted = {};
  wanted.queue = 1000;
  EXPECT_EQ(changed("queue 1kB"), wanted);
}

TEST(Change, WhatIsNone) {
  for (const std::string_view text : {"",
                                      "delay",
                                      "delay fast",
                                      "delay 80xs",
                                      "delay 80ms±",
                                      "delay 61s",
                                      "delay -5ms",
                                      "loss 101%",
                                      "loss -1%",
                                      "loss 5 of 100",
                                      "loss nan",
                                      "loss 1.2.3%",
                                      "loss .",
                                      "burst 1%",
                                      "burst 1%/0%",
                                      "burst 1%/20%/120%",
                                      "reorder x",
                                      "bandwidth 2Mbyte",
                                      "bandwidth 0.5",
                                      "bandwidth 9999999999999999999",
                                      "queue big",
                                      "freeze off",
                                      "freeze",
                                      "jitter 5ms",
                                      "player 0 loss 1%",
                                      "player 65 loss 1%",
                                      "player x loss 1%",
                                      "player loss 1%",
                                      "up",
                                      "sideways loss 1%",
                                      "loss 5% 6%"}) {
    std::string error;
    EXPECT_FALSE(read_change(text, error)) << text;
    EXPECT_NE(error, "") << text;
  }
}

TEST(Change, Concerns) {
  std::string error;
  const auto one = read_change("player 2 up loss 1%", error);
  EXPECT_TRUE(one->concerns(2, Way::up));
  EXPECT_FALSE(one->concerns(2, Way::down));
  EXPECT_FALSE(one->concerns(1, Way::up));
  const auto all = read_change("loss 1%", error);
  EXPECT_TRUE(all->concerns(9, Way::down));
}

}  // namespace
