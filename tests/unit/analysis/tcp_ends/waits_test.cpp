// SPDX-License-Identifier: MIT
// Messages over TCP that wait. The segments are made here; tests/dissection/test_waits.py has engines' captures.
#include "analysis/tcp_ends/waits.h"

#include <string>

#include "analysis/tcp_ends/end_verdicts.h"
#include "analysis/tcp_ends/ends.h"
#include "tests/unit/analysis/arena.h"

#include <gtest/gtest.h>

namespace godot::analysis::tcp_ends {
namespace {

using problems::Tcp;

constexpr std::uint8_t client = 1;
constexpr std::uint8_t server = 0;
constexpr std::uint32_t length = 60;

/// A connection whose server sends values; the capture is at the server, and the way takes `way`.
class WaitsOfTcp : public testing::Test {
 protected:
  WaitsOfTcp() {
    ends.mark(0);
    open();
  }

  void open() {
    add(client, 0, {.opens = true});
    ++next[client];
    add(server, 0, {.opens = true, .acknowledges = true});
    ++next[server];
    wait(turn_of_client);
    acknowledge();
  }

  void wait(double ms) { now += static_cast<Nanoseconds>(ms * millisecond); }
  /// The server sends the next bytes.
  std::uint32_t send(std::uint32_t size = length) {
    add(server, size, {.acknowledges = true});
    next[server] += size;
    return frame;
  }
  /// The server sends `size` bytes again, from `back` bytes before the next on.
  void send_again(std::uint32_t back, std::uint32_t size = length) {
    const std::uint32_t kept = next[server];
    next[server] = kept - back;
    add(server, size, {.acknowledges = true});
    next[server] = kept;
  }
  /// The client acknowledges all but the last bytes.
  void acknowledge(std::uint32_t but = 0) { add(client, 0, {.acknowledges = true}, but); }

  void add(std::uint8_t side, std::uint32_t size, Segment segment, std::uint32_t but = 0) {
    segment.frame = ++frame;
    segment.time = now;
    segment.side = side;
    segment.sequence = next[side];
    segment.acknowledged = next[side ^ 1U] - but;
    segment.window = window;
    segment.reported = size;
    ends.add(segment);
  }

  /// Sends a segment, whose acknowledgement comes `late` ms late, and another one `gap` ms later: so many times.
  void send_in_steps(int times, double late = 41, double gap = 0.1) {
    for (int i = 0; i != times; ++i) {
      send();
      wait(turn_of_client + late);
      acknowledge();
      wait(gap);
    }
    send();
  }

  /// The problem of the last frame, count_: none.
  Tcp problem() {
    const auto* endings = ends.find(frame);
    if (endings == nullptr || endings->size() != 1) return Tcp::count_;
    EndingFindings found(arena);
    judge(endings->front(), found);
    text = found.first()->text;
    causes = found.first()->basis.causes;
    return found.first()->problem;
  }
  /// How many frames show a problem.
  [[nodiscard]] int problems_until_now() const {
    int count = 0;
    for (std::uint32_t each = 1; each <= frame; ++each) count += ends.find(each) != nullptr ? 1 : 0;
    return count;
  }
  [[nodiscard]] bool says(std::string_view part) const { return text.find(part) != std::string::npos; }

