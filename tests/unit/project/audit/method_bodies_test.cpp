// SPDX-License-Identifier: MIT
// What bodies of methods do, and instances whose authority is given away early. The scripts are written for these
// tests.
#include "project/audit/method_bodies.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "project/audit/channel_limit.h"
#include "project/audit/early_authority.h"

using namespace godot::analysis::project;

namespace {

std::string text_of(const Body& found) {
  if (!found.is_found) return "none";
  std::string text;
  for (const std::string& each : found.assigned) text += each + " ";
  text += "|";
  for (const std::string& each : found.called) text += " " + each;
  if (found.has_more) text += " more";
  if (found.asks_sender || !found.asks_in.empty()) text += " ?" + found.asks_in;
  return text;
}

/// `assigned | called`, then `?` if it asks for the sender, and the function in which it does.
std::string body(const std::string& script, std::string_view name = "hit") {
  const Script read = read_gdscript(script);
  for (const Method& method : read.classes.front().methods) {
    if (method.name != name) continue;
    return text_of(read_body(script, method));
  }
  return "no method";
}

/// The same of a method of C#, with a body, in a class with more.
std::string csharp(const std::string& text, const std::string& more = {}, std::string_view name = "Hit") {
  const std::string script =
      "public partial class P : Node {\n[Rpc(MultiplayerApi.RpcMode.AnyPeer)]\n" + text + "\n" + more + "\n}\n";
  for (const Class& part : read_csharp(script).classes) {
    for (const Method& method : part.methods)
      if (method.name == name) return text_of(read_body(script, method));
  }
  return "no method";
}

/// `scene function parent line`, one after another.
std::string gifts(std::string_view script) {
  std::string text;
  for (const EarlyGift& gift : read_early_gifts(script)) {
    text += (text.empty() ? "" : "; ") + gift.scene + " " + gift.function + " " + gift.parent + " ";
    text += std::to_string(gift.line);
  }
  return text;
}

}  // namespace

TEST(Bodies, AssignmentsWithoutOwnVariables) {
  EXPECT_EQ(body("func hit(amount):\n\tvar left = 3\n\tleft = 2\n\tamount = 1\n\thealth = left\n"), "health |");
  EXPECT_EQ(body("func hit():\n\thealth -= 1\n\tself.armour *= 2\n\t$Bar.value = 3\n\titems[0] = 1\n"),
            "health self.armour $Bar.value items[0] |");
  EXPECT_EQ(body("func hit():\n\tif health == 3: pass\n\tassert(a == b)\n\treturn x == y\n"), "|") << "compared only";
  EXPECT_EQ(body("func hit():\n\thealth <= 3\n\tarmour != 2\n\tleft >= right\n"), "|") << "thrown away";
  EXPECT_EQ(body("func hit():\n\thealth <<= 1\n\tarmour **= 2\n"), "health armour |");
}

TEST(Bodies, CallsAndWhatEndsABody) {
  EXPECT_EQ(body("func hit():\n\tqueue_free()\n\t$Sprite.play(\"hit\")\n\tprint(3)\nfunc other():\n\tleave()\n"),
            "| queue_free $Sprite.play");
  EXPECT_EQ(body("func hit(): die(); gone = true\n"), "gone | die");
  EXPECT_EQ(body("func hit(): pass\n"), "|");
}

