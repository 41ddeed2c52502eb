// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "project/scripts/script.h"

using namespace godot::analysis::project;

namespace {

using Texts = std::vector<std::string>;

/// `name(type name = default, …)`, with `!` before a remote method, its mode and its line after it.
std::string text_of(const Method& method) {
  std::string text = method.rpc ? "!" + method.name : method.name;
  text += '(';
  for (const Argument& argument : method.arguments) {
    if (text.back() != '(') text += ", ";
    if (argument.rest) text += "params ";
    text += argument.type + " " + argument.name;
    if (argument.optional) text += " = " + argument.value;
  }
  text += ')';
  if (!method.mode.empty()) text += " [" + method.mode + "]";
  return text + (method.is_csharp ? " " : " ? ") + std::to_string(method.line);
}

/// `Name : Base in outer { methods }` of each class.
Texts classes_in(const Script& script) {
  Texts found;
  for (const Class& each : script.classes) {
    std::string text = each.name;
    for (const std::string& base : each.base.names) text += " : " + base;
    if (each.outer >= 0) text += " in " + std::to_string(each.outer);
    text += " {";
    for (const Method& method : each.methods) text += " " + text_of(method);
    found.push_back(text + " }");
  }
  return found;
}

/// The methods of a class with these members.
std::string members(const std::string& text) {
  const Script script = read_csharp("class A {\n" + text + "\n}\n");
  for (const Fault& fault : script.faults) ADD_FAILURE() << text << ": " << fault.text;
  const Texts found = classes_in(script);
  return found.empty() ? "no class" : found.front();
}

/// `line: text` of each.
Texts faults_of(std::string_view text) {
  Texts texts;
  for (const Fault& fault : read_csharp(text).faults) texts.push_back(std::to_string(fault.line) + ": " + fault.text);
  return texts;
}

}  // namespace

/// Words that open a class are names where no name follows.
TEST(CSharp, AWordOfAClassMayBeAName) {
  EXPECT_EQ(members("[Rpc] void record(int a) {}\n[Rpc] void B() {}"), "A { !record(int a) 2 !B() 3 }");
  EXPECT_EQ(members("int record = 5, other;\n[Rpc] void B() {}"), "A { !B() 3 }");
}

TEST(CSharp, RemoteMethodsWithTheirArguments) {
  const Script script = read_csharp(R"(
using Godot;
namespace Game.Units;

/* [Rpc] void no() {} */
[GlobalClass]
public partial class Player<T> : Unit, IHit where T : class
{
    [Export] public int Health { get; set; } = 100;
    private string text = "[Rpc] void no() { \" }", path = @"C:\";
    private readonly Dictionary<string, List<int>> table = new() { ["a"] = new() };
    public int Twice => Health * 2;
    [Signal] public delegate void ChangedEventHandler(int value);
    enum State { Idle, Run }

    public Player() { text = $"{Health} }}"; char c = '{'; }

    [Rpc(MultiplayerApi.RpcMode.AnyPeer, CallLocal = true, TransferMode = MultiplayerPeer.TransferModeEnum.Unreliable)]
    public void Move(Vector2 direction, bool jump = false, params int[] rest)
    {
        if (jump) { GD.Print("""raw " { """); }
    }
#if DEBUG
    [Tool, Godot.Rpc]
    private async Task<Dictionary<int, string>> Fire([Foo(1)] Godot.Collections.Array<int> at, (int, int) pair,
        Godot.Collections.Dictionary<string, List<int>> table) => null;
#endif
    public void Plain(ref float x) { }
    public static bool operator ==(Player<T> a, Player<T> b) { return true; }

    public class Inner : Player<int> { [RpcAttribute] void Deep() {} }
}
)");
  EXPECT_TRUE(script.faults.empty());
  ASSERT_EQ(script.classes.size(), 2U);
  const Class& player = script.classes.front();
  EXPECT_EQ(player.name, "Game.Units.Player");
  EXPECT_EQ(player.base.names, std::vector<std::string>{"Unit"});
  std::vector<const Method*> remote;
  for (const Method& method : player.methods) {
    if (method.rpc) remote.push_back(&method);
  }
  ASSERT_EQ(remote.size(), 2U);
  EXPECT_EQ(remote[0]->name, "Move");
  EXPECT_TRUE(remote[0]->mode.starts_with("MultiplayerApi.RpcMode.AnyPeer, CallLocal = true"));
  EXPECT_EQ(remote[0]->arguments, (std::vector<Argument>{{"direction", "Vector2", "", false, false},
                                                         {"jump", "bool", "false", true, false},
                                                         {"rest", "int[]", "", false, true}}));
  EXPECT_EQ(remote[1]->name, "Fire");
  ASSERT_EQ(remote[1]->arguments.size(), 3U);
  EXPECT_EQ(remote[1]->arguments[0].type, "Godot.Collections.Array<int>");
  EXPECT_EQ(remote[1]->arguments[1].name, "pair");
  EXPECT_EQ(remote[1]->arguments[2].type, "Godot.Collections.Dictionary<string,List<int>>");
  EXPECT_EQ(remote[1]->arguments[2].name, "table");
  const Class& inner = script.classes[1];
  EXPECT_EQ(inner.outer, 0);
  ASSERT_EQ(inner.methods.size(), 1U);
  EXPECT_TRUE(inner.methods[0].rpc);
}

