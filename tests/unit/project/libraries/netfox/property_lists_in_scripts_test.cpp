// SPDX-License-Identifier: MIT
// Lists that scripts give netfox's synchronizers. The scripts are written here.
#include "project/libraries/netfox/property_lists_in_scripts.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

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

/// All that is known of each synchronizer: who makes it, its name, its root, the lists that replace the scene's.
std::string whole(std::string_view script) {
  std::string all;
  for (const NetfoxBuilder& builder : read_netfox_builders(script)) {
    all += all.empty() ? "" : "; ";
    all += builder.made ? "made " : builder.own ? "own " : "found ";
    all += builder.node;
    constexpr const char* roots[] = {"", " at ", " at ?"};
    all += roots[static_cast<std::size_t>(builder.root_is)] + builder.root;
    if (builder.replaces_state) all += " new state";
    if (builder.replaces_input) all += " new input";
    all +=
        ": " + joined(builder.lists.state) + " / " + joined(builder.lists.input) + " / " + joined(builder.lists.sync);
  }
  return all;
}

/// The list of states after these lines of a function, in which `s` is a synchronizer of the script's own node.
std::string states(const std::string& lines, const std::string& more = "") {
  const std::string all =
      read(more + "func f(i):\n\tvar s = RollbackSynchronizer.new()\n\ts.root = self\n\t" + lines + "\n");
  return all.substr(0, all.find(" /"));
}

TEST(NetfoxBuilders, EachTextOfAValue) {
  const std::pair<const char*, const char*> rows[] = {
      {"[\":a\"]", ":a"},
      {"[':a', &\":b\", ^\":c\"]", ":a :b :c"},
      {"[\":a\",]", ":a"},
      {"[\":a\", 3, b(1), \":c\"]", ":a :c"},
      {"[[\":a\"], [\":b\", \":c\"]]", ":a"},
      {"[\":a\", \":a\"]", ":a"},
      {"[]", ""},
      {"[\":a\" \":b\"]", ":a"},
      {"[\":a\"] + [\":b\"] + [\":c\"]", ":a :b :c"},
      {"[\":\" + \"a\"]", ":a"},
      {"[\":a\" + b]", ""},
      {"[\":a\" + b, \":c\"]", ":c"},
      {"[\":%s\" % \"a\"]", ":a"},
      {"[\"%s:b\" % \"a\"]", "a:b"},
      {"[\"a%s:b\" % \"c\"]", "ac:b"},
      {"[\":%s%s\" % \"a\"]", ""},
      {"[\":%d\" % \"a\"]", ""},
      {"[\":%s%\" % \"a\"]", ""},
      {"[\":%s\" % [\"a\"]]", ""},
      {"[\":%s\" % N.A]", ""},
      {"Array([\":a\"]) + PackedStringArray([\":b\"])", ":a :b"},
      {"Other([\":a\"])", ""},
      {"N.A", "<N.A>"},
      {"N.A + [\":b\"]", "<N.A> :b"},
      {"[\":a\"] + N.A + N.B.C", ":a <N.A> <N.B.C>"},
      {"N.a()", ""},
      {"A1_", "<A1_>"},
      {"Ab", ""},
      {"3", ""},
      {"-1", ""},
  };
  for (const auto& [value, expected] : rows)
    EXPECT_EQ(states("s.state_properties = " + std::string(value)), expected) << value;
  const std::string longest(NetfoxBuilderLimits::text - 2, 'a');
  EXPECT_EQ(states("s.state_properties = [\"" + longest + "\"]"), longest);
  EXPECT_EQ(states("s.state_properties = [\"" + longest + "a\", \"b\"]"), "b");
}

