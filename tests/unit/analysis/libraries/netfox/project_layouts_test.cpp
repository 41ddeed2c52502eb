// SPDX-License-Identifier: MIT
// A node's properties from scenes and scripts. The project is written here.
#include "analysis/libraries/netfox/project_layouts.h"

#include <gtest/gtest.h>

#include "project/libraries/netfox/synchronizer_lists.h"
#include "tests/unit/project/folder.h"

namespace godot::analysis {
namespace {

using netfox::Scalar;
using netfox::Shape;

constexpr const char* rollback = "res://addons/netfox/rollback/rollback-synchronizer.gd";
constexpr const char* state_synchronizer = "res://addons/netfox/state-synchronizer.gd";

std::string node(const std::string& name, const std::string& parent, const std::string& properties = "") {
  const std::string place = parent.empty() ? "" : " parent=\"" + parent + "\"";
  return "[node name=\"" + name + "\" type=\"Node2D\"" + place + "]\n" + properties;
}

/// A scene with the scripts of both synchronizers, and one of its own.
std::string scene(const std::string& script, const std::string& nodes) {
  const auto resource = [](const char* id, const std::string& path) {
    return "[ext_resource type=\"Script\" path=\"" + path + "\" id=\"" + id + "\"]\n";
  };
  return "[gd_scene format=3]\n" + resource("rollback", rollback) + resource("state", state_synchronizer) +
         (script.empty() ? "" : resource("own", script)) + nodes;
}

class ProjectLayouts : public testing::Test {
 protected:
  ProjectLayouts() : project_(folder_.path()) {
    folder_.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    folder_.write("player.gd",
                  "extends Node2D\nfunc _ready():\n\t$Sync.set_schema({\n\t\t\":position\": NetworkSchemas.vec2f32(),\n"
                  "\t\t\"Health:value\": NetworkSchemas.uint8(),\n\t})\n");
    folder_.write("main.tscn",
                  scene("", node("Main", "") + node("Players", ".") + node("Npc", ".") + node("Brain", "Npc") +
                                node("Sync", "Npc",
                                     "script = ExtResource(\"state\")\n"
                                     "properties = Array[String]([\":position\", \":position\", "
                                     "\"Brain:mood\", \"nothing\", \"Absent:value\"])\n") +
                                "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
                                "_spawnable_scenes = PackedStringArray(\"res://player.tscn\")\n"
                                "spawn_path = NodePath(\"../Players\")\n"));
    write_player("player", "\":position\", \":velocity\", \"Health:value\"");
    read();
  }

  void write_player(const std::string& name, const std::string& state) {
    folder_.write(name + ".tscn",
                  scene("res://player.gd", node("Player", "", "script = ExtResource(\"own\")\n") + node("Input", ".") +
                                               node("Health", ".") +
                                               node("Sync", ".",
                                                    "script = ExtResource(\"rollback\")\nroot = NodePath(\"..\")\n"
                                                    "state_properties = Array[String]([" +
                                                        state + "])\ninput_properties = [\"Input:movement\"]\n")));
  }
  void read() { project_.refresh(); }

  /// "position velocity of res://player.tscn?"; empty if nothing is known.
  std::string layout_of(std::string_view path, NetfoxList list) {
    const auto found = netfox_properties_of(project_, path, list, roots_);
    if (!found) return "";
    return text_of(*found);
  }
  /// The same of the list of a synchronizer, which calls of its own send.
  std::string called_layout_of(std::string_view path, NetfoxList list) {
    const auto found = netfox_called_properties_of(project_, path, list);
    return found ? text_of(*found) : "";
  }
  static std::string text_of(const NetfoxProperties& properties) {
    std::string text;
    for (const std::string& name : properties.names) text += name + " ";
    return text + "of " + properties.source + (properties.guessed ? "?" : "");
  }

