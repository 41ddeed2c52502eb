// SPDX-License-Identifier: MIT
// What the files of a project say before anything runs: each finding, and files that nearly have it.
#include "project/audit/audit.h"

#include <gtest/gtest.h>

#include "tests/unit/project/folder.h"

using namespace godot::analysis::project;
using godot::test::Folder;

namespace {

std::string property(int at, const std::string& name, int mode) {
  const std::string key = "properties/" + std::to_string(at) + "/";
  return key + "path = NodePath(\".:" + name + "\")\n" + key + "spawn = true\n" + key +
         "replication_mode = " + std::to_string(mode) + "\n";
}

/// A node with a script and a synchronizer of its own configuration.
std::string scene(const std::string& configuration, const std::string& script = "thing.gd") {
  return "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" + script +
         "\" id=\"1\"]\n[sub_resource type=\"SceneReplicationConfig\" id=\"c\"]\n" + configuration +
         "[node name=\"Thing\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n"
         "[node name=\"Sync\" type=\"MultiplayerSynchronizer\" parent=\".\"]\nreplication_interval = 0.1\n"
         "replication_config = SubResource(\"c\")\n";
}

class Audited : public testing::Test {
 protected:
  void SetUp() override {
    write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
  }

  void write(const std::string& name, std::string_view text) const { folder_.write(name, text); }

  /// A spawner of thing.tscn below the node Things, and the script main.gd.
  void write_main(std::string_view script) const {
    write("main.gd", script);
    write("main.tscn",
          "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"
          "[node name=\"Main\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n"
          "[node name=\"Things\" type=\"Node2D\" parent=\".\"]\n"
          "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\nspawn_path = NodePath(\"../Things\")\n"
          "_spawnable_scenes = PackedStringArray(\"res://thing.tscn\")\n");
  }

  Audit audit() {
    Project project(folder_.path());
    project.refresh();
    Project* all[] = {&project};
    return godot::analysis::project::audit(all);
  }

  /// `kind place`, one after another.
  std::string findings() {
    std::string text;
    for (const Finding& each : audit().findings) text += (text.empty() ? "" : "; ") + (each.kind + (" " + each.place));
    return text;
  }

  Folder folder_;
};

}  // namespace

TEST_F(Audited, SizesOfStatesByTypesOfProperties) {
  write("thing.gd", "extends Node2D\nvar speed: Vector2\nvar alive: bool\nvar count: int\nvar title: String\n");
  write("thing.tscn", scene(property(0, "speed", 1) + property(1, "count", 1) + property(2, "title", 2)));
  const Audit found = audit();
  ASSERT_EQ(found.synchronizers.size(), 1U);
  const SynchronizerSize& size = found.synchronizers.front();
  EXPECT_EQ(size.node, "Thing/Sync");
  EXPECT_EQ(size.always, 2U);
  EXPECT_EQ(size.on_change, 1U);
  EXPECT_EQ(size.values.least, 12U + 2U);  // Vector2: a header and two floats; an int of a byte, with its own
  EXPECT_EQ(size.values.most, 12U + 9U);
  EXPECT_TRUE(size.values.is_bounded);
  EXPECT_DOUBLE_EQ(size.interval, 0.1);
  EXPECT_EQ(found.findings.size(), 0U);
}

TEST_F(Audited, MoreThan64PropertiesOnChange) {
  write("thing.gd", "extends Node2D\n");
  std::string properties;
  for (int i = 0; i < 64; ++i) properties += property(i, "p" + std::to_string(i), 2);
  write("thing.tscn", scene(properties));
  EXPECT_EQ(findings(), "");
  write("thing.tscn", scene(properties + property(64, "p64", 2)));
  EXPECT_EQ(findings(), "many_on_change res://thing.tscn Thing/Sync");
}

TEST_F(Audited, MoreThan255ScenesOfASpawner) {
  const auto write_spawner = [&](int scenes) {
    std::string list;
    for (int i = 0; i != scenes; ++i) list += (i == 0 ? "\"res://s" : ", \"res://s") + std::to_string(i) + ".tscn\"";
    write("main.tscn",
          "[gd_scene format=3]\n[node name=\"Main\" type=\"Node\"]\n"
          "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\nspawn_path = NodePath(\"..\")\n"
          "_spawnable_scenes = PackedStringArray(" +
              list + ")\n");
  };
  write_spawner(255);
  EXPECT_EQ(findings(), "");
  write_spawner(256);
  EXPECT_EQ(findings(), "many_scenes res://main.tscn Main/Spawner");
  EXPECT_EQ(audit().findings.front().level, Level::fault);
  EXPECT_EQ(audit().findings.front().text.find("s0.tscn"), std::string::npos);
  write_spawner(300);
  EXPECT_EQ(audit().findings.front().text,
            "lists 300 scenes, whose numbers have 8 bits: res://s255.tscn, number 255, is spawned nowhere, for "
            "res://s256.tscn, number 256, other peers make res://s0.tscn, and so on, without an error: give a second "
            "spawner the scenes from number 255 on, or use spawn()");
}

