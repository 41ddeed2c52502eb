// SPDX-License-Identifier: MIT
// For each check: a case with the problem, and similar cases without it. The facts are made by this test.
#include "analysis/message/account/checks/checks.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/link/silence.h"
#include "tests/unit/analysis/message/account/game.h"

namespace godot::analysis::account {
namespace {

using test::Causes;

constexpr Problem innocent = Judged::innocent;

// --- Calls -----------------------------------------------------------------------------------------------------------

names::Declaration declared(names::Callers callers, const char* mode) {
  return {.callers = callers,
          .mode = mode,
          .transfer = names::Transfer::reliable,
          .channel = 0,
          .certainty = names::Certainty::certain};
}

/// A project in which no script changes an authority.
class NeverGiven final : public names::Source {
 public:
  NeverGiven() { names::add_source(*this); }
  ~NeverGiven() override { names::remove_source(*this); }
  NeverGiven(const NeverGiven&) = delete;
  NeverGiven& operator=(const NeverGiven&) = delete;
  [[nodiscard]] bool authority_never_set(const names::Node&) const override { return true; }
};

/// A project with a script that gives each node away.
class Given final : public names::Source {
 public:
  Given() { names::add_source(*this); }
  ~Given() override { names::remove_source(*this); }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  [[nodiscard]] bool authority_is_given(const names::Node&) const override { return true; }
};

class Calls : public testing::Test {
 protected:
  Calls() {
    call.node = {.path = "Main/Player", .rpc_md5 = no_methods};
    call.message.delivery = Delivery::reliable;
  }
  Problem judge(const names::Declaration& declaration) {
    const Problem problem = call.problem_of(ReceivedCall{.method = "move", .declaration = declaration});
    return problem != innocent ? problem : call.problem_of(SentCall{.method = "move", .declaration = declaration});
  }

  Game game;
  Judged call{game, game.to_red, End::first, 20};  // red calls the server
};

TEST_F(Calls, OfDisabledMethodsAreRefused) {
  EXPECT_EQ(judge(declared(names::Callers::none, "disabled")), Problem::call_refused);
  EXPECT_EQ(call.why(), "move() is declared \"disabled\": nobody may call it remotely");
  EXPECT_EQ(judge(declared(names::Callers::anybody, "any_peer")), innocent);
  call.node.rpc_md5 = nullptr;  // Godot 3
  EXPECT_EQ(judge(declared(names::Callers::none, "disabled")), Problem::call_refused);
  EXPECT_EQ(call.why(), "move() has no keyword (remote, master, puppet ...): nobody may call it remotely");
}

/// A capture that begins late lacks the paths of nodes whose states red sends: this one may be among them.
TEST_F(Calls, OfWhoSendsStatesOfUnknownNodesAreNotRefusedForAnothersStates) {
  const names::Declaration authority = declared(names::Callers::authority, "authority");
  Authorities& authorities = game.memory().authorities;
  game.memory().paths.add(game.server_to_red(), {3, "Main/Player/Sync", no_methods, 5});
  Authorities::Entries::Place last;
  authorities.add_state(game.server_to_red(), 3, true, 6, last);
  ASSERT_EQ(judge(authority), Problem::call_refused);
  Authorities::Entries::Place other;
  authorities.add_state(game.speaker(game.to_green, End::first), 7, true, 7, other);
  EXPECT_EQ(judge(authority), Problem::call_refused) << "green's";
  authorities.add_state(game.reds(), 7, true, 8, other);
  EXPECT_EQ(judge(authority), Problem::refused_unless);
}

/// Who has no id in the capture may be the authority.
TEST_F(Calls, OfAuthorityMethodsByAnUnknownCallerAreOpen) {
  call.route.source_id = 0;
  EXPECT_EQ(judge(declared(names::Callers::authority, "authority")), Problem::caller_open);
  EXPECT_EQ(call.why(),
            "move() is declared \"authority\", and the capture does not show the caller's id: the receiver "
            "refuses the call, unless the caller is the node's authority there");
  EXPECT_EQ(judge(declared(names::Callers::anybody, "any_peer")), innocent);
}

TEST_F(Calls, OfAuthorityMethodsAreRefusedIfAnotherPeerSendsTheStates) {
  const names::Declaration authority = declared(names::Callers::authority, "authority");
  const Speaker& spoken = game.server_to_red();
  game.memory().paths.add(spoken, {3, "Main/Player/Sync", no_methods, 5});
  Authorities::Entries::Place last;
  game.memory().authorities.add_state(spoken, 3, true, 6, last);
  EXPECT_EQ(judge(authority), Problem::call_refused);
  EXPECT_EQ(call.why(),
            "move() is declared \"authority\": peer 1001 may not call it, because the node's states come from the "
            "server (since frame 6)");
  // The server may always have the authority.
  Judged from_server(game, game.to_red, End::second, 20);
  from_server.node = call.node;
  EXPECT_EQ(from_server.problem_of(ReceivedCall{.method = "move", .declaration = authority}), innocent);
  // Red has sent the node's states, too.
  game.memory().paths.add(game.reds(), {4, "Main/Player/Sync", no_methods, 7});
  game.memory().authorities.add_state(game.reds(), 4, true, 8, last);
  EXPECT_EQ(judge(authority), Problem::caller_open);
  EXPECT_EQ(
      call.why(),
      "move() is declared \"authority\", and more than one peer has sent the node's states: the receiver refuses the "
      "call, unless the caller is the node's authority there");
}

TEST_F(Calls, OfTheServerAreOpenIfAnotherPeerAloneSendsTheStates) {
  const names::Declaration authority = declared(names::Callers::authority, "authority");
  game.memory().paths.add(game.reds(), {4, "Main/Player/Sync", no_methods, 7});
  Authorities::Entries::Place last;
  game.memory().authorities.add_state(game.reds(), 4, true, 8, last);
  Judged from_server(game, game.to_red, End::second, 20);
  from_server.node = call.node;
  EXPECT_EQ(from_server.problem_of(ReceivedCall{.method = "move", .declaration = authority}), Problem::caller_open);
  EXPECT_EQ(judge(authority), innocent) << "red's own";
}

TEST_F(Calls, OfTheServerAreOpenOnNodesThatAreNamedAfterAClient) {
  const names::Declaration authority = declared(names::Callers::authority, "authority");
  const ReceivedCall move{.method = "move", .declaration = authority};
  Judged from_server(game, game.to_red, End::second, 20);
  from_server.node = call.node;
  from_server.node.path = "Main/Players/1001/Gun";
  EXPECT_EQ(from_server.problem_of(move), innocent) << "no peer of this id has appeared";
  game.state.peer_names.appears(1001, 3);
  EXPECT_EQ(from_server.problem_of(move), Problem::caller_open);
  EXPECT_EQ(from_server.why(),
            "move() is declared \"authority\", and the node is named after peer 2: the receiver refuses the call, "
            "unless the caller is the node's authority there");
  game.memory().paths.add(game.server_to_red(), {3, "Main/Players/1001/Gun/Sync", no_methods, 5});
  Authorities::Entries::Place last;
  game.memory().authorities.add_state(game.server_to_red(), 3, true, 6, last);
  EXPECT_EQ(from_server.problem_of(move), innocent) << "the server sends its states";
}

TEST_F(Calls, OfTheServerAreOpenOnNodesThatAScriptGivesAway) {
  const ReceivedCall move{.method = "move", .declaration = declared(names::Callers::authority, "authority")};
  Judged from_server(game, game.to_red, End::second, 20);
  from_server.node = call.node;
  EXPECT_EQ(from_server.problem_of(move), innocent);
  const Given project;
  EXPECT_EQ(from_server.problem_of(move), Problem::caller_open);
  EXPECT_EQ(from_server.why(),
            "move() is declared \"authority\", and a script gives this node, or one above it, to a peer: the receiver "
            "refuses the call, unless the caller is the node's authority there");
  EXPECT_EQ(call.problem_of(move), Problem::refused_unless) << "of red";
  call.node.rpc_md5 = nullptr;
  EXPECT_EQ(call.problem_of(
                ReceivedCall{.method = "move", .declaration = declared(names::Callers::toward_authority, "master")}),
            Problem::caller_open)
      << "the server may not be the master";
  game.memory().paths.add(game.server_to_red(), {3, "Main/Player/Sync", no_methods, 5});
  Authorities::Entries::Place last;
  game.memory().authorities.add_state(game.server_to_red(), 3, true, 6, last);
  EXPECT_EQ(from_server.problem_of(move), innocent) << "the server sends its states";
}

TEST_F(Calls, OfAuthorityMethodsAreInDoubtIfTheNodesAuthorityIsUnknown) {
  const names::Declaration authority = declared(names::Callers::authority, "authority");
  EXPECT_EQ(judge(authority), Problem::refused_unless);
  EXPECT_FALSE(call.findings->first()->counted);
  EXPECT_EQ(call.why(),
            "move() is declared \"authority\": the receiver refuses it, unless set_multiplayer_authority() was called "
            "to give this node to peer 1001, which neither capture nor project shows");
  call.node.path = "Main/1001";  // players' nodes often have the player's id as name
  EXPECT_EQ(judge(authority), Problem::caller_open);
  EXPECT_EQ(call.why(),
            "move() is declared \"authority\", and the node is named after its caller: the receiver refuses the call, "
            "unless the caller is the node's authority there");
  const NeverGiven project;
  EXPECT_EQ(judge(authority), Problem::call_refused);
  EXPECT_EQ(call.why(),
            "move() is declared \"authority\": peer 1001 may not call it, only the server, because no script gives "
            "this node to another peer");
}

TEST_F(Calls, OfMethodsThatTheScriptDoesNotHaveAreRefused) {
  call.node.rpc_md5 = nullptr;
  names::Declaration none = declared(names::Callers::none, "disabled");
  none.is_written = false;
  EXPECT_EQ(judge(none), Problem::call_refused);
  EXPECT_EQ(call.why(),
            "The node's script has no move() with a keyword (remote, master, puppet ...): nobody may call it remotely");
}

TEST_F(Calls, SetsAreRefusedAsCallsAre) {
  call.node.rpc_md5 = nullptr;
  const auto set = [&](const names::Declaration& declaration) {
    return call.problem_of(ReceivedSet{.property = "armor", .declaration = declaration});
  };
  EXPECT_EQ(set(declared(names::Callers::anybody, "remote")), innocent);
  EXPECT_EQ(set({}), innocent);
  EXPECT_EQ(set(declared(names::Callers::none, "disabled")), Problem::set_refused);
  EXPECT_EQ(call.text(),
            "armor has no keyword (remote, master, puppet ...): nobody may set it remotely. Write one before its var");
  EXPECT_EQ(call.why(), "armor has no keyword (remote, master, puppet ...): nobody may set it remotely");
  EXPECT_EQ(call.remedy(), "Write one before its var");
  const names::Declaration puppet = declared(names::Callers::authority, "puppet");
  EXPECT_EQ(set(puppet), Problem::set_refused_unless);
  EXPECT_FALSE(call.findings->first()->counted);
  EXPECT_EQ(
      call.why(),
      "armor is declared \"puppet\": the receiver refuses it, unless set_network_master() was called to give this "
      "node to peer 1001, which neither capture nor project shows");
  const NeverGiven project;
  EXPECT_EQ(set(puppet), Problem::set_refused);
  EXPECT_EQ(call.why(),
            "armor is declared \"puppet\": peer 1001 may not set it, only the server, because no script gives this "
            "node to another peer");
  call.message.repeated = true;
  EXPECT_EQ(set(puppet), innocent);
}

/// Godot 3: each receiver refuses the sets of one of them, if the variable is a puppet one.
TEST_F(Calls, SetsOfTwoPeersAreRefusedOrOverwriteEachOther) {
  game.memory().paths.add(game.reds(), {3, "Main/Unit", {}, 5});
  const char* path = game.memory().paths.find_on_link(game.reds(), 3, 5)->path;
  Authorities& authorities = game.memory().authorities;
  const Speaker greens = game.speaker(game.to_green, End::first);
  const TwoSenders::To to_server = {.peer = server, .known = true};
  std::uint32_t frame = 10;
  for (std::int64_t i = 0; i != 40; ++i) {
    authorities.add_own_set(greens, path, "pos", to_server, {frame++, 0, 0, i * 50 * millisecond});
    if (i >= 5)
      authorities.add_own_set(game.reds(), path, "pos", to_server, {frame++, 0, 0, (i * 50 + 20) * millisecond});
    authorities.add_own_set(game.reds(), path, "morale", to_server, {frame++, 0, 0, (i * 50 + 30) * millisecond});
  }
  Judged set(game, game.to_red, End::first, 21);  // red's first of pos
  set.node = {.path = "Main/Unit"};
  const auto judge = [&](const char* property, const names::Declaration& declaration) {
    return set.problem(check_setters, ReceivedSet{.property = property, .declaration = declaration});
  };
  EXPECT_EQ(judge("pos", {}), Problem::two_setters);
  EXPECT_EQ(set.causes(), (Causes{"it is a puppet variable, and each receiver refuses those of one of them",
                                  "it is a remote variable, and each overwrites what the other has set"}));
  EXPECT_EQ(set.linked(FrameLink::To::other_sender), 20U);
  EXPECT_EQ(judge("pos", declared(names::Callers::authority, "puppet")), Problem::two_setters);
  EXPECT_EQ(
      set.text(),
      "Peer 1002 sets pos of this node, too (frame 20): it is a puppet variable, and each receiver refuses those of "
      "one of them (declared \"puppet\"). Call set_network_master() with the same peer on every peer, and give "
      "nodes the same names everywhere");
  EXPECT_EQ(set.causes(), (Causes{"it is a puppet variable, and each receiver refuses those of one of them (declared "
                                  "\"puppet\")"}));
  EXPECT_EQ(judge("pos", declared(names::Callers::anybody, "remote")), innocent);
  EXPECT_EQ(judge("pos", declared(names::Callers::none, "disabled")), innocent) << "refused for another reason";
  Judged morale(game, game.to_red, End::first, 11);
  EXPECT_EQ(morale.problem(check_setters, ReceivedSet{.property = "morale"}), innocent) << "red alone sets it";
}

TEST_F(Calls, OfMasterMethodsAreRefusedByOtherPeers) {
  const NeverGiven project;
  call.node.rpc_md5 = nullptr;
  const names::Declaration master = declared(names::Callers::toward_authority, "master");
  EXPECT_EQ(judge(master), innocent);
  Judged to_red(game, game.to_red, End::second, 20);
  to_red.node = call.node;
  EXPECT_EQ(to_red.problem_of(ReceivedCall{.method = "move", .declaration = master}), Problem::call_refused);
  EXPECT_EQ(to_red.why(), "move() is declared \"master\": only the node's master accepts it, and that is the server");
}

/// A script gives nodes away, and nothing shows which.
TEST_F(Calls, OfMasterMethodsAreInDoubtIfTheReceiverMayBeTheMaster) {
  call.node.rpc_md5 = nullptr;
  const ReceivedCall move{.method = "move", .declaration = declared(names::Callers::toward_authority, "master")};
  const ReceivedSet armor{.property = "armor", .declaration = move.declaration};
  EXPECT_EQ(call.problem_of(move), innocent) << "the server, if nobody else";
  EXPECT_EQ(call.problem_of(armor), innocent);
  Judged to_red(game, game.to_red, End::second, 20);
  to_red.node = call.node;
  EXPECT_EQ(to_red.problem_of(move), Problem::refused_unless);
  EXPECT_EQ(to_red.why(),
            "move() is declared \"master\": the receiver refuses it, unless set_network_master() was called to give "
            "this node to peer 1001, which neither capture nor project shows");
  EXPECT_EQ(to_red.problem_of(armor), Problem::set_refused_unless);
  call.node.path = to_red.node.path = "Main/Players/1001/Gun";
  game.state.peer_names.appears(1001, 3);
  EXPECT_EQ(to_red.problem_of(move), Problem::caller_open);
  EXPECT_EQ(to_red.why(),
            "move() is declared \"master\", and the node is named after peer 2: the receiver refuses the call, unless "
            "it is the node's master there");
  EXPECT_EQ(to_red.problem_of(armor), Problem::sender_open);
  EXPECT_EQ(to_red.why(),
            "armor is declared \"master\", and the node is named after peer 2: the receiver refuses the set, unless it "
            "is the node's master there");
  EXPECT_EQ(call.problem_of(move), Problem::caller_open) << "the server refuses what is red's";
}

TEST_F(Calls, OfMasterMethodsToAllAreRefusedByOtherClients) {
  const NeverGiven project;
  call.node.rpc_md5 = nullptr;
  call.route.target_known = true;
  call.route.target_id = 0;
  const names::Declaration master = declared(names::Callers::toward_authority, "master");
  EXPECT_EQ(judge(master), innocent) << "no other client is there";
  game.memory().peers.add(game.to_red.godot->peers.link(), green, true, 5);
  EXPECT_EQ(judge(master), Problem::call_refused_by_others);
  EXPECT_EQ(call.text(),
            "move() is declared \"master\": only the node's master accepts it, and that is the server. It goes to all, "
            "and the other clients refuse it. Call it at the server alone (rpc_id(1, ...)), or remote before move()");
  EXPECT_EQ(call.problem_of(ReceivedSet{.property = "armor", .declaration = master}), Problem::set_refused_by_others);
  EXPECT_EQ(call.remedy(), "Set it at the server alone (rset_id(1, ...)), or remote before armor");
  call.route.target_id = -green;
  EXPECT_EQ(judge(master), innocent) << "the only other client does not get it";
}

TEST_F(Calls, AreNotJudgedIfTheScriptIsGuessed) {
  names::Declaration disabled = declared(names::Callers::none, "disabled");
  disabled.certainty = names::Certainty::guessed;
  EXPECT_EQ(judge(disabled), innocent);
  call.node.rpc_md5 = nullptr;  // Godot 3 sends no list that could make it certain
  EXPECT_EQ(judge(disabled), Problem::call_refused);
}

TEST_F(Calls, AreNotJudgedIfTheNodeIsUnknownOrTheMethodUndeclaredOrIfRepeated) {
  const names::Declaration disabled = declared(names::Callers::none, "disabled");
  EXPECT_EQ(judge({}), innocent);
  call.message.repeated = true;
  EXPECT_EQ(judge(disabled), innocent);
  call.message.repeated = false;
  call.node.path = nullptr;
  EXPECT_EQ(judge(disabled), innocent);
}

TEST_F(Calls, AreSentAsDeclared) {
  names::Declaration anybody = declared(names::Callers::anybody, "any_peer");
  anybody.transfer = names::Transfer::unreliable;
  EXPECT_EQ(judge(anybody), Problem::sent_otherwise);
  EXPECT_EQ(call.why(),
            "move() is declared \"unreliable\" on channel 0, and was sent \"reliable\" on channel 0: the sender's "
            "project differs from yours");
  anybody.transfer = names::Transfer::unreliable_ordered;
  EXPECT_EQ(judge(anybody), Problem::sent_otherwise);
  EXPECT_EQ(call.why(),
            "move() is declared \"unreliable_ordered\" on channel 0, and was sent \"reliable\" on channel 0: the "
            "sender's project differs from yours");
  anybody.transfer = names::Transfer::reliable;
  EXPECT_EQ(judge(anybody), innocent);
  anybody.channel = 2;
  EXPECT_EQ(judge(anybody), Problem::sent_otherwise);
  EXPECT_EQ(call.why(),
            "move() is declared for channel 2, and was sent on channel 0: the sender's project differs from yours");
  // WebSocket has no channels.
  game.to_red.transport = Transport::websocket;
  EXPECT_EQ(judge(anybody), innocent);
}

TEST_F(Calls, HaveTheArgumentsThatTheMethodTakes) {
  const names::Signature two = {.known = true, .required = 1, .count = 2};
  const auto judge = [&](const names::Signature& signature, std::uint32_t count, bool maybe_one = false) {
    return call.problem(check_arguments,
                        Arguments{.method = "move", .count = count, .asked = signature, .maybe_one = maybe_one});
  };
  EXPECT_EQ(judge(two, 1), innocent);
  EXPECT_EQ(judge(two, 2), innocent);
  EXPECT_EQ(judge(two, 3), Problem::other_arguments);
  EXPECT_EQ(call.why(), "move() takes 1 to 2 arguments, the call has 3");
  EXPECT_FALSE(call.findings->first()->counted) << "the call counts once, whatever is wrong with its arguments";
  EXPECT_EQ(judge(two, 0), Problem::other_arguments);
  EXPECT_EQ(judge(two, 0, true), Problem::other_arguments) << "a PackedByteArray without elements is no argument";
  EXPECT_EQ(call.why(), "move() takes 1 to 2 arguments, the call has 0, or an empty PackedByteArray, which is lost");
  EXPECT_EQ(judge({.known = true, .required = 2, .count = 2}, 0, true), Problem::other_arguments);
  EXPECT_EQ(call.why(), "move() takes 2 arguments, the call has 0");
  EXPECT_EQ(judge({.known = true, .required = 0, .count = 1}, 0, true), innocent);
  EXPECT_EQ(judge({.known = true, .required = 1, .count = 1}, 2), Problem::other_arguments);
  EXPECT_EQ(call.why(), "move() takes 1 argument, the call has 2");
  EXPECT_EQ(judge({}, 3), innocent);
}

TEST_F(Calls, HaveArgumentsOfTheDeclaredTypes) {
  const auto judge = [&](const char* asked, const char* type) {
    return call.problem(check_arguments, Arguments{.method = "move", .type = type, .type_asked = asked});
  };
  EXPECT_EQ(judge("Vector2", "Vector2"), innocent);
  EXPECT_EQ(judge(nullptr, "int"), innocent);
  EXPECT_EQ(judge("Vector2", "String"), Problem::other_arguments);
  EXPECT_EQ(call.why(), "Declared as Vector2, sent as String");
  EXPECT_EQ(judge("Basis", "Vector3"), Problem::other_arguments);
  game.to_red.godot->recognition.accept(multiplayer::Format::enet_8);
  EXPECT_EQ(judge("Basis", "Vector3"), innocent) << "Godot 3 converts it";
}

// --- Paths -----------------------------------------------------------------------------------------------------------

class Paths : public testing::Test {
 protected:
  Paths() {
    call.node = {.path = "Main/Missing"};
    game.memory().paths.add(game.server_to_red(), {3, "Main/Missing", no_methods, 10, second});
    game.memory().paths.add(game.server_to_red(), {4, "Main/There", no_methods, 11, second});
  }
  Problem judge(std::uint32_t id) {
    return call.problem(check_path, *game.memory().paths.find_on_link(game.server_to_red(), id, 11));
  }