  test::Folder folder_;
  project::Project project_;
  NetfoxRoots roots_;
};

TEST_F(ProjectLayouts, OfANodeOfTheMainScene) {
  EXPECT_EQ(layout_of("/root/Main/Npc", NetfoxList::sync), "position of res://main.tscn")
      << "netfox has a property once";
  EXPECT_EQ(layout_of("/root/Main/Npc/Brain", NetfoxList::sync), "mood of res://main.tscn");
  EXPECT_EQ(layout_of("/root/Main/Npc", NetfoxList::state), "") << "another list";
  EXPECT_EQ(layout_of("/root/Main/Npc/Brain/Deeper", NetfoxList::sync), "");
  const auto found = netfox_properties_of(project_, "/root/Main/Npc", NetfoxList::sync, roots_);
  ASSERT_TRUE(found && found->schemas.size() == 1);
  EXPECT_EQ(found->schemas[0].root().shape, Shape::variant) << "no script sets another";
}

TEST_F(ProjectLayouts, OfASpawnedNodeWithTheSerializersOfItsScript) {
  EXPECT_EQ(layout_of("/root/Main/Players/77", NetfoxList::state), "position velocity of res://player.tscn?");
  EXPECT_EQ(layout_of("/root/Main/Players/77/Health", NetfoxList::state), "value of res://player.tscn?");
  EXPECT_EQ(layout_of("/root/Main/Players/77/Input", NetfoxList::input), "movement of res://player.tscn?");
  const auto found = netfox_properties_of(project_, "/root/Main/Players/77", NetfoxList::state, roots_);
  ASSERT_TRUE(found && found->schemas.size() == 2);
  EXPECT_EQ(found->schemas[0].root().shape, Shape::vector2);
  EXPECT_EQ(found->schemas[0].root().scalar, Scalar::float32);
  EXPECT_EQ(found->schemas[1].root().shape, Shape::variant);
  const auto health = netfox_properties_of(project_, "/root/Main/Players/77/Health", NetfoxList::state, roots_);
  ASSERT_TRUE(health && health->schemas.size() == 1);
  EXPECT_EQ(health->schemas[0].root().scalar, Scalar::uint8);
}

// Values after one with an unknown serializer cannot be read.
TEST_F(ProjectLayouts, ASerializerOfTheGamesOwnHidesAll) {
  folder_.write("player.gd",
                "extends Node2D\nfunc _ready():\n\t$Sync.set_schema({\":velocity\": MySchemas.packed(3)})\n");
  read();
  const auto found = netfox_properties_of(project_, "/root/Main/Players/77", NetfoxList::state, roots_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->names, (std::vector<std::string>{"position", "velocity"}));
  EXPECT_TRUE(found->schemas.empty());
}

// A script that adds players anywhere: the root of every scene with netfox may be meant.
TEST_F(ProjectLayouts, OfANodeInNoSceneIsThatOfAllMatchingRoots) {
  EXPECT_EQ(layout_of("/root/World/Anybody", NetfoxList::state), "position velocity of res://player.tscn?");
  EXPECT_EQ(layout_of("/root/World/Anybody", NetfoxList::sync), "") << "no root has one";
  // The answer is cached, and computed again when the scenes change.
  write_player("boss", "\":position\", \":velocity\"");
  folder_.write("main.gd", "const BOSS = preload(\"res://boss.tscn\")\n");
  read();
  EXPECT_EQ(layout_of("/root/World/Anybody", NetfoxList::state), "position velocity of res://player.tscn?")
      << "both agree";
  write_player("boss", "\":position\", \":rage\"");
  read();
  roots_ = {};
  EXPECT_EQ(layout_of("/root/World/Anybody", NetfoxList::state), "") << "one of two, unknown which";
}

// Several games in one folder: a script makes what the scene in use gives it.
TEST_F(ProjectLayouts, OfWhatTheSceneInUseGivesItsNodes) {
  const auto level = [&](const std::string& root, const std::string& hero) {
    return "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://" + hero + ".tscn\" id=\"hero\"]\n" +
           node(root, "") + node("Heroes", ".", "hero_scene = ExtResource(\"hero\")\n");
  };
  write_player("knight", "\":position\", \":armor\"");
  write_player("witch", "\":position\", \":mana\"");
  folder_.write("castle.tscn", level("Castle", "knight"));
  folder_.write("swamp.tscn", level("Swamp", "witch"));
  read();
  EXPECT_EQ(layout_of("/root/Castle/Heroes/77", NetfoxList::state), "position armor of res://knight.tscn?");
  EXPECT_EQ(layout_of("/root/Swamp/Heroes/77", NetfoxList::state), "position mana of res://witch.tscn?");
  EXPECT_EQ(layout_of("/root/Swamp/77/Input", NetfoxList::input), "movement of res://witch.tscn?");
  EXPECT_EQ(layout_of("/root/Elsewhere/77", NetfoxList::state), "") << "any of the three";
  // Two scenes with this root, and with different heroes: which is in use is not known.
  folder_.write("swamp2.tscn", level("Swamp", "knight"));
  read();
  EXPECT_EQ(layout_of("/root/Swamp/Heroes/77", NetfoxList::state), "");
  folder_.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://swamp2.tscn\"\n");
  read();
  EXPECT_EQ(layout_of("/root/Swamp/Heroes/77", NetfoxList::state), "position armor of res://knight.tscn?")
      << "the main scene is";
}

TEST_F(ProjectLayouts, OfTwoPossibleScenesIsKnownOnlyIfEqual) {
  folder_.write("main.tscn", scene("", node("Main", "") + node("Players", ".") +
                                           "[node name=\"Spawner\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
                                           "_spawnable_scenes = PackedStringArray(\"res://player.tscn\", "
                                           "\"res://boss.tscn\")\nspawn_path = NodePath(\"../Players\")\n"));
  write_player("boss", "\":position\", \":velocity\"");
  read();
  EXPECT_EQ(layout_of("/root/Main/Players/77", NetfoxList::state), "position velocity of res://player.tscn?");
  write_player("boss", "\":position\", \":rage\"");
  read();
  EXPECT_EQ(layout_of("/root/Main/Players/77", NetfoxList::state), "");
  EXPECT_EQ(layout_of("/root/Main/Players/77/Input", NetfoxList::input), "movement of res://player.tscn?");
  // The same names in another notation.
  write_player("boss", "\":position\", \":velocity\"");
  folder_.write("boss.gd",
                "extends Node2D\nfunc _ready():\n\t$Sync.set_schema({\":position\": "
                "NetworkSchemas.vec2f16()})\n");
  folder_.write("boss.tscn", scene("res://boss.gd", node("Boss", "", "script = ExtResource(\"own\")\n") +
                                                        node("Sync", ".",
                                                             "script = ExtResource(\"rollback\")\n"
                                                             "state_properties = Array[String]([\":position\", "
                                                             "\":velocity\"])\n")));
  read();
  EXPECT_EQ(layout_of("/root/Main/Players/77", NetfoxList::state), "");
}

TEST(NetfoxLists, WordsOfRows) {
  NetfoxList list = NetfoxList::state;
  EXPECT_TRUE(parse("input", list));
  EXPECT_EQ(list, NetfoxList::input);
  EXPECT_TRUE(parse("sync", list));
  EXPECT_EQ(list, NetfoxList::sync);
  EXPECT_TRUE(parse("state", list));
  EXPECT_EQ(list, NetfoxList::state);
  list = NetfoxList::sync;
  EXPECT_FALSE(parse("states", list));
  EXPECT_EQ(list, NetfoxList::sync) << "another word changes nothing";
}

TEST(NetfoxLayouts, ChangedRowsDiscardRememberedResults) {
  NetfoxLayouts layouts;
  NetfoxProperties properties;
  ASSERT_TRUE(parse("position: vec2f16", properties));
  const NetfoxProperties* kept = layouts.remember("/root/A", NetfoxList::state, std::move(properties));
  const NetfoxProperties* found = nullptr;
  ASSERT_TRUE(layouts.find("/root/A", NetfoxList::state, found));
  EXPECT_EQ(found, kept);
  EXPECT_FALSE(layouts.find("/root/A", NetfoxList::sync, found));
  layouts.clear();
  EXPECT_FALSE(layouts.find("/root/A", NetfoxList::state, found));
}

/// netfox before 1.36 calls the synchronizer, with all properties of its list.
TEST_F(ProjectLayouts, OfASynchronizerThatIsCalled) {
  EXPECT_EQ(called_layout_of("/root/Main/Players/77/Sync", NetfoxList::state),
            "position velocity Health:value of res://player.tscn?");
  EXPECT_EQ(called_layout_of("/root/Main/Players/77/Sync", NetfoxList::sync), "") << "another list";
  EXPECT_EQ(called_layout_of("/root/Main/Npc", NetfoxList::sync), "") << "no synchronizer";
}

TEST_F(ProjectLayouts, OfACalledSynchronizerOfTheMainScene) {
  folder_.write("main.tscn",
                scene("", node("Main", "") + node("Brain", ".") +
                              node("Sync", ".",
                                   "script = ExtResource(\"state\")\n"
                                   "properties = Array[String]([\":position\", \"Brain\", \"Brain:mood\"])\n")));
  read();
  EXPECT_EQ(called_layout_of("/root/Main/Sync", NetfoxList::sync), "position Brain:mood of res://main.tscn")
      << "it is certain; a node alone is no property";
}

/// A script that adds players anywhere: the synchronizers of this name may be meant.
TEST_F(ProjectLayouts, OfACalledSynchronizerInNoScene) {
  EXPECT_EQ(called_layout_of("/root/World/77/Sync", NetfoxList::state),
            "position velocity Health:value of res://player.tscn?");
  EXPECT_EQ(called_layout_of("/root/World/77/Other", NetfoxList::state), "");
}

/// Synchronizers that scripts make, with literals.
class MadeByScripts : public ProjectLayouts {
 protected:
  /// A player's script, whose node the main scene has or not.
  void write(const std::string& script, bool in_scene) {
    folder_.write("made.gd", script);
    folder_.write("player.tscn", scene("", node("Player", "")));  // no synchronizer
    folder_.write("main.tscn",
                  scene(in_scene ? "res://made.gd" : "",
                        node("Main", "") + (in_scene ? node("Hero", ".", "script = ExtResource(\"own\")\n") : "")));
    read();
  }
  static constexpr const char* own =
      "extends Node2D\nfunc _ready():\n\tvar s := RollbackSynchronizer.new()\n\ts.root = self\n"
      "\ts.state_properties.assign([\":position\", \"Health:value\"])\n\ts.add_input($Input, \"jump\")\n"
      "\tadd_child(s)\n\ts.set_schema({\":position\": NetworkSchemas.vec2f32()})\n";
};

TEST_F(MadeByScripts, TheNodeOfTheScriptIsCertain) {
  write(own, true);
  EXPECT_EQ(layout_of("/root/Main/Hero", NetfoxList::state), "position of res://made.gd");
  EXPECT_EQ(layout_of("/root/Main/Hero/Health", NetfoxList::state), "value of res://made.gd");
  EXPECT_EQ(layout_of("/root/Main/Hero/Input", NetfoxList::input), "jump of res://made.gd");
  EXPECT_EQ(layout_of("/root/Main/Hero", NetfoxList::sync), "");
  const auto found = netfox_properties_of(project_, "/root/Main/Hero", NetfoxList::state, roots_);
  EXPECT_EQ(found->schemas.front().parts[0].shape, Shape::vector2);
}

TEST_F(MadeByScripts, ANodeThatNoSceneHasIsAGuess) {
  write(own, false);
  EXPECT_EQ(layout_of("/root/Main/Players/7", NetfoxList::state), "position of res://made.gd?");
  EXPECT_EQ(layout_of("/root/Main/Players/7/Health", NetfoxList::state), "value of res://made.gd?");
  EXPECT_EQ(layout_of("/root/Main", NetfoxList::state), "") << "the main scene says what that is";
}

TEST_F(MadeByScripts, ACalledSynchronizerHasTheNameThatTheScriptGives) {
  const std::string named =
      "func f():\n\tvar s := RollbackSynchronizer.new()\n\ts.name = \"Sync\"\n\ts.root = self\n"
      "\ts.add_state(self, \"spin\")\n";
  write(named, false);
  EXPECT_EQ(called_layout_of("/root/World/7/Sync", NetfoxList::state), "spin of res://made.gd?");
  EXPECT_EQ(called_layout_of("/root/World/7/Other", NetfoxList::state), "");
  EXPECT_EQ(called_layout_of("/root/World/7/Sync", NetfoxList::input), "") << "the script adds none to this list";
}

/// Properties that a script adds to a synchronizer of its scene belong to that one.
TEST_F(MadeByScripts, ACalledSynchronizerOfASceneWithAdditions) {
  folder_.write("player.gd", "extends Node2D\nfunc _ready():\n\t$Sync.add_state(self, \"jumps\")\n");
  read();
  EXPECT_EQ(called_layout_of("/root/World/7/Sync", NetfoxList::state),
            "position velocity Health:value jumps of res://player.tscn?");
}

TEST_F(MadeByScripts, ByTheNameThatTheScriptGives) {
  write(
      "func f():\n\tvar ball := Node2D.new()\n\tball.name = \"Ball\"\n\tvar s := RollbackSynchronizer.new()\n"
      "\ts.root = ball\n\ts.add_state(ball, \"spin\")\n"
      "func g(id):\n\tvar p := Node2D.new()\n\tp.name = str(id)\n\tvar s := RollbackSynchronizer.new()\n"
      "\ts.root = p\n\ts.add_state(p, \"position\")\n",
      false);
  EXPECT_EQ(layout_of("/root/Main/Ball", NetfoxList::state), "spin of res://made.gd?");
  EXPECT_EQ(layout_of("/root/Main/Players/7", NetfoxList::state), "position of res://made.gd?");
}

/// Nothing says which of two lists a node has.
TEST_F(MadeByScripts, ListsThatDisagree) {
  folder_.write("other.gd",
                "func f(p):\n\tvar s := RollbackSynchronizer.new()\n\ts.root = p\n\ts.add_state(p, \"x\")\n");
  write("func f(p):\n\tvar s := RollbackSynchronizer.new()\n\ts.root = p\n\ts.add_state(p, \"y\")\n", false);
  EXPECT_EQ(layout_of("/root/Main/Players/7", NetfoxList::state), "");
}

/// The scene has a synchronizer, and a script adds to its lists.
TEST_F(MadeByScripts, AdditionsToASynchronizerOfAScene) {
  folder_.write("player.gd",
                "extends Node2D\nfunc _ready():\n\t$Sync.add_state(self, \"jumps\")\n"
                "\t$Sync.input_properties.assign([\"Input:aim\"])\n");
  read();
  EXPECT_EQ(layout_of("/root/Main/Players/7", NetfoxList::state), "position velocity jumps of res://player.tscn?");
  EXPECT_EQ(layout_of("/root/Main/Players/7/Input", NetfoxList::input), "aim of res://player.tscn?");
}

/// Constants of a script that is preloaded, of a class, and of the script above.
TEST_F(MadeByScripts, ConstantsOfOtherScripts) {
  folder_.write("props.gd", "class_name Props\nconst MORE: Array[String] = [\":b\", \":c\"]\nconst LOOK := [&\"d\"]\n");
  folder_.write("body.gd", "extends Node2D\nconst STATE := [\":a\"]\n");
  const std::string begin =
      "extends \"res://body.gd\"\nconst Lists = preload(\"res://props.gd\")\nfunc _ready():\n"
      "\tvar s := RollbackSynchronizer.new()\n\ts.root = self\n\ts.state_properties.assign(STATE + Lists.MORE)\n";
  write(begin + "\tfor p in Props.LOOK:\n\t\ts.add_state(self, p)\n", true);
  EXPECT_EQ(layout_of("/root/Main/Hero", NetfoxList::state), "a b c d of res://made.gd");
  // The order counts: with an unknown part the list says nothing.
  write(begin + "\ts.state_properties.append_array(Absent.LIST)\n", true);
  EXPECT_EQ(layout_of("/root/Main/Hero", NetfoxList::state), "");
}

/// A script of a synchronizer in a scene, and of one that a script makes.
TEST_F(MadeByScripts, AScriptThatExtendsASynchronizer) {
  folder_.write("sync.gd", "extends StateSynchronizer\nfunc _ready():\n\tproperties = [\":mood\"]\n");
  folder_.write("main.tscn", scene("res://sync.gd", node("Main", "") + node("Npc", ".") +
                                                        node("Sync", "Npc", "script = ExtResource(\"own\")\n")));
  read();
  EXPECT_EQ(layout_of("/root/Main/Npc", NetfoxList::sync), "mood of res://main.tscn");
  EXPECT_EQ(layout_of("/root/Main/Other", NetfoxList::sync), "mood of res://sync.gd?");
}

/// The scene names the node, the script does not: it is known if the scene has one synchronizer.
TEST_F(MadeByScripts, AnExportedSynchronizer) {
  folder_.write("player.gd",
                "extends Node2D\n@export var s: RollbackSynchronizer\nfunc f():\n\ts.add_state(self, \"jumps\")\n");
  read();
  EXPECT_EQ(layout_of("/root/Main/Players/7", NetfoxList::state), "position velocity jumps of res://player.tscn?");
}

}  // namespace
}  // namespace godot::analysis
