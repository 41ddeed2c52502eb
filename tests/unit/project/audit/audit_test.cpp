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

  /// Level, kind, place and text of each, one after another.
  std::string whole() {
    std::string text;
    for (const Finding& each : audit().findings) {
      constexpr const char* levels[] = {"fault", "risk", "cost"};
      text += (text.empty() ? "" : "\n") + std::string(levels[static_cast<std::size_t>(each.level)]) + " " + each.kind;
      text += " " + each.place + ": " + each.text;
    }
    return text;
  }

  Folder folder_;
};

/// Types whose values have so many bytes, as properties of a script and of a configuration.
struct Properties {
  std::string script = "extends Node2D\n";
  std::string configuration;
  int count = 0;

  void add(const char* type, int mode = 1) {
    const std::string name = "p" + std::to_string(count);
    script += "var " + name + ": " + type + "\n";
    configuration += property(count++, name, mode);
  }
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

/// A number of bits, a text and a name change seldom; numbers and vectors may change with each state.
TEST_F(Audited, WhatIsSentAlwaysAndSeldomChanges) {
  const auto cost = [&](const char* type, int mode = 1) {
    Properties all;
    all.add(type, mode);
    write("thing.gd", all.script);
    write("thing.tscn", scene(all.configuration));
    return whole();
  };
  const std::string place = "cost always res://thing.tscn Thing/Sync: p0: sent with every state, at least ";
  const std::string end = " bytes, also while unchanged; On Change sends such values only when they change";
  EXPECT_EQ(cost("String"), place + "8" + end);
  EXPECT_EQ(cost("StringName"), place + "8" + end);
  EXPECT_EQ(cost("bool"), place + "1" + end);
  for (const char* type : {"int", "float", "Vector2", "NodePath", "Array"}) EXPECT_EQ(cost(type), "") << type;
  EXPECT_EQ(cost("String", 2), "") << "on change";
  EXPECT_EQ(cost("String", 0), "") << "never";
  Properties two;
  two.add("String");
  two.add("int");
  two.add("bool");
  write("thing.gd", two.script);
  write("thing.tscn", scene(two.configuration));
  EXPECT_EQ(whole(), "cost always res://thing.tscn Thing/Sync: p0, p2: sent with every state, at least 9" + end);
}

/// The engine sends no state that is larger than the limit; ENet divides one that does not fit into a datagram.
TEST_F(Audited, TheBordersOfASize) {
  const auto large = [&](int limit, std::initializer_list<const char*> types) {
    Properties all;
    for (const char* type : types) all.add(type);
    write("thing.gd", all.script);
    write("thing.tscn", scene(all.configuration));
    write("main.gd", "extends Node\nfunc f():\n\tmultiplayer.max_sync_packet_size = " + std::to_string(limit) + "\n");
    return whole();
  };
  const std::string place = "large_state res://thing.tscn Thing/Sync: a state has ";
  const std::string end = ", and larger states are not sent";
  EXPECT_EQ(large(12, {"Vector2"}), "");
  EXPECT_EQ(large(11, {"Vector2"}), "fault " + place + "at least 12 bytes; max_sync_packet_size is 11" + end);
  EXPECT_EQ(large(9, {"int"}), "");
  EXPECT_EQ(large(8, {"int"}), "risk " + place + "up to 9 bytes; max_sync_packet_size is 8" + end);
  EXPECT_EQ(large(2, {"int"}), "risk " + place + "up to 9 bytes; max_sync_packet_size is 2" + end);
  EXPECT_EQ(large(1, {"int"}), "fault " + place + "at least 2 bytes; max_sync_packet_size is 1" + end);
  EXPECT_EQ(large(11, {"float"}), "risk " + place + "up to 12 bytes; max_sync_packet_size is 11" + end);
  EXPECT_EQ(large(12, {"float"}), "");
  EXPECT_EQ(large(20, {"float", "float"}), "risk " + place + "up to 24 bytes; max_sync_packet_size is 20" + end);
  EXPECT_EQ(large(3, {"Array"}), "") << "nothing bounds it";
  EXPECT_EQ(large(7, {"PackedByteArray"}), "fault " + place + "at least 8 bytes; max_sync_packet_size is 7" + end);
  EXPECT_EQ(large(8, {"PackedByteArray"}), "");
}

/// 1364 bytes fit into a datagram, 11 of them headers.
TEST_F(Audited, StatesThatAreLargerThanADatagram) {
  const auto state = [&](std::initializer_list<const char*> more) {
    Properties all;
    for (int i = 0; i != 19; ++i) all.add("Projection");  // 68 bytes each
    for (int i = 0; i != 5; ++i) all.add("Vector2");      // 12 bytes each
    for (const char* type : more) all.add(type);
    write("thing.gd", all.script);
    write("thing.tscn", scene(all.configuration));
    return whole();
  };
  const std::string place = "res://thing.tscn Thing/Sync: a state has at least ";
  EXPECT_EQ(state({}),
            "fault large_state " + place + "1352 bytes; max_sync_packet_size is 1350, and larger states are not sent");
  const std::string limit = "extends Node\nfunc f():\n\tmultiplayer.max_sync_packet_size = 5000\n";
  write("main.gd", limit);
  EXPECT_EQ(state({}), "");
  EXPECT_EQ(state({"Array"}), "") << "1353 bytes";
  EXPECT_EQ(state({"int"}),
            "risk fragmented_state " + place +
                "1354 bytes: ENet divides it among several datagrams, and one lost datagram loses the state");
  // A limit that scripts set in several ways is not known.
  write("main.gd", limit + "func g():\n\tmultiplayer.max_sync_packet_size = 6000\n");
  EXPECT_EQ(findings(), "");
}

TEST_F(Audited, ConfigurationsOfSeveralSynchronizers) {
  const auto write_two = [&](const std::string& second) {
    write("thing.tscn", "[gd_scene format=3]\n[sub_resource type=\"SceneReplicationConfig\" id=\"c\"]\n" +
                            property(0, "position", 1) + "[sub_resource type=\"SceneReplicationConfig\" id=\"d\"]\n" +
                            property(0, "position", 1) +
                            "[node name=\"Thing\" type=\"Node2D\"]\n"
                            "[node name=\"A\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n"
                            "replication_config = SubResource(\"c\")\n"
                            "[node name=\"B\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n"
                            "replication_config = SubResource(\"" +
                            second + "\")\n");
    return whole();
  };
  EXPECT_EQ(write_two("d"), "");
  write("shared.tres",
        "[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\n" + property(0, "position", 1));
  for (const char* name : {"a", "b", "c"})
    write(name + std::string(".tscn"),
          "[gd_scene format=3]\n[ext_resource type=\"Resource\" path=\"res://shared.tres\" id=\"1\"]\n"
          "[node name=\"Root\" type=\"Node2D\"]\n[node name=\"S\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n"
          "replication_config = ExtResource(\"1\")\n");
  EXPECT_EQ(whole(),
            "risk shared_config res://a.tscn Root/S: its SceneReplicationConfig is also that of res://b.tscn Root/S, "
            "res://c.tscn Root/S: what is changed in one is changed in all");
}

/// Rows of an instance are those of its own scene.
TEST_F(Audited, InstancesHaveNoRowsOfTheirOwn) {
  write("thing.gd", "extends Node2D\n");
  write("thing.tscn", scene(property(0, "position", 1)));
  write("main.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://thing.tscn\" id=\"1\"]\n"
        "[node name=\"Main\" type=\"Node2D\"]\n[node name=\"One\" parent=\".\" instance=ExtResource(\"1\")]\n");
  const Audit found = audit();
  ASSERT_EQ(found.synchronizers.size(), 1U);
  EXPECT_EQ(found.synchronizers[0].scene + " " + found.synchronizers[0].node, "res://thing.tscn Thing/Sync");
  EXPECT_FALSE(found.is_cut);
}

TEST_F(Audited, WhatASpawnedSceneLacks) {
  const auto spawned = [&](const std::string& nodes, const char* script = "extends Node2D\n") {
    write("thing.gd", script);
    write("thing.tscn",
          "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://thing.gd\" id=\"1\"]\n"
          "[ext_resource type=\"PackedScene\" path=\"res://gone.tscn\" id=\"2\"]\n[node name=\"Thing\" "
          "type=\"Node2D\"]\nscript = ExtResource(\"1\")\n" +
              nodes);
    return findings();
  };
  write_main("extends Node2D\n");
  const std::string lacks = "no_synchronizer res://thing.tscn";
  EXPECT_EQ(spawned(""), lacks);
  EXPECT_EQ(
      whole(),
      "risk no_synchronizer res://thing.tscn: res://main.tscn Main/Spawner spawns it, and it has no "
      "MultiplayerSynchronizer: its nodes appear at other peers with the scene's own values, and nothing of them is "
      "synchronized");
  EXPECT_EQ(spawned("[node name=\"S\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n"), "");
  EXPECT_EQ(spawned("[node name=\"S\" parent=\".\" instance=ExtResource(\"2\")]\n"), "") << "what it is is not known";
  EXPECT_EQ(spawned("", "extends Node2D\nfunc f(): add_child(MultiplayerSynchronizer.new())\n"), "");
  EXPECT_EQ(spawned("", "extends Node2D\nfunc f(): pass\n"), lacks);
}

/// The parent of what is spawned is found from the spawner, over each part of the path.
TEST_F(Audited, WhereAuthorityIsGivenBeforeTheSpawn) {
  write("thing.gd", "extends Node2D\n");
  write("thing.tscn", scene(property(0, "position", 1)));
  const auto given = [&](const std::string& way, const std::string& parent) {
    write("main.gd",
          "extends Node2D\nfunc go(id):\n\tvar thing = preload(\"res://thing.tscn\").instantiate()\n"
          "\tthing.set_multiplayer_authority(id)\n\t" +
              parent + "add_child(thing)\n");
    write(
        "main.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"
        "[node name=\"Main\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n"
        "[node name=\"Things\" type=\"Node2D\" parent=\".\"]\n[node name=\"Below\" type=\"Node2D\" parent=\"Things\"]\n"
        "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\nspawn_path = NodePath(\"" +
            way + "\")\n_spawnable_scenes = PackedStringArray(\"res://gone.tscn\", \"res://thing.tscn\")\n");
    return findings();
  };
  const std::string found = "authority_before_spawn res://main.gd:4";
  EXPECT_EQ(given("../Things", "$Things."), found);
  EXPECT_EQ(given("../Things/Below", "$Things/Below."), found);
  EXPECT_EQ(given("./../Things/./Below", "$Things/Below."), found);
  EXPECT_EQ(given("..", ""), found);
  EXPECT_EQ(given("..", "self."), found);
  EXPECT_EQ(given("..", "$Things."), "") << "another parent";
  EXPECT_EQ(given("../Things", ""), "") << "another parent";
  EXPECT_EQ(given("../Gone", "$Gone."), "") << "no such node";
  EXPECT_EQ(given("../../..", ""), "") << "no such node";
  EXPECT_EQ(given("", ""), "") << "it spawns nothing";
  EXPECT_EQ(given(".", "$Spawner."), found);
  given("..", "");
  EXPECT_EQ(
      whole(),
      "risk authority_before_spawn res://main.gd:4: res://thing.tscn gets its authority before add_child(), at this "
      "peer alone: a spawn does not tell it, and leaves out the synchronizers that it changes: call "
      "set_multiplayer_authority() in _enter_tree() of the scene");
}

TEST_F(Audited, AuthorityInReady) {
  write_main("extends Node2D\n");
  write("thing.gd", "extends Node2D\nfunc _ready(): set_multiplayer_authority(7)\n");
  write("thing.tscn", scene(property(0, "position", 1)));
  EXPECT_EQ(
      whole(),
      "risk authority_in_ready res://thing.tscn: res://thing.gd calls set_multiplayer_authority() in _ready(), when "
      "the spawn has counted the scene's synchronizers already: call it in _enter_tree()");
}

TEST_F(Audited, ChannelsAndTheirNumber) {
  const auto channels = [&](const std::string& made, const std::string& more = "") {
    write("thing.gd",
          "extends Node\n@rpc(\"any_peer\", \"reliable\", 2) func two(): pass\n@rpc(\"reliable\", 3) func "
          "three(): pass\n@rpc func none(): pass\nfunc set(): rpc_config(\"four\", {\"rpc_mode\": 1, "
          "\"channel\": 4})\nfunc f():\n\t" +
              made + "\n");
    write("zoo.gd", "extends Node\nfunc f():\n\t" + (more.empty() ? "pass" : more) + "\n");
    return whole();
  };
  const auto row = [](const char* method, int channel, const std::string& where) {
    return "fault channel_count res://thing.gd " + std::string(method) + "(): is sent on channel " +
           std::to_string(channel) + "; " + where;
  };
  EXPECT_EQ(channels("p.create_server(1, 2, 4)"), "");
  EXPECT_EQ(channels("pass"), "") << "as many as the engine has";
  EXPECT_EQ(channels("p.create_server(1, 2, 3)"), row("four", 4, "res://thing.gd:7 makes connections with 3 channels"));
  EXPECT_EQ(channels("p.create_server(1, 2, 2)"),
            row("three", 3, "res://thing.gd:7 makes connections with 2 channels") + "\n" +
                row("four", 4, "res://thing.gd:7 makes connections with 2 channels"));
  EXPECT_EQ(channels("p.create_server(1, 2, 1)").substr(0, row("two", 2, "").size() + 49),
            row("two", 2, "res://thing.gd:7 makes connections with 1 channel"));
  // The least of all scripts counts, and the first of several.
  EXPECT_EQ(channels("p.create_server(1, 2, 4)", "p.create_client(a, 1, 3)"),
            row("four", 4, "res://zoo.gd:3 makes connections with 3 channels"));
  EXPECT_EQ(channels("p.create_server(1, 2, 3)", "p.create_client(a, 1, 4)"),
            row("four", 4, "res://thing.gd:7 makes connections with 3 channels"));
  EXPECT_EQ(channels("p.create_server(1, 2, 3)", "p.create_client(a, 1, 3)"),
            row("four", 4, "res://thing.gd:7 makes connections with 3 channels"));
}

/// Of annotations, of rpc_config(), and of C#.
TEST_F(Audited, EachMethodThatAnyPeerMayCall) {
  write("thing.gd",
        "extends Node\n@rpc(\"any_peer\") func hit(): x = 1\n@rpc(\"authority\") func own(): pass\nfunc plain(): pass\n"
        "func later():\n\ty()\nfunc _ready():\n\trpc_config(\"later\", {\"rpc_mode\": 1})\n"
        "\trpc_config(\"gone\", {\"rpc_mode\": MultiplayerAPI.RPC_MODE_ANY_PEER})\n\trpc_config(\"plain\", "
        "{\"rpc_mode\": 2})\n"
        "class Inner:\n\t@rpc(\"any_peer\") func deep(): z()\n");
  write("Other.cs",
        "class Other : Node {\n[Rpc(MultiplayerApi.RpcMode.AnyPeer)]\nvoid Go() { W = 1; } [Rpc] void No() { } }\n");
  std::string text;
  for (const OpenMethod& each : audit().open_methods) {
    text += each.script + ":" + std::to_string(each.line) + " " + each.name + " [" + each.mode + "]";
    if (each.has_body) text += " body";
    for (const std::string& one : each.body.assigned) text += " " + one + "=";
    for (const std::string& one : each.body.called) text += " " + one + "()";
    text += "\n";
  }
  EXPECT_EQ(text,
            "res://Other.cs:3 Go [MultiplayerApi.RpcMode.AnyPeer] body W=\n"
            "res://thing.gd:2 hit [\"any_peer\"] body x=\n"
            "res://thing.gd:5 later [{\"rpc_mode\":1}] body y()\n"
            "res://thing.gd:0 gone [{\"rpc_mode\":MultiplayerAPI.RPC_MODE_ANY_PEER}]\n"
            "res://thing.gd::Inner:12 deep [\"any_peer\"] body z()\n");
}

TEST_F(Audited, FindingsAreSortedByTheirLevel) {
  Properties all;
  for (int i = 0; i != 65; ++i) all.add("int", 2);
  all.add("String");
  write("thing.gd", all.script);
  write("thing.tscn", scene(all.configuration));
  write("other.tscn", "[gd_scene format=3]\n[node name=\"Other\" type=\"Node2D\"]\n");
  write("a.tscn",
        "[gd_scene format=3]\n[node name=\"A\" type=\"Node2D\"]\n[node name=\"S\" type=\"MultiplayerSpawner\" "
        "parent=\".\"]\n"
        "spawn_path = NodePath(\"..\")\n_spawnable_scenes = PackedStringArray(\"res://other.tscn\")\n");
  EXPECT_EQ(findings(),
            "many_on_change res://thing.tscn Thing/Sync; no_synchronizer res://other.tscn; always res://thing.tscn "
            "Thing/Sync");
}

/// Bodies cost the length of their script each; beyond the limit they are not read, and the audit says so.
TEST_F(Audited, BodiesAreReadWithinTheLimit) {
  const std::string comment = "#" + std::string(1U << 20, 'x') + "\n";
  for (const std::size_t methods : {20U, 40U}) {
    std::string script = "extends Node\n" + comment;
    for (std::size_t i = 0; i != methods; ++i)
      script += "@rpc(\"any_peer\") func m" + std::to_string(i) + "(): x = 1\n";
    write("thing.gd", script);
    const Audit found = audit();
    ASSERT_EQ(found.open_methods.size(), methods);
    EXPECT_TRUE(found.open_methods.front().has_body);
    EXPECT_EQ(found.open_methods.back().has_body, methods == 20);
    EXPECT_EQ(found.is_cut, methods != 20);
  }
}

TEST_F(Audited, NamesOfMethodsThatDifferAreBounded) {
  Folder other;
  other.write("project.godot", "config_version=5\n");
  other.write("thing.gd", "extends Node\n@rpc func z(): pass\n");
  other.write("only.gd", "extends Node\n@rpc func z(): pass\n");
  const auto differ = [&](int methods) {
    std::string script = "extends Node\n@rpc func z(): pass\n";
    for (int i = 0; i != methods; ++i) script += "@rpc func m" + std::to_string(i) + "(): pass\n";
    write("thing.gd", script);
    Project mine(folder_.path());
    Project theirs(other.path());
    mine.refresh();
    theirs.refresh();
    Project* both[] = {&mine, &theirs};
    const std::vector<Finding> found = godot::analysis::project::audit(both).findings;
    const std::string text = found.empty() ? "" : found.front().text;
    return found.size() == 1 ? text.substr(text.find(';')) : text;
  };
  const std::string end = ": calls to its nodes fail, or reach another method";
  EXPECT_EQ(differ(0), "");
  EXPECT_EQ(differ(1), "; the first alone has m0" + end);
  EXPECT_EQ(differ(8), "; the first alone has m0, m1, m2, m3, m4, m5, m6, m7" + end);
  EXPECT_EQ(differ(9), "; the first alone has m0, m1, m2, m3, m4, m5, m6, m7, \u2026" + end);
}