  static constexpr double turn_of_client = 20;
  Ends ends;
  std::uint32_t frame = 0;
  std::uint32_t window = 65535;
  Nanoseconds now = second;
  std::array<std::uint32_t, 2> next = {0xFFFF'FFE0, 5000};
  std::string text;
  unsigned causes = 0;
};

// --- Behind a lost segment ------------------------------------------------------------------------------------------

TEST_F(WaitsOfTcp, SegmentsBehindALostOneWaitUntilItIsSentAgain) {
  send();
  wait(20);
  acknowledge();
  const std::uint32_t lost = send();
  wait(30);
  const std::uint32_t first = send();
  wait(30);
  const std::uint32_t last = send();
  wait(10);
  acknowledge(3 * length);
  wait(110);
  send_again(3 * length);
  const std::uint32_t again = frame;
  wait(20);
  acknowledge();
  EXPECT_EQ(problem(), Tcp::held);
  EXPECT_TRUE(says("2 segments of the server (120 bytes, frames " + std::to_string(first) + " to " +
                   std::to_string(last) + ") had to wait at the client for an earlier one, up to 150 ms"))
      << text;
  EXPECT_TRUE(says("frame " + std::to_string(lost) + " was lost")) << text;
  EXPECT_TRUE(says("it came in frame " + std::to_string(again))) << text;
  EXPECT_EQ(causes, 1U);
}
TEST_F(WaitsOfTcp, ASegmentThatTheCaptureLacksIsNotNamed) {
  send();
  wait(20);
  acknowledge();
  next[server] += length;
  wait(30);
  send();
  acknowledge(2 * length);
  wait(150);
  send_again(2 * length);
  acknowledge();
  EXPECT_EQ(problem(), Tcp::held);
  EXPECT_TRUE(says("A segment of the server (60 bytes")) << text;
  EXPECT_TRUE(says("was lost, or came late")) << text;
}
TEST_F(WaitsOfTcp, AShortWaitIsNone) {
  send();
  wait(20);
  acknowledge();
  send();
  wait(30);
  send();
  wait(5);
  acknowledge(2 * length);
  wait(60);
  send_again(2 * length);
  acknowledge();
  EXPECT_EQ(problems_until_now(), 0);
}
/// Only the acknowledgement was lost: the receiver does not repeat one.
TEST_F(WaitsOfTcp, ASegmentThatIsSentAgainForNothing) {
  send();
  wait(20);
  acknowledge();
  send();
  wait(30);
  send();
  wait(200);
  send_again(2 * length);
  wait(20);
  acknowledge();
  EXPECT_EQ(problems_until_now(), 0);
}
/// It says that it has got it twice, while another one is on its way.
TEST_F(WaitsOfTcp, ARepeatedAcknowledgementOfWhatCameTwice) {
  send();
  wait(20);
  acknowledge();
  send_again(length);
  wait(20);
  send();
  wait(20);
  send();
  acknowledge(2 * length);
  wait(150);
  acknowledge();
  EXPECT_EQ(problems_until_now(), 0);
}
TEST_F(WaitsOfTcp, AnUpdateOfTheWindowIsNoRepeatedAcknowledgement) {
  send();
  wait(20);
  acknowledge();
  send();
  wait(30);
  send();
  window = 70000;
  acknowledge(2 * length);
  wait(150);
  send_again(2 * length);
  acknowledge();
  EXPECT_EQ(problems_until_now(), 0);
}
/// All behind it were lost, too: each was sent again.
TEST_F(WaitsOfTcp, WhatIsLostItselfDoesNotWait) {
  send();
  wait(20);
  acknowledge();
  send();
  wait(30);
  send();
  acknowledge(2 * length);
  wait(200);
  send_again(2 * length);
  send_again(length);
  wait(20);
  acknowledge();
  EXPECT_EQ(problems_until_now(), 0);
}
TEST_F(WaitsOfTcp, AConnectionOfAnotherProgramIsNotJudged) {
  ends.forget();
  next = {1000, 2000};
  open();
  send();
  acknowledge();
  send();
  wait(30);
  send();
  acknowledge(2 * length);
  wait(150);
  send_again(2 * length);
  acknowledge();
  EXPECT_EQ(problems_until_now(), 0);
}
TEST_F(WaitsOfTcp, ACaptureOfBothSidesIsNotJudged) {
  ends.forget();
  ends.mark(0);
  next = {1000, 2000};
  add(client, 0, {.opens = true});
  wait(10);
  add(client, 0, {.opens = true});
  ++next[client];
  add(server, 0, {.opens = true, .acknowledges = true});
  ++next[server];
  acknowledge();
  send();
  acknowledge();
  send();
  wait(30);
  send();
  acknowledge(2 * length);
  wait(150);
  send_again(2 * length);
  acknowledge();
  EXPECT_EQ(problems_until_now(), 0);
}
TEST_F(WaitsOfTcp, NoMoreSegmentsAreKeptThanItsBound) {
  HeadOfLine line;
  HeldSegments held;
  SegmentHead head = {.frame = 1, .time = 1, .sequence = 1, .acknowledged = 1, .window = 1000, .size = 1};
  for (std::uint32_t i = 0; i != 100'000; ++i) {
    head.sequence = i;
    head.frame = i;
    line.sent(head);
  }
  head.size = 0;
  head.acknowledged = 100'000;
  EXPECT_FALSE(line.answered(head, held));
}

// --- Nagle's algorithm ----------------------------------------------------------------------------------------------

TEST_F(WaitsOfTcp, SmallSegmentsThatWaitForDelayedAcknowledgements) {
  send_in_steps(7);
  EXPECT_EQ(problem(), Tcp::count_);
  wait(turn_of_client + 44);
  acknowledge();
  send();
  EXPECT_EQ(problem(), Tcp::nagle);
  EXPECT_TRUE(says("8 times so far, the acknowledgement was 41 to 44 ms late")) << text;
  EXPECT_TRUE(says("set_no_delay(true) of the StreamPeerTCP")) << text;
  // The way may have become slower.
  EXPECT_EQ(causes, 2U);
  send_in_steps(20);
  EXPECT_EQ(problems_until_now(), 1);
}
TEST_F(WaitsOfTcp, AcknowledgementsThatComeAtOnceMeanwhileProveIt) {
  send_in_steps(6);
  for (const double late : {0.0, 41.0, 41.0}) {
    wait(turn_of_client + late);
    acknowledge();
    send();
  }
  EXPECT_EQ(problem(), Tcp::nagle);
  EXPECT_EQ(causes, 1U);
}
/// At the receiver, what it sets free comes a way later.
TEST_F(WaitsOfTcp, TheCaptureMayBeAtTheReceiver) {
  ends.forget();
  ends.mark(0);
  next = {1000, 2000};
  add(client, 0, {.opens = true});
  ++next[client];
  wait(30);
  add(server, 0, {.opens = true, .acknowledges = true});
  ++next[server];
  acknowledge();
  for (int i = 0; i != 8; ++i) {
    send();
    wait(41);
    acknowledge();
    wait(31);
  }
  send();
  EXPECT_EQ(problem(), Tcp::nagle);
}
/// As where an address is looked up, or a phone's radio wakes. What follows shows how long the way takes.
TEST_F(WaitsOfTcp, TheBeginningMayTakeLonger) {
  constexpr double in_truth = 8;
  send();
  wait(in_truth);
  acknowledge();
  wait(100);
  for (int i = 0; i != 8; ++i) {
    send();
    wait(in_truth + 41);
    acknowledge();
    wait(0.1);
  }
  send();
  EXPECT_EQ(problem(), Tcp::nagle);
  EXPECT_TRUE(says("8 times so far, the acknowledgement was 41 to 41 ms late")) << text;
}
/// A small segment goes out although one is not acknowledged: nothing keeps it back.
TEST_F(WaitsOfTcp, WithoutNaglesAlgorithm) {
  for (int i = 0; i != 20; ++i) {
    send();
    wait(20);
    send();
    wait(turn_of_client + 21);
    acknowledge();
    send();
    wait(turn_of_client + 41);
    acknowledge();
  }
  EXPECT_EQ(problems_until_now(), 0);
}
/// The way is slow from the beginning on, and acknowledgements come at once.
TEST_F(WaitsOfTcp, ASlowWay) {
  send_in_steps(40, 1);
  EXPECT_EQ(problems_until_now(), 0);
}
/// The program sends a little after the acknowledgement, by its own clock.
TEST_F(WaitsOfTcp, AClockThatIsSlowerThanAcknowledgements) {
  send_in_steps(40, 41, 6);
  send_in_steps(40, 41, 30);
  EXPECT_EQ(problems_until_now(), 0);
}
TEST_F(WaitsOfTcp, WaysThatVary) {
  for (int i = 0; i != 300; ++i) {
    send();
    wait(turn_of_client + i * 37 % 60);
    acknowledge();
    wait(0.1);
  }
  EXPECT_EQ(problems_until_now(), 0);
}
/// An acknowledgement with data comes when its program sends.
TEST_F(WaitsOfTcp, AnswersOfThePrograms) {
  for (int i = 0; i != 20; ++i) {
    send();
    wait(turn_of_client + 41);
    add(client, length, {.acknowledges = true});
    next[client] += length;
    wait(0.1);
  }
  EXPECT_EQ(problems_until_now(), 0);
}
TEST_F(WaitsOfTcp, WholeSegmentsAreNotKeptBack) {
  for (int i = 0; i != 20; ++i) {
    send(1448);
    wait(turn_of_client + 41);
    acknowledge();
  }
  EXPECT_EQ(problems_until_now(), 0);
}
TEST_F(WaitsOfTcp, AnAcknowledgementOfEarlierBytesIsNotTheOneThatIsWaitedFor) {
  for (int i = 0; i != 20; ++i) {
    send();
    wait(turn_of_client + 5);
    acknowledge(1);
    wait(36);
    acknowledge();
    wait(0.1);
  }
  EXPECT_EQ(problems_until_now(), 1);
}
TEST_F(WaitsOfTcp, WithoutTheBeginningOfTheConnection) {
  ends.forget();
  ends.mark(0);
  send_in_steps(20);
  EXPECT_EQ(problems_until_now(), 0);
}
/// How long the way takes is known from both SYN and what answers them: one of them is not enough.
TEST_F(WaitsOfTcp, WithOneSynOfTheConnection) {
  for (const std::uint8_t side : {client, server}) {
    ends.forget();
    ends.mark(0);
    next = {1000, 2000};
    if (side == client) add(client, 0, {.opens = true});
    ++next[client];
    if (side == server) add(server, 0, {.opens = true, .acknowledges = true});
    ++next[server];
    wait(turn_of_client);
    acknowledge();
    send_in_steps(20);
    EXPECT_EQ(problems_until_now(), 0) << int{side};
  }
}
/// An acknowledgement stands before what it acknowledges: the capture is merged of two, whose clocks differ.
TEST_F(WaitsOfTcp, ByTwoClocks) {
  next[server] += length;
  acknowledge();
  next[server] -= length;
  send_in_steps(20);
  EXPECT_EQ(problems_until_now(), 0);
}
/// What follows the late acknowledgement at once is sent again: no new message waited for it.
TEST_F(WaitsOfTcp, WhatIsSentAgainWasNotKeptBack) {
  for (int i = 0; i != 20; ++i) {
    send();
    wait(turn_of_client + 41);
    acknowledge();
    send_again(length);
    wait(turn_of_client);
    acknowledge();
    wait(20);
  }
  EXPECT_EQ(problems_until_now(), 0);
}
/// All that is known of it, of either end. An editor that listens has its game as the client.
TEST_F(WaitsOfTcp, WhatIsKnownOfSmallSegmentsThatWait) {
  for (const std::uint8_t sender : {client, server}) {
    ends.forget();
    ends.mark(0);
    next = {1000, 2000};
    const std::uint8_t receiver = sender ^ 1U;
    add(client, 0, {.opens = true});
    ++next[client];
    wait(sender == client ? turn_of_client : 0);
    add(server, 0, {.opens = true, .acknowledges = true});
    ++next[server];
    wait(sender == client ? 0.1 : turn_of_client);
    acknowledge();
    const auto send_small = [&] {
      add(sender, length, {.acknowledges = true});
      next[sender] += length;
    };
    for (int i = 0; i != 8; ++i) {
      send_small();
      wait(turn_of_client + 38 + i);
      add(receiver, 0, {.acknowledges = true});
      wait(0.1);
    }
    send_small();
    const auto* endings = ends.find(frame);
    ASSERT_NE(endings, nullptr);
    ASSERT_EQ(endings->size(), 1U);
    const Ending& found = endings->front();
    EXPECT_EQ(found.what, What::nagle);
    EXPECT_EQ(found.by_client, sender == client);
    EXPECT_TRUE(found.knows_client);
    EXPECT_EQ(found.frame, frame);
    EXPECT_FALSE(found.is_quick);
    EXPECT_FALSE(found.is_websocket);
    EXPECT_EQ(found.count, Nagle::enough);
    EXPECT_EQ(found.length, 38 * millisecond);
    EXPECT_EQ(found.longest, 45 * millisecond);
  }
}

}  // namespace
}  // namespace godot::analysis::tcp_ends