  Game game;
  Judged call{game, game.to_red, End::second, 11, second + 5 * millisecond};  // the server calls red
};

TEST_F(Paths, ThatTheReceiverNeverConfirmsAreMissing) {
  EXPECT_EQ(judge(3), Problem::path_open) << "it may confirm it yet";
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.text(),
      "The receiver has no node Main/Missing: it sends other messages, but never confirmed this path. Add the node "
      "there before it is called, under the same name (add_child(node, true)), or let a MultiplayerSpawner create it");
  EXPECT_EQ(judge(4), innocent);
  call.message.repeated = true;
  EXPECT_EQ(judge(3), innocent);
  call.message.repeated = false;
  Judged on_its_way(game, game.to_red, End::first, 11, second + 5 * millisecond);
  on_its_way.route.relayed = true;
  EXPECT_EQ(on_its_way.problem(check_path, *game.memory().paths.find_on_link(game.server_to_red(), 3, 11)), innocent)
      << "who confirms is not the one at the other end";
}

TEST_F(Paths, ThatAreNotConfirmedWhenTheCaptureEndsAreOpen) {
  EXPECT_EQ(judge(3), Problem::path_open);
  EXPECT_EQ(call.text(),
            "The receiver was told the path Main/Missing in frame 10, and the capture or the connection ends before "
            "it confirms it: nothing shows whether it has the node. Let the capture run until two seconds after the "
            "last call");
  EXPECT_FALSE(call.findings->first()->counted);
  EXPECT_EQ(call.findings->first()->basis.frames[0], 10U);
  call.first_pass = true;
  EXPECT_EQ(judge(3), innocent) << "what comes later is not known";
  call.first_pass = false;
  call.message.lost = true;
  EXPECT_EQ(judge(3), innocent) << "that it never arrived is said already";
  call.message.lost = false;
  call.message.left_in = 9;
  EXPECT_EQ(judge(3), innocent) << "nobody is there";
  call.message.left_in = 0;
  const AnnouncedPath& path = *game.memory().paths.find_on_link(game.server_to_red(), 3, 11);
  game.memory().paths.add(game.server_to_red(), {5, "Main/Missing", no_methods, 11, second});
  EXPECT_EQ(call.problem(check_path, path), innocent) << "announced again, with another number";
  EXPECT_EQ(judge(5), Problem::path_open);
  game.memory().paths.used(game.server_to_red(), 5, 13);
  EXPECT_EQ(judge(5), innocent) << "its sender knows that it has the node";
  EXPECT_EQ(judge(4), Problem::path_open);
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  EXPECT_EQ(judge(4), innocent);
}

/// Godot 3 confirms the paths of missing nodes, too.
TEST_F(Paths, OfOlderGenerationsAreNotOpen) {
  game.to_red.godot->recognition.accept(multiplayer::Format::enet_8);
  EXPECT_EQ(judge(3), innocent);
}

/// The receiver goes on sending, and so does a client to whom nothing gets through any more.
TEST_F(Paths, OfWhichTheAnnouncementMayNotHaveArrivedAreNotJudged) {
  game.memory().paths.sent(game.reds(), 4 * second);
  EXPECT_EQ(judge(3), Problem::path_open) << "it has not acknowledged this";
  call.message.acknowledged = true;
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.causes(),
      (Causes{
          "it has no node Main at all",
          "it has that one, but no node of this name in it (it sends other messages, but never confirmed this path)"}));
  call.message.acknowledged = false;
  call.message.delivery = Delivery::unreliable;
  EXPECT_EQ(judge(3), Problem::no_such_node) << "a call, which is never acknowledged";
  call.message.delivery = Delivery::reliable;
  game.to_red.transport = Transport::websocket;
  EXPECT_EQ(judge(3), Problem::no_such_node);
}

/// ENet acknowledges what it holds back behind a lost message.
TEST_F(Paths, ThatAreHeldBackBehindALostMessageAreNotMissing) {
  game.memory().paths.add(game.server_to_red(), {.id = 5,
                                                 .path = "Main/Held",
                                                 .md5 = no_methods,
                                                 .frame = 11,
                                                 .time = second,
                                                 .turn = {.number = 7, .channel = 0, .numbered = true}});
  call.node = {.path = "Main/Held"};
  call.message.acknowledged = true;
  static std::int64_t since;
  game.to_red.readable_since = [](const void*, bool, const Turn&) { return since; };
  game.memory().paths.sent(game.reds(), 6 * second);
  since = second;
  EXPECT_EQ(judge(5), Problem::no_such_node);
  since = 0;
  EXPECT_EQ(judge(5), Problem::path_open) << "it was never read, as far as the capture shows";
  since = 5 * second;
  EXPECT_EQ(judge(5), Problem::path_open) << "it had a second since it could read it";
  since = 3 * second;
  EXPECT_EQ(judge(5), Problem::no_such_node);
}

/// A receiver that sends no message of its own.
TEST_F(Paths, AreMissingAtAReceiverThatOnlyAcknowledges) {
  game.to_red.reads_at = {4 * second, 0};
  EXPECT_EQ(judge(3), Problem::path_open) << "it has not acknowledged this";
  call.message.acknowledged = true;
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(),
            (Causes{"it has no node there (it reads what is sent to it, but never confirmed this path)",
                    "its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again",
                    "it has an auth_callback, and waits for the sender's authentication"}));
  game.memory().paths.sent(game.reds(), 2 * second);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has no node Main at all",
                                   "it has that one, but no node of this name in it (it reads what is sent to it, but "
                                   "never confirmed this path)"}))
      << "it has sent something of its own since then; nor has it shown another node there";
  game.memory().paths.sent(game.reds(), 2 * second - 1);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(),
            (Causes{"it has no node there (it reads what is sent to it, but never confirmed this path)",
                    "its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again"}))
      << "it may have been sent before the announcement arrived; who waits for authentication sends nothing else";
  game.to_red.reads_at = {0, 4 * second};
  EXPECT_EQ(judge(3), Problem::path_open) << "the sender's own life shows nothing";
  // Over TCP, the receiver's system acknowledges what its game does not read.
  game.to_red.transport = Transport::websocket;
  game.to_red.acks_at = {11 * second - 1, 0};
  EXPECT_EQ(judge(3), Problem::path_open) << "it may stand still, and confirm it yet";
  game.to_red.acks_at = {11 * second, 0};
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.causes(),
      (Causes{"it has no node there (its system acknowledges what is sent to it, but the path was never confirmed)",
              "its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again",
              "its game stands still, and confirms the path later (loading, a breakpoint)"}));
  EXPECT_EQ(call.findings->first()->basis.causes, 3);
}

/// A scene that the receiver changes later: then it announces the path itself.
TEST_F(Paths, ThatTheReceiverAnnouncesLaterAreMissingUntilThen) {
  game.to_red.reads_at = {4 * second, 0};
  call.message.acknowledged = true;
  game.memory().paths.add(game.reds(), {9, "Main/Missing", no_methods, 30, 2 * second});
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/Missing yet: it announces it itself only in frame 30. Call the node when "
            "both ends have it, or let it ask the other end for what it needs in its own _ready()");
  EXPECT_EQ(call.findings->first()->basis.causes, 1);
  Judged before(game, game.to_red, End::second, 29, 2 * second);
  Judged after(game, game.to_red, End::second, 31, 2 * second);
  for (Judged* each : {&before, &after}) {
    each->node = call.node;
    each->message.acknowledged = true;
  }
  const AnnouncedPath& path = *game.memory().paths.find_on_link(game.server_to_red(), 3, 11);
  EXPECT_EQ(before.problem(check_path, path), Problem::path_was_missing);
  EXPECT_EQ(after.problem(check_path, path), innocent) << "it has the node by then";
}

/// It had the node: either it is gone since, or nothing of the sender's is read any more.
TEST_F(Paths, ThatTheReceiverAnnouncedBeforeMayBeThere) {
  game.memory().paths.add(game.reds(), {9, "Main/Missing", no_methods, 8, second / 2});
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has freed or renamed the node, which it announced itself in frame 8 (it sends "
                                   "other messages, but never confirmed this path)"}))
      << "it has confirmed a later path";
}

TEST_F(Paths, ThatTheReceiverAnnouncedBeforeItOnlyReadsMayBeThere) {
  game.memory().paths.add(game.reds(), {9, "Main/Missing", no_methods, 8, second / 2});
  game.memory().paths.sent(game.reds(), second / 2);
  game.to_red.reads_at = {4 * second, 0};
  call.message.acknowledged = true;
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(),
            (Causes{"it has freed or renamed the node, which it announced itself in frame 8 (it reads what is sent to "
                    "it, but never confirmed this path)",
                    "its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again"}));
}

/// What the capture lacks may be the confirmation.
TEST_F(Paths, OfWhichTheConfirmationMayBeMissingAreNotJudged) {
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  ASSERT_EQ(judge(3), Problem::no_such_node);
  game.to_red.lacks = {true, false};
  EXPECT_EQ(judge(3), innocent);
  game.to_red.lacks = {false, true};
  EXPECT_EQ(judge(3), Problem::no_such_node) << "the receiver's own messages are all there";
  game.to_red.lacks = {};
  const Completeness cut = {.cut_in = 3};
  game.to_red.capture = &cut;
  EXPECT_EQ(judge(3), innocent);
  const Completeness disordered = {.disordered_in = 3};
  game.to_red.capture = &disordered;
  EXPECT_EQ(judge(3), innocent) << "the confirmation may be before the announcement";
  const Completeness coarse = {.coarse = true};
  game.to_red.capture = &coarse;
  EXPECT_EQ(judge(3), Problem::no_such_node);
}

TEST_F(Paths, ThatAClientAnnouncesAreJudgedAtItsServer) {
  game.memory().paths.add(game.reds(), {3, "Main/Missing", no_methods, 10, second});
  game.memory().paths.add(game.reds(), {4, "Main/There", no_methods, 11, second});
  game.memory().paths.confirm(game.reds(), 4, 14, true);
  Judged reds(game, game.to_red, End::first, 11, second + 5 * millisecond);
  reds.node = call.node;
  EXPECT_EQ(reds.problem(check_path, *game.memory().paths.find_on_link(game.reds(), 3, 11)), Problem::no_such_node);
}

/// The server relays green's announcements to red; red's confirmations go back the same way.
TEST_F(Paths, OfOthersAreJudgedOnTheLastHop) {
  Speaker greens = game.server_to_red();
  greens.sender = green;
  greens.peer = green;
  game.memory().paths.add(greens, {3, "Main/Missing", no_methods, 12, second});
  game.memory().paths.add(greens, {4, "Main/There", no_methods, 13, second});
  call.route.relayed = true;
  call.route.source = greens;
  const AnnouncedPath& missing = *game.memory().paths.find_on_link(greens, 3, 13);
  EXPECT_EQ(call.problem(check_path, missing), Problem::path_open) << "red may confirm it yet";
  game.memory().paths.confirm(game.server_to_red(), 4, 15, false);
  EXPECT_EQ(judge(3), innocent) << "red has confirmed nothing that the server announced";
  game.memory().paths.confirm(greens, 4, 15, false);
  EXPECT_EQ(call.problem(check_path, missing), Problem::no_such_node);
}

/// A receiver that still loads a scene lacks all of it until then.
TEST_F(Paths, OfASceneThatTheReceiverStillLoads) {
  game.memory().paths.add(game.server_to_red(), {5, "Main/Later", no_methods, 20, second + 25 * millisecond});
  game.memory().paths.confirm(game.server_to_red(), 5, 22, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.causes(),
      (Causes{"it was still loading Main (the first path there that it confirms or announces is that of frame 20)",
              "it has no node of this name there (it sends other messages, but never confirmed this path)"}));
  EXPECT_EQ(call.findings->first()->basis.causes, 2);
  game.memory().paths.confirm(game.server_to_red(), 4, 23, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it sends other messages, but never confirmed this path"}))
      << "it was told the other path at that time";
}

/// A root with another name, or another scene: no path below it is ever shown.
TEST_F(Paths, BelowANodeThatTheReceiverNeverShows) {
  game.memory().paths.add(game.server_to_red(), {5, "Net", no_methods, 20, second + 25 * millisecond});
  game.memory().paths.confirm(game.server_to_red(), 5, 22, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.text(),
      "The receiver has no node Main/Missing. One of: it has no node Main at all: another scene, or another name (it "
      "shows no node there in the capture): Give both ends the same scene, and its nodes the same names; it has that "
      "one, but no node of this name in it (it sends other messages, but never confirmed this path): Add the node "
      "there before it is called, under the same name (add_child(node, true)), or let a MultiplayerSpawner create it");
  EXPECT_EQ(
      call.causes(),
      (Causes{
          "it has no node Main at all",
          "it has that one, but no node of this name in it (it sends other messages, but never confirmed this path)"}));
  EXPECT_EQ(call.findings->first()->basis.causes, 2);
}

/// The branch itself was announced, and is missing, too: nothing else remains.
TEST_F(Paths, BelowANodeWhosePathTheReceiverDoesNotConfirmEither) {
  game.memory().paths.add(game.server_to_red(), {6, "Main", no_methods, 15, second + 10 * millisecond});
  game.memory().paths.add(game.server_to_red(), {5, "Net", no_methods, 20, second + 25 * millisecond});
  game.memory().paths.confirm(game.server_to_red(), 5, 22, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has no node Main at all: another scene, or another name (it was told Main "
                                   "itself in frame 15, and does not confirm it either)"}));
  game.memory().paths.confirm(game.server_to_red(), 6, 23, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.causes(),
      (Causes{"it was still loading Main (the first path there that it confirms or announces is that of frame 15)",
              "it has no node of this name there (it sends other messages, but never confirmed this path)"}))
      << "it has that one";
}

/// The receiver announces the branch's script at another path, and has confirmed none of the sender's.
TEST_F(Paths, BelowANodeThatTheReceiverHasBelowAnotherRoot) {
  constexpr const char* methods = "0123456789abcdef0123456789abcdef";
  game.memory().paths.add(game.server_to_red(), {6, "Main", methods, 15, second + 10 * millisecond});
  game.memory().paths.sent(game.reds(), 6 * second);
  call.message.acknowledged = true;
  EXPECT_EQ(judge(3), Problem::no_such_node);
  constexpr const char* none =
      "it has no node Main at all: another scene, or another name (it was told Main itself in frame 15, and does not "
      "confirm it either)";
  EXPECT_EQ(call.causes(), (Causes{none}));
  game.to_red.godot->peers.lists[index(End::first)].add(methods, "Bot/Main");
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(),
            (Causes{"it has no node Main at all", "the MultiplayerAPIs of the ends have different root paths"}));
}

