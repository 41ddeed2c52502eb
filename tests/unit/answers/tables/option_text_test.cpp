// SPDX-License-Identifier: MIT
// What follows the name in tshark's options.
#include "answers/tables/option_text.h"

#include <gtest/gtest.h>

namespace godot::analysis::report {
namespace {

OptionText text_of(std::string_view argument) { return {argument, "godot,table"}; }

TEST(OptionText, WordsAndAFilterWithCommas) {
  OptionText text = text_of("godot,table,csv,frame.number in {1, 2}");
  EXPECT_FALSE(text.take("json"));
  EXPECT_TRUE(text.take("csv"));
  EXPECT_FALSE(text.take("csv"));
  EXPECT_EQ(text.rest(), "frame.number in {1, 2}");
}

TEST(OptionText, AWordIsAWholeOne) {
  OptionText text = text_of("godot,table,csvs");
  EXPECT_FALSE(text.take("csv"));
  EXPECT_EQ(text.rest(), "csvs");
  EXPECT_TRUE(text_of("godot,table").is_empty());
  EXPECT_EQ(text_of("godot,table").rest(), "");
  EXPECT_EQ(text_of("godot").rest(), "") << "shorter than the name";
  OptionText last = text_of("godot,table,csv");
  EXPECT_TRUE(last.take("csv"));
  EXPECT_TRUE(last.is_empty());
}

TEST(OptionText, TheLastWordIsTakenBehindAnother) {
  OptionText text = text_of("godot,table,my,file.html,masked");
  EXPECT_TRUE(text.take_last("masked"));
  EXPECT_EQ(text.rest(), "my,file.html");
  OptionText alone = text_of("godot,table,masked");
  EXPECT_FALSE(alone.take_last("masked")) << "a file of this name";
  EXPECT_EQ(alone.rest(), "masked");
  OptionText part = text_of("godot,table,unmasked");
  EXPECT_FALSE(part.take_last("masked"));
}

TEST(OptionText, AnyWord) {
  OptionText text = text_of("godot,table,300,differences");
  EXPECT_EQ(text.take(), "300");
  EXPECT_EQ(text.take(), "differences");
  EXPECT_TRUE(text.is_empty());
  EXPECT_EQ(text.take(), "");
}

TEST(OptionText, Numbers) {
  EXPECT_EQ(number_of("300", 1000), 300U);
  EXPECT_EQ(number_of("1000", 1000), 1000U);
  for (const std::string_view word : {"", "0", "1001", "-1", "+1", " 1", "1x", "99999999999999999999"})
    EXPECT_FALSE(number_of(word, 1000)) << word;
}

}  // namespace
}  // namespace godot::analysis::report
