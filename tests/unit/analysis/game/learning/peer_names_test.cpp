// SPDX-License-Identifier: MIT
#include "analysis/game/learning/peer_names.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

Peers link(std::uint32_t number, std::uint32_t session) {
  Peers peers(number);
  peers.session_is(session);
  return peers;
}

TEST(PeerNames, NamesFromTheGameApplyFromTheirFrameOn) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.add(among, 7, "red", 10);
  names.add(among, 7, "crimson", 20);
  EXPECT_STREQ(names.find(among, 7, 15), "red");
  EXPECT_STREQ(names.find(among, 7, 20), "crimson");
  EXPECT_STREQ(names.find(among, 7, 1), "red") << "nothing else is known";
  EXPECT_EQ(names.find(among, 8, 15), nullptr);
}

TEST(PeerNames, OneNameForAllLinksOfAGame) {
  PeerNames names;
  names.add(link(1, 1), 7, "red", 10);
  EXPECT_STREQ(names.find(link(2, 1), 7, 15), "red");
  EXPECT_EQ(names.find(link(3, 2), 7, 15), nullptr) << "another game";
  EXPECT_EQ(names.find(Peers(1), 7, 15), nullptr) << "a link whose game is not known";
}

TEST(PeerNames, NamesFromTheGameOverrideThoseOfNodes) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.owns(among, 7, "Main/Players/Red/Sync");
  names.owns(among, 7, "Main/Shots/Shot1/Sync");
  EXPECT_STREQ(names.find(among, 7, 1), "Players/Red") << "the first one stays";
  names.add(among, 7, "red", 10);
  EXPECT_STREQ(names.find(among, 7, 1), "red");
}

TEST(PeerNames, AProcessNamesAPeerThatHasNoOtherName) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.runs_in(7, "Godot", 4711);
  EXPECT_EQ(names.find(among, 7, 1), nullptr) << "it has not appeared";
  names.appears(7, 1);
  names.runs_in(7, "", 4710);
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7");
  names.runs_in(7, "Godot", 4711);
  names.runs_in(7, "Godot", 4712);
  EXPECT_STREQ(names.find(among, 7, 1), "Godot, process 4711") << "the first one counts";
  names.introduces_itself(7, "red");
  EXPECT_STREQ(names.find(among, 7, 1), "red?");
  names.runs_in(1, "Godot", 4713);
  EXPECT_EQ(names.find(among, 1, 1), nullptr) << "the server is called so";
}

TEST(PeerNames, TwoPeersOfAProcessHaveNoNameFromIt) {
  PeerNames names;
  const Peers among = link(1, 1);
  for (const PeerId peer : {7, 8}) {
    names.appears(peer, 1);
    names.runs_in(peer, "Godot", 4711);
  }
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7");
  EXPECT_STREQ(names.find(among, 8, 1), "peer 8");
}

TEST(PeerNames, AGameDoesNotForgeAProcess) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.add(among, 7, "Godot, process 4711", 1);
  EXPECT_STREQ(names.find(among, 7, 1), "Godot, process 4711 (7)");
}

TEST(PeerNames, TheServerAndEveryoneGetNoNamesFromNodes) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.owns(among, 1, "Main/Players/Red/Sync");
  names.owns(among, 0, "Main/Players/Red/Sync");
  names.add(among, 0, "nobody", 1);
  EXPECT_EQ(names.find(among, 1, 1), nullptr);
  EXPECT_EQ(names.find(among, 0, 1), nullptr);
}

TEST(PeerNames, NodesThatChangeTheirAuthorityNameNoPeer) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.owns(among, 7, "Arena/Ball/Sync");
  names.owns(among, 7, "Main/Players/Red/Sync");
  EXPECT_STREQ(names.find(among, 7, 1), "Arena/Ball") << "so far";
  names.owns(among, 8, "Arena/Ball/Sync");
  names.owns(among, 7, "Arena/Ball/Sync");
  EXPECT_STREQ(names.find(among, 7, 1), "Players/Red");
  EXPECT_EQ(names.find(among, 8, 1), nullptr);
  names.owns(among, 1, "Main/Players/Red/Sync");
  EXPECT_EQ(names.find(among, 7, 1), nullptr) << "the server sends it, too";
}

TEST(PeerNames, AnotherSenderOfANodeDoesNotGetItsName) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.owns(among, 7, "Main/Players/7/Sync");
  names.owns(among, 8, "Main/Players/7/Sync");
  EXPECT_EQ(names.find(among, 8, 1), nullptr);
  names.owns(link(2, 2), 8, "Main/Players/7/Sync");
  EXPECT_STREQ(names.find(link(2, 2), 8, 1), "Players/7") << "in another game";
}

TEST(PeerNames, NoTwoPeersHaveTheSameName) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.add(among, 7, "Player", 1);
  EXPECT_STREQ(names.find(among, 7, 1), "Player");
  names.add(among, 8, "Player", 2);
  EXPECT_STREQ(names.find(among, 7, 3), "Player (7)");
  EXPECT_STREQ(names.find(among, 8, 3), "Player (8)");
  names.add(link(2, 2), 9, "Player", 2);
  EXPECT_STREQ(names.find(link(2, 2), 9, 3), "Player");
}