/// The receiver confirms the same path later, under another number: then its scene has the node.
TEST_F(Paths, OfASceneThatTheReceiverStillLoadsAndShowsLater) {
  game.memory().paths.add(game.server_to_red(), {5, "Main/Missing", no_methods, 20, second + 25 * millisecond});
  game.memory().paths.confirm(game.server_to_red(), 5, 22, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.causes(),
      (Causes{"it was still loading Main (the first path there that it confirms or announces is that of frame 20)",
              "a script adds the node there later (it shows it in frame 20)"}));
  // Green has it as soon as it shows anything of that scene.
  const Speaker to_green = game.speaker(game.to_green, End::second);
  game.memory().paths.add(to_green, {3, "Main/Missing", no_methods, 12, second});
  game.memory().paths.confirm(to_green, 3, 13, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(
      call.text(),
      "The receiver has no node Main/Missing: it was still loading Main (the first path there that it confirms or "
      "announces is that of frame 20). Call its nodes only after the receiver says that it has loaded the scene. "
      "Not: a script adds the node there later (another receiver has it as soon as it has Main)");
  EXPECT_EQ(call.causes(), (Causes{"it was still loading Main (the first path there that it confirms or announces is "
                                   "that of frame 20)"}));
}

/// ... or announces it itself.
TEST_F(Paths, OfASceneThatTheReceiverStillLoadsAndAnnouncesLater) {
  game.to_red.reads_at = {4 * second, 0};
  call.message.acknowledged = true;
  game.memory().paths.add(game.reds(), {9, "Main/Missing", no_methods, 30, 4 * second});
  game.memory().paths.sent(game.reds(), 4 * second);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it announces it itself only in frame 30"}));
  const Speaker to_green = game.speaker(game.to_green, End::second);
  game.memory().paths.add(to_green, {3, "Main/Missing", no_methods, 12, second});
  game.memory().paths.confirm(to_green, 3, 13, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it was still loading Main (the first path there that it confirms or announces is "
                                   "that of frame 30)"}));
}

/// The receiver had the node before, and confirmed it: "never" would be wrong.
TEST_F(Paths, ThatTheReceiverConfirmedBeforeAreGone) {
  game.memory().paths.add(game.server_to_red(), {2, "Main/Missing", no_methods, 5, second / 2});
  game.memory().paths.confirm(game.server_to_red(), 2, 6, true);
  game.memory().paths.add(game.server_to_red(), {7, "Main/Missing", "00112233445566778899aabbccddeeff", 10, second});
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  EXPECT_EQ(judge(7), Problem::no_such_node);
  EXPECT_EQ(call.causes(),
            (Causes{"it has freed or renamed the node (it sends other messages, but did not confirm this "
                    "path then: it had shown it before, in frame 5)",
                    "it loads its scene again"}));
}

/// Its spawner is missing, too.
TEST_F(Paths, OfSpawnedNodesWhoseSpawnerTheReceiverLacks) {
  Memory& memory = game.memory();
  memory.paths.add(game.server_to_red(), {5, "Main/Spawner", no_methods, 8, second - 10 * millisecond});
  memory.nodes.spawn(game.server_to_red(), {.frame = 9, .name = nullptr, .net_id = 40, .spawner = 5, .scene = 0},
                     "Missing", "Main");
  memory.paths.confirm(game.server_to_red(), 4, 14, true);
  EXPECT_EQ(judge(3), Problem::no_such_node);
  EXPECT_EQ(call.causes(),
            (Causes{"the spawn failed there (it has no spawner Main/Spawner, whose path it was told in frame 8)"}));
}

/// Paths are relative to the root of the sender's API: `Missing` and `Main/Missing` may be one node.
TEST_F(Paths, ThatAreOthersBelowAnotherRoot) {
  constexpr const char* methods = "0123456789abcdef0123456789abcdef";
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  game.memory().paths.add(game.server_to_red(), {7, "Child", methods, 10, second});
  game.memory().paths.add(game.server_to_red(), {8, "Late", no_methods, 12, second});
  game.memory().paths.confirm(game.server_to_red(), 8, 15, true);
  EXPECT_EQ(judge(7), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has none there: another scene, or its root has another name (it sends other "
                                   "messages, but never confirmed this path)"}))
      << "nothing shows another root";
  MethodLists& lists = game.to_red.godot->peers.lists[index(End::first)];
  lists.add(methods, "Main/Grandchild");
  EXPECT_EQ(judge(7), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has none there: another scene, or its root has another name (it sends other "
                                   "messages, but never confirmed this path)"}))
      << "another node with that script";
  lists.entries.clear();
  lists.add(methods, "Main/Child");
  EXPECT_EQ(judge(7), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/Missing. One of: it has the node at another place of its tree (it announces "
            "a node with the same remote methods as Main/Child): Give the node the same path at both ends; it has "
            "none, and that is another node with the same script: Add the node before it is called. Not: the "
            "MultiplayerAPIs of the ends have different root paths (it has confirmed another path of this sender)");
  EXPECT_EQ(call.causes(), (Causes{"it has the node at another place of its tree (it announces a node with the same "
                                   "remote methods as Main/Child)",
                                   "it has none, and that is another node with the same script"}));
  EXPECT_EQ(call.findings->first()->next, nullptr);
  lists.entries.clear();
  game.memory().paths.add(game.server_to_red(), {9, ".", methods, 20, second});
  EXPECT_EQ(judge(7), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/Missing: it has none there (it sends other messages, but never confirmed "
            "this path). Add the node before it is called. Not: the MultiplayerAPIs of the ends have different root "
            "paths (it has confirmed another path of this sender)");
  EXPECT_EQ(call.findings->first()->next, nullptr);
  EXPECT_EQ(call.findings->first()->basis.causes, 1);
}

TEST_F(Paths, ThatWereMissingLongAgoMayBeThere) {
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  Judged later(game, game.to_red, End::second, 90, 4 * second);
  later.node = call.node;
  EXPECT_EQ(later.problem(check_path, *game.memory().paths.find_on_link(game.server_to_red(), 3, 90)),
            Problem::path_was_missing);
  EXPECT_FALSE(later.findings->first()->counted);
  EXPECT_EQ(later.why(),
            "The receiver did not confirm Main/Missing when it was announced in frame 10, 3.0 s before: if it has no "
            "such node by now, it ignores this");
}

TEST_F(Paths, AnnouncedByUnadmittedPeersAreNotJudged) {
  game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  game.to_red.godot->peers.admission.add(index(End::first), true, 2);
  EXPECT_EQ(judge(3), innocent);
}

// --- Spawned nodes ---------------------------------------------------------------------------------------------------

class SpawnedNodes : public WithEnemy {
 protected:
  /// The server calls red.
  Judged at(std::uint32_t frame, std::int64_t time) { return {game, game.to_red, End::second, frame, time}; }

  /// By a spawner below Enemy3.
  static SpawnedNode crew() {
    SpawnedNode crew = enemy(14, 600 * millisecond);
    crew.net_id = 41;
    crew.spawner = 8;
    return crew;
  }
  const SpawnedNode* spawn_crew() {
    Memory& memory = game.memory();
    memory.paths.add(game.server_to_red(), {8, "Main/World/Enemy3/Spawner", no_methods, 13});
    memory.nodes.spawn(game.server_to_red(), crew(), "Crew");
    return memory.nodes.find_on_link(game.server_to_red(), 41, 99);
  }
};

/// Green has confirmed the path; nothing of red says that it has the node.
TEST_F(SpawnedNodes, AreNotThereBecauseAnotherReceiverHasConfirmedThem) {
  Memory& memory = game.memory();
  const Speaker to_green = game.speaker(game.to_green, End::second);
  memory.paths.add(to_green, {25, enemy_path, no_methods, 5});
  memory.paths.confirm(to_green, 25, 6, true);
  Judged call = at(7, 460 * millisecond);
  const auto known = [&] { return memory.paths.find(game.server_to_red(), std::string_view(enemy_path), 7); };
  ASSERT_NE(known(), nullptr);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path, .known = known()}), Problem::called_early);
  memory.paths.add(game.server_to_red(), {25, enemy_path, no_methods, 5});
  memory.paths.confirm(game.server_to_red(), 25, 6, true);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path, .known = known()}), innocent)
      << "red itself has confirmed it";
}

TEST_F(SpawnedNodes, AreNotThereBeforeTheirSpawn) {
  Judged call = at(7, 460 * millisecond);
  call.message.delivery = Delivery::reliable;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
  EXPECT_EQ(call.why(),
            "The receiver gets this node in frame 10, 40 ms later: a spawn is sent when the node is ready, so calls in "
            "its _ready() or before are sent first");
  EXPECT_EQ(call.linked(FrameLink::To::spawn), 10U);
  call.message.delivery = Delivery::unreliable;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
  EXPECT_EQ(call.why(),
            "The receiver gets this node in frame 10, 40 ms later: messages sent unreliably or on another channel keep "
            "no order with the spawn; or it was called before the spawn was sent");
  // Its receiver holds it back until the spawn has arrived.
  call.message.held_until = 10;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent);
}

/// Red owns the node and sends its states, until the despawn has reached it.
TEST_F(SpawnedNodes, AreGoneForStatesThatTheirPlayerGoesOnSending) {
  Memory& memory = game.memory();
  const std::string synchronizer = std::string(enemy_path) + "/Sync";
  memory.paths.add(game.reds(), {1, synchronizer, no_methods, 13});
  const AnnouncedPath* known = memory.paths.find(game.reds(), 1, 13);
  ASSERT_NE(known, nullptr);
  const multiplayer::SyncObject object = {.by_path = true};
  std::string text;
  const auto judge = [&](std::uint32_t frame, std::int64_t time = 0) {
    Judged state(game, game.to_red, End::first, frame, time);
    const Problem problem = state.problem_of(SyncBegin{.object = object, .known = known});
    if (problem == Problem::state_of_gone) {
      text = state.text();
      EXPECT_EQ(state.linked(FrameLink::To::despawn), 20U);
      EXPECT_FALSE(state.findings->first()->counted);
    }
    return problem;
  };
  EXPECT_EQ(judge(19), innocent);
  memory.nodes.despawn(game.server_to_red(), 40, 20, 700 * millisecond);
  EXPECT_EQ(judge(19), innocent) << "sent before";
  EXPECT_EQ(judge(21), Problem::state_of_gone);
  EXPECT_EQ(text,
            "The receiver had despawned the node in frame 20: it has no node for these values, unless it has only "
            "hidden the node from the sender");
  memory.nodes.spawn(game.server_to_red(), enemy(25, 900 * millisecond), "Enemy3");
  EXPECT_EQ(judge(21), Problem::state_of_gone);
  EXPECT_EQ(text,
            "The receiver had despawned the node in frame 20: it has no node for these values, unless it has only "
            "hidden the node from the sender")
      << "much later";
  EXPECT_EQ(judge(24, 880 * millisecond), Problem::state_of_gone);
  EXPECT_EQ(text,
            "The receiver had despawned the node in frame 20: it has no node for these values, unless it has only "
            "hidden the node from the sender, or reads them only after it spawns the node again in frame 25");
  EXPECT_EQ(judge(26), innocent) << "it is there again";
}

/// Green's states of the node, which the server passes on to red after it has told red that the node is despawned.
TEST_F(SpawnedNodes, MayBeThereForStatesThatOvertakeTheirDespawn) {
  Memory& memory = game.memory();
  const Route route = Route::relay(game.to_red.godot->peers, End::second, green);
  memory.paths.add(route.source, {1, std::string(enemy_path) + "/Sync", no_methods, 13});
  const AnnouncedPath* known = memory.paths.find(route.source, 1, 13);
  ASSERT_NE(known, nullptr);
  memory.nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  const multiplayer::SyncObject object = {.by_path = true};
  const auto text_of = [&](std::int64_t time, Delivery delivery) {
    Judged state = at(21, time);
    state.route = route;
    state.message.delivery = delivery;
    EXPECT_EQ(state.problem_of(SyncBegin{.object = object, .known = known}), Problem::state_of_gone);
    return std::string(state.text());
  };
  const std::string told =
      "The receiver was told that the node was despawned in frame 20: it has no node for these values";
  EXPECT_EQ(text_of(900 * millisecond, Delivery::unreliable),
            told + ", unless this message, sent unreliably or on another channel, has overtaken the despawn");
  EXPECT_EQ(text_of(1800 * millisecond, Delivery::unreliable), told) << "a lost one was sent again by then";
  EXPECT_EQ(text_of(810 * millisecond, Delivery::reliable),
            told + ", unless the receiver has read both in one frame of its game");
  EXPECT_EQ(text_of(900 * millisecond, Delivery::reliable), told);
}

TEST_F(SpawnedNodes, AreThereFromTheirSpawnOn) {
  Judged call = at(11, 510 * millisecond);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent);
  EXPECT_TRUE(check_presence(call.subject(), Addressed{.path = enemy_path}, *call.findings)) << "spawns announce it";
  EXPECT_FALSE(check_presence(call.subject(), Addressed{.path = "Main/World"}, *call.findings))
      << "of that one they do not";
  EXPECT_FALSE(check_presence(call.subject(), Addressed{}, *call.findings));
  EXPECT_EQ(call.findings->first(), nullptr);
}

/// The receiver has the spawn of frame 10, and holds it back until frame 60.
TEST_F(SpawnedNodes, AreNotThereWhileTheirSpawnIsHeldBack) {
  game.memory().nodes.find(game.server_to_red(), 40, 10)->held_until = 60;
  Judged call = at(30, 600 * millisecond);
  call.message.delivery = Delivery::unreliable;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
  EXPECT_EQ(call.causes(),
            (Causes{"The receiver holds the spawn of this node (frame 10) back until frame 60, because a message "
                    "before it was lost; this call, sent unreliably or on another channel, overtakes it"}));
  Judged below = at(30, 600 * millisecond);
  EXPECT_EQ(below.problem(check_presence, Addressed{.path = "Main/World/Enemy3/Gun"}), Problem::called_early);
  call.message.held_until = 60;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent) << "it waits for the same one";
  Judged later = at(61, 900 * millisecond);
  EXPECT_EQ(later.problem(check_presence, Addressed{.path = enemy_path}), innocent);
}

TEST_F(SpawnedNodes, ThatAreCalledLongBeforeTheirSpawnAreNotInTheirReady) {
  Judged call = at(7, 200 * millisecond);
  call.message.delivery = Delivery::reliable;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
  EXPECT_EQ(call.why(),
            "The receiver gets this node in frame 10, 300 ms later: it is called before the node is spawned");
}

TEST_F(SpawnedNodes, WhoseSpawnWasOvertakenAreReportedAsOvertaken) {
  SpawnedNode late = enemy(40, 900 * millisecond);
  late.net_id = 41;
  late.late = true;
  game.memory().nodes.spawn(game.server_to_red(), late, "Tank");
  game.memory().paths.add(game.server_to_red(), {6, "Main/World/Tank", no_methods, 41});
  Judged call = at(35, 880 * millisecond);
  call.message.delivery = Delivery::unreliable;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = "Main/World/Tank"}), Problem::called_early);
  EXPECT_EQ(call.why(),
            "The receiver gets this node in frame 40, 20 ms later: it has overtaken the spawn: messages sent "
            "unreliably or on another channel keep no order with it");
}

/// The receiver confirms a path that was announced later, not that of the node that it should have made.
TEST_F(SpawnedNodes, ThatFailedAreMissingAfterTheirSpawn) {
  Memory& memory = game.memory();
  memory.paths.confirm(game.server_to_red(), 2, 6, true);  // its spawner is there
  SpawnedNode node = enemy(15, 600 * millisecond);
  node.net_id = 41;
  memory.nodes.spawn(game.server_to_red(), node, "Enemy4");
  memory.paths.add(game.server_to_red(), {5, "Main/World/Enemy4", no_methods, 16, 601 * millisecond});
  memory.paths.add(game.server_to_red(), {6, "Main/There", no_methods, 17, 602 * millisecond});
  memory.paths.confirm(game.server_to_red(), 6, 18, true);
  Judged call = at(16, 602 * millisecond);
  call.node.path = "Main/World/Enemy4";
  EXPECT_EQ(call.problem(check_path, *memory.paths.find_on_link(game.server_to_red(), 5, 16)), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/World/Enemy4, although it got its spawn in frame 15. One of: the spawn "
            "failed there (the engine prints why, for example 'Parameter \"parent\" is null'): Compare spawn_path and "
            "the list of scenes of the spawner at both ends; a script of the receiver has freed or renamed the node");
  EXPECT_EQ(call.findings->first()->basis.causes, 2);
}

/// The receiver has got the spawn as ENet's messages, and may have ignored them.
TEST_F(SpawnedNodes, AreNotSurelyMissingAtAReceiverThatSendsNothing) {
  Memory& memory = game.memory();
  memory.paths.confirm(game.server_to_red(), 2, 6, true);  // its spawner is there
  SpawnedNode node = enemy(15, 600 * millisecond);
  node.net_id = 41;
  memory.nodes.spawn(game.server_to_red(), node, "Enemy4");
  memory.paths.add(game.server_to_red(), {5, "Main/World/Enemy4", no_methods, 16, 601 * millisecond});
  game.to_red.reads_at = {4 * second, 0};
  Judged call = at(16, 602 * millisecond);
  call.message.acknowledged = true;
  call.node.path = "Main/World/Enemy4";
  const AnnouncedPath& path = *memory.paths.find_on_link(game.server_to_red(), 5, 16);
  EXPECT_EQ(call.problem(check_path, path), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver runs no call of Main/World/Enemy4, although it got its spawn in frame 15. One of: the spawn "
            "failed there (the engine prints why, for example 'Parameter \"parent\" is null'): Compare spawn_path and "
            "the list of scenes of the spawner at both ends; a script of the receiver has freed or renamed the node; "
            "its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again: Connect again after "
            "multiplayer_peer was replaced; it has an auth_callback, and waits for the sender's authentication: Both "
            "ends need an auth_callback, and complete_auth() in it");
  EXPECT_EQ(call.causes(),
            (Causes{"the spawn failed there (the engine prints why, for example 'Parameter \"parent\" is null')",
                    "a script of the receiver has freed or renamed the node",
                    "its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again",
                    "it has an auth_callback, and waits for the sender's authentication"}));
  memory.paths.sent(game.reds(), second);
  EXPECT_EQ(call.problem(check_path, path), Problem::no_such_node);
  EXPECT_EQ(call.findings->first()->basis.causes, 3) << "it has admitted the server";
  memory.paths.sent(game.reds(), 2 * second);
  EXPECT_EQ(call.problem(check_path, path), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/World/Enemy4, although it got its spawn in frame 15. One of: the spawn "
            "failed there (the engine prints why, for example 'Parameter \"parent\" is null'): Compare spawn_path and "
            "the list of scenes of the spawner at both ends; a script of the receiver has freed or renamed the node");
  EXPECT_EQ(call.findings->first()->basis.causes, 2);
}

