// SPDX-License-Identifier: MIT
// Lookups in a project, as the multiplayer dissector makes them. Scenes and scripts are written for these tests.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "project/answers/project_source.h"
#include "project/index/project_choice.h"
#include "project/text/checksum.h"
#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis;
using godot::analysis::names::Certainty;
using godot::analysis::names::PropertyList;
using godot::test::checksum_of;

namespace {

std::string config(const std::string& id, std::initializer_list<const char*> properties) {
  std::string text = "[sub_resource type=\"SceneReplicationConfig\" id=\"" + id + "\"]\n";
  int number = 0;
  for (const char* property : properties) {
    // A letter for the mode, a letter for the spawn, the path.
    const std::string prefix = "properties/" + std::to_string(number++) + "/";
    text += prefix + "path = NodePath(\"" + (property + 2) + "\")\n";
    text += prefix + "spawn = " + (property[1] == 's' ? "true" : "false") + "\n";
    text += prefix + "replication_mode = " + (property[0] == 'a' ? "1" : "2") + "\n";
  }
  return text;
}

std::string synchronizer(const std::string& name, const std::string& id) {
  return "[node name=\"" + name +
         "\" type=\"MultiplayerSynchronizer\" parent=\".\"]\nreplication_config = SubResource(\"" + id + "\")\n";
}

class Names : public testing::Test {
 protected:
  Names() {
    folder_.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    folder_.write("main.gd", "const A = preload(\"res://boat.tscn\")\nconst B = preload(\"res://raft.tscn\")\n");
    folder_.write("player.gd",
                  "@rpc func move(direction: Vector2, jump := false): pass\n@rpc func say(...words): pass\n"
                  "func plain(): pass\n");
    folder_.write("twin.gd", "@rpc func move(to, high): pass\n@rpc func say(text): pass\n");
    folder_.write("Boss.cs", "class Boss { [Rpc] void Roar(string text, int[] at, double loud = 1) {} }");
    folder_.write(
        "main.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"
        "[node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n"
        "[node name=\"Players\" type=\"Node\" parent=\".\"]\n"
        "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
        "_spawnable_scenes = PackedStringArray(\"res://player.tscn\")\nspawn_path = NodePath(\"../Players\")\n"
        "[node name=\"Free\" type=\"MultiplayerSpawner\" parent=\".\"]\nspawn_path = NodePath(\".\")\n");
    folder_.write("player.tscn",
                  "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://player.gd\" id=\"1\"]\n" +
                      config("i", {"an.:direction", "an.:jump"}) +
                      config("s", {"as.:position", "as.:rotation", "cs.:health", "an.:speed"}) +
                      "[node name=\"Player\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n" +
                      synchronizer("Input", "i") + synchronizer("State", "s"));
    folder_.write("boat.tscn", "[gd_scene format=3]\n" + config("b", {"as.:position", "cs.:sail"}) +
                                   "[node name=\"Boat\" type=\"Node2D\"]\n" + synchronizer("Sync", "b"));
    folder_.write("raft.tscn", "[gd_scene format=3]\n" + config("r", {"as.:position"}) +
                                   "[node name=\"Raft\" type=\"Node2D\"]\n" + synchronizer("Sync", "r"));
    source_.refresh({folder_.path().string()});
    EXPECT_TRUE(source_.faults().empty());
  }

  std::string properties(const godot::analysis::names::Synchronizer& synchronizer, PropertyList list) {
    const godot::analysis::names::Properties listed = source_.properties(synchronizer, list);
    if (!listed) return "unknown";
    std::string text;
    for (const char* name : listed.names) text.append(text.empty() ? "" : ",").append(name);
    return text;
  }

  static godot::analysis::names::Node spawned(std::uint32_t scene, std::uint32_t synchronizers, int values = -1) {
    return {.path = nullptr,
            .rpc_md5 = nullptr,
            .spawner = scene == godot::analysis::names::Node::no_scene ? "Main/Free" : "Main/Spawner",
            .scene = scene,
            .synchronizers = synchronizers,
            .spawn_values = values};
  }

  godot::test::Folder folder_;
  ProjectSource source_;
};

}  // namespace

TEST_F(Names, MethodsAndArguments) {
  const godot::analysis::names::Node node = {.path = "Main/Players/7", .rpc_md5 = nullptr};
  EXPECT_STREQ(source_.method(node, 0).text, "move");
  EXPECT_EQ(source_.method(node, 0).certainty, Certainty::guessed);
  EXPECT_FALSE(source_.method(node, 2));
  EXPECT_STREQ(source_.script(node).text, "res://player.gd");
  const godot::analysis::names::Signature move = source_.signature(node, "move");
  EXPECT_TRUE(move.known);
  EXPECT_EQ(move.required, 1U);
  EXPECT_EQ(move.count, 2U);
  EXPECT_STREQ(source_.argument(node, "move", 0).type, "Vector2");
  EXPECT_STREQ(source_.argument(node, "move", 1).name.text, "jump");
  EXPECT_FALSE(source_.argument(node, "move", 2).name);
  EXPECT_STREQ(source_.argument(node, "say", 0).name.text, "words[0]");
  EXPECT_STREQ(source_.argument(node, "say", 4).name.text, "words[4]");
  EXPECT_EQ(source_.signature(node, "say").required, 0U);
  EXPECT_GE(source_.signature(node, "say").count, 255U);
}