TEST_F(Audited, LargeStates) {
  std::string script = "extends Node2D\n";
  std::string properties;
  for (int i = 0; i < 20; ++i) {  // 68 bytes each
    script += "var p" + std::to_string(i) + ": Projection\n";
    properties += property(i, "p" + std::to_string(i), 1);
  }
  write("thing.gd", script);
  write("thing.tscn", scene(properties));
  EXPECT_EQ(findings(), "large_state res://thing.tscn Thing/Sync");
  write("main.gd", "extends Node\nfunc _ready():\n\tmultiplayer.max_sync_packet_size = 2000\n");
  EXPECT_EQ(findings(), "fragmented_state res://thing.tscn Thing/Sync");
}

TEST_F(Audited, AuthorityGivenBeforeTheSpawn) {
  constexpr const char* early =
      "extends Node2D\nfunc go(id):\n\tvar thing = preload(\"res://thing.tscn\").instantiate()\n"
      "\tthing.set_multiplayer_authority(id)\n\t$Things.add_child(thing)\n";
  write("thing.gd", "extends Node2D\n");
  write("thing.tscn", scene(property(0, "position", 1)));
  write_main(early);
  EXPECT_EQ(findings(), "authority_before_spawn res://main.gd:4");
  // Every peer runs it; or the scene does it itself, at each peer.
  write_main(std::string("extends Node2D\n@rpc ") + (early + 15));
  EXPECT_EQ(findings(), "");
  write_main(early);
  write("thing.gd", "extends Node2D\nfunc _enter_tree(): set_multiplayer_authority(name.to_int())\n");
  EXPECT_EQ(findings(), "");
  write("thing.gd", "extends Node2D\nfunc _ready(): set_multiplayer_authority(name.to_int())\n");
  EXPECT_EQ(findings(), "authority_in_ready res://thing.tscn");
  // It has nothing that is left out.
  write("thing.gd", "extends Node2D\n");
  write("thing.tscn", "[gd_scene format=3]\n[node name=\"Thing\" type=\"Node2D\"]\n");
  EXPECT_EQ(findings(), "no_synchronizer res://thing.tscn");
}

TEST_F(Audited, MethodsThatAnyPeerMayCall) {
  write("thing.gd",
        "extends Node2D\n@rpc(\"any_peer\", \"reliable\") func hit(n): health -= n\n@rpc func own(): x = 1\n"
        "@rpc(\"any_peer\") func ask():\n\tif multiplayer.get_remote_sender_id() == 1: die()\n");
  const Audit found = audit();
  ASSERT_EQ(found.open_methods.size(), 2U);
  EXPECT_EQ(found.open_methods[0].name, "hit");
  EXPECT_EQ(found.open_methods[0].line, 2U);
  EXPECT_EQ(found.open_methods[0].body.assigned, std::vector<std::string>{"health"});
  EXPECT_FALSE(found.open_methods[0].body.asks_sender);
  EXPECT_TRUE(found.open_methods[1].body.asks_sender);
}

TEST_F(Audited, ChannelsAboveTheirNumber) {
  write(
      "thing.gd",
      "extends Node\nfunc _ready():\n\tp.create_server(1, 2, 2)\n@rpc(\"any_peer\", \"reliable\", 3) func far(): pass\n"
      "@rpc(\"any_peer\", \"reliable\", 2) func near(): pass\n");
  EXPECT_EQ(findings(), "channel_count res://thing.gd far()");
}

TEST_F(Audited, MethodsOfTwoProjects) {
  write("thing.gd", "extends Node\n@rpc func a(): pass\n@rpc func b(): pass\n");
  Folder other;
  other.write("project.godot", "config_version=5\n");
  const auto compared = [&](const char* script) {
    other.write("thing.gd", script);
    Project mine(folder_.path());
    Project theirs(other.path());
    mine.refresh();
    theirs.refresh();
    Project* both[] = {&mine, &theirs};
    return godot::analysis::project::audit(both).findings;
  };
  EXPECT_EQ(compared("extends Node\n@rpc func b(): pass\n@rpc func a(): pass\n").size(), 0U)
      << "their order is no difference";
  const std::vector<Finding> found = compared("extends Node\n@rpc func a(): pass\n@rpc func c(): pass\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_STREQ(found.front().kind, "methods_differ");
  EXPECT_NE(found.front().text.find("the first alone has b; the second alone has c"), std::string::npos);
}
