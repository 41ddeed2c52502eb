// SPDX-License-Identifier: MIT
// Methods that scripts pass to Node.rpc_config(), and the resulting lists. The order of names is Godot 4.6.3's, whose
// own lists are in the truth of configured_enet; the scripts are written for these tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "project/answers/project_source.h"
#include "project/text/checksum.h"
#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis::project;
using godot::analysis::ProjectSource;
using godot::analysis::names::Certainty;
using godot::analysis::names::Node;
using godot::test::checksum_of;

namespace {

/// Each object, its names, in brackets those that are defined elsewhere, `…` for names that cannot be read.
std::string read(std::string_view text) {
  std::string line;
  for (const RpcConfigCalls& group : read_gdscript(text).configured) {
    if (!line.empty()) line += "; ";
    line += group.receiver + ":";
    for (const std::string& name : group.names) line += " " + name;
    for (const std::string& name : group.elsewhere) line += " (" + name + ")";
    if (!group.whole) line += " …";
  }
  return line;
}

/// Each name and its settings.
std::string settings(std::string_view text) {
  std::string line;
  for (const RpcConfigCalls& group : read_gdscript(text).configured) {
    for (const RpcSettings& each : group.settings) line += (line.empty() ? "" : "; ") + each.name + "=" + each.text;
  }
  return line;
}

class ConfiguredNames : public testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) const { folder_.write(name, text); }

  void open() {
    write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    write("main.tscn",
          "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://lamp.gd\" id=\"1\"]\n"
          "[node name=\"Main\" type=\"Node\"]\n[node name=\"Lamp\" type=\"Node\" parent=\".\"]\n"
          "script = ExtResource(\"1\")\n[node name=\"Plain\" type=\"Node\" parent=\".\"]\n");
    source_.refresh({folder_.path().string()});
  }

  /// `name`, `name?` for a guess, `#7` for an unknown one.
  std::string method(const char* path, const std::string& md5, std::uint32_t id, bool configured = false,
                     std::uint32_t least = 0) {
    Node node{.path = path, .rpc_md5 = md5.c_str()};
    node.configured = configured;
    node.least_methods = least;
    const auto found = source_.method(node, id);
    if (!found) return "#" + std::to_string(id);
    return std::string(found.text) + (found.certainty == Certainty::guessed ? "?" : "");
  }

  godot::test::Folder folder_;
  ProjectSource source_;
};

constexpr std::uint32_t first = 0x8000;

}  // namespace

TEST(RpcConfigCalls, LiteralNamesAreRead) {
  EXPECT_EQ(read("func f():\n\trpc_config(\"a\", {})\n\tself.rpc_config(&'b', X)\n"), ": a b");
  EXPECT_EQ(read("func f():\n\trpc_config(StringName(\"a\"), {})\n\tcall(\"rpc_config\", \"b\", {})\n"), ": a b");
  EXPECT_EQ(read("func f():\n\trpc_config.call_deferred(\"a\", {})\n"), ": a");
  EXPECT_EQ(read("func f(node):\n\tnode.rpc_config(\"a\", {})\n\t$A/B.rpc_config(\"b\", {})\n"), "node: a; $A/B: b");
  EXPECT_EQ(read("# rpc_config(\"a\")\nvar s = 'rpc_config(\"b\")'\n"), "");
  EXPECT_EQ(read("func f():\n\trpc_config(\"a\", null)\n"), "");
}

TEST(RpcConfigCalls, ConstantsAreResolved) {
  EXPECT_EQ(read("const A := &\"a\"\nfunc f():\n\trpc_config(A, {})\n"), ": a");
  EXPECT_EQ(
      read("func f():\n\tconst A = \"a\"\n\tvar b: StringName = &\"b\"\n\trpc_config(A, {})\n\trpc_config(b, {})\n"),
      ": a b");
  EXPECT_EQ(read("func f():\n\tfor m: StringName in [&\"a\", &\"b\"]:\n\t\trpc_config(m, {})\n"), ": a b");
  EXPECT_EQ(
      read("const N: Array[StringName] = [\n\t&\"a\",\n\t&\"b\",\n]\nfunc f():\n\tfor m in N: rpc_config(m, {})\n"),
      ": a b");
  EXPECT_EQ(
      read("const N = {&\"a\": {\"x\": 1}, b = [\"y\"]}\nfunc f():\n\tfor m in N.keys():\n\t\trpc_config(m, N[m])\n"),
      ": a (b)");
  EXPECT_EQ(read("func f(x):\n\trpc_config(\"a\" if x else \"b\", {})\n"), ": a b");
  EXPECT_EQ(read("func f():\n\trpc_config(Names.HIT, {})\n\trpc_config(FAR, {})\n"), ": (HIT) (FAR)");
  // Two loops with one variable name, each with its own values.
  EXPECT_EQ(read("func f(x, y):\n\tfor m in [\"a\"]:\n\t\tx.rpc_config(m, {})\n\tfor m in "
                 "[\"b\"]:\n\t\ty.rpc_config(m, {})\n"),
            "x: a; y: b");
}

