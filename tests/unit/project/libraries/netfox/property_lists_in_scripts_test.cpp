// SPDX-License-Identifier: MIT
// Lists that scripts give netfox's synchronizers. The scripts are written here.
#include "project/libraries/netfox/property_lists_in_scripts.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis::project {
namespace {

/// Constants of other scripts as NAME, with what is before each of their texts.
std::string shown(const std::string& text) {
  const auto reference = netfox_reference(text);
  return reference ? std::string(reference->prefix) + "<" + std::string(reference->name) + ">" : text;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + shown(text);
  return all;
}

/// "state / input / sync" of each synchronizer, with its root where that is not the script's node.
std::string read(std::string_view script) {
  std::string all;
  for (const NetfoxBuilder& builder : read_netfox_builders(script)) {
    all += all.empty() ? "" : "; ";
    if (builder.own) all += "own: ";
    else if (!builder.made) all += "$" + builder.node + ": ";
    if (builder.root_is == NetfoxBuilder::Root::named) all += "at " + builder.root + ": ";
    if (builder.root_is == NetfoxBuilder::Root::unknown && !builder.own) all += "at ?: ";
    all += joined(builder.lists.state) + " / " + joined(builder.lists.input) + " / " + joined(builder.lists.sync);
  }
  return all;
}

TEST(NetfoxBuilders, OfTheScriptsOwnNode) {
  EXPECT_EQ(read("extends Node2D\n"
                 "func _ready():\n"
                 "\tvar sync := RollbackSynchronizer.new()\n"
                 "\tsync.name = \"Sync\"\n"
                 "\tsync.root = self\n"
                 "\tsync.state_properties.assign([\":position\", ':velocity', &\"Health:value\"])\n"
                 "\tsync.input_properties = [\"Input:movement\"]\n"
                 "\tadd_child(sync)\n"
                 "\tsync.process_settings()\n"),
            ":position :velocity Health:value / Input:movement / ");
}

TEST(NetfoxBuilders, OfAStateSynchronizer) {
  EXPECT_EQ(read("func f():\n\tvar s: StateSynchronizer = StateSynchronizer.new()\n\ts.properties = [\":mood\"]\n"
                 "\ts.add_state(self, \"hp\")\n\tadd_child(s)\n"),
            " /  / :mood :hp");
}

/// netfox's PropertyEntry.make_path() takes a String as it is.
TEST(NetfoxBuilders, AnEmptyPathIsTheRoot) {
  EXPECT_EQ(read("func f():\n\tvar s := RollbackSynchronizer.new()\n\ts.root = self\n\ts.add_state(\"\", \"hp\")\n"
                 "\ts.add_state(\"\" + \"Gun\", \"ammo\")\n"),
            ":hp Gun:ammo /  / ");
}

/// A node whose name is made up while the game runs is not the one that the first part names.
TEST(NetfoxBuilders, NamesInParts) {
  EXPECT_EQ(read("func f(i):\n\tvar s := RollbackSynchronizer.new()\n\tvar gun := Node.new()\n"
                 "\tgun.name = \"Gun\" + str(i)\n\ts.root = self\n\ts.add_state(gun, \"a\")\n"
                 "\ts.add_state(\"Gun\" + str(i), \"b\")\n\ts.add_state(\"Gun%d\" % i, \"c\")\n"
                 "\ts.add_state(get_node(\"Gun\" + str(i)), \"d\")\n\ts.add_state(get_node(\"Gun\" + \"1\"), \"e\")\n"
                 "\ts.add_state(\"%s/Gun\" % \"Hand\", \"f\")\n"),
            "?:a ?:b ?:c ?:d Gun1:e Hand/Gun:f /  / ");
}

/// A root of which a part of the name is known is none of the nodes that have whole names.
TEST(NetfoxBuilders, ARootWhoseNameIsInParts) {
  EXPECT_EQ(read("func f(i):\n\tvar c := Node.new()\n\tc.name = \"Crowd%d\" % i\n"
                 "\tvar s := RollbackSynchronizer.new()\n\ts.root = c\n\ts.add_state(c, \"a\")\n"),
            "at %: :a /  / ");
}

TEST(NetfoxBuilders, PropertyByProperty) {
  EXPECT_EQ(read("func f():\n\tvar s := RollbackSynchronizer.new()\n\tvar input := Node.new()\n"
                 "\tinput.name = \"Input\"\n\ts.root = self\n\ts.add_state(self, \"position\")\n"
                 "\ts.add_state(\"Health\", \"value\")\n\ts.add_state($Gun, \"ammo\")\n\ts.add_state(\".\", \"hp\")\n"
                 "\ts.add_input(input, \"jump\")\n\ts.add_input(other(), \"aim\")\n"),
            ":position Health:value Gun:ammo :hp / Input:jump ?:aim / ");
}

TEST(NetfoxBuilders, ConstantsAndLoops) {
  EXPECT_EQ(read("const STATE: Array[String] = [\":a\", \":b\"]\nconst MORE := [\":c\"]\nconst ONE = \"d\"\n"
                 "func f():\n\tvar s = RollbackSynchronizer.new()\n\ts.state_properties.assign(STATE + MORE)\n"
                 "\ts.add_state(self, ONE)\n\tfor p: String in [\"e\", \"f\"]:\n\t\ts.add_state(self, p)\n"
                 "\ts.input_properties.append(\":g\")\n\ts.input_properties += MORE\n"),
            ":a :b :c :d :e :f / :g :c / ");
}

/// A constant that stands for another one, and so on: eight steps to the text are followed.
TEST(NetfoxBuilders, ChainsOfConstants) {
  const auto chain = [](int constants) {
    std::string script = "const C1 = \"x\"\n";
    for (int i = 2; i <= constants; ++i)
      script += "const C" + std::to_string(i) + " = C" + std::to_string(i - 1) + "\n";
    return read(script + "func f():\n\tvar s = RollbackSynchronizer.new()\n\ts.root = self\n\ts.add_state(self, C" +
                std::to_string(constants) + ")\n");
  };
  EXPECT_EQ(chain(1), ":x /  / ");
  EXPECT_EQ(chain(8), ":x /  / ");
  EXPECT_NE(chain(9), ":x /  / ");
}

TEST(NetfoxBuilders, AnAssignmentReplaces) {
  EXPECT_EQ(read("func f():\n\tvar s = RollbackSynchronizer.new()\n\ts.state_properties = [\":a\"]\n"
                 "\ts.state_properties = [\":b\"]\n"),
            ":b /  / ");
}

TEST(NetfoxBuilders, OfANodeThatTheScriptMakes) {
  EXPECT_EQ(read("func make():\n\tvar ball := Node2D.new()\n\tball.name = \"Ball\"\n"
                 "\tvar s := RollbackSynchronizer.new()\n\ts.root = ball\n\ts.add_state(ball, \"position\")\n"
                 "\ts.add_state(self, \"x\")\n"
                 "func make_player(id):\n\tvar player := Player.new()\n\tplayer.name = str(id)\n"
                 "\tvar s := RollbackSynchronizer.new()\n\ts.state_properties.assign([\":velocity\"])\n"
                 "\tplayer.add_child(s)\n"),
            "at Ball: :position ?:x /  / ; at ?: :velocity /  / ");
}

TEST(NetfoxBuilders, OfASynchronizerOfTheScene) {
  EXPECT_EQ(read("@onready var sync: RollbackSynchronizer = $Sync\n"
                 "@onready var other = get_node(\"Other/Sync2\")\n"
                 "func f():\n\tsync.add_state(self, \"a\")\n\tother.state_properties.append(\":b\")\n"
                 "\t$Third.add_input(self, \"c\")\n\t%Fourth.add_state(self, \"d\")\n"),
            "$Sync: :a /  / ; $Sync2: :b /  / ; $Third:  / :c / ; $Fourth: :d /  / ");
}

TEST(NetfoxBuilders, SumsOfTexts) {
  EXPECT_EQ(
      read("const A := [\"a\", \"b\"]\nconst C = \"c\"\nfunc f():\n\tvar s = RollbackSynchronizer.new()\n"
           "\tfor p in A:\n\t\ts.state_properties.append(\":\" + p)\n"
           "\ts.state_properties.append(\":%s\" % C)\n\ts.state_properties += [\":\" + \"d\", \"Gun:%s\" % \"e\"]\n"
           "\ts.input_properties = PackedStringArray([\":f\"]) + Array([\":g\"], TYPE_STRING, \"\", null)\n"
           "\ts.input_properties.append(\"%d:%s\" % C)\n"),
      ":a :b :c :d Gun:e / :f :g / ");
}

/// The project resolves them.
TEST(NetfoxBuilders, ConstantsOfOtherScripts) {
  EXPECT_EQ(read("func f():\n\tvar s = RollbackSynchronizer.new()\n\ts.state_properties.assign(STATE + Props.MORE)\n"
                 "\tfor p in Props.Inner.LOOK:\n\t\ts.add_state(self, p)\n\t\ts.input_properties.append(\":\" + p)\n"
                 "\ts.state_properties.append_array(Props.compute())\n\ts.state_properties.append_array(lower)\n"),
            "<STATE> <Props.MORE> :<Props.Inner.LOOK> / :<Props.Inner.LOOK> / ");
  EXPECT_FALSE(netfox_reference("").has_value());
  EXPECT_FALSE(netfox_reference(":a").has_value());
  EXPECT_FALSE(netfox_reference("\x01"
                                "A")
                   .has_value());
}

/// Those of the calls in the same script; the node is known if all calls name the same one.
TEST(NetfoxBuilders, Parameters) {
  EXPECT_EQ(
      read("var sync := RollbackSynchronizer.new()\nfunc _ready():\n\tadd(self, [\"a\", \"b\"])\n\tadd(self, [\"c\"])\n"
           "\tboth($A, \"d\")\n\tboth($B, \"d\")\n"
           "func add(node, names: Array):\n\tfor each: String in names:\n\t\tsync.add_state(node, each)\n"
           "func both(node: Node, name: String) -> void:\n\tsync.add_input(node, name)\n"),
      ":a :b :c / ?:d / ");
}

TEST(NetfoxBuilders, WhatAFunctionReturns) {
  EXPECT_EQ(read("func f():\n\tvar s = RollbackSynchronizer.new()\n\ts.state_properties.assign(states())\n"
                 "\ts.input_properties.assign(inputs())\n\ts.state_properties.append_array(other.states())\n"
                 "func states() -> Array[String]:\n\treturn [\":a\", \":b\"]\n"
                 "func inputs():\n\tif easy:\n\t\treturn [\":x\"]\n\treturn [\":y\"]\n"
                 "func again():\n\treturn again()\n"),
            ":a :b /  / ");
  EXPECT_EQ(read("func f():\n\tvar s = RollbackSynchronizer.new()\n\ts.state_properties.assign(again())\n"
                 "func again():\n\treturn again()\n"),
            "");
}

TEST(NetfoxBuilders, AScriptThatExtendsASynchronizer) {
  EXPECT_EQ(read("extends StateSynchronizer\nvar other := []\nfunc _ready():\n\tproperties = "
                 "[\":a\"]\n\tself.properties.append(\":b\")\n"
                 "\tadd_state(root, \"c\")\n"),
            "own:  /  / :a :b :c");
  EXPECT_EQ(
      read("@tool\nclass_name Sync extends Node\nfunc add_state(a, b): pass\nfunc f():\n\tproperties = [\":a\"]\n"),
      "");
}

TEST(NetfoxBuilders, ReferencesToNodes) {
  EXPECT_EQ(read("@export var sync: RollbackSynchronizer\n@onready var a = $\"%Unique\"\n"
                 "@onready var b: StateSynchronizer = get_node_or_null(\"Other\")\n"
                 "func f():\n\tsync.add_state(self, \"a\")\n\ta.add_state(self, \"b\")\n\tb.add_state(self, \"c\")\n"
                 "\tvar c = find_child(\"Found\")\n\tc.add_input(self, \"d\")\n"),
            "$?: :a /  / ; $Unique: :b /  / ; $Other:  /  / :c; $Found:  / :d / ");
}

/// What no literal says, comments, and other classes' members of these names.
TEST(NetfoxBuilders, WhatIsNotRead) {
  EXPECT_EQ(read("func f(names, node):\n\tvar s = RollbackSynchronizer.new()\n\ts.state_properties.assign(names)\n"
                 "\ts.state_properties.assign(compute())\n\ts.add_state(self)\n\ts.state_properties.clear()\n"
                 "\t#s.add_state(self, \"a\")\n\tif s.state_properties == [\":x\"]: pass\n"
                 "\tvar text = \"s.add_state(self, 'b')\"\n"),
            "");
  EXPECT_EQ(read("func f():\n\tvar m = Material.new()\n\tm.properties = [\":a\"]\n\tadd_state(self, \"b\")\n"
                 "\tmachine.add_state(idle, \"idle\")\n"),
            "");
  EXPECT_EQ(read(""), "");
}

TEST(NetfoxBuilders, UnfinishedScripts) {
  constexpr std::string_view whole =
      "const A = [\":a\"]\nfunc f():\n\tvar s = RollbackSynchronizer.new()\n\ts.root = self\n"
      "\ts.state_properties.assign(A + [\":b\", \":c\"])\n\ts.add_state($Gun, "
      "\"ammo\")\n\tget_node(\"S\").add_input(self, \"x\")\n";
  for (std::size_t size = 0; size <= whole.size(); ++size) (void)read(whole.substr(0, size));
  EXPECT_EQ(read(whole), ":a :b :c Gun:ammo /  / ; $S:  / :x / ");
}

TEST(NetfoxBuilders, Limits) {
  std::string many = "func f():\n\tvar s = RollbackSynchronizer.new()\n";
  for (int i = 0; i < 1000; ++i) many += "\ts.add_state(self, \"p" + std::to_string(i) + "\")\n";
  const auto found = read_netfox_builders(many);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_LE(found.front().lists.state.size(), NetfoxBuilderLimits::properties);
  EXPECT_GT(found.front().lists.state.size(), 200U);
}

std::string repeated(std::string_view text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

/// Steps are counted: without that, each of these takes the square of its length.
TEST(NetfoxBuilders, AScriptThatNeedsTooManyStepsHasNoLists) {
  constexpr std::size_t bytes = 400'000;
  const std::string begin = "var s=RollbackSynchronizer.new()\ns.add_state(self, \"x\")\n";
  EXPECT_EQ(read(begin), ":x /  / ");
  for (const char* hostile :
       {"s.state_properties=[", "s.add_state(q,\"x\")\nq\n", "x.name=s.new(s.add_state(", "var s: Array[s.root="}) {
    const std::string script = begin + repeated(hostile, bytes);
    EXPECT_TRUE(read_netfox_builders(script).empty()) << hostile;
  }
}

/// A hundred functions, each with a synchronizer's lists: as long as honest scripts get.
TEST(NetfoxBuilders, LongScriptsAreRead) {
  std::string script = "extends Node\nconst NAMES = [\":position\", \":velocity\"]\nvar body\n";
  for (int i = 0; i != 60; ++i) {
    const std::string number = std::to_string(i);
    script += "func make_" + number + "(extra):\n\tvar node = Node.new()\n\tnode.name = \"N" + number +
              "\"\n\tvar s = RollbackSynchronizer.new()\n\ts.root = node\n\ts.state_properties = NAMES + [extra]\n";
    for (int line = 0; line != 40; ++line) script += "\tbody.rotate(node.position.x + " + number + ") # turns\n";
    script += "\ts.add_input(body, \"motion\")\n\tadd_child(s)\n\nfunc use_" + number + "():\n\tmake_" + number +
              "(\":extra" + number + "\")\n\n";
  }
  const auto found = read_netfox_builders(script);
  ASSERT_EQ(found.size(), 60U);
  EXPECT_EQ(found.back().root, "N59");
  EXPECT_EQ(joined(found.back().lists.state), ":position :velocity :extra59");
}

}  // namespace
}  // namespace godot::analysis::project
