// SPDX-License-Identifier: MIT
// What looks like a Close, and what does not. The sizes are those of RFC 6455; tests/dissection/test_causes.py has an
// engine's capture.
#include "analysis/link/last_words.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

constexpr std::size_t server = 0;
constexpr std::size_t client = 1;
constexpr Nanoseconds at = 1000 * millisecond;

/// The frame in which the sender of a call leaves; 0: none is known.
std::uint32_t leaves_in(const LastWords& words, std::size_t end) {
  BareLink bare;
  words.finish(bare);
  return bare.message(end, {5, 0, 30, at}, false).leaves_in;
}

TEST(LastWords, ACloseInTwoSegments) {
  LastWords words;
  words.message(server);
  words.add(server, 2, 6, at);
  words.add(server, 2, 7, at + millisecond);
  words.add(server, 0, 8, at + 2 * millisecond);  // sent again
  EXPECT_EQ(leaves_in(words, server), 7U);
  EXPECT_EQ(leaves_in(words, client), 0U);
}

TEST(LastWords, WhoAnswersWithACloseHasNotLeftFirst) {
  LastWords words;
  words.add(client, 8, 6, at);
  words.add(server, 4, 7, at);
  EXPECT_EQ(leaves_in(words, client), 6U);
  EXPECT_EQ(leaves_in(words, server), 0U);
}

TEST(LastWords, WhatIsTooSmallOrTooLargeIsNone) {
  struct Row {
    std::size_t end;
    std::uint32_t size;
    bool is_close;
  };
  for (const Row row : {Row{server, 3, false}, Row{server, 4, true}, Row{server, 127, true}, Row{server, 128, false},
                        Row{client, 7, false}, Row{client, 8, true}, Row{client, 131, true}, Row{client, 132, false}}) {
    LastWords words;
    words.add(row.end, row.size, 6, at);
    EXPECT_EQ(leaves_in(words, row.end) != 0, row.is_close) << row.end << ' ' << row.size;
  }
}

TEST(LastWords, AMessageAfterThemTakesThemBack) {
  LastWords words;
  words.add(server, 4, 4, at);
  words.message(server);
  EXPECT_EQ(leaves_in(words, server), 0U);
}

}  // namespace
}  // namespace godot::analysis