/// The same of a node below the one that was spawned, also if the server passes on what another peer sends.
TEST_F(SpawnedNodes, WhatIsBelowAFailedSpawnIsMissingWithIt) {
  Memory& memory = game.memory();
  memory.paths.confirm(game.server_to_red(), 2, 6, true);  // its spawner is there
  const auto judge = [&](const char* path, const Speaker& sender, std::uint32_t number, bool relayed) {
    memory.paths.add(sender, {number, path, no_methods, 16, 601 * millisecond});
    memory.paths.add(sender, {number + 1, "Main/There", no_methods, 17, 602 * millisecond});
    memory.paths.confirm(sender, number + 1, 18, true);
    auto call = std::make_unique<Judged>(at(16, 602 * millisecond));
    call->node.path = path;
    call->route.relayed = relayed;
    EXPECT_EQ(call->problem(check_path, *memory.paths.find_on_link(sender, number, 16)), Problem::no_such_node);
    return call;
  };
  const auto alone = judge("Main/World/Enemy5/Gun", game.server_to_red(), 5, false);
  EXPECT_EQ(alone->text(),
            "The receiver has no node Main/World/Enemy5/Gun. One of: it has no node Main/World at all: another scene, "
            "or another name (it shows no node there in the capture): Give both ends the same scene, and its nodes the "
            "same names; it has that one, but no node of this name in it (it sends other messages, but never confirmed "
            "this path): Add the node there before it is called, under the same name (add_child(node, true)), or let a "
            "MultiplayerSpawner create it")
      << "nobody has spawned it";
  SpawnedNode node = enemy(15, 600 * millisecond);
  node.net_id = 41;
  memory.nodes.spawn(game.server_to_red(), node, "Enemy4", "Main/World");
  const auto below = judge("Main/World/Enemy4/Gun", game.server_to_red(), 8, false);
  EXPECT_EQ(below->text(),
            "The receiver has no node Main/World/Enemy4/Gun, although it got the spawn of Enemy4 above it in frame 15. "
            "One of: the spawn failed there (the engine prints why, for example 'Parameter \"parent\" is null'): "
            "Compare spawn_path and the list of scenes of the spawner at both ends; the spawned node has none of this "
            "name there: Let a script add it at both ends, under the same name (add_child(node, true)); a script of "
            "the receiver has freed or renamed the node");
  EXPECT_EQ(below->findings->first()->basis.causes, 3);
  const auto deeper = judge("Main/World/Enemy4/Arms/Gun", game.server_to_red(), 23, false);
  EXPECT_EQ(deeper->findings->first()->basis.causes, 4);
  EXPECT_NE(deeper->text().find("a node between the two is hidden from it, and was not spawned there: Give what is "
                                "spawned below a hidden node the same visibility: a MultiplayerSynchronizer with the "
                                "same filter"),
            std::string_view::npos);
  const auto relayed = judge("Main/World/Enemy4/Shield", game.server_to_red(), 11, true);
  EXPECT_EQ(relayed->text(),
            "The receiver has no node Main/World/Enemy4/Shield, although it got the spawn of Enemy4 above it in frame "
            "15. One of: the spawn failed there (the engine prints why, for example 'Parameter \"parent\" is null'): "
            "Compare spawn_path and the list of scenes of the spawner at both ends; the spawned node has none of this "
            "name there: Let a script add it at both ends, under the same name (add_child(node, true)); a script of "
            "the receiver has freed or renamed the node");
  memory.paths.add(game.server_to_red(), {20, "Main/World/Enemy4", no_methods, 16, 601 * millisecond});
  memory.paths.confirm(game.server_to_red(), 20, 18, true);
  const auto there = judge("Main/World/Enemy4/Hat", game.server_to_red(), 14, false);
  EXPECT_EQ(there->text(),
            "The receiver has no node Main/World/Enemy4/Hat: it sends other messages, but never confirmed this path. "
            "Add the node there before it is called, under the same name (add_child(node, true)), or let a "
            "MultiplayerSpawner create it")
      << "the spawned node is there";
}

/// A project with one spawner.
class OneSpawner final : public names::Source {
 public:
  OneSpawner() { names::add_source(*this); }
  ~OneSpawner() override { names::remove_source(*this); }
  OneSpawner(const OneSpawner&) = delete;
  OneSpawner& operator=(const OneSpawner&) = delete;
  [[nodiscard]] names::SpawnedScene spawned_scene(const names::Node&) const override { return answer; }
  [[nodiscard]] names::OtherScenes other_scenes(const names::Node&, std::uint64_t senders,
                                                std::uint64_t receivers) const override {
    asked_senders = senders;
    asked_receivers = receivers;
    return others;
  }
  names::SpawnedScene answer = {.scenes = 1, .synchronizers = 1, .properties = 2};
  names::OtherScenes others;
  mutable std::uint64_t asked_senders = 0;
  mutable std::uint64_t asked_receivers = 0;
};

TEST(SpawnedScene, ThatTheProjectsSpawnerDoesNotListIsReported) {
  Game game;
  OneSpawner project;
  Judged spawn(game, game.to_red, End::second, 12);
  const auto judge = [&](std::uint32_t scene, std::uint32_t synchronizers = 1) {
    spawn.node.scene = scene;
    return spawn.problem(check_new_node, NewNode{.spawner = "Main/Spawner", .synchronizers = synchronizers});
  };
  EXPECT_EQ(judge(1), Problem::scene_unknown);
  EXPECT_EQ(spawn.text(),
            "In the project, the spawner Main/Spawner lists 1 scene, and this is number 1: the sender's list differs, "
            "and at a receiver with this project the spawn fails. Give both ends the same list of spawnable scenes, in "
            "the same order");
  EXPECT_EQ(judge(0), innocent);
  EXPECT_EQ(judge(names::Node::no_scene), innocent) << "made by a function";
  project.answer.scenes = -1;
  EXPECT_EQ(judge(1), innocent) << "a script may add some";
}

TEST(SpawnedScene, OfAnotherNumberAtTheReceiverIsReportedIfTheEndsRunTwoProjects) {
  Game game;
  OneSpawner project;
  Judged spawn(game, game.to_red, End::second, 12);
  spawn.node.scene = 0;
  const auto judge = [&] {
    return spawn.problem(check_new_node, NewNode{.spawner = "Main/Spawner", .synchronizers = 1});
  };
  EXPECT_EQ(judge(), innocent);
  EXPECT_EQ(project.asked_senders, ~std::uint64_t{0}) << "no list of methods tells the sender's project";
  Peers& peers = game.to_red.godot->peers;
  peers.lists[index(End::second)].fit = {.project = 1, .all = 2};
  peers.lists[index(End::first)].fit = {.project = 0, .all = 1};
  EXPECT_EQ(judge(), innocent);
  EXPECT_EQ(project.asked_senders, 2U);
  peers.lists[index(End::second)].fit.project = MethodLists::Fit::none;
  EXPECT_EQ(judge(), innocent);
  EXPECT_EQ(project.asked_senders, 0U) << "its lists are of no project";
  peers.lists[index(End::second)].fit.project = 1;
  project.others = {.text = "res://a.tscn in server, res://b.tscn in client", .is_certain = true};
  EXPECT_EQ(judge(), Problem::scene_unknown);
  EXPECT_EQ(project.asked_senders, 2U);
  EXPECT_EQ(project.asked_receivers, 1U);
  EXPECT_EQ(spawn.why(),
            "Number 0 of the spawner Main/Spawner is res://a.tscn in server, res://b.tscn in client: the number is an "
            "index into the receiver's own list");
  project.others = {.text = "below .. in server, below ../Actors in client", .is_place = true, .is_certain = true};
  EXPECT_EQ(judge(), Problem::spawned_elsewhere);
  EXPECT_EQ(spawn.why(),
            "The spawner Main/Spawner makes its nodes below .. in server, below ../Actors in client: the receiver adds "
            "the node where its own spawn_path leads, so that it has another path there, or the spawn fails");
  EXPECT_EQ(spawn.remedy(), "Give the spawner the same spawn_path at both ends");
  project.others.is_certain = false;
  EXPECT_EQ(judge(), Problem::scenes_may_differ);
  EXPECT_FALSE(spawn.findings->first()->counted);
  spawn.route.relayed = true;
  EXPECT_EQ(judge(), innocent) << "its receiver is not at the other end";
}

TEST(SpawnedScene, WhoseScriptChangesAuthorityInReadyIsNoted) {
  Game game;
  OneSpawner project;
  Judged spawn(game, game.to_red, End::second, 12);
  spawn.node.scene = 0;
  project.answer.gives_in_ready = "res://player.gd";
  EXPECT_EQ(spawn.problem(check_new_node, NewNode{.spawner = "Main/Spawner", .synchronizers = 0}),
            Problem::authority_in_ready);
  EXPECT_EQ(spawn.why(),
            "res://player.gd calls set_multiplayer_authority() in _ready(): the spawn lists 0 of 1 synchronizers, "
            "those of the spawner's authority after that call");
  EXPECT_FALSE(spawn.findings->first()->counted);
  EXPECT_EQ(spawn.problem(check_new_node, NewNode{.spawner = "Main/Spawner", .synchronizers = 1}), innocent)
      << "it lists all: the call changes others";
}

TEST(SpawnedScene, WithoutItsSynchronizersIsNoted) {
  Game game;
  OneSpawner project;
  Judged spawn(game, game.to_red, End::second, 12);
  spawn.node.scene = 0;
  const auto judge = [&](std::uint32_t synchronizers) {
    return spawn.problem(check_new_node, NewNode{.spawner = "Main/Spawner", .synchronizers = synchronizers});
  };
  EXPECT_EQ(judge(1), innocent);
  EXPECT_EQ(judge(0), Problem::synchronizers_left_out);
  EXPECT_FALSE(spawn.findings->first()->counted);
  project.answer.properties = 0;
  EXPECT_EQ(judge(0), innocent) << "nothing is lost";
}

/// The announcement was sent after the spawn, and its receiver held it back until the spawn had arrived. In the capture
/// it comes before the spawn, and gives the node's path all the same.
TEST(SpawnedNode, HasTheParentThatALaterAnnouncementNames) {
  for (const bool waited : {true, false}) {
    Game game;
    Memory& memory = game.memory();
    memory.paths.add(game.server_to_red(), {2, "Main/Spawner", no_methods, 5});
    memory.paths.add(game.server_to_red(), {3, enemy_path, no_methods, 6, 460 * millisecond, {}, false, waited});
    memory.nodes.spawn(
        game.server_to_red(),
        {.frame = 10, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0, .time = 500 * millisecond}, "Enemy3");
    memory.paths.confirm(game.server_to_red(), 3, 12, true);
    Judged call(game, game.to_red, End::second, 7, 461 * millisecond);
    call.message.delivery = Delivery::unreliable;
    EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), waited ? Problem::called_early : innocent);
  }
}

TEST_F(SpawnedNodes, AreGoneAfterTheirDespawn) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged undelivered = at(25, 1000 * millisecond);
  undelivered.message.delivery = Delivery::reliable;
  undelivered.message.left_in = 22;
  EXPECT_EQ(undelivered.problem(check_presence, Addressed{.path = enemy_path}), innocent)
      << "red has left, and looks for none";
  Judged call = at(21, 825 * millisecond);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
  constexpr const char* added_again =
      "the same node was added again (add_child()), and its signal ready, for which its spawner waits, comes once";
  constexpr const char* not_spawned = "a node of this name was added that its spawner does not spawn";
  EXPECT_EQ(call.causes(), (Causes{added_again, not_spawned}));
  EXPECT_TRUE(
      call.why().starts_with("The caller despawned this node itself, in frame 20, has one in its tree again, "));
  EXPECT_EQ(call.linked(FrameLink::To::spawn), 10U);
  EXPECT_EQ(call.linked(FrameLink::To::despawn), 20U);
  const std::string child = std::string(enemy_path) + "/Weapon";
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = child.c_str()}), Problem::called_late);
  EXPECT_EQ(call.causes(), (Causes{added_again, not_spawned, "the node above it is hidden from the receiver"}));
  Judged before = at(19, 795 * millisecond);
  EXPECT_EQ(before.problem(check_presence, Addressed{.path = enemy_path}), innocent);
  game.to_red.lacks = {false, true};
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent) << "another spawn may be missing";
  game.to_red.lacks = {};
  const Completeness disordered = {.disordered_in = 3};
  game.to_red.capture = &disordered;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent);
}

/// The call was sent before the despawn, lost and retransmitted: its receiver holds the despawn back until the call
/// arrives.
TEST_F(SpawnedNodes, ArePresentForMessagesThatTheirDespawnWaitsFor) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond, of_channel(0, 31, true));
  const auto judged = [&](const Turn& turn) {
    Judged call = at(21, 825 * millisecond);
    call.message.turn = turn;
    return call.problem(check_presence, Addressed{.path = enemy_path});
  };
  EXPECT_EQ(judged(of_channel(0, 30)), innocent);
  EXPECT_EQ(judged(of_channel(0, 32, true)), Problem::called_late);
  EXPECT_EQ(judged(of_channel(2, 30)), Problem::call_crossing) << "whether the despawn still waits is unknown";
  EXPECT_EQ(judged({}), Problem::call_crossing);
  // It is retransmitted later.
  game.memory().nodes.spawn(game.server_to_red(), enemy(60, 2 * second), "Enemy3");
  EXPECT_EQ(judged(of_channel(0, 30)), innocent);
  EXPECT_EQ(judged(of_channel(0, 32)), Problem::called_early);
}

TEST_F(SpawnedNodes, AreGoneWhereTheReceiverHasDespawnedThem) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged call(game, game.to_red, End::first, 21, 900 * millisecond);  // red calls the server
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
  EXPECT_EQ(call.why(),
            "The receiver had despawned this node in frame 20, when the call was under way: it finds no node, unless "
            "it has only hidden it from the caller");
}

/// change_scene_to_file() and remove_child() send the despawn at once; a number leads to the node until it is freed.
TEST_F(SpawnedNodes, ThatHaveLeftTheTreeMayBeFoundUntilTheyAreFreed) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  const Addressed by_number = {.path = enemy_path, .by_number = true};
  Judged call(game, game.to_red, End::first, 25, 900 * millisecond - 1);  // red calls the server
  EXPECT_EQ(call.problem(check_presence, by_number), Problem::call_crossing);
  EXPECT_FALSE(call.findings->first()->counted);
  EXPECT_EQ(call.why(),
            "The receiver had despawned this node in frame 20, when the call was under way: it finds no node, unless "
            "it has only hidden it from the caller, or has taken it out of the tree and not freed it yet "
            "(change_scene_to_file(), remove_child())");
  EXPECT_EQ(call.linked(FrameLink::To::despawn), 20U);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late) << "no path leads to it";
  Judged later(game, game.to_red, End::first, 25, 900 * millisecond);
  EXPECT_EQ(later.problem(check_presence, by_number), Problem::called_late);
  EXPECT_EQ(later.why(),
            "The receiver had despawned this node in frame 20, when the call was under way: it finds no node, unless "
            "it has only hidden it from the caller, or keeps it outside of the tree (a pool)");
}

/// A game sends states once in each of its frames, at whose end it frees what has left the tree.
TEST_F(SpawnedNodes, AreFreedWhenTheReceiverSendsStatesOfALaterFrame) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  const auto judged = [&](std::uint32_t frame) {
    Judged call(game, game.to_red, End::first, frame, 830 * millisecond);
    return call.problem(check_presence, Addressed{.path = enemy_path, .by_number = true});
  };
  game.memory().nodes.sends_states(game.server_to_red(), 0xFFFF, 21);
  game.memory().nodes.sends_states(game.server_to_red(), 0xFFFF, 22);
  game.memory().nodes.sends_states(game.server_to_red(), 0xFFFE, 23);
  game.memory().nodes.sends_states(game.reds(), 0, 24);
  EXPECT_EQ(judged(30), Problem::call_crossing) << "all of one frame, late, or of another peer";
  game.memory().nodes.sends_states(game.server_to_red(), 0, 26);
  EXPECT_EQ(judged(26), Problem::call_crossing);
  EXPECT_EQ(judged(27), Problem::called_late);
  EXPECT_EQ(judged(25), Problem::call_crossing) << "before";
}

/// A pool takes a node out of the tree, and adds it again.
TEST_F(SpawnedNodes, ThatComeBackMayHaveBeenOutsideOfTheTree) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  game.memory().nodes.spawn(game.server_to_red(), enemy(60, 2 * second), "Enemy3");
  Judged call(game, game.to_red, End::first, 30, 1200 * millisecond);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), Problem::call_crossing);
  EXPECT_EQ(call.why(),
            "The receiver had despawned this node in frame 20, when the call was under way: it finds no node, unless "
            "it has only hidden it from the caller, or has only taken it out of the tree (remove_child()) until it "
            "spawns it again in frame 60");
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
}

/// What a server said of its nodes holds until its process ends.
TEST_F(SpawnedNodes, OfAServerWhoseProcessHasEndedAreNoQuestion) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged call(game, game.to_red, End::first, 41, 4 * second);  // red calls the server
  call.command.has_member = true;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
  EXPECT_EQ(call.problem(check_receiver), innocent);
  call.message.returns_since = 40;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent);
  EXPECT_EQ(call.problem(check_receiver), Problem::receiver_gone);
  EXPECT_EQ(
      call.why(),
      "No one receives this: what was sent to the server came back in frame 40 (ICMP), and it has sent nothing since");
}

/// A frame that is cut may have been another spawn.
TEST_F(SpawnedNodes, AreNotJudgedWhereFramesAreCut) {
  Judged call = at(7, 460 * millisecond);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
  const Completeness cut = {.cut_in = 3};
  game.to_red.capture = &cut;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent);
}

/// The despawn is acknowledged, but one before it in its channel is not: it waits.
TEST_F(SpawnedNodes, MayBePresentForMessagesThatOvertakeADespawnThatIsHeldBack) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond, of_channel(0, 31));
  Judged call = at(21, 2 * second);
  call.message.channel = 2;
  call.message.delivery = Delivery::unreliable;
  static std::int64_t since;
  game.to_red.readable_since = [](const void*, bool, const Turn&) { return since; };
  since = 800 * millisecond;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
  since = 0;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::call_crossing);
  EXPECT_EQ(call.why(),
            "The receiver was told in frame 20, 1200 ms before, that this node was despawned: the call finds no node, "
            "unless the despawn waits for a lost message of its channel, and this one overtakes it");
  since = 3 * second;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::call_crossing);
}