TEST(PeerNames, OthersAreNumberedAsTheyAppear) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.appears(1, 1);
  names.appears(7000, 2);
  names.appears(6000, 3);
  names.appears(7000, 4);
  EXPECT_EQ(names.find(among, 1, 5), nullptr) << "the server is the first peer, and called so";
  EXPECT_STREQ(names.find(among, 7000, 1), "peer 2");
  EXPECT_STREQ(names.find(link(9, 9), 6000, 1), "peer 3") << "one number in all links";
  EXPECT_EQ(names.appeared_in(7000), 2U);
  EXPECT_EQ(names.appeared_in(8000), 0U);
  EXPECT_EQ(names.find(among, 7000, 1, PeerNames::Ask::given_only), nullptr);
}

TEST(PeerNames, ASmallIdIsTheNumber) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.appears(5, 1);
  names.appears(4, 2);
  names.appears(1000, 3);
  EXPECT_STREQ(names.find(among, 5, 9), "peer 5");
  EXPECT_STREQ(names.find(among, 4, 9), "peer 4");
  EXPECT_STREQ(names.find(among, 1000, 9), "peer 4 (1000)") << "the fourth that appears";
  names.appears(999, 4);
  EXPECT_STREQ(names.find(among, 999, 9), "peer 999");
  names.appears(2000, 5);
  EXPECT_STREQ(names.find(among, 2000, 9), "peer 6");
}

TEST(PeerNames, AnIntroductionIsMarked) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.introduces_itself(7, "red");
  EXPECT_EQ(names.find(among, 7, 1), nullptr) << "it has not appeared";
  names.appears(7, 1);
  names.introduces_itself(7, "red");
  EXPECT_STREQ(names.find(among, 7, 1), "red?");
  names.owns(among, 7, "Main/Players/Red/Sync");
  EXPECT_STREQ(names.find(among, 7, 1), "Players/Red") << "that is certain";
}

TEST(PeerNames, OnlyTheFirstCallIntroduces) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.appears(7, 1);
  names.says(7, "north");
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7") << "a later call";
  names.introduces_itself(7, "red");
  names.says(7, "red");
  EXPECT_STREQ(names.find(among, 7, 1), "red?");
  names.says(7, "north");
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7");
}

TEST(PeerNames, AnArgumentDeclaredAsANameCountsInAnyCall) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.appears(7, 1);
  names.introduces_itself(7, "hello");
  names.names_itself(7, "Anna of the Hill");
  EXPECT_STREQ(names.find(among, 7, 1), "Anna of the Hill?") << "with spaces, and before the first call's text";
  names.names_itself(7, "Anna of the Hill");
  EXPECT_STREQ(names.find(among, 7, 1), "Anna of the Hill?");
  names.appears(8, 2);
  names.names_itself(8, "Anna of the Hill");
  EXPECT_STREQ(names.find(among, 8, 2), "peer 8") << "of two peers";
  EXPECT_STREQ(names.find(among, 7, 1), "hello?");
}

/// Names of something else: what the player picks up, whom it calls.
TEST(PeerNames, ArgumentsWithDifferentNamesNameNoPeer) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.appears(7, 1);
  names.names_itself(7, "Sword");
  names.names_itself(7, "Shield");
  names.names_itself(7, "Sword");
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7");
  names.appears(8, 1);
  names.names_itself(8, "server");
  EXPECT_STREQ(names.find(among, 8, 1), "peer 8") << "a name that is made here";
}

TEST(PeerNames, NamesOfArguments) {
  for (const char* name : {"name", "nick", "player_name", "username"}) EXPECT_TRUE(is_of_names(name)) << name;
  for (const char* name : {"text", "named", "item_name", "sender", ""}) EXPECT_FALSE(is_of_names(name)) << name;
}

TEST(PeerNames, AChatIsNoIntroduction) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.appears(7, 1);
  names.introduces_itself(7, "hello");
  names.introduces_itself(7, "hello");
  EXPECT_STREQ(names.find(among, 7, 1), "hello?");
  names.introduces_itself(7, "anybody");
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7");
  names.introduces_itself(7, "hello");
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7");
}

TEST(PeerNames, ATextInTwoPeersFirstCallsNamesNeither) {
  PeerNames names;
  const Peers among = link(1, 1);
  for (const PeerId peer : {7, 8}) {
    names.appears(peer, 1);
    names.introduces_itself(peer, "Player");
  }
  EXPECT_STREQ(names.find(among, 7, 1), "peer 7");
  EXPECT_STREQ(names.find(among, 8, 1), "peer 8");
}

TEST(PeerNames, NamesThatLookGeneratedGetTheIdAppended) {
  PeerNames names;
  const Peers among = link(1, 1);
  for (const char* name : {"server", "peer 2", "red?", "all", "all but red", "Player (7)", "12"}) {
    names.add(among, 8, name, 1);
    EXPECT_EQ(names.find(among, 8, 1), std::string(name) + " (8)");
    EXPECT_FALSE(looks_like_a_name(name)) << name;
  }
  names.owns(among, 9, "server/Sync");
  EXPECT_EQ(names.find(among, 9, 1), nullptr);
}

