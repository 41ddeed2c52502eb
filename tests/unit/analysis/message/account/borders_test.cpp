// SPDX-License-Identifier: MIT
// The times and numbers at which checks decide: each with the last value on both sides; and each condition of a check
// alone. The facts are made by this test.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "analysis/message/account/checks/checks.h"
#include "tests/unit/analysis/message/account/game.h"

namespace godot::analysis::account {
namespace {

using test::Causes;

constexpr Problem innocent = Judged::innocent;

// --- Spawned nodes --------------------------------------------------------------------------------------------------

class PresenceBorders : public WithEnemy {
 protected:
  void despawn(const Turn& turn = {}) {
    game.memory().nodes.despawn(game.server_to_red(), 40, 20, 800 * millisecond, turn);
  }
  /// The server calls red, reliably.
  Judged server_calls(std::uint32_t frame, std::int64_t time) {
    Judged call(game, game.to_red, End::second, frame, time);
    call.message.delivery = Delivery::reliable;
    return call;
  }
  Judged red_calls(std::uint32_t frame, std::int64_t time) { return {game, game.to_red, End::first, frame, time}; }
  static Problem judge(Judged& call) { return call.problem(check_presence, Addressed{.path = enemy_path}); }
  Problem judge(Judged&& call) { return judge(call); }
  /// Whether the presence tells all of it, so that its path is not judged.
  static bool judged_all(Judged& call, const char* path = enemy_path) {
    judge(call);
    return check_presence(call.subject(), Addressed{.path = path}, *call.findings);
  }
};

TEST_F(PresenceBorders, ACallInReadyIsSentWithinATenthOfASecond) {
  Judged ready = server_calls(7, 400 * millisecond);
  EXPECT_EQ(judge(ready), Problem::called_early);
  EXPECT_EQ(ready.why(),
            "The receiver gets this node in frame 10, 100 ms later: a spawn is sent when the node is ready, so calls "
            "in its _ready() or before are sent first");
  Judged before = server_calls(7, 400 * millisecond - 1);
  EXPECT_EQ(judge(before), Problem::called_early);
  EXPECT_EQ(before.why(),
            "The receiver gets this node in frame 10, 100 ms later: it is called before the node is spawned");
}

TEST_F(PresenceBorders, ACallMayWaitForTheSpawnAtItsReceiver) {
  Judged call = server_calls(7, 460 * millisecond);
  call.message.held_until = 9;
  EXPECT_EQ(judge(call), Problem::called_early);
  call.message.held_until = 10;
  EXPECT_EQ(judge(call), innocent);
  EXPECT_TRUE(judged_all(call)) << "its spawn makes the node";
}

TEST_F(PresenceBorders, WhatIsKnownOfTheNodeDecidesWhetherItsPathIsJudged) {
  despawn();
  Judged late = server_calls(30, 2 * second);
  EXPECT_TRUE(judged_all(late)) << "called late";
  Judged gone = red_calls(30, 2 * second);
  EXPECT_TRUE(judged_all(gone));
  Judged there = server_calls(15, 600 * millisecond);
  EXPECT_TRUE(judged_all(there));
  EXPECT_FALSE(judged_all(there, "Main/World"));
  Judged to_nobody = server_calls(15, 600 * millisecond);
  to_nobody.message.left_in = 14;
  EXPECT_TRUE(judged_all(to_nobody, "Main/World")) << "a peer that has left looks up no node";
}

TEST_F(PresenceBorders, AHeldSpawnIsThereWhenItWasHeld) {
  game.memory().nodes.find(game.server_to_red(), 40, 10)->held_until = 60;
  EXPECT_EQ(judge(server_calls(59, second)), Problem::called_early);
  Judged held = server_calls(59, second);
  const AnnouncedPath* announced = game.memory().paths.find_on_link(game.server_to_red(), 3, 12);
  EXPECT_EQ(judge(held), Problem::called_early);
  EXPECT_TRUE(check_presence(held.subject(), Addressed{.path = enemy_path, .known = announced}, *held.findings))
      << "that is all about it: its path is not judged";
  EXPECT_EQ(judge(server_calls(60, second)), innocent);
  Judged call = server_calls(30, second);
  call.message.held_until = 59;
  EXPECT_EQ(judge(call), Problem::called_early);
  call.message.held_until = 60;
  EXPECT_EQ(judge(call), innocent);
  call.message.held_until = 0;
  call.route.relayed = true;
  EXPECT_EQ(judge(call), innocent) << "where it is passed on, the spawn is another one";
}

/// A game reads both in one of its frames, of 20 ms at most.
TEST_F(PresenceBorders, AReceiverMayDespawnTheNodeBeforeItReadsTheCall) {
  despawn();
  EXPECT_EQ(judge(red_calls(19, 780 * millisecond)), Problem::call_crossing);
  EXPECT_EQ(judge(red_calls(19, 780 * millisecond - 1)), innocent);
}

TEST_F(PresenceBorders, AReceiverMayReadTheCallInTheFrameOfTheDespawn) {
  despawn();
  EXPECT_EQ(judge(server_calls(21, 820 * millisecond - 1)), Problem::call_crossing);
  EXPECT_EQ(judge(server_calls(21, 820 * millisecond)), Problem::called_late);
}

TEST_F(PresenceBorders, ACallMayOvertakeTheDespawnForASecond) {
  despawn();
  const auto judged = [&](std::int64_t time, Delivery delivery, std::uint8_t channel) {
    Judged call = server_calls(21, time);
    call.message.delivery = delivery;
    call.message.channel = channel;
    return judge(call);
  };
  constexpr std::int64_t resent = 1800 * millisecond;
  EXPECT_EQ(judged(resent - 1, Delivery::unreliable, 0), Problem::call_crossing);
  EXPECT_EQ(judged(resent, Delivery::unreliable, 0), Problem::called_late);
  EXPECT_EQ(judged(resent - 1, Delivery::reliable, 1), Problem::call_crossing);
  EXPECT_EQ(judged(resent, Delivery::reliable, 1), Problem::called_late);
  EXPECT_EQ(judged(resent - 1, Delivery::reliable, 0), Problem::called_late) << "these stay in order";
  game.to_red.transport = Transport::websocket;
  EXPECT_EQ(judged(resent - 1, Delivery::unreliable, 1), Problem::called_late) << "as all do over TCP";
}

TEST_F(PresenceBorders, ACallMayOvertakeADespawnThatWaitsForHalfAMinute) {
  despawn(of_channel(0, 31, true));
  const auto judged = [&](std::int64_t time) {
    Judged call = server_calls(21, time);
    call.message.turn = of_channel(2, 30);
    return judge(call);
  };
  EXPECT_EQ(judged(30'800 * millisecond - 1), Problem::call_crossing);
  EXPECT_EQ(judged(30'800 * millisecond), Problem::called_late);
}

TEST_F(PresenceBorders, AReceiverMaySpawnTheNodeAgainBeforeItReadsTheCall) {
  despawn();
  game.memory().nodes.spawn(game.server_to_red(), enemy(22, 900 * millisecond), "Enemy3");
  EXPECT_EQ(judge(red_calls(21, 880 * millisecond)), Problem::call_crossing);
  EXPECT_EQ(judge(red_calls(21, 880 * millisecond - 1)), Problem::called_late);
}

TEST_F(PresenceBorders, RepeatedCallsAreNotJudged) {
  Judged call = server_calls(7, 400 * millisecond);
  call.message.repeated = true;
  EXPECT_EQ(judge(call), innocent);
  EXPECT_FALSE(check_presence(call.subject(), Addressed{.path = enemy_path}, *call.findings));
}

// --- Paths ----------------------------------------------------------------------------------------------------------

class PathBorders : public testing::Test {
 protected:
  PathBorders() {
    game.memory().paths.add(game.server_to_red(), {3, "Main/Missing", no_methods, 10, second});
    game.memory().paths.add(game.server_to_red(), {4, "Main/There", no_methods, 11, second});
    game.memory().paths.confirm(game.server_to_red(), 4, 14, true);
  }
  Problem judge(Judged& call, std::uint32_t id = 3) {
    call.node.path = "Main/Missing";
    return call.problem(check_path, *game.memory().paths.find_on_link(game.server_to_red(), id, 90));
  }
  Judged at(std::int64_t time) { return {game, game.to_red, End::second, 11, time}; }

  Game game;
};

TEST_F(PathBorders, AMissingPathIsThatOfTheCallForAFrameOfTheGame) {
  Judged call = at(second + 20 * millisecond);
  EXPECT_EQ(judge(call), Problem::no_such_node);
  Judged later = at(second + 20 * millisecond + 1);
  EXPECT_EQ(judge(later), Problem::path_was_missing);
}

/// Its spawn came before, and its despawn, too.
TEST_F(PathBorders, ASpawnThatFailedIsNoCauseOnceTheNodeWasDespawned) {
  Memory& memory = game.memory();
  memory.paths.add(game.server_to_red(), {2, "Main/Spawner", no_methods, 5});
  memory.paths.confirm(game.server_to_red(), 2, 6, true);
  memory.nodes.spawn(game.server_to_red(),
                     {.frame = 8, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0, .time = second}, "Missing",
                     "Main");
  Judged call = at(second);
  EXPECT_EQ(judge(call), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/Missing, although it got its spawn in frame 8. One of: the spawn failed "
            "there (the engine prints why, for example 'Parameter \"parent\" is null'): Compare spawn_path and the "
            "list of scenes of the spawner at both ends; a script of the receiver has freed or renamed the node");
  EXPECT_EQ(call.findings->first()->basis.causes, 2);
  call.route.relayed = true;
  EXPECT_EQ(judge(call), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/Missing, although it got its spawn in frame 8. One of: the spawn failed "
            "there (the engine prints why, for example 'Parameter \"parent\" is null'): Compare spawn_path and the "
            "list of scenes of the spawner at both ends; a script of the receiver has freed or renamed the node")
      << "from the server, which passes this on";
  call.route.relayed = false;
  memory.nodes.despawn(game.server_to_red(), 40, 9);
  EXPECT_EQ(judge(call), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it sends other messages, but never confirmed this path"}));
}

TEST_F(PathBorders, APathThatIsTheSameIsNotBelowAnotherRoot) {
  constexpr const char* methods = "0123456789abcdef0123456789abcdef";
  game.memory().paths.add(game.server_to_red(), {7, "Child", methods, 10, second});
  game.memory().paths.add(game.server_to_red(), {8, "Late", no_methods, 12, second});
  game.memory().paths.confirm(game.server_to_red(), 8, 15, true);
  MethodLists& lists = game.to_red.godot->peers.lists[index(End::first)];
  Judged call = at(second);
  for (const char* path : {"Child", "MainChild", "Child/Main", "child/hild"}) {
    lists.entries.clear();
    lists.add(methods, path);
    EXPECT_EQ(judge(call, 7), Problem::no_such_node);
    EXPECT_EQ(call.causes(), (Causes{"it has none there: another scene, or its root has another name (it sends other "
                                     "messages, but never confirmed this path)"}))
        << path;
  }
  lists.entries.clear();
  lists.add("00000000000000000000000000000000", "Main/Child");
  EXPECT_EQ(judge(call, 7), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has none there: another scene, or its root has another name (it sends other "
                                   "messages, but never confirmed this path)"}))
      << "with other methods";
  lists.entries.clear();
  lists.add(methods, nullptr);
  EXPECT_EQ(judge(call, 7), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has none there: another scene, or its root has another name (it sends other "
                                   "messages, but never confirmed this path)"}))
      << "at a path that is not known";
  lists.entries.clear();
  lists.add(methods, "Main/Child");
  EXPECT_EQ(judge(call, 7), Problem::no_such_node);
  EXPECT_EQ(call.text(),
            "The receiver has no node Main/Missing. One of: it has the node at another place of its tree (it announces "
            "a node with the same remote methods as Main/Child): Give the node the same path at both ends; it has "
            "none, and that is another node with the same script: Add the node before it is called. Not: the "
            "MultiplayerAPIs of the ends have different root paths (it has confirmed another path of this sender)");
  call.route.relayed = true;
  EXPECT_EQ(judge(call, 7), Problem::no_such_node);
  EXPECT_EQ(call.causes(), (Causes{"it has none there: another scene, or its root has another name (it sends other "
                                   "messages, but never confirmed this path)"}))
      << "the list is the server's";
}

// --- Peers ----------------------------------------------------------------------------------------------------------

TEST(PeerBorders, OnlyWhatAReceiverWouldReadWaitsForAdmission) {
  using multiplayer::CommandType;
  Game game;
  game.to_red.godot->peers.admission.add(index(End::second), true, 5);
  Judged call(game, game.to_red, End::first, 8);
  const auto judged = [&](const CommandEnd& command) {
    call.command = command;
    return call.problem(check_admission);
  };
  EXPECT_EQ(judged({.type = CommandType::remote_call, .has_member = true}), Problem::not_admitted);
  EXPECT_EQ(judged({.type = CommandType::simplify_path}), Problem::not_admitted);
  EXPECT_EQ(judged({.type = CommandType::raw}), innocent);
  EXPECT_EQ(judged({.type = CommandType::remote_call, .good = false, .has_member = true}), innocent);
  EXPECT_EQ(judged({.type = CommandType::remote_call, .relayed = true, .has_member = true}), innocent);
  for (const std::size_t end : {0U, 1U}) {
    game.to_red.lacks = {};
    game.to_red.lacks[end] = true;
    EXPECT_EQ(judged({.type = CommandType::simplify_path}), innocent) << "the capture may lack the admission";
  }
  game.to_red.lacks = {};
  const Completeness cut = {.cut_in = 3};
  game.to_red.capture = &cut;
  EXPECT_EQ(judged({.type = CommandType::simplify_path}), innocent);
}

TEST(PeerBorders, OnlyCallsNeedAReceiver) {
  using multiplayer::CommandType;
  Game game;
  Judged call(game, game.to_red, End::second, 30);
  call.message.left_in = 25;
  const auto judged = [&](const CommandEnd& command) {
    call.command = command;
    return call.problem(check_receiver);
  };
  EXPECT_EQ(judged({.type = CommandType::remote_call, .has_member = true}), Problem::receiver_gone);
  EXPECT_EQ(call.why(), "No one receives this: peer 1001 had left, as frame 25 shows");
  EXPECT_EQ(judged({.type = CommandType::remote_call}), innocent);
  EXPECT_EQ(judged({.type = CommandType::system, .has_member = true}), innocent);
  EXPECT_EQ(judged({.type = CommandType::remote_call, .good = false, .has_member = true}), innocent);
  call.route.target_id = 0;
  EXPECT_EQ(judged({.type = CommandType::remote_call, .has_member = true}), Problem::receiver_gone);
  EXPECT_EQ(call.why(), "No one receives this: its receiver had left, as frame 25 shows");
}

/// disconnect_peer(id, true) tells the other clients nothing: they go on calling the peer through the server.
TEST(PeerBorders, APeerWhoseConnectionHasEndedIsNotReachedThroughTheServer) {
  Game game;
  const Peers& red = game.to_red.godot->peers;
  game.memory().peers.closed(red.session(), green, 20);
  const auto relayed = [&](std::uint32_t frame, PeerId to) {
    Judged call(game, game.to_red, End::first, frame);
    call.route = Route::relay(red, End::first, to);
    const Problem problem = call.problem(check_receiver);
    if (problem != innocent) {
      EXPECT_EQ(call.linked(FrameLink::To::departure), 20U);
      EXPECT_EQ(call.why(),
                "No one receives this: peer 1002 had left, and the server had not told the sender (disconnect_peer(id, "
                "true) never does), as frame 20 shows");
    }
    return problem;
  };
  EXPECT_EQ(relayed(20, green), innocent);
  EXPECT_EQ(relayed(21, green), Problem::receiver_gone);
  EXPECT_EQ(relayed(21, multiplayer::everyone), innocent) << "others receive it";
  EXPECT_EQ(relayed(21, -green), innocent);
  game.memory().peers.add(red.link(), green, true, 30);
  EXPECT_EQ(relayed(29, green), Problem::receiver_gone);
  EXPECT_EQ(relayed(31, green), innocent) << "it has come back";
}

/// The server kicks red: that says nothing about green, for whom red's call is.
TEST(PeerBorders, AServerThatClosesAConnectionIsTheOneThatReceivesNothing) {
  Game game;
  Judged call(game, game.to_red, End::first, 30);
  call.message.left_in = 25;
  EXPECT_EQ(call.problem(check_receiver), Problem::receiver_gone);
  EXPECT_EQ(call.why(), "No one receives this: the server had closed this connection, as frame 25 shows");
  EXPECT_STREQ(problems::row(Problem::receiver_gone).cause, "its receiver had left, or this connection was closed");
  for (const PeerId to : {green, 0, -green}) {
    call.route = Route::relay(game.to_red.godot->peers, End::first, to);
    EXPECT_EQ(call.problem(check_receiver), Problem::receiver_gone);
    EXPECT_EQ(call.why(), "No one receives this: the server had closed this connection, as frame 25 shows") << to;
  }
  game.memory().peers.add(game.to_red.godot->peers.link(), green, false, 20);
  call.route = Route::relay(game.to_red.godot->peers, End::first, green);
  EXPECT_EQ(call.problem(check_receiver), Problem::receiver_gone);
  EXPECT_EQ(call.why(), "No one receives this: the server had closed this connection, as frame 25 shows");
  call.message.left_in = 0;
  EXPECT_EQ(call.problem(check_receiver), Problem::receiver_gone);
  EXPECT_EQ(call.why(), "No one receives this: peer 1002 had left, as frame 20 shows");
}

/// Only of a message that the server is to pass on, what the server has said about its receiver counts.
TEST(PeerBorders, AReceiverAtTheOtherEndIsThere) {
  Game game;
  const std::uint32_t link = game.to_red.godot->peers.link();
  for (const PeerId peer : {server, red, green}) game.memory().peers.add(link, peer, false, 20);
  Judged call(game, game.to_red, End::first, 21);
  EXPECT_EQ(call.problem(check_receiver), innocent) << "the server";
  call.route = Route::relay(game.to_red.godot->peers, End::first, green);
  EXPECT_EQ(call.problem(check_receiver), Problem::receiver_gone);
  Judged to_red(game, game.to_red, End::second, 21);
  EXPECT_EQ(to_red.problem(check_receiver), innocent) << "red";
  to_red.route = Route::relay(game.to_red.godot->peers, End::second, green);
  EXPECT_EQ(to_red.problem(check_receiver), innocent);
}

/// The server relays green's message to red; it announced that green has left in frame 20.
TEST(PeerBorders, ASpeakerIsJudgedWhereItsMessageIsPassedOn) {
  using multiplayer::CommandType;
  Game game;
  game.memory().peers.add(game.to_red.godot->peers.link(), green, true, 5);
  game.memory().peers.add(game.to_red.godot->peers.link(), green, false, 20);
  Judged call(game, game.to_red, End::second, 21);
  call.route = Route::relay(game.to_red.godot->peers, End::second, green);
  const auto judged = [&](const CommandEnd& command) {
    call.command = command;
    return call.problem(check_speaker);
  };
  const CommandEnd by_number = {.type = CommandType::remote_call, .by_number = true};
  EXPECT_EQ(judged(by_number), Problem::caller_gone);
  EXPECT_EQ(judged({.type = CommandType::remote_call, .good = false, .by_number = true}), innocent);
  EXPECT_EQ(judged({.type = CommandType::raw, .by_number = true}), innocent);
  call.message.repeated = true;
  EXPECT_EQ(judged(by_number), innocent);
  call.message.repeated = false;
  call.route.source_id = server;
  EXPECT_EQ(judged(by_number), innocent) << "the server's own";
}

// --- Arguments ------------------------------------------------------------------------------------------------------

TEST(ArgumentBorders, AnObjectIsSentAsItsId) {
  Game game;
  Judged call(game, game.to_red, End::first, 20);
  const auto text = [&](const char* type) {
    EXPECT_EQ(call.problem(check_arguments, Arguments{.method = "move", .type = type, .type_asked = "Vector2"}),
              Problem::other_arguments);
    return std::string(call.why());
  };
  EXPECT_EQ(text("EncodedObjectAsID"),
            "Declared as Vector2, sent as EncodedObjectAsID: an object is sent as its id, which only RefCounted and "
            "Object accept");
  EXPECT_EQ(text("String"), "Declared as Vector2, sent as String");
}

// --- States ---------------------------------------------------------------------------------------------------------

TEST(StateBorders, RepeatedValuesAreReportedAfterThreeSecondsAtPowersOfTwo) {
  Game game;
  Judged state(game, game.to_red, End::second, 80);
  const multiplayer::SyncObject object;
  const auto judged = [&](std::uint32_t times, std::int64_t lasted, sync::Change change = sync::Change::same) {
    const sync::Step step = {.change = change, .unchanged = times, .unchanged_for = lasted};
    return state.problem(check_change, SyncEnd{.object = object, .node = "Main/Player", .step = &step});
  };
  EXPECT_EQ(judged(64, 3 * second), Problem::sync_unchanged);
  EXPECT_EQ(judged(64, 3 * second - 1), innocent);
  EXPECT_EQ(judged(128, 3 * second), Problem::sync_unchanged);
  EXPECT_EQ(judged(96, 3 * second), innocent);
  EXPECT_EQ(judged(63, 3 * second), innocent);
  EXPECT_EQ(judged(32, 3 * second), innocent);
  EXPECT_EQ(judged(64, 3 * second, sync::Change::unknown), innocent);
  state.message.repeated = true;
  EXPECT_EQ(judged(64, 3 * second), innocent);
}

TEST(StateBorders, ALoweredLimitIsShownByTwoMessagesThatWouldFitIntoOne) {
  for (const std::uint32_t size : {675U, 676U}) {
    Game game;
    for (const std::uint32_t frame : {1U, 2U})
      game.memory().clocks.add_message(game.server_to_red(), red, 7, {.frame = frame, .message = 0, .part = 0}, 675);
    Judged states(game, game.to_red, End::second, 2);
    states.command.type = multiplayer::CommandType::sync;
    states.size = size;
    ASSERT_EQ(states.problem(check_states), Problem::sync_cut);
    const std::string limit = size == 675 ? "less than 1350 bytes here: a script has lowered it from 1350"
                                          : "1350 bytes unless a script sets it";
    EXPECT_EQ(states.why(),
              "The states of this moment begin in frame 1: together they are larger than one message may be "
              "(max_sync_packet_size, " +
                  limit + "), and each message may be lost");
    states.command.good = false;
    EXPECT_EQ(states.problem(check_states), innocent);
    states.command = {.type = multiplayer::CommandType::remote_call};
    EXPECT_EQ(states.problem(check_states), innocent);
    states.command = {.type = multiplayer::CommandType::sync};
    const Completeness cut = {.cut_in = 1};
    game.to_red.capture = &cut;
    ASSERT_EQ(states.problem(check_states), Problem::sync_cut);
    EXPECT_EQ(states.why(),
              "The states of this moment begin in frame 1: together they are larger than one message may be "
              "(max_sync_packet_size, 1350 bytes unless a script sets it), and each message may be lost")
        << "how large they were is not known";
    states.message.repeated = true;
    EXPECT_EQ(states.problem(check_states), innocent);
  }
}

}  // namespace
}  // namespace godot::analysis::account