/// Hidden and shown again: the receiver holds both the despawn and the spawn back, and has the node from before.
TEST_F(SpawnedNodes, AreThereWhileBothTheirDespawnAndTheNextSpawnAreHeldBack) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond, of_channel(0, 31));
  game.memory().nodes.spawn(game.server_to_red(), enemy(22, 812 * millisecond), "Enemy3");
  game.memory().nodes.find(game.server_to_red(), 40, 30)->held_until = 60;
  static std::int64_t since;
  game.to_red.readable_since = [](const void*, bool, const Turn&) { return since; };
  Judged call = at(30, 1000 * millisecond);
  call.message.channel = 2;
  call.message.delivery = Delivery::unreliable;
  for (const auto& [read_at, expected] : {std::pair{std::int64_t{0}, innocent}, std::pair{1001 * millisecond, innocent},
                                          std::pair{1000 * millisecond, Problem::called_early}}) {
    since = read_at;
    EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), expected) << read_at;
  }
}

TEST_F(SpawnedNodes, MayBeBackWhenTheReceiverReadsTheMessage) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  game.memory().nodes.spawn(game.server_to_red(), enemy(22, 812 * millisecond), "Enemy3");
  Judged call(game, game.to_red, End::first, 21, 805 * millisecond);  // red calls the server
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::call_crossing);
  EXPECT_EQ(call.why(),
            "The receiver had despawned this node in frame 20, and spawns it again in frame 22, 7 ms later: if it read "
            "the call before that, the call found no node");
  Judged earlier(game, game.to_red, End::first, 21, 790 * millisecond);
  EXPECT_EQ(earlier.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
}

TEST_F(SpawnedNodes, MayBePresentForMessagesReadInTheSameFrameOfTheGame) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged call = at(21, 808 * millisecond);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::call_crossing);
  EXPECT_FALSE(call.findings->first()->counted);
  EXPECT_EQ(call.why(),
            "The receiver was told in frame 20, 8 ms before, that this node was despawned: the call finds no node, "
            "unless the receiver has read both in one frame of its game");
  EXPECT_EQ(call.linked(FrameLink::To::despawn), 20U);
  Judged next = at(21, 820 * millisecond);
  EXPECT_EQ(next.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
}

TEST_F(SpawnedNodes, MayBePresentForMessagesThatOvertakeTheirDespawn) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged call = at(21, 825 * millisecond);
  call.message.channel = 2;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::call_crossing);
  EXPECT_FALSE(call.findings->first()->counted);
  Judged later = at(22, 2 * second);
  later.message.channel = 2;
  EXPECT_EQ(later.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
}

TEST_F(SpawnedNodes, AreGoneForMessagesThatTheServerRelays) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged call = at(21, 825 * millisecond);  // green's, which the server relays to red
  call.route = Route::relay(game.to_red.godot->peers, End::second, green);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), Problem::called_late);
  EXPECT_EQ(call.why(), "The server told the receiver in frame 20 that this node was despawned");
  EXPECT_EQ(call.linked(FrameLink::To::despawn), 20U);
  Judged before = at(19, 795 * millisecond);
  before.route = call.route;
  EXPECT_EQ(before.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), innocent);
  // Nor is it where neither end is known to be the server.
  Link stray;
  static_cast<void>(game.state.of(stray));
  Judged unknown(game, stray, End::second, 21, 825 * millisecond);
  unknown.route = call.route;
  EXPECT_EQ(unknown.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), innocent);
  EXPECT_FALSE(check_presence(unknown.subject(), Addressed{.path = enemy_path, .by_number = true}, *unknown.findings));
  // Nor if the other end itself has despawned it.
  const Speaker spawner = game.speaker(stray, End::second);
  game.memory().paths.add(spawner, {2, "Main/Spawner", no_methods, 5});
  game.memory().nodes.spawn(spawner, enemy(10, 500 * millisecond), "Enemy3");
  game.memory().paths.add(spawner, {3, enemy_path, no_methods, 12});
  game.memory().nodes.despawn(spawner, 40, 20, 800 * millisecond);
  Judged to_spawner(game, stray, End::first, 21, 900 * millisecond);
  EXPECT_EQ(to_spawner.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), Problem::called_late);
  to_spawner.route = call.route;
  EXPECT_EQ(to_spawner.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), innocent);
  // On the first hop the state of the final receiver is not known.
  Judged handed(game, game.to_red, End::first, 21, 805 * millisecond);
  handed.route = Route::relay(game.to_red.godot->peers, End::first, green);
  EXPECT_EQ(handed.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), innocent);
  // Messages for all are for the server, too, but not messages for all except the server.
  handed.route = Route::relay(game.to_red.godot->peers, End::first, 0);
  EXPECT_EQ(handed.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), Problem::call_crossing);
  EXPECT_EQ(handed.why(),
            "The receiver had despawned this node in frame 20, when the call was under way: it finds no node, unless "
            "it has only hidden it from the caller, or has taken it out of the tree and not freed it yet "
            "(change_scene_to_file(), remove_child())");
  handed.route = Route::relay(game.to_red.godot->peers, End::first, -server);
  EXPECT_EQ(handed.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), innocent);
}

TEST_F(SpawnedNodes, ArriveLaterAtOtherPeersThanAtTheCaller) {
  Judged call = at(7, 460 * millisecond);
  call.route = Route::relay(game.to_red.godot->peers, End::second, green);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
  EXPECT_EQ(call.why(),
            "The receiver gets this node in frame 10, 40 ms later: the server spawns it there later than for the "
            "caller, and passes the call on at once");
  EXPECT_EQ(call.linked(FrameLink::To::spawn), 10U);
}

/// Spawned for both at once, hidden from red alone for a while, and called by green in this time.
TEST_F(SpawnedNodes, ThatAreHiddenForAWhileComeBack) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  game.memory().nodes.spawn(game.server_to_red(), enemy(60, 2 * second), "Enemy3");
  Judged call = at(30, 1500 * millisecond);
  call.message.delivery = Delivery::reliable;
  for (const bool is_relayed : {false, true}) {
    if (is_relayed) call.route = Route::relay(game.to_red.godot->peers, End::second, green);
    EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
    EXPECT_EQ(
        call.why(),
        "This node was despawned at the receiver in frame 20, and comes back in frame 60, 500 ms later: in between "
        "it has no such node");
    EXPECT_EQ(call.linked(FrameLink::To::despawn), 20U);
    EXPECT_EQ(call.linked(FrameLink::To::spawn), 10U);
  }
  // Called in its _ready() when it comes back.
  Judged ready = at(59, 1990 * millisecond);
  ready.message.delivery = Delivery::reliable;
  EXPECT_EQ(ready.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_early);
  EXPECT_EQ(ready.why(),
            "This node was despawned at the receiver in frame 20, and comes back in frame 60, 10 ms later: a spawn is "
            "sent when the node is ready, so calls in its _ready() or before are sent first");
}

TEST_F(SpawnedNodes, ThatAreCalledByNumberWereThereBeforeTheCapture) {
  // Only paths that their receiver has confirmed are omitted.
  Judged call = at(7, 460 * millisecond);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path, .by_number = true}), innocent);
}

TEST_F(SpawnedNodes, WhosePathIsAnnouncedAfterTheirSpawnMayBeMissingAllTheSame) {
  const AnnouncedPath* after = game.memory().paths.find_on_link(game.server_to_red(), 3, 12);
  Judged call = at(13, 510 * millisecond);
  call.problem(check_presence, Addressed{.path = enemy_path});
  EXPECT_FALSE(check_presence(call.subject(), Addressed{.path = enemy_path, .known = after}, *call.findings));
  EXPECT_EQ(call.findings->first(), nullptr);
}

TEST_F(SpawnedNodes, MayBeGoneWhereTheReceiverDespawnsThemShortlyAfter) {
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged call(game, game.to_red, End::first, 19, 790 * millisecond);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::call_crossing);
  EXPECT_FALSE(call.findings->first()->counted);
  EXPECT_EQ(call.why(),
            "The receiver despawns this node in frame 20, 10 ms later: if the node was freed before the call arrived, "
            "the call found no node");
  EXPECT_EQ(call.linked(FrameLink::To::despawn), 20U);
  Judged earlier(game, game.to_red, End::first, 19, 700 * millisecond);
  EXPECT_EQ(earlier.problem(check_presence, Addressed{.path = enemy_path}), innocent);
}

TEST_F(SpawnedNodes, DespawnedWithTheirParentCannotBeDespawnedAgain) {
  Memory& memory = game.memory();
  const SpawnedNode* gone = spawn_crew();
  memory.nodes.despawn(game.server_to_red(), 40, 20);
  memory.nodes.despawn(game.server_to_red(), 41, 21);
  Judged despawn = at(21, second);
  EXPECT_EQ(despawn.problem(check_despawn, Despawned{.known = gone}), Problem::despawn_refused);
  EXPECT_EQ(despawn.why(),
            "The receiver refuses this, as it has no such node: it went with Enemy3, above it, in frame 20");
  EXPECT_EQ(at(20, second).problem(check_despawn, Despawned{.known = gone}), innocent);
  const SpawnedNode* enemy3 = memory.nodes.find_on_link(game.server_to_red(), 40, 99);
  EXPECT_EQ(despawn.problem(check_despawn, Despawned{.known = enemy3}), innocent) << "it was despawned itself";
  despawn.message.repeated = true;
  EXPECT_EQ(despawn.problem(check_despawn, Despawned{.known = gone}), innocent);
}

/// A spawner below a node that was despawned.
TEST_F(SpawnedNodes, BelowADespawnedNodeFailAndAreLacked) {
  Memory& memory = game.memory();
  const SpawnedNode* before = spawn_crew();
  memory.nodes.despawn(game.server_to_red(), 40, 20, 700 * millisecond);
  const multiplayer::SyncObject object;
  Judged state = at(30, 2 * second);
  EXPECT_EQ(state.problem(check_state_node, SyncBegin{.object = object, .lacked = before}), Problem::state_of_gone);
  EXPECT_EQ(state.text(), "The receiver has no node for these values: it went with Enemy3, above it, in frame 20");
  memory.nodes.despawn(game.server_to_red(), 41, 31);
  SpawnedNode again = crew();
  again.frame = 32;
  memory.nodes.spawn(game.server_to_red(), again, "Crew");
  const SpawnedNode* failed = memory.nodes.find_on_link(game.server_to_red(), 41, 99);
  Judged spawn = at(32, 3 * second);
  const NewNode made = {.spawner = "Main/World/Enemy3/Spawner", .known = failed};
  EXPECT_EQ(spawn.problem(check_new_node, made), Problem::spawn_fails);
  EXPECT_EQ(spawn.causes(), (Causes{"Enemy3, above the spawner, was despawned there in frame 20"}));
  EXPECT_EQ(spawn.linked(FrameLink::To::despawn), 20U);
  EXPECT_EQ(spawn.findings->first()->basis.causes, 1);
  const SpawnedNode* enemy3 = memory.nodes.find_on_link(game.server_to_red(), 40, 19);
  EXPECT_EQ(spawn.problem(check_new_node, NewNode{.spawner = "Main/Spawner", .known = enemy3}), innocent);
  game.to_red.lacks = {false, true};
  EXPECT_EQ(spawn.problem(check_new_node, made), innocent) << "another spawn may be missing";
  EXPECT_EQ(state.problem(check_state_node, SyncBegin{.object = object, .lacked = failed}), innocent);
  game.to_red.lacks = {};
  Judged call = at(40, 4 * second);
  call.node.path = "Main/World/Enemy3/Crew";
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = call.node.path}), Problem::called_late);
}

/// What a receiver that has ended said of its nodes holds no longer.
TEST_F(SpawnedNodes, AreNotJudgedByTheWordsOfAReceiverThatHasEnded) {
  game.memory().nodes.despawn(game.reds(), 40, 20, 800 * millisecond);
  game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond);
  Judged call = at(30, 10 * second);
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late);
  game.to_red.reads_at = {9 * second, 9 * second};
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late) << "a second ago";
  game.to_red.reads_at = {9 * second - 1, 9 * second};
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), innocent);
  game.to_red.transport = Transport::websocket;
  EXPECT_EQ(call.problem(check_presence, Addressed{.path = enemy_path}), Problem::called_late)
      << "a receiver over TCP may have nothing to read";
}

// --- Numbers ---------------------------------------------------------------------------------------------------------

class Numbers : public testing::Test {
 protected:
  Numbers() { game.memory().paths.add(game.server_to_red(), {3, "Main/There", no_methods, 10}); }
  Problem judge(std::uint32_t number) {
    return call.problem(check_number, Addressed{.by_number = true, .number = number});
  }

  Game game;
  Judged call{game, game.to_red, End::second, 20};
};

TEST_F(Numbers, ThatWereNeverAnnouncedOnTheConnectionAreRefused) {
  EXPECT_EQ(judge(3), innocent);
  EXPECT_EQ(judge(4), Problem::number_not_announced);
  EXPECT_EQ(call.causes(), (Causes{"the number 4 was never announced on this connection"}));
  game.memory().paths.add(game.server_to_red(), {4, "Main/Late", no_methods, 30});
  EXPECT_EQ(judge(4), Problem::number_not_announced);
  EXPECT_EQ(call.causes(), (Causes{"the number 4 was only announced in frame 30 on this connection"}));
  EXPECT_EQ(call.problem(check_number, Addressed{.number = 4}), innocent) << "by its path";
  call.message.repeated = true;
  EXPECT_EQ(judge(4), innocent);
}

/// By Godot 4.6, where a script renames a node between two of its calls: the client prints "Node not found".
TEST_F(Numbers, OfNodesThatWereRenamedBeforeTheirPathWasConfirmed) {
  Addressed renamed{.path = "Main/Other"};
  const auto untold = [&] { return call.problem(check_node, renamed); };
  EXPECT_EQ(untold(), Problem::path_untold);
  EXPECT_EQ(call.text(),
            "Main/Other was never announced on this connection: its sender has announced the node under another name, "
            "at another place or on an earlier connection. If the receiver has no node at this path, it refuses the "
            "call. Rename or move a node at both ends before it is called, or call it only after both have done so");
  EXPECT_FALSE(call.findings->first()->counted);
  call.first_pass = true;
  EXPECT_EQ(untold(), innocent) << "an announcement may come later, as it was lost";
  call.first_pass = false;
  renamed.by_number = true;
  EXPECT_EQ(untold(), innocent);
  renamed.by_number = false;
  game.to_red.has_handshake = false;
  EXPECT_EQ(untold(), innocent) << "announced before the capture, perhaps";
  game.to_red.has_handshake = true;
  call.message.left_in = 15;
  EXPECT_EQ(untold(), innocent) << "nobody is there";
  call.message.left_in = 0;
  call.message.repeated = true;
  EXPECT_EQ(untold(), innocent);
  call.message.repeated = false;
  EXPECT_EQ(untold(), Problem::path_untold);
  game.memory().paths.add(game.reds(), {9, "Main/Other", no_methods, 30});
  EXPECT_EQ(untold(), innocent) << "the receiver calls it by this path itself";
  renamed.path = "Main/Third";
  EXPECT_EQ(untold(), Problem::path_untold);
  game.memory().paths.add(game.server_to_red(), {5, "Main/Third", no_methods, 31});
  renamed.known = game.memory().paths.find_on_link(game.server_to_red(), 5, 31);
  EXPECT_EQ(untold(), Problem::path_open) << "it has overtaken its announcement";
}

/// Godot 3 announces each path of a node.
TEST_F(Numbers, OfOlderGenerationsBelongToAPath) {
  game.to_red.godot->recognition.accept(multiplayer::Format::enet_8);
  EXPECT_EQ(call.problem(check_node, Addressed{.path = "Main/Other"}), innocent);
}

/// Green calls everyone, and the server passes the call on to red, which green does not know yet.
TEST_F(Numbers, OfAPlayerThatDoesNotKnowTheReceiverYet) {
  game.to_red.godot->recognition.accept(multiplayer::Format::enet_8);
  game.to_red.first_frame = 9;
  const Speaker to_server = game.speaker(game.to_green, End::first);
  game.memory().paths.add(to_server, {4, "Main/Unit", no_methods, 7});
  call.route = Route::of_header(game.to_red.godot->peers, End::second, green, 0);
  EXPECT_EQ(judge(4), Problem::number_not_announced);
  EXPECT_EQ(call.text(),
            "The receiver refuses this: the number 4 was never announced to it. It has joined, and the sender, which "
            "calls all players, did not know of it yet. Normal if rare. A player that joins misses what others send to "
            "all at that time: let it ask for what it needs");
  EXPECT_EQ(call.findings->first()->basis.causes, 1);
  EXPECT_EQ(judge(5), Problem::number_not_announced);
  EXPECT_EQ(
      call.why(),
      "The receiver refuses this: the number 5 was never announced on this connection. The sender still uses what "
      "another connection has confirmed, as with the same peer connected again")
      << "green has told nobody this number";
  call.route = Route::of_header(game.to_red.godot->peers, End::second, green, red);
  EXPECT_EQ(judge(4), Problem::number_not_announced);
  EXPECT_EQ(
      call.why(),
      "The receiver refuses this: the number 4 was never announced on this connection. The sender still uses what "
      "another connection has confirmed, as with the same peer connected again")
      << "to red alone, which it knows then";
  call.route = Route::of_header(game.to_red.godot->peers, End::second, server, 0);
  EXPECT_EQ(judge(4), Problem::number_not_announced);
  EXPECT_EQ(
      call.why(),
      "The receiver refuses this: the number 4 was never announced on this connection. The sender still uses what "
      "another connection has confirmed, as with the same peer connected again")
      << "the server knows all";
}

TEST_F(Numbers, AreNotJudgedIfTheirAnnouncementMayBeUnseen) {
  const Completeness lacks = {.lacks_in = 3};
  const Completeness cut = {.cut_in = 3};
  const Completeness unread = {.unread_in = 3};
  for (const Completeness* capture : {&lacks, &cut, &unread}) {
    game.to_red.capture = capture;
    EXPECT_EQ(judge(4), innocent);
  }
  game.to_red.capture = nullptr;
  game.to_red.has_handshake = false;
  EXPECT_EQ(judge(4), innocent) << "the capture began later";
  game.to_red.has_handshake = true;
  game.to_red.godot->was_unlearned = true;
  EXPECT_EQ(judge(4), innocent) << "too many messages before the proof";
  game.to_red.godot->was_unlearned = false;
  call.route.relayed = true;
  call.message.left_in = 15;
  EXPECT_EQ(judge(4), innocent) << "nobody is there";
  call.message.left_in = 0;
  EXPECT_EQ(judge(4), Problem::number_not_announced);
  game.memory().paths.leave_out();
  EXPECT_EQ(judge(4), innocent) << "a path was too long to be stored";
}