TEST(CSharp, NamespacesNest) {
  const Script script = read_csharp("namespace A { namespace B.C { class D { } } class E { } } class F { }");
  ASSERT_EQ(script.classes.size(), 3U);
  EXPECT_EQ(script.classes[0].name, "A.B.C.D");
  EXPECT_EQ(script.classes[1].name, "A.E");
  EXPECT_EQ(script.classes[2].name, "F");
}

TEST(CSharp, AnInvalidPartIsReportedOrSkipped) {
  EXPECT_FALSE(read_csharp("class A { [Rpc] void B( {").faults.empty());
  EXPECT_FALSE(read_csharp("} class A { [Rpc] void B() {} }").faults.empty());
  EXPECT_EQ(read_csharp("} class A { [Rpc] void B() {} }").classes.front().methods.size(), 1U);
  for (const char* text :
       {"\"", "'", "/*", "@\"", "$@\"", "\"\"\"", "[", "class", "class A", "class A :", "namespace", "class A<",
        "class A { void", "class A { void B(int", "class A { x = ", "#if", "class A { B<C"}) {
    EXPECT_LE(read_csharp(text).classes.size(), 1U) << text;
  }
  std::string nested;
  for (int i = 0; i < 3000; ++i) nested += "class C { ";
  EXPECT_LE(read_csharp(nested).classes.size(), ScriptLimits::classes);
  // Marks of strings without one: each is looked at once.
  const std::string marks(4'000'000, '$');
  EXPECT_EQ(read_csharp("class A { " + marks + "@\"}\" [Rpc] void B() {} }").classes.front().methods.size(), 1U);
  EXPECT_EQ(read_csharp("class A { " + marks + " [Rpc] void B() {} }").classes.front().methods.size(), 1U);
}

