// SPDX-License-Identifier: MIT
// What bodies of methods do, and instances whose authority is given away early. The scripts are written for these
// tests.
#include "project/audit/bodies.h"

#include <gtest/gtest.h>

#include "project/audit/channel_limit.h"
#include "project/audit/early_gifts.h"

using namespace godot::analysis::project;

namespace {

/// `assigned | called`, then `?` if it asks for the sender, and the function in which it does.
std::string body(const std::string& script, std::string_view name = "hit") {
  const Script read = read_gdscript(script);
  for (const Method& method : read.classes.front().methods) {
    if (method.name != name) continue;
    const Body found = read_body(script, method);
    if (!found.is_found) return "none";
    std::string text;
    for (const std::string& each : found.assigned) text += each + " ";
    text += "|";
    for (const std::string& each : found.called) text += " " + each;
    if (found.has_more) text += " more";
    if (found.asks_sender || !found.asks_in.empty()) text += " ?" + found.asks_in;
    return text;
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
}

TEST(Bodies, CallsAndWhatEndsABody) {
  EXPECT_EQ(body("func hit():\n\tqueue_free()\n\t$Sprite.play(\"hit\")\n\tprint(3)\nfunc other():\n\tleave()\n"),
            "| queue_free $Sprite.play");
  EXPECT_EQ(body("func hit(): die(); gone = true\n"), "gone | die");
  EXPECT_EQ(body("func hit(): pass\n"), "|");
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

TEST(EarlyGifts, AreBounded) {
  std::string script =
      "func go(id):\n\tvar h = preload(\"res://h.tscn\").instantiate()\n\th.set_multiplayer_authority(1)\n";
  for (int i = 0; i < 200; ++i) script += "\tadd_child(h)\n";
  EXPECT_EQ(read_early_gifts(script).size(), EarlyGiftLimits::gifts);
}
