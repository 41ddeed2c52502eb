// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "project/scripts/script.h"

using namespace godot::analysis::project;

namespace {

/// `name(argument: type = default, …)`, with `!` before a remote method and its mode after it.
std::string text_of(const Method& method) {
  std::string text = method.rpc ? "!" + method.name : method.name;
  text += '(';
  for (const Argument& argument : method.arguments) {
    if (text.back() != '(') text += ", ";
    if (argument.rest) text += "...";
    text += argument.name;
    if (!argument.type.empty()) text += ": " + argument.type;
    if (argument.optional) text += " = " + argument.value;
  }
  text += ')';
  if (!method.mode.empty()) text += " [" + method.mode + "]";
  return text;
}

std::vector<std::string> methods_of(const Class& source) {
  std::vector<std::string> texts;
  for (const Method& method : source.methods) texts.push_back(text_of(method));
  return texts;
}

using Texts = std::vector<std::string>;

/// `line: text` of each.
Texts faults_of(const Script& script) {
  Texts texts;
  for (const Fault& fault : script.faults) texts.push_back(std::to_string(fault.line) + ": " + fault.text);
  return texts;
}

std::string joined(const Texts& texts, const char* between) {
  std::string text;
  for (const std::string& each : texts) text += (text.empty() ? "" : between) + each;
  return text;
}

/// `name = Other.Name`, `name = <path>` or `name = "text", …` of each constant of the script.
Texts constants_in(std::string_view text) {
  const Script script = read_gdscript(text);
  Texts found;
  for (const Constant& each : script.classes.front().constants) {
    std::string shown = each.name + " = " + joined(each.names, ".");
    if (!each.path.empty()) shown += "<" + each.path + ">";
    if (!each.texts.empty()) shown += '"' + joined(each.texts, "\", \"") + '"';
    found.push_back(shown);
  }
  return found;
}

/// `mode name: type` of each variable of the script.
Texts variables_in(std::string_view text) {
  const Script script = read_gdscript(text);
  Texts found;
  for (const Variable& each : script.classes.front().variables)
    found.push_back((each.mode.empty() ? "" : each.mode + " ") + each.name + ": " + each.type);
  return found;
}

/// What a script does while the game runs, in words.
std::string deeds(const Script& script) {
  Texts found;
  const auto note = [&](bool does, const char* word) {
    if (does) found.emplace_back(word);
  };
  note(script.sets_authority, "gives");
  note(script.gives_itself, "itself");
  note(script.gives_below, "below");
  note(script.gives_others, "others");
  note(script.gives_alone, "alone");
  note(script.gives_in_ready, "in ready");
  if (script.other_gifts != 0) found.push_back(std::to_string(script.other_gifts));
  note(script.sets_scripts, "scripts");
  note(script.adds_scenes, "scenes");
  note(script.configures_sets_unread, "sets");
  for (const std::string& name : script.configured_sets) note(true, ("set " + name).c_str());
  note(script.configures_unread, "unread");
  if (script.sets_sync_limit) found.push_back("limit " + std::to_string(script.sync_limit));
  return joined(found, ", ");
}

Texts methods_in(std::string_view text) {
  const Script script = read_gdscript(text);
  EXPECT_TRUE(script.faults.empty()) << script.faults.front().text;
  return methods_of(script.classes.front());
}

}  // namespace

TEST(GDScript, RemoteMethods) {
  EXPECT_EQ(
      methods_in(
          "@rpc\nfunc a(): pass\nfunc b(): pass\n@rpc(\"any_peer\", 'call_local', \"unreliable\", 2) func c(): pass"),
      (Texts{"!a()", "b()", "!c() [\"any_peer\", 'call_local', \"unreliable\", 2]"}));
}

TEST(GDScript, AnAnnotationCountsForTheNextFunctionWhateverIsBetween) {
  EXPECT_EQ(methods_in("@rpc\n\n# func no():\n@warning_ignore(\"x\")\n@abstract\nfunc a(): pass\nfunc b(): pass"),
            (Texts{"!a()", "b()"}));
  EXPECT_EQ(methods_in("@warning_ignore(\"x\") @rpc @warning_ignore(\"y\")\nstatic func a(): pass"), (Texts{"!a()"}));
  // Another member in between gets it.
  EXPECT_EQ(methods_in("@rpc\nvar x = 1\nfunc a(): pass"), (Texts{"a()"}));
}

TEST(GDScript, AnnotationsOverLines) {
  EXPECT_EQ(methods_in("@rpc(\n\t\"any_peer\", # a ) comment\n\t\"call_local\"\n)\nfunc a(): pass"),
            (Texts{"!a() [\"any_peer\", # a ) comment \"call_local\"]"}));
}

