// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "project/scripts/script.h"

using namespace godot::analysis::project;

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
