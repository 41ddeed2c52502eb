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