TEST(RpcConfigCalls, MethodsAsValues) {
  EXPECT_EQ(read("func f():\n\trpc_config(hit.get_method(), {})\nfunc hit(): pass\n"), ": hit");
  EXPECT_EQ(read("func f():\n\tfor c in [hit, run]:\n\t\trpc_config(c.get_method(), {})\nfunc hit(): pass\nfunc run(): "
                 "pass\n"),
            ": hit run");
  EXPECT_EQ(read("func make(c: Callable, n := 1):\n\trpc_config(c.get_method(), {})\n"
                 "func f():\n\tmake(hit)\n\tmake(self.run, 2)\n\tmake(Callable(self, \"jump\"))\n"
                 "func hit(): pass\nfunc run(): pass\n"),
            ": hit run jump …");  // other code may call it, too
}

TEST(RpcConfigCalls, ComputedNamesAreMarked) {
  EXPECT_EQ(read("func f(x):\n\trpc_config(\"a\" + x, {})\n\trpc_config(\"b\", {})\n"), ": b …");
  EXPECT_EQ(read("func f(x):\n\trpc_config(x, {})\n"), ": …");
  EXPECT_EQ(read("func f():\n\trpc_config(names()[0], {})\n"), ": …");
  EXPECT_EQ(read("func f():\n\trpc_config(A, {})\nconst A = B\nconst B = A\n"), ": …");
  EXPECT_EQ(read("func f():\n\tvar c = rpc_config\n"), ": …");
}

/// Two projects, of which one explains the list of a sender: the order in which they are given says nothing.
TEST(RpcConfigCalls, OfAnyProjectExplainAList) {
  const godot::test::Folder lamp;
  const godot::test::Folder door;
  const std::string begin = "config_version=5\n";
  for (const auto* each : {&lamp, &door}) each->write("project.godot", begin);
  lamp.write("lamp.gd", "extends Node\n@rpc func dim(): pass\n@rpc func light(): pass\n");
  door.write("door.gd",
             "extends Node\nfunc _ready():\n\trpc_config(\"turn\", {})\n"
             "@rpc func close(): pass\n@rpc func open(): pass\nfunc turn(): pass\n");
  const std::string list = godot::test::checksum_of({"turn", "close", "open"});
  for (const bool lamp_first : {true, false}) {
    ProjectSource source;
    const std::string folders[] = {lamp.path().string(), door.path().string()};
    source.refresh({folders[lamp_first ? 0 : 1], folders[lamp_first ? 1 : 0]});
    const Node node{.path = "Elsewhere", .rpc_md5 = list.c_str()};
    const auto found = source.method(node, 1);
    ASSERT_TRUE(found) << lamp_first;
    EXPECT_STREQ(found.text, "open");
    EXPECT_EQ(found.certainty, Certainty::certain);
  }
}

TEST_F(ConfiguredNames, HaveNumbersOfTheirOwn) {
  write("lamp.gd",
        "const HIT := &\"_hit\"\nfunc _ready():\n\trpc_config(HIT, {})\n"
        "@rpc func jump(by): pass\n@rpc func turn(): pass\nfunc _hit(who): pass\n");
  open();
  const std::string md5 = checksum_of({"_hit", "jump", "turn"});
  EXPECT_EQ(method("Main/Lamp", md5, 0), "jump");
  EXPECT_EQ(method("Main/Lamp", md5, 1), "turn");
  EXPECT_EQ(method("Main/Lamp", md5, 2), "#2");
  EXPECT_EQ(method("Main/Lamp", md5, first), "_hit");
  EXPECT_EQ(method("Elsewhere", md5, 0), "jump");
}

