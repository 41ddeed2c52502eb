// SPDX-License-Identifier: MIT
// What of a text a masked report shows (docs/reports.md): what the program itself writes, and tokens for all else.
#include "answers/report_page/mask.h"

#include <gtest/gtest.h>

namespace godot::analysis::page {
namespace {

TEST(Mask, ThatIsOffChangesNothing) {
  Mask mask(false);
  mask.learn_peer("Red");
  for (const char* text : {"Red", "Main/Player.say(\"hello\", 3)", "10.0.0.1:5000", "Godot 4.6.3 mine", ""}) {
    EXPECT_EQ(mask.peer(text), text);
    EXPECT_EQ(mask.path(text), text);
    EXPECT_EQ(mask.engine(text), text);
    EXPECT_EQ(mask.address(text), text);
    EXPECT_EQ(mask.call(text), text);
    EXPECT_EQ(mask.value(text), text);
  }
}

TEST(Mask, RolesAndIdsOfPeersStay) {
  Mask mask(true);
  for (const char* text : {"", "server", "client", "all", "?", "all but server", "1", "1234567890", "all but 7",
                           "ENet 0 client", "ENet 12 server", "UDP 3 first", "TCP 9 second", "TCP 90", "7, server, ?"})
    EXPECT_EQ(mask.peer(text), text);
}

TEST(Mask, NamesOfPeersAreTokens) {
  Mask mask(true);
  mask.learn_peer("Red");
  mask.learn_peer("7");
  mask.learn_peer("a, b");
  mask.learn_peer("");
  EXPECT_EQ(mask.peer("Red"), "peer-1");
  EXPECT_EQ(mask.peer("RED"), "peer-1") << "the same in capitals";
  EXPECT_EQ(mask.peer("all but red"), "all but peer-1");
  EXPECT_EQ(mask.peer("7"), "peer-2") << "a name that looks like an id";
  EXPECT_EQ(mask.peer("a, b"), "peer-3") << "one name with a comma";
  EXPECT_EQ(mask.peer("server, Red, 8"), "server, peer-1, 8");
  int next = 4;
  for (const char* name :
       {"Blue", "12345678901", "ENet client", "ENet 2 hacker", "ENet 2x", "ENet2 client", "12a", "all But server"})
    EXPECT_EQ(mask.peer(name), "peer-" + std::to_string(next++)) << name;
}

TEST(Mask, PathsKeepTheirSeparatorsAndTheEndingsOfFiles) {
  Mask mask(true);
  mask.learn_peer("Red");
  EXPECT_EQ(mask.path("Main/Players/Red:position.x"), "name-1/name-2/peer-1:name-3.name-4");
  EXPECT_EQ(mask.path("res://Main/level_1.tscn"), "res://name-1/name-5.tscn");
  EXPECT_EQ(mask.path("user://a.gd"), "user://name-6.gd");
  EXPECT_EQ(mask.path("server/12"), "name-7/name-8") << "words of lines, and numbers, are names there";
  EXPECT_EQ(mask.path("\u00e9t\u00e9"), "name-9") << "letters beyond ASCII";
  EXPECT_EQ(mask.path(""), "");
}

/// Each border of the letters and digits: what is beside them separates words.
TEST(Mask, Words) {
  Mask mask(true);
  EXPECT_EQ(mask.path("a`z{b"), "name-1`name-2{name-3");
  EXPECT_EQ(mask.path("A@Z[B"), "name-4@name-5[name-6");
  EXPECT_EQ(mask.path("aAzZ_09"), "name-7");
  EXPECT_EQ(mask.path("0/9:8"), "name-8/name-9:name-10");
}

TEST(Mask, LinesKeepTheWordsOfTheProgram) {
  Mask mask(true);
  EXPECT_EQ(mask.call("Main/Player.say(\"hello\", 3, true)"), "name-1/name-2.name-3(\"text-1\", N, true)");
  EXPECT_EQ(mask.call("path #1 is Main"), "path #N is name-1");
  EXPECT_EQ(mask.call("Vector2(1.5, -22.25)"), "Vector2(N, -N)");
  EXPECT_EQ(mask.call("server \u2192 all \u2026 1\u20132"), "server \u2192 all \u2026 N\u2013N");
  EXPECT_EQ(mask.call("say(\"hello\", \"a \\\"b\\\"\", \"\")"), "name-3(\"text-1\", \"text-2\", \"text-3\")");
  EXPECT_EQ(mask.call("\"hello"), "\"text-1\"") << "a text that was cut has no end";
  EXPECT_EQ(mask.call("\""), "\"text-3\"");
  EXPECT_EQ(mask.call("12a 5e3 e5"), "name-4 N name-5");
}

TEST(Mask, ValuesKeepTheirTypes) {
  Mask mask(true);
  EXPECT_EQ(mask.value("Color(1, 0.5, 0, 1)"), "Color(N, N, N, N)");
  EXPECT_EQ(mask.value("{\"hp\": 12, &\"name\": null}"), "{\"text-1\": N, &\"text-2\": null}");
  EXPECT_EQ(mask.value("PoolVector2Array(nan, -inf)"), "PoolVector2Array(nan, -inf)");
  EXPECT_EQ(mask.value("server"), "name-1") << "a word of lines is none of values";
}

TEST(Mask, EnginesKeepTheirVersions) {
  const Mask mask(true);
  for (const char* text : {"Godot 4.6.3", "Godot 4.3 or later", "Redot 26.1", "Godot 3.2 to 3.6", "Godot", ""})
    EXPECT_EQ(mask.engine(text), text);
  EXPECT_EQ(mask.engine("Godot 4.6.3.stable.mine 5"), "Godot 4.6.3");
  EXPECT_EQ(mask.engine("Godot mine 4.6"), "Godot") << "nothing behind what is not known";
  EXPECT_EQ(mask.engine("Godot 461"), "Godot");
  EXPECT_EQ(mask.engine("Godot 4.612"), "Godot 4");
  EXPECT_EQ(mask.engine("Godot 46.61"), "Godot 46.61");
  EXPECT_EQ(mask.engine("Mine 4.6"), "");
}

TEST(Mask, AddressesAreTokens) {
  Mask mask(true);
  EXPECT_EQ(mask.address("10.0.0.1:5000"), "address-1");
  EXPECT_EQ(mask.address("10.0.0.2:5000"), "address-2");
  EXPECT_EQ(mask.address("10.0.0.1:5000"), "address-1");
  EXPECT_EQ(mask.address(""), "");
}

}  // namespace
}  // namespace godot::analysis::page
