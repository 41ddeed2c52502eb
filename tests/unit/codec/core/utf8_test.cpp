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

}  // namespace
}  // namespace godot