TEST_F(ConfiguredNames, ComputedOnesAreTriedBeforeTheList) {
  write("lamp.gd",
        "func _ready():\n\trpc_config(\"_\" + x, {})\n"
        "@rpc func jump(by): pass\n@rpc func turn(): pass\nfunc _hit(who): pass\n");
  open();
  // Before all others: the MD5 sum would be the same if the list contained it.
  const std::string md5 = checksum_of({"_hit", "jump", "turn"});
  EXPECT_EQ(method("Main/Lamp", md5, 0), "jump?");
  EXPECT_EQ(method("Main/Lamp", md5, 1), "turn?");
  EXPECT_EQ(method("Main/Lamp", md5, first, true), "_hit");
  // Of an unknown node: the script keeps its own numbers.
  const std::string unknown = checksum_of({"zzz", "jump", "turn"});
  EXPECT_EQ(method("Main/Lamp", unknown, 0), "jump?");
  EXPECT_EQ(method("Main/Lamp", unknown, first, true), "#" + std::to_string(first));
  EXPECT_EQ(method("Elsewhere", unknown, 0), "#0");
}

TEST_F(ConfiguredNames, WithoutACallInAScriptNeedProof) {
  write("lamp.gd", "@rpc func jump(by): pass\n@rpc func turn(): pass\nfunc _hit(who): pass\n");
  open();
  const std::string md5 = checksum_of({"_hit", "jump", "turn"});
  // Another version of the script, or one more name of rpc_config(): all names would move by one.
  EXPECT_EQ(method("Main/Lamp", md5, 0), "#0");
  // A third number proves one of them, numbers from 0x8000 on prove the other.
  EXPECT_EQ(method("Main/Lamp", md5, 0, false, 3), "_hit");
  EXPECT_EQ(method("Main/Lamp", md5, 1, false, 3), "jump");
  EXPECT_EQ(method("Main/Lamp", md5, 0, true), "jump?");
  EXPECT_EQ(method("Main/Lamp", md5, first, true), "_hit");
}

TEST_F(ConfiguredNames, OfNodesWithoutAScript) {
  write("lamp.gd",
        "func _ready():\n\tget_node(\"../Plain\").rpc_config(\"set_meta\", {})\n"
        "\t%Other.rpc_config(\"hide\", {})\n");
  open();
  const std::string md5 = checksum_of({"set_meta"});
  EXPECT_EQ(method("Main/Plain", md5, first), "set_meta");
  EXPECT_EQ(method("Main/Plain", md5, 0), "#0");
}

TEST_F(ConfiguredNames, OfBasesAndConstantsOfOthers) {
  write("names.gd", "class_name Names\nconst HIT = &\"hit\"\nconst BOTH = [&\"open\", &\"shut\"]\n");
  write("base.gd", "class_name Base\nfunc _init():\n\trpc_config(Names.HIT, {})\n@rpc func run(): pass\n");
  write("lamp.gd", "extends Base\nfunc _ready():\n\tfor m in Names.BOTH: rpc_config(m, {})\n@rpc func jump(): pass\n");
  open();
  const std::string md5 = checksum_of({"hit", "open", "shut", "jump", "run"});
  EXPECT_EQ(method("Main/Lamp", md5, first + 1), "open");
  EXPECT_EQ(method("Main/Lamp", md5, 1), "run");
}

TEST(RpcConfigCalls, VariablesThatMayChangeAreIncomplete) {
  EXPECT_EQ(read("var a := \"x\"\nfunc f():\n\trpc_config(a, {})\n"), ": x …");
  EXPECT_EQ(read("func f():\n\tvar a := [\"x\"]\n\ta.append(\"y\")\n\tfor m in a: rpc_config(m, {})\n"), ": x …");
  EXPECT_EQ(read("func f():\n\tvar a := \"_h\"\n\ta += \"it\"\n\trpc_config(a, {})\n"), ": …");
  EXPECT_EQ(read("func f(a := \"x\"):\n\trpc_config(a, {})\nfunc g():\n\tf()\n\tf(\"y\")\n"), ": x y …");
  EXPECT_EQ(read("const T := {1: \"x\"}\nfunc f():\n\tfor m in T.values(): rpc_config(m, {})\n"), ": …");
  EXPECT_EQ(read("func f():\n\tcallv(\"rpc_config\", [\"x\", {}])\n"), ": x");
  EXPECT_EQ(read("func f():\n\tget_tree().call_group(\"g\", \"rpc_config\", \"x\", {})\n"), "?: …");
}

TEST_F(ConfiguredNames, PartsOfNamesAreNoNames) {
  write("lamp.gd",
        "func _ready():\n\tadd(\"kick\")\nfunc add(m):\n\trpc_config(\"_\" + m, {})\n"
        "@rpc func jump(by): pass\nfunc _kick(): pass\nfunc kick(): pass\n");
  open();
  EXPECT_EQ(method("Main/Lamp", checksum_of({"_kick", "jump"}), first, true), "_kick");
}