/// By Godot 4.6: the server prints ERR_OUT_OF_MEMORY for the spawn, and the client "Ignoring delta for non-authority or
/// invalid synchronizer" for each change.
TEST(NumbersOfSynchronizers, ThatNoSpawnHasAnnouncedAreIgnored) {
  Game game;
  game.to_red.transport = Transport::websocket;
  const SpawnedNode* ship = game.memory().nodes.spawn(
      game.server_to_red(), {.frame = 30, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0}, "Ship");
  game.memory().nodes.add_synchronizer(game.server_to_red(), 41, *ship, 0, 30);
  multiplayer::SyncObject object = {.id = 4};
  Judged state(game, game.to_red, End::second, 20);
  const auto judge = [&] { return state.problem(check_spawned, SyncBegin{.object = object}); };
  EXPECT_EQ(judge(), Problem::never_spawned);
  EXPECT_EQ(state.causes(), (Causes{"the spawn was not sent, because the sender's outbound buffer was full",
                                    "the synchronizer was hidden from the receiver when its node was spawned"}));
  object.id = 41;
  EXPECT_EQ(judge(), innocent) << "spawned, if only later";
  object.id = 4;
  object.by_path = true;
  EXPECT_EQ(judge(), innocent) << "the number of a path";
  object.by_path = false;
  state.message.repeated = true;
  EXPECT_EQ(judge(), innocent);
  state.message.repeated = false;
  state.route.relayed = true;
  EXPECT_EQ(judge(), innocent) << "its spawn came another way";
  state.route.relayed = false;
  const Completeness lacks = {.lacks_in = 3};
  game.to_red.capture = &lacks;
  EXPECT_EQ(judge(), innocent) << "the capture may lack the spawn";
  game.to_red.capture = nullptr;
  game.to_red.godot->peers.id_is(End::first, 0);
  EXPECT_EQ(judge(), innocent) << "the capture begins late";
  game.to_red.godot->peers.id_is(End::first, red);
  game.to_red.transport = Transport::enet;
  EXPECT_EQ(judge(), innocent) << "ENet refuses nothing";
}

// --- Peers -----------------------------------------------------------------------------------------------------------

/// It neither runs the call nor refuses it.
TEST_F(Calls, ToThoseThatHaveLeftAreNotJudged) {
  const names::Declaration disabled = declared(names::Callers::none, "disabled");
  EXPECT_EQ(judge(disabled), Problem::call_refused);
  call.message.left_in = 5;
  EXPECT_EQ(judge(disabled), innocent);
  call.message.left_in = 0;
  game.memory().peers.add(game.to_red.godot->peers.link(), green, false, 5);
  call.route = Route::relay(game.to_red.godot->peers, End::first, green);
  EXPECT_EQ(judge(disabled), innocent) << "behind the server";
}

TEST(Peers, ThatAreNotAdmittedAreIgnored) {
  Game game;
  game.to_red.godot->peers.admission.add(index(End::second), true, 5);
  Judged call(game, game.to_red, End::first, 8);
  EXPECT_EQ(call.problem(check_admission), Problem::not_admitted);
  EXPECT_EQ(call.why(), "The receiver ignores this: it waits for the sender's authentication, as frame 5 shows");
  EXPECT_EQ(Judged(game, game.to_red, End::second, 8).problem(check_admission), innocent) << "red asks for no proof";
  EXPECT_EQ(Judged(game, game.to_green, End::first, 8).problem(check_admission), innocent);
  game.to_red.godot->peers.admission.add(index(End::second), false, 9);
  EXPECT_EQ(Judged(game, game.to_red, End::first, 10).problem(check_admission), innocent);
  call.message.repeated = true;
  EXPECT_EQ(call.problem(check_admission), innocent);
}

TEST(Peers, ThatHaveLeftReceiveNothing) {
  Game game;
  Judged call(game, game.to_red, End::second, 30);
  EXPECT_EQ(call.problem(check_receiver), innocent);
  call.message.left_in = 25;
  EXPECT_EQ(call.problem(check_receiver), Problem::receiver_gone);
  EXPECT_EQ(call.linked(FrameLink::To::departure), 25U);
  const Completeness disordered = {.disordered_in = 3};
  game.to_red.capture = &disordered;
  EXPECT_EQ(call.problem(check_receiver), innocent) << "by the clock of another capture";
  game.to_red.capture = nullptr;
  call.message.repeated = true;
  EXPECT_EQ(call.problem(check_receiver), innocent);
}

TEST(Peers, ThatHaveLeftAreNotReachedThroughTheServer) {
  Game game;
  game.memory().peers.add(game.to_red.godot->peers.link(), green, false, 20);
  const auto relayed = [&](std::uint32_t frame) {
    Judged call(game, game.to_red, End::first, frame);  // red's, for green
    call.route = Route::relay(game.to_red.godot->peers, End::first, green);
    return call.problem(check_receiver);
  };
  EXPECT_EQ(relayed(19), innocent);
  EXPECT_EQ(relayed(20), innocent) << "in the same frame, the order is unknown";
  EXPECT_EQ(relayed(21), Problem::receiver_gone);
  game.memory().peers.add(game.to_red.godot->peers.link(), green, true, 40);
  EXPECT_EQ(relayed(41), innocent);
}

/// The message that green has left waits for green's last message, which was lost and retransmitted.
TEST(Peers, ThatHaveLeftAreKnownToMessagesBeforeTheNewsInTheChannel) {
  Game game;
  const std::uint32_t link = game.to_red.godot->peers.link();
  game.memory().peers.add(link, green, true, 5);
  game.memory().peers.add(link, green, false, 20, of_channel(0, 2702, true));
  const auto judged = [&](const Turn& turn, std::uint32_t held_until = 0) {
    Judged call(game, game.to_red, End::second, 21);
    call.route = Route::relay(game.to_red.godot->peers, End::second, green);
    call.message.turn = turn;
    call.message.held_until = held_until;
    call.command.by_number = true;
    return call.problem(check_speaker);
  };
  EXPECT_EQ(judged(of_channel(0, 2701)), innocent);
  EXPECT_EQ(judged(of_channel(0, 2701, true), 25), innocent);
  EXPECT_EQ(judged(of_channel(0, 2703, true), 25), Problem::caller_gone);
  EXPECT_EQ(judged({}), innocent) << "an unreliable one, while the news waits";
  // Numbers wrap around after the last one.
  game.memory().peers.add(link, green, true, 30);
  game.memory().peers.add(link, green, false, 40, of_channel(0, 1, true));
  Judged call(game, game.to_red, End::second, 41);
  call.route = Route::relay(game.to_red.godot->peers, End::second, green);
  call.command.by_number = true;
  call.message.turn = of_channel(0, 65535);
  EXPECT_EQ(call.problem(check_speaker), innocent);
  call.message.turn = of_channel(0, 2);
  EXPECT_EQ(call.problem(check_speaker), Problem::caller_gone);
}

TEST(Peers, ThatHaveLeftHaveNoNumbersAtTheReceiver) {
  Game game;
  game.memory().peers.add(game.to_red.godot->peers.link(), green, true, 5);
  game.memory().peers.add(game.to_red.godot->peers.link(), green, false, 20);
  const auto passed_on = [&](std::uint32_t frame) {
    Judged call(game, game.to_red, End::second, frame);  // green's, for red
    call.route = Route::relay(game.to_red.godot->peers, End::second, green);
    call.command.by_number = true;
    return call;
  };
  Judged late = passed_on(21);
  EXPECT_EQ(late.problem(check_speaker), Problem::caller_gone);
  EXPECT_EQ(late.linked(FrameLink::To::departure), 20U);
  late.command.by_number = false;
  EXPECT_EQ(late.problem(check_speaker), innocent) << "a call with its path finds the node";
  EXPECT_EQ(passed_on(19).problem(check_speaker), innocent);
  // States are unreliable, and may arrive after the message that their sender has left.
  const auto states = [&](std::uint32_t frame) {
    Judged call = passed_on(frame);
    call.command.type = multiplayer::CommandType::sync;
    return call.problem(check_speaker);
  };
  EXPECT_EQ(states(21), Problem::caller_gone);
  EXPECT_EQ(states(19), innocent);
  EXPECT_EQ(states(3), innocent) << "nothing was announced about it yet";
  Judged early = passed_on(3);
  EXPECT_EQ(early.problem(check_speaker), Problem::caller_not_yet_known);
  EXPECT_EQ(early.why(),
            "The receiver learns of peer 1002 only in frame 5: this comes before its peer_connected, and it cannot "
            "answer yet");
  EXPECT_EQ(early.linked(FrameLink::To::arrival), 5U);
  EXPECT_EQ(passed_on(4).problem(check_speaker), Problem::caller_not_yet_known);
  EXPECT_EQ(passed_on(5).problem(check_speaker), innocent);
  early.message.held_until = 6;
  EXPECT_EQ(early.problem(check_speaker), innocent)
      << "the server announces the peer to its receiver before it relays this";
  EXPECT_EQ(Judged(game, game.to_red, End::second, 21).problem(check_speaker), innocent) << "the server's own";
}

// --- Versions --------------------------------------------------------------------------------------------------------

TEST(Versions, OfDifferentScriptsAreReported) {
  Game game;
  Judged confirmation(game, game.to_red, End::first, 9);
  game.to_red.godot->peers.other_methods = "Main/Door";
  EXPECT_EQ(confirmation.problem(check_version, Confirmation{.methods_match = false}), Problem::other_version);
  EXPECT_EQ(confirmation.text(),
            "The two ends have different remote methods for this node: calls of it may reach another method, or none. "
            "One of: they run different versions of the game: Give both ends the same; they have different nodes at "
            "this path, as while only one end has changed the scene: Give nodes of different scripts different paths, "
            "or call them when both ends have the scene; rpc_config() added methods at one end alone, or after the "
            "node's list was first needed: Call rpc_config() at both ends, in _init() or _enter_tree()");
  const Completeness lacks = {.lacks_in = 20};
  game.to_red.capture = &lacks;
  EXPECT_EQ(confirmation.problem(check_version, Confirmation{.methods_match = false}), Problem::other_version);
  game.to_red.transport = Transport::websocket;
  EXPECT_EQ(confirmation.problem(check_version, Confirmation{.methods_match = false}), innocent)
      << "of a broken stream";
  game.to_red.transport = Transport::enet;
  game.to_red.godot->peers.several_other_methods = true;
  EXPECT_EQ(confirmation.problem(check_version, Confirmation{.methods_match = false}), Problem::other_version);
  EXPECT_EQ(confirmation.text(),
            "The two ends have different remote methods at several paths. One of: they run different versions of the "
            "game: Give both ends the same; they have different nodes at this path, as while only one end has changed "
            "the scene: Give nodes of different scripts different paths, or call them when both ends have the scene; "
            "rpc_config() added methods at one end alone, or after the node's list was first needed: Call rpc_config() "
            "at both ends, in _init() or _enter_tree()");
  EXPECT_EQ(confirmation.causes(),
            (Causes{"they run different versions of the game",
                    "they have different nodes at this path, as while only one end has changed the scene",
                    "rpc_config() added methods at one end alone, or after the node's list was first needed"}));
  confirmation.message.repeated = true;
  EXPECT_EQ(confirmation.problem(check_version, Confirmation{.methods_match = false}), innocent);
}

/// The number of a method may be another one's at the receiver.
TEST(Versions, AreSaidOfEachCallOfTheNode) {
  Game game;
  Judged call(game, game.to_red, End::second, 20);
  AnnouncedPath path = {.frame = 10, .path = "Main/Door", .md5 = no_methods, .confirmed_in = 12};
  const ReachedMethod node = {.number = 1, .called = "open", .known = &path};
  EXPECT_EQ(call.problem(check_methods, node), innocent);
  path.methods_differ = true;
  EXPECT_EQ(call.problem(check_methods, node), Problem::other_methods);
  EXPECT_EQ(call.why(),
            "The receiver has other remote methods at this path, as frame 12 shows: the number of this method may be "
            "another one's there, or none");
  EXPECT_FALSE(call.findings->first()->counted);
  ReachedMethod other = node;
  other.reached = "shut";
  EXPECT_EQ(call.problem(check_methods, other), innocent) << "it is known which";
  EXPECT_EQ(call.problem(check_reached, other), Problem::other_function);
  other = node;
  other.none = true;
  EXPECT_EQ(call.problem(check_methods, other), innocent);
  EXPECT_EQ(call.problem(check_reached, other), Problem::other_function);
  other = node;
  other.reached = "open";
  EXPECT_EQ(call.problem(check_methods, other), innocent) << "the same one";
  EXPECT_EQ(call.problem(check_reached, other), innocent);
  call.route.relayed = true;
  EXPECT_EQ(call.problem(check_methods, node), Problem::other_methods) << "where the server passes it on";
  Judged on_its_way(game, game.to_red, End::first, 20);
  on_its_way.route.relayed = true;
  EXPECT_EQ(on_its_way.problem(check_methods, node), innocent);
  call.message.repeated = true;
  EXPECT_EQ(call.problem(check_methods, node), innocent);
}

TEST(Versions, OfTheRootOfAnApiAreNotTheOnlyCause) {
  Game game;
  Judged confirmation(game, game.to_red, End::first, 9);
  EXPECT_EQ(confirmation.problem(check_version, Confirmation{.methods_match = false, .path = "."}),
            Problem::other_version);
  EXPECT_EQ(confirmation.causes(),
            (Causes{"their MultiplayerAPIs have different root paths, so that one path means two nodes",
                    "the two ends run different versions of the game"}));
  EXPECT_EQ(confirmation.problem(check_version, Confirmation{.methods_match = false, .path = "Main"}),
            Problem::other_version);
  EXPECT_EQ(confirmation.causes(),
            (Causes{"they run different versions of the game",
                    "they have different nodes at this path, as while only one end has changed the scene",
                    "rpc_config() added methods at one end alone, or after the node's list was first needed"}));
}

TEST(Versions, OfTwoGenerationsAreReportedAtEachEndsFirstMessage) {
  using multiplayer::Format;
  Game game;
  MultiplayerLink& link = *game.to_red.godot;
  const auto is_certainly = [](multiplayer::Recognition& end, Format format, Format other) {
    // A message that is not of the other generation.
    end.add({.refused = multiplayer::set_of(other)}, {});
    end.accept(format);
  };
  link.first = {MessageKey{.frame = 4, .index = 0}, MessageKey{.frame = 6, .index = 0}};
  is_certainly(link.ends[0], Format::scene, Format::enet_8);
  EXPECT_EQ(Judged(game, game.to_red, End::first, 4).problem(check_generations), innocent);
  is_certainly(link.ends[1], Format::enet_8, Format::scene);
  Judged first(game, game.to_red, End::first, 4);
  EXPECT_EQ(first.problem(check_generations), Problem::two_generations);
  EXPECT_EQ(first.why(), "This end is Godot 4, the other one is older: neither understands the other");
  Judged second_end(game, game.to_red, End::second, 6);
  EXPECT_EQ(second_end.problem(check_generations), Problem::two_generations);
  EXPECT_EQ(second_end.why(), "This end is older than Godot 4, the other one is not: neither understands the other");
  EXPECT_EQ(Judged(game, game.to_red, End::first, 5).problem(check_generations), innocent) << "not its first message";
}

// --- Delivery --------------------------------------------------------------------------------------------------------

TEST(Delivered, LostSpawnsDespawnsAndChangesAreReported) {
  using multiplayer::CommandType;
  Game game;
  Judged message(game, game.to_red, End::second, 9);
  const auto judged = [&](CommandType type, bool delta = false) {
    message.command = {.type = type, .delta = delta};
    return message.problem(check_loss);
  };
  EXPECT_EQ(judged(CommandType::spawn), innocent);
  message.message.lost = true;
  EXPECT_EQ(judged(CommandType::spawn), Problem::spawn_lost);
  EXPECT_EQ(message.why(),
            "The receiver never acknowledged this: it has no such node, unless only the acknowledgements were lost. "
            "Reliable messages stay in order, so no later one of this channel arrives either");
  EXPECT_EQ(judged(CommandType::despawn), Problem::despawn_lost);
  EXPECT_EQ(judged(CommandType::sync, true), Problem::change_lost);
  EXPECT_EQ(judged(CommandType::sync), innocent) << "the next state replaces it";
  EXPECT_EQ(judged(CommandType::remote_call), innocent);
  message.message.repeated = true;
  EXPECT_EQ(judged(CommandType::spawn), innocent);
}

TEST(Delivered, SilencesOfAnEndAreReportedByTheirCertainty) {
  Game game;
  Judged message(game, game.to_red, End::first, 50);
  EXPECT_EQ(message.problem(check_silence), innocent);
  Silence silence = {.last = 9,
                     .since = second,
                     .until = 3 * second,
                     .every = 20 * millisecond,
                     .answered = 2900 * millisecond,
                     .waited = 10,
                     .unread = 900};
  message.message.silence = &silence;
  EXPECT_EQ(message.problem(check_silence), Problem::not_polling_perhaps);
  EXPECT_FALSE(message.findings->first()->counted);
  silence.fell = 800;
  EXPECT_EQ(message.problem(check_silence), Problem::not_polling);
  EXPECT_EQ(message.why(),
            "This end sends every 20 ms, and after frame 9 had sent nothing for 2.00 s, while its TCP answered; its "
            "TCP window fell by 800 bytes, because it did not read what was sent to it: the game did not poll, unless "
            "this end is a proxy whose link to the player was slow");
  silence.lasts = true;
  EXPECT_EQ(message.problem(check_silence), Problem::not_polling);
  EXPECT_EQ(message.why(),
            "This end sends every 20 ms, and after this sent nothing for 2.00 s, until the connection or the capture "
            "ends, while its TCP answered; its TCP window fell by 800 bytes, because it did not read what was sent to "
            "it: the game did not poll, unless this end is a proxy whose link to the player was slow");
  const Completeness lacks = {.lacks_in = 20};
  game.to_red.capture = &lacks;
  EXPECT_EQ(message.problem(check_silence), innocent) << "the capture may lack what it sent";
  game.to_red.capture = nullptr;
  silence.quiet = second;
  EXPECT_EQ(message.problem(check_silence), innocent) << "so did the other end";
  silence.quiet = 0;
  silence.answered = 0;
  EXPECT_EQ(message.problem(check_silence), innocent) << "the link was dead";
  silence.answered = 2900 * millisecond;
  silence.mute = 1900 * millisecond;
  EXPECT_EQ(message.problem(check_silence), innocent) << "its TCP answered only at the end";
}