TEST(PeerNames, ATextThatLooksLikeAName) {
  for (const char* name : {"red", "Zoé", "王", "xX_red_Xx", "O'Neil"}) EXPECT_TRUE(looks_like_a_name(name)) << name;
  for (const char* text : {"", "hello there", "1.2.0", "v1.2", "res://map.tscn", "a/b", "{}", "7f3a", "a=1",
                           "01234567890123456789012345678901234567890"})
    EXPECT_FALSE(looks_like_a_name(text)) << text;
}

TEST(PeerNames, OwnersAreCalledByTheirNode) {
  EXPECT_EQ(owner_name("Main/Players/Red/Sync", 7), "Players/Red");
  EXPECT_EQ(owner_name("Red/Sync", 7), "Red");
  EXPECT_EQ(owner_name("/root/Sync", 7), "root");
  EXPECT_EQ(owner_name("Sync", 7), "");
  EXPECT_EQ(owner_name("", 7), "");
  EXPECT_EQ(owner_name("Main/Players/7/Sync", 7), "") << "says no more than the id";
  EXPECT_EQ(owner_name("Main/Players/7/Inputs/Sync", 7), "");
  EXPECT_EQ(owner_name("World/Players/1063522149/Inputs/InputsSync", 1063522149), "");
  EXPECT_EQ(owner_name("World/Player_1063522149/Sync", 1063522149), "");
  EXPECT_EQ(owner_name("Main/Players/Player7/Sync", 7), "Players/Player7") << "an id of the game's choice, by chance";
  EXPECT_EQ(owner_name("Main/Players/846227551/Sync", 1063522149), "Players/846227551");
}

/// Columns are narrow: names of nodes have at most 48 bytes, introductions 32, and so has a program of a process.
TEST(PeerNames, LengthsOfNames) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.owns(among, 7, "Main/Players/" + std::string(41, 'x') + "/Sync");
  EXPECT_EQ(names.find(among, 7, 1), nullptr) << "49 with the node above it";
  names.owns(among, 7, "Main/Players/" + std::string(40, 'y') + "/Sync");
  EXPECT_EQ(names.find(among, 7, 1), "Players/" + std::string(40, 'y'));
  EXPECT_TRUE(looks_like_a_name(std::string(32, 'x')));
  EXPECT_FALSE(looks_like_a_name(std::string(33, 'x')));
  names.appears(8, 1);
  names.runs_in(8, std::string(31, 'x') + "\u00e9", 4711);
  EXPECT_EQ(names.find(among, 8, 1), std::string(31, 'x') + ", process 4711") << "no half of a character";
  names.names_itself(8, std::string(40, 'z'));
  EXPECT_EQ(names.find(among, 8, 1), std::string(32, 'z') + "?");
}

/// Ids from a million on are random: a name that has one says no more than the id.
TEST(PeerNames, AShortIdIsInANameByChance) {
  EXPECT_EQ(owner_name("Main/Player_999999/Sync", 999'999), "Main/Player_999999");
  EXPECT_EQ(owner_name("Main/Player_1000000/Sync", 1'000'000), "");
}

/// Eight nodes of a peer may name it: the first one that no other peer sends.
TEST(PeerNames, OfManyNodesTheFirstAreKept) {
  for (const int count : {8, 9}) {
    PeerNames names;
    const Peers among = link(1, 1);
    for (int i = 0; i != count; ++i) names.owns(among, 7, "Main/Shots/" + std::to_string(i) + "x/Sync");
    for (int i = 0; i + 1 != count; ++i) names.owns(among, 8, "Main/Shots/" + std::to_string(i) + "x/Sync");
    EXPECT_STREQ(names.find(among, 7, 1), count == 8 ? "Shots/7x" : nullptr);
  }
}

TEST(PeerNames, APeerThatNeverAppearedSaysNothing) {
  PeerNames names;
  const Peers among = link(1, 1);
  names.introduces_itself(7, "red");
  names.names_itself(7, "red");
  names.says(7, "red");
  names.appears(7, 3);
  names.says(7, "red");
  EXPECT_STREQ(names.find(among, 7, 3), "peer 7");
  names.names_itself(7, "");
  names.names_itself(7, "red");
  EXPECT_STREQ(names.find(among, 7, 3), "peer 7") << "an empty name, and another one";
}

TEST(PeerNames, LongNamesAreCutBetweenCharacters) {
  PeerNames names;
  const Peers among = link(1, 1);
  std::string name;
  while (name.size() < 200) name += "\u00e9";
  names.add(among, 7, "x" + name, 1);
  const std::string kept = names.find(among, 7, 1);
  EXPECT_LE(kept.size(), 48U);
  EXPECT_EQ(kept, ("x" + name).substr(0, 47));
}

}  // namespace
}  // namespace godot::analysis
