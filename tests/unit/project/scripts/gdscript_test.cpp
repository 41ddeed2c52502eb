// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

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