TEST(GDScript, Arguments) {
  EXPECT_EQ(
      methods_in(
          "func a(x, y: int, z := 3, w: Array[ Dictionary ] = [{\"a\": [1, 2]}, \")\"], ...rest: Array) -> void: pass"),
      (Texts{"a(x, y: int, z: int = 3, w: Array[Dictionary] = [{\"a\": [1, 2]}, \")\"], ...rest: Array)"}));
  EXPECT_EQ(methods_in("func a(\n\tx, # one, two\n\ty: Dictionary[String, int] = {},\n\tf = func(p, q): return "
                       "p,\n):\n\tpass\nfunc b(): pass"),
            (Texts{"a(x, y: Dictionary[String,int] = {}, f = func(p, q): return p)", "b()"}));
  EXPECT_EQ(methods_in("func a(x, \\\n\ty): pass"), (Texts{"a(x, y)"}));
  EXPECT_EQ(methods_in("func größe(überall, 名前): pass"), (Texts{"größe(überall, 名前)"}));
}

TEST(GDScript, ArgumentsHaveTheTypeOfALiteralDefault) {
  EXPECT_EQ(methods_in("func a(t := Vector2(1, 2), d := {}, l := [1, 2], s := \"x\", n := -1.5, b := true): pass"),
            (Texts{"a(t: Vector2 = Vector2(1, 2), d: Dictionary = {}, l: Array = [1, 2], s: String = \"x\", "
                   "n: float = -1.5, b: bool = true)"}));
  // Not certain from the expression alone, or no type at all.
  EXPECT_EQ(methods_in("func a(x := START, y := f(1), z := 1 + 2.0, w = 3, v := 1 if X else 2): pass"),
            (Texts{"a(x = START, y = f(1), z = 1 + 2.0, w = 3, v = 1 if X else 2)"}));
}

TEST(GDScript, AnAliasOfAClassThatAcceptsIdsIsThatClass) {
  EXPECT_EQ(methods_in("const Base = RefCounted\nconst Card = preload(\"res://card.gd\")\nconst Other = Node\n"
                       "func a(x: Base, y: Card, z: Other): pass"),
            (Texts{"a(x: RefCounted, y: Card, z: Other)"}));
}

TEST(GDScript, ContentOfStringsIsNoCode) {
  EXPECT_EQ(methods_in("const A = \"\nfunc no(): pass\n\"\nfunc a(): pass"), (Texts{"a()"}));
  EXPECT_EQ(methods_in("const A = \"\"\"\n@rpc\nfunc no():\n\\\"\"\" still\n\"\"\"\nfunc a(): pass"), (Texts{"a()"}));
  EXPECT_EQ(methods_in("const A = r\"\\\"\"\nfunc a(): pass"), (Texts{"a()"}));
  EXPECT_EQ(methods_in("func a():\n\tx = '''\nfunc no(): pass'''\nfunc b(): pass"), (Texts{"a()", "b()"}));
  EXPECT_EQ(methods_in("func a():\n\tvar n = $\"Node/func b\" ; var m = &'c' ; @warning_ignore(\"x\")\nfunc b(): pass"),
            (Texts{"a()", "b()"}));
}

TEST(GDScript, BodiesAreSkipped) {
  EXPECT_EQ(methods_in("func a():\n\tvar f = func(x):\n\t\treturn x\n\n# at the left\n\treturn f\nvar p: int = "
                       "1:\n\tset(v):\n\t\tp = v\n\tget:\n\t\treturn p\nfunc b(): pass"),
            (Texts{"a()", "b()"}));
  EXPECT_EQ(methods_in("func a():\n\tvar t = {\n\"x\": 1,\n}\nfunc b(): pass"), (Texts{"a()", "b()"}));
  EXPECT_EQ(methods_in("enum E { A, B = 2 }\nsignal s(a, b); const C = 1; func a(): pass"), (Texts{"a()"}));
}

TEST(GDScript, WindowsLinesAndNoLineAtTheEnd) {
  EXPECT_EQ(methods_in("@rpc\r\nfunc a(x,\r\n\ty):\r\n\tpass\r\n\r\n@rpc\r\nfunc b():\\\r\n pass"),
            (Texts{"!a(x, y)", "!b()"}));
}

