// SPDX-License-Identifier: MIT
// A project's answers about channels, precision, values without a path, methods without a keyword, and lists that no
// script has. Scenes and scripts are written for these tests.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "project/answers/project_source.h"
#include "project/answers/spawned_scenes.h"
#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis;
using godot::analysis::names::Callers;
using godot::analysis::names::Certainty;
using godot::analysis::names::PropertyList;
using godot::test::checksum_of;

namespace {

/// A project whose main scene has one node with a script, and the additions in `more`.
struct Game {
  explicit Game(const std::string& script, const std::string& more = "", unsigned version = 5,
                const std::string& resources = "") {
    const std::string format = version == 5 ? "3" : "2";
    folder.write("project.godot",
                 "config_version=" + std::to_string(version) + "\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    const std::string id = version == 5 ? "\"1\"" : "1";
    folder.write("main.tscn", "[gd_scene format=" + format +
                                  "]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=" + id + "]\n" +
                                  resources + "[node name=\"Main\" type=\"Node2D\"]\nscript = ExtResource(" +
                                  (version == 5 ? id : " 1 ") + ")\n" + more);
    folder.write("main.gd", script);
    read();
  }
  void read() { source.refresh({folder.path().string()}); }

  godot::test::Folder folder;
  ProjectSource source;
};

/// Two projects with one spawner, whose lists differ.
struct TwoLists {
  TwoLists(const std::string& first, const std::string& second, const std::string& client_path = "..") {
    const std::string lists[] = {first, second};
    for (std::size_t i = 0; i != 2; ++i) {
      const std::string at = i == 0 ? "server/" : "client/";
      folder.write(at + "project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
      folder.write(at + "main.tscn",
                   "[gd_scene format=3]\n[node name=\"Main\" type=\"Node\"]\n[node name=\"Spawner\" "
                   "type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = PackedStringArray(" +
                       lists[i] + ")\nspawn_path = NodePath(\"" + (i == 0 ? ".." : client_path) + "\")\n");
      for (const char* scene : {"a.tscn", "b.tscn"})
        folder.write(at + scene, "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n");
    }
    source.refresh({(folder.path() / "server").string(), (folder.path() / "client").string()});
  }
  [[nodiscard]] names::OtherScenes ask(std::uint32_t scene, std::uint64_t senders, std::uint64_t receivers) const {
    return source.other_scenes({.spawner = "Main/Spawner", .scene = scene}, senders, receivers);
  }

  godot::test::Folder folder;
  ProjectSource source;
};

constexpr std::uint64_t first_project = 1;
constexpr std::uint64_t second_project = 2;
constexpr std::uint64_t any_project = ~std::uint64_t{0};

/// A synchronizer's configuration: names of properties that are always sent, with a `*` for half precision.
std::string config(const std::string& id, std::initializer_list<std::string> properties) {
  std::string text = "[sub_resource type=\"SceneReplicationConfig\" id=\"" + id + "\"]\n";
  int number = 0;
  for (std::string property : properties) {
    const bool half = property.ends_with('*');
    if (half) property.pop_back();
    const std::string prefix = "properties/" + std::to_string(number++) + "/";
    text += prefix + "path = NodePath(\".:" + property + "\")\n" + prefix + "spawn = true\n" + prefix +
            "replication_mode = 1\n";
    if (half) text += prefix + "precision = 1\n";
  }
  return text;
}

std::string synchronizer(const std::string& name, const std::string& id) {
  return "[node name=\"" + name +
         "\" type=\"MultiplayerSynchronizer\" parent=\".\"]\nreplication_config = SubResource(\"" + id + "\")\n";
}

}  // namespace

namespace {

/// Two projects with one synchronizer: what the script of its root declares, and the list.
struct TwoConfigurations {
  TwoConfigurations(const std::string& server_script, std::initializer_list<std::string> server_list,
                    const std::string& client_script, std::initializer_list<std::string> client_list) {
    write("server/", server_script, server_list);
    write("client/", client_script, client_list);
    source.refresh({(folder.path() / "server").string(), (folder.path() / "client").string()});
  }
  void write(const std::string& at, const std::string& script, std::initializer_list<std::string> list) {
    folder.write(at + "project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    folder.write(at + "main.gd", "extends Node\n" + script);
    folder.write(at + "main.tscn",
                 "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n" +
                     config("c", list) + "[node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n" +
                     synchronizer("Sync", "c"));
  }
  [[nodiscard]] std::string difference() const { return ask(first_project, second_project).text; }
  [[nodiscard]] bool is_same() const { return ask(first_project, second_project).text == nullptr; }
  [[nodiscard]] names::OtherProperties ask(std::uint64_t senders, std::uint64_t receivers,
                                           const char* path = "Main/Sync") const {
    return source.other_properties({.path = path}, names::PropertyList::always, senders, receivers);
  }

  godot::test::Folder folder;
  ProjectSource source;
};

}  // namespace

TEST(TwoProjects, WhoseSynchronizersHaveOtherProperties) {
  const char* both = "var hp: int\nvar heat: int\n";
  EXPECT_TRUE(TwoConfigurations(both, {"hp", "heat"}, both, {"hp", "heat"}).is_same());
  const TwoConfigurations types(both, {"hp", "heat"}, "var hp: String\nvar heat: int\n", {"hp", "heat"});
  EXPECT_EQ(types.difference(), "hp is int in server, String in client");
  EXPECT_TRUE(types.ask(first_project, second_project).is_certain);
  EXPECT_FALSE(types.ask(any_project, any_project).is_certain) << "both ends may run one of them";
  EXPECT_EQ(types.ask(first_project, first_project).text, nullptr);
  EXPECT_EQ(types.ask(any_project, any_project, "Main/Other").text, nullptr) << "no such synchronizer";
  EXPECT_EQ(TwoConfigurations(both, {"hp", "heat"}, both, {"heat", "hp"}).difference(),
            "Property 0 is hp in server, heat in client");
  EXPECT_EQ(TwoConfigurations(both, {"hp", "heat"}, both, {"hp"}).difference(),
            "The list has 2 in server, 1 in client");
  EXPECT_TRUE(TwoConfigurations(both, {"hp"}, "var hp: float\n", {"hp"}).is_same()) << "a float takes an int";
  EXPECT_FALSE(TwoConfigurations("var hp: float\n", {"hp"}, both, {"hp"}).is_same()) << "an int loses the fraction";
  EXPECT_TRUE(TwoConfigurations(both, {"hp"}, "var hp\n", {"hp"}).is_same()) << "it takes any type";
}

/// A synchronizer may be the topmost node of its scene.
TEST(TwoProjects, WhoseTopmostSynchronizersHaveOtherProperties) {
  godot::test::Folder folder;
  for (const std::string at : {"server/", "client/"}) {
    folder.write(at + "project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    folder.write(at + "main.tscn", "[gd_scene format=3]\n" + config("c", {at == "server/" ? "x" : "y"}) +
                                       "[node name=\"Sync\" type=\"MultiplayerSynchronizer\"]\nreplication_config = "
                                       "SubResource(\"c\")\n");
  }
  ProjectSource source;
  source.refresh({(folder.path() / "server").string(), (folder.path() / "client").string()});
  const names::OtherProperties found =
      source.other_properties({.path = "Sync"}, PropertyList::always, first_project, second_project);
  EXPECT_STREQ(found.text, "Property 0 is x in server, y in client");
  EXPECT_TRUE(found.is_certain);
}

/// The synchronizers of a spawned scene, which its number and their places tell.
TEST(TwoProjects, WhoseSpawnedSynchronizersHaveOtherProperties) {
  const auto differ = [](const names::Node& node, std::uint32_t position = 0, const std::string& clients_script = "") {
    godot::test::Folder folder;
    for (const std::string at : {"server/", "client/"}) {
      const bool is_server = at == "server/";
      folder.write(at + "project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
      folder.write(at + "main.gd", "extends Node\n" + (is_server ? "" : clients_script));
      folder.write(at + "main.tscn",
                   "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"
                   "[node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n[node name=\"Spawner\" "
                   "type=\"MultiplayerSpawner\" parent=\".\"]\nspawn_path = NodePath(\"..\")\n"
                   "_spawnable_scenes = PackedStringArray(\"res://a.tscn\", \"res://gone.tscn\")\n");
      folder.write(at + "a.tscn", "[gd_scene format=3]\n" + config("c", {"hp"}) + config("d", {is_server ? "x" : "y"}) +
                                      "[node name=\"A\" type=\"Node2D\"]\n" + synchronizer("One", "c") +
                                      synchronizer("Two", "d"));
    }
    ProjectSource source;
    source.refresh({(folder.path() / "server").string(), (folder.path() / "client").string()});
    const names::OtherProperties found = source.other_properties({.node = node, .position = position},
                                                                 PropertyList::always, first_project, second_project);
    return found.text != nullptr ? std::string(found.text) + (found.is_certain ? "" : "?") : std::string();
  };
  const std::string found = "Property 0 is x in server, y in client";
  EXPECT_EQ(differ({.spawner = "Main/Spawner", .scene = 0, .synchronizers = 2}, 1), found);
  EXPECT_EQ(differ({.spawner = "Main/Spawner", .scene = 0, .synchronizers = 2}, 0), "");
  EXPECT_EQ(differ({.spawner = "Main/Spawner", .scene = 0, .synchronizers = 2}, 2), "") << "no third one";
  EXPECT_EQ(differ({.spawner = "Main/Spawner", .scene = 0, .synchronizers = 1}, 0), "") << "which of them is not known";
  EXPECT_EQ(differ({.spawner = "Main/Spawner", .scene = 1, .synchronizers = 2}, 1), "") << "the file is not there";
  EXPECT_EQ(differ({.spawner = "Main/Spawner", .scene = 2, .synchronizers = 2}, 1), "");
  EXPECT_EQ(differ({.spawner = "Main/Spawner", .scene = names::Node::no_scene, .synchronizers = 2}, 1), "");
  EXPECT_EQ(differ({.spawner = "Main/Gone", .scene = 0, .synchronizers = 2}, 1), "");
  EXPECT_EQ(differ({.spawner = "World/Main/Spawner", .scene = 0, .synchronizers = 2}, 1), "") << "another place";
  EXPECT_EQ(differ({.scene = 0, .synchronizers = 2}, 1), "");
  EXPECT_EQ(
      differ({.spawner = "Main/Spawner", .scene = 0, .synchronizers = 2}, 1, "func f(): $S.add_spawnable_scene(s)\n"),
      "")
      << "the client's list may be another one";
}

TEST(TwoProjects, WithOneListAreNotSaidToDiffer) {
  const TwoLists same("\"res://a.tscn\", \"res://b.tscn\"", "\"res://a.tscn\", \"res://b.tscn\"");
  for (const std::uint32_t scene : {0U, 1U, 2U}) EXPECT_EQ(same.ask(scene, any_project, any_project).text, nullptr);
}

TEST(TwoProjects, WhoseListsAreSwapped) {
  const TwoLists swapped("\"res://a.tscn\", \"res://b.tscn\"", "\"res://b.tscn\", \"res://a.tscn\"");
  const names::OtherScenes known = swapped.ask(1, first_project, second_project);
  ASSERT_NE(known.text, nullptr);
  EXPECT_NE(std::string(known.text).find("res://b.tscn in "), std::string::npos);
  EXPECT_NE(std::string(known.text).find("server, res://a.tscn in "), std::string::npos);
  EXPECT_TRUE(known.is_certain);
  EXPECT_EQ(swapped.ask(1, first_project, first_project).text, nullptr) << "both ends run one of them";
  EXPECT_FALSE(swapped.ask(1, first_project, any_project).is_certain);
}

TEST(TwoProjects, OfWhichOneListsFewer) {
  const TwoLists fewer("\"res://a.tscn\", \"res://b.tscn\"", "\"res://a.tscn\"");
  EXPECT_EQ(fewer.ask(0, any_project, any_project).text, nullptr);
  const names::OtherScenes other = fewer.ask(1, any_project, any_project);
  ASSERT_NE(other.text, nullptr);
  EXPECT_NE(std::string(other.text).find("none in "), std::string::npos);
  EXPECT_FALSE(other.is_certain) << "the receiver may run the same as the sender";
  EXPECT_TRUE(fewer.ask(1, any_project, second_project).is_certain) << "the sender has a scene of this number";
  EXPECT_STREQ(fewer.source.scene("Main/Spawner", 1).text, "res://b.tscn");
}

/// A spawner in a scene that another one spawns: the node above it has the name of an instance.
TEST(TwoProjects, OfWhichTheSpawnerOfASpawnedSceneListsFewer) {
  TwoLists projects("\"res://ship.tscn\"", "\"res://ship.tscn\"");
  for (const std::string at : {"server/", "client/"}) {
    const std::string list =
        at == "server/" ? "_spawnable_scenes = PackedStringArray(\"res://a.tscn\")\n" : std::string();
    projects.folder.write(at + "ship.tscn",
                          "[gd_scene format=3]\n[node name=\"Ship\" type=\"Node\"]\n[node name=\"Crew\" "
                          "type=\"MultiplayerSpawner\" parent=\".\"]\n" +
                              list + "spawn_path = NodePath(\"..\")\n");
  }
  ProjectSource source;
  source.refresh({(projects.folder.path() / "server").string(), (projects.folder.path() / "client").string()});
  const names::OtherScenes other =
      source.other_scenes({.spawner = "Main/Ship0/Crew", .scene = 0}, first_project, second_project);
  ASSERT_NE(other.text, nullptr);
  EXPECT_NE(std::string(other.text).find("res://a.tscn in "), std::string::npos) << other.text;
  EXPECT_NE(std::string(other.text).find(", none in "), std::string::npos) << other.text;
  EXPECT_FALSE(other.is_certain) << "the path does not say which scene was spawned";
  EXPECT_EQ(source.other_scenes({.spawner = "Main/Ship0/Other", .scene = 0}, first_project, second_project).text,
            nullptr);
}

TEST(TwoProjects, WhoseSpawnersMakeNodesBelowOthers) {
  const std::string list = "\"res://a.tscn\", \"res://b.tscn\"";
  const TwoLists elsewhere(list, list, "../Actors");
  const names::OtherScenes known = elsewhere.ask(1, first_project, second_project);
  ASSERT_NE(known.text, nullptr);
  EXPECT_TRUE(known.is_place);
  EXPECT_TRUE(known.is_certain);
  EXPECT_NE(std::string(known.text).find("below .. in "), std::string::npos) << known.text;
  EXPECT_NE(std::string(known.text).find("below ../Actors in "), std::string::npos) << known.text;
  EXPECT_EQ(elsewhere.ask(1, second_project, second_project).text, nullptr) << "both ends run one of them";
  EXPECT_FALSE(elsewhere.ask(1, any_project, any_project).is_certain);
  EXPECT_FALSE(
      TwoLists("\"res://a.tscn\"", "\"res://b.tscn\"", "../Actors").ask(0, first_project, second_project).is_place)
      << "the scenes differ, too";
}

TEST(Source, TheHighestChannelOfAllScripts) {
  Game game(
      "@rpc(\"any_peer\", 2) func aim(): pass\n@rpc(\"reliable\", 7) func fire(): pass\n@rpc func stop(): pass\n");
  EXPECT_EQ(game.source.highest_channel().channel, 7);
  EXPECT_STREQ(game.source.highest_channel().method, "fire");
  EXPECT_STREQ(game.source.highest_channel().script, "res://main.gd");
  game.folder.write("main.gd", "@rpc func stop(): pass\nfunc channel_9(): pass\n");
  game.read();
  EXPECT_LE(game.source.highest_channel().channel, 0) << "none is declared for a channel";
}

/// A script gives its own node away, and with it those below.
TEST(Source, NodesThatAScriptGivesAway) {
  const std::string scene = "[node name=\"Gun\" type=\"Node\" parent=\".\"]\n";
  const Game own("func own(id): set_multiplayer_authority(id)\n", scene);
  EXPECT_TRUE(own.source.authority_is_given({.path = "Main"}));
  EXPECT_TRUE(own.source.authority_is_given({.path = "Main/Gun"}));
  EXPECT_TRUE(own.source.authority_is_given({.path = "Main/Gun/Made"}));
  EXPECT_FALSE(own.source.authority_is_given({.path = "Other"}));
  EXPECT_FALSE(own.source.authority_is_given({}));
  const Game below("func own(id): $Gun.set_multiplayer_authority(id)\n", scene);
  EXPECT_FALSE(below.source.authority_is_given({.path = "Main"}));
  const Game others("func own(id, node): node.set_multiplayer_authority(id)\n", scene);
  EXPECT_FALSE(others.source.authority_is_given({.path = "Main"})) << "which node is not known";
  Game derived("extends \"res://base.gd\"\n", scene);
  derived.folder.write("base.gd", "func own(id): set_multiplayer_authority(id)\n");
  derived.read();
  EXPECT_TRUE(derived.source.authority_is_given({.path = "Main"})) << "its base does";
}

TEST(Source, NodesBelowASpawnedNodeThatItsScriptGivesAway) {
  Game game("",
            "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = "
            "PackedStringArray(\"res://a.tscn\")\nspawn_path = NodePath(\"..\")\n");
  game.folder.write("a.gd", "func own(id): set_multiplayer_authority(id)\n");
  game.folder.write("a.tscn",
                    "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n"
                    "[node name=\"A\" type=\"Node\"]\nscript = ExtResource(\"1\")\n"
                    "[node name=\"Gun\" type=\"Node\" parent=\".\"]\n");
  game.read();
  const names::Node gun = {.spawner = "Main/Spawner", .below = "Gun", .scene = 0};
  EXPECT_TRUE(game.source.authority_is_given(gun)) << "its path is not known, its spawn is";
  EXPECT_TRUE(game.source.authority_is_given({.spawner = "Main/Spawner", .scene = 0}));
  EXPECT_FALSE(game.source.authority_is_given({.spawner = "Main/Spawner", .below = "Gun", .scene = 1}));
}

TEST(Source, NodesThatAreInAScene) {
  const Game game("", "[node name=\"Sync\" type=\"Node\" parent=\".\"]\n");
  EXPECT_TRUE(game.source.is_in_scene({.path = "Main/Sync"}));
  EXPECT_TRUE(game.source.is_in_scene({.path = "Main"}));
  EXPECT_TRUE(game.source.is_in_scene({.path = "Sync"})) << "the multiplayer has a root path of its own";
  EXPECT_FALSE(game.source.is_in_scene({.path = "Main/Other"}));
  EXPECT_FALSE(game.source.is_in_scene({.path = "Other/Main/Sync"})) << "a scene of this name is there, or not";
  EXPECT_FALSE(game.source.is_in_scene({}));
}

TEST(Source, HalfPrecisionIsOnlyRedots) {
  const Game redot("", synchronizer("Sync", "c"), 5, config("c", {"position", "rotation*", "scale*"}));
  EXPECT_TRUE(redot.source.is_redots({.path = "Main/Sync"}));
  EXPECT_FALSE(redot.source.is_redots({.path = "Main/Other"})) << "no node of the project";
  EXPECT_FALSE(redot.source.is_redots({}));
  const godot::analysis::names::HalfPrecision halves = redot.source.halves({.path = "Main/Sync"}, PropertyList::always);
  EXPECT_TRUE(halves.known);
  EXPECT_EQ(halves.values, 0b110U);
  EXPECT_EQ(redot.source.halves({.path = "Main/Sync"}, PropertyList::on_change).values, 0U);
  EXPECT_FALSE(redot.source.halves({.path = "Main/Other"}, PropertyList::always).known);
  const Game godot("", synchronizer("Sync", "c"), 5, config("c", {"position", "rotation"}));
  EXPECT_FALSE(godot.source.is_redots({.path = "Main/Sync"}));
  EXPECT_EQ(godot.source.halves({.path = "Main/Sync"}, PropertyList::always).values, 0U);
}

// A capture begun late has neither path nor spawn: the values' types may fit only one synchronizer.
TEST(Source, ValuesOfAnUnknownSynchronizerAreGuessedByTheirTypes) {
  Game game("var health := 3\nvar title := \"\"\n", synchronizer("Body", "b") + synchronizer("State", "s"), 5,
            config("b", {"position", "visible"}) + config("s", {"health", "title"}));
  const auto name = [&](std::initializer_list<const char*> types, std::uint32_t index) -> std::string {
    const std::vector<const char*> all(types);
    godot::analysis::names::Synchronizer asked;
    asked.types = all;
    asked.values = static_cast<int>(all.size());
    const godot::analysis::names::Name found = game.source.properties(asked, PropertyList::always)[index];
    if (!found) return "unknown";
    EXPECT_EQ(found.certainty, Certainty::guessed);
    return std::string(found.text) + " of " + found.source;
  };
  EXPECT_EQ(name({"Vector2", "bool"}, 0), "position of res://main.tscn?");
  EXPECT_EQ(name({"Vector2", "bool"}, 1), "visible of res://main.tscn?");
  EXPECT_EQ(name({"int", "String"}, 1), "title of res://main.tscn?");
  EXPECT_EQ(name({"int", "String"}, 1), "title of res://main.tscn?") << "the same answer the second time";
  EXPECT_EQ(name({"Vector3", "bool"}, 0), "unknown") << "no property has this type";
  EXPECT_EQ(name({"Vector2"}, 0), "unknown") << "no list has one value";
  EXPECT_EQ(name({}, 0), "unknown");
  // Another synchronizer has values of these types under other names.
  game.folder.write("other.tscn", "[gd_scene format=3]\n" + config("o", {"scale", "visible"}) +
                                      "[node name=\"Other\" type=\"Node2D\"]\n" + synchronizer("Sync", "o"));
  game.read();
  EXPECT_EQ(name({"Vector2", "bool"}, 0), "unknown");
  EXPECT_EQ(name({"int", "String"}, 0), "health of res://main.tscn?");
}

// A property may be a component: `position:y`.
TEST(Source, ValuesThatArePartsOfOthersAreGuessedByTheirTypes) {
  Game game("var tint := Color.RED\nvar cell := Vector2i.ZERO\nvar tags := []\n",
            synchronizer("Body", "b") + synchronizer("State", "s"), 5,
            config("b", {"position:y", "visible"}) + config("s", {"cell:x", "tint:a", "tags:0"}));
  const auto name = [&](std::initializer_list<const char*> types, std::uint32_t index) -> std::string {
    const std::vector<const char*> all(types);
    godot::analysis::names::Synchronizer asked;
    asked.types = all;
    asked.values = static_cast<int>(all.size());
    const godot::analysis::names::Name found = game.source.properties(asked, PropertyList::always)[index];
    return found ? found.text : "unknown";
  };
  EXPECT_EQ(name({"float", "bool"}, 0), "position:y");
  EXPECT_EQ(name({"Vector2", "bool"}, 0), "unknown") << "its part is a number";
  EXPECT_EQ(name({"int", "float", "String"}, 0), "cell:x");
  EXPECT_EQ(name({"int", "float", "int"}, 2), "tags:0") << "an array's item may be anything";
  EXPECT_EQ(name({"float", "float", "int"}, 0), "unknown") << "a Vector2i has ints";
  EXPECT_EQ(name({"int", "int", "int"}, 0), "unknown") << "a Color has floats";
}

// One property stands for two and three dimensions.
TEST(Source, TheClassOfANodeGivesItsDimensions) {
  const auto name = [&](const char* node_class, const char* type) -> std::string {
    Game game("", "", 5);
    game.folder.write("main.tscn", "[gd_scene format=3]\n" + config("c", {"position", "rotation"}) +
                                       "[node name=\"Main\" type=\"" + node_class + "\"]\n" +
                                       synchronizer("Sync", "c"));
    game.read();
    const std::vector<const char*> all = {type, std::string_view(type) == "Vector2" ? "float" : type};
    godot::analysis::names::Synchronizer asked;
    asked.types = all;
    asked.values = 2;
    const godot::analysis::names::Name found = game.source.properties(asked, PropertyList::always)[0];
    return found ? found.text : "unknown";
  };
  EXPECT_EQ(name("CharacterBody2D", "Vector2"), "position");
  EXPECT_EQ(name("CharacterBody2D", "Vector3"), "unknown");
  EXPECT_EQ(name("CharacterBody3D", "Vector3"), "position");
  EXPECT_EQ(name("CharacterBody3D", "Vector2"), "unknown");
  EXPECT_EQ(name("Control", "Vector2"), "position") << "either is possible";
  EXPECT_EQ(name("Control", "Vector3"), "position");
}

TEST(Source, InGodot3AMethodWithoutAKeywordIsDisabled) {
  const auto declared = [](const Game& game, const char* path, const char* method) {
    return game.source.declaration({.path = path}, method);
  };
  const Game game("remote func aim(): pass\nfunc plain(): pass\n", "", 4);
  EXPECT_EQ(declared(game, "Main", "plain").callers, Callers::none);
  EXPECT_STREQ(declared(game, "Main", "plain").mode, "disabled");
  EXPECT_EQ(declared(game, "Main", "plain").certainty, Certainty::guessed);
  EXPECT_EQ(declared(game, "Main", "aim").callers, Callers::anybody);
  EXPECT_EQ(declared(game, "Main", "absent").callers, Callers::none) << "not there, or the engine's own";
  EXPECT_FALSE(declared(game, "Main", "absent").is_written);
  EXPECT_TRUE(declared(game, "Main", "plain").is_written);
  EXPECT_FALSE(declared(game, "Elsewhere", "plain")) << "no node of the project";
  EXPECT_FALSE(game.source.declaration({}, "plain"));
  const std::string list = checksum_of({"aim"});
  EXPECT_FALSE(game.source.declaration({.path = "Main", .rpc_md5 = list.c_str()}, "plain"))
      << "Godot 3 sends no list of methods";
  const Game first("remote func aim(): pass\nfunc plain(): pass\n", "", 3);  // Godot 3.0
  EXPECT_EQ(declared(first, "Main", "plain").callers, Callers::none);
  const Game second("remote func aim(): pass\nfunc plain(): pass\n", "", 2);
  EXPECT_FALSE(declared(second, "Main", "plain")) << "no such version is known";
  const Game configured("func plain(): pass\nfunc _ready():\n\trpc_config(\"plain\", 1)\n", "", 4);
  EXPECT_NE(declared(configured, "Main", "plain").callers, Callers::none);
  EXPECT_FALSE(declared(Game("func plain(): pass\nfunc f(): $A.rpc_config(\"plain\", 1)\n", "", 4), "Main", "plain"))
      << "it may be this node's";
  EXPECT_FALSE(declared(Game("func plain(): pass\n", "[node name=\"Bare\" type=\"Node\" parent=\".\"]\n", 4),
                        "Main/Bare", "plain"))
      << "a node without a script";
  const Game godot_4("func plain(): pass\n");
  EXPECT_FALSE(declared(godot_4, "Main", "plain"));
}

TEST(Source, InGodot3AMethodMayBeAnotherScripts) {
  const auto absent = [](const Game& game) { return game.source.declaration({.path = "Main"}, "absent"); };
  EXPECT_TRUE(absent(Game("extends Node2D\nfunc plain(): pass\n", "", 4)));
  EXPECT_FALSE(absent(Game("extends \"res://gone.gd\"\nfunc plain(): pass\n", "", 4))) << "its base is not read";
  EXPECT_FALSE(absent(Game("extends Other.Inner\nfunc plain(): pass\n", "", 4))) << "its base is not read";
  EXPECT_FALSE(absent(Game("func plain(): set_script(null)\n", "", 4))) << "the node may get another script";
  EXPECT_FALSE(absent(Game("func plain(): rpc_config(\"absent\", 1)\n", "", 4)));
}

TEST(Source, InGodot3AVariableHasAKeyword) {
  const auto declared = [](const Game& game, const char* variable, const char* path = "Main") {
    return game.source.set_declaration({.path = path}, variable);
  };
  const std::string script = "extends Node2D\nremote var health = 5\npuppet var armor = 5\nvar secret = 1\n";
  const Game game(script, "", 4);
  EXPECT_EQ(declared(game, "health").callers, Callers::anybody);
  EXPECT_EQ(declared(game, "armor").callers, Callers::authority);
  EXPECT_STREQ(declared(game, "armor").mode, "puppet");
  EXPECT_EQ(declared(game, "secret").callers, Callers::none);
  EXPECT_TRUE(declared(game, "secret").is_written);
  EXPECT_EQ(declared(game, "position").callers, Callers::none) << "the engine's own";
  EXPECT_FALSE(declared(game, "position").is_written);
  EXPECT_FALSE(declared(game, "secret", "Elsewhere")) << "no node of the project";
  EXPECT_FALSE(declared(Game(script), "secret")) << "Godot 4 sets nothing remotely";
  const Game configured(script + "func _ready():\n\trset_config(\"position\", 1)\n", "", 4);
  EXPECT_FALSE(declared(configured, "position"));
  EXPECT_EQ(declared(configured, "secret").callers, Callers::none) << "the name of another variable";
  EXPECT_FALSE(declared(Game(script + "func f(name): rset_config(name, 1)\n", "", 4), "secret"));
  EXPECT_FALSE(declared(Game("var secret = 1\nfunc f(): call(\"rset_config\")\n", "", 4), "secret"));
  const Game unread("extends \"res://gone.gd\"\nvar secret = 1\n", "", 4);
  EXPECT_FALSE(declared(unread, "position")) << "its base may have it";
  EXPECT_EQ(declared(unread, "secret").callers, Callers::none);
}

TEST(Source, AListThatNoScriptHasIsComparedWithTheNearest) {
  const Game game("@rpc func aim(): pass\n@rpc func fire(): pass\n@rpc func stop(): pass\nfunc later(): pass\n");
  const auto report_of = [&](std::initializer_list<std::string_view> list, const char* path) -> std::string {
    const std::string md5 = checksum_of(list);
    const char* text = game.source.checksum_unknown({.path = path, .rpc_md5 = md5.c_str()});
    return text != nullptr ? text : "";
  };
  const std::string unknown = "No script of the project has this list of remote methods";
  EXPECT_EQ(report_of({"aim", "fire", "stop"}, "Main"), "") << "the script's own";
  EXPECT_EQ(report_of({"aim", "fire"}, "Main"), unknown + ". The nearest is res://main.gd: the sender lacks stop");
  EXPECT_EQ(report_of({"aim", "fire", "later", "stop"}, "Main"),
            unknown + ". The nearest is res://main.gd: the sender has later more");
  EXPECT_EQ(report_of({"aim", "fire", "later"}, "Main"),
            unknown + ". The nearest is res://main.gd: the sender has later more and lacks stop");
  const std::string differs = report_of({"one", "two", "three", "four"}, "Main");
  EXPECT_EQ(differs,
            unknown +
                ". That of the node is res://main.gd, which differs by a name that neither a function of the "
                "script nor a remote method of the project has, by two names of other scripts, by more than two "
                "names, or by what rpc_config() adds");
  const std::string nowhere = report_of({"one", "two", "three", "four"}, "A/B/C");
  EXPECT_EQ(
      nowhere,
      unknown + ", nor one that differs by one remote method of the project, or by up to two functions of the script");
  // The remaining names decide which script's numbers they are.
  const std::string md5 = checksum_of({"aim", "stop"});
  EXPECT_STREQ(game.source.method({.path = "Main", .rpc_md5 = md5.c_str()}, 1).text, "stop");
  EXPECT_FALSE(game.source.method({.path = "Main", .rpc_md5 = md5.c_str()}, 2));
}

TEST(Source, ScenesOfASpawnerThatShareANumber) {
  godot::test::Folder folder;
  ProjectSource source;
  const auto list = [&](int scenes) {
    std::string paths;
    for (int i = 0; i != scenes; ++i) paths += (i == 0 ? "\"res://s" : ", \"res://s") + std::to_string(i) + ".tscn\"";
    folder.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    folder.write("main.tscn",
                 "[gd_scene format=3]\n[node name=\"Main\" type=\"Node\"]\n[node name=\"Spawner\" "
                 "type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = PackedStringArray(" +
                     paths + ")\n");
    source.refresh({folder.path().string()});
  };
  list(255);
  EXPECT_STREQ(source.scene("Main/Spawner", 0).text, "res://s0.tscn");
  EXPECT_EQ(source.scene("Main/Spawner", 0).certainty, names::Certainty::certain);
  list(300);
  EXPECT_STREQ(source.scene("Main/Spawner", 43).text, "res://s43.tscn or res://s299.tscn");
  EXPECT_EQ(source.scene("Main/Spawner", 43).certainty, names::Certainty::guessed);
  EXPECT_STREQ(source.scene("Main/Spawner", 44).text, "res://s44.tscn");
  EXPECT_EQ(source.scene("Main/Spawner", 44).certainty, names::Certainty::certain);
}

TEST(Source, WhereASpawnerPutsItsNodes) {
  const std::string spawner =
      "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\nspawn_path = NodePath(\"";
  const auto parent = [&](const char* way) -> std::string {
    const Game game("", "[node name=\"A\" type=\"Node\" parent=\".\"]\n" + spawner + way + "\")\n");
    const godot::analysis::names::Name found = game.source.parent("Main/Spawner");
    return found ? found.text : "unknown";
  };
  EXPECT_EQ(parent("../A"), "Main/A");
  EXPECT_EQ(parent(".."), "Main");
  EXPECT_EQ(parent("./../A/./B"), "Main/A/B");
  EXPECT_EQ(parent("../../.."), "unknown") << "above the root";
  EXPECT_EQ(parent("../.."), ".") << "the root itself";
  EXPECT_EQ(parent(""), "unknown");
}

TEST(Source, FaultsNameTheirLine) {
  Game game("", "");
  EXPECT_TRUE(game.source.faults().empty());
  game.folder.write("broken.tscn", "[gd_scene format=3]\n[node name=\"A\"\n");
  game.read();
  ASSERT_EQ(game.source.faults().size(), 1U);
  EXPECT_EQ(game.source.faults().front(), "broken.tscn:2: a section's head is not closed");
}

/// The whole answer: `?` behind what is not certain, `place` where the scenes are the same.
std::string shown(const names::OtherScenes& other) {
  if (other.text == nullptr) return {};
  return std::string(other.text) + (other.is_place ? " place" : "") + (other.is_certain ? "" : "?");
}

TEST(TwoProjects, EachAnswerAboutTheirScenes) {
  const TwoLists swapped("\"res://a.tscn\", \"res://b.tscn\"", "\"res://b.tscn\", \"res://a.tscn\"");
  const auto ask = [](const TwoLists& lists, std::uint32_t scene, std::uint64_t senders, std::uint64_t receivers) {
    return shown(lists.ask(scene, senders, receivers));
  };
  EXPECT_EQ(ask(swapped, 0, first_project, second_project), "res://a.tscn in server, res://b.tscn in client");
  EXPECT_EQ(ask(swapped, 1, first_project, second_project), "res://b.tscn in server, res://a.tscn in client");
  EXPECT_EQ(ask(swapped, 0, second_project, first_project), "res://b.tscn in client, res://a.tscn in server");
  EXPECT_EQ(ask(swapped, 0, any_project, any_project), "res://a.tscn in server, res://b.tscn in client?");
  EXPECT_EQ(ask(swapped, 0, any_project, first_project), "res://b.tscn in client, res://a.tscn in server?");
  EXPECT_EQ(ask(swapped, 0, second_project, second_project), "");
  EXPECT_EQ(ask(swapped, 0, 0, second_project), "") << "the sender runs none of them";
  EXPECT_EQ(ask(swapped, 0, first_project, 0), "");
  EXPECT_EQ(ask(swapped, 2, first_project, second_project), "") << "no scene of the sender";
  EXPECT_EQ(ask(swapped, names::Node::no_scene, first_project, second_project), "");
  EXPECT_EQ(shown(swapped.source.other_scenes({.scene = 0}, first_project, second_project)), "");
  const TwoLists fewer("\"res://a.tscn\", \"res://b.tscn\"", "\"res://a.tscn\"");
  EXPECT_EQ(ask(fewer, 1, first_project, second_project), "res://b.tscn in server, none in client");
  EXPECT_EQ(ask(fewer, 1, second_project, first_project), "");
  const TwoLists more("\"res://a.tscn\"", "\"res://a.tscn\", \"res://b.tscn\"");
  EXPECT_STREQ(more.source.scene("Main/Spawner", 1).text, "res://b.tscn") << "of the project that has one";
  EXPECT_FALSE(more.source.scene("Main/Spawner", 2));
  const TwoLists elsewhere("\"res://a.tscn\"", "\"res://a.tscn\"", "../Actors");
  EXPECT_EQ(ask(elsewhere, 0, first_project, second_project), "below .. in server, below ../Actors in client place");
  EXPECT_EQ(ask(elsewhere, 0, any_project, any_project), "below .. in server, below ../Actors in client place?");
  EXPECT_EQ(ask(TwoLists("\"res://a.tscn\"", "\"res://a.tscn\"", ""), 0, first_project, second_project),
            "below .. in server, below no node in client place");
  // A script that adds scenes leaves the list unknown.
  TwoLists added("\"res://a.tscn\"", "\"res://b.tscn\"");
  EXPECT_EQ(ask(added, 0, first_project, second_project), "res://a.tscn in server, res://b.tscn in client");
  added.folder.write("client/add.gd", "func f(): $S.add_spawnable_scene(g())\n");
  added.source.refresh({(added.folder.path() / "server").string(), (added.folder.path() / "client").string()});
  EXPECT_EQ(ask(added, 0, first_project, second_project), "");
  added.source.refresh({(added.folder.path() / "server").string()});
  EXPECT_EQ(ask(added, 0, any_project, any_project), "") << "one project is no two";
}

TEST(TwoProjects, AreNamedByTheirFolders) {
  using godot::analysis::project::short_name;
  EXPECT_EQ(short_name("/a/server", "/a/client"), "server");
  EXPECT_EQ(short_name("/a/server/", "/b/client/"), "server");
  EXPECT_EQ(short_name("C:\\a\\server\\", "C:\\a\\client"), "server");
  EXPECT_EQ(short_name("server", "client"), "server");
  EXPECT_EQ(short_name("a/", "b/"), "a");
  EXPECT_EQ(short_name("/a/game", "/b/game"), "/a/game") << "their last names are the same";
  EXPECT_EQ(short_name("/a/game/", "/b/game"), "/a/game/");
}

TEST(TwoProjects, AreListedByTheirOwnNames) {
  const godot::test::Folder folder;
  folder.write("server/project.godot", "config_version=5\n[application]\nconfig/name=\"The server\"\n");
  folder.write("client/project.godot", "config_version=5\n[application]\nconfig/name=\"The client\"\n");
  folder.write("none/a.gd", "extends Node\n");
  ProjectSource source;
  EXPECT_TRUE(source.names_of_projects().empty());
  EXPECT_EQ(source.fault_of_folder(), "");
  const std::string none = (folder.path() / "none").string();
  source.refresh({(folder.path() / "server").string(), none, (folder.path() / "client").string()});
  EXPECT_EQ(source.names_of_projects(), (std::vector<std::string>{"The server", "The client"}));
  EXPECT_TRUE(source.fault_of_folder().starts_with(none + ": ")) << source.fault_of_folder();
  source.refresh({(folder.path() / "client").string()});
  EXPECT_EQ(source.names_of_projects(), std::vector<std::string>{"The client"});
  EXPECT_EQ(source.fault_of_folder(), "");
}

/// Of two projects the first one that knows a node's place says whether scenes dispute it.
TEST(TwoProjects, DisputeANodeIfTheFirstOneThatHasItDoes) {
  const godot::test::Folder folder;
  const auto write = [&folder](const std::string& at, const std::vector<std::string>& units) {
    folder.write(at + "/project.godot", "config_version=5\n");
    std::string scenes;
    for (const std::string& unit : units) {
      folder.write(at + "/" + unit + ".gd", "@rpc func " + unit + "(): pass\n");
      folder.write(at + "/" + unit + ".tscn",
                   "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" + unit +
                       ".gd\" id=\"1\"]\n[node name=\"Unit\" type=\"Node\"]\nscript = ExtResource(\"1\")\n");
      scenes += (scenes.empty() ? "\"res://" : ", \"res://") + unit + ".tscn\"";
    }
    folder.write(at + "/battle.tscn",
                 "[gd_scene format=3]\n[node name=\"Battle\" type=\"Node\"]\n"
                 "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
                 "_spawnable_scenes = PackedStringArray(" +
                     scenes + ")\nspawn_path = NodePath(\"..\")\n");
  };
  write("one", {"robot"});
  write("two", {"robot", "soldier"});
  folder.write("none/project.godot", "config_version=5\n");
  folder.write("none/a.gd", "@rpc func a(): pass\n");
  const auto method = [&folder](const std::string& first, const std::string& second) {
    ProjectSource source;
    source.refresh({(folder.path() / first).string(), (folder.path() / second).string()});
    const names::Name name = source.method({.path = "Battle/7", .rpc_md5 = nullptr}, 0);
    return name ? std::string(name.text) : "";
  };
  EXPECT_EQ(method("one", "two"), "robot");
  EXPECT_EQ(method("two", "one"), "");
  EXPECT_EQ(method("none", "two"), "");
  EXPECT_EQ(method("none", "one"), "robot");
}

TEST(TwoProjects, AgreeOnTheSizeOfStates) {
  const auto limit = [](const std::string& server, const std::string& client) {
    const auto script = [](const std::string& bytes) {
      return bytes.empty() ? "" : "func f():\n\tmultiplayer.max_sync_packet_size = " + bytes + "\n";
    };
    const TwoConfigurations both(script(server), {"hp"}, script(client), {"hp"});
    const names::SyncLimit found = both.source.sync_limit();
    return (found.script != nullptr ? std::string(found.script) + " " : "") + std::to_string(found.bytes);
  };
  EXPECT_EQ(limit("", ""), "-1");
  EXPECT_EQ(limit("500", "500"), "res://main.gd 500");
  EXPECT_EQ(limit("500", "600"), "res://main.gd -1");
  EXPECT_EQ(limit("500", ""), "res://main.gd -1");
  EXPECT_EQ(limit("", "500"), "res://main.gd -1");
}

TEST(TwoProjects, TheHighestChannelOfBoth) {
  const auto highest = [](const char* server, const char* client) {
    const TwoConfigurations both(server, {"hp"}, client, {"hp"});
    const names::ChannelUse found = both.source.highest_channel();
    return (found.method != nullptr ? std::string(found.method) + " " : "") + std::to_string(found.channel);
  };
  EXPECT_EQ(highest("@rpc(\"reliable\", 3) func a(): pass\n", "@rpc(\"reliable\", 7) func b(): pass\n"), "b 7");
  EXPECT_EQ(highest("@rpc(\"reliable\", 7) func a(): pass\n", "@rpc(\"reliable\", 3) func b(): pass\n"), "a 7");
  EXPECT_EQ(highest("@rpc(\"reliable\", 7) func a(): pass\n", "@rpc(\"reliable\", 7) func b(): pass\n"), "a 7");
  EXPECT_EQ(highest("", ""), "-1");
}

/// A scene with synchronizers of one, two and four properties, which the main scene's spawner makes.
struct Spawning {
  explicit Spawning(const std::string& script = "", const std::string& spawned_script = "extends Node2D\n",
                    const std::string& scenes = "\"res://a.tscn\", \"res://gone.tscn\"")
      : game(script,
             "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = "
             "PackedStringArray(" +
                 scenes + ")\nspawn_path = NodePath(\"..\")\n") {
    game.folder.write("a.gd", spawned_script);
    game.folder.write("gun.gd", "extends Node\n");
    game.folder.write("a.tscn",
                      "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n"
                      "[ext_resource type=\"Script\" path=\"res://gun.gd\" id=\"2\"]\n" +
                          config("1", {"one"}) + config("2", {"two", "x"}) + config("4", {"four", "x", "y", "z"}) +
                          "[node name=\"A\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n" +
                          synchronizer("One", "1") + synchronizer("Two", "2") + synchronizer("Four", "4") +
                          "[node name=\"Gun\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"2\")\n");
    game.read();
  }

  Game game;
};

TEST(Source, WhatAProjectSaysOfASpawn) {
  const auto answer = [](const Spawning& spawning, const names::Node& node) {
    const names::SpawnedScene found = spawning.game.source.spawned_scene(node);
    return std::to_string(found.scenes) + " " + std::to_string(found.synchronizers) + " " +
           std::to_string(found.properties) +
           (found.gives_in_ready != nullptr ? " " + std::string(found.gives_in_ready) : "");
  };
  const Spawning plain;
  const std::string unknown = "-1 -1 0";
  EXPECT_EQ(answer(plain, {.spawner = "Main/Spawner", .scene = 0}), "2 3 7");
  EXPECT_EQ(answer(plain, {.spawner = "Main/Spawner", .scene = 1}), "2 -1 0") << "the file is not there";
  EXPECT_EQ(answer(plain, {.spawner = "Main/Spawner", .scene = 2}), "2 -1 0");
  EXPECT_EQ(answer(plain, {.spawner = "Main/Spawner", .below = "Gun", .scene = 0}), unknown);
  EXPECT_EQ(answer(plain, {.spawner = "Main/Spawner", .scene = names::Node::no_scene}), unknown);
  EXPECT_EQ(answer(plain, {.spawner = "Main/Gone", .scene = 0}), unknown);
  EXPECT_EQ(answer(plain, {.spawner = "World/Main/Spawner", .scene = 0}), unknown) << "a guess";
  EXPECT_EQ(answer(plain, {.scene = 0}), unknown);
  EXPECT_EQ(answer(Spawning("func f(): $S.add_spawnable_scene(g())\n"), {.spawner = "Main/Spawner", .scene = 0}),
            "-1 3 7");
  EXPECT_EQ(
      answer(Spawning("", "func _ready(): set_multiplayer_authority(1)\n"), {.spawner = "Main/Spawner", .scene = 0}),
      "2 3 7 res://a.gd");
  // A byte holds the number: of 258 scenes, the first two share theirs with the last two.
  std::string many = "\"res://a.tscn\"";
  for (int i = 1; i != 258; ++i) many += ", \"res://a.tscn\"";
  const Spawning shared("", "", many);
  EXPECT_EQ(answer(shared, {.spawner = "Main/Spawner", .scene = 1}), "258 -1 0");
  EXPECT_EQ(answer(shared, {.spawner = "Main/Spawner", .scene = 2}), "258 3 7");
}

TEST(Source, TheScriptOfASpawnedNode) {
  const Spawning spawning;
  const auto script = [&](const names::Node& node) {
    const names::Name found = spawning.game.source.script(node);
    return found ? std::string(found.text) : "unknown";
  };
  EXPECT_EQ(script({.spawner = "Main/Spawner", .scene = 0}), "res://a.gd");
  EXPECT_EQ(script({.spawner = "Main/Spawner", .below = "Gun", .scene = 0}), "res://gun.gd");
  EXPECT_EQ(script({.spawner = "Main/Spawner", .below = "One", .scene = 0}), "unknown") << "it has none";
  EXPECT_EQ(script({.spawner = "Main/Spawner", .below = "Gone", .scene = 0}), "unknown");
  EXPECT_EQ(script({.spawner = "Main/Spawner", .scene = 1}), "unknown");
  EXPECT_EQ(script({.spawner = "Main/Spawner", .scene = 2}), "unknown");
  EXPECT_EQ(script({.spawner = "Main/Gone", .scene = 0}), "unknown");
  EXPECT_EQ(script({.path = "Main", .spawner = "Main/Gone", .scene = 0}), "res://main.gd") << "by its path";
}

/// A spawn lists the synchronizers whose authority is the sender: numbers of values tell which these are.
TEST(Source, WhichSynchronizersASpawnLists) {
  const Spawning spawning;
  const auto first = [&](std::uint32_t sent, int spawn_values, std::uint32_t position, PropertyList list,
                         int values = -1) {
    const names::Synchronizer asked = {
        .node = {.spawner = "Main/Spawner", .scene = 0, .synchronizers = sent, .spawn_values = spawn_values},
        .position = position,
        .values = values};
    const names::Properties found = spawning.game.source.properties(asked, list);
    return found.count() != 0 ? std::string(found[0].text) + (found.certainty == Certainty::certain ? "" : "?")
                              : "none";
  };
  const auto both = [&](std::uint32_t sent, int values) {
    return first(sent, values, 0, PropertyList::spawn) + " " + first(sent, values, 1, PropertyList::spawn);
  };
  EXPECT_EQ(both(2, 3), "one? two?");
  EXPECT_EQ(both(2, 5), "one? four?");
  EXPECT_EQ(both(2, 6), "two? four?");
  EXPECT_EQ(both(2, 4), "one? two?") << "no two have so many";
  EXPECT_EQ(both(2, -1), "one? two?") << "not known";
  EXPECT_EQ(both(1, 4), "four? two?");
  EXPECT_EQ(both(3, 7), "one two");
  EXPECT_EQ(both(3, 6), "one two") << "all are listed";
  EXPECT_EQ(first(3, 7, 2, PropertyList::spawn), "four");
  EXPECT_EQ(first(3, 7, 3, PropertyList::spawn), "none");
  const auto state = [&](std::uint32_t sent, std::uint32_t position, int values) {
    return first(sent, -1, position, PropertyList::always, values);
  };
  EXPECT_EQ(state(2, 0, 1), "one?");
  EXPECT_EQ(state(2, 0, 2), "two?");
  EXPECT_EQ(state(2, 0, 4), "one?") << "the first of two is not the third of three";
  EXPECT_EQ(state(2, 1, 1), "two?");
  EXPECT_EQ(state(2, 1, 2), "two?");
  EXPECT_EQ(state(2, 1, 4), "four?");
  EXPECT_EQ(state(1, 0, 4), "four?");
  EXPECT_EQ(state(3, 0, 4), "one") << "all are listed";
}

/// Of changes, bits say which properties of the list came.
TEST(Source, ChangesOfAnUnknownSynchronizerAreGuessedByTheirTypes) {
  std::string lines = "[sub_resource type=\"SceneReplicationConfig\" id=\"c\"]\n";
  for (const std::string number : {"0", "1", "2"})
    lines += "properties/" + number + "/path = NodePath(\".:v" + number + "\")\nproperties/" + number +
             "/replication_mode = 2\n";
  const Game game("extends Node2D\nvar v0 := 1\nvar v1 := \"\"\nvar v2 := 1\n", synchronizer("Sync", "c"), 5, lines);
  const auto is_found = [&](std::uint64_t indexes, std::initializer_list<const char*> types) {
    const std::vector<const char*> all(types);
    names::Synchronizer asked;
    asked.types = all;
    asked.values = static_cast<int>(all.size());
    asked.indexes = indexes;
    const names::Properties found = game.source.properties(asked, PropertyList::on_change);
    return found.count() == 3 && std::string_view(found[2].text) == "v2";
  };
  EXPECT_TRUE(is_found(0b001, {"int"}));
  EXPECT_TRUE(is_found(0b010, {"String"}));
  EXPECT_TRUE(is_found(0b100, {"int"}));
  EXPECT_TRUE(is_found(0b101, {"int", "int"}));
  EXPECT_TRUE(is_found(0b111, {"int", "String", "int"}));
  EXPECT_FALSE(is_found(0b001, {"String"}));
  EXPECT_FALSE(is_found(0b010, {"int"}));
  EXPECT_FALSE(is_found(0b110, {"int", "String"}));
  EXPECT_FALSE(is_found(0b011, {"int"})) << "a bit without a value";
  EXPECT_FALSE(is_found(0b001, {"int", "int"})) << "a value without a bit";
  EXPECT_FALSE(is_found(0b111, {"int", "String", "int", "int"})) << "more than the list has";
}

/// What rpc_config() may have added leaves open which other names a list has.
TEST(Source, AListThatRpcConfigMayExplain) {
  const auto report_of = [](const Game& game, std::initializer_list<std::string_view> list, bool configured = false) {
    const std::string md5 = checksum_of(list);
    const char* text = game.source.checksum_unknown({.path = "Main", .rpc_md5 = md5.c_str(), .configured = configured});
    return std::string(text != nullptr ? text : "");
  };
  const std::string unknown = "No script of the project has this list of remote methods. ";
  const std::string methods = "@rpc func d(): pass\n@rpc func g(): pass\nfunc b(): pass\n";
  EXPECT_EQ(report_of(Game(methods), {"b", "d", "g"}),
            unknown +
                "The nearest is res://main.gd: the sender has b more, or adds with rpc_config() what comes before "
                "its other names");
  EXPECT_EQ(report_of(Game(methods), {"one", "two"}, true),
            unknown + "That of the node is res://main.gd, to which rpc_config() adds methods that are not known");
  const Game unread(methods + "func f(n): rpc_config(n, {})\n");
  EXPECT_EQ(report_of(unread, {"one", "two", "three", "four"}),
            unknown +
                "That of the node is res://main.gd, which adds methods with rpc_config() by names that cannot be "
                "read");
  EXPECT_EQ(report_of(Game(methods + "func f(): rpc_config(\"x\", {})\n"), {"x", "d", "g"}), "") << "as written";
}

/// The topmost node has no node above it: another script's gift to its own node leaves it to the server.
TEST(Source, NodesWhoseAuthorityIsNeverSet) {
  const std::string list = checksum_of({"a"});
  const std::string own = "@rpc func a(): pass\n";
  const std::string lamp = "[node name=\"Lamp\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"2\")\n";
  const auto never = [&](const std::string& main, const std::string& below, const char* path, bool with_list = true) {
    Game game(main, lamp, 5, "[ext_resource type=\"Script\" path=\"res://lamp.gd\" id=\"2\"]\n");
    game.folder.write("lamp.gd", below);
    game.read();
    return game.source.authority_never_set({.path = path, .rpc_md5 = with_list ? list.c_str() : nullptr});
  };
  const std::string gives = "func f(): set_multiplayer_authority(1)\n";
  EXPECT_TRUE(never(own, "", "Main"));
  EXPECT_TRUE(never(own, gives, "Main")) << "the node below alone gets another";
  EXPECT_FALSE(never(own, gives, "Main", false)) << "without its list, it may have another script";
  EXPECT_FALSE(never(own + gives, "", "Main"));
  EXPECT_FALSE(never(own, "func f(): a.set_multiplayer_authority(1)\n", "Main")) << "any node may be meant";
  EXPECT_FALSE(never(gives, own, "Main/Lamp")) << "with the node above";
  EXPECT_FALSE(never("func g(): pass\n", own + gives, "Main/Lamp"));
  EXPECT_TRUE(never("func g(): pass\n", own, "Main/Lamp"));
}

/// A spawner may list a scene by its uid; an autoload that is a script is no node of a scene.
TEST(Source, ScenesByTheirUid) {
  Game game("",
            "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = "
            "PackedStringArray(\"uid://abc\", \"uid://gone\")\nspawn_path = NodePath(\"..\")\n");
  game.folder.write("a.tscn", "[gd_scene format=3 uid=\"uid://abc\"]\n[node name=\"A\" type=\"Node\"]\n");
  game.folder.write("project.godot",
                    "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n[autoload]\n"
                    "Script=\"*res://main.gd\"\n");
  game.read();
  EXPECT_STREQ(game.source.scene("Main/Spawner", 0).text, "res://a.tscn");
  EXPECT_STREQ(game.source.scene("Main/Spawner", 1).text, "uid://gone");
  EXPECT_FALSE(game.source.scene("Script", 0));
  EXPECT_FALSE(game.source.parent("Script"));
  EXPECT_FALSE(game.source.properties({.path = "Script"}, PropertyList::always));
  EXPECT_FALSE(
      game.source.properties({.node = {.spawner = "Main/Gone", .scene = 0, .synchronizers = 1}}, PropertyList::always));
}
