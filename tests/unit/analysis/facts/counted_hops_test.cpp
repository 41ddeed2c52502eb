// SPDX-License-Identifier: MIT
// Each message counts once, whatever its number of hops.
#include "analysis/facts/counted_hops.h"

#include <gtest/gtest.h>

namespace godot::analysis::facts {
namespace {

constexpr std::int32_t red = 1001;
constexpr std::int32_t green = 1002;
constexpr Route own = {.source = red, .hop_source = red, .relayed = true};
constexpr Route passed_on = {.source = red, .hop_source = server, .relayed = true};

TEST(CountedHops, HaveNoSecondHopOfASenderWithALink) {
  CountedHops hops;
  EXPECT_TRUE(hops.is_news(own));
  EXPECT_FALSE(hops.is_news(passed_on));
  EXPECT_TRUE(hops.is_news(own)) << "another message";
}

TEST(CountedHops, HaveTheOnlyHopInTheCapture) {
  CountedHops hops;
  EXPECT_TRUE(hops.is_news(passed_on));
  EXPECT_TRUE(hops.is_news(passed_on));
  EXPECT_TRUE(hops.is_news({.source = green, .hop_source = green}));
  EXPECT_TRUE(hops.is_news(passed_on)) << "red's link is still unknown";
  EXPECT_TRUE(hops.is_news({.source = red, .hop_source = red})) << "not relayed";
  EXPECT_FALSE(hops.is_news(passed_on));
}

TEST(CountedHops, HaveAllMessagesOfAnUnknownSender) {
  CountedHops hops;
  EXPECT_TRUE(hops.is_news({.hop_source = 0}));
  EXPECT_TRUE(hops.is_news({.hop_source = server, .relayed = true}));
}

}  // namespace
}  // namespace godot::analysis::facts
