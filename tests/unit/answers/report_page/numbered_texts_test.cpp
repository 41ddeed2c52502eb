// SPDX-License-Identifier: MIT
// Texts of a page have numbers from 1, each text one; long ones are cut, and without room there is none.
#include "answers/report_page/numbered_texts.h"

#include <gtest/gtest.h>

namespace godot::test {
namespace {

using analysis::page::NumberedTexts;

TEST(PageTexts, ATextHasOneNumber) {
  NumberedTexts texts(10, 100);
  EXPECT_EQ(texts.number_of("one"), 1U);
  EXPECT_EQ(texts.number_of("two"), 2U);
  EXPECT_EQ(texts.number_of("one"), 1U);
  ASSERT_EQ(texts.in_order().size(), 2U);
  EXPECT_EQ(*texts.in_order()[1], "two");
}

TEST(PageTexts, LongTextsAreCutBetweenCharacters) {
  NumberedTexts texts(4, 100);
  EXPECT_EQ(texts.number_of("abcd"), 1U);
  EXPECT_EQ(texts.number_of("abcde"), 2U);
  EXPECT_EQ(texts.number_of("abcdf"), 2U) << "the same after the cut";
  EXPECT_EQ(texts.number_of("abc\u00e4"), 3U) << "the limit is inside the last letter";
  EXPECT_EQ(*texts.in_order()[1], "abcd\u2026");
  EXPECT_EQ(*texts.in_order()[2], "abc\u2026");
}

TEST(PageTexts, WithoutRoomKnownTextsKeepTheirNumbers) {
  NumberedTexts texts(10, 6);
  EXPECT_EQ(texts.number_of("abc"), 1U);
  EXPECT_EQ(texts.number_of("defg"), 0U);
  EXPECT_EQ(texts.number_of("def"), 2U) << "fills the rest";
  EXPECT_EQ(texts.number_of("g"), 0U);
  EXPECT_EQ(texts.number_of("abc"), 1U);
  EXPECT_EQ(texts.in_order().size(), 2U);
}

}  // namespace
}  // namespace godot::test