TEST_F(ConfiguredNames, StringsThatAreNoFunctionsAreGuesses) {
  write("lamp.gd",
        "func _ready():\n\trpc_config(get_meta(\"m\"), {})\n\tset(\"x\", \"set_name\")\n@rpc func turn(): pass\n");
  open();
  const std::string md5 = checksum_of({"set_name", "turn"});
  EXPECT_EQ(method("Main/Lamp", md5, first, true), "set_name?");
  EXPECT_EQ(method("Main/Lamp", md5, 0, true), "turn?");
}

TEST_F(ConfiguredNames, OfAnotherScriptsList) {
  write("lamp.gd", "@rpc func jump(by): pass\n@rpc func turn(): pass\nfunc _hit(who): pass\n");
  write("twin.gd", "@rpc func _hit(who): pass\n@rpc func jump(by): pass\n@rpc func turn(): pass\n");
  open();
  const std::string md5 = checksum_of({"_hit", "jump", "turn"});
  // The node has either the other script, or its own with one name of rpc_config() before it.
  EXPECT_EQ(method("Main/Lamp", md5, 0), "#0");
  EXPECT_EQ(method("Main/Lamp", md5, 0, false, 2), "#0") << "both have two";
  write("other.gd", "@rpc func a(): pass\n@rpc func b(): pass\n@rpc func c(): pass\n");
  open();
  EXPECT_EQ(method("Main/Lamp", checksum_of({"a", "b", "c"}), 0), "a") << "longer, but without the lamp's own names";
  EXPECT_EQ(method("Main/Lamp", md5, 0, false, 3), "_hit");
  EXPECT_EQ(method("Main/Lamp", md5, 0, true), "jump?");
  // At a node without a known script, it is the script with the list, unless scripts use rpc_config().
  EXPECT_EQ(method("Main/Elsewhere", md5, 0), "_hit");
  write("far.gd", "func f(node):\n\tnode.rpc_config(node.name, {})\n");
  open();
  EXPECT_EQ(method("Main/Elsewhere", md5, 0), "#0");
  EXPECT_EQ(method("Main/Elsewhere", md5, 0, false, 3), "_hit");
}

/// Where only the end of the path is known, no script that uses rpc_config() leaves the other script's list alone.
TEST_F(ConfiguredNames, OfAnotherScriptsListAtAPlaceThatIsAGuess) {
  write("lamp.gd", "@rpc func jump(by): pass\n@rpc func turn(): pass\nfunc _hit(who): pass\n");
  write("twin.gd", "@rpc func _hit(who): pass\n@rpc func jump(by): pass\n@rpc func turn(): pass\n");
  open();
  const std::string md5 = checksum_of({"_hit", "jump", "turn"});
  EXPECT_EQ(method("World/7/Lamp", md5, 0), "_hit");
  write("far.gd", "func f(): rpc_config(\"x\", {})\n");
  open();
  EXPECT_EQ(method("World/7/Lamp", md5, 0), "#0") << "it may be the lamp, with a name that it adds";
}

TEST_F(ConfiguredNames, OfUnreadableCallsMakeNamesGuesses) {
  const char* const lamp = "@rpc func jump(by): pass\n@rpc func turn(): pass\nfunc _hit(who): pass\n";
  const std::string md5 = checksum_of({"_hit", "jump", "turn"});
  write("lamp.gd", lamp);
  write("Other.cs", "public partial class Other : Node { void A() { GetNode(\"../Lamp\").RpcConfig(\"_hit\", x); } }");
  open();
  EXPECT_EQ(method("Main/Lamp", md5, 0), "jump?");
  write("Other.cs", "public partial class Other : Node { }");
  write("text.gd", "func f(e):\n\te.parse(\"rpc_config('_hit', {})\")\n");
  open();
  EXPECT_EQ(method("Main/Lamp", md5, 1), "turn?");
}

TEST_F(ConfiguredNames, OfABaseMayBeOtherNamesInADerivedScript) {
  write("base.gd",
        "class_name Base\nfunc _ready():\n\toffer(\"kick\")\nfunc offer(m):\n\trpc_config(m, {})\n"
        "@rpc func jump(by): pass\nfunc kick(): pass\nfunc Open(): pass\n");
  write("lamp.gd", "extends Base\nfunc _ready():\n\toffer(\"Open\")\n");
  open();
  const std::string md5 = checksum_of({"Open", "jump"});
  EXPECT_EQ(method("Main/Lamp", md5, 0), "jump?");
  EXPECT_EQ(method("Main/Lamp", md5, first, true), "Open");
}