TEST_F(Names, TheProjectWhoseListsFitAnswers) {
  godot::test::Folder other;
  other.write("project.godot", "config_version=5\n[application]\nconfig/name=\"Other\"\n");
  other.write("ship.gd", "@rpc func sail(): pass\n@rpc func sink(): pass\n");
  other.write("player.gd", "@rpc func paddle(): pass\n");
  const std::string ship = checksum_of({"sail", "sink"});
  const std::string paddle = checksum_of({"paddle"});
  const std::string unknown[] = {checksum_of({"one"}), checksum_of({"two"}), checksum_of({"three"})};
  const std::string player = checksum_of({"move", "say"});
  source_.refresh({folder_.path().string(), other.path().string()});
  const auto fit = [&](std::initializer_list<const std::string*> lists, const char* path) {
    MethodLists announced;
    for (const std::string* list : lists) announced.add(list->c_str(), path);
    return fit_of(announced, source_.projects(), Engine::unknown);
  };
  EXPECT_EQ(fit({}, "Main").project, MethodLists::Fit::any);
  EXPECT_EQ(fit({&ship, &paddle}, "Elsewhere").project, 1);
  EXPECT_EQ(fit({&ship, &paddle}, "Elsewhere").fit, 2U);
  EXPECT_EQ(fit({&ship, &paddle}, "Elsewhere").all, 2U) << "the second one alone";
  EXPECT_EQ(fit({&player, &unknown[0]}, "Elsewhere").project, 0);
  EXPECT_EQ(fit({&unknown[0], &unknown[1]}, "Elsewhere").project, MethodLists::Fit::any) << "two prove nothing";
  EXPECT_EQ(fit({&unknown[0], &unknown[1], &unknown[2]}, "Elsewhere").project, MethodLists::Fit::none);
  EXPECT_EQ(fit({&unknown[0], &unknown[1], &unknown[2]}, "Main/Players").project, MethodLists::Fit::any)
      << "another version of the game has the same nodes";
  source_.refresh({other.path().string(), folder_.path().string(), other.path().string()});
  EXPECT_EQ(fit({&ship}, "Elsewhere").project, 0);
  EXPECT_EQ(fit({&ship}, "Elsewhere").all, 5U) << "two versions that differ in nothing that lists tell";
  source_.refresh({folder_.path().string(), other.path().string()});
  // The first project has a node there; the second one's lists have proved that the numbers are its own.
  const godot::analysis::names::Node node = {.path = "Main/Players/7", .rpc_md5 = nullptr};
  source_.ask(1);
  EXPECT_FALSE(source_.method(node, 0));
  const godot::analysis::names::Node listed = {.path = "Main/Players/7", .rpc_md5 = player.c_str()};
  EXPECT_STREQ(source_.method(listed, 0).text, "move") << "a checksum proves it";
  source_.ask(MethodLists::Fit::none);
  EXPECT_FALSE(source_.method(node, 0));
  EXPECT_FALSE(source_.method(listed, 0));
  EXPECT_EQ(source_.checksum_unknown({.path = "Main", .rpc_md5 = unknown[0].c_str()}), nullptr);
  source_.ask(MethodLists::Fit::any);
  EXPECT_STREQ(source_.method(node, 0).text, "move");
}

/// Three lists or more, of which less than a fifth fit, and less than half are of nodes that the project has.
TEST_F(Names, HowManyListsProveThatAProjectIsTheWrongOne) {
  const std::string known = checksum_of({"move", "say"});
  std::vector<std::string> unknown;
  for (int i = 0; i != 8; ++i) unknown.push_back(checksum_of({"unknown" + std::to_string(i)}));
  const auto project = [&](bool fits, std::size_t others, std::size_t nodes) {
    MethodLists announced;
    announced.add(godot::analysis::project::empty_checksum.data(), "Main/Players");
    if (fits) announced.add(known.c_str(), "Elsewhere");
    for (std::size_t i = 0; i != others; ++i)
      announced.add(unknown[i].c_str(), i < nodes ? "Main/Players" : i == nodes ? nullptr : "Elsewhere");
    const MethodLists::Fit found = fit_of(announced, source_.projects(), Engine::unknown);
    EXPECT_EQ(found.lists, others + (fits ? 1 : 0)) << "empty lists say nothing";
    EXPECT_EQ(found.fit, fits ? 1U : 0U);
    return found.project;
  };
  EXPECT_EQ(project(false, 2, 0), MethodLists::Fit::any);
  EXPECT_EQ(project(false, 3, 0), MethodLists::Fit::none);
  EXPECT_EQ(project(true, 4, 0), 0) << "one of five";
  EXPECT_EQ(project(true, 5, 0), MethodLists::Fit::none) << "one of six";
  EXPECT_EQ(project(true, 5, 3), 0) << "half of the nodes";
  EXPECT_EQ(project(false, 4, 2), MethodLists::Fit::any);
  EXPECT_EQ(project(false, 4, 1), MethodLists::Fit::none);
}

