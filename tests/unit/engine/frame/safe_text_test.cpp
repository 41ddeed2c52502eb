// SPDX-License-Identifier: MIT
// What replaces bytes that are no text: the cases are those of Unicode 15, tables 3-8 to 3-11.
#include "engine/frame/safe_text.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/arena.h"

namespace godot::engine {
namespace {

std::string shown(std::string_view text) { return one_line(analysis::arena, text); }

const std::string bad = "\xEF\xBF\xBD";

std::string times(int count) {
  std::string text;
  for (int i = 0; i != count; ++i) text += bad;
  return text;
}

TEST(SafeText, ValidTextStays) {
  for (const char* text :
       {"", "plain", "\xC2\x80ж", "\xE0\xA0\x80", "\xED\x9F\xBF\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBD"})
    EXPECT_EQ(shown(text), text);
}

/// One U+FFFD for each longest beginning of a character that does not go on.
TEST(SafeText, MaximalSubpartsAreReplaced) {
  struct Case {
    const char* bytes;
    int replaced;
  };
  for (const Case& each : {
           Case{"\xC0\xAF", 2},
           Case{"\xE0\x80\xBF", 3},
           Case{"\xF0\x81\x82\x41", 4 - 1},  // longer than need be
           Case{"\xED\xA0\x80", 3},
           Case{"\xED\xBF\xBF", 3},  // surrogates
           Case{"\xF4\x91\x92\x93", 4},
           Case{"\xF4\x90\x80\x80", 4},
           Case{"\xF5\x80", 2},  // above U+10FFFF
           Case{"\xE1\x80", 1},
           Case{"\xE2\x82", 1},
           Case{"\xF0\x91\x92", 1},
           Case{"\xF1\xBF", 1},  // cut
           Case{"\xE0\xA0", 1},
           Case{"\xE0\xBF", 1},
           Case{"\xED\x9F", 1},
           Case{"\xED\x80", 1},
           Case{"\xF0\x90", 1},
           Case{"\xF0\xBF", 1},
           Case{"\xF4\x80", 1},
           Case{"\xF4\x8F\xBF", 1},
           Case{"\xE0\x9F", 2},
           Case{"\xF0\x8F", 2},
           Case{"\xC2", 1},
           Case{"\xDF", 1},
           Case{"\xF4", 1},
           Case{"\x80", 1},
           Case{"\xBF\xBF", 2},
           Case{"\xFF", 1},
           Case{"\xC1\xBF", 2},
       }) {
    const std::string tail = std::string_view(each.bytes).ends_with('A') ? "A" : "";
    EXPECT_EQ(shown(each.bytes), times(each.replaced) + tail);
    EXPECT_EQ(shown("a" + std::string(each.bytes) + "b"), "a" + times(each.replaced) + tail + "b");
  }
  EXPECT_EQ(shown("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), times(4) + "A");
}

TEST(SafeText, NoncharactersAndLineEndsAreReplaced) {
  EXPECT_EQ(shown("\xEF\xBF\xBE|\xEF\xBF\xBF"), bad + "|" + bad);
  EXPECT_EQ(shown("ж\n\x7F"), "ж\xE2\x90\x8A\xE2\x90\xA1");
  EXPECT_EQ(shown(std::string_view("ж\0b", 4)), "ж") << "a NUL ends the text";
}

}  // namespace
}  // namespace godot::engine
