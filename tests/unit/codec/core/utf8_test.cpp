// SPDX-License-Identifier: MIT
#include "codec/core/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace godot {
namespace {

/// One byte of each value at each place of texts whose bytes are checked one by one, and eight at a time.
TEST(Utf8, PrintableAscii) {
  EXPECT_TRUE(is_printable_ascii(""));
  for (const std::size_t size : {1U, 7U, 8U, 9U, 21U}) {
    for (std::size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, 'a');
        text[place] = static_cast<char>(byte);
        EXPECT_EQ(is_printable_ascii(text), byte >= 0x20 && byte <= 0x7E) << size << " " << place << " " << byte;
      }
    }
  }
}

/// A refused byte makes no neighbour valid, whatever it borrows or carries.
TEST(Utf8, PrintableAsciiWithSeveralOthers) {
  for (const char* text : {"\x01        ", "        \x7F", "\x1F\x20\x1F\x20\x1F\x20\x1F\x20",
                           "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "~~~~~~~\x7F", "\x20\x1F      "})
    EXPECT_FALSE(is_printable_ascii(text)) << text;
  EXPECT_TRUE(is_printable_ascii("~ ~ ~ ~ ~ ~ ~ ~ "));
}

TEST(Utf8, Controls) {
  EXPECT_FALSE(has_controls(""));
  for (const std::size_t size : {1U, 7U, 8U, 9U, 21U}) {
    for (std::size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        for (const char other : {'a', '~', '\xFF', '\x80'}) {
          std::string text(size, other);
          text[place] = static_cast<char>(byte);
          EXPECT_EQ(has_controls(text), byte < 0x20 || byte == 0x7F) << size << " " << place << " " << byte;
        }
      }
    }
  }
}

TEST(Utf8, Noncharacters) {
  for (const char* text : {"\xEF\xBF\xBE", "\xEF\xBF\xBF", "ab\xEF\xBF\xBFz", "\xEF\xBB\xBF\xEF\xBF\xBE"})
    EXPECT_TRUE(has_noncharacters(text)) << text;
  // U+FFFD, the byte order mark, U+FEFE, U+FFAE; two bytes of three.
  for (const char* text : {"", "abc", "\xEF\xBF\xBD", "\xEF\xBB\xBF", "\xEF\xBB\xBE", "\xEF\xBE\xAE", "ab\xEF\xBF"})
    EXPECT_FALSE(has_noncharacters(text)) << text;
  std::string text = "a\xEF\xBF\xBE\xEF\xBF\xBFz\xEF\xBB\xBE\xEF\xBF\xBF";
  replace_noncharacters(text);
  EXPECT_EQ(text, "a\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBB\xBE\xEF\xBF\xBD");
}

/// The Unicode Standard, table 3-7: the first byte of a character says how many follow, and which the second may be.
struct WellFormed {
  int first, last;
  int second, second_last;
  std::size_t size;
};
constexpr WellFormed well_formed[] = {
    {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
    {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

/// Bytes of the character that begins with these two, if what follows continues it.
std::size_t size_by_table(int first, int second) {
  for (const WellFormed& row : well_formed) {
    if (first < row.first || first > row.last) continue;
    return row.size == 1 || (second >= row.second && second <= row.second_last) ? row.size : 0;
  }
  return 0;
}

TEST(Utf8, CharactersAreThoseOfTheTable) {
  EXPECT_EQ(utf8_character(""), 0U);
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::size_t size = size_by_table(first, second);
      const std::string begin = {static_cast<char>(first), static_cast<char>(second)};
      for (const char rest : {'\x80', '\xBF'}) {
        const std::string text = begin + rest + rest + rest;
        ASSERT_EQ(utf8_character(text), size) << first << " " << second;
        for (std::size_t cut = 1; cut < size; ++cut) ASSERT_EQ(utf8_character(text.substr(0, cut)), 0U) << first;
        for (std::size_t place = 2; place < size; ++place) {
          for (const char other : {'\x7F', '\xC0', 'a'}) {
            std::string wrong = text;
            wrong[place] = other;
            ASSERT_EQ(utf8_character(wrong), 0U) << first << " " << second << " " << place;
          }
        }
      }
    }
  }
}

TEST(Utf8, ScalarsAreThoseOfTheirCharacters) {
  EXPECT_EQ(scalar_of("a"), 0x61U);
  EXPECT_EQ(scalar_of("\x7F"), 0x7FU);
  EXPECT_EQ(scalar_of("\xC2\x80"), 0x80U);
  EXPECT_EQ(scalar_of("\xDF\xBF"), 0x7FFU);
  EXPECT_EQ(scalar_of("\xE0\xA0\x80"), 0x800U);
  EXPECT_EQ(scalar_of("\xE2\x82\xAC"), 0x20ACU) << "the sign of the euro";
  EXPECT_EQ(scalar_of("\xEF\xBF\xBF"), 0xFFFFU);
  EXPECT_EQ(scalar_of("\xF0\x90\x80\x80"), 0x10000U);
  EXPECT_EQ(scalar_of("\xF4\x8F\xBF\xBF"), 0x10FFFFU);
}

TEST(Utf8, BoundariesAreBeforeACharacter) {
  const std::string text = "a\xC3\xA4z\xF0\x9F\x98\x80";
  const std::size_t expected[] = {0, 1, 1, 3, 4, 4, 4, 4, 8, 8};
  for (std::size_t length = 0; length < std::size(expected); ++length)
    EXPECT_EQ(utf8_boundary(text, length), expected[length]) << length;
  EXPECT_EQ(utf8_boundary("\x80\x80\x80", 2), 0U);
}

/// The check takes eight bytes at a time where they are ASCII: a character may lie across each of these borders.
TEST(Utf8, TheCheckFindsOneByteAtEachPlace) {
  for (const std::size_t size : {1U, 7U, 8U, 9U, 16U, 21U}) {
    for (const std::string& character : {std::string("\xC3\xA4"), std::string("\xF0\x9F\x98\x80")}) {
      for (std::size_t place = 0; place <= size; ++place) {
        std::string text(size, 'a');
        text.insert(place, character);
        const Utf8Check good = check_utf8(text);
        EXPECT_TRUE(good.valid) << size << " " << place;
        EXPECT_FALSE(good.has_nul);
        text.erase(place, 1);
        EXPECT_FALSE(check_utf8(text).valid) << size << " " << place;
        text.insert(place, 1, '\0');
        const Utf8Check bad = check_utf8(text);
        EXPECT_FALSE(bad.valid) << size << " " << place;
        EXPECT_TRUE(bad.has_nul) << size << " " << place;
      }
    }
  }
  EXPECT_FALSE(check_utf8("aaaaaaaaaaaaaaa\xC3").valid) << "the text ends within a character";
  EXPECT_TRUE(check_utf8(std::string_view("aaaaaaaa\0", 9)).has_nul);
  EXPECT_TRUE(check_utf8("").valid);
}

}  // namespace
}  // namespace godot
