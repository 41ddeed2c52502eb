// SPDX-License-Identifier: MIT
#include "answers/tables/filters.h"

#include <gtest/gtest.h>

#include <regex>

namespace godot::analysis::report {
namespace {

TEST(Literal, IsTheTextWithSpecialCharactersEscaped) {
  EXPECT_EQ(literal("Arena/Players/Red"), "Arena/Players/Red");
  EXPECT_EQ(literal("@Node@2: caf\u00E9"), "@Node@2: caf\u00E9");
  EXPECT_EQ(literal("a.b(c)*[d]\\"), "a\\.b\\(c\\)\\*\\[d\\]\\\\");
}

TEST(Literal, MatchesItselfAlone) {
  std::string all;
  for (char letter = ' '; letter <= '~'; ++letter) {
    const std::string one(1, letter);
    EXPECT_TRUE(std::regex_match(one, std::regex(literal(one)))) << one;
    EXPECT_FALSE(std::regex_match(std::string(letter == 'x' ? "y" : "x"), std::regex(literal(one)))) << one;
    all += letter;
  }
  EXPECT_TRUE(std::regex_match(all, std::regex(literal(all))));
}

TEST(Quoted, HasABackslashBeforeQuotesAndBackslashes) {
  EXPECT_EQ(quoted(""), R"("")");
  EXPECT_EQ(quoted("Main/Red"), R"("Main/Red")");
  EXPECT_EQ(quoted(R"("a"b\)"), R"("\"a\"b\\")");
}

TEST(FilterOfStates, TakesTheNodesNameLiterally) {
  EXPECT_TRUE(filter_of_states({.node = "A.b/@C@2"}).starts_with(R"(godot.sync.text matches "(?-i)^A\\.b/@C@2: ")"));
}

TEST(FilterOfSnapshots, IsOfOneConnection) {
  constexpr facts::SnapshotFields fields = {
      .node = "netfox.node", .node_id = "netfox.node_id", .snapshot = "netfox.tick"};
  EXPECT_EQ(filter_of_snapshots({.node = "Main/Player", .receiver = 7, .connection = "enet.stream", .link = 2}, fields),
            "netfox.node == \"/root/Main/Player\" && netfox.tick && enet.stream == 2 && "
            "(godot.peer.target == 7 || godot.peer.hop_target == 7)");
  EXPECT_EQ(filter_of_snapshots({.node = "#5"}, fields), "netfox.node_id == 5 && netfox.tick");
  EXPECT_EQ(filter_of_snapshots({}, fields), "");
}

}  // namespace
}  // namespace godot::analysis::report