TEST(RpcConfigCalls, ManyCallsEndInBoundedTime) {
  std::string text = "func f(a0):\n";
  for (int i = 0; i < 2000; ++i) text += "\trpc_config(a" + std::to_string(i % 50) + ", {})\n";
  for (int i = 0; i < 50; ++i) {
    const std::string next = std::to_string((i + 1) % 50);
    text += "const a" + std::to_string(i) + " = [a" + next + ", a" + next + ", \"n" + next + "\"]\n";
  }
  const Script script = read_gdscript(text);
  ASSERT_EQ(script.configured.size(), 1U);
  EXPECT_FALSE(script.configured[0].whole);
  EXPECT_LE(script.configured[0].names.size(), RpcConfigLimits::names);
}

/// Each token is looked at once to find where expressions end; looked at again and again, these take minutes.
TEST(RpcConfigCalls, NestedTextsEndInBoundedTime) {
  constexpr std::size_t bytes = 1'000'000;
  const std::string begin = "func g():\n\trpc_config(\"hit\", {})\n";
  for (const char* hostile : {"func f(", "var x ", "{a: x = ", "for x ", "f(x=[", "var x = (", "func f(a = "}) {
    std::string text = begin;
    while (text.size() < bytes) text += hostile;
    const Script script = read_gdscript(text);
    ASSERT_EQ(script.configured.size(), 1U) << hostile;
    EXPECT_EQ(script.configured[0].names, std::vector<std::string>{"hit"}) << hostile;
  }
}

/// A name whose values are followed again for each of many calls.
TEST(RpcConfigCalls, TooManyStepsAreReported) {
  std::string text = "func f(a):\n\trpc_config(a, {})\n\trpc_config([";
  for (int i = 0; i != 5000; ++i) text += "a, ";
  text += "], {})\nfunc g():\n";
  for (int i = 0; i != 5000; ++i) text += "\tf([b, b])\n";
  text += "const b = [";
  for (int i = 0; i != 5000; ++i) text += "\"n\", ";
  text += "]\n";
  const Script script = read_gdscript(text);
  ASSERT_EQ(script.configured.size(), 1U);
  EXPECT_FALSE(script.configured[0].whole);
}

/// Methods of arrays and dictionaries that add elements: the declaration no longer has all of them.
TEST(RpcConfigCalls, EachWayToChangeAVariable) {
  const auto with = [](const std::string& line) {
    return read("func f():\n\tvar a := [\"x\"]\n\t" + line + "\n\tfor m in a: rpc_config(m, {})\n");
  };
  for (const char* change : {"a.append(y)", "a.append_array(y)", "a.push_back(y)", "a.push_front(y)", "a.insert(0, y)",
                             "a.assign(y)", "a.merge(y)", "a.set(0, y)", "a[0] = y"})
    EXPECT_EQ(with(change), ": x …") << change;
  for (const char* kept : {"a.sort()", "a.append", "print(a)", "b.append(y)", "print(a[0])", "b = a + [\"y\"]", "pass"})
    EXPECT_EQ(with(kept), ": x") << kept;
  EXPECT_EQ(with("a += [\"y\"]"), ": …");
  EXPECT_EQ(with("a = [\"y\"]"), ": x y") << "either may be meant";
  EXPECT_EQ(with("if z: a = [\"y\"]"), ": x y") << "behind a colon";
  EXPECT_EQ(with("if a == [\"y\"]: pass"), ": x") << "compared";
}

TEST(RpcConfigCalls, EachWayToWriteAName) {
  const auto of = [](const std::string& value) { return read("func f():\n\trpc_config(" + value + ", {})\n"); };
  for (const char* value :
       {"\"x\"", "&\"x\"", "(\"x\")", "StringName(\"x\")", "String(\"x\")", "str(\"x\")", "\"x\" as StringName",
        "StringName(String(\"x\"))", "Callable(self, \"x\").get_method()", "[\"x\"].duplicate()"})
    EXPECT_EQ(of(value), ": x") << value;
  for (const char* value : {"x()", "3", "\"x\".to_upper()", "\"x\" + \"y\"", "int(\"x\")", "[\"x\"].pop_back()", "-x",
                            "a.b[0]", "self.a.b()"})
    EXPECT_EQ(of(value), ": …") << value;
  for (const char* value : {"[\"x\"] + [\"y\"]", "(\"x\").y", "[\"x\"].y"}) EXPECT_EQ(of(value), ": …") << value;
  EXPECT_EQ(of("\"a\" if x else \"b\" if y else \"c\""), ": a b c");
  EXPECT_EQ(of("Other.Deep.HIT"), ": (HIT)");
  EXPECT_EQ(read("const HIT = \"x\"\nfunc f():\n\trpc_config(self.HIT, {})\n"), ": x");
}

