// SPDX-License-Identifier: MIT
// Calls that the receiver refuses, and calls that may be refused.
#include "analysis/message/account/checks/call_verdict.h"

#include <gtest/gtest.h>

#include "analysis/game/memory/memory.h"

using namespace godot::analysis;
using godot::analysis::names::Callers;
using godot::analysis::names::Declaration;
using godot::analysis::names::Transfer;

namespace {

constexpr int server = 1;
constexpr int red = 1001;
constexpr int green = 1002;
constexpr const char* no_methods = "d41d8cd98f00b204e9800998ecf8427e";

Senders senders(std::initializer_list<int> peers) {
  Senders all;
  for (const int peer : peers) all.add(peer, 7);
  return all;
}

Declaration declared(Callers callers) { return {.callers = callers, .mode = "mode"}; }

TEST(Rules, AcceptAnyPeerMethods) {
  EXPECT_EQ(judge({.declaration = declared(Callers::anybody), .caller = red}).verdict, CallVerdict::allowed);
}

TEST(Rules, RefuseDisabledMethods) {
  EXPECT_EQ(judge({.declaration = declared(Callers::none), .caller = server}).verdict, CallVerdict::refused);
}

TEST(Rules, AreUnknownWithoutADeclarationOrACaller) {
  EXPECT_EQ(judge({.caller = red, .senders = senders({server})}).verdict, CallVerdict::unknown);
  EXPECT_EQ(judge({.declaration = declared(Callers::authority), .senders = senders({server})}).verdict,
            CallVerdict::unknown);
}

TEST(Rules, CompareTheCallerWithTheSenderOfTheNodesStates) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .senders = senders({server})}).verdict,
            CallVerdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = green, .senders = senders({red})}).verdict,
            CallVerdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .senders = senders({red})}).verdict, CallVerdict::unknown);
  // Its authority changed, or it has two synchronizers.
  EXPECT_EQ(judge({.declaration = authority, .caller = green, .senders = senders({server, red})}).verdict,
            CallVerdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .senders = senders({red, server})}).verdict,
            CallVerdict::unknown);
  // The node may be the server's, and only its synchronizer red's.
  EXPECT_EQ(judge({.declaration = authority, .caller = server, .senders = senders({red})}).verdict,
            CallVerdict::unknown);
  EXPECT_EQ(judge({.declaration = authority, .caller = server}).verdict, CallVerdict::unknown);
}

/// `set_multiplayer_authority(red); $ServerSync.set_multiplayer_authority(1)`: the states come from the server, and red
/// may call the node.
TEST(Rules, AreUncertainIfTheSynchronizerMayBeAnotherPeers) {
  const Declaration authority = declared(Callers::authority);
  CallFacts call = {.declaration = authority, .caller = red, .senders = senders({server})};
  EXPECT_EQ(judge(call).verdict, CallVerdict::refused);
  call.may_be_split = true;
  EXPECT_EQ(judge(call).verdict, CallVerdict::refused_unless_given);
  call.named_after = red;
  EXPECT_EQ(judge(call).verdict, CallVerdict::unknown);
  call.never_given = true;
  EXPECT_EQ(judge(call).verdict, CallVerdict::refused) << "nobody gives it away at all";
}

TEST(Rules, AreUncertainIfTheNodesAuthorityIsUnknown) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red}).verdict, CallVerdict::refused_unless_given);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .named_after = red}).verdict, CallVerdict::unknown);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .named_after = green}).verdict,
            CallVerdict::refused_unless_given);
}

TEST(Rules, FindTheClientAfterWhichANodeIsNamed) {
  const auto client = [](std::string_view path) {
    return client_in_path(path, [](int id) { return id == server || id == red || id == green; });
  };
  EXPECT_EQ(client("Main/Players/1001/Gun"), red);
  EXPECT_EQ(client("Main/ship_1001"), red);
  EXPECT_EQ(client("1001"), red);
  EXPECT_EQ(client("Main/1001/1002"), green) << "the nearest";
  EXPECT_EQ(client("Main/1002/7"), green);
  EXPECT_EQ(client("Main/Players/10010"), 0);
  EXPECT_EQ(client("Main/Players/21001"), 0);
  EXPECT_EQ(client("Main/99999999999999999999"), 0) << "no number of 32 bits";
  EXPECT_EQ(client("Main/Level1"), 0) << "the server is no client";
  EXPECT_EQ(client("Main/Players/Red"), 0);
  EXPECT_EQ(client(""), 0);
}

TEST(Rules, AreCertainIfNoScriptSetsAnAuthority) {
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .never_given = true}).verdict, CallVerdict::refused);
  EXPECT_EQ(judge({.declaration = authority, .caller = server, .never_given = true}).verdict, CallVerdict::allowed);
  const Declaration master = declared(Callers::toward_authority);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = green, .never_given = true}).verdict,
            CallVerdict::refused);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = server, .never_given = true}).verdict,
            CallVerdict::allowed);
}

