// SPDX-License-Identifier: MIT
// Texts of scripts and scenes: escapes, white space, invalid bytes.
#include "project/text/characters.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

using namespace godot::analysis::project;

namespace {

std::string plain(std::string_view text) { return unescaped(text, 100); }

TEST(Characters, EscapesAreThoseOfGodot) {
  EXPECT_EQ(plain("plain"), "plain");
  EXPECT_EQ(plain(R"(\n\t\r\a\b\f\v)"), "\n\t\r\a\b\f\v");
  EXPECT_EQ(plain(R"(\"\\\'\/)"), "\"\\'/");
  EXPECT_EQ(plain("a\\\nb"), "ab") << "a continued line";
  EXPECT_EQ(plain("a\\"), "a\\") << "the text ends";
}

TEST(Characters, CodesBecomeUtf8) {
  EXPECT_EQ(plain(R"(\u0041)"), "A");
  EXPECT_EQ(plain(R"(\u00e9)"), "\u00e9");
  EXPECT_EQ(plain(R"(\u20AC)"), "\u20ac");
  EXPECT_EQ(plain(R"(\U01F600)"), "\U0001F600");
  EXPECT_EQ(plain(R"(\u00e91)"), "\u00e91") << "four digits, then text";
  // Invalid characters are replaced: NUL would end the text, surrogates stand alone.
  EXPECT_EQ(plain(R"(\u0000)"), "\uFFFD");
  EXPECT_EQ(plain(R"(\ud800)"), "\uFFFD");
  EXPECT_EQ(plain(R"(\U110000)"), "\uFFFD");
  EXPECT_EQ(plain(R"(\u12)"), "u12") << "too few digits";
  EXPECT_EQ(plain(R"(\uxyzw)"), "uxyzw");
}

/// The least and the greatest code of each length in UTF-8, and those beside the ones that are no characters.
TEST(Characters, BordersOfCodes) {
  const std::pair<const char*, const char*> rows[] = {
      {R"(\u0001)", "\x01"},     {R"(\u007f)", "\x7F"},   {R"(\u0080)", "\u0080"},       {R"(\u07ff)", "\u07FF"},
      {R"(\u0800)", "\u0800"},   {R"(\ud7ff)", "\uD7FF"}, {R"(\ud800)", "\uFFFD"},       {R"(\udfff)", "\uFFFD"},
      {R"(\ue000)", "\uE000"},   {R"(\uffff)", "\uFFFF"}, {R"(\U010000)", "\U00010000"}, {R"(\U10ffff)", "\U0010FFFF"},
      {R"(\U110000)", "\uFFFD"}, {R"(\u00af)", "\u00AF"}, {R"(\u00AF)", "\u00AF"},       {R"(\u00ag)", "u00ag"},
      {R"(\u00AG)", "u00AG"},    {R"(\u00a`)", "u00a`"},  {R"(\u00A@)", "u00A@"},        {R"(\u00a)", "u00a"},
      {R"(\U01F60)", "U01F60"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(plain(text), expected) << text;
}

TEST(Characters, TextsAreCutBetweenCharacters) {
  EXPECT_EQ(shortened("a\u20acb", 3), "a");
  EXPECT_EQ(shortened("a\u20acb", 4), "a\u20ac");
  EXPECT_EQ(unescaped("a\u20acb", 2), "a");
  EXPECT_EQ(without_space(" Array[ int ] ", 100), "Array[int]");
  EXPECT_EQ(on_one_line("  a \n\t b\u20ac  ", 100), "a b\u20ac");
  EXPECT_EQ(on_one_line("a b\u20ac", 4), "a b");
  EXPECT_EQ(on_one_line(" \n ", 100), "");
}

TEST(Characters, BytesThatAreNoTextAreReplaced) {
  std::string marked =
      "\xEF\xBB\xBF"
      "var a";
  EXPECT_TRUE(make_utf8(marked));
  EXPECT_EQ(marked, "var a") << "without the byte order mark";
  std::string broken = "a\xFF\u20ac\xC3";
  EXPECT_FALSE(make_utf8(broken));
  EXPECT_EQ(broken, "a\uFFFD\u20ac\uFFFD");
}

}  // namespace
