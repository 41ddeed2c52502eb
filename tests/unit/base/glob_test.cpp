// SPDX-License-Identifier: MIT
#include "base/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis {
namespace {

TEST(Glob, Texts) {
  EXPECT_TRUE(fits("Main/Ship", "Main/Ship"));
  EXPECT_FALSE(fits("Main/Ship", "Main/Ships"));
  EXPECT_FALSE(fits("Main/Ships", "Main/Ship"));
  EXPECT_FALSE(fits("", "a"));
  EXPECT_TRUE(fits("", ""));
}

TEST(Glob, Stars) {
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("*", "Main/Ship"));
  EXPECT_TRUE(fits("Main/*", "Main/"));
  EXPECT_TRUE(fits("*/Ship", "Main/Players/Ship"));
  EXPECT_TRUE(fits("Main/*/S*p**", "Main/A/B/Ship"));
  EXPECT_FALSE(fits("*/Ship", "Main/Ship/Gun"));
  EXPECT_TRUE(fits("*ab", "aab")) << "the last star starts again";
  EXPECT_FALSE(fits("*ab*c", "aabab"));
}

TEST(Glob, OneCharacter) {
  EXPECT_TRUE(fits("Ship?", "Ship2"));
  EXPECT_FALSE(fits("Ship?", "Ship"));
  EXPECT_FALSE(fits("Ship?", "Ship22"));
  EXPECT_TRUE(fits("B?r", "B\u00e4r")) << "of two bytes";
  EXPECT_TRUE(fits("B?r", "B\u6f22r")) << "of three";
  EXPECT_TRUE(fits("*?r", "B\u00e4r"));
  EXPECT_FALSE(fits("B??r", "B\u00e4r"));
}

/// Both are parts of longer texts: what is behind them is not read.
TEST(Glob, PartsOfTexts) {
  const auto front = [](std::string_view text) { return text.substr(0, text.size() - 1); };
  EXPECT_FALSE(fits(front("Ship*"), "Ship2"));
  EXPECT_FALSE(fits(front("Ship?"), "Ship2"));
  EXPECT_FALSE(fits(front("Ship2"), "Ship2"));
  EXPECT_TRUE(fits(front("Ship*"), "Ship"));
  EXPECT_FALSE(fits("Ship2", front("Ship2")));
  EXPECT_TRUE(fits("Ship", front("Ship2")));
}

/// Work is bounded by the product of the lengths.
TEST(Glob, ManyStars) {
  std::string pattern;
  for (int i = 0; i != 200; ++i) pattern += "a*";
  EXPECT_FALSE(fits(pattern + "b", std::string(5000, 'a')));
}

}  // namespace
}  // namespace godot::analysis