TEST(GDScript, NamesAndBases) {
  const auto head = [](std::string_view text) {
    const Script script = read_gdscript(text);
    const Class& source = script.classes.front();
    std::string shown = source.name + "|" + source.base.path;
    for (const std::string& name : source.base.names) shown += "|" + name;
    return shown;
  };
  EXPECT_EQ(head("class_name A extends B"), "A||B");
  EXPECT_EQ(head("extends B\nclass_name A"), "A||B");
  EXPECT_EQ(head("@tool @icon(\"x\") class_name A\nextends B.C"), "A||B|C");
  EXPECT_EQ(head("extends \"res://a.gd\""), "|res://a.gd");
  EXPECT_EQ(head("extends 'a.gd'.Inner.Deep; class_name A"), "A|a.gd|Inner|Deep");
  EXPECT_EQ(head("tool\nclass_name A, \"res://icon.png\"\nextends B"), "A||B");
  EXPECT_EQ(head("class_name A, \"res://icon.png\" extends B"), "A||B");
  EXPECT_EQ(head("class_name A, extends B"), "A||B");
}

TEST(GDScript, InnerClasses) {
  const Script script = read_gdscript(
      "class A extends B:\n\t@rpc func a(): pass\n\tclass C:\n\t\textends \"d.gd\"\n\t\tfunc c(x): pass\n\tfunc "
      "again(): pass\n"
      "class D: func d(): pass\nclass E extends A.C:\n  pass\nfunc outside(): pass\n");
  ASSERT_EQ(script.classes.size(), 5U);
  EXPECT_EQ(methods_of(script.classes[0]), (Texts{"outside()"}));
  EXPECT_EQ(methods_of(script.classes[1]), (Texts{"!a()", "again()"}));
  EXPECT_EQ(methods_of(script.classes[2]), (Texts{"c(x)"}));
  EXPECT_EQ(script.classes[2].outer, 1);
  EXPECT_EQ(script.classes[2].base.path, "d.gd");
  EXPECT_EQ(script.classes[3].name, "D");
  EXPECT_EQ(methods_of(script.classes[3]), (Texts{"d()"}));
  EXPECT_EQ(script.classes[4].base.names, (Texts{"A", "C"}));
}

TEST(GDScript, WordsOfGodot3) {
  EXPECT_EQ(
      methods_in(
          "extends Node\nremote func a(x): pass\nmaster func b(): pass\npuppet func c(): pass\nslave func d(): pass\n"
          "sync func e(): pass\nremotesync func f(): pass\nmastersync func g(): pass\npuppetsync func h(y = 1): pass\n"
          "func plain(z): pass\n"),
      (Texts{"!a(x) [remote]", "!b() [master]", "!c() [puppet]", "!d() [slave]", "!e() [sync]", "!f() [remotesync]",
             "!g() [mastersync]", "!h(y = 1) [puppetsync]", "plain(z)"}));
  const Script script = read_gdscript(
      "export(int, \"a\") remote var a = 1 setget set_a\nonready var b\npuppet var c: Vector2 = Vector2()\n");
  const auto& variables = script.classes.front().variables;
  ASSERT_EQ(variables.size(), 3U);
  EXPECT_EQ(variables[0].mode, "remote");
  EXPECT_EQ(variables[1].mode, "");
  EXPECT_EQ(variables[2].mode, "puppet");
  EXPECT_EQ(variables[2].type, "Vector2");
}

/// Redot's structs contain no members of the script.
TEST(GDScript, StructsAreSkipped) {
  for (const char* const struct_block : {"struct Point:\n\tvar x: int = 0\n\tvar y := 1.0\n\tfunc no(): pass\n",
                                         "struct Empty:\n\tpass\n", "struct P extends Q:\n\tvar a\n\n\tvar b\n"}) {
    const Script script = read_gdscript(struct_block + std::string("@rpc\nfunc a(p: Point): pass\nvar z := 1\n"));
    EXPECT_TRUE(script.faults.empty()) << struct_block;
    ASSERT_EQ(script.classes.size(), 1U);
    EXPECT_EQ(methods_of(script.classes.front()), Texts{"!a(p: Point)"}) << struct_block;
    ASSERT_EQ(script.classes.front().variables.size(), 1U) << struct_block;
    EXPECT_EQ(script.classes.front().variables.front().name, "z");
  }
}