/// Godot 3.6: a client refuses `master` calls on nodes of the server, and on those of other clients.
TEST(Rules, AMasterMayBeWhoTheNodeIsNamedAfterOrTheServer) {
  const auto verdict = [](int target, int receiver, int named_after = 0) {
    return judge({.declaration = declared(Callers::toward_authority),
                  .caller = red,
                  .target = target,
                  .receiver = receiver,
                  .named_after = named_after})
        .verdict;
  };
  EXPECT_EQ(verdict(green, server), CallVerdict::refused_unless_given) << "the server relays it";
  EXPECT_EQ(verdict(0, green), CallVerdict::refused_unless_given);
  EXPECT_EQ(verdict(-red, green), CallVerdict::refused_unless_given);
  EXPECT_EQ(verdict(green, green, red), CallVerdict::refused_unless_given);
  EXPECT_EQ(verdict(green, green, green), CallVerdict::unknown);
  EXPECT_EQ(verdict(server, server), CallVerdict::unknown);
  EXPECT_EQ(verdict(server, server, green), CallVerdict::unknown);
  EXPECT_EQ(verdict(0, 0), CallVerdict::unknown);
}

/// Nobody may call such a method, whoever has called it; a master is asked for the receiver alone.
TEST(Rules, NeedACallerOnlyWhereTheyAskForIt) {
  const auto of = [](Callers callers) { return judge({.declaration = declared(callers), .target = green}).verdict; };
  EXPECT_EQ(of(Callers::none), CallVerdict::refused);
  EXPECT_EQ(of(Callers::anybody), CallVerdict::allowed);
  EXPECT_EQ(of(Callers::toward_authority), CallVerdict::refused_unless_given);
  EXPECT_EQ(of(Callers::authority), CallVerdict::unknown);
  EXPECT_EQ(judge({.declaration = declared(Callers::authority), .never_given = true}).verdict, CallVerdict::unknown);
}

/// Godot 3.6: the server runs its copy, and each other client prints "RPC 'order' is not allowed on node".
TEST(Rules, AMasterAcceptsItsCopyOfACallToAll) {
  CallFacts call = {.declaration = declared(Callers::toward_authority), .caller = red, .receiver = server};
  EXPECT_EQ(judge(call).verdict, CallVerdict::unknown) << "a script may have given the node away";
  call.never_given = true;
  EXPECT_EQ(judge(call).verdict, CallVerdict::allowed) << "no other client is there";
  call.goes_to_others = true;
  EXPECT_EQ(judge(call).cause, RefusalCause::by_other_clients);
  call.receiver = green;
  EXPECT_EQ(judge(call).cause, RefusalCause::for_the_master) << "the copy that the server relays";
  call.target = -server;
  EXPECT_EQ(judge(call).cause, RefusalCause::for_the_master);
  call.target = server;
  EXPECT_EQ(judge(call).verdict, CallVerdict::allowed);
}

TEST(Rules, SayWhyACallIsRefused) {
  EXPECT_EQ(judge({.declaration = declared(Callers::none), .caller = red}).cause, RefusalCause::for_nobody);
  const Declaration missing = {.callers = Callers::none, .mode = "disabled", .is_written = false};
  EXPECT_EQ(judge({.declaration = missing, .caller = red}).cause, RefusalCause::not_written);
  const Declaration authority = declared(Callers::authority);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .never_given = true}).cause, RefusalCause::never_given);
  EXPECT_EQ(judge({.declaration = authority, .caller = red, .senders = senders({green})}).cause,
            RefusalCause::states_from_others);
  EXPECT_EQ(judge({.declaration = authority, .caller = red}).cause, RefusalCause::none)
      << "refused, unless it was given";
  const Declaration master = declared(Callers::toward_authority);
  EXPECT_EQ(judge({.declaration = master, .caller = red, .target = green, .never_given = true}).cause,
            RefusalCause::for_the_master);
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

TEST(Authorities, AreThePeersThatSendTheStates) {
  Memory memory;
  constexpr Speaker reds = {.link = 1, .sender = first_end, .session = 7, .peer = red};
  constexpr Speaker greens = {.link = 2, .sender = first_end, .session = 7, .peer = green};
  constexpr Speaker others = {.link = 3, .sender = first_end, .session = 8, .peer = green};
  memory.paths.add(reds, {3, "Main/Player/Sync", no_methods, 10});
  memory.paths.add(greens, {4, "Main/Player/Sync", no_methods, 10});
  EXPECT_FALSE(memory.authorities.senders(reds, "Main/Player").known());
  Authorities::Entries::Place last;  // as if one synchronizer had them all
  memory.authorities.add_state(reds, 3, true, 12, last);
  memory.authorities.add_state(reds, 3, true, 13, last);
  EXPECT_FALSE(memory.authorities.senders(others, "Main/Player").known()) << "of another game";
  Senders senders = memory.authorities.senders(greens, "Main/Player");
  EXPECT_TRUE(senders.known());
  EXPECT_TRUE(senders.has(red));
  EXPECT_EQ(senders.last(), red);
  EXPECT_EQ(senders.since(), 12U);
  memory.authorities.add_state(greens, 4, true, 14, last);
  senders = memory.authorities.senders(reds, "Main/Player");
  EXPECT_TRUE(senders.has(red));
  EXPECT_EQ(senders.last(), green);
  EXPECT_EQ(senders.since(), 14U);
}

TEST(Authorities, AreUnknownIfVeryManyPeersSend) {
  Senders senders;
  for (int peer = 2; peer < 7; ++peer) senders.add(peer, 1);
  EXPECT_FALSE(senders.known());
}

}  // namespace