TEST(NetfoxBuilders, EachWayToChangeAList) {
  const std::pair<const char*, const char*> rows[] = {
      {"s.state_properties.assign([\":b\"])", ":b"},
      {"s.state_properties = [\":b\"]", ":b"},
      {"s.state_properties += [\":b\"]", ":a :b"},
      {"s.state_properties.append(\":b\")", ":a :b"},
      {"s.state_properties.push_back(\":b\")", ":a :b"},
      {"s.state_properties.append_array([\":b\"])", ":a :b"},
      {"s.state_properties . append (\":b\")", ":a"},
      {"s.state_properties.append (\":b\")", ":a :b"},
      {"s.state_properties.append", ":a"},
      {"s.state_properties.erase(\":a\")", ":a"},
      {"s.state_properties.append(b())", ":a"},
      {"s.state_properties = b()", ":a"},
      {"s.state_properties == [\":b\"]", ":a"},
      {"s.state_properties -= [\":b\"]", ":a"},
      {"print(s.state_properties)", ":a"},
      {"s.add_state(self, \"b\")", ":a :b"},
      {"s.add_state (self , \"b\" )", ":a :b"},
      {"s.add_state(self, [\"b\", \"c\"])", ":a :b :c"},
      {"s.add_state(self, \"b:c\")", ":a"},
      {"s.add_state(self, N.A)", ":a :<N.A>"},
      {"s.add_state(self)", ":a"},
      {"s.add_state", ":a"},
      {"s.add_state(b(1, 2), \"c\")", ":a ?:c"},
      {"t.add_state(self, \"b\")", ":a"},
      {"s.t.add_state(self, \"b\")", ":a"},
      {"t.s.add_state(self, \"b\")", ":a"},
      {"self.s.add_state(self, \"b\")", ":a"},
      {"add_state(self, \"b\")", ":a"},
      {"s = null\n\ts.add_state(self, \"b\")", ":a"},
      {"s == null\n\ts.add_state(self, \"b\")", ":a :b"},
      {"var state_properties = [\":b\"]", ":a"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(states("s.add_state(self, \"a\")\n\t" + std::string(line)), expected) << line;
}

TEST(NetfoxBuilders, EachNodeOfAProperty) {
  const std::pair<const char*, const char*> rows[] = {
      {"self", ":x"},
      {"\".\"", ":x"},
      {"\"\"", ":x"},
      {"\"A/B\"", "A/B:x"},
      {"&\"A\"", "A:x"},
      {"$A", "A:x"},
      {"$A/B", "A/B:x"},
      {"$\"A B\"", "A B:x"},
      {"%A", "A:x"},
      {"$A/%B", "A/%B:x"},
      {"get_node(\"A\")", "A:x"},
      {"get_node (\"A\")", "A:x"},
      {"get_node_or_null(\"A\")", "A:x"},
      {"find_child(\"A\")", "A:x"},
      {"get_node(a)", "?:x"},
      {"get_node", "?:x"},
      {"get_parent()", "?:x"},
      {"n", "?:x"},
      {"n.m", "?:x"},
      {"$", "?:x"},
      {"named", "N:x"},
      {"path", "P/Q:x"},
      {"i", "?:x"},
  };
  const std::string more = "var named = Node.new()\nvar path = $P/Q\nfunc g():\n\tnamed.name = \"N\"\n";
  for (const auto& [node, expected] : rows)
    EXPECT_EQ(states("s.add_state(" + std::string(node) + ", \"x\")", more), expected) << node;
  // The names that a node gets, and what only compares.
  EXPECT_EQ(states("var n = Node.new()\n\tn.name = \"A\"\n\ts.add_state(n, \"x\")"), "A:x");
  EXPECT_EQ(states("var n = Node.new()\n\tn.name == \"A\"\n\ts.add_state(n, \"x\")"), "?:x");
  EXPECT_EQ(states("var n = Node.new()\n\tm.n.name = \"A\"\n\ts.add_state(n, \"x\")"), "?:x");
  EXPECT_EQ(states("var n = Node.new()\n\tn.name = a\n\ts.add_state(n, \"x\")"), "?:x");
  EXPECT_EQ(states("s.add_state($" + std::string(256, 'A') + ", \"x\")"), "?:x");
  EXPECT_EQ(states("s.add_state($" + std::string(255, 'A') + ", \"x\")"), std::string(255, 'A') + ":x");
}

TEST(NetfoxBuilders, EachRoot) {
  const std::pair<const char*, const char*> rows[] = {
      {"s.root = self", "made : :x / "},        {"s.root = n", "made  at N: ?:x / "},
      {"s.root = m", "made  at ?: ?:x / "},     {"s.root = $A", "made  at ?: ?:x / "},
      {"s.root == n", "made : :x / "},          {"s.rooted = n", "made : :x / "},
      {"t.s.root = n", "made : :x / "},         {"add_child(s)", "made : :x / "},
      {"self.add_child(s)", "made : :x / "},    {"n.add_child(s)", "made  at N: ?:x / "},
      {"m.add_child(s)", "made  at ?: ?:x / "}, {"n.add_child(s)\n\ts.root = self", "made : :x / "},
      {"n.remove_child(s)", "made : :x / "},    {"s.name = \"S\"", "made S: :x / "},
      {"s.name = \"S\" + i", "made %: :x / "},  {"s.name = i", "made : :x / "},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(whole("func g(i):\n\tpass\nfunc f(m, i):\n\tvar n = Node.new()\n\tn.name = \"N\"\n\tvar s = "
                    "RollbackSynchronizer.new()\n\t" +
                    std::string(line) + "\n\ts.add_state(self, \"x\")\nfunc h(s):\n\tn.add_child(s)\n"),
              std::string(expected) + " / ")
        << line;
}

TEST(NetfoxBuilders, EachSynchronizer) {
  const std::pair<const char*, const char*> rows[] = {
      {"var s = RollbackSynchronizer.new()", "made : :x / :y / "},
      {"var s := RollbackSynchronizer.new()", "made : :x / :y / "},
      {"var s: RollbackSynchronizer = RollbackSynchronizer.new()", "made : :x / :y / "},
      {"var s = PredictiveSynchronizer.new()", "made : :x / :y / "},
      {"var s = MyRollbackSynchronizer.new()", "made : :x / :y / "},
      {"var s = StateSynchronizer.new()", "made :  / :y / :x"},
      {"s = RollbackSynchronizer.new()", "made : :x / :y / "},
      {"var s = RollbackSynchronizer", ""},
      {"var s = MultiplayerSynchronizer.new()", ""},
      {"var s = $S", "found S: :x / :y / "},
      {"var s = $A/S", "found S: :x / :y / "},
      {"var s = %S", "found S: :x / :y / "},
      {"var s = $A/%S", "found S: :x / :y / "},
      {"var s: StateSynchronizer = $S", "found S:  / :y / :x"},
      {"var s = get_node(\"A/S\")", "found S: :x / :y / "},
      {"var s: RollbackSynchronizer", "found ?: :x / :y / "},
      {"var s: PredictiveSynchronizer", "found ?: :x / :y / "},
      {"var s: StateSynchronizer", "found ?:  / :y / :x"},
      {"var s: Node", ""},
      {"var s", ""},
      {"a.s = RollbackSynchronizer.new()", ""},
      {"var t = RollbackSynchronizer.new()", ""},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(whole("func f():\n\t" + std::string(line) + "\n\ts.add_state(self, \"x\")\n\ts.add_input(self, \"y\")\n"),
              expected)
        << line;
  // One that is named where it is used.
  const std::pair<const char*, const char*> used[] = {
      {"$S", "found S: :x /  / "},
      {"$A/S", "found S: :x /  / "},
      {"%S", "found S: :x /  / "},
      {"get_node(\"S\")", "found S: :x /  / "},
      {"get_node_or_null(\"A/S\")", "found S: :x /  / "},
      {"get_node(s)", ""},
      {"get_parent()", ""},
      {"a[0]", ""},
      {"(get_node(\"S\"))", ""},
  };
  for (const auto& [node, expected] : used)
    EXPECT_EQ(whole("func f():\n\t" + std::string(node) + ".add_state(self, \"x\")\n"), expected) << node;
  std::string many = "func f():\n";
  for (std::size_t i = 0; i != NetfoxBuilderLimits::builders + 1; ++i)
    many += "\t$S" + std::to_string(i) + ".add_state(self, \"x\")\n";
  EXPECT_EQ(read_netfox_builders(many).size(), NetfoxBuilderLimits::builders);
}

/// An assignment counts in place of the scene's list; what is added counts with it.
TEST(NetfoxBuilders, WhichListsOfTheSceneAreReplaced) {
  const auto replaced = [](const char* line) {
    return whole("func f():\n\tvar s = $S\n\t" + std::string(line) + "\n");
  };
  EXPECT_EQ(replaced("s.state_properties = [\":a\"]"), "found S new state: :a /  / ");
  EXPECT_EQ(replaced("s.state_properties.assign([\":a\"])"), "found S new state: :a /  / ");
  EXPECT_EQ(replaced("s.state_properties += [\":a\"]"), "found S: :a /  / ");
  EXPECT_EQ(replaced("s.input_properties = [\":a\"]"), "found S new input:  / :a / ");
  EXPECT_EQ(replaced("s.input_properties.append(\":a\")"), "found S:  / :a / ");
  EXPECT_EQ(whole("func f():\n\tvar s: StateSynchronizer = $S\n\ts.properties = [\":a\"]\n"),
            "found S new state:  /  / :a");
  EXPECT_EQ(replaced("s.state_properties = [\":a\"]\n\ts.state_properties += [\":b\"]"),
            "found S new state: :a :b /  / ");
}

TEST(NetfoxBuilders, OfAScriptThatExtendsASynchronizer) {
  const std::string lines =
      "func f():\n\tadd_state(get_parent(), \"x\")\n\tself.add_input(root, \"y\")\n\tadd_state(self, \"z\")\n";
  EXPECT_EQ(whole("extends RollbackSynchronizer\n" + lines), "own  at ?: :x ?:z / :y / ");
  EXPECT_EQ(whole("@tool\nextends  StateSynchronizer\n" + lines), "own  at ?:  / :y / :x ?:z");
  EXPECT_EQ(whole("class_name A\nextends PredictiveSynchronizer\n" + lines), "own  at ?: :x ?:z / :y / ");
  EXPECT_EQ(whole("extends Node\n" + lines), "");
  EXPECT_EQ(whole("extends \"res://StateSynchronizer.gd\"\n" + lines), "");
  EXPECT_EQ(whole("extends"), "");
  EXPECT_EQ(whole(lines), "");
}

TEST(NetfoxBuilders, VariablesOfLoopsAndParameters) {
  EXPECT_EQ(states("for p in [\"a\", \"b\"]:\n\t\ts.add_state(self, p)"), ":a :b");
  EXPECT_EQ(states("for p : String in [\"a\"]:\n\t\ts.add_state(self, p)"), ":a");
  EXPECT_EQ(states("for p in A:\n\t\ts.add_state(self, p)"), ":<A>");
  EXPECT_EQ(states("for p in A.B:\n\t\ts.state_properties += [\":%s\" % p]"), ":<A.B>");
  EXPECT_EQ(states("for p in A.B:\n\t\ts.state_properties += [\":%s:c\" % p]"), "") << "what is behind it is lost";
  EXPECT_EQ(states("for p inside [\"a\"]:\n\t\ts.add_state(self, p)"), "");
  EXPECT_EQ(states("for p in [\"a\"]: pass\n\tvar p = \"b\"\n\ts.add_state(self, p)"), ":b") << "the later one";
  EXPECT_EQ(states("var p = \"b\"\n\tfor p in [\"a\"]:\n\t\ts.add_state(self, p)"), ":a") << "the later one";
  EXPECT_EQ(states("s.add_state(self, p)\n\tvar p = \"b\""), ":b") << "as of a member";
  EXPECT_EQ(states("s.add_state(self, p)\n\ta.p = \"b\""), "") << "another object's";
  EXPECT_EQ(states("s.state_properties = p", "var p: Array[String] = [\":a\"]\n"), ":a");
  EXPECT_EQ(states("s.state_properties = p", "var p : Array = [\":a\"]\n"), ":a");
  EXPECT_EQ(states("s.state_properties = p", "var p: Array[String]\n"), "");
  const auto called = [](const std::string& head, const std::string& calls) {
    return read("func " + head +
                ":\n\tvar s = RollbackSynchronizer.new()\n\ts.root = self\n\ts.add_state(n, p)\nfunc g():\n" + calls);
  };
  EXPECT_EQ(called("f(n, p)", "\tf($A, \"x\")\n"), "A:x /  / ");
  EXPECT_EQ(called("f(n: Node, p: String = \"y\")", "\tf($A, \"x\")\n\tf($A, \"z\")\n"), "A:x A:z /  / ");
  EXPECT_EQ(called("f(n, p)", "\tf($A, \"x\")\n\tf($B, \"z\")\n"), "?:x ?:z /  / ");
  EXPECT_EQ(called("f(a, n, p)", "\tf([1, 2], $A, \"x\")\n\tf(1)\n\tf()\n\tf\n"), "A:x /  / ");
  EXPECT_EQ(called("f(n, p)", "\tg()\n"), "");
  EXPECT_EQ(called("f(n, a)", "\tf($A, \"x\")\n"), "") << "p is no parameter";
  std::string calls;
  for (int i = 0; i != 17; ++i) calls += "\tf(self, \"p" + std::to_string(i) + "\")\n";
  EXPECT_EQ(called("f(n, p)", calls).find("p0"), std::string::npos) << "the last sixteen calls are followed";
  EXPECT_NE(called("f(n, p)", calls).find(":p1 "), std::string::npos);
}

/// Blanks separate nothing here that a sign separates.
TEST(NetfoxBuilders, ScriptsWithoutBlanks) {
  const std::pair<const char*, const char*> rows[] = {
      {"s.state_properties=[\":a\",\":b\"]", ":a :b"},
      {"s.state_properties+=[\":a\"]+[\":b\"]", ":a :b"},
      {"s.state_properties+=A", "<A>"},
      {"s.state_properties=A", "<A>"},
      {"s.state_properties=A+B", "<A> <B>"},
      {"s.state_properties=Array(A)+PackedStringArray(B)", "<A> <B>"},
      {"s.state_properties.append(A)", "<A>"},
      {"s.state_properties.assign([A,\":b\"])", "<A> :b"},
      {"s.state_properties=[\":\"+A,\":%s\"%\"b\"]", ":<A> :b"},
      {"s.add_state(i,A)", "?:<A>"},
      {"s.add_state(%I,\"a\")", "I:a"},
      {"for p in[\"a\",\"b\"]:s.add_state(self,p)", ":a :b"},
      {"for p:S in[\"a\"]:s.add_state(self,p)", ":a"},
      {"for p in(A):s.add_state(self,p)", ""},
      {"var p=\"a\"\n\ts.add_state(self,p)", ":a"},
      {"var p:=\"a\"\n\ts.add_state(self,p)", ":a"},
      {"var p:S=\"a\"\n\ts.add_state(self,p)", ":a"},
      {"var p:A[S]=[\"a\"]\n\ts.add_state(self,p)", ":a"},
      {"var n=N.new()\n\tn.name=\"N\"\n\ts.add_state(n,\"a\")", "N:a"},
      {"var n=$N\n\ts.add_state(n,\"a\")", "N:a"},
  };
  for (const auto& [line, expected] : rows) EXPECT_EQ(states(line), expected) << line;
  const std::pair<const char*, const char*> scripts[] = {
      {"var s=RollbackSynchronizer.new()\nfunc f(n,p):\n\ts.add_state(n,p)\nfunc g():f($A,\"x\")\n", "A:x /  / "},
      {"var s=RollbackSynchronizer.new()\nfunc f(a,n,p):\n\ts.add_state(n,p)\nfunc g():f(1,$A,B)\n", "A:<B> /  / "},
      {"var s=RollbackSynchronizer.new()\nfunc f():s.add_state(self,g())\nfunc g():return A\n", ":<A> /  / "},
      {"var s:=$S\nfunc f():s.add_state(self,A)\n", "$S: :<A> /  / "},
      {"var s:RollbackSynchronizer=$S\nfunc f():s.add_state(self,A)\n", "$S: :<A> /  / "},
      {"var s:StateSynchronizer\nfunc f():s.add_state(self,A)\n", "$?:  /  / :<A>"},
      {"func f():get_node(\"S\").add_state(self,A)\n", "$S: :<A> /  / "},
      {"extends StateSynchronizer\nfunc f():properties=A\n", "own:  /  / <A>"},
  };
  for (const auto& [script, expected] : scripts) EXPECT_EQ(read(script), expected) << script;
}

/// A name, a receiver, a loop and a call are only what they are called.
TEST(NetfoxBuilders, NamesThatOnlyLookAlike) {
  EXPECT_EQ(states("s.state_properties = [\":a\"]\n\tx.state_properties = [\":b\"]"), ":a");
  EXPECT_EQ(states("s.state_properties = [\":a\"]\n\tstate_properties = [\":b\"]"), ":a");
  EXPECT_EQ(states("s.state_properties = [\":a\"]\n\tvar properties = [\":b\"]"), ":a");
  EXPECT_EQ(states("s.state_properties = [\":a\"]\n\ts.properties_of = [\":b\"]"), ":a");
  EXPECT_EQ(states("fork p in [\"a\"]:\n\t\ts.add_state(self, p)"), "") << "no loop";
  EXPECT_EQ(states("for p in_a [\"a\"]:\n\t\ts.add_state(self, p)"), "") << "no loop";
  EXPECT_EQ(states("var p = \"a\"\n\tvar pp = \"b\"\n\ts.add_state(self, p)"), ":a");
  EXPECT_EQ(states("s.add_state(self, g())", "func gg():\n\treturn \"a\"\n"), "");
  EXPECT_EQ(states("s.add_state(self, g())", "func g():\n\treturned = \"a\"\n"), "");
  EXPECT_EQ(states("s.add_state(self, o.g())", "func g():\n\treturn \"a\"\n"), "") << "another object's";
  EXPECT_EQ(states("s.add_state(self, g())", "static func g():\n\treturn \"a\"\n"), ":a");
  EXPECT_EQ(states("var n = Node.new()\n\tn.named = \"A\"\n\ts.add_state(n, \"x\")"), "?:x");
  EXPECT_EQ(states("s.add_state(get_nodes, \"x\")"), "?:x");
  EXPECT_EQ(read("extends RollbackSynchronizerOfMine\nfunc f(): add_state(self, \"x\")\n"), "");
  EXPECT_EQ(read("extends\nfunc f(): add_state(self, \"StateSynchronizer\")\n"), "");
  EXPECT_EQ(read("extended StateSynchronizer\nfunc f(): add_state(self, \"x\")\n"), "");
}

TEST(NetfoxBuilders, ReturnsOfFunctions) {
  const auto returned = [](const std::string& body) {
    return states("s.state_properties = g()", "func g():\n" + body + "func h():\n\treturn [\":h\"]\n");
  };
  EXPECT_EQ(returned("\treturn [\":a\"]\n"), ":a");
  EXPECT_EQ(returned("\tif x:\n\t\treturn\n\treturn [\":a\"]\n"), ":a") << "one returns nothing";
  EXPECT_EQ(returned("\treturn [\":a\"]\n\treturn [\":b\"]\n"), "");
  EXPECT_EQ(returned("\tpass\n"), "") << "the next function's is not its own";
  EXPECT_EQ(returned("\treturn h()\n"), ":h");
  EXPECT_EQ(states("s.state_properties = g()"), "");
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