/// A type that only the engine's analyzer could derive is left unknown: values are compared with it.
TEST(GDScript, TypesOfVariables) {
  const std::pair<const char*, const char*> rows[] = {
      {"var x: int", "int"},
      {"@export var x: Vector2 = Vector2.ZERO", "Vector2"},
      {"var x: Array[int] = []", "Array[int]"},
      {"var x := 0", "int"},
      {"var x: = -1_000", "int"},
      {"var x := 0x1F", "int"},
      {"var x := 0b11", "int"},
      {"var x := 0.5", "float"},
      {"var x := -.5", "float"},
      {"var x := 1.", "float"},
      {"var x := 1e5", "float"},
      {"var x := TAU", "float"},
      {"var x := true", "bool"},
      {"var x := \"a, b)\"", "String"},
      {"var x := r'a'", "String"},
      {"var x := &\"a\"", "StringName"},
      {"var x := ^\"a/b\"", "NodePath"},
      {"var x := [1, Vector2(1, 2)]", "Array"},
      {"var x := {\"a\": 1}", "Dictionary"},
      {"var x := Vector2(1, f(2)) # far away", "Vector2"},
      {"var x := Vector3i.MAX:\n\tset(v): x = v", "Vector3i"},
      {"var x := Color.RED; var y := 1", "Color"},
      {"var x := PackedByteArray()", "PackedByteArray"},
      // Unknown:
      {"var x", ""},
      {"var x = 0", ""},
      {"@export var x = 0", ""},
      {"var x := -y", ""},
      {"var x := 1 + 2", ""},
      {"var x := 1 if y else 2.0", ""},
      {"var x := Vector2(1, 2).x", ""},
      {"var x := Vector2(1, 2) == y", ""},
      {"var x := Vector2.AXIS_X", ""},
      {"var x := Projection.PLANE_NEAR", ""},
      {"var x := Color.from_hsv(1, 1, 1)", ""},
      {"var x := \"a\".length()", ""},
      {"var x := [1][0]", ""},
      {"var x := $Sprite", ""},
      {"var x := $\"a/b\"", ""},
      {"var x := %\"a\"", ""},
      {"var x := Player.new()", ""},
      {"var x := Player(1)", ""},
      {"var x := Object()", ""},
      {"var x :=", ""},
  };
  for (const auto& [text, type] : rows) {
    const Script script = read_gdscript(text);
    ASSERT_FALSE(script.classes.front().variables.empty()) << text;
    EXPECT_EQ(script.classes.front().variables.front().type, type) << text;
  }
}

TEST(GDScript, AnInvalidPartIsReportedAndTheRestIsRead) {
  const auto broken = [](std::string_view text, Texts methods) {
    const Script script = read_gdscript(text);
    EXPECT_FALSE(script.faults.empty()) << text;
    EXPECT_EQ(methods_of(script.classes.front()), methods) << text;
  };
  broken("func a(x, (y:\n\tpass\nfunc b(): pass", {"a(x)", "b()"});
  broken("var t = [1, 2\n@rpc\nfunc b(): pass", {"b()"});
  broken("func a(): pass\nconst S = \"\"\"never closed\nfunc b(): pass", {"a()"});
  broken("func (): pass\nfunc b(): pass", {"b()"});
  broken("class_name\nfunc b(): pass", {"b()"});
  broken(")]}\nfunc b(): pass", {"b()"});
}

TEST(GDScript, FaultsAndMembersAreBounded) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "func f" + std::to_string(i) + "(): pass\n)\n";
  const Script script = read_gdscript(text);
  EXPECT_EQ(script.faults.size(), ScriptLimits::faults);
  EXPECT_EQ(script.classes.front().methods.size(), ScriptLimits::members);
  EXPECT_EQ(read_gdscript(std::string(100000, '@')).classes.size(), 1U);
  EXPECT_EQ(read_gdscript(std::string(100000, '(')).classes.size(), 1U);
  std::string nested;
  for (int i = 0; i < 5000; ++i) nested += "class C" + std::to_string(i) + ": ";
  EXPECT_LE(read_gdscript(nested).classes.size(), ScriptLimits::classes);
}

TEST(GDScript, FaultsNameTheirLine) {
  const std::pair<const char*, Texts> rows[] = {
      {"var a\n\nfunc ()\n", {"3: a function has no name"}},
      {"func\na(): pass\n", {"2: a function has no name"}},
      {"\nfunc a: pass\n", {"2: a function has no arguments in brackets"}},
      {"func a(\n\t1,\n\tb): pass\n", {"2: an argument has no name"}},
      {"func a(b, , c): pass\n", {}},
      {"\nclass_name\n", {"3: class_name without a name"}},
      {"class_name\nA\n", {"2: class_name without a name"}},
      {"\n\nclass:\n\tpass\n", {"3: a class has no name"}},
      {"class\nA:\n\tpass\n", {"2: a class has no name"}},
      {"\nvar a = (1 +\n2\n", {"2: a bracket is not closed"}},
      {"\nvar a = (1 +\n[2\nfunc b(): pass\n", {"2: a bracket is not closed"}},
      {"var a = 1\n)\n", {"2: a bracket is closed that is not open"}},
      {"var a = 1\nvar b = \"\"\"c\nd\n", {"2: a string is not closed"}},
      // Lines in strings and behind a backslash are counted.
      {"var a = \"b\nc\"\n)\n", {"3: a bracket is closed that is not open"}},
      {"var a = \"b\\\nc\"\n)\n", {"3: a bracket is closed that is not open"}},
      {"var a = \"\"\"b\nc\"\"\"\n)\n", {"3: a bracket is closed that is not open"}},
      {"var a = \\\n1\n)\n", {"3: a bracket is closed that is not open"}},
      {"var a = \\ \r\n1\n)\n", {"3: a bracket is closed that is not open"}},
  };
  for (const auto& [text, faults] : rows) EXPECT_EQ(faults_of(read_gdscript(text)), faults) << text;
}

