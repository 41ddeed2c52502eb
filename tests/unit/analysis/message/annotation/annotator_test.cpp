// SPDX-License-Identifier: MIT
// What is said of peers, paths, spawns and bytes of the game's own. The messages are made here, not by an engine.
#include <gtest/gtest.h>

#include <array>

#include "codec/multiplayer/fields.h"
#include "tests/unit/analysis/message/annotation/annotated.h"

namespace godot::analysis::annotation {
namespace {

using account::green;
using account::red;
using multiplayer::CommandType;
using multiplayer::SystemCommand;

using Messages = Annotated;

TEST_F(Messages, HaveTheirSenderAndReceiver) {
  game.state.peer_names.add(game.to_red.godot->peers, red, "Rosa", 10);
  begin(CommandType::raw);
  EXPECT_TRUE(shown.has("peer_source 1 @0+0  (server)"));
  EXPECT_TRUE(shown.has("peer_target 1001 @0+0  (Rosa)"));
  EXPECT_TRUE(shown.has("below: peer_name Rosa @0+0"));
  EXPECT_TRUE(shown.has("transfer_mode 2 @0+0"));
  EXPECT_STREQ(annotator->summary().way, "\u2192 Rosa");
  shown.names_peers = false;
  begin(CommandType::raw);
  EXPECT_TRUE(shown.has("peer_target 1001 @0+0")) << "nobody sees the name";
}

TEST_F(Messages, ARelayNamesTheHopAndItsContent) {
  begin(CommandType::system);
  EXPECT_FALSE(shown.has_any("peer_")) << "it may be a relay";
  sinks->system({.command = SystemCommand::relay, .peer = green});
  EXPECT_TRUE(shown.has("hop_source 1 @0+0  (server)"));
  EXPECT_TRUE(shown.has("hop_target 1001 @0+0"));
  const multiplayer::Command inner = {.type = CommandType::remote_call, .relayed = true, .begin = 5, .end = 60};
  sinks->command(inner);
  EXPECT_TRUE(shown.has("peer_source 1002 @0+0"));
  sinks->node(by_path("Main"));
  sinks->end(inner, true);
  end();
  EXPECT_TRUE(shown.has("label +: relay 1002 \u2192 1001  Main"));
}

TEST_F(Messages, OfTheServerAboutPeers) {
  begin(CommandType::system);
  sinks->system({.command = SystemCommand::add_peer, .peer = green});
  EXPECT_EQ(end(), "add peer 1002");
  begin(CommandType::system);
  sinks->system({.command = SystemCommand::delete_peer, .peer = green});
  EXPECT_EQ(end(), "remove peer 1002");
  begin(CommandType::system);
  sinks->system({.command = SystemCommand::authenticate});
  EXPECT_EQ(end(), "authentication complete");
  using Kind = multiplayer::PeerChange::Kind;
  begin(CommandType::none);
  sinks->peer({.kind = Kind::removed, .peer = green});
  EXPECT_STREQ(annotator->summary().text, "remove peer 1002");
  sinks->peer({.kind = Kind::assigned, .peer = red});
  EXPECT_STREQ(annotator->summary().text, "assign id 1001");
}

TEST_F(Messages, AnAnnouncedPathHasItsConfirmation) {
  begin(CommandType::simplify_path);
  sinks->announced({.id = 3, .path = "Main/World/Enemy3", .path_begin = 6, .path_length = 18});
  EXPECT_EQ(end(), "path #3 is Main/World/Enemy3");
  EXPECT_FALSE(shown.has_any("path_confirmed_in")) << "nobody has";
}

TEST_F(Messages, AConfirmationHasItsAnnouncement) {
  begin(CommandType::confirm_path, End::first);
  sinks->confirmed({.by_id = true, .id = 4, .begin = 2, .length = 4});
  EXPECT_TRUE(shown.has("path_name Main/Clock/Sync @2+4"));
  EXPECT_TRUE(shown.has("path_announced_in 13 @2+4"));
  EXPECT_EQ(end(), "confirm Main/Clock/Sync");
  begin(CommandType::confirm_path, End::first);
  sinks->confirmed({.by_id = true, .id = 9, .methods_match = false});
  EXPECT_TRUE(shown.has("remark godot.path.unknown"));
  EXPECT_EQ(end(), "confirm #9, whose methods differ");
}

// --- Spawns ---------------------------------------------------------------------------------------------------------

class Spawns : public Annotated {
 protected:
  void spawn(std::uint8_t scene, std::uint32_t synchronizers = 0, std::uint32_t net_id = 50) {
    begin(CommandType::spawn);
    static constexpr std::array<std::uint8_t, 16> ids = {};
    sinks->spawn({.scene_id = scene,
                  .spawner = 2,
                  .net_id = net_id,
                  .sync_count = synchronizers,
                  .sync_id_bytes = ids.data(),
                  .name = "Enemy5",
                  .spawner_begin = 2,
                  .name_begin = 20,
                  .name_length = 6});
  }
};

TEST_F(Spawns, HaveTheirSpawnerAndTheirScene) {
  spawn(6);
  EXPECT_TRUE(shown.has("spawner_path Main/Spawner @2+4"));
  EXPECT_TRUE(shown.has("learned_in 5 @2+4"));
  EXPECT_TRUE(shown.has("names_scene res://enemy.tscn @2+0"));
  EXPECT_TRUE(std::string(end()).ends_with("Enemy5 (res://enemy.tscn)"));
  spawn(multiplayer::Spawn::by_function);
  EXPECT_TRUE(std::string(end()).ends_with("Enemy5 (function)"));
  EXPECT_FALSE(shown.has_any("names_scene"));
}

TEST_F(Spawns, AnUnknownSpawnerIsRemarked) {
  begin(CommandType::spawn);
  sinks->spawn({.scene_id = 6, .spawner = 99, .net_id = 50, .name = "Enemy5"});
  EXPECT_TRUE(shown.has("remark godot.path.unknown"));
  EXPECT_FALSE(shown.has_any("spawner_path"));
}

TEST_F(Spawns, AStateHasTheNamesOfItsProperties) {
  project.property_count = 2;
  spawn(6, 1);
  value(field::godot_spawn_value, 0, "1");
  value(field::godot_spawn_value, 1, "2");
  sinks->spawn_state({.values = 2});
  end();
  EXPECT_TRUE(shown.has("sync_property position @20+4 in a value"));
  EXPECT_TRUE(shown.has("value rotation: 2"));
}

TEST_F(Spawns, AStateOfAnotherSizeIsNotNamed) {
  project.property_count = 2;
  spawn(6, 1);
  value(field::godot_spawn_value, 0, "1");
  sinks->spawn_state({.values = 1});
  end();
  EXPECT_TRUE(
      shown.has("remark godot.names.properties_differ: 1 value, but the synchronizers have 2 properties that are sent "
                "with a spawn"));
  EXPECT_FALSE(shown.has_any("sync_property"));
}

/// Calls of the node before its spawn, and after its despawn: where there is a tree, and once.
TEST_F(Spawns, HaveTheCallsThatMissedTheNode) {
  using Lines = std::vector<std::string>;
  Memory& memory = game.memory();
  const Speaker server = game.server_to_red();
  const auto call = [&](std::string_view path, std::uint32_t in) {
    memory.nodes.add_call(server, game.reds(), {.path = path, .known = memory.paths.find(server, path, in)}, in);
  };
  memory.paths.add(server, {7, "Main/World/Enemy5", account::no_methods, 30});
  for (const std::uint32_t in : {30U, 31U}) call("Main/World/Enemy5", in);
  memory.nodes.spawn(server,
                     {.frame = frame, .name = nullptr, .net_id = 50, .spawner = 2, .scene = 6, .time = 10 * second},
                     "Enemy5", "Main/World");
  const Lines early = {"spawn_missed 2 @0+0", "spawn_missed_in 30 @0+0", "spawn_missed_in 31 @0+0"};
  spawn(6);
  EXPECT_EQ(shown.all("spawn_missed"), early);

  memory.nodes.despawn(server, 40, frame);
  call("Main/World/Enemy3", 60);
  const auto despawn = [&] {
    begin(CommandType::despawn);
    sinks->despawn({.net_id = 40, .begin = 2, .length = 4});
  };
  const Lines late = {"despawn_missed 1 @0+0", "despawn_missed_in 60 @0+0"};
  despawn();
  EXPECT_EQ(shown.all("despawn_missed"), late);

  message.repeated = true;
  spawn(6);
  EXPECT_EQ(shown.all("spawn_missed"), Lines{});
  despawn();
  EXPECT_EQ(shown.all("despawn_missed"), Lines{});
  message.repeated = false;
  shown.has_tree = false;
  spawn(6);
  EXPECT_EQ(shown.all("spawn_missed"), Lines{});
}

TEST_F(Spawns, ADespawnHasItsSpawn) {
  begin(CommandType::despawn);
  sinks->despawn({.net_id = 40, .begin = 2, .length = 4});
  EXPECT_TRUE(shown.has("spawned_in 10 @2+4"));
  EXPECT_TRUE(std::string(end()).ends_with("Enemy3"));
  begin(CommandType::despawn);
  sinks->despawn({.net_id = 77});
  EXPECT_TRUE(shown.has("remark godot.spawn.unknown"));
  EXPECT_EQ(end(), "despawn #77");
}

// --- Bytes of the game's own ----------------------------------------------------------------------------------------

class Bytes : public Annotated {
 protected:
  bool raw(std::span<const std::uint8_t> captured, Offset length, Field field = field::godot_raw_data) {
    begin(CommandType::raw);
    return sinks->bytes({.field = field, .captured = captured, .begin = 1, .length = length});
  }
  static constexpr std::array<std::uint8_t, 8> five = {2, 0, 0, 0, 5, 0, 0, 0};  ///< int 5
  static constexpr std::array<std::uint8_t, 5> no_value = {0xFF, 1, 2, 3, 4};
};

TEST_F(Bytes, ThatAreAVariantAreShownAsOne) {
  EXPECT_TRUE(raw(five, five.size()));
  EXPECT_EQ(end(), "raw 5");
  EXPECT_FALSE(shown.has("remark godot.raw.opaque"));
}

TEST_F(Bytes, OfOtherFormatsAreOpaque) {
  EXPECT_FALSE(raw(no_value, no_value.size()));
  EXPECT_TRUE(shown.has("remark godot.raw.opaque"));
  EXPECT_EQ(end(), "raw 5 bytes");
  EXPECT_FALSE(raw(no_value, no_value.size(), field::godot_auth_data));
  EXPECT_FALSE(shown.has("remark godot.raw.opaque")) << "of raw messages only";
  EXPECT_EQ(end(), "authenticate 5 bytes");
}

TEST_F(Bytes, ThatWereCutAreNotJudged) {
  EXPECT_FALSE(raw(five, 12));
  EXPECT_FALSE(shown.has("remark godot.raw.opaque"));
  EXPECT_EQ(end(), "raw 12 bytes");
}

TEST_F(Bytes, OfALibraryAreItsOwn) {
  has_library = true;
  EXPECT_FALSE(raw(five, five.size()));
  EXPECT_FALSE(shown.has("remark godot.raw.opaque"));
}

TEST_F(Bytes, BecomeAFile) {
  exports = true;
  raw(no_value, no_value.size());
  EXPECT_TRUE(shown.has("found @1+5"));
  EXPECT_TRUE(shown.has("object of -.raw from server"));
}

}  // namespace
}  // namespace godot::analysis::annotation