TEST(RpcConfigCalls, EachWayToCallIt) {
  const std::pair<const char*, const char*> rows[] = {
      {"rpc_config()", ": …"},
      {"rpc_config(\"a\")", ": a"},
      {"rpc_config.call(\"a\", {})", ": a"},
      {"rpc_config.bind(\"a\", {})", ": …"},
      {"rpc_config.call", ": …"},
      {"call_deferred(\"rpc_config\", \"a\", {})", ": a"},
      {"node.call(\"rpc_config\", \"a\", {})", "node: a"},
      {"callv(\"rpc_config\", [])", ": …"},
      {"var b = [\"a\", {}]; callv(\"rpc_config\", b)", ": a"},
      {"call(\"rpc_config\")", "?: …"},
      {"has_method(\"rpc_config\")", "?: …"},
      {"has_method(\"rpc_config\", \"a\")", "?: …"},
      {"var b = (\"rpc_config\", \"a\")", "?: …"},
      {"var b = call + [\"rpc_config\", \"a\"]", "?: …"},
      {"call_group(\"rpc_config\", \"a\")", "?: …"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(read("func f():\n\t" + std::string(line) + "\n"), expected) << line;
  EXPECT_EQ(read("func rpc_config(a, b):\n\tpass\n"), "") << "declared, not called";
  EXPECT_EQ(read("var a = 1 # rpc_config\nfunc f():\n\trpc_config(\"a\", {}); node.rpc_config(\"b\", {})\n"),
            ": a; node: b");
}

/// Semicolons end a value as lines do; a name without a value has none of the next statement.
TEST(RpcConfigCalls, StatementsOnOneLine) {
  const auto of = [](const std::string& lines) { return read("func f():\n\t" + lines + "\n"); };
  EXPECT_EQ(of("var a = \"x\"; rpc_config(a, {})"), ": x");
  EXPECT_EQ(of("var a = \"x\"; var b = \"y\"; rpc_config(b, {})"), ": y");
  EXPECT_EQ(of("var a; var b = \"y\"; rpc_config(a, {})"), ": (a)");
  EXPECT_EQ(of("var a\n\tb = \"y\"\n\ta = \"x\"\n\trpc_config(a, {})"), ": x …") << "it may have none";
  EXPECT_EQ(of("a = \"x\"\n\trpc_config(a, {})"), ": x …") << "declared elsewhere";
  EXPECT_EQ(of("for a in [\"x\"]: rpc_config(a, {}); rpc_config(\"y\", {})"), ": x y");
  EXPECT_EQ(of("for a in PackedStringArray([\"x\"]): rpc_config(a, {})"), ": x");
  EXPECT_EQ(of("for a in Array([\"x\", \"y\"]): rpc_config(a, {})"), ": x y");
  EXPECT_EQ(of("for a in {\"x\": 1, \"y\": [\"z\"]}: rpc_config(a, {})"), ": x y");
}

/// What follows a function at its own indentation belongs to the class, for all functions.
TEST(RpcConfigCalls, FunctionsEndAtTheirIndentation) {
  EXPECT_EQ(read("func f():\n\trpc_config(A, {})\nconst A = \"a\"\nfunc g():\n\trpc_config(A, {})\n"), ": a");
  EXPECT_EQ(read("class B:\n\tfunc f():\n\t\trpc_config(A, {})\n\tconst A = \"a\"\n\tfunc g():\n"
                 "\t\trpc_config(A, {})\n"),
            ": a");
  EXPECT_EQ(read("func f():\n\tvar a = \"x\"\nfunc g():\n\trpc_config(a, {})\n"), ": (a)")
      << "another function's variable";
  EXPECT_EQ(read("static func f(a): pass\nfunc g(b):\n\tf(\"x\")\n\trpc_config(a, {})\n"), ": (a)");
}

TEST(RpcConfigCalls, TheDeclarationAboveInTheFunctionIsMeant) {
  EXPECT_EQ(read("const A = \"a\"\nfunc f():\n\tvar A = \"b\"\n\trpc_config(A, {})\n"), ": b");
  EXPECT_EQ(read("const A = \"a\"\nfunc f():\n\trpc_config(A, {})\nfunc g():\n\tvar A = \"b\"\n"), ": a");
  EXPECT_EQ(read("func f():\n\tif x:\n\t\tvar m = \"a\"\n\t\trpc_config(m, {})\n\telse:\n\t\tvar m = \"b\"\n"), ": a");
}

TEST(RpcConfigCalls, ReceiversAreAsWritten) {
  const auto of = [](const std::string& line) { return read("func f():\n\t" + line + "\n"); };
  EXPECT_EQ(of("super.rpc_config(\"a\", {})"), ": a");
  EXPECT_EQ(of("if x: get_node( \"A B\" ).rpc_config(\"a\", {})"), "get_node(\"AB\"): a");
  EXPECT_EQ(of("var y = z; node.child.rpc_config(\"a\", {})"), "node.child: a");
  EXPECT_EQ(of("var y = node.rpc_config(\"a\", {})"), "node: a");
  EXPECT_EQ(of("run(x, node.rpc_config(\"a\", {}))"), "node: a");
}

/// As written but without spaces; a constant is replaced by its value.
TEST(RpcConfigCalls, SettingsAreThoseOfTheCall) {
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\", {\"rpc_mode\": 1, \"channel\" : 2})\n"),
            "a={\"rpc_mode\":1,\"channel\":2}");
  EXPECT_EQ(settings("const S = {\"rpc_mode\": 1}\nfunc f():\n\trpc_config(\"a\", S)\n"), "a={\"rpc_mode\":1}");
  EXPECT_EQ(settings("const S = 1\nfunc f():\n\tconst S = 2\n\trpc_config(\"a\", S)\n"), "a=2") << "the nearer one";
  EXPECT_EQ(settings("func f():\n\tfor m in [\"a\", \"b\"]: rpc_config(m, {1: 2})\n"), "a={1:2}; b={1:2}");
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\", 1)\n\trpc_config(\"a\", 2)\n"), "a=1; a=2") << "one for each call";
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\", {\n\t\t1: 2,\n\t})\n"), "a={1:2,}");
  // Variables, other files' constants and comments cannot be read.
  EXPECT_EQ(settings("var S = {1: 2}\nfunc f():\n\trpc_config(\"a\", S)\n"), "a=");
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\", {1: 2, # three\n\t})\n"), "a=");
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\")\n"), "a=");
  EXPECT_EQ(settings("func f():\n\tif x:\n\t\tconst S = 1\n\telse:\n\t\tconst S = 2\n\trpc_config(\"a\", S)\n"), "a=")
      << "either may be meant";
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\", S)\n"), "a=S") << "another file's";
  const std::string longest(ScriptLimits::text - 3, 'x');
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\", " + longest + "(1))\n"), "a=" + longest + "(1)");
  EXPECT_EQ(settings("func f():\n\trpc_config(\"a\", " + longest + "x(1))\n"), "a=");
}