TEST(Delivered, ACallJustBeforeItsSenderLeavesMayNotBeRead) {
  using multiplayer::CommandType;
  Game game;
  Judged message(game, game.to_red, End::first, 9);
  const auto judged = [&](CommandType type, bool relayed = false) {
    message.command = {.type = type, .relayed = relayed};
    return message.problem(check_last_words);
  };
  EXPECT_EQ(judged(CommandType::remote_call), innocent) << "nobody leaves";
  message.message.leaves_in = 12;
  message.message.leaves_after = 300'000;
  EXPECT_EQ(judged(CommandType::remote_call), Problem::left_unread_perhaps);
  EXPECT_FALSE(message.findings->first()->counted);
  EXPECT_EQ(message.why(),
            "Its sender closes the WebSocket 0.3 ms later, in frame 12: a receiver that reads both in one poll drops "
            "it, and nothing shows whether it does");
  EXPECT_EQ(judged(CommandType::sync), innocent) << "nobody waits for the last state";
  EXPECT_EQ(judged(CommandType::remote_call, true), innocent) << "the server leaves, and not who calls";
  message.message.repeated = true;
  EXPECT_EQ(judged(CommandType::remote_call), innocent);
}

/// By Godot 4.6: the server was killed, and had not run the call that its system had acknowledged.
TEST(Delivered, ACallBeforeItsReceiverResetsMayNotBeRead) {
  using multiplayer::CommandType;
  Game game;
  Judged message(game, game.to_red, End::first, 9);
  const auto judged = [&](CommandType type, bool relayed = false) {
    message.command = {.type = type, .relayed = relayed};
    return message.problem(check_reset);
  };
  EXPECT_EQ(judged(CommandType::remote_call), innocent) << "nobody resets";
  message.message.reset_in = 12;
  message.message.reset_after = 30 * millisecond;
  EXPECT_EQ(judged(CommandType::remote_call), Problem::reset_unread_perhaps);
  EXPECT_FALSE(message.findings->first()->counted);
  EXPECT_EQ(message.why(),
            "Its receiver resets the connection 30.0 ms later, in frame 12, without a Close, and has sent no message "
            "since: its program has ended, perhaps before it read this");
  EXPECT_EQ(judged(CommandType::remote_set), Problem::reset_unread_perhaps);
  EXPECT_EQ(judged(CommandType::remote_call, true), Problem::reset_unread_perhaps) << "nor is it passed on";
  EXPECT_EQ(judged(CommandType::sync), innocent) << "nobody waits for the last state";
  message.message.repeated = true;
  EXPECT_EQ(judged(CommandType::remote_call), innocent);
}

TEST(Delivered, AMessageAfterWhichTheReceiverClosesMayBeTooBig) {
  Game game;
  Judged message(game, game.to_red, End::second, 9);
  message.size = 100'000;
  EXPECT_EQ(message.problem(check_closed), innocent) << "nobody closes";
  message.message.closed_after = 12;
  EXPECT_EQ(message.problem(check_closed), Problem::too_big);
  EXPECT_EQ(message.text(),
            "The receiver closes the connection in frame 12, right after this message of 100000 bytes. One of: it is "
            "larger than the receiver's inbound_buffer_size (65535 unless a script sets it) (its Close has the code "
            "1009 then): Raise that at the receiver, or send less at a time; the receiver leaves by itself just then");
  EXPECT_EQ(message.findings->first()->basis.causes, 2);
  message.size = 65'536;
  EXPECT_EQ(message.problem(check_closed), Problem::too_big);
  message.size = 65'535;
  EXPECT_EQ(message.problem(check_closed), innocent) << "every buffer takes it";
}

TEST(Delivered, ALateConfirmationIsThatOfAnEndThatDidNotPoll) {
  Game game;
  Judged confirmation(game, game.to_red, End::first, 90, 4 * second);
  game.to_red.transport = Transport::websocket;
  AnnouncedPath path = {
      .frame = 20, .path = "Main", .md5 = no_methods, .told_in = 20, .told_at = 1 * second, .confirmed_in = 90};
  const auto judge = [&] { return confirmation.problem(check_confirmed, Confirmation{.known = &path}); };
  EXPECT_EQ(judge(), Problem::confirmed_late);
  EXPECT_EQ(confirmation.findings->first()->basis.causes, 2);
  EXPECT_EQ(confirmation.causes(), (Causes{"it did not poll (loading, a breakpoint, a long frame)",
                                           "a segment was lost and sent again, or was slow, here or beyond a proxy"}));
  game.to_red.is_local = true;
  EXPECT_EQ(judge(), Problem::confirmed_late);
  EXPECT_EQ(confirmation.text(),
            "It confirms the path 3.0 s after it was announced in frame 20. One of: it did not poll (loading, a "
            "breakpoint, a long frame): Keep its main loop running; this end is a proxy, and a segment was lost or "
            "slow on its link to the player. Not: a segment was lost here (both ends are on one machine)");
  EXPECT_EQ(confirmation.causes(),
            (Causes{"it did not poll (loading, a breakpoint, a long frame)",
                    "this end is a proxy, and a segment was lost or slow on its link to the player"}));
  EXPECT_EQ(confirmation.text(),
            "It confirms the path 3.0 s after it was announced in frame 20. One of: it did not poll (loading, a "
            "breakpoint, a long frame): Keep its main loop running; this end is a proxy, and a segment was lost or "
            "slow on its link to the player. Not: a segment was lost here (both ends are on one machine)");
  EXPECT_EQ(confirmation.findings->first()->basis.causes, 2);
  path.told_at = 3 * second;
  EXPECT_EQ(judge(), Problem::confirmed_late);
  path.told_at = 3'500 * millisecond;
  EXPECT_EQ(judge(), innocent) << "soon";
  path.told_at = 1 * second;
  path.confirmed_in = 50;
  EXPECT_EQ(judge(), innocent) << "it was confirmed before";
  path.confirmed_in = 90;
  const Completeness lacks = {.lacks_in = 20};
  game.to_red.capture = &lacks;
  EXPECT_EQ(judge(), innocent) << "the capture may lack an earlier one";
  game.to_red.capture = nullptr;
  game.to_red.transport = Transport::enet;
  EXPECT_EQ(judge(), innocent) << "ENet's acknowledgements tell more";
}

TEST(Delivered, UnreliableMessagesNeedOneDatagram) {
  Game game;
  Judged message(game, game.to_red, End::second, 9);
  message.message.delivery = Delivery::unreliable;
  EXPECT_EQ(message.problem(check_size), innocent);
  message.message.fragmented = true;
  EXPECT_EQ(message.problem(check_size), Problem::above_mtu);
  EXPECT_EQ(message.why(), "2000 bytes sent unreliably need several datagrams: all are lost if one is");
  message.message.delivery = Delivery::reliable;
  EXPECT_EQ(message.problem(check_size), innocent);
}

TEST(Checks, OfOnePartRunInTheOrderOfTheirRowsAndOnce) {
  Game game;
  Judged call(game, game.to_red, End::second, 30);
  call.message.delivery = Delivery::unreliable;
  call.message.fragmented = true;
  call.message.left_in = 25;
  EXPECT_EQ(call.problem_of(call.command), Problem::receiver_gone);
  const Finding* next = call.findings->first()->next;
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(next->problem, Problem::above_mtu);
  EXPECT_EQ(next->next, nullptr);
  call.command.good = false;
  EXPECT_EQ(call.problem_of(call.command), innocent);
}

// --- States ----------------------------------------------------------------------------------------------------------

TEST(StatesOfOneTick, ThatNeedASecondMessageAreReported) {
  Game game;
  game.memory().clocks.add_message(game.server_to_red(), red, 7, {.frame = 1, .message = 0, .part = 0}, 700);
  game.memory().clocks.add_message(game.server_to_red(), red, 7, {.frame = 2, .message = 0, .part = 0}, 700);
  game.memory().clocks.add_message(game.server_to_red(), red, 8, {.frame = 3, .message = 0, .part = 0}, 700);
  const auto judged = [&](std::uint32_t frame) {
    Judged states(game, game.to_red, End::second, frame);
    states.command.type = multiplayer::CommandType::sync;
    return states;
  };
  Judged further = judged(2);
  EXPECT_EQ(further.problem(check_states), Problem::sync_cut);
  EXPECT_EQ(further.why(),
            "The states of this moment begin in frame 1: together they are larger than one message may be "
            "(max_sync_packet_size, 1350 bytes unless a script sets it), and each message may be lost");
  EXPECT_EQ(judged(1).problem(check_states), innocent);
  EXPECT_EQ(judged(3).problem(check_states), innocent);
}

/// What a project sets.
class Limited final : public names::Source {
 public:
  Limited() { names::add_source(*this); }
  ~Limited() override { names::remove_source(*this); }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;
  [[nodiscard]] names::SyncLimit sync_limit() const override { return answer; }
  names::SyncLimit answer = {.script = "res://net.gd", .bytes = 500};
};

TEST(StatesOfOneTick, NameTheLimitThatTheProjectOrTheCaptureShows) {
  const auto text_of = [](std::uint32_t size) {
    Game game;
    for (const std::uint32_t frame : {1U, 2U})
      game.memory().clocks.add_message(game.server_to_red(), red, 7, {.frame = frame, .message = 0, .part = 0}, size);
    Judged states(game, game.to_red, End::second, 2);
    states.command.type = multiplayer::CommandType::sync;
    states.size = size;
    EXPECT_EQ(states.problem(check_states), Problem::sync_cut);
    return std::string(states.text());
  };
  EXPECT_EQ(text_of(488),
            "The states of this moment begin in frame 1: together they are larger than one message may be "
            "(max_sync_packet_size, less than 976 bytes here: a script has lowered it from 1350), and each message may "
            "be lost. Synchronize less with one synchronizer, or divide it.");
  {
    Limited project;
    EXPECT_EQ(text_of(488),
              "The states of this moment begin in frame 1: together they are larger than one message may be "
              "(max_sync_packet_size, which res://net.gd sets to 500 bytes), and each message may be lost. Synchronize "
              "less with one synchronizer, or divide it.");
    project.answer.bytes = -1;
    EXPECT_EQ(text_of(1000),
              "The states of this moment begin in frame 1: together they are larger than one message may be "
              "(max_sync_packet_size, which res://net.gd sets), and each message may be lost. Synchronize less with "
              "one synchronizer, or divide it.");
    EXPECT_EQ(text_of(488),
              "The states of this moment begin in frame 1: together they are larger than one message may be "
              "(max_sync_packet_size, less than 976 bytes here: a script has lowered it from 1350), and each message "
              "may be lost. Synchronize less with one synchronizer, or divide it.")
        << "the capture shows more";
  }
  EXPECT_EQ(text_of(1000),
            "The states of this moment begin in frame 1: together they are larger than one message may be "
            "(max_sync_packet_size, 1350 bytes unless a script sets it), and each message may be lost. Synchronize "
            "less with one synchronizer, or divide it.");
}

TEST(StatesOfOneTick, ThatAreNotNewerAreDropped) {
  Game game;
  SyncClocks::Clocks::Place last;
  const auto sync = [&](std::uint16_t time, std::uint32_t frame) {
    game.memory().clocks.add_state(game.server_to_red(), red, 5, time, {.frame = frame, .message = 0, .part = 0}, last);
  };
  sync(7, 1), sync(9, 2), sync(8, 3), sync(9, 4), sync(10, 5);
  multiplayer::SyncObject object;
  const auto stale = [&](std::uint32_t frame) {
    return game.memory().clocks.stale({.frame = frame, .message = 0, .part = 0});
  };
  const auto judged = [&](std::uint32_t frame) {
    Judged state(game, game.to_red, End::second, frame);
    return state.problem(check_time, SyncBegin{.object = object, .stale = stale(frame)});
  };
  EXPECT_EQ(judged(2), innocent);
  EXPECT_EQ(judged(3), Problem::state_stale);
  EXPECT_EQ(judged(4), Problem::state_duplicate);
  EXPECT_EQ(judged(5), innocent);
  Judged copy(game, game.to_red, End::second, 3);
  copy.message.repeated = true;
  EXPECT_EQ(copy.problem(check_time, SyncBegin{.object = object, .stale = stale(3)}), innocent);
}

// 29 in a row may be overtaken; 30 that come after a gap of more than half of the times are a problem of each of them.
TEST(StatesOfOneTick, ThatLookOldAfterNoneForLongAreAProblem) {
  Game game;
  SyncClocks::Clocks::Place last;
  SyncClocks& clocks = game.memory().clocks;
  std::uint32_t frame = 0;
  const auto message = [&](unsigned time) {
    clocks.add_message(game.server_to_red(), red, static_cast<std::uint16_t>(time),
                       {.frame = ++frame, .message = 0, .part = 0}, 30);
  };
  const auto sync = [&](unsigned time) {
    message(time);
    clocks.add_state(game.server_to_red(), red, 5, static_cast<std::uint16_t>(time),
                     {.frame = frame, .message = 0, .part = 0}, last);
  };
  sync(40000);
  for (unsigned time = 40500; time != 80000; time += 500) message(time);
  for (unsigned time = 80000; time != 80029; ++time) sync(time);
  multiplayer::SyncObject object;
  const auto judged = [&](std::uint32_t in) {
    Judged state(game, game.to_red, End::second, in);
    const StaleSync* stale = clocks.stale({.frame = in, .message = 0, .part = 0});
    return state.problem(check_time, SyncBegin{.object = object, .stale = stale, .node = "Shy/Sync"});
  };
  const std::uint32_t first = frame - 28;
  EXPECT_EQ(judged(first), Problem::state_stale);
  sync(80029);
  EXPECT_EQ(judged(first), Problem::state_frozen);
  EXPECT_EQ(judged(frame), Problem::state_frozen);
  EXPECT_EQ(judged(1), innocent);
}

// Of 70 properties, the bits 0 to 5 mean two each.
TEST(Changes, OfABitThatMeansSeveralPropertiesAreRefused) {
  Game game;
  Judged state(game, game.to_red, End::second, 80);
  multiplayer::SyncObject object;
  object.delta = object.complete = true;
  const auto judged = [&](std::uint64_t indexes, std::uint32_t values, std::uint32_t on_change,
                          bool is_lacked = false) {
    object.indexes = indexes;
    object.values = values;
    return state.problem(
        check_mask,
        SyncEnd{
            .object = object, .node = "Main/Sync", .step = nullptr, .is_lacked = is_lacked, .on_change = on_change});
  };
  EXPECT_EQ(judged(0b1, 1, 70), Problem::change_refused);
  EXPECT_EQ(
      state.why(),
      "The receiver refuses this change: of 70 properties that are sent on change, its mask means 2, and there is "
      "1 value (bit i means the properties i and i + 64, godot#103938)");
  EXPECT_STREQ(state.findings->first()->node, "Main/Sync");
  EXPECT_EQ(judged(0b11, 3, 70), Problem::change_refused) << "0, 64 and 1";
  EXPECT_EQ(judged(~std::uint64_t{0}, 70, 70), innocent) << "the first change has all of them";
  EXPECT_EQ(judged(0b1, 2, 70), innocent) << "both have changed";
  EXPECT_EQ(judged(0b1000000, 1, 70), innocent) << "bit 6 means one alone";
  EXPECT_EQ(judged(0b1, 1, 64), innocent);
  EXPECT_EQ(judged(0b1, 1, 0), innocent) << "how many there are is not known";
  EXPECT_EQ(judged(0b1, 1, 70, true), innocent) << "the receiver has no such node";
  object.complete = false;
  EXPECT_EQ(judged(0b1, 1, 70), innocent) << "it is cut";
}

TEST(States, WhoseListChangesAreRemarked) {
  Game game;
  Judged state(game, game.to_red, End::second, 80);
  multiplayer::SyncObject object;
  const auto judged = [&](const sync::ListChange& change) {
    return state.problem(check_list,
                         SyncEnd{.object = object, .node = "Main/Sync", .step = nullptr, .list_change = change});
  };
  EXPECT_EQ(judged({}), innocent);
  EXPECT_EQ(judged({.frame = 80, .before = 1, .after = 2}), Problem::list_changed);
  EXPECT_EQ(
      state.why(),
      "The states of this synchronizer had 1 value, and have 2 from here on: where the receiver has not changed its "
      "list, too, it takes values for other properties, or refuses them");
  EXPECT_FALSE(state.findings->first()->counted) << "the receiver may have changed its list, too";
  const Completeness disordered = {.disordered_in = 20};
  game.to_red.capture = &disordered;
  EXPECT_EQ(judged({.frame = 80, .before = 1, .after = 2}), innocent);
}

/// A project with a synchronizer's lists of properties.
class ListedProperties final : public names::Source {
 public:
  ListedProperties() { names::add_source(*this); }
  ~ListedProperties() override { names::remove_source(*this); }
  ListedProperties(const ListedProperties&) = delete;
  ListedProperties& operator=(const ListedProperties&) = delete;
  [[nodiscard]] names::Properties properties(const names::Synchronizer&, names::PropertyList list) const override {
    static constexpr const char* always[] = {"number", "plain", "held"};
    names::Properties listed = {.names = always, .certainty = certainty};
    if (list == names::PropertyList::on_change) listed.names = on_change;
    return listed;
  }
  std::vector<const char*> on_change = {"item", "any", "list"};
  names::Certainty certainty = names::Certainty::certain;
};