TEST(CSharp, Methods) {
  const std::pair<const char*, const char*> rows[] = {
      {"void B() { }", "A { B() 2 }"},
      {"\nvoid\nB(\n) { }", "A { B() 4 }"},
      {"[Rpc] void B() { }", "A { !B() 2 }"},
      {"[Rpc()] void B() { }", "A { !B() 2 }"},
      {"[Rpc(X,\n  Y)] void B() { }", "A { !B() [X, Y] 3 }"},
      {"[Export][Rpc(X)][Tool(1)] void B() { }", "A { !B() [X] 2 }"},
      {"[Godot.Rpc(X)] void B() { }", "A { !B() [X] 2 }"},
      {"[Rpc.Other] void B() { }", "A { B() 2 }"},
      {"[Other(Rpc)] void B() { }", "A { B() 2 }"},
      {"[Other(1), Rpc(2), Third(3)] void B() { }", "A { !B() [2] 2 }"},
      {"[return: NotNull] void B() { }", "A { B() 2 }"},
      {"[Rpc] int x; void B() { }", "A { B() 2 }"},
      {"[Rpc] int X { get; set; } void B() { }", "A { B() 2 }"},
      {"int X { get; } = 3; void B() { }", "A { B() 2 }"},
      {"int X => Y(1); void B() { }", "A { B() 2 }"},
      {"int x = Y(1), z = 2; void B() { }", "A { B() 2 }"},
      {"enum E { F = 1, G } void B() { }", "A { B() 2 }"},
      {"void B() => C(1); void D() { }", "A { B() 2 D() 2 }"},
      {"void B(); void D() { }", "A { B() 2 D() 2 }"},
      {"void B() where T : class { } void D() { }", "A { B() 2 D() 2 }"},
      {"A() : base(1) { } void D() { }", "A { A() 2 D() 2 }"},
      {"List<int> B<T>() { } int[] C() { } (int, int) D() { }", "A { B() 2 C() 2 D() 2 }"},
      {"Dictionary<int, List<int>> b = new(); void C() { }", "A { C() 2 }"},
      {"void B() { if (x) { y(); } } void C() { }", "A { B() 2 C() 2 }"},
      {"void B() { }; void C() { }", "A { B() 2 C() 2 }"},
      {"void B() => x switch { 1 => 2, _ => 3 }; void C() { }", "A { B() 2 C() 2 }"},
      {"event Action B { add { } remove { } } void C() { }", "A { C() 2 }"},
      {"delegate void B(int c); void C() { }", "A { B(int c) 2 C() 2 }"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(members(text), expected) << text;
}

TEST(CSharp, Parameters) {
  const std::pair<const char*, const char*> rows[] = {
      {"int b", "int b"},
      {"int b, string c", "int b, string c"},
      {"int b,", "int b"},
      {"ref int b, out int c, in int d, this int e, scoped ref int f", "int b, int c, int d, int e, int f"},
      {"params int[] b", "params int[] b"},
      {"int b = 3, string c = \"d, e\"", "int b = 3, string c = \"d, e\""},
      {"int b = F(1, 2), int c = [1, 2], int d = (3)", "int b = F(1, 2), int c = [1, 2], int d = (3)"},
      {"B c = default , int d = 1 + 2", "B c = default, int d = 1 + 2"},
      {"List<Dictionary<int, string>> b, int c", "List<Dictionary<int,string>> b, int c"},
      {"(int, string) b, int[,] c", "(int,string) b, int[,] c"},
      {"[In] int b, [X(1)] [Y] int c", "int b, int c"},
      {"Godot.Node? b", "Godot.Node? b"},
      {"b", " b"},
      {"", ""},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(members("void B(" + std::string(text) + ") { }"), "A { B(" + std::string(expected) + ") 2 }") << text;
  std::string many;
  for (std::size_t i = 0; i != ScriptLimits::arguments + 1; ++i) many += "int a" + std::to_string(i) + ", ";
  EXPECT_EQ(read_csharp("class A { void B(" + many + ") { } }").classes.at(0).methods.at(0).arguments.size(),
            ScriptLimits::arguments);
}

TEST(CSharp, Classes) {
  const std::pair<const char*, Texts> rows[] = {
      {"class A { }", {"A { }"}},
      {"class A : B { }", {"A : B { }"}},
      {"class A : B.C, D { }", {"A : B.C { }"}},
      {"class A<T> : B<T> where T : class { }", {"A : B { }"}},
      {"class A(int b) : C(b) { }", {"A : C { }"}},
      {"class A; class B { }", {"B { }"}},
      {"record A(int b); record struct B { } record class C { } struct D { } interface E { }",
       {"B { }", "C { }", "D { }", "E { }"}},
      {"class A { class B { class C { } } class D { } }", {"A { }", "B in 0 { }", "C in 1 { }", "D in 0 { }"}},
      {"class A { int class_ = 1; } class B { }", {"A { }", "B { }"}},
      {"void no() { } class A { }", {"A { }"}},
      {"[Rpc] class A { void B() { } }", {"A { B() 1 }"}},
      {"class A { record B(int c); void D() { } }", {"A { D() 1 }"}},
      {"namespace A; class B { }", {"A.B { }"}},
      {"namespace A.B; namespace C { class D { } } class E { }", {"A.B.C.D { }", "A.B.E { }"}},
      {"namespace A { class B { class C { } } } class D { }", {"A.B { }", "A.C in 0 { }", "D { }"}},
      {"namespace A { namespace B { } class C { } } namespace D { class E { } }", {"A.C { }", "D.E { }"}},
  };
  for (const auto& [text, expected] : rows) {
    EXPECT_EQ(classes_in(read_csharp(text)), expected) << text;
    EXPECT_EQ(faults_of(text), Texts{}) << text;
  }
}

TEST(CSharp, FaultsNameTheirLine) {
  const std::pair<const char*, Texts> rows[] = {
      {"class A {\n}\n}\n", {"3: a bracket is closed that is not open"}},
      {"class A {\nvoid B() {\n", {"3: a bracket is not closed"}},
      {"class A {\n[Rpc(\n", {"3: a bracket is not closed"}},
      {"/*\n*/ }", {"2: a bracket is closed that is not open"}},
      {"class A { string b = @\"\n\"; string c = \"\"\"\n\"\"\"; }\n}", {"4: a bracket is closed that is not open"}},
  };
  for (const auto& [text, faults] : rows) EXPECT_EQ(faults_of(text), faults) << text;
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i != depth; ++i) text += "class A {";
    return text + std::string(static_cast<std::size_t>(depth), '}');
  };
  EXPECT_EQ(faults_of(nested(64)), Texts{});
  EXPECT_EQ(faults_of(nested(65)), Texts{"1: nested deeper than is read"});
  EXPECT_EQ(read_csharp(nested(65)).classes.size(), 64U);
  std::string many;
  for (std::size_t i = 0; i != ScriptLimits::classes; ++i) many += "class A { }";
  EXPECT_EQ(faults_of(many), Texts{});
  EXPECT_EQ(faults_of(many + "\nclass B { } class C { }"),
            (Texts{"2: more classes than are read", "2: more classes than are read"}));
  many = "class A {";
  for (std::size_t i = 0; i != ScriptLimits::members; ++i) many += "void B();";
  EXPECT_EQ(faults_of(many + "}"), Texts{});
  EXPECT_EQ(faults_of(many + "\nvoid C(); void D(); }"), Texts{"2: more members than are read"});
  EXPECT_EQ(read_csharp(many + "void C(); }").classes.at(0).methods.size(), ScriptLimits::members);
  EXPECT_EQ(faults_of(std::string(100, '}')).size(), ScriptLimits::faults);
}

/// A text that ends anywhere is read as far as it goes: what is in memory behind it changes nothing.
TEST(CSharp, NothingBehindTheEndIsRead) {
  constexpr std::string_view whole =
      "using Godot; /* c */ namespace N.M; // d\n#if X\n[GlobalClass, Rpc.Y(1)] public partial class A<T> : B.C, D "
      "where T : "
      "class {\n[Rpc(X.Y, Z = true)] void E(int f = 3, params G<H, I>[] j) { k(\"}\\\"\"); l = '}'; }\n"
      "string m = @\"n\"\"\", o = $\"{p} }}\", q = \"\"\"r \" \"\"\";\nint S { get; } = 1.5e3; T U() => v[0];\n"
      "record W(int x); enum Y { Z = 1 } (int, int) a; }\nstruct b { void c() { MaxSyncPacketSize = 55; } }\n";
  const auto all_of = [](std::string_view text) {
    const Script script = read_csharp(text);
    Texts found = classes_in(script);
    for (const Fault& fault : script.faults) found.push_back(std::to_string(fault.line) + ": " + fault.text);
    found.push_back(std::to_string(script.sync_limit));
    return found;
  };
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::string_view cut = whole.substr(0, size);
    EXPECT_EQ(all_of(cut), all_of(std::string(cut))) << cut;
  }
}