TEST(GDScript, LinesOfMethods) {
  const Script script = read_gdscript("@rpc\nfunc a(\n\tx):\n\tpass\n\n\nfunc b(): pass\nclass C:\n\tfunc c(): pass\n");
  ASSERT_EQ(script.classes.size(), 2U);
  ASSERT_EQ(script.classes[0].methods.size(), 2U);
  EXPECT_EQ(script.classes[0].methods[0].line, 2U);
  EXPECT_EQ(script.classes[0].methods[1].line, 7U);
  EXPECT_EQ(script.classes[1].methods.at(0).line, 9U);
}

/// Words that begin a statement end a bracket that is not closed: in the first column, with a name.
TEST(GDScript, WhereABracketThatIsNotClosedEnds) {
  for (const char* ends : {"func b(): pass", "static func b(): pass", "class B: pass", "class_name B", "extends B"}) {
    const Script script = read_gdscript(std::string("var a = (1\n") + ends + "\nfunc c(): pass\n");
    EXPECT_EQ(faults_of(script), Texts{"1: a bracket is not closed"}) << ends;
    EXPECT_EQ(script.classes.front().methods.back().name, "c") << ends;
  }
  for (const char* inside : {" func b()", "\tfunc b()", "func (b)", "functor", "class 1", "var b", "extends \"b\""}) {
    const Script script = read_gdscript(std::string("var a = (1\n") + inside + ")\nfunc c(): pass\n");
    EXPECT_EQ(faults_of(script), Texts{}) << inside;
    EXPECT_EQ(methods_of(script.classes.front()), Texts{"c()"}) << inside;
  }
}

TEST(GDScript, Constants) {
  const std::pair<const char*, Texts> rows[] = {
      {"const A = B", {"A = B"}},
      {"const A = B.C.D", {"A = B.C.D"}},
      {"const A: GDScript = B", {"A = B"}},
      {"const A := preload(\"res://a.gd\")", {"A = <res://a.gd>"}},
      {"const A = load('a\\u002egd')", {"A = <a.gd>"}},
      {"const A = \"a\"", {"A = \"a\""}},
      {"const A = &\"a\"", {"A = \"a\""}},
      {"const A = [\"a\", 1, [\"b\"], 'c']", {"A = \"a\", \"b\", \"c\""}},
      {"const A = {\"a\": 1}", {"A = \"a\""}},
      {"const A = [\n\"a\",\n\"b\"\n]\nconst B = C", {"A = \"a\", \"b\"", "B = C"}},
      {"const A = \"a\"; const B = \"b\"", {"A = \"a\"", "B = \"b\""}},
      {"const A = \"\"; const B = \"b\"", {"A = \"\"", "B = \"b\""}},
      {"const A = r\"a\"", {"A = \"a\""}},
      {"const A = ^'a'", {"A = \"a\""}},
      {"const A = @\"a\"", {"A = \"a\""}},
      {"const A = \"\"\"b\"\"c\"\"\"; const D = E", {"A = \"b\"\"c\"", "D = E"}},
      {"const A = \"\"\"b\"c\"d\"\"\"; const D = E", {"A = \"b\"c\"d\"", "D = E"}},
      // Without a value that is read.
      {"const A = 1", {}},
      {"const A = []", {}},
      {"const A", {}},
      {"const A =", {}},
      {"const A =\nB", {}},
      {"const A\n= B", {}},
      {"const\nA = B", {}},
      {"const 1 = B", {}},
      {"const A = preload", {}},
      {"const A = preload(B)", {}},
      {"const A = preload \"a\"", {}},
      {"const A = preload\n(\"a\")", {}},
      // A line that ends behind a dot.
      {"const A = B.\nC", {"A = B"}},
      {"const A = B\n.C", {"A = B"}},
  };
  for (const auto& [text, constants] : rows) EXPECT_EQ(constants_in(text), constants) << text;
  std::string many = "const A = [";
  for (std::size_t i = 0; i != ScriptLimits::texts + 1; ++i) many += "\"a\", ";
  EXPECT_EQ(read_gdscript(many + "]").classes.front().constants.at(0).texts.size(), ScriptLimits::texts);
  // As many names behind dots are read.
  const std::string fifteen = "const A = a.b.c.d.e.f.g.h.i.j.k.l.m.n.o";
  EXPECT_EQ(constants_in(fifteen + ".p.q"), Texts{"A = a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p"});
}

