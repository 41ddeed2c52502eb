// SPDX-License-Identifier: MIT
// What is stored of a command that was accepted. Commands are made by hand.
#include "analysis/libraries/netfox/learned_numbers.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/libraries/netfox/messages.h"
#include "tests/unit/support/bytes.h"

namespace godot::analysis {
namespace {

using netfox::CommandKind;

constexpr Speaker server{.link = 1, .sender = second_end, .session = 7, .peer = 1};
constexpr Speaker client{.link = 1, .sender = first_end, .session = 7, .peer = 55};
/// Tick 5: node 3 with two bytes, node 4 with one.
constexpr std::string_view state = "05000000 03 02 aabb 04 01 cc";

class Lesson : public testing::Test {
 protected:
  void take(std::string_view hex, CommandKind kind, NetfoxAccepted how = {}) {
    bytes_ = test::from_hex(hex);
    lesson_.clear();
    const Buffer buffer(bytes_);
    const netfox::Result result =
        netfox::validate(buffer, {.form = netfox::Form::data, .kind = kind, .command = 4}, &lesson_);
    how.source = server;
    how.target = client;
    how.kind = kind;
    how.whole = how.whole && result.exact(buffer);
    how.bytes = buffer;
    how.place.frame = ++frame_;
    lesson_.store(how, memory_);
  }

  test::Bytes bytes_;
  NetfoxLesson lesson_;
  NetfoxMemory memory_;
  std::uint32_t frame_ = 0;
};

TEST_F(Lesson, Identities) {
  take("07000000 2f726f6f742f41 05", CommandKind::identities, {.whole = true});
  ASSERT_NE(memory_.identity(server, 5, 9), nullptr);
  EXPECT_STREQ(memory_.identity(server, 5, 9)->path, "/root/A");
}

TEST_F(Lesson, StatesThatAreSentAgain) {
  take(state, CommandKind::full_state, {.whole = true, .place = {.begin = 10}});
  EXPECT_EQ(memory_.resends.find({.frame = 1, .begin = 14}), nullptr) << "the first one";
  take(state, CommandKind::full_state, {.whole = true, .place = {.begin = 10}});
  ASSERT_NE(memory_.resends.find({.frame = 2, .begin = 14}), nullptr);
  EXPECT_FALSE(memory_.resends.find({.frame = 2, .begin = 14})->corrected);
  ASSERT_NE(memory_.resends.find({.frame = 2, .begin = 18}), nullptr);
  take("05000000 03 02 aabc", CommandKind::full_state, {.whole = true});
  EXPECT_TRUE(memory_.resends.find({.frame = 3, .begin = 4})->corrected);
}

/// Tick 5 again: node 3 has no property that differs from what was sent, node 4 has its first.
TEST_F(Lesson, DifferencesThatAreSentAgain) {
  take("05000000 03 02 03 aabb 04 01 01 cc", CommandKind::diff_state, {.whole = true});
  take("05000000 03 00 00 04 01 01 dd", CommandKind::diff_state, {.whole = true});
  ASSERT_NE(memory_.resends.find({.frame = 2, .begin = 4}), nullptr);
  EXPECT_TRUE(memory_.resends.find({.frame = 2, .begin = 4})->comparable);
  EXPECT_FALSE(memory_.resends.find({.frame = 2, .begin = 4})->corrected);
  ASSERT_NE(memory_.resends.find({.frame = 2, .begin = 7}), nullptr);
  EXPECT_TRUE(memory_.resends.find({.frame = 2, .begin = 7})->corrected);
}

/// A node's number and its path are the same node.
TEST_F(Lesson, ANodeByPathAndByNumber) {
  memory_.announce(client, 3, "/root/A", 0);
  take("05000000 00 2f726f6f742f4100 02 aabb", CommandKind::full_state, {.whole = true});
  take("05000000 03 02 aabb", CommandKind::full_state, {.whole = true});
  EXPECT_NE(memory_.resends.find({.frame = 2, .begin = 4}), nullptr);
}

TEST_F(Lesson, CopiesInputsAndUnfinishedCommandsAreNoStates) {
  take(state, CommandKind::full_state, {.whole = true});
  take(state, CommandKind::full_state, {.whole = true, .repeated = true});
  take(state, CommandKind::full_state, {.whole = false});
  for (const std::uint32_t frame : {2U, 3U}) EXPECT_EQ(memory_.resends.find({.frame = frame, .begin = 4}), nullptr);
}

/// Of a message: identities and whole states are stored, nothing of other commands.
TEST(LearnNetfox, WhatAMessageAnnounces) {
  NetfoxGame game;
  const auto learn = [&](const std::string& hex) {
    const NetfoxCommand command = game.command(hex);
    ASSERT_TRUE(command.found);
    learn_netfox(game.last(), command, game.netfox);
  };
  const auto identity = [&] { return game.netfox.identity(game.server(), 5, game.last().frame); };
  learn(raw("09", "0b000000 2f726f6f742f4d61696e41 05"));
  ASSERT_NE(identity(), nullptr);
  EXPECT_STREQ(identity()->path, "/root/MainA");
  learn(raw("04", full_state));
  learn(raw("04", full_state));
  EXPECT_NE(game.netfox.resends.find({.frame = game.last().frame, .begin = 9}), nullptr);
}

}  // namespace
}  // namespace godot::analysis
