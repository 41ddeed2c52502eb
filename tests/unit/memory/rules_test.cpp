// SPDX-License-Identifier: MIT
// Which calls are refused, and which may not be called so.
#include "plugin/analysis/multiplayer/rules.h"

#include <gtest/gtest.h>

using namespace godot::plugin;
using names::Callers;
using names::Declaration;
using names::Transfer;

namespace {

constexpr int server = 1;
constexpr int red = 1001;
constexpr int green = 1002;

Declaration declared(Callers callers) { return {.callers = callers, .mode = "mode"}; }

TEST(Rules, TakeWhatAnybodyMayCall) {
  EXPECT_EQ(judge({.declaration = declared(Callers::anybody), .caller = red}), Verdict::allowed);
}

TEST(Rules, RefuseWhatNobodyMayCall) {
  EXPECT_EQ(judge({.declaration = declared(Callers::nobody), .caller = server}), Verdict::refused);
}

TEST(Rules, KnowNothingWithoutADeclarationOrACaller) {
  EXPECT_EQ(judge({.caller = red, .owner = {server, 1}}), Verdict::unknown);
  EXPECT_EQ(judge({.declaration = declared(Callers::authority), .owner = {server, 1}}), Verdict::unknown);
}

TEST(Rules, HoldTheCallerAgainstWhoSendsTheNodesStates) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .owner = {server, 1}}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = green, .owner = {red, 1}}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .owner = {red, 1}}), Verdict::allowed);
  // The node may be the server's, and only its synchronizer red's.
  EXPECT_EQ(judge({.declaration = authority, .caller = server, .owner = {red, 1}}), Verdict::unknown);
  EXPECT_EQ(judge({.declaration = authority, .caller = red}), Verdict::unknown);
}

TEST(Rules, AreCertainWhereNoScriptGivesANodeAway) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .never_given = true}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = server, .never_given = true}), Verdict::allowed);
  const Declaration master = declared(Callers::toward_authority);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = green, .never_given = true}), Verdict::refused);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = server, .never_given = true}), Verdict::allowed);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = green}), Verdict::unknown);
}

TEST(Rules, TellHowACallShouldHaveBeenSent) {
  const Declaration ordered = {.mode = "any_peer", .transfer = Transfer::unreliable_ordered, .channel = 2};
  EXPECT_FALSE(other_transfer(ordered, {.transfer = Transfer::unreliable_ordered}));
  EXPECT_TRUE(other_transfer(ordered, {.transfer = Transfer::reliable}));
  EXPECT_TRUE(other_transfer(ordered, {.transfer = Transfer::unreliable}));
  EXPECT_FALSE(other_transfer(ordered, {.transfer = Transfer::unreliable, .fragmented = true}));
  EXPECT_FALSE(other_transfer({}, {.transfer = Transfer::reliable}));
  EXPECT_TRUE(other_channel(ordered, {.channel = 0}));
  EXPECT_FALSE(other_channel(ordered, {.channel = 2}));
  EXPECT_FALSE(other_channel(ordered, {}));
}

TEST(Authority, IsOnePeersOrNobodysWeKnowOf) {
  Authority authority;
  const NodeKey node = {.game = 7, .text = 3};
  EXPECT_EQ(authority.of(node).peer, 0);
  authority.state_from(node, red, 12);
  authority.state_from(node, red, 13);
  EXPECT_EQ(authority.of(node).peer, red);
  EXPECT_EQ(authority.of(node).frame, 12U);
  EXPECT_EQ(authority.of({.game = 8, .text = 3}).peer, 0);
  EXPECT_EQ(authority.of({.game = 7, .text = 3, .spawned = true}).peer, 0);
  authority.state_from(node, green, 14);
  EXPECT_EQ(authority.of(node).peer, 0);
}

}  // namespace