TEST(GDScript, Variables) {
  const std::pair<const char*, Texts> rows[] = {
      {"var a: int = 1; var b", {"a: int", "b: "}},
      {"var a: Dictionary[ String, int ] = {}", {"a: Dictionary[String,int]"}},
      {"var a = {1: 2}; @export var b: int = f(1); var c", {"a: ", "b: int", "c: "}},
      {"var a := 1: set = b; var no", {"a: int"}},
      {"var a = func(): b(); var no", {"a: "}},
      {"var a: int: set = b", {"a: int"}},
      {"var a:\n\tset(v): a = v\nvar b: int", {"a: ", "b: int"}},
      {"var a\n: int", {"a: "}},
      {"var a :=\n1", {"a: "}},
      {"var\na", {}},
      {"var 1", {}},
      {"onready remote var a", {"remote a: "}},
      {"remote onready var a", {"remote a: "}},
      {"export(int) master var a = 1", {"master a: "}},
      {"master\nvar a", {"a: "}},
      {"static var a := 1", {"a: int"}},
      {"func f():\n\tvar a\nvar b", {"b: "}},
      // As many tokens outside of brackets show a type.
      {"var a := - - - - - 1", {"a: int"}},
      {"var a := - - - - - - 1", {"a: "}},
      {"var a := [1:2]; var b := (\n1)", {"a: Array", "b: "}},
  };
  for (const auto& [text, variables] : rows) EXPECT_EQ(variables_in(text), variables) << text;
}

TEST(GDScript, ArgumentsThatAreNotWhole) {
  EXPECT_EQ(methods_in("func a(b := - - - - - 1, c := - - - - - - 1, d := 2): pass"),
            (Texts{"a(b: int = - - - - - 1, c = - - - - - - 1, d: int = 2)"}));
  EXPECT_EQ(methods_in("func a(var b, c = (1), d: Array = [1, 2]): pass"), (Texts{"a(b, c = (1), d: Array = [1, 2])"}));
  EXPECT_EQ(methods_in("func a(b: Callable = func(c, d = 1): pass): pass"),
            (Texts{"a(b: Callable = func(c, d = 1): pass)"}));
  EXPECT_EQ(methods_in("func a(b, c,): pass"), (Texts{"a(b, c)"}));
  std::string many = "func a(";
  for (std::size_t i = 0; i != ScriptLimits::arguments + 1; ++i) many += "b" + std::to_string(i) + ", ";
  const Script script = read_gdscript(many + "): pass\nfunc c(): pass");
  EXPECT_EQ(script.classes.front().methods.at(0).arguments.size(), ScriptLimits::arguments);
  EXPECT_EQ(script.classes.front().methods.at(1).name, "c");
}

TEST(GDScript, MethodsBehindOtherMembersOfTheirLine) {
  EXPECT_EQ(methods_in("var a = 1; @rpc func b(): pass\nvar c: int; func d(): pass"), (Texts{"!b()", "d()"}));
}

TEST(GDScript, AnnotationsAndWordsOnOtherLines) {
  EXPECT_EQ(methods_in("@rpc\n(\"any_peer\")\nfunc a(): pass"), (Texts{"a()"})) << "its brackets are another line's";
  EXPECT_EQ(methods_in("@rpc(\"any_peer\") func a(): pass\n@rpc func b(): pass"),
            (Texts{"!a() [\"any_peer\"]", "!b()"}));
  EXPECT_EQ(methods_in("@export var x: int\n@rpc func a(): pass"), (Texts{"!a()"}));
  EXPECT_EQ(methods_in("@rpc const X = 1\nfunc a(): pass"), (Texts{"a()"}));
  EXPECT_EQ(methods_in("remote\nfunc a(): pass"), (Texts{"a()"}));
  EXPECT_EQ(methods_in("remote sync func a(): pass"), (Texts{"!a() [sync]"}));
  EXPECT_EQ(methods_in("static remote func a(): pass\nfunc b(): pass"), (Texts{"!a() [remote]", "b()"}));
  EXPECT_EQ(methods_in("@rpc remote func a(): pass"), (Texts{"!a()"})) << "Godot 4 has no keyword";
  EXPECT_EQ(methods_in("func a(): pass; pass; pass\n;;\nfunc b(): pass"), (Texts{"a()", "b()"}));
}

