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
  EXPECT_EQ(filter_of_snapshots({.node = "/root/Main", .receiver = -7}, fields),
            "netfox.node == \"/root/Main\" && netfox.tick")
      << "all but one peer is no receiver";
}

TEST(FilterOfStates, OfOneSynchronizerConnectionAndReceiver) {
  const std::string begin = R"(godot.sync.text matches "(?-i)^A: " && godot.sync.net_id == 3)";
  EXPECT_EQ(filter_of_states({}), "");
  EXPECT_EQ(filter_of_states({.node = "A", .number = 3}), begin);
  EXPECT_EQ(filter_of_states({.node = "A", .receiver = -1, .number = 3}), begin);
  EXPECT_EQ(filter_of_states({.node = "A", .number = 3, .connection = "enet.stream", .link = 2}),
            begin + " && enet.stream == 2");
  EXPECT_EQ(filter_of_states({.node = "A", .source = 1, .receiver = 7, .number = 3}),
            begin +
                " && godot.peer.source == 1 && (godot.peer.target == 7 || (godot.peer.target <= 0 && "
                "godot.peer.hop_target == 7))");
  EXPECT_EQ(filter_of_states({.node = "A", .receiver = 1, .to_relay = true, .number = 3}),
            begin + " && godot.peer.target == 1 && godot.peer.hop_target");
}

TEST(FilterOfConversation, HasTheNumberOfAConversationWithoutPeers) {
  EXPECT_EQ(filter_of_conversation("ENet 2 client"), "enet.stream == 2");
  EXPECT_EQ(filter_of_conversation("UDP 0"), "udp.stream == 0");
  EXPECT_EQ(filter_of_conversation("TCP 1909 server"), "tcp.stream == 1909");
  for (const char* name :
       {"", "server", "ENet", "ENet ", "ENet  2", "ENet client", "TCP 2/", "TCP 2:", "enet 2", "peer ENet 2"})
    EXPECT_EQ(filter_of_conversation(name), "") << name;
}

TEST(FilterOfPeers, HasBothEnds) {
  EXPECT_EQ(filter_of_peers("red", "server"), R"(godot.from == "red" && godot.to == "server")");
  EXPECT_EQ(filter_of_peers("ENet 2 client", "?"), "enet.stream == 2");
  EXPECT_EQ(filter_of_peers("?", "server"), "");
  EXPECT_EQ(filter_of_peers("red", "?"), "");
}

TEST(FilterOfSecond, HasItsFirstMomentAndNotTheNextSeconds) {
  EXPECT_EQ(filter_of_second(0), "frame.time_relative >= 0 && frame.time_relative < 1");
  EXPECT_EQ(filter_of_second(59), "frame.time_relative >= 59 && frame.time_relative < 60");
}

TEST(FilterOfProblem, HasAllRows) {
  EXPECT_EQ(filter_of_problem({"lost: \"A\""}), R"(godot.problem.row == "lost: \"A\"")");
  EXPECT_EQ(filter_of_problem({"a", "b"}), R"(godot.problem.row in {"a", "b"})");
}

TEST(FilterOfRow, OfTheKindsWithoutANode) {
  EXPECT_EQ(filter_of_row("Ping"), "enet.command == 5");
  EXPECT_EQ(filter_of_row("Acknowledge"), "enet.command == 1");
  EXPECT_EQ(filter_of_row("No such kind"), "");
}

}  // namespace
}  // namespace godot::analysis::report