TEST(CSharp, WhatAScriptDoesWhileTheGameRuns) {
  const auto deeds = [](const std::string& line) {
    const Script script = read_csharp("class A { void B() { " + line + " } }");
    std::string found;
    if (script.sets_authority) found += "gives ";
    if (script.gives_others) found += "others ";
    if (script.gives_itself || script.gives_below || script.gives_alone || script.gives_in_ready) found += "more ";
    if (script.other_gifts != 0) found += std::to_string(script.other_gifts) + " ";
    if (script.adds_scenes) found += "scenes ";
    if (script.sets_sync_limit) found += "limit " + std::to_string(script.sync_limit) + " ";
    if (script.sets_scripts) found += "scripts ";
    if (script.configures_unread) found += "unread ";
    if (script.configures_sets_unread) found += "sets ";
    return found;
  };
  EXPECT_EQ(deeds("Other();"), "");
  EXPECT_EQ(deeds("SetMultiplayerAuthority(1);"), "gives others 1 ");
  EXPECT_EQ(deeds("SetNetworkMaster(1); a.SetNetworkMaster(1);"), "gives others 2 ");
  EXPECT_EQ(deeds("a.AddSpawnableScene(b);"), "scenes ");
  EXPECT_EQ(deeds("a.ClearSpawnableScenes();"), "scenes ");
  EXPECT_EQ(deeds("a.MaxSyncPacketSize = 400;"), "limit 400 ");
  EXPECT_EQ(deeds("a.SetScript(b);"), "scripts ");
  EXPECT_EQ(deeds("RpcConfig(b, c);"), "unread ");
  EXPECT_EQ(deeds("RsetConfig(b, c);"), "sets ");
}