TEST(States, WithObjectsAreReportedOnce) {
  Game game;
  Judged state(game, game.to_red, End::second, 80);
  const names::Synchronizer synchronizer = {.path = "Main/Chest/Sync"};
  const std::string becomes =
      ": an object is sent as its id. The receiver sets an EncodedObjectAsID, and a property that is declared as "
      "another class, like Node or Resource, keeps what it had";
  multiplayer::SyncObject object;
  object.values = 3;
  object.object_ids = 0b110;
  const auto judged = [&](bool is_first = true, bool is_lacked = false) {
    return state.problem(check_object_ids, SyncEnd{.object = object,
                                                   .node = "Main/Chest",
                                                   .step = nullptr,
                                                   .is_lacked = is_lacked,
                                                   .with_object_id = is_first ? &synchronizer : nullptr});
  };
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "Value 1 (and 1 more)" + becomes) << "no project is set";
  EXPECT_STREQ(state.findings->first()->node, "Main/Chest");
  EXPECT_EQ(judged(false), innocent) << "an earlier state had one";
  EXPECT_EQ(judged(true, true), innocent) << "the receiver lacks the node";

  ListedProperties project;
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "plain (and 1 more)" + becomes);
  object.values = 4;
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "Value 1 (and 1 more)" + becomes) << "the project lists three";
  object.values = 3;
  project.certainty = names::Certainty::guessed;
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "Value 1 (and 1 more)" + becomes) << "which list it is was guessed";
  project.certainty = names::Certainty::certain;

  object = {.delta = true, .indexes = 0b101, .values = 2, .object_ids = 0b10};
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "list" + becomes) << "the second bit of the mask is that of the third property";
  object.indexes = 0b1001;
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "Value 1" + becomes) << "the project lists three that are sent on change";
  object.indexes = 0b1;
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "Value 1" + becomes) << "there are more values than bits";
  object = {.delta = true, .indexes = 0b1, .values = 1, .object_ids = 0b1};
  project.on_change.resize(64, "other");
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "item" + becomes);
  project.on_change.push_back("last");
  EXPECT_EQ(judged(), Problem::object_ids);
  EXPECT_EQ(state.why(), "Value 0" + becomes) << "the bit means the properties 0 and 64";
}

TEST(Spawns, WithObjectsAreReported) {
  Game game;
  Judged spawn(game, game.to_red, End::second, 80);
  SpawnedNode known = {.frame = 80, .name = "Second", .net_id = 5, .spawner = 1, .scene = 0};
  const auto judged = [&] { return spawn.problem(check_spawned_object_ids, NewNode{.known = &known}); };
  EXPECT_EQ(judged(), innocent);
  known.object_ids = 0b100;
  EXPECT_EQ(judged(), Problem::spawned_object_ids);
  EXPECT_TRUE(spawn.why().starts_with("Value 2 of its state: an object is sent as its id")) << spawn.why();
  known.argument_has_object_id = true;
  EXPECT_EQ(judged(), Problem::spawned_object_ids);
  EXPECT_EQ(spawn.why(),
            "The argument of spawn(): an object is sent as its id. The receiver's spawn_function gets an "
            "EncodedObjectAsID");
  known.frame = 79;
  EXPECT_EQ(judged(), innocent) << "it is an earlier spawn";
}

/// Projects with other lists for one synchronizer.
class OtherLists final : public names::Source {
 public:
  OtherLists() { names::add_source(*this); }
  ~OtherLists() override { names::remove_source(*this); }
  OtherLists(const OtherLists&) = delete;
  OtherLists& operator=(const OtherLists&) = delete;
  [[nodiscard]] names::OtherProperties other_properties(const names::Synchronizer&, names::PropertyList list,
                                                        std::uint64_t senders, std::uint64_t) const override {
    asked = list;
    asked_senders = senders;
    return answer;
  }
  names::OtherProperties answer;
  mutable names::PropertyList asked = names::PropertyList::spawn;
  mutable std::uint64_t asked_senders = 0;
};

TEST(States, OfAnotherListAtTheReceiverAreReportedOnce) {
  Game game;
  OtherLists projects;
  Judged state(game, game.to_red, End::second, 80);
  multiplayer::SyncObject object;
  const names::Synchronizer synchronizer = {.path = "Main/Tank/Sync"};
  const auto judged = [&](bool is_first = true) {
    return state.problem(check_types, SyncEnd{.object = object,
                                              .node = "Main/Tank/Sync",
                                              .step = nullptr,
                                              .synchronizer = is_first ? &synchronizer : nullptr});
  };
  game.to_red.godot->peers.lists[index(End::second)].fit = {.project = 1, .all = 2};
  EXPECT_EQ(judged(), innocent) << "the lists are equal";
  EXPECT_EQ(projects.asked_senders, 2U);
  EXPECT_EQ(projects.asked, names::PropertyList::always);
  projects.answer = {.text = "hp is int in server, String in client", .is_certain = true};
  EXPECT_EQ(judged(), Problem::types_differ);
  EXPECT_EQ(state.why(),
            "hp is int in server, String in client: values have no names, so the receiver gives them to the properties "
            "of its own list, converts them, or refuses them");
  EXPECT_EQ(judged(false), innocent) << "only the first state is asked for";
  projects.answer.is_certain = false;
  EXPECT_EQ(judged(), Problem::types_may_differ);
  EXPECT_FALSE(state.findings->first()->counted);
  object.delta = true;
  EXPECT_EQ(judged(), Problem::types_may_differ);
  EXPECT_EQ(projects.asked, names::PropertyList::on_change);
}

TEST(StatesOfOneTick, ThatRepeatForLongAreReported) {
  Game game;
  Judged state(game, game.to_red, End::second, 80);
  multiplayer::SyncObject object;
  object.values_begin = 6;
  object.size = 94;
  const auto judged = [&](const sync::Step& step) {
    return state.problem(check_change, SyncEnd{.object = object, .node = "Main/Player", .step = &step});
  };
  const auto repeated = [](std::uint32_t times, std::int64_t seconds) {
    return sync::Step{.change = sync::Change::same, .unchanged = times, .unchanged_for = seconds * second};
  };
  EXPECT_EQ(judged(repeated(64, 4)), Problem::sync_unchanged);
  EXPECT_EQ(state.why(),
            "The same values 64 times in 4.0 s: the property's replication mode On Change would save 1600 bytes/s to "
            "this peer");
  EXPECT_STREQ(state.findings->first()->node, "Main/Player");
  EXPECT_EQ(judged(repeated(65, 4)), innocent) << "reported at the 64th, the 128th ...";
  EXPECT_EQ(judged(repeated(32, 4)), innocent);
  EXPECT_EQ(judged(repeated(64, 2)), innocent);
  const Completeness lacks = {.lacks_in = 20};
  game.to_red.capture = &lacks;
  EXPECT_EQ(judged(repeated(64, 4)), innocent) << "other values may be missing";
  game.to_red.capture = nullptr;
  object.delta = true;
  EXPECT_EQ(judged(repeated(64, 4)), innocent) << "changes are sent because something has changed";
  object.delta = false;
  const sync::Step same = repeated(64, 4);
  EXPECT_EQ(
      state.problem(check_change, SyncEnd{.object = object, .node = "Main/Player", .step = &same, .is_lacked = true}),
      innocent)
      << "the receiver lacks the node";
  EXPECT_EQ(state.problem(check_change, SyncEnd{.object = object, .node = "Main/Player", .step = nullptr}), innocent)
      << "nothing is known of the state before";
}

// --- Views -----------------------------------------------------------------------------------------------------------

class ManyViews : public testing::Test {
 protected:
  /// Red and green get a state each, in two frames; later red alone.
  void round(bool green_too, std::uint64_t for_red = 1, std::uint64_t for_green = 1) {
    time_ += 50 * millisecond;
    ++clock_;
    for (const bool is_green : {false, true}) {
      if (is_green && !green_too) continue;
      Link& link = is_green ? game.to_green : game.to_red;
      const PeerId peer = is_green ? green : red;
      const Views::Position position = {.frame = ++frame_, .message = 0, .part = 0, .time = time_};
      game.memory().views.state(ship_.views, {.peer = peer, .link = link.godot->peers.link(), .from = 1}, position);
      game.memory().agreement.state(
          ship_.agreement,
          {.receiver = peer, .clock = clock_, .digest = is_green ? for_green : for_red, .position = position});
    }
    if (!gets_messages_) return;
    for (Link* link : {&game.to_red, &game.to_green})
      game.memory().views.message(link->godot->peers.link(), 1, frame_, false);
  }
  /// How many of all states so far the check reports.
  template <class Check>
  unsigned accused(Check check, bool delta = false) {
    unsigned count = 0;
    for (std::uint32_t frame = 1; frame <= frame_; ++frame) {
      Judged state(game, game.to_red, End::second, frame);
      multiplayer::SyncObject object;
      object.delta = delta;
      const sync::Step step;
      if (state.problem(check, SyncEnd{.object = object, .node = "Main/Ship", .step = &step}) == innocent) continue;
      EXPECT_STREQ(state.findings->first()->node, "Main/Ship");
      text_ = state.text();
      ++count;
    }
    return count;
  }
  /// Both links continue after these messages.
  void go_on() {
    for (Link* link : {&game.to_red, &game.to_green}) link->last_frames = {frame_ + 100, frame_ + 101};
  }

  Game game;
  Synchronizer ship_;
  std::uint32_t frame_ = 0;
  std::int64_t time_ = 0;
  std::uint16_t clock_ = 0;
  bool gets_messages_ = true;  ///< others than states, which show that nothing is missing
  std::string text_;
};

TEST_F(ManyViews, AReceiverThatGetsNoMoreStatesIsReported) {
  for (int i = 0; i != 10; ++i) round(true);
  const std::uint32_t last = frame_;
  for (int i = 0; i != 30; ++i) round(false);
  EXPECT_EQ(accused(check_views), 0U) << "green may have left: it sends nothing any more";
  go_on();
  EXPECT_EQ(accused(check_views), 1U);
  EXPECT_EQ(text_,
            "Peer 1002 has received no state of this since frame 20, others receive them, and no message to it is "
            "missing: the node is hidden from it. Look at public_visibility, set_visibility_for() and visibility "
            "filters of the synchronizer");
  EXPECT_EQ(accused(check_views, true), 0U);
  game.to_green.lacks = {false, true};
  EXPECT_EQ(accused(check_views), 0U) << "the capture may lack what hides it";
  game.to_green.lacks = {};
  // The node was despawned for green: hidden on purpose, as a rule. The state's synchronizer has the number 0.
  const Speaker sender = game.to_green.godot->peers.speaker(End::second);
  const SpawnedNode* ship =
      game.memory().nodes.spawn(sender, {.frame = 1, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0}, "Ship");
  game.memory().nodes.add_synchronizer(sender, 0, *ship, 0, 1);
  EXPECT_EQ(accused(check_views), 1U) << "it is still there";
  game.memory().nodes.despawn(sender, 40, last);
  EXPECT_EQ(accused(check_views), 1U);
  EXPECT_EQ(text_, "The node is hidden from peer 1002, for which it was despawned in frame " + std::to_string(last));
  game.memory().peers.add(game.to_green.godot->peers.link(), green, false, last + 1, of_channel(0, 9, true));
  EXPECT_EQ(accused(check_views), 0U) << "green has left, as the server says, whenever that is handed on";
}

/// Each of them may have a message that green has left: the search for it has an end.
TEST_F(ManyViews, InASessionOfVeryManyLinksNobodyKnowsWhoIsThere) {
  for (int i = 0; i != 10; ++i) round(true);
  for (int i = 0; i != 30; ++i) round(false);
  go_on();
  std::deque<Link> others;
  const auto join = [&](std::uint32_t server_key) {
    others.emplace_back().server_key = server_key;
    static_cast<void>(game.state.of(others.back()));
  };
  while (game.state.links.size() != 4096) join(7);
  EXPECT_EQ(accused(check_views), 1U);
  join(8);
  EXPECT_EQ(accused(check_views), 1U) << "of another session";
  join(7);
  EXPECT_EQ(accused(check_views), 0U);
}

/// There, a sender drops messages for a peer that reads too slowly, and no number shows it.
TEST_F(ManyViews, OverWebSocketMessagesMayHaveBeenDropped) {
  for (int i = 0; i != 10; ++i) round(true);
  for (int i = 0; i != 30; ++i) round(false);
  go_on();
  EXPECT_EQ(accused(check_views), 1U);
  EXPECT_EQ(text_,
            "Peer 1002 has received no state of this since frame 20, others receive them, and no message to it is "
            "missing: the node is hidden from it. Look at public_visibility, set_visibility_for() and visibility "
            "filters of the synchronizer");
  game.to_green.transport = Transport::websocket;
  game.to_green.godot->peers.last_frame_is(frame_ + 100);
  game.to_green.godot->first = {MessageKey{.frame = 1, .index = 0}, MessageKey{.frame = 2, .index = 0}};
  EXPECT_EQ(accused(check_views), 1U);
  EXPECT_EQ(text_,
            "Peer 1002 has received no state of this since frame 20, others receive them. One of: the node is hidden "
            "from it: Look at public_visibility, set_visibility_for() and visibility filters of the synchronizer; the "
            "sender's outbound_buffer_size is full, as this peer reads too slowly: then it drops messages: Send less, "
            "or raise outbound_buffer_size at the sender");
}

/// Nothing shows whether they were sent before: nothing else was.
TEST_F(ManyViews, StatesThatGoOnMayHaveBeenHeldBack) {
  for (int i = 0; i != 10; ++i) round(true);
  gets_messages_ = false;
  for (int i = 0; i != 30; ++i) round(false);
  game.memory().views.message(game.to_green.godot->peers.link(), 1, frame_ + 1, false);
  round(true);
  go_on();
  EXPECT_EQ(accused(check_views), 1U);
  EXPECT_EQ(text_,
            "Peer 1002 has received no state of this since frame 20, others receive them. One of: the node is hidden "
            "from it: Look at public_visibility, set_visibility_for() and visibility filters of the synchronizer; its "
            "states were held up on their way until frame 52, before they came to the capture: Capture beside their "
            "sender, where this cannot be");
}

TEST_F(ManyViews, StatesThatGoOnLongAfterOtherMessagesWereNotSent) {
  for (int i = 0; i != 10; ++i) round(true);
  for (int i = 0; i != 30; ++i) round(false);
  round(true);
  go_on();
  EXPECT_EQ(accused(check_views), 1U);
  EXPECT_EQ(text_,
            "Peer 1002 has received no state of this since frame 20, others receive them, and no message to it is "
            "missing: the node is hidden from it. Look at public_visibility, set_visibility_for() and visibility "
            "filters of the synchronizer");
}

/// That red has left says nothing about green.
TEST_F(ManyViews, AnotherPeersLinkMayHaveEnded) {
  for (int i = 0; i != 10; ++i) round(true);
  for (int i = 0; i != 30; ++i) round(false);
  go_on();
  game.to_red.last_frames = {1, 1};
  EXPECT_EQ(accused(check_views), 1U);
}

TEST_F(ManyViews, AReceiverThatOthersHaveLostIsNotReported) {
  for (int i = 0; i != 10; ++i) round(true);
  const std::uint32_t last = frame_;
  for (int i = 0; i != 30; ++i) round(false);
  go_on();
  ASSERT_EQ(accused(check_views), 1U);
  game.memory().peers.add(game.to_red.godot->peers.link(), green, false, last + 1, of_channel(0, 9, false));
  EXPECT_EQ(accused(check_views), 0U) << "the server has told red that it removed green";
}

TEST_F(ManyViews, AReceiverOfWhichNothingIsCapturedIsNotReported) {
  for (int i = 0; i != 10; ++i) round(true);
  const std::uint32_t last = frame_;
  for (int i = 0; i != 30; ++i) round(false);
  for (const std::uint32_t greens : {0U, last}) {
    go_on();
    game.to_green.last_frames[0] = greens;
    EXPECT_EQ(accused(check_views), 0U) << "green may be gone";
  }
  go_on();
  game.to_green.last_frames[1] = last;
  EXPECT_EQ(accused(check_views), 0U) << "the server sends nothing any more: it has removed green";
}

/// The server has links to all; that one of them has ended says nothing about the others.
TEST_F(ManyViews, AServerWithoutStatesIsThereAsLongAsItsLinkGoesOn) {
  const auto state = [&](Link& link, PeerId peer, std::uint8_t from) {
    game.memory().views.state(ship_.views, {.peer = peer, .link = link.godot->peers.link(), .from = from},
                              {.frame = ++frame_, .message = 0, .part = 0, .time = time_});
  };
  for (int i = 0; i != 40; ++i) {
    time_ += 50 * millisecond;
    if (i < 10) state(game.to_green, server, 0);
    state(game.to_red, red, 1);
    game.memory().views.message(game.to_green.godot->peers.link(), 0, frame_, false);
  }
  go_on();
  EXPECT_EQ(accused(check_views), 1U);
  game.to_red.last_frames[0] = 1;
  EXPECT_EQ(accused(check_views), 1U) << "red has left";
}

TEST_F(ManyViews, OverTcpEachEndMustHaveSpoken) {
  for (Link* link : {&game.to_red, &game.to_green}) link->transport = Transport::websocket;
  for (int i = 0; i != 10; ++i) round(true);
  for (int i = 0; i != 30; ++i) round(false);
  for (Link* link : {&game.to_red, &game.to_green}) {
    link->godot->peers.last_frame_is(frame_ + 100);
    link->godot->first[1].frame = 1;
  }
  EXPECT_EQ(accused(check_views), 0U) << "the capture has one direction only";
  for (Link* link : {&game.to_red, &game.to_green}) link->godot->first[0].frame = 2;
  EXPECT_EQ(accused(check_views), 1U);
}

TEST_F(ManyViews, AReceiverOfAllStatesIsNotReported) {
  for (int i = 0; i != 40; ++i) round(true);
  go_on();
  EXPECT_EQ(accused(check_views), 0U);
}

TEST_F(ManyViews, OtherValuesForASecondAreReported) {
  for (std::uint64_t i = 0; i != 60; ++i) round(true, i, 1000 + i);
  EXPECT_GE(accused(check_values), 1U);
  EXPECT_EQ(text_,
            "Peer 1001 got different values in frame 49, and so on for a second: no value that one got has reached the "
            "other. Properties are read again for each player: let a getter return the same value each time");
  EXPECT_EQ(accused(check_values, true), 0U);
}

TEST_F(ManyViews, EqualValuesAreNotReported) {
  for (std::uint64_t i = 0; i != 60; ++i) round(true, i, i);
  EXPECT_EQ(accused(check_values), 0U);
}

TEST_F(ManyViews, TwoSendersAreReported) {
  constexpr NodeKey ball = {.game = 1, .text = 7};
  const auto state = [&](PeerId peer) {
    time_ += 25 * millisecond;
    game.memory().authorities.two_senders.state(ball, false, peer, {.peer = server, .known = true},
                                                {.frame = ++frame_, .time = time_});
  };
  for (int i = 0; i != 20; ++i) state(red);
  EXPECT_EQ(accused(check_senders), 0U);
  for (int i = 0; i != 80; ++i) state(i % 2 == 0 ? green : red);
  EXPECT_EQ(accused(check_senders), 1U);
  EXPECT_EQ(text_,
            "Peer 1001 sends the states of this synchronizer, too (frame 20): receivers accept only those of its "
            "authority. Call set_multiplayer_authority() with the same peer on every peer");
}

}  // namespace
}  // namespace godot::analysis::account