/// A member deeper than its class's is none; one less deep belongs to the class around.
TEST(GDScript, IndentationDecidesWhoseAMemberIs) {
  const auto classes = [](std::string_view text) {
    Texts found;
    for (const Class& each : read_gdscript(text).classes)
      found.push_back(each.name + " in " + std::to_string(each.outer) + ": " + joined(methods_of(each), " "));
    return found;
  };
  EXPECT_EQ(classes("class A:\n\tfunc a(): pass\n\t\tfunc no(): pass\n\tfunc b(): pass\nfunc c(): pass\n"),
            (Texts{" in -1: c()", "A in 0: a() b()"}));
  EXPECT_EQ(classes("class A:\n\tclass B:\n\t\tclass C:\n\t\t\tfunc c(): pass\n\t\tfunc b(): pass\n"
                    "\tfunc a(): pass\nfunc d(): pass\n"),
            (Texts{" in -1: d()", "A in 0: a()", "B in 1: b()", "C in 2: c()"}));
  EXPECT_EQ(classes("class A:\n    func a(): pass\n\tfunc b(): pass\n   func c(): pass\n"),
            (Texts{" in -1: ", "A in 0: a() b() c()"}))
      << "a tab is as wide as four blanks";
  EXPECT_EQ(classes("class A: func a(): pass\nfunc b(): pass\n"), (Texts{" in -1: b()", "A in 0: a()"}));
  EXPECT_EQ(classes("  func a(): pass\n func b(): pass\n   func no(): pass\n"), (Texts{" in -1: a() b()"}));
}

TEST(GDScript, WhatAScriptDoesWhileTheGameRuns) {
  const std::pair<const char*, const char*> rows[] = {
      {"pass", ""},
      {"set_multiplayer_authority(7)", "gives, itself"},
      {"set_network_master(7)", "gives, itself"},
      {"self.set_multiplayer_authority(7)", "gives, itself"},
      {"$A/B.set_multiplayer_authority(7)", "gives, below"},
      {"a.set_multiplayer_authority(7)", "gives, others, 1"},
      {"a.self.set_multiplayer_authority(7)", "gives, others, 1"},
      {"$A.b.set_multiplayer_authority(7)", "gives, others, 1"},
      {"call(&\"set_network_master\", 7)", "gives, others, 1"},
      {"a.set_multiplayer_authority(7); b.set_multiplayer_authority(8)", "gives, others, 2"},
      {"set_multiplayer_authority(7, true)", "gives, itself"},
      {"set_multiplayer_authority(f(1, 2), true)", "gives, itself"},
      {"set_multiplayer_authority([1, 2][0])", "gives, itself"},
      {"set_multiplayer_authority(7, false)", "gives, itself, alone"},
      {"set_multiplayer_authority(7, f(1, true))", "gives, itself, alone"},
      {"set_multiplayer_authority(7, a[0])", "gives, itself, alone"},
      {"$A.set_multiplayer_authority(7, false)", "gives, below, alone"},
      {"print(\"set_multiplayer_authority(7)\")", ""},
      {"a.set_script(b)", "scripts"},
      {"a.script = b", "scripts"},
      {"scripts = b", ""},
      {"a.add_spawnable_scene(\"b\")", "scenes"},
      {"a.clear_spawnable_scenes()", "scenes"},
      {"a._spawnable_scenes = []", "scenes"},
      {"a.set(\"_spawnable_scenes\", [])", "scenes"},
      {"rset_config(\"a\", 1)", "set a"},
      {"b.rset_config( 'a' , 1)", "set a"},
      {"rset_config(\"a\" + b, 1)", "sets"},
      {"rset_config(\"\"\"a\"\"\", 1)", "set a"},
      {"rset_config(\"a:b\", 1)", "set a:b"},
      {"rset_config(a, 1)", "sets"},
      {"for a in [\"b\", 'c']: rset_config(a, 1)", "set b, set c"},
      {"var a = \"b\" if c else \"d\"; $E.rset_config(a, 1)", "set b, set d"},
      {"for a in b.keys(): rset_config(a, 1)", "sets"},
      {"funcref(self, \"rset_config\")", "sets"},
      {"call(\"rset_config\", \"a\", 1)", "set a"},
      {"call_group(\"g\", \"rset_config\", \"a\", 1)", "sets"},
      {"eval(\"rset_config('a', 1)\")", "sets"},
      {"a.rset_configured()", "sets"},
      {"a.parse(\"rpc_config('b', {})\")", "unread"},
      {"rpc_config(\"b\", {})", ""},
      {"multiplayer.max_sync_packet_size = 500", "limit 500"},
      {"multiplayer.max_sync_packet_size = a", "limit -1"},
      {"multiplayer.max_sync_packet_size = 0", "limit -1"},
      {"multiplayer.max_sync_packet_size = 1", "limit 1"},
      {"multiplayer.max_sync_packet_size = 2147483647", "limit 2147483647"},
      {"multiplayer.max_sync_packet_size = 2147483648", "limit -1"},
  };
  for (const auto& [line, expected] : rows) {
    EXPECT_EQ(deeds(read_gdscript(std::string("func f():\n\t") + line + "\n")), expected) << line;
    const std::string in_ready = std::string(expected).starts_with("gives") ? ", in ready" : "";
    const std::string ready = deeds(read_gdscript(std::string("func _ready():\n\t") + line + "\nfunc f(): pass\n"));
    EXPECT_NE((", " + ready + ",").find(in_ready), std::string::npos) << line << ": " << ready;
  }
}

