// SPDX-License-Identifier: MIT
#include "base/line.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/unit/analysis/message/account/game.h"

namespace godot::analysis {
namespace {

TEST(Line, IsEmptyAndTerminatedBeforeTheFirstAppend) {
  account::Memories memories;
  Line line(memories.arena());
  line.append("");
  EXPECT_TRUE(line.empty());
  EXPECT_STREQ(line.text(), "");
}

TEST(Line, GrowsPastItsRoomAndKeepsItsText) {
  account::Memories memories;
  Line line(memories.arena());
  std::string expected;
  for (std::size_t i = 0; i != 400; ++i) {
    line.append("ab");
    line.append_number(i);
    expected += "ab";
    expected += std::to_string(i);
  }
  EXPECT_EQ(line.text(), expected);
  EXPECT_EQ(line.size(), expected.size());
}

TEST(Line, LeavesRoomForTheTerminator) {
  for (std::size_t size = 120; size != 136; ++size) {
    account::Memories memories;
    Line line(memories.arena());
    line.append(std::string(size, 'x'));
    EXPECT_EQ(line.text()[size], '\0') << size;
  }
}

TEST(Line, ATextThatWasClearedStaysValid) {
  account::Memories memories;
  Line line(memories.arena());
  line.append("first");
  const char* first = line.text();
  line.clear();
  EXPECT_TRUE(line.empty());
  line.append("other");
  EXPECT_STREQ(first, "first");
  EXPECT_STREQ(line.text(), "other");
}

TEST(ArenaText, OfAnyLengthIsWhole) {
  account::Memories memories;
  for (const std::size_t size : {0U, 1U, 254U, 255U, 256U, 257U, 1000U}) {
    const std::string text(size, 'x');
    EXPECT_EQ(memories.arena().text("%s", text.c_str()), text) << size;
  }
}

}  // namespace
}  // namespace godot::analysis
