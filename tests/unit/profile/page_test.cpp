// SPDX-License-Identifier: MIT
// What a report is made of: JSON that is safe wherever it stands, tokens in the place of what is private.
#include <gtest/gtest.h>

#include <iterator>
#include <limits>
#include <string>
#include <string_view>

#include "plugin/analysis/page/files.h"
#include "plugin/analysis/page/json.h"
#include "plugin/analysis/page/mask.h"
#include "plugin/analysis/page/page.h"

namespace {

using namespace std::literals;
using godot::page::Mask;

std::string text(std::string_view given) {
  std::string out;
  godot::page::append_text(out, given);
  return out;
}

TEST(Json, TextsAreSafeInsideOfHtml) {
  EXPECT_EQ(text("plain \u00E9 \U0001F600"), "\"plain \u00E9 \U0001F600\"");
  EXPECT_EQ(text("</script>"), "\"\\u003c/script\\u003e\"");
  EXPECT_EQ(text("a\"b\\c'd&"), "\"a\\u0022b\\u005cc\\u0027d\\u0026\"");
  EXPECT_EQ(text("\0\x1F\x7F"sv), "\"\\u0000\\u001f\\u007f\"");
  EXPECT_EQ(text("\u202E\u2066\u200F\u2028\uFEFF"), "\"\\u202e\\u2066\\u200f\\u2028\\ufeff\"");
}

TEST(Json, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(text("a\xFF\xC3z"), "\"a\uFFFD\uFFFDz\"");
  EXPECT_EQ(text("\xED\xA0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
}

TEST(Json, NumbersThatAreNotFiniteAreNull) {
  std::string out;
  godot::page::append_number(out, std::numeric_limits<double>::infinity(), 1);
  out += ' ';
  godot::page::append_number(out, 2.25, 1);
  EXPECT_EQ(out, "null 2.2");
}

TEST(Json, Base64) {
  const std::pair<std::string_view, std::string_view> vectors[] = {// RFC 4648, 10
                                                                   {"", ""},
                                                                   {"f", "Zg=="},
                                                                   {"fo", "Zm8="},
                                                                   {"foo", "Zm9v"},
                                                                   {"foob", "Zm9vYg=="},
                                                                   {"fooba", "Zm9vYmE="},
                                                                   {"foobar", "Zm9vYmFy"},
                                                                   {"\xFF\xFE", "//4="}};
  for (const auto& [bytes, wanted] : vectors) {
    std::string out;
    godot::page::append_base64(out, bytes);
    EXPECT_EQ(out, '"' + std::string(wanted) + '"');
  }
}

TEST(Json, ColumnsOfNumbers) {
  godot::page::Numbers numbers;
  for (const std::uint64_t number : {0ULL, 127ULL, 128ULL, 300ULL}) numbers.add(number);
  EXPECT_EQ(numbers.bytes(), "\x00\x7F\x80\x01\xAC\x02"sv);
}

TEST(MaskTest, WithoutItNothingChanges) {
  Mask mask(false);
  mask.learn_peer("red");
  EXPECT_EQ(mask.peer("red"), "red");
  EXPECT_EQ(mask.path("Players/Red"), "Players/Red");
  EXPECT_EQ(mask.address("10.0.0.1:5"), "10.0.0.1:5");
  EXPECT_EQ(mask.call("A.b(\"c\")"), "A.b(\"c\")");
}

TEST(MaskTest, TheSameTextHasTheSameToken) {
  Mask mask(true);
  EXPECT_EQ(mask.peer("red"), "peer-1");
  EXPECT_EQ(mask.peer("blue"), "peer-2");
  EXPECT_EQ(mask.peer("red"), "peer-1");
  EXPECT_EQ(mask.peer("all but red"), "all but peer-1");
  EXPECT_EQ(mask.address("10.0.0.1:5"), "address-1");
}

TEST(MaskTest, WhatIsNoNameStays) {
  Mask mask(true);
  for (const char* role : {"server", "client", "all", "all but server", "1160010685", "ENet 3 client", "TCP 0 second"})
    EXPECT_EQ(mask.peer(role), role);
  // A player may be called so.
  EXPECT_EQ(mask.peer("ENet x client"), "peer-1");
}

TEST(MaskTest, NamesOfPeersInsideOfPathsAreTokens) {
  Mask mask(true);
  mask.learn_peer("red");
  mask.learn_peer("42");
  EXPECT_EQ(mask.path("Players/Red/Sync"), "Players/peer-1/Sync");
  EXPECT_EQ(mask.path("Players/Player_RED"), "Players/Player_peer-1");
  EXPECT_EQ(mask.path("Players/42"), "Players/42");
  EXPECT_EQ(mask.peer("Red"), "peer-1");
}

TEST(MaskTest, TextsOfMessagesAreTokens) {
  Mask mask(true);
  mask.learn_peer("red");
  EXPECT_EQ(mask.call("Main/Red.say(\"hello \\\" there\", 3, Vector2(1, -2.5e3))"),
            "Main/peer-1.say(\"text-1\", 3, Vector2(1, -2.5e3))");
  EXPECT_EQ(mask.call("A.b({\"k\": &\"v\"}, text: \"k\", true)"),
            "A.b({\"text-2\": &\"text-3\"}, text: \"text-2\", true)");
  // Cut before its end.
  EXPECT_EQ(mask.call("A.b(\"secr\u2026"), "A.b(\"text-4\"");
  EXPECT_EQ(mask.call("A.b(plain)"), "A.b(text-5)");
}

TEST(PageTest, IsWholeWithoutACapture) {
  godot::page::Page page({.version = "1.2.3"});
  const std::string html = page.html();
  EXPECT_EQ(html.find("{{"), std::string::npos);
  EXPECT_NE(html.find("\"version\":\"1.2.3\""), std::string::npos);
  EXPECT_NE(html.find(godot::page::page_policy()), std::string::npos);
  // What ends a script ends it wherever it stands.
  EXPECT_EQ(godot::page::page_js().find("</script"), std::string_view::npos);
  EXPECT_EQ(godot::page::page_js().find("<!--"), std::string_view::npos);
  for (const char* maker : {"innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function("})
    EXPECT_EQ(godot::page::page_js().find(maker), std::string_view::npos) << maker;
}

}  // namespace