// The same scripts, once saved by each generation.
TEST_F(Names, AProjectOfTheOtherGenerationDoesNotAnswer) {
  godot::test::Folder of_godot_3;
  of_godot_3.write("project.godot", "config_version=4\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
  of_godot_3.write("player.gd", "remote func move(a): pass\nremote func say(b): pass\n");
  of_godot_3.write("main.tscn",
                   "[gd_scene format=2]\n[ext_resource path=\"res://player.gd\" type=\"Script\" id=1]\n"
                   "[node name=\"Main\" type=\"Node\"]\nscript = ExtResource( 1 )\n");
  const std::string player = checksum_of({"move", "say"});
  of_godot_3.write("drift.gd", "remote func drift(): pass\n");
  const std::string drift = checksum_of({"drift"});
  const auto fit = [&](std::initializer_list<const std::string*> lists, Engine engine) {
    MethodLists announced;
    for (const std::string* list : lists) announced.add(list->c_str(), "Main");
    const MethodLists::Fit found = fit_of(announced, source_.projects(), engine);
    source_.ask(found.project);
    return found;
  };
  const godot::analysis::names::Node main = {.path = "Main"};
  source_.refresh({of_godot_3.path().string()});
  EXPECT_TRUE(fit({&player}, Engine::godot_4).of_other_engine);
  EXPECT_FALSE(source_.script(main));
  EXPECT_FALSE(fit({}, Engine::godot_3).of_other_engine);
  EXPECT_STREQ(source_.script(main).text, "res://player.gd");
  // The first of the table is the other generation's.
  source_.refresh({folder_.path().string(), of_godot_3.path().string()});
  EXPECT_EQ(fit({}, Engine::godot_3).project, MethodLists::Fit::any_of_godot_3);
  EXPECT_STREQ(source_.argument(main, "move", 0).name.text, "a");
  EXPECT_EQ(fit({&player}, Engine::godot_4).project, 0);
  EXPECT_FALSE(source_.method({.path = "Elsewhere", .rpc_md5 = drift.c_str()}, 0)) << "the other generation has it";
  EXPECT_EQ(fit({}, Engine::godot_4).project, MethodLists::Fit::any_of_godot_4);
  EXPECT_STREQ(source_.script(main).text, "res://main.gd");
  EXPECT_EQ(fit({}, Engine::unknown).project, MethodLists::Fit::any);
  EXPECT_FALSE(fit({}, Engine::unknown).of_other_engine);
}

TEST_F(Names, OfTwoScenesAtOnePathNoneIsUsed) {
  folder_.write("soldier.gd", "@rpc func move(to): pass\n@rpc func rename(title): pass\n@rpc func shoot(at): pass\n");
  folder_.write("robot.gd", "@rpc func move(to): pass\n@rpc func shoot(at): pass\n");
  std::string spawner = "_spawnable_scenes = PackedStringArray(\"res://soldier.tscn\", \"res://robot.tscn\")\n";
  for (const std::string name : {"soldier", "robot"}) {
    folder_.write(name + ".tscn",
                  "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" + name +
                      ".gd\" id=\"1\"]\n[node name=\"Unit\" type=\"Node\"]\nscript = ExtResource(\"1\")\n");
  }
  folder_.write("battle.tscn",
                "[gd_scene format=3]\n[node name=\"Battle\" type=\"Node\"]\n"
                "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n" +
                    spawner + "spawn_path = NodePath(\"..\")\n");
  source_.refresh({folder_.path().string()});
  const godot::analysis::names::Node node = {.path = "Battle/7", .rpc_md5 = nullptr};
  EXPECT_STREQ("move", source_.method(node, 0).text);
  EXPECT_EQ(Certainty::guessed, source_.method(node, 0).certainty);
  EXPECT_FALSE(source_.method(node, 1));
  EXPECT_FALSE(source_.method(node, 2));
}

TEST_F(Names, OfTwoScriptsWithEqualListsThePathDecides) {
  godot::analysis::project::Project project(folder_.path());
  project.refresh();
  const auto& info = project.scripts()[static_cast<std::size_t>(project.script_at("res://player.gd"))];
  const godot::analysis::names::Node placed = {.path = "Main/Players/7", .rpc_md5 = info.checksum.c_str()};
  EXPECT_EQ(source_.method(placed, 1).certainty, Certainty::certain);
  EXPECT_STREQ(source_.argument(placed, "move", 0).name.text, "direction");
  // At any other node both are possible: the method is certain, its arguments are not.
  const godot::analysis::names::Node elsewhere = {.path = "Elsewhere", .rpc_md5 = info.checksum.c_str()};
  EXPECT_STREQ(source_.method(elsewhere, 1).text, "say");
  EXPECT_FALSE(source_.argument(elsewhere, "move", 0).name);
  EXPECT_FALSE(source_.signature(elsewhere, "move").known);
  EXPECT_EQ(source_.checksum_unknown(placed), nullptr);
}

TEST_F(Names, ArgumentsThatTwoScenesNameDifferentlyHaveNoName) {
  for (const char* kind : {"orc", "elf"}) {
    const std::string name(kind);
    folder_.write(name + ".tscn", "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" + name +
                                      ".gd\" id=\"1\"]\n[node name=\"" + name +
                                      "\" type=\"Node\"]\nscript = ExtResource(\"1\")\n");
  }
  folder_.write("orc.gd", "@rpc func hit(by: String, amount: int, at: int = 0): pass\n@rpc func nod(to): pass\n");
  folder_.write("elf.gd", "@rpc func hit(by: String, damage: int, at: float = 1): pass\n@rpc func nod(): pass\n");
  folder_.write("main.tscn",
                "[gd_scene format=3]\n[node name=\"Main\" type=\"Node\"]\n"
                "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
                "_spawnable_scenes = PackedStringArray(\"res://orc.tscn\", \"res://elf.tscn\")\n"
                "spawn_path = NodePath(\"../Foes\")\n[node name=\"Foes\" type=\"Node\" parent=\".\"]\n");
  source_.refresh({folder_.path().string()});
  godot::analysis::project::Project project(folder_.path());
  project.refresh();
  const std::string list = project.scripts()[static_cast<std::size_t>(project.script_at("res://orc.gd"))].checksum;
  // From the node alone, and from the list alone: both scripts have it.
  for (const godot::analysis::names::Node& node :
       {godot::analysis::names::Node{.path = "Main/Foes/1"},
        godot::analysis::names::Node{.path = "Main/Foes/1", .rpc_md5 = list.c_str()},
        godot::analysis::names::Node{.path = "Elsewhere", .rpc_md5 = list.c_str()}}) {
    EXPECT_EQ(source_.script(node).certainty, Certainty::guessed);
    EXPECT_STREQ(source_.method(node, 0).text, "hit");
    EXPECT_STREQ(source_.argument(node, "hit", 0).name.text, "by");
    EXPECT_STREQ(source_.argument(node, "hit", 0).type, "String");
    EXPECT_FALSE(source_.argument(node, "hit", 1).name);
    EXPECT_STREQ(source_.argument(node, "hit", 2).name.text, "at");
    EXPECT_EQ(source_.argument(node, "hit", 2).type, nullptr);
    EXPECT_TRUE(source_.signature(node, "hit").known);
    EXPECT_STREQ(source_.method(node, 1).text, "nod");
    // One takes an argument, the other none: only the former can be called with one.
    EXPECT_FALSE(source_.signature(node, "nod").known);
    EXPECT_STREQ(source_.argument(node, "nod", 0).name.text, "to");
  }
  // The spawn decides which of them it is.
  const godot::analysis::names::Node elf{.rpc_md5 = list.c_str(), .spawner = "Main/Spawner", .scene = 1};
  EXPECT_STREQ(source_.argument(elf, "hit", 1).name.text, "damage");
  const godot::analysis::names::Node placed_elf{
      .path = "Main/Foes/1", .rpc_md5 = list.c_str(), .spawner = "Main/Spawner", .scene = 1};
  EXPECT_STREQ(source_.argument(placed_elf, "hit", 1).name.text, "damage");
}

// The game is an older version than the project: its list at a node is now another script's.
TEST_F(Names, ArgumentsOfAnotherScriptAreUsedIfTheOwnScriptAgrees) {
  const auto write_scene = [&](const std::string& own) {
    folder_.write("door.gd", own);
    folder_.write("gate.gd", "@rpc func open(gate, key): pass\n");
    folder_.write("main.tscn",
                  "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://door.gd\" id=\"1\"]\n"
                  "[node name=\"Main\" type=\"Node\"]\n[node name=\"Door\" type=\"Node\" parent=\".\"]\n"
                  "script = ExtResource(\"1\")\n");
    source_.refresh({folder_.path().string()});
  };
  const std::string md5 = checksum_of({"open"});
  const godot::analysis::names::Node node = {.path = "Main/Door", .rpc_md5 = md5.c_str()};
  write_scene("@rpc func open(door, key): pass\n@rpc func shut(): pass\n");
  EXPECT_STREQ(source_.method(node, 0).text, "open");
  EXPECT_EQ(source_.script(node).certainty, Certainty::guessed);
  EXPECT_FALSE(source_.argument(node, "open", 0).name);
  EXPECT_STREQ(source_.argument(node, "open", 1).name.text, "key");
  // The node's own script has no such method; unless code sets scripts, the game's script was not the other one.
  write_scene("@rpc func shut(): pass\n");
  EXPECT_STREQ(source_.method(node, 0).text, "open");
  EXPECT_FALSE(source_.argument(node, "open", 1).name);
  write_scene("@rpc func shut(): pass\nfunc swap(): set_script(load(\"res://gate.gd\"))\n");
  EXPECT_STREQ(source_.argument(node, "open", 0).name.text, "gate");
}

// The rest of the script's list keeps its numbers, whatever rpc_config() has added.
TEST_F(Names, AListThatLacksNamesBehindThoseOfRpcConfigHasItsOwnNumbers) {
  folder_.write("hall.gd",
                "func _ready(): rpc_config(\"zoom\", {})\n"
                "@rpc func apply(): pass\n@rpc func queue(): pass\n@rpc func set_it(): pass\n");
  source_.refresh({folder_.path().string()});
  const std::string shifted = checksum_of({"zoom", "set_it"});
  EXPECT_STREQ(source_.method({.path = "Hall", .rpc_md5 = shifted.c_str()}, 0).text, "set_it");
  // The same names may also be a list of annotations.
  folder_.write("hall.gd",
                "func _ready(): rpc_config(\"move\", {})\n"
                "@rpc func apply(): pass\n@rpc func queue(): pass\n@rpc func set_it(): pass\n");
  source_.refresh({folder_.path().string()});
  const std::string either = checksum_of({"move", "set_it"});
  EXPECT_FALSE(source_.method({.path = "Hall", .rpc_md5 = either.c_str()}, 0));
}

// Of the scenes that a function may have made, the types of the spawn's values decide which one it is.
TEST_F(Names, AScenesTypesFitTheValuesOfItsSpawn) {
  folder_.write("main.gd", "const A = preload(\"res://orc.tscn\")\nconst B = preload(\"res://wall.tscn\")\n");
  for (const auto& [name, property] : {std::pair{"orc", "health"}, {"wall", "title"}}) {
    folder_.write(name + std::string(".gd"), std::string("extends Node2D\nvar ") + property +
                                                 (name == std::string("orc") ? " := 10\n" : " := \"\"\n"));
    const std::string state = config("c", {"as.:position", (std::string("cs.:") + property).c_str()});
    folder_.write(name + std::string(".tscn"), "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" +
                                                   std::string(name) + ".gd\" id=\"1\"]\n" + state +
                                                   "[node name=\"N\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n" +
                                                   synchronizer("Sync", "c"));
  }
  source_.refresh({folder_.path().string()});
  godot::analysis::names::Synchronizer sync{
      .path = nullptr, .node = {.spawner = "Main/Free", .synchronizers = 1, .spawn_values = 2}, .position = 0};
  EXPECT_FALSE(source_.properties(sync, PropertyList::spawn)[1]);
  sync.node.spawn_types = "\x06\x03";  // Vector2, int
  EXPECT_STREQ(source_.properties(sync, PropertyList::spawn)[1].text, "health");
  sync.node.spawn_types = "\x06\x05";  // Vector2, String
  EXPECT_STREQ(source_.properties(sync, PropertyList::spawn)[1].text, "title");
  EXPECT_STREQ(source_.properties(sync, PropertyList::spawn)[1].source, "res://wall.tscn");
  EXPECT_EQ(source_.properties(sync, PropertyList::spawn)[1].certainty, Certainty::guessed);
  sync.node.spawn_types = "\x06\x02";  // Vector2, bool
  EXPECT_FALSE(source_.properties(sync, PropertyList::spawn)[1]);
}

TEST_F(Names, ArgumentsOfCSharpAreNotJudgedByType) {
  const godot::analysis::names::Node node = {.path = nullptr, .rpc_md5 = nullptr};
  EXPECT_STREQ(source_.argument(node, "Roar", 1).name.text, "at");
  for (std::uint32_t index = 0; index != 3; ++index) EXPECT_EQ(source_.argument(node, "Roar", index).type, nullptr);
  EXPECT_EQ(source_.signature(node, "Roar").required, 2U);
}

TEST_F(Names, SpawnersGiveSceneAndParent) {
  EXPECT_STREQ(source_.scene("Main/Spawner", 0).text, "res://player.tscn");
  EXPECT_FALSE(source_.scene("Main/Spawner", 1));
  EXPECT_FALSE(source_.scene("Main/Players", 0));
  EXPECT_STREQ(source_.parent("Main/Spawner").text, "Main/Players");
  EXPECT_STREQ(source_.parent("Main/Free").text, "Main/Free");
}

/// Levels whose roots have one name: which of them is loaded is not on the wire.
class Levels : public Names {
 protected:
  void level(const std::string& file, const std::string& scenes, const char* property, const char* way = "../Mobs") {
    folder_.write(file, "[gd_scene format=3]\n" + config("c", {"as.:position", property}) +
                            "[node name=\"Level\" type=\"Node2D\"]\n" + synchronizer("Sync", "c") +
                            "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n" +
                            "_spawnable_scenes = PackedStringArray(" + scenes + ")\nspawn_path = NodePath(\"" + way +
                            "\")\n");
    source_.refresh({folder_.path().string()});
  }
  [[nodiscard]] Certainty scene(std::uint32_t number) { return source_.scene("Level/Spawner", number).certainty; }
  [[nodiscard]] static godot::analysis::names::Synchronizer mob() {
    return {.path = nullptr, .node = {.spawner = "Level/Spawner", .scene = 0, .synchronizers = 1}, .position = 0};
  }
  const godot::analysis::names::Synchronizer door_{.path = "Level/Sync", .node = {}, .position = 0};
};

TEST_F(Levels, AScenesNumberMayMeanOtherScenes) {
  level("one.tscn", R"("res://boat.tscn", "res://raft.tscn")", "as.:speed");
  EXPECT_EQ(scene(0), Certainty::certain);
  EXPECT_EQ(source_.properties(mob(), PropertyList::always).certainty, Certainty::certain);
  EXPECT_EQ(source_.spawned_scene(mob().node).scenes, 2);
  EXPECT_STREQ(source_.parent("Level/Spawner").text, "Level/Mobs");
  // The same list, and one that is longer.
  level("two.tscn", R"("res://boat.tscn", "res://raft.tscn")", "as.:speed");
  EXPECT_EQ(scene(0), Certainty::certain);
  EXPECT_EQ(source_.spawned_scene(mob().node).scenes, 2);
  level("two.tscn", R"("res://boat.tscn", "res://raft.tscn", "res://player.tscn")", "as.:speed");
  EXPECT_EQ(scene(0), Certainty::certain);
  EXPECT_EQ(source_.spawned_scene(mob().node).scenes, -1) << "either list may be the one";
  // Another order.
  level("two.tscn", R"("res://raft.tscn", "res://boat.tscn")", "as.:speed");
  EXPECT_EQ(scene(0), Certainty::guessed);
  EXPECT_EQ(source_.properties(mob(), PropertyList::always).certainty, Certainty::guessed);
  EXPECT_TRUE(std::string_view(source_.properties(mob(), PropertyList::always).scene).ends_with('?'));
  EXPECT_STREQ(source_.parent("Level/Spawner").text, "Level/Mobs");
  level("two.tscn", R"("res://boat.tscn", "res://raft.tscn")", "as.:speed", "../Others");
  EXPECT_FALSE(source_.parent("Level/Spawner"));
}

/// The list is known, also where the number is that of no scene in it.
TEST_F(Names, WhatASpawnOfAnotherNumberHas) {
  const auto asked = [&](std::uint32_t scene) {
    const godot::analysis::names::SpawnedScene found =
        source_.spawned_scene({.spawner = "Main/Spawner", .scene = scene});
    return std::vector<int>{found.scenes, found.synchronizers, found.properties};
  };
  const godot::analysis::names::SpawnedScene none;
  EXPECT_EQ(asked(0), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(asked(1), (std::vector<int>{1, none.synchronizers, none.properties}));
  EXPECT_EQ(asked(godot::analysis::names::Node::no_scene),
            (std::vector<int>{none.scenes, none.synchronizers, none.properties}));
}

TEST_F(Levels, TheSceneOfASynchronizerIsAGuess) {
  level("one.tscn", "", "as.:speed");
  EXPECT_STREQ(source_.properties(door_, PropertyList::always).scene, "res://one.tscn");
  level("two.tscn", "", "as.:speed");
  EXPECT_STREQ(source_.properties(door_, PropertyList::always).scene, "res://one.tscn?");
  EXPECT_EQ(properties(door_, PropertyList::always), "position,speed");
}

/// The names of the main scene's properties are certain, unless another scene has others there.
TEST_F(Levels, AnotherSceneMayStandInPlaceOfTheMainScene) {
  folder_.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://one.tscn\"\n");
  level("one.tscn", "", "as.:speed");
  level("two.tscn", "", "as.:speed");
  EXPECT_EQ(source_.properties(door_, PropertyList::always).certainty, Certainty::certain) << "the same in both";
  level("two.tscn", "", "as.:angle");
  EXPECT_EQ(source_.properties(door_, PropertyList::always).certainty, Certainty::guessed);
  level("two.tscn", "", "cs.:angle");
  auto two = door_;
  two.values = 2;
  EXPECT_EQ(source_.properties(two, PropertyList::always).certainty, Certainty::certain) << "the other one has one";
}

TEST_F(Names, SynchronizersOfASpawn) {
  godot::analysis::names::Synchronizer one{.path = nullptr, .node = spawned(0, 2, 3), .position = 0};
  EXPECT_STREQ(source_.synchronizer(one).text, "Input");
  one.position = 1;
  EXPECT_STREQ(source_.synchronizer(one).text, "State");
  EXPECT_STREQ(source_.synchronizer(one).source, "res://player.tscn");
  one.position = 2;
  EXPECT_FALSE(source_.synchronizer(one));
}

TEST_F(Names, AllSynchronizersOfASpawn) {
  godot::analysis::names::Synchronizer one{.path = nullptr, .node = spawned(0, 2, 3), .position = 0};
  EXPECT_EQ(properties(one, PropertyList::spawn), "");
  one.position = 1;
  EXPECT_EQ(properties(one, PropertyList::spawn), "position,rotation,health");
  EXPECT_EQ(properties(one, PropertyList::always), "position,rotation,speed");
  EXPECT_EQ(properties(one, PropertyList::on_change), "health");
  one.position = 2;
  EXPECT_EQ(properties(one, PropertyList::spawn), "unknown");
}

TEST_F(Names, ASpawnThatListsTheSendersSynchronizersOnly) {
  // The first one is the player's: the number of values decides for the second one.
  godot::analysis::names::Synchronizer one{.path = nullptr, .node = spawned(0, 1, 3), .position = 0};
  EXPECT_EQ(properties(one, PropertyList::spawn), "position,rotation,health");
  one.node.spawn_values = 0;
  EXPECT_EQ(properties(one, PropertyList::spawn), "");
  one.node.spawn_values = -1;
  one.values = 3;
  EXPECT_EQ(properties(one, PropertyList::always), "position,rotation,speed");
  one.values = 2;
  EXPECT_EQ(properties(one, PropertyList::always), "direction,jump");
  one.values = 1;
  EXPECT_EQ(properties(one, PropertyList::on_change), "health");
}

TEST_F(Names, SynchronizersByPath) {
  godot::analysis::names::Synchronizer one{.path = "Main/Players/1234567/Input"};
  one.values = 2;
  EXPECT_EQ(properties(one, PropertyList::always), "direction,jump");
  // The values contradict the guess: it is dropped.
  one.values = 5;
  EXPECT_EQ(properties(one, PropertyList::always), "unknown");
  one.path = "Main/Players/1234567/Nobody";
  EXPECT_EQ(properties(one, PropertyList::always), "unknown");
}

/// Of scenes that have the end of the path, the one that has most of it; a synchronizer may be a scene's root.
TEST_F(Names, TheSceneWithMostOfThePathCounts) {
  const auto write = [&](const std::string& name, const std::string& parent, const char* property) {
    folder_.write(name + ".tscn", "[gd_scene format=3]\n" + config("c", {property}) + "[node name=\"" + name +
                                      "\" type=\"Node2D\"]\n[node name=\"Body\" type=\"Node2D\" parent=\".\"]\n" +
                                      "[node name=\"End\" type=\"MultiplayerSynchronizer\" parent=\"" + parent +
                                      "\"]\nreplication_config = SubResource(\"c\")\n");
  };
  write("one", "Body", "as.:position");
  write("two", ".", "as.:rotation");
  folder_.write("lone.tscn", "[gd_scene format=3]\n" + config("c", {"as.:name"}) +
                                 "[node name=\"Lone\" type=\"MultiplayerSynchronizer\"]\nreplication_config = "
                                 "SubResource(\"c\")\n");
  source_.refresh({folder_.path().string()});
  EXPECT_EQ(properties({.path = "Level/9/Body/End", .values = 1}, PropertyList::always), "position");
  EXPECT_EQ(properties({.path = "Level/9/End", .values = 1}, PropertyList::always), "rotation");
  EXPECT_EQ(properties({.path = "Lone"}, PropertyList::always), "name");
}

/// Rules hold if all scripts that a node may have declare the same.
TEST_F(Names, RulesOfTwoScenesAtOnePath) {
  const auto mode = [&](const std::string& one, const std::string& other) {
    for (const std::string name : {"soldier", "robot"}) {
      folder_.write(name + ".gd", name == "robot" ? other : one);
      folder_.write(name + ".tscn",
                    "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" + name +
                        ".gd\" id=\"1\"]\n[node name=\"Unit\" type=\"Node\"]\nscript = ExtResource(\"1\")\n");
    }
    folder_.write("battle.tscn",
                  "[gd_scene format=3]\n[node name=\"Battle\" type=\"Node\"]\n"
                  "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = "
                  "PackedStringArray(\"res://soldier.tscn\", \"res://robot.tscn\")\nspawn_path = NodePath(\"..\")\n");
    source_.refresh({folder_.path().string()});
    const char* found = source_.declaration({.path = "Battle/7"}, "move").mode;
    return std::string(found != nullptr ? found : "unknown");
  };
  const std::string any = "@rpc(\"any_peer\") func move(to): pass\n";
  EXPECT_EQ(mode(any, any), "any_peer");
  EXPECT_EQ(mode(any, "@rpc func move(to): pass\n"), "unknown");
  EXPECT_EQ(mode("@rpc func move(to): pass\n", any), "unknown");
  EXPECT_EQ(mode(any, "func move(to): pass\n"), "unknown");
  EXPECT_EQ(mode(any, "func other(): pass\n"), "any_peer") << "the other one has no such method";
}

// Only the end of the path is known: of the scenes that fit, types decide, and of several none is used.
TEST_F(Names, TypesDecideBetweenScenesOfOneEnd) {
  const auto write = [&](const std::string& name, const char* property) {
    folder_.write(name + ".gd", "extends Node2D\nvar is_active := true\nvar score: int\n");
    folder_.write(name + ".tscn", "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" + name +
                                      ".gd\" id=\"1\"]\n" + config("c", {property}) + "[node name=\"" + name +
                                      "\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n" +
                                      synchronizer("State2", "c"));
  };
  write("powerup", "as.:is_active");
  write("hero", "as.:position");
  source_.refresh({folder_.path().string()});
  godot::analysis::names::Synchronizer one{.path = "Level/Things/Hero #77/State2", .values = 1};
  EXPECT_EQ(properties(one, PropertyList::always), "unknown") << "either of them";
  one.node.spawn_types = "\x06";  // Vector2
  EXPECT_EQ(properties(one, PropertyList::always), "position");
  EXPECT_EQ(source_.properties(one, PropertyList::always).certainty, Certainty::guessed);
  one.node.spawn_types = "\x02";  // bool
  EXPECT_EQ(properties(one, PropertyList::always), "is_active");
  one.node.spawn_types = "\x05";  // String
  EXPECT_EQ(properties(one, PropertyList::always), "unknown") << "neither of them";
  write("raider", "as.:position");
  source_.refresh({folder_.path().string()});
  one.node.spawn_types = "\x06";
  EXPECT_EQ(properties(one, PropertyList::always), "position") << "both name it so";
  one.path = "hero/State2";
  one.node.spawn_types = "\x02";
  EXPECT_EQ(properties(one, PropertyList::always), "unknown") << "its own scene has no such type there";
}

TEST_F(Names, NodesOfASpawnFunction) {
  godot::analysis::names::Synchronizer one{
      .path = nullptr, .node = spawned(godot::analysis::names::Node::no_scene, 1, 2), .position = 0};
  EXPECT_EQ(properties(one, PropertyList::spawn), "position,sail");
  one.node.spawn_values = 1;
  EXPECT_EQ(properties(one, PropertyList::spawn), "position");
  // Both scenes have one property that is always sent, with the same name.
  one.node.spawn_values = -1;
  one.values = 1;
  EXPECT_EQ(properties(one, PropertyList::always), "position");
  EXPECT_EQ(properties(one, PropertyList::on_change), "sail");
  one.node.spawn_values = 0;
  EXPECT_EQ(properties(one, PropertyList::always), "unknown") << "no scene has so few";
  // The values of the spawn stay known, and with them the scene.
  one.node.spawn_values = 2;
  EXPECT_STREQ(source_.properties(one, PropertyList::always)[0].source, "res://boat.tscn");
  EXPECT_STREQ(source_.synchronizer(one).text, "Sync");
  one.node.spawn_values = -1;
  EXPECT_EQ(source_.properties(one, PropertyList::always)[0].source, nullptr);  // of either
  // If they differ, the name is unknown.
  folder_.write("raft.tscn", "[gd_scene format=3]\n" + config("r", {"as.:rotation_degrees"}) +
                                 "[node name=\"Raft\" type=\"Node2D\"]\n" + synchronizer("Sync", "r"));
  source_.refresh({folder_.path().string()});
  EXPECT_EQ(properties(one, PropertyList::always), "unknown");
}
