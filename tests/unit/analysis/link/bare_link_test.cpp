// SPDX-License-Identifier: MIT
// A link over WebSocket: pauses, and who closes it. The messages are made here; tests/dissection/test_faults.py has an
// engine's captures.
#include "analysis/link/bare_link.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

class BareLinkTest : public testing::Test {
 protected:
  static constexpr std::size_t server = 0;
  static constexpr std::size_t client = 1;
  static constexpr std::uint32_t whole_window = 65536;

  Largest::Place place(std::uint32_t frame, std::uint32_t size = 30, std::uint32_t index = 0) {
    return {frame, index, size, frame * 20 * millisecond};
  }
  Message first_pass(std::size_t end, const Largest::Place& of) {
    bare.listen(end, of.frame, of.time, of.size);
    return bare.message(end, of, true);
  }

  BareLink bare;
};

TEST_F(BareLinkTest, WhoSendsFirstIsTheServer) {
  EXPECT_FALSE(bare.message(server, place(1), true).from_client);
  const Message message = bare.message(client, place(2, 30, 3), true);
  EXPECT_TRUE(message.from_client);
  EXPECT_EQ(message.link, &bare.link);
  EXPECT_EQ(message.index, 3U);
}

TEST_F(BareLinkTest, WhatTheCaptureLacksIsRemembered) {
  EXPECT_FALSE(bare.link.is_incomplete());
  EXPECT_FALSE(bare.link.may_lack());
  bare.lack(7);
  bare.lack(9);
  EXPECT_TRUE(bare.link.is_incomplete());
  EXPECT_TRUE(bare.link.may_lack());
  EXPECT_EQ(bare.link.capture->lacks_in, 7U);
  EXPECT_TRUE(bare.link.is_in_order());
}

