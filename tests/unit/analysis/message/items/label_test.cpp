// SPDX-License-Identifier: MIT
#include "analysis/message/items/label.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "analysis/message/items/label_cache.h"
#include "tests/unit/analysis/arena.h"

namespace godot::analysis::items {
namespace {

/// The label of these parts in a buffer of `room` bytes, which follow "old".
std::string written(LabelParts parts, std::size_t room, const char* old = "") {
  std::string label(room, '?');
  const std::size_t used = std::string_view(old).copy(label.data(), room);
  const std::size_t size = write_label(label, used, parts);
  EXPECT_LE(size, room);
  return label.substr(0, size);
}

TEST(Label, JoinsTextsAndNumbers) {
  EXPECT_EQ(written({"[", 7, "]: ", std::string_view("text and more").substr(0, 4)}, 40), "[7]: text");
  EXPECT_EQ(written({": ", -3}, 40, "Value"), "Value: -3");
  EXPECT_EQ(written({std::numeric_limits<std::int64_t>::min(), " ", std::numeric_limits<std::uint64_t>::max()}, 60),
            "-9223372036854775808 18446744073709551615");
  EXPECT_EQ(written({static_cast<const char*>(nullptr), std::string_view(), "a"}, 40), "a");
}

TEST(Label, IsCutWithAnEllipsisOnlyIfItDoesNotFit) {
  EXPECT_EQ(written({"12345", "67890"}, 10), "1234567890");
  EXPECT_EQ(written({"12345", "678901"}, 10), "1234567\u2026");
  EXPECT_EQ(written({"678901"}, 10, "12345"), "1234567\u2026");
}

TEST(Label, IsCutBetweenCharacters) {
  // "é" has two bytes: the second would be the eighth.
  EXPECT_EQ(written({"123456é", "7890"}, 10), "123456\u2026");
  EXPECT_EQ(written({"12345é", "7890"}, 10), "12345é\u2026");
}

TEST(Label, KeepsWhatItHadIfThereIsNoRoomForAnEllipsis) {
  EXPECT_EQ(written({"678"}, 7, "12345"), "12345");
  EXPECT_EQ(written({"6789"}, 8, "12345"), "12345\u2026");
}

TEST(Label, ShowsControlCharactersAsPictures) {
  EXPECT_EQ(written({"a\nb\x7f", "\x01"}, 40), "a\u240Ab\u2421\u2401");
  EXPECT_EQ(written({"a\nbcdefgh"}, 8), "a\u240Ab\u2026");
  EXPECT_EQ(written({"abcdef\n"}, 8), "abcde\u2026");
}

TEST(Label, IsWithinARoom) {
  const char* text = "1234567890";
  EXPECT_EQ(within(arena, text, 10), text);  // not copied
  EXPECT_STREQ(within(arena, text, 9), "123456\u2026");
  EXPECT_STREQ(within(arena, text, 2), "");
  EXPECT_EQ(fitting("123456é", 8), 8U);
  EXPECT_EQ(fitting("1234é678", 8), 4U);
}

TEST(Label, IsOneLine) {
  const char* plain = "caf\u00E9";
  EXPECT_EQ(one_line(arena, plain), plain);
  EXPECT_STREQ(one_line(arena, "a\tb\x7f"), "a\u2409b\u2421");
}

TEST(LabelCache, KnowsWhatItKept) {
  static LabelCache cache;
  EXPECT_EQ(cache.find(5, 1), nullptr);
  const LabelCache::Entry* kept = cache.keep(5, 1, "Type: int (2)", 6);
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(cache.find(5, 1), kept);
  EXPECT_EQ(std::string_view(kept->text.data(), kept->size), "Type: int (2)");
  EXPECT_EQ(kept->value, 6U);
  EXPECT_EQ(cache.find(5, 2), nullptr);
  EXPECT_EQ(cache.find(6, 1), nullptr);
}

TEST(LabelCache, DoesNotKeepALongLabel) {
  static LabelCache cache;
  const std::string longest(LabelCache::Entry{}.text.size(), 'x');
  EXPECT_NE(cache.keep(7, 1, longest, 0), nullptr);
  EXPECT_EQ(cache.keep(7, 2, longest + "x", 0), nullptr);
  EXPECT_EQ(cache.find(7, 2), nullptr);
}

TEST(LabelCache, StaysCorrectWhenItIsFull) {
  static LabelCache cache;
  constexpr std::uint32_t many = 20000;
  for (std::uint32_t i = 0; i < many; ++i) (void)cache.keep(1, i, std::to_string(i), 0);
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < many; ++i) {
    const LabelCache::Entry* entry = cache.find(1, i);
    if (entry == nullptr) continue;
    ++found;
    ASSERT_EQ(std::string_view(entry->text.data(), entry->size), std::to_string(i));
  }
  EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace godot::analysis::items
