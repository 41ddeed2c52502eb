// SPDX-License-Identifier: MIT
// The account of a message: each part is looked up once, by what is known of the speaker. What is said is made here.
#include "plugin/analysis/account/builder.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/account/game.h"

namespace godot::account {
namespace {

/// Knows the names of one project, and counts how often it is asked.
class Project final : public names::Source {
 public:
  Project() { names::add_source(*this); }
  ~Project() override { names::remove_source(*this); }
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  [[nodiscard]] names::Name script(const names::Node& node) const override {
    ++asked;
    seen = node;
    return {.text = "res://player.gd", .source = nullptr, .certainty = names::Certainty::certain};
  }
  [[nodiscard]] names::Name method(const names::Node&, std::uint32_t id) const override {
    ++asked;
    return id == 3 ? names::Name{.text = "move", .certainty = names::Certainty::certain} : names::Name{};
  }
  [[nodiscard]] names::Name scene(std::string_view, std::uint32_t) const override {
    ++asked;
    return {.text = "res://enemy.tscn", .certainty = names::Certainty::certain};
  }
  [[nodiscard]] names::HalfPrecision halves(const names::Synchronizer&, names::PropertyList) const override {
    ++asked;
    return {.known = true, .values = 1};
  }

  mutable unsigned asked = 0;
  mutable names::Node seen;
};

class Accounts : public testing::Test {
 protected:
  static constexpr std::uint32_t frame = 50;

  Accounts() {
    Memory& memory = game.memory();
    const Speaker& spoken = game.server_to_red();
    memory.teach_path(spoken, 2, "Main/Spawner", no_methods, 5);
    memory.spawn(spoken, {.frame = 10, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 6, .synchronizers = 2},
                 "Enemy3");
    memory.spawn_synchronizer(spoken, 41, *memory.node(spoken, 40, 10), 1, 10);
    memory.teach_path(spoken, 3, "Main/World/Enemy3", no_methods, 12);
    memory.teach_path(spoken, 4, "Main/Clock/Sync", no_methods, 13);
  }

  static Host host(Memories& memories) {
    return {.arena = memories.arena(),
            .one_line = [](void* packet,
                           std::string_view text) { return static_cast<Memories*>(packet)->arena().joined({text}); },
            .packet = &memories};
  }
  static multiplayer::Node by_number(std::uint32_t id) {
    multiplayer::Node node;
    node.id = id;
    return node;
  }
  static multiplayer::Node by_path(std::string_view path) {
    multiplayer::Node node;
    node.by_path = true;
    node.path = path;
    return node;
  }
  static multiplayer::Member numbered(std::uint32_t id) {
    multiplayer::Member method;
    method.id = id;
    return method;
  }
  static multiplayer::SyncObject object(std::uint32_t id, bool by_path) {
    multiplayer::SyncObject object;
    object.id = id;
    object.by_path = by_path;
    return object;
  }