TEST(ClockSteps, AreCoarseIfManyDatagramsShareATimeAndNoTwoAreNear) {
  const auto coarse = [](std::int64_t resolution, int count) {
    ClockSteps steps;
    for (int i = 0; i != count; ++i) steps.add(i * 4'300'000LL / resolution * resolution);
    return steps.coarse();
  };
  EXPECT_FALSE(coarse(1'000, 100));
  EXPECT_TRUE(coarse(1'000'000'000, 300));
  EXPECT_TRUE(coarse(15'625'000, 100));
  EXPECT_TRUE(coarse(1'000'000'000'000, 8)) << "all are 0";
  EXPECT_FALSE(coarse(1'000'000'000'000, 7)) << "too few";
  ClockSteps copies;
  for (int i = 0; i != 100; ++i) copies.add(i / 2 * 300'000LL);
  EXPECT_FALSE(copies.coarse()) << "copies share a time, and others are near";
  ClockSteps apart;
  for (int i = 0; i != 100; ++i) apart.add(i * 20'000'000LL);
  EXPECT_FALSE(apart.coarse()) << "an end that sends seldom";
}

TEST_F(BareLinkTest, AnEndMayLeaveJustAfterAMessage) {
  const Largest::Place early = {5, 0, 30, 1000 * millisecond};
  const Largest::Place late = {6, 0, 30, 1002 * millisecond};
  first_pass(server, early);
  first_pass(client, late);
  first_pass(server, late);
  EXPECT_EQ(bare.message(server, late, true).leaves_in, 0U) << "it has not left yet";
  bare.close(server, 7, 1006 * millisecond);
  EXPECT_EQ(bare.message(server, late, false).leaves_in, 7U);
  EXPECT_EQ(bare.message(server, late, false).leaves_after, 4 * millisecond);
  EXPECT_EQ(bare.message(server, early, false).leaves_in, 0U) << "6 ms before";
  EXPECT_EQ(bare.message(client, late, false).leaves_in, 0U) << "the other end leaves";
  EXPECT_EQ(bare.message(server, {8, 0, 30, 1007 * millisecond}, false).leaves_in, 0U) << "sent afterwards";
}

/// The end of TCP may come much later, and the other end answers with a Close of its own.
TEST_F(BareLinkTest, TheFirstCloseOfWebSocketCounts) {
  const Largest::Place call = {5, 0, 30, 1000 * millisecond};
  first_pass(server, call);
  first_pass(client, call);
  bare.leave(server, 6, 1002 * millisecond);
  bare.leave(client, 7, 1003 * millisecond);
  bare.close(server, 8, 1025 * millisecond);
  EXPECT_EQ(bare.message(server, call, false).leaves_in, 6U);
  EXPECT_EQ(bare.message(server, call, false).leaves_after, 2 * millisecond);
  EXPECT_EQ(bare.message(client, call, false).leaves_in, 0U) << "it only answers";
}

/// A system resets a connection whose program ends before it has read all.
TEST_F(BareLinkTest, AResetShowsNothingOfTheMessagesBeforeIt) {
  const Largest::Place early = {4, 0, 30, 899 * millisecond};
  const Largest::Place read = {5, 0, 30, 900 * millisecond};
  const Largest::Place answer = {6, 0, 30, 901 * millisecond};
  const Largest::Place call = {7, 0, 30, 970 * millisecond};
  const auto reset = [&](const Largest::Place& place, std::size_t end = client) {
    const Message message = bare.message(end, place, false);
    return std::pair(message.reset_in, message.reset_after);
  };
  constexpr std::pair<std::uint32_t, Nanoseconds> none = {0, 0};
  first_pass(client, early);
  first_pass(client, read);
  first_pass(client, call);
  bare.close(server, 8, 1000 * millisecond, true);
  EXPECT_EQ(reset(call), (std::pair<std::uint32_t, Nanoseconds>(8, 30 * millisecond)));
  EXPECT_EQ(reset(read), (std::pair<std::uint32_t, Nanoseconds>(8, 100 * millisecond)));
  EXPECT_EQ(reset(early), none) << "more than 100 ms before";
  EXPECT_EQ(reset(call, server), none) << "its own";
  EXPECT_EQ(reset({9, 0, 30, 1001 * millisecond}), none) << "sent afterwards";
  first_pass(server, answer);
  EXPECT_EQ(reset(read), none) << "it has sent something since";
  EXPECT_EQ(reset(call).first, 8U);
}

TEST_F(BareLinkTest, AFinOrACloseIsNoReset) {
  const Largest::Place call = {7, 0, 30, 970 * millisecond};
  first_pass(client, call);
  BareLink closed = bare;
  bare.close(server, 8, 1000 * millisecond);
  EXPECT_EQ(bare.message(client, call, false).reset_in, 0U);
  closed.leave(server, 8, 990 * millisecond);
  closed.close(server, 9, 1000 * millisecond, true);
  EXPECT_EQ(closed.message(client, call, false).reset_in, 0U) << "who says goodbye has not crashed";
}

/// A capture of one direction has no answers, and one that cuts frames may have lost them.
TEST_F(BareLinkTest, AnswersOfAnEndThatWasNeverHeardMayBeMissing) {
  bare.expect_segments();
  EXPECT_TRUE(bare.link.may_lack_answers(0));
  EXPECT_TRUE(bare.link.may_lack_answers(1));
  bare.add_segment(1, 1'000, 100);
  EXPECT_FALSE(bare.link.may_lack_answers(0)) << "the client's";
  EXPECT_TRUE(bare.link.may_lack_answers(1));
  bare.add_segment(0, 2'000, 100);
  EXPECT_FALSE(bare.link.may_lack());
  bare.cut(7);
  bare.add_segment(0, 3'000, 100);
  EXPECT_TRUE(bare.link.is_cut());
  EXPECT_TRUE(bare.link.may_lack_answers(0));
  EXPECT_TRUE(bare.link.may_lack_answers(1));
}

TEST_F(BareLinkTest, WhoHasClosedReadsNoMore) {
  EXPECT_FALSE(bare.is_closed());
  bare.close(client, 10, 200 * millisecond);
  EXPECT_TRUE(bare.is_closed());
  EXPECT_EQ(bare.message(server, place(11), true).left_in, 10U);
  EXPECT_EQ(bare.message(server, place(10), true).left_in, 0U) << "in the same frame";
  EXPECT_EQ(bare.message(client, place(11), true).left_in, 0U) << "its own, of which the receiver reads on";
}

TEST_F(BareLinkTest, ClosingRightAfterTheLargestMessageShowsOnTheSecondPass) {
  static_cast<void>(bare.message(server, place(8, 30), true));
  static_cast<void>(bare.message(server, place(9, 5000, 1), true));
  bare.leave(client, 10, 200 * millisecond);
  bare.close(client, 10, 200 * millisecond);
  EXPECT_EQ(bare.message(server, place(9, 5000, 1), false).closed_after, 10U);
  EXPECT_EQ(bare.message(server, place(9, 5000, 0), false).closed_after, 0U) << "another one of the frame";
  EXPECT_EQ(bare.message(server, place(8), false).closed_after, 0U);
  EXPECT_EQ(bare.message(client, place(9, 5000, 1), false).closed_after, 0U);
}

TEST_F(BareLinkTest, TheEndOfTcpWithoutACloseIsNoAnswerToAMessage) {
  static_cast<void>(bare.message(server, place(9, 5000), true));
  bare.close(client, 10, 200 * millisecond);
  EXPECT_EQ(bare.message(server, place(9, 5000), false).closed_after, 0U);
}

TEST_F(BareLinkTest, AnAnswerToACloseIsNoneToAMessage) {
  static_cast<void>(bare.message(server, place(9, 5000), true));
  bare.leave(server, 10, 200 * millisecond);
  bare.close(client, 11, 201 * millisecond);
  EXPECT_EQ(bare.message(server, place(9, 5000), false).closed_after, 0U);
}

TEST_F(BareLinkTest, TheReceiversCloseCountsIfTheSenderEndsTcp) {
  static_cast<void>(bare.message(server, place(9, 5000), true));
  bare.leave(client, 10, 200 * millisecond);
  bare.close(server, 11, 201 * millisecond);
  EXPECT_EQ(bare.message(server, place(9, 5000), false).closed_after, 11U);
}

TEST_F(BareLinkTest, APauseIsTheFirstMessagesOfItsFrame) {
  std::uint32_t frame = 1;
  for (; frame < 80; frame += 2) {
    first_pass(server, place(frame));
    first_pass(client, place(frame + 1));
  }
  const std::uint32_t last = frame - 2;
  for (; frame < 160; ++frame) first_pass(client, place(frame));
  const Message message = first_pass(server, place(frame));
  ASSERT_NE(message.silence, nullptr);
  EXPECT_EQ(message.silence->last, last);
  EXPECT_EQ(bare.message(server, place(frame), false).silence, message.silence) << "on each pass";
  EXPECT_EQ(bare.message(server, place(frame, 30, 1), false).silence, nullptr) << "the frame's second message";
  EXPECT_EQ(bare.message(server, place(frame - 1), false).silence, nullptr);
  EXPECT_EQ(bare.message(server, place(frame + 1), false).silence, nullptr);
}

TEST_F(BareLinkTest, APauseUntilTheCaptureEndsIsTheLastMessagesOfItsEnd) {
  std::uint32_t frame = 1;
  for (; frame < 80; frame += 2) {
    first_pass(server, place(frame));
    first_pass(client, place(frame + 1));
  }
  const std::uint32_t last = frame - 2;
  for (; frame < 160; ++frame) first_pass(client, place(frame));
  bare.add_segment(server, place(frame).time, 100);
  EXPECT_EQ(bare.message(server, place(last), true).silence, nullptr) << "not before all is known";
  const Silence* silence = bare.message(server, place(last), false).silence;
  ASSERT_NE(silence, nullptr);
  EXPECT_TRUE(silence->lasts);
  EXPECT_EQ(bare.message(server, place(last - 2), false).silence, nullptr);
  EXPECT_EQ(bare.message(server, place(last, 30, 1), false).silence, nullptr) << "the frame's second message";
  EXPECT_EQ(bare.message(client, place(frame - 1), false).silence, nullptr);
  bare.leave(client, frame, place(frame).time);
  EXPECT_EQ(bare.message(server, place(last), false).silence, nullptr) << "it may have had nothing more to send";
}

TEST_F(BareLinkTest, AnEndThatLeavesHasPolledAtLast) {
  std::uint32_t frame = 1;
  for (; frame < 80; frame += 2) {
    first_pass(server, place(frame));
    first_pass(client, place(frame + 1));
  }
  const std::uint32_t last = frame - 2;
  for (; frame < 160; ++frame) first_pass(client, place(frame));
  bare.leave(server, frame, place(frame).time);
  EXPECT_EQ(bare.message(server, place(last), false).silence, nullptr);
}

TEST_F(BareLinkTest, AnEndThatReadsIsRemembered) {
  constexpr std::uint32_t window = 16U << 20U;
  constexpr std::uint32_t buffer = 6U << 20U;
  bare.add_segment(client, 5, window);
  EXPECT_EQ(bare.link.acks_at[0], 5) << "the client's come first";
  EXPECT_EQ(bare.link.acks_at[1], 0);
  EXPECT_EQ(bare.link.reads_at[0], 0) << "nothing was sent to it";
  bare.listen(server, 1, 6, buffer - 1);
  bare.add_segment(client, 7, window);
  EXPECT_EQ(bare.link.reads_at[0], 0) << "so much its system may keep unread without showing it";
  EXPECT_EQ(bare.link.acks_at[0], 7);
  bare.listen(server, 1, 8, 1);
  bare.add_segment(client, 9, window);
  EXPECT_EQ(bare.link.reads_at[0], 9) << "more, and the window is as large as before";
  bare.add_segment(client, 10, window - buffer / 2);
  EXPECT_EQ(bare.link.reads_at[0], 9) << "the window shrank by half of it";
}

TEST_F(BareLinkTest, WhoVisiblyDoesNotReadShowsNoSignOfItsProgram) {
  bare.add_segment(client, 5, whole_window);
  bare.listen(server, 1, 6, 4000);
  bare.add_segment(client, 7, whole_window - 2001);
  EXPECT_EQ(bare.link.acks_at[0], 5) << "its system answers, and keeps what came";
  bare.add_segment(client, 8, whole_window - 1999);
  EXPECT_EQ(bare.link.acks_at[0], 8);
}

}  // namespace
}  // namespace godot::analysis
