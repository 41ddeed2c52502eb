// SPDX-License-Identifier: MIT
// Where a direction stands behind lost and repeated bytes, and which file a unit is about.
#include "analysis/streams/files/file_conversation.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

using files::Facts;
using files::Form;
using files::Side;
using files::State;
using files::Unit;

class Files : public testing::Test {
 protected:
  Files() { conversation_.begin(Form::on_demand); }
  FilesConversation conversation_{4};
};

TEST_F(Files, BytesInOrder) {
  EXPECT_EQ(conversation_.at(Side::game, 100).next, Unit::password);
  EXPECT_EQ(conversation_.at(Side::editor, 900).next, Unit::status);
  conversation_.advance(Side::game, {.next = Unit::request}, 100, 20);
  EXPECT_EQ(conversation_.at(Side::game, 120).next, Unit::request);
  EXPECT_EQ(conversation_.at(Side::editor, 900).next, Unit::status) << "the other direction stands where it stood";
}

TEST_F(Files, BytesAgainAreNotRead) {
  conversation_.advance(Side::game, {.next = Unit::request}, 100, 20);
  EXPECT_EQ(conversation_.at(Side::game, 100).next, Unit::none);
  conversation_.advance(Side::game, {.next = Unit::hello}, 100, 20);
  EXPECT_EQ(conversation_.at(Side::game, 120).next, Unit::request) << "nothing has changed";
}

TEST_F(Files, AfterAGapNothingIsKnown) {
  conversation_.advance(Side::game, {.next = Unit::request}, 100, 20);
  EXPECT_EQ(conversation_.at(Side::game, 121).next, Unit::none);
  EXPECT_EQ(conversation_.at(Side::game, 120).next, Unit::none) << "for good";
  conversation_.advance(Side::game, {.next = Unit::request}, 120, 1);
  EXPECT_EQ(conversation_.at(Side::game, 121).next, Unit::none);
}

TEST_F(Files, NumbersOfTcpWrap) {
  conversation_.advance(Side::game, {.next = Unit::request}, 0xFFFFFFF0, 0x20);
  EXPECT_EQ(conversation_.at(Side::game, 0x10).next, Unit::request);
}

TEST_F(Files, WithoutTcpAllIsInOrder) {
  conversation_.advance(Side::game, {.next = Unit::request}, std::nullopt, 20);
  EXPECT_EQ(conversation_.at(Side::game, std::nullopt).next, Unit::request);
}

TEST_F(Files, ANumberIsTheFileThatWasOpenedLast) {
  const State state;
  const Facts read = {.unit = Unit::request, .id = 7, .code = files::command_read};
  EXPECT_EQ(conversation_.path(state, read, 9), nullptr);
  conversation_.learn({.unit = Unit::request, .id = 7, .path = "a.gd"}, 10);
  conversation_.learn({.unit = Unit::request, .id = 7, .path = "b.gd"}, 20);
  EXPECT_EQ(conversation_.path(state, read, 9), nullptr) << "not yet";
  EXPECT_STREQ(conversation_.path(state, read, 10), "a.gd");
  EXPECT_STREQ(conversation_.path(state, read, 19), "a.gd");
  EXPECT_STREQ(conversation_.path(state, {.unit = Unit::answer, .id = 7}, 20), "b.gd");
  EXPECT_EQ(conversation_.path(state, {.unit = Unit::request, .id = 7, .path = "b.gd"}, 20), nullptr)
      << "the unit names it";
  EXPECT_EQ(conversation_.path(state, {.unit = Unit::answer, .id = 8}, 20), nullptr);
}

TEST_F(Files, FilesComeInTheOrderOfTheirAnnouncement) {
  conversation_.learn({.unit = Unit::entry, .path = "a.gd", .modified = 1}, 1);
  conversation_.learn({.unit = Unit::entry, .path = "gone.gd"}, 1);
  conversation_.learn({.unit = Unit::entry, .path = "b.gd", .modified = 1}, 1);
  const Facts file = {.unit = Unit::file};
  EXPECT_STREQ(conversation_.path({.sent = 0}, file, 1), "a.gd");
  EXPECT_STREQ(conversation_.path({.sent = 1}, file, 1), "b.gd");
  EXPECT_EQ(conversation_.path({.sent = 2}, file, 1), nullptr);
}

}  // namespace
}  // namespace godot::analysis