  Game game;
  Project project;
  Memories memories;
  Builder builder{game.memory(), frame, host(memories)};
  Route route = Route::direct(game.to_red.godot->peers, End::second);
};

TEST_F(Accounts, CallsHaveTheirNodeByNumberOrPath) {
  const Call& call = builder.node(route, by_number(3));
  EXPECT_STREQ(call.text, "Main/World/Enemy3");
  ASSERT_NE(call.known, nullptr);
  EXPECT_EQ(call.known->frame, 12U);
  EXPECT_STREQ(call.node.rpc_md5, no_methods);
  EXPECT_EQ(call.node.scene, 6U) << "a spawn tells of it";
  EXPECT_STREQ(call.node.spawner, "Main/Spawner");

  Builder other(game.memory(), frame, host(memories));
  EXPECT_STREQ(other.node(route, by_path("Main/World/Enemy3/Gun")).node.below, "Gun");
  Builder unknown(game.memory(), frame, host(memories));
  EXPECT_STREQ(unknown.node(route, by_number(9)).text, "#9");
  EXPECT_EQ(unknown.node(route, by_number(9)).node.path, nullptr);
}

TEST_F(Accounts, WalksOfOneMessageLookUpOnce) {
  for (int walk = 0; walk != 2; ++walk) {
    builder.begin_walk();
    EXPECT_STREQ(builder.node(route, by_number(3)).text, "Main/World/Enemy3");
    EXPECT_STREQ(builder.method(numbered(3)).method.text, "move");
    EXPECT_STREQ(builder.script().text, "res://player.gd");
    EXPECT_EQ(project.asked, 2U);
  }
  EXPECT_STREQ(project.seen.path, "Main/World/Enemy3");
}

TEST_F(Accounts, MethodsThatTheWireNamesAreNotAskedFor) {
  static_cast<void>(builder.node(route, by_path("Main/Player")));
  multiplayer::Member named = numbered(3);
  named.by_name = true;
  EXPECT_FALSE(builder.method(named).method);
  EXPECT_EQ(project.asked, 0U);
}

TEST_F(Accounts, WhoeverTurnsOutToSpeakHasNumbersOfTheirOwn) {
  EXPECT_STREQ(builder.node(route, by_number(3)).text, "Main/World/Enemy3");
  static_cast<void>(builder.script());
  // The message itself has shown that green says it.
  Route other = route;
  other.source = game.to_red.godot->peers.speaker(green);
  EXPECT_STREQ(builder.node(other, by_number(3)).text, "#3");
  static_cast<void>(builder.script());
  EXPECT_EQ(project.asked, 2U);
  EXPECT_EQ(project.seen.path, nullptr);
}

TEST_F(Accounts, ConfirmationsHaveThePathOfTheOtherEnd) {
  const Route from_red = Route::direct(game.to_red.godot->peers, End::first);
  multiplayer::ConfirmedPath confirmed;
  confirmed.by_id = true;
  confirmed.id = 4;
  EXPECT_STREQ(builder.confirmed(from_red, confirmed).text, "Main/Clock/Sync");
  Builder other(game.memory(), frame, host(memories));
  confirmed.id = 9;
  EXPECT_STREQ(other.confirmed(from_red, confirmed).text, "#9");
  EXPECT_EQ(other.confirmed(from_red, confirmed).known, nullptr);
}

TEST_F(Accounts, AnnouncementsAreKnownOnceTheyAreLearned) {
  multiplayer::TaughtPath path;
  path.id = 7;
  path.path = "Main/New";
  EXPECT_EQ(builder.taught(route, path).known, nullptr);
  game.memory().teach_path(game.server_to_red(), 7, "Main/New", no_methods, frame);
  const Path taught = builder.taught(route, path);
  ASSERT_NE(taught.known, nullptr);
  EXPECT_STREQ(taught.text, "Main/New");
  EXPECT_STREQ(taught.node.rpc_md5, no_methods);
}

TEST_F(Accounts, SpawnedNodesHaveTheirSceneAndWhatIsAbove) {
  multiplayer::Spawn spawn;
  spawn.spawner = 2;
  spawn.net_id = 60;
  spawn.scene_id = 6;
  spawn.name = "Enemy4";
  const Spawned& spawned = builder.spawn(route, spawn, false);
  EXPECT_STREQ(spawned.text, "Main/World/Enemy4") << "as the path of another one of the spawner's shows";
  EXPECT_STREQ(spawned.spawner_text, "Main/Spawner");
  EXPECT_STREQ(spawned.scene.text, "res://enemy.tscn");
  static_cast<void>(builder.spawn(route, spawn, false));
  EXPECT_EQ(project.asked, 1U);
  static_cast<void>(builder.spawn(route, spawn, true));
  EXPECT_EQ(project.asked, 2U) << "what was learned since may tell more";

  Builder by_function(game.memory(), frame, host(memories));
  spawn.scene_id = multiplayer::Spawn::by_function;
  EXPECT_FALSE(by_function.spawn(route, spawn, false).scene);
  Builder nowhere(game.memory(), frame, host(memories));
  spawn.spawner = 99;
  EXPECT_STREQ(nowhere.spawn(route, spawn, false).text, "\u2026/Enemy4");
}

TEST_F(Accounts, DespawnsHaveTheNodeThatWasSpawned) {
  multiplayer::Despawn despawn;
  despawn.net_id = 40;
  const Spawned& gone = builder.despawn(route, despawn);
  ASSERT_NE(gone.known, nullptr);
  EXPECT_STREQ(gone.text, "Main/World/Enemy3");
  EXPECT_STREQ(gone.scene.text, "res://enemy.tscn");
  Builder other(game.memory(), frame, host(memories));
  despawn.net_id = 41;
  EXPECT_EQ(other.despawn(route, despawn).known, nullptr);
  EXPECT_STREQ(other.despawn(route, despawn).text, "#41");
}

TEST_F(Accounts, SynchronizersAreFoundAgainInTheOrderOfTheMessage) {
  Synchronized* first_walk[3] = {};
  for (int walk = 0; walk != 2; ++walk) {
    builder.begin_walk();
    Synchronized* found[] = {&builder.synchronizer(route, object(4, true)), nullptr, nullptr};
    EXPECT_TRUE(builder.halves(object(4, true)).known);
    found[1] = &builder.synchronizer(route, object(41, false));
    EXPECT_TRUE(builder.halves(object(41, false)).known);
    found[2] = &builder.synchronizer(route, object(77, false));
    if (walk == 0) std::copy(std::begin(found), std::end(found), std::begin(first_walk));
    for (int i = 0; i != 3; ++i) EXPECT_EQ(found[i], first_walk[i]);
  }
  EXPECT_EQ(project.asked, 2U) << "each once";
  EXPECT_STREQ(builder.text_of(*first_walk[0]), "Main/Clock/Sync");
  EXPECT_STREQ(builder.text_of(*first_walk[1]), "Main/World/Enemy3");
  EXPECT_STREQ(builder.text_of(*first_walk[2]), "#77");
  EXPECT_EQ(first_walk[1]->names.position, 1U);
  EXPECT_FALSE(first_walk[2]->known());
  // Somebody else's.
  Route other = route;
  other.source = game.to_red.godot->peers.speaker(green);
  builder.begin_walk();
  EXPECT_FALSE(builder.synchronizer(other, object(4, true)).known());
}

TEST_F(Accounts, ShowOnlySoManyBytesOfLongPaths) {
  const std::string name(Memory::most_text, 'x');
  game.memory().teach_path(game.server_to_red(), 8, name, no_methods, 20);
  constexpr std::size_t shown = (std::size_t{1} << 16) / Memory::most_text - 1;
  std::size_t whole = 0;
  for (std::size_t i = 0; i != 3 * shown; ++i)
    whole += builder.text_of(builder.synchronizer(route, object(8, true))) == name ? 1 : 0;
  EXPECT_EQ(whole, shown);
}

}  // namespace
}  // namespace godot::account