TEST(RpcConfigCalls, SettingsAreBounded) {
  const auto with_calls = [](std::size_t calls) {
    std::string text = "func f():\n\tfor m in [";
    for (std::size_t i = 0; i != RpcConfigLimits::names; ++i) text += "\"n" + std::to_string(i) + "\", ";
    text += "]:\n";
    for (std::size_t i = 0; i != calls; ++i) text += "\t\trpc_config(m, 1)\n";
    return read_gdscript(text).configured.at(0);
  };
  constexpr std::size_t fit = RpcConfigLimits::settings / RpcConfigLimits::names;
  EXPECT_TRUE(with_calls(fit).settings_whole);
  EXPECT_EQ(with_calls(fit).settings.size(), RpcConfigLimits::settings);
  EXPECT_FALSE(with_calls(fit + 1).settings_whole);
  EXPECT_EQ(with_calls(fit + 1).settings.size(), RpcConfigLimits::settings);
  EXPECT_TRUE(with_calls(fit + 1).whole) << "no name is lost";
}

TEST(RpcConfigCalls, NamesAndObjectsAreBounded) {
  const auto with_names = [](std::size_t count) {
    std::string text = "func f():\n\tfor m in [";
    for (std::size_t i = 0; i != count; ++i) text += "\"n" + std::to_string(i) + "\", ";
    return read_gdscript(text + "]: rpc_config(m, 1)\n").configured.at(0);
  };
  EXPECT_TRUE(with_names(RpcConfigLimits::names).whole);
  EXPECT_FALSE(with_names(RpcConfigLimits::names + 1).whole);
  EXPECT_EQ(with_names(RpcConfigLimits::names + 1).names.size(), RpcConfigLimits::names);
  const auto with_objects = [](std::size_t count) {
    std::string text = "func f():\n";
    for (std::size_t i = 0; i != count; ++i) text += "\tn" + std::to_string(i) + ".rpc_config(\"a\", 1)\n";
    return read_gdscript(text).configured;
  };
  EXPECT_TRUE(with_objects(RpcConfigLimits::groups).back().whole);
  const auto groups = with_objects(RpcConfigLimits::groups + 1);
  EXPECT_EQ(groups.size(), RpcConfigLimits::groups);
  EXPECT_FALSE(groups.back().whole) << "it stands for all others, too";
  EXPECT_TRUE(groups.front().whole);
}