TEST(Bodies, EachStatement) {
  const std::pair<const char*, const char*> rows[] = {
      {"a = 1", "a |"},
      {"a.b = 1", "a.b |"},
      {"a[b] = 1", "a[b] |"},
      {"a += 1", "a |"},
      {"a -= 1; b *= 2; c /= 3; d %= 4; e &= 5; f |= 6; g ^= 7", "a b c d e f g |"},
      {"a <<= 1; b >>= 2; c **= 3", "a b c |"},
      {"a == 1", "|"},
      {"a != 1", "|"},
      {"a <= 1", "|"},
      {"a >= 1", "|"},
      {"a = b == c", "a |"},
      {"a(b = 1)", "| a"},
      {"a()", "| a"},
      {"a.b(c(1), [2])", "| a.b"},
      {"a(1).b(2)", "| a(1).b"},
      {"(a).b(c)", "| (a).b"},
      {"a[0]", "|"},
      {"a", "|"},
      {"await a()", "| a"},
      {"await", "|"},
      {"self.own = 1", "self.own |"},
      {"own = 1", "|"},
      {"own.b = 1", "own.b |"},
      {"var a = b()", "|"},
      {"var a: int = 1; a = 2", "|"},
      {"const A = b()", "|"},
      {"for a in b(): a = 1; c = 2", "c |"},
      {"if a: b = 1", "b |"},
      {"if a(): b()", "| b"},
      {"elif a: b = 1", "b |"},
      {"else: b = 1", "b |"},
      {"while a: b = 1", "b |"},
      {"return a()", "|"},
      {"print(a); prints(a); printerr(a); push_error(a); push_warning(a)", "|"},
      {"assert(a); print_debug(a); printt(a); printraw(a)", "|"},
      {"super(a)", "|"},
      {"@warning_ignore(\"x\") a = 1", "|"},
      {"a = {b: 1}; c = [d == 1]", "a c |"},
      {"a(func(): b = 1)", "| a"},
      {"a = \\\n\t\t1", "a |"},
      {"a(\n1)\n\tb()", "| a b"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(body("func hit(own):\n\t" + std::string(line) + "\n"), expected) << line;
}

TEST(Bodies, WhichLinesAreOfABody) {
  EXPECT_EQ(body("func hit():\n\ta()\n\n# c\n\tb()\nvar x = c()\n"), "| a b");
  EXPECT_EQ(body("func other():\n\tno()\nfunc hit():\n\ta()\n"), "| a");
  EXPECT_EQ(body("class A:\n\tfunc hit(): no()\nfunc hit(): a()\n"), "| a") << "of the line of the method";
  EXPECT_EQ(body("func hit(b = no(1), c := {1: 2}) -> int:\n\ta()\n"), "| a");
  EXPECT_EQ(body("@rpc func hit(): a()\nfunc b(): no()\n"), "| a");
  EXPECT_EQ(body("static func hit():\n\ta()\n\tfunc_b()\n"), "| a func_b");
}

TEST(Bodies, WhetherTheSenderIsAskedFor) {
  EXPECT_EQ(body("func hit():\n\tif multiplayer.get_remote_sender_id() != 1: return\n\tx = 1\n"), "x | ?");
  EXPECT_EQ(body("func hit():\n\tif may(): x = 1\nfunc may(): return multiplayer.get_remote_sender_id() == 1\n"),
            "x | ?may");
  EXPECT_EQ(body("func hit():\n\tx = 1\nfunc may(): return multiplayer.get_remote_sender_id() == 1\n"), "x |");
}

TEST(Bodies, ListsAndEntriesAreBounded) {
  std::string script = "func hit():\n";
  for (int i = 0; i < 20; ++i) script += "\tv" + std::to_string(i) + " = 1\n";
  EXPECT_TRUE(body(script).ends_with("v7 | more")) << body(script);
  const std::string name(300, 'a');
  EXPECT_EQ(body("func hit():\n\t" + name + " = 1\n"), std::string(BodyLimits::text, 'a') + "\u2026 |");
}

TEST(CsharpBodies, AssignmentsWithoutOwnVariables) {
  EXPECT_EQ(csharp("void Hit(int amount) { int left = 3; left = 2; amount = 1; Health = left; }"), "Health |");
  EXPECT_EQ(csharp("void Hit() { Health -= 1; this.Armour *= 2; Bar.Value = 3; items[0] = 1; a <<= 2; b \?\?= c; }"),
            "Health this.Armour Bar.Value items[0] a b |");
  EXPECT_EQ(csharp("void Hit() { Lives++; --_left; Hits.Count--; }"), "Lives _left Hits.Count |");
  EXPECT_EQ(csharp("void Hit() { if (Health == 3 && a <= b && c != d) { } var x = a >= b; return; }"), "|")
      << "compared only";
  EXPECT_EQ(csharp("void Hit() { List<int> all = new(); int[] some = {1}; foreach (var x in all) x = 3; all = null; }"),
            "|");
}

TEST(CsharpBodies, CallsAndWhatEndsABody) {
  EXPECT_EQ(
      csharp("void Hit() { QueueFree(); GetNode<Bar>(\"Bar\").Show(true); GD.Print(3); }", "void F() { Leave(); }"),
      "| QueueFree GetNode<Bar>(\"Bar\").Show");
  EXPECT_EQ(csharp("void Hit() => Die();", "void F() { Leave(); }"), "| Die");
  EXPECT_EQ(csharp("async Task Hit() { await ToSignal(a, b); }"), "| ToSignal");
  EXPECT_EQ(csharp("void Hit() { }"), "|");
  EXPECT_EQ(csharp("void Hit() { a(\"}\"); /* } */ b('}'); // }\n c(); }"), "| a b c");
  EXPECT_EQ(csharp("partial void Hit();"), "none");
}

TEST(CsharpBodies, StatementsBehindHeadsAndWithoutBraces) {
  EXPECT_EQ(
      csharp("void Hit() { if (x) Die(); else if (y) Z = 1; else { W = 2; } for (int i = 0; i < 3; i++) V[i] = i; }"),
      "Z W V[i] | Die");
  EXPECT_EQ(
      csharp("void Hit() { switch (x) { case 1: A = 1; break; case 2 when y: B(); break; default: C(); break; } }"),
      "A | B C");
  EXPECT_EQ(
      csharp("void Hit() { try { A(); } catch (Exception e) { B(); } finally { C = 1; } do { D(); } while (x); }"),
      "C | A B D");
}

TEST(CsharpBodies, BracesOfValuesAreNoStatements) {
  EXPECT_EQ(csharp("void Hit() { State = new State { Name = \"x\", Left = 3 }; Go(new P { Q = 1 }); }"), "State | Go");
  EXPECT_EQ(csharp("void Hit() { Done += () => { Inner = 1; }; var x = y switch { 1 => 2, _ => 3 }; After(); }"),
            "Done | After");
}

TEST(CsharpBodies, WhetherTheSenderIsAskedFor) {
  EXPECT_EQ(csharp("void Hit() { if (Multiplayer.GetRemoteSenderId() != 1) return; X = 1; }"), "X | ?");
  const std::string may = "private bool May(int a) => Multiplayer.GetRemoteSenderId() == a;";
  EXPECT_EQ(csharp("void Hit() { if (!May(1)) return; X = 1; }", may), "X | ?May");
  EXPECT_EQ(csharp("void Hit() { if (!this.May(1)) return; X = 1; }", may), "X | ?May");
  EXPECT_EQ(csharp("void Hit() { if (!other.May(1)) return; X = 1; }", may), "X |") << "another object's";
  EXPECT_EQ(csharp("void Hit() { X = 1; }", may), "X |");
}

TEST(CsharpBodies, EachStatement) {
  const std::pair<const char*, const char*> rows[] = {
      {"A = 1;", "A |"},
      {"A.B = 1;", "A.B |"},
      {"A[b] = 1;", "A[b] |"},
      {"A += 1; B -= 1; C *= 1; D /= 1; E %= 1; F &= 1; G |= 1; H ^= 1;", "A B C D E F G H |"},
      {"A <<= 1; B >>= 1; C \?\?= d;", "A B C |"},
      {"A = b == c;", "A |"},
      {"A++; ++B; C--; --D;", "A B C D |"},
      {"A.B++; --C[1];", "A.B C[1] |"},
      {"A + +b;", "|"},
      {"A(b = 1);", "| A"},
      {"A.B<C>(1);", "| A.B<C>"},
      {"A(1).B(2);", "| A(1).B"},
      {"own = 1; own++; ++own;", "|"},
      {"own.B = 1;", "own.B |"},
      {"this.own = 1;", "this.own |"},
      {"int a = 1; a = 2;", "|"},
      {"var a = B(); a++;", "|"},
      {"List<int> a = b; a = c;", "|"},
      {"int[] a = b; a = c;", "|"},
      {"int? a = b; a = c;", "|"},
      {"B(out var a); a = 1;", "| B"},
      {"B(out int a, out int c); a = 1; c = 2;", "| B"},
      {"foreach (int a in b) a = 1;", "|"},
      {"foreach (int a in b) C = 1;", "C |"},
      {"for (;;) A();", "| A"},
      {"while (a()) B();", "| B"},
      {"do A(); while (b());", "| A"},
      {"if (a) B(); else C();", "| B C"},
      {"lock (a) B();", "| B"},
      {"using var a = b(); C = 1;", "C |"},
      {"try { A(); } catch { B(); } finally { C(); }", "| A B C"},
      {"unsafe { A(); } checked { B(); }", "| A B"},
      {"await A();", "| A"},
      {"return A();", "|"},
      {"throw new A();", "|"},
      {"break; continue; goto a; yield return B();", "|"},
      {"const int a = B();", "|"},
      {"new A();", "|"},
      {"base.A();", "|"},
      {"GD.Print(a); GD.PrintErr(a); GD.PushError(a); GD.PushWarning(a);", "|"},
      {"GD.Seed(a);", "| GD.Seed"},
      {"A.Print(a);", "| A.Print"},
      {"switch (a) { case 1: B(); break; case C: case D(2): E = 1; break; default: F(); break; }", "E | B F"},
      {"A;", "|"},
      {"A[0];", "|"},
      {";;", "|"},
      {"{ A(); } B();", "| A B"},
      {"A = new B { C = 1, D = { 2 } }; E();", "A | E"},
      {"A = b with { C = 1 }; E();", "A | E"},
      {"A(() => { B = 1; }); C();", "| A C"},
      {"return new A { B = 1 };", "|"},
      {"if (a is { B: 1 }) C();", "| C"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(csharp("void Hit(int own) { " + std::string(line) + " }"), expected) << line;
}

TEST(CsharpBodies, WhichPiecesAreOfABody) {
  EXPECT_EQ(csharp("void Hit() => A = 1;", "void F() { no(); }"), "A |");
  EXPECT_EQ(csharp("void Hit() => A(() => { b(); });", "void F() { no(); }"), "| A");
  EXPECT_EQ(csharp("void Hit<T>(T a) where T : class, new() { A(); }", "void F() { no(); }"), "| A");
  EXPECT_EQ(csharp("void Hit() { if (May<int>(1)) A(); }",
                   "bool May<T, U>(List<T> a) where T : class => GetRemoteSenderId() == a;"),
            "| A");
  EXPECT_EQ(
      csharp("void Hit() { if (May(1)) A(); }", "bool May<T>(List<T> a) where T : I => GetRemoteSenderId() == a;"),
      "| A ?May");
  EXPECT_EQ(csharp("int Hit() { Hit2(); Hit(); return 1; }", "int Hit2() { no(); }"), "| Hit2 Hit");
  EXPECT_EQ(csharp("void Hit() { if (May()) A(); }", "void F() { May(); GetRemoteSenderId(); }"), "| A")
      << "a call is no declaration";
  const char* const asks = "{ return Multiplayer.GetRemoteSenderId() == 1; }";
  for (const char* head :
       {"bool May() ", "bool? May() ", "List<int> May() ", "int[] May() ", "static bool May(int a) "})
    EXPECT_EQ(csharp("void Hit() { if (May()) A(); }", std::string(head) + asks), "| A ?May") << head;
  for (const char* call : {"return May() ", "new May() ", "await May() ", "throw May() ", "= May() "})
    EXPECT_EQ(csharp("void Hit() { if (May()) A(); }", "void F() { x" + std::string(call) + "; }"), "| A") << call;
}

TEST(CsharpBodies, OfTheMethodInTheLine) {
  const std::string other = "void Hit(int overloaded) { Other = 1; }";
  EXPECT_EQ(csharp("void Hit() { Mine = 1; }", other), "Mine |");
}

TEST(CsharpBodies, ListsAndEntriesAreBounded) {
  std::string body = "void Hit() { ";
  for (int i = 0; i < 20; ++i) body += "v" + std::to_string(i) + " = 1; ";
  EXPECT_TRUE(csharp(body + "}").ends_with("v7 | more")) << csharp(body + "}");
  const std::string name(300, 'a');
  EXPECT_EQ(csharp("void Hit() { " + name + " = 1; }"), std::string(BodyLimits::text, 'a') + "\u2026 |");
  EXPECT_EQ(csharp("void Hit() { A(); B("), "| A") << "a bracket is not closed";
  EXPECT_EQ(csharp("void Hit() { A); B(); }"), "| B") << "a bracket was not opened";
}

TEST(ChannelLimit, IsTheLeastConstant) {
  const auto least = read_channel_limit("func a():\n\tp.create_server(1, 2, 5)\n\tp.create_client(\"h\", 1, 3)\n");
  ASSERT_TRUE(least);
  EXPECT_EQ(least->channels, 3);
  EXPECT_EQ(least->line, 3U);
  EXPECT_FALSE(read_channel_limit("func a():\n\tp.create_server(1, 2, count)\n\tp.create_server(1)\n"));
  EXPECT_FALSE(read_channel_limit("func create_server(a, b, c = 3): pass\n"));
}

TEST(EarlyGifts, BeforeTheChildIsAdded) {
  constexpr const char* plain =
      "func go(id):\n\tvar h = preload(\"res://h.tscn\").instantiate()\n\th.set_multiplayer_authority(id)\n";
  EXPECT_EQ(gifts(std::string(plain) + "\t$Heroes.add_child(h, true)\n"), "res://h.tscn go Heroes 3");
  EXPECT_EQ(gifts(std::string(plain) + "\t$\"A/All Heroes\".add_child(h)\n"), "res://h.tscn go All Heroes 3");
  EXPECT_EQ(gifts(std::string(plain) + "\tadd_child(h)\n"), "res://h.tscn go  3");
  EXPECT_EQ(gifts(std::string(plain) + "\tself.add_child(h)\n"), "res://h.tscn go  3");
  EXPECT_EQ(gifts(std::string(plain) + "\tplaces[0].add_child(h)\n"), "") << "some node";
  EXPECT_EQ(gifts(std::string(plain) + "\tadd_child(other)\n"), "");
  EXPECT_EQ(gifts(std::string(plain) + "func other(h):\n\tadd_child(h)\n"), "") << "another function's";
}

TEST(EarlyGifts, ScenesOfConstantsAndVariables) {
  constexpr const char* rest = "\th.set_multiplayer_authority(id)\n\tadd_child(h)\n";
  for (const char* scene :
       {"const HERO := preload(\"res://h.tscn\")\n", "var HERO: PackedScene = load(\"res://h.tscn\")\n",
        "@onready var HERO = load(\"res://h.tscn\")\n"}) {
    EXPECT_EQ(
        gifts(std::string(scene) + "@rpc(\"any_peer\") func go(id):\n\tvar h: Node = HERO.instantiate()\n" + rest),
        "res://h.tscn go  4")
        << scene;
    EXPECT_EQ(gifts(std::string(scene) + "func go(id):\n\tvar h = OTHER.instantiate()\n" + rest), "");
  }
  EXPECT_EQ(gifts("func go(id):\n\tvar h = preload(\"res://h.tscn\").instantiate()\n\th = null\n" + std::string(rest)),
            "")
      << "another node by now";
}

TEST(EarlyGifts, NotWhatIsGivenLaterOrToOthers) {
  constexpr const char* made = "func go(id):\n\tvar h = preload(\"res://h.tscn\").instantiate()\n";
  EXPECT_EQ(gifts(std::string(made) + "\tadd_child(h)\n\th.set_multiplayer_authority(id)\n"), "");
  EXPECT_EQ(gifts(std::string(made) + "\th.hands.set_multiplayer_authority(id)\n\tadd_child(h)\n"), "");
  EXPECT_EQ(gifts(std::string(made) + "\tx.h.set_multiplayer_authority(id)\n\tadd_child(h)\n"), "");
}

TEST(EarlyGifts, EachFormOfALine) {
  const auto given = [](const std::string& made, const std::string& gift, const std::string& child) {
    return gifts("func go(id):\n\t" + made + "\n\t" + gift + "\n\t" + child + "\n");
  };
  const std::string made = "var h = preload(\"res://h.tscn\").instantiate()";
  const std::string gift = "h.set_multiplayer_authority(id)";
  const std::string found = "res://h.tscn go  3";
  EXPECT_EQ(given(made, gift, "add_child(h)"), found);
  for (const char* other :
       {"var h: Node = load(\"res://h.tscn\").instantiate()", "h = load(\"res://h.tscn\").instantiate()",
        "var h := preload(\"res://h.tscn\").instantiate() as Node"})
    EXPECT_EQ(given(other, gift, "add_child(h)"), found) << other;
  for (const char* other :
       {"var h = preload(\"res://h.tscn\")", "var h = preload(\"res://h.tscn\").duplicate()",
        "var h = preload(x).instantiate()", "var h = other(\"res://h.tscn\").instantiate()",
        "a.h = preload(\"res://h.tscn\").instantiate()", "h == preload(\"res://h.tscn\").instantiate()", "var h",
        "var g = preload(\"res://h.tscn\").instantiate()", "var h = preload(\"res://h.tscn\", 1).instantiate()",
        "var h = a.preload(\"res://h.tscn\").instantiate()"})
    EXPECT_EQ(given(other, gift, "add_child(h)"), "") << other;
  EXPECT_EQ(given(made, "if x: " + gift, "add_child(h)"), found);
  EXPECT_EQ(given(made, gift + "; h.set_multiplayer_authority(2)", "add_child(h)"), found);
  for (const char* other :
       {"set_multiplayer_authority(id)", "h.set_multiplayer_authority", "h.name = id",
        "h.x.set_multiplayer_authority(id)", "g.set_multiplayer_authority(id)", "h.set_network_master(id)"})
    EXPECT_EQ(given(made, other, "add_child(h)"), "") << other;
  EXPECT_EQ(given(made, gift, "$A.add_child(h)"), "res://h.tscn go A 3");
  EXPECT_EQ(given(made, gift, "$A/B.add_child(h, true)"), "res://h.tscn go B 3");
  EXPECT_EQ(given(made, gift, "$\"A/B C\".add_child(h)"), "res://h.tscn go B C 3");
  EXPECT_EQ(given(made, gift, "$'A'.add_child(h)"), "res://h.tscn go A 3");
  for (const char* other : {"add_child(g)", "add_child()", "add_child", "a.add_child(h)", "%A.add_child(h)",
                            "get_parent().add_child(h)", "remove_child(h)"})
    EXPECT_EQ(given(made, gift, other), "") << other;
}

/// What is behind so many tokens of a statement is not read.
TEST(EarlyGifts, LongStatementsAreCut) {
  const auto given = [](int names) {
    std::string list;
    for (int i = 0; i != names; ++i) list += "x,";
    return gifts(
        "func go(id):\n\tvar h = "
        "preload(\"res://h.tscn\").instantiate()\n\th.set_multiplayer_authority(id)\n\tadd_child(h, [" +
        list + "])\n\t[" + list + "].a(); h.set_multiplayer_authority(2)\n");
  };
  EXPECT_EQ(given(1), "res://h.tscn go  3");
  EXPECT_EQ(given(100), "res://h.tscn go  3");
}

TEST(ChannelLimit, OfEachCall) {
  const auto limit = [](const std::string& line) {
    const auto found = read_channel_limit("func a():\n\t" + line + "\n");
    return found ? std::to_string(found->channels) + " in " + std::to_string(found->line) : "none";
  };
  EXPECT_EQ(limit("p.create_server(1, 2, 5)"), "5 in 2");
  EXPECT_EQ(limit("create_client(\"a\", 1, 2 + 3, 9)"), "5 in 2");
  EXPECT_EQ(limit("p.create_server(f(1, 2), [3, 4], 5)"), "5 in 2");
  EXPECT_EQ(limit("p.create_server(1, 2, (2 + 2) * 2)"), "8 in 2");
  EXPECT_EQ(limit("p.create_server(1, 2, 0)"), "none") << "as many as the engine has";
  EXPECT_EQ(limit("p.create_server(1, 2, 1)"), "1 in 2");
  EXPECT_EQ(limit("p.create_server(1, 2, -1)"), "none");
  EXPECT_EQ(limit("p.create_server(1, 2)"), "none");
  EXPECT_EQ(limit("p.create_server(1, 2, a)"), "none");
  EXPECT_EQ(limit("p.create_other(1, 2, 3)"), "none");
  EXPECT_EQ(limit("p.create_server; f(1, 2, 3)"), "none");
  EXPECT_EQ(limit("p.create_server(1, 2, 4)\n\tp.create_server(1, 2, 4)"), "4 in 2");
  EXPECT_EQ(limit("p.create_server(1, 2, 4)\n\tp.create_server(1, 2, 3)"), "3 in 3");
}

TEST(EarlyGifts, AreBounded) {
  std::string script =
      "func go(id):\n\tvar h = preload(\"res://h.tscn\").instantiate()\n\th.set_multiplayer_authority(1)\n";
  for (int i = 0; i < 200; ++i) script += "\tadd_child(h)\n";
  EXPECT_EQ(read_early_gifts(script).size(), EarlyGiftLimits::gifts);
}
