// SPDX-License-Identifier: MIT
// Calls that the receiver refuses, and calls that may be refused.
#include "plugin/analysis/multiplayer/rules.h"

#include <gtest/gtest.h>

using namespace godot::analysis;
using godot::analysis::names::Callers;
using godot::analysis::names::Declaration;
using godot::analysis::names::Transfer;

namespace {

constexpr int server = 1;
constexpr int red = 1001;
constexpr int green = 1002;

Senders senders(std::initializer_list<int> peers) {
  Senders all;
  for (const int peer : peers) all.add(peer, 7);
  return all;
}

Declaration declared(Callers callers) { return {.callers = callers, .mode = "mode"}; }

TEST(Rules, AcceptAnyPeerMethods) {
  EXPECT_EQ(judge({.declaration = declared(Callers::anybody), .caller = red}), Verdict::allowed);
}

TEST(Rules, RefuseDisabledMethods) {
  EXPECT_EQ(judge({.declaration = declared(Callers::none), .caller = server}), Verdict::refused);
}

TEST(Rules, AreUnknownWithoutADeclarationOrACaller) {
  EXPECT_EQ(judge({.caller = red, .senders = senders({server})}), Verdict::unknown);
  EXPECT_EQ(judge({.declaration = declared(Callers::authority), .senders = senders({server})}), Verdict::unknown);
}

TEST(Rules, CompareTheCallerWithTheSenderOfTheNodesStates) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .senders = senders({server})}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = green, .senders = senders({red})}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .senders = senders({red})}), Verdict::unknown);
  // Its authority changed, or it has two synchronizers.
  EXPECT_EQ(judge({.declaration = authority, .caller = green, .senders = senders({server, red})}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .senders = senders({red, server})}), Verdict::unknown);
  // The node may be the server's, and only its synchronizer red's.
  EXPECT_EQ(judge({.declaration = authority, .caller = server, .senders = senders({red})}), Verdict::unknown);
  EXPECT_EQ(judge({.declaration = authority, .caller = server}), Verdict::unknown);
}

TEST(Rules, AreUncertainIfTheNodesAuthorityIsUnknown) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red}), Verdict::refused_unless_given);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .named_after_caller = true}), Verdict::unknown);
  EXPECT_TRUE(is_named_after("Main/Players/1001/Gun", red));
  EXPECT_TRUE(is_named_after("Main/ship_1001", red));
  EXPECT_FALSE(is_named_after("Main/Players/10010", red));
  EXPECT_FALSE(is_named_after("Main/Players/21001", red));
  EXPECT_FALSE(is_named_after("Main/Players/Red", red));
}

TEST(Rules, AreCertainIfNoScriptSetsAnAuthority) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .never_given = true}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = server, .never_given = true}), Verdict::allowed);
  const Declaration master = declared(Callers::toward_authority);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = green, .never_given = true}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = server, .never_given = true}), Verdict::allowed);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = green}), Verdict::unknown);
}

TEST(Rules, CompareTransferModesAndChannels) {
  const Declaration ordered = {.mode = "any_peer", .transfer = Transfer::unreliable_ordered, .channel = 2};
  EXPECT_FALSE(other_transfer(ordered, {.transfer = Transfer::unreliable_ordered}));
  EXPECT_TRUE(other_transfer(ordered, {.transfer = Transfer::reliable}));
  EXPECT_TRUE(other_transfer(ordered, {.transfer = Transfer::unreliable}));
  EXPECT_FALSE(other_transfer(ordered, {.transfer = Transfer::unreliable, .fragmented = true}));
  EXPECT_FALSE(other_transfer(Declaration{}, {.transfer = Transfer::reliable}));
  EXPECT_TRUE(other_channel(ordered, {.channel = 0}));
  EXPECT_FALSE(other_channel(ordered, {.channel = 2}));
  EXPECT_FALSE(other_channel(ordered, {}));
}

TEST(Authority, IsAmongThoseWhoSendTheStates) {
  Authority authority;
  const NodeKey node = {.game = 7, .text = 3};
  EXPECT_EQ(authority.of(node), nullptr);
  authority.state_from(node, red, 12);
  authority.state_from(node, red, 13);
  EXPECT_EQ(authority.of({.game = 8, .text = 3}), nullptr);
  EXPECT_EQ(authority.of({.game = 7, .text = 3, .spawned = true}), nullptr);
  const Senders& senders = authority.of(node)->senders;
  EXPECT_TRUE(senders.known());
  EXPECT_TRUE(senders.has(red));
  EXPECT_EQ(senders.last(), red);
  EXPECT_EQ(senders.since(), 12U);
  authority.state_from(node, green, 14);
  EXPECT_TRUE(senders.has(red));
  EXPECT_EQ(senders.last(), green);
  EXPECT_EQ(senders.since(), 14U);
}

TEST(Authority, IsUnknownIfVeryManyPeersSend) {
  Senders senders;
  for (int peer = 2; peer < 7; ++peer) senders.add(peer, 1);
  EXPECT_FALSE(senders.known());
}

}  // namespace