/// Calls beyond the limit may pass any name, to any node.
TEST(RpcConfigCalls, OfOneFileAreBounded) {
  for (const std::size_t count : {ScriptLimits::configured, ScriptLimits::configured + 1}) {
    std::string text = "func f():\n";
    for (std::size_t i = 0; i != count; ++i) text += "\trpc_config(\"a\", 1)\n";
    const Script script = read_gdscript(text);
    ASSERT_EQ(script.configured.size(), 1U);
    EXPECT_EQ(script.configured[0].whole, count == ScriptLimits::configured);
    EXPECT_EQ(script.configures_unread, count != ScriptLimits::configured);
  }
}

/// A call behind the last token that is read may pass any name, too.
TEST(RpcConfigCalls, BehindTheLastToken) {
  const auto after = [](std::size_t count) {
    std::string text = "func f():\n";
    for (std::size_t i = 3; i < count; i += 2) text += i % 64 == 1 ? "1,\n" : "1,";  // `func` and four tokens before
    const Script script = read_gdscript(text + "\n\trpc_config(\"a\", 1)\n\trset_config(\"a\", 1)\n");
    return std::pair(script.configured.size() == 1 && script.configured[0].whole, !script.configures_sets_unread);
  };
  EXPECT_EQ(after(RpcConfigLimits::tokens - 64), std::pair(true, true));
  EXPECT_EQ(after(RpcConfigLimits::tokens), std::pair(false, false));
}

/// The names for rset_config() of one script are one list, whatever the node.
TEST(RpcConfigCalls, OfRemoteSets) {
  const Script script = read_gdscript(
      "const ALL = [\"health\", \"armor\"]\nfunc _ready():\n\tfor each in ALL:\n\t\trset_config(each, 1)\n"
      "\t$Gun.rset_config(\"ammo\", 1)\n\trpc_config(\"fire\", 1)\n");
  EXPECT_EQ(script.configured_sets, (std::vector<std::string>{"health", "armor", "ammo"}));
  EXPECT_FALSE(script.configures_sets_unread);
  ASSERT_EQ(script.configured.size(), 1U) << "rpc_config() has a list of its own";
  EXPECT_EQ(script.configured[0].names, std::vector<std::string>{"fire"});
}

TEST(RpcConfigCalls, OfRemoteSetsAreBounded) {
  for (const std::size_t count : {ScriptLimits::configured, ScriptLimits::configured + 1}) {
    std::string text = "func f():\n";
    for (std::size_t i = 0; i != count; ++i) text += "\trset_config(\"a\", 1)\n";
    const Script script = read_gdscript(text);
    EXPECT_EQ(script.configured_sets, std::vector<std::string>{"a"});
    EXPECT_EQ(script.configures_sets_unread, count != ScriptLimits::configured);
  }
}

/// A constant that stands for another one, and so on.
TEST(RpcConfigCalls, ChainsOfConstantsAreFollowedToTheirLimit) {
  const auto chain = [](unsigned constants) {
    std::string text = "const C1 = \"x\"\n";
    for (unsigned i = 2; i <= constants; ++i)
      text += "const C" + std::to_string(i) + " = C" + std::to_string(i - 1) + "\n";
    return read(text + "func f():\n\trpc_config(C" + std::to_string(constants) + ", {})\n");
  };
  EXPECT_EQ(chain(RpcConfigLimits::depth), ": x");
  EXPECT_EQ(chain(RpcConfigLimits::depth + 1), ": …");
}

TEST(RpcConfigCalls, NestedParameters) {
  EXPECT_EQ(read("func f(m = \"x\", g = func(n = \"y\"): pass, k = \"z\"):\n\trpc_config(k, {})\nfunc h(): f()\n"),
            ": z …");
  EXPECT_EQ(read("func f(a: Array[int], m: String = \"x\"):\n\trpc_config(m, {})\nfunc g(): f([1, 2], \"y\")\n"),
            ": y …");
}