/// Strings with a path or a uid, and strings that may be names of methods.
TEST(GDScript, StringsThatMayMatter) {
  const Script script = read_gdscript(
      "var a = [\"res://a.tscn\", \"uid://b\", \"http://c\", \"name\", \"not a name\", \"1a\", \"\", \"_b1\"]\n"
      "func f(n):\n\tg(\"c\" + n)\n\tg(n + \"d\")\n\tg(\"e%s\" % n)\n\tn += \"f\"\n\tn = \"g\"\n\trpc_config(n, {})\n");
  EXPECT_EQ(script.mentions, (Texts{"res://a.tscn", "uid://b"}));
  EXPECT_EQ(script.words, (Texts{"name", "_b1", "g"}));
  EXPECT_EQ(read_gdscript("var a = \"name\"\nfunc f():\n\trpc_config(\"x\", {})\n").words, Texts{})
      << "all names can be read";
  EXPECT_EQ(read_gdscript("var a = \"name\"\nfunc f():\n\trpc_config(X, {})\n").words, (Texts{"name"}));
  std::string many = "var a = [";
  for (std::size_t i = 0; i != ScriptLimits::mentions + 1; ++i) many += "\"res://a\", ";
  EXPECT_EQ(read_gdscript(many).mentions.size(), ScriptLimits::mentions);
  many = "func f(n):\n\trpc_config(n, {})\n\tn = [";
  for (std::size_t i = 0; i != ScriptLimits::words + 1; ++i) many += "\"a\", ";
  EXPECT_EQ(read_gdscript(many).words.size(), ScriptLimits::words);
  EXPECT_EQ(read_gdscript("func f(n):\n\trpc_config(n, [\"" + std::string(256, 'a') + "\", \"" + std::string(257, 'b') +
                          "\"])\n")
                .words,
            Texts{std::string(256, 'a')});
}

/// A text that ends anywhere is read as far as it goes: what is in memory behind it changes nothing.
TEST(GDScript, NothingBehindTheEndIsRead) {
  const auto all_of = [](std::string_view text) {
    const Script script = read_gdscript(text);
    Texts found = faults_of(script);
    for (const Class& each : script.classes) {
      found.push_back(each.name + ":" + each.base.path + joined(each.base.names, "."));
      for (const std::string& method : methods_of(each)) found.push_back(method);
      for (const Variable& variable : each.variables) found.push_back(variable.name + ": " + variable.type);
      for (const Constant& constant : each.constants)
        found.push_back(constant.name + "=" + constant.path + joined(constant.names, ".") +
                        joined(constant.texts, ","));
    }
    for (const RpcConfigCalls& group : script.configured)
      found.push_back(group.receiver + ">" + joined(group.names, ",") + joined(group.elsewhere, ","));
    found.push_back(joined(script.words, " ") + joined(script.mentions, " ") + deeds(script));
    return found;
  };
  constexpr std::string_view whole =
      "@tool\nclass_name A, \"i\" extends B.C\n@rpc(\"any_peer\", 1) func f(x, y: int = 0x1F, ...z):\n\tvar a = 1.5e3 "
      "# c\n"
      "\tset_multiplayer_authority(7, false)\n\tb = \\\n\t1; rpc_config(K, n)\nconst K = [\"a\", 'b', \"\"\"c\"\"\"]\n"
      "const P = preload(\"res://p\")\nclass D extends \"d.gd\".E:\n\tvar e := &\"n\"; var g: Array[int] = []\n"
      "remote var h = r\"x\\\"\" + ^\"res://p\"\nstatic func i() -> int: return max_sync_packet_size = 5\n";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::string_view cut = whole.substr(0, size);
    EXPECT_EQ(all_of(cut), all_of(std::string(cut))) << cut;
  }
}

TEST(GDScript, AliasesAreThoseOfTwoClasses) {
  EXPECT_EQ(methods_in("const A = Object\nconst B = RefCounted.C\nconst D = Node\nclass E:\n\tconst F = RefCounted\n"
                       "func a(b: A, c: B, d: D, e: F, f: int): pass"),
            (Texts{"a(b: Object, c: B, d: D, e: RefCounted, f: int)"}));
}
