// SPDX-License-Identifier: MIT
// ENet's problems: each with the case that has it, and those that look the same. Findings are written by hand, or taken
// from connections written by hand.
#include "analysis/enet/problems/enet_problems.h"

#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <vector>

#include "analysis/enet/connections/moves.h"
#include "tests/unit/analysis/causes.h"
#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::test {
namespace {

using analysis::Nanoseconds;
using analysis::enet::Event;
using analysis::enet::Finding;
using analysis::enet::Sequel;
using enet::CommandType;
using problems = analysis::problems::Enet;

constexpr problems none = problems::count_;
constexpr Nanoseconds one_second = 1'000'000'000;

/// What a dissector knows, as plain values.
class FixedContext final : public analysis::enet::CommandContext {
 public:
  [[nodiscard]] analysis::enet::Handshake handshake() const override { return began; }
  [[nodiscard]] analysis::enet::OtherSide other_side() const override { return other; }
  [[nodiscard]] bool is_judged_on_other_side() const override { return judged_there; }
  [[nodiscard]] bool has_other_side() const override { return both_sides; }
  [[nodiscard]] bool is_authenticating() const override { return authenticates; }
  [[nodiscard]] analysis::enet::ChannelUse highest_channel() const override { return highest; }

  analysis::enet::Handshake began;
  analysis::enet::OtherSide other;
  analysis::enet::ChannelUse highest;
  bool judged_there = false;
  bool both_sides = false;
  bool authenticates = false;
};

/// A command of the client's, after the whole capture was read.
class EnetProblems : public testing::Test {
 protected:
  EnetProblems() {
    link.handshake();
    finding.set_sequel(sequel);
  }

  problems problem_of(CommandType type) { return problem_of(type, finding); }
  problems problem_of(CommandType type, const Finding& of) {
    found = std::make_unique<analysis::enet::ProblemFindings>(heap.packet_arena());
    analysis::enet::judge(analysis::enet::Subject{sender, context, of, type, asks_acknowledgement, 10, compression,
                                                  compresses, one_second / 10, captured},
                          *found);
    return found->first() != nullptr ? found->first()->problem : none;
  }
  [[nodiscard]] std::string_view why() const { return found->first()->advice.why; }
  [[nodiscard]] std::string_view text() const { return found->first()->text; }
  /// The whole list of causes that remain.
  [[nodiscard]] Causes causes() const { return causes_of(*found); }
  void never_acknowledged(std::uint16_t sendings, Nanoseconds tried) {
    finding.set(Event::never_acknowledged);
    sequel.sendings = sendings;
    sequel.tried = tried;
  }

  Conversation link;
  analysis::Completeness capture;
  analysis::enet::Sender sender{.analysis = &link.analysis(), .capture = &capture, .is_complete = true};
  FixedContext context;
  Sequel sequel;
  Finding finding;
  bool asks_acknowledgement = true;
  enet::Compression compression = enet::Compression::none;
  std::array<bool, 2> compresses = {};
  Nanoseconds captured = 0;
  std::unique_ptr<analysis::enet::ProblemFindings> found;
  HeapArena heap;
};

TEST_F(EnetProblems, AReceiverThatAcknowledgesWhatWasSentLaterIsThere) {
  never_acknowledged(5, one_second);
  constexpr const char* by_size = "the path drops datagrams as large as this one";
  constexpr const char* by_link = "the link lost each transmission";
  link.at(100, client, 100, {reliable(0, 1, 50)});
  link.at(101, server, {acknowledge(0, 1, 100)});
  const auto& reached = link.analysis().reached(client);
  ASSERT_GT(reached.sent_at, 0);
  EXPECT_EQ(reached.longest, 50U);
  sequel.last_at = reached.sent_at;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived")
      << "it was not sent later";
  sequel.last_at = reached.sent_at - 1;
  sequel.length = 50;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(), (Causes{by_link}));
  sequel.length = 51;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(), (Causes{by_size, by_link}));
  compression = enet::Compression::fastlz;
  compresses[0] = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(), (Causes{"only this end compresses, as far as captured, and the other one cannot read it", by_size,
                              by_link}));
}

TEST_F(EnetProblems, AMessageThatIsNeverAcknowledged) {
  EXPECT_EQ(problem_of(CommandType::send_reliable), none);
  never_acknowledged(3, one_second);
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "it may have been tried for too short a time";
  never_acknowledged(4, 2 * one_second - 1);
  EXPECT_EQ(problem_of(CommandType::send_reliable), none);
  never_acknowledged(5, one_second);
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived");
  capture.lacks_in = 4;
  sequel.last_at = link.analysis().last_heard(server) - 1;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "the receiver was there, and may have acknowledged it";
  sequel.last_at = link.analysis().last_heard(server);
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(),
            "Sent 5 times in 1.00 s and never acknowledged, unless the capture lacks the acknowledgement: perhaps it "
            "never arrived");
  capture.lacks_in = 0;
  capture.disordered_in = 4;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "the acknowledgement may be before it";
  capture.disordered_in = 0;
  never_acknowledged(3, 2 * one_second);
  EXPECT_EQ(problem_of(CommandType::send_fragment), problems::never_acknowledged);
  compresses[0] = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 3 times in 2.00 s and never acknowledged: perhaps it never arrived")
      << "this datagram is not compressed";
  compression = enet::Compression::fastlz;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(
      text(),
      "Sent 3 times in 2.00 s and never acknowledged. One of: only this end compresses, as far as captured, and "
      "the other one cannot read it: Choose the same compression at both ends; it never arrived: The receiver is "
      "gone, does not poll (loading, a breakpoint), has closed the connection without a word (disconnect_peer(id, "
      "true), reset()), has given it up (5 to 60 s of silence: set_timeout()), or the link loses what is sent");
  EXPECT_EQ(causes(), (Causes{"only this end compresses, as far as captured, and the other one cannot read it",
                              "it never arrived"}));
  sequel.last_at = link.analysis().last_heard(server) + 1000 * one_second;
  link.at(100, client, 100, {reliable(0, 1)});
  link.at(101, server, {acknowledge(0, 1, 100)});
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(), (Causes{"only this end compresses, as far as captured, and the other one cannot read it",
                              "it never arrived"}))
      << "what was acknowledged was not compressed";
  link.compresses = true;
  link.at(200, client, 200, {reliable(0, 2)});
  link.compresses = false;
  link.at(201, server, {acknowledge(0, 2, 200)});
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 3 times in 2.00 s and never acknowledged: perhaps it never arrived")
      << "the other end reads what is compressed, and sends too little";
  Conversation unread;
  unread.handshake();
  sender.analysis = &unread.analysis();
  compresses[1] = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 3 times in 2.00 s and never acknowledged: perhaps it never arrived") << "both do";
  capture.cut_in = 3;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "acknowledgements may be in what was cut";
}

/// The capture ends while the receiver is silent, or just after: its answer may come yet.
TEST_F(EnetProblems, AMessageThatMayBeAcknowledgedYet) {
  never_acknowledged(5, 3 * one_second);
  const Nanoseconds heard_at = link.analysis().last_heard(server);
  capture.last_at = heard_at + one_second - 1;
  EXPECT_TRUE(is_lost(sender, 10, finding)) << "the receiver is there";
  capture.last_at = heard_at + one_second;
  EXPECT_FALSE(is_lost(sender, 10, finding));
  capture.last_at = heard_at + 5 * one_second - 1;
  EXPECT_FALSE(is_lost(sender, 10, finding));
  sender.is_complete = false;
  EXPECT_TRUE(is_lost(sender, 10, finding)) << "how the capture ends is not known yet";
  sender.is_complete = true;
  capture.last_at = heard_at + 5 * one_second;
  EXPECT_TRUE(is_lost(sender, 10, finding)) << "its sender gives up";
}

/// It was silent before for longer than ENet waits by default.
TEST_F(EnetProblems, AReceiverThatIsSilentAgainMayAnswerYet) {
  never_acknowledged(5, 3 * one_second);
  link.at(9000, server, 9000, {ping(2)});
  const auto& silences = link.analysis().silences(server);
  EXPECT_GE(silences.longest, 8 * one_second);
  const Nanoseconds heard_at = link.analysis().last_heard(server);
  capture.last_at = heard_at;
  EXPECT_FALSE(is_lost(sender, 10, finding)) << "it has only just come back";
  capture.last_at = heard_at + silences.longest - 1;
  EXPECT_FALSE(is_lost(sender, 10, finding));
  capture.last_at = heard_at + silences.longest;
  EXPECT_TRUE(is_lost(sender, 10, finding));
  link.at(9500, server, 9500, {ping(3)});
  link.at(10000, server, 10000, {ping(4)});
  capture.last_at = link.analysis().last_heard(server);
  EXPECT_TRUE(is_lost(sender, 10, finding)) << "it is there again, and does not acknowledge it";
}

/// Its process has ended: its system returns what the client sends.
TEST_F(EnetProblems, AMessageToAServerThatHasEnded) {
  never_acknowledged(5, one_second);
  context.began = {.returned_in = 12, .error = {.type = 3, .code = 3}, .answer_last = 9, .client = sender.direction};
  sender.on_one_machine = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(found->first()->basis.causes, 1);
  EXPECT_EQ(causes(), (Causes{"the server's process has ended (ICMP port unreachable in frame 12)"}));
  context.began.answer_last = 11;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(),
            (Causes{"the server's process has ended (ICMP port unreachable in frame 12)", "it was lost before"}))
      << "the server has sent something after the message";
  sender.on_one_machine = false;
  context.began.answer_last = 9;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(), (Causes{"the server's process has ended (ICMP port unreachable in frame 12)",
                              "a firewall or router rejects what the client sends since"}));
  context.began.answer_last = 13;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived") << "the server goes on";
  context.began = {.returned_in = 12, .error = {.type = 3, .code = 3}, .answer_last = 9, .client = 1};
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived")
      << "the client's own datagrams come back, not the server's";
  context.began = {.returned_in = 12, .error = {.type = 3, .code = 13}, .answer_last = 9, .client = sender.direction};
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived") << "a firewall's error";
}

/// The same of a player's game.
TEST_F(EnetProblems, AMessageToAClientThatHasEnded) {
  never_acknowledged(5, one_second);
  const auto client = static_cast<std::uint8_t>(sender.direction ^ 1U);
  context.began = {.returned_to_server_in = 12,
                   .error_to_server = {.type = 3, .code = 3},
                   .client_last = 9,
                   .answer_last = 20,
                   .client = client};
  sender.on_one_machine = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(), (Causes{"the client's process has ended (ICMP port unreachable in frame 12)"}));
  sender.on_one_machine = false;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(causes(), (Causes{"the client's process has ended (ICMP port unreachable in frame 12)",
                              "a firewall or router rejects what the server sends since"}));
  context.began.client_last = 13;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived") << "the client goes on";
  context.began.client_last = 9;
  context.began.client = sender.direction;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived")
      << "the server's own datagrams come back, not the client's";
}

TEST_F(EnetProblems, WithoutTheOtherEndNothingIsLost) {
  Conversation alone;
  alone.at(0, client, 10, {reliable(0, 1)});
  sender.analysis = &alone.analysis();
  never_acknowledged(9, 9 * one_second);
  EXPECT_EQ(problem_of(CommandType::send_reliable), none);
  sender.analysis = nullptr;
  EXPECT_FALSE(is_lost(sender, 10, finding)) << "nothing is known of its connection";
  sender.analysis = &link.analysis();
  EXPECT_TRUE(is_lost(sender, 10, finding));
  finding.has_sequel = false;
  EXPECT_FALSE(is_lost(sender, 10, finding));
}

TEST_F(EnetProblems, AMessageIsAcknowledgedOrSentAgain) {
  EXPECT_FALSE(is_acknowledged(finding));
  sequel.sent_again_in = 12;
  EXPECT_TRUE(is_acknowledged(finding)) << "that one tells";
  finding.set(Event::never_acknowledged);
  EXPECT_FALSE(is_acknowledged(finding));
  Finding answered;
  answered.acked_in = 11;
  EXPECT_TRUE(is_acknowledged(answered));
}

/// The connection was left after the command, so nothing follows.
TEST_F(EnetProblems, AMessageThatIsNotAcknowledgedUntilTheEnd) {
  never_acknowledged(2, one_second);
  while (link.frame() != 10) link.at(10, client, {ping(2)});
  link.at(20, server, 20, {disconnect(2)});
  EXPECT_TRUE(is_lost(sender, 10, finding));
  EXPECT_FALSE(is_lost(sender, 11, finding));
  capture.lacks_in = 5;
  EXPECT_FALSE(is_lost(sender, 10, finding)) << "the acknowledgement may be what the capture lacks";
  capture.lacks_in = 0;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(),
            "Sent 2 times in 1.00 s and never acknowledged until the connection was left in frame 11: perhaps it never "
            "arrived");
}

TEST_F(EnetProblems, AMessageWhoseSenderLeaves) {
  while (link.frame() != 9) link.at(90, client, {ping(2)});
  const analysis::enet::Datagram& message = link.at(99, client, 99, {reliable(0, 1)});
  link.at(100, client, 100, {disconnect(3)});
  ASSERT_NE(message.first, nullptr);
  const auto judged = [&] { return problem_of(CommandType::send_reliable, *message.first); };
  EXPECT_EQ(judged(), none) << "the capture ends too soon";
  capture.last_at = link.analysis().left_at() + one_second / 2 - 1;
  EXPECT_EQ(judged(), none);
  capture.last_at = link.analysis().left_at() + one_second / 2;
  EXPECT_EQ(judged(), problems::left_unread);
  EXPECT_TRUE(text().starts_with("Never acknowledged: its sender closes the connection 1.0 ms later, in frame 11."))
      << text();
  sender.is_complete = false;
  EXPECT_EQ(judged(), none) << "an acknowledgement may follow";
  sender.is_complete = true;
  capture.lacks_in = 2;
  EXPECT_EQ(judged(), none) << "the capture may lack it";
}

TEST_F(EnetProblems, AMessageJustBeforeItsSenderLeavesOfWhichNothingIsKnown) {
  while (link.frame() != 9) link.at(90, client, {ping(2)});
  const analysis::enet::Datagram& message = link.at(100, client, 100, {reliable(0, 1), unreliable(0, 1, 1)});
  ASSERT_EQ(message.frame, 10U);
  ASSERT_NE(message.first, nullptr);
  captured = message.captured;
  asks_acknowledgement = false;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "it goes on";
  link.at(101, client, 101, {disconnect(3)});
  EXPECT_EQ(problem_of(CommandType::send_unreliable), problems::left_unread_perhaps);
  EXPECT_EQ(why(),
            "Its sender closes the connection 1.0 ms later, in frame 11: a receiver that reads both in one poll drops "
            "it. Wait half a second before disconnect_peer(), close() or quitting");
  EXPECT_FALSE(found->first()->counted);
  capture.coarse = true;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "when it was sent is not known";
  capture.coarse = false;
  finding.set(Event::repeated);
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "a copy of an earlier one";
  finding.set(Event::repeated, false);
  asks_acknowledgement = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "it was acknowledged";
  EXPECT_EQ(problem_of(CommandType::send_reliable, *message.first), problems::left_unread_perhaps)
      << "the capture ends with it";
  capture.last_at = link.analysis().left_at() + one_second;
  EXPECT_EQ(problem_of(CommandType::send_reliable, *message.first), problems::left_unread)
      << "an acknowledgement would have come";
}

/// On one machine nothing is lost: the throttle has dropped it, or the capture lacks it.
TEST_F(EnetProblems, FewMessagesThatAreMissingOnOneMachine) {
  finding.set(Event::lost_command);
  sequel.missing = "2";
  sequel.missing_count = sequel.never_came = 1;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), problems::never_came);
  sender.on_one_machine = true;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none);
}

TEST_F(EnetProblems, AMessageThatArrivesAfterALaterOne) {
  finding.set(Event::dropped);
  EXPECT_EQ(problem_of(CommandType::send_unreliable), problems::dropped);
  EXPECT_EQ(why(),
            "It arrived after a later message of its channel, so the receiver drops it: unreliable_ordered delivers "
            "only newer messages");
  EXPECT_EQ(problem_of(CommandType::send_unsequenced), problems::dropped);
  EXPECT_EQ(why(),
            "A multiple of 1024 lies between its number and that of one that arrived before it, so the receiver drops "
            "it: its window of unsequenced messages moves by 1024 numbers");
  capture.lacks_in = 5;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "another copy may have come in time, unseen";
}

TEST_F(EnetProblems, AMessageThatTheReceiversSideLacks) {
  context.other.never_arrived = true;
  context.other.stream = 4;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "a reliable one is sent again";
  asks_acknowledgement = false;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), problems::never_arrived);
  EXPECT_EQ(why(), "Lost on its way: it is not in the capture of the receiver's side, stream 4");
  context.other.dropped = "loss";
  EXPECT_EQ(problem_of(CommandType::send_unreliable), problems::never_arrived);
  EXPECT_EQ(why(), "Dropped by the relay that makes the network worse: loss");
}

TEST_F(EnetProblems, MessagesThatAreMissingBeforeThisOne) {
  finding.set(Event::lost_command);
  sequel.missing = "2-4";
  sequel.missing_count = 3;
  sequel.never_came = 3;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_came);
  EXPECT_EQ(causes(), (Causes{"lost each time that it was sent before the end", "only the capture lacks them"}));
  sequel.never_came = 2;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), problems::never_came);
  EXPECT_EQ(why(), "2 of 2-4 never arrived: lost, or only the capture lacks them");
  EXPECT_EQ(causes(), (Causes{"lost", "only the capture lacks them"}));
  finding.set(Event::maybe_throttled);
  EXPECT_EQ(problem_of(CommandType::send_unreliable), problems::never_came);
  EXPECT_EQ(causes(), (Causes{"lost",
                              "dropped by their sender, whose throttle drops unreliable messages while the link is "
                              "slow",
                              "only the capture lacks them"}));
  context.judged_there = true;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "the sender's side has the messages themselves";
  context.judged_there = false;
  capture.lacks_in = 5;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "the capture lacks packets";
  capture.lacks_in = 0;
  capture.disordered_in = 5;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "they may be elsewhere in the capture";
  capture.disordered_in = 0;
  sender.is_complete = false;
  EXPECT_EQ(problem_of(CommandType::send_unreliable), none) << "they may still come";
}

TEST_F(EnetProblems, WhatTheThrottleDropsOnOneMachine) {
  Conversation busy;
  busy.handshake();
  for (unsigned i = 1; i <= 25; ++i) busy.at(i, client, i, {reliable(0, i)});
  busy.at(30, client, 30, {unreliable(0, 25, 1)});
  const analysis::enet::Datagram& gap = busy.at(31, client, 31, {unreliable(0, 25, 3)});
  ASSERT_NE(gap.first, nullptr);
  ASSERT_TRUE(gap.first->has(Event::maybe_throttled));
  sender.analysis = &busy.analysis();
  const auto problem = [&] {
    found = std::make_unique<analysis::enet::ProblemFindings>(heap.packet_arena());
    analysis::enet::judge(analysis::enet::Subject{sender, context, *gap.first, CommandType::send_unreliable, false,
                                                  gap.frame, compression, compresses, 0, gap.captured},
                          *found);
    return found->first() != nullptr ? found->first()->problem : none;
  };
  EXPECT_EQ(problem(), problems::never_came) << "a network may be in between";
  sender.on_one_machine = true;
  EXPECT_EQ(problem(), problems::throttled);
  EXPECT_EQ(why(),
            "At least 1 unreliable message was never sent by this end: both ends are on one machine, where nothing "
            "else was lost. ENet's packet throttle drops them while round trips vary");
}

/// Over a network, reliable commands show how much the link loses.
TEST_F(EnetProblems, WhatTheThrottleDropsOverANetwork) {
  Conversation busy;
  busy.handshake();
  busy.at(0, client, 1000, {reliable(0, 1)});
  busy.at(1, server, {acknowledge(0, 1, 1000)});
  std::vector<const Finding*> gaps;
  for (unsigned i = 1; i <= 100; ++i) {
    busy.at(10 * i, server, 2000 + 10 * i, {reliable(1, i)});
    if (i % 5 == 3) continue;
    const analysis::enet::Datagram& datagram = busy.at(10 * i + 1, server, {unsequenced(i)});
    if (i % 5 == 4) gaps.push_back(datagram.first);
  }
  sender.analysis = &busy.analysis();
  sender.direction = server;
  asks_acknowledgement = false;
  ASSERT_EQ(gaps.size(), 20U);
  ASSERT_NE(gaps[1], nullptr);
  EXPECT_EQ(busy.analysis().first_unsent(server), gaps[0]);
  EXPECT_EQ(problem_of(CommandType::send_unsequenced, *gaps[0]), problems::throttled);
  EXPECT_EQ(why(),
            "Probably at least 14.9 % of the unreliable messages of this end were never sent: 20 are missing, and of "
            "101 reliable commands at most 0 were lost. The throttle drops them while round trips vary");
  EXPECT_EQ(problem_of(CommandType::send_unsequenced, *gaps[1]), none) << "it is said once";
  sender.is_complete = false;
  EXPECT_EQ(problem_of(CommandType::send_unsequenced, *gaps[0]), none) << "they may still come";
}

/// One reliable number never comes. Three deviations more of 101: 8.2 % of the 20.0 % may be lost, not unsent.
TEST_F(EnetProblems, WhatTheThrottleDropsOverANetworkThatLoses) {
  Conversation busy;
  busy.handshake();
  busy.at(0, client, 1000, {reliable(0, 1)});
  busy.at(1, server, {acknowledge(0, 1, 1000)});
  for (unsigned i = 1; i <= 100; ++i) {
    if (i != 50) busy.at(10 * i, server, 2000 + 10 * i, {reliable(1, i)});
    if (i % 5 != 3) busy.at(10 * i + 1, server, {unsequenced(i)});
  }
  sender.analysis = &busy.analysis();
  sender.direction = server;
  asks_acknowledgement = false;
  ASSERT_NE(busy.analysis().first_unsent(server), nullptr);
  EXPECT_EQ(problem_of(CommandType::send_unsequenced, *busy.analysis().first_unsent(server)), problems::throttled);
  EXPECT_EQ(why(),
            "Probably at least 12.9 % of the unreliable messages of this end were never sent: 20 are missing, and of "
            "101 reliable commands at most 1 were lost. The throttle drops them while round trips vary");
}

TEST_F(EnetProblems, AMessageThatTheReceiverHolds) {
  sequel.held = one_second / 5;
  sequel.held_for = 7;
  sequel.held_until = 30;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::held_back);
  EXPECT_EQ(why(), "The receiver had to hold this back for 200 ms, until 7 of this channel arrived in frame 30");
  finding.set(Event::never_acknowledged);
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "it may not have arrived itself";
  finding.set(Event::never_acknowledged, false);
  sequel.perhaps = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::held_back);
  EXPECT_EQ(why(),
            "The receiver had to hold this back for 200 ms, until 7 of this channel arrived in frame 30, unless only "
            "an acknowledgement was lost");
  context.both_sides = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "the receiver's side decides";
  sequel.perhaps = false;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::held_back);
  analysis::enet::Move move;
  sender.come = &move;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::held_back) << "perhaps another player";
  move.kept_in = 5;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "it comes from another address, so the receiver drops it";
  sender.come = nullptr;
  sequel.held = one_second / 10;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::held_back);
  sequel.held = one_second / 10 - 1;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "below the limit";
  sequel.held = one_second;
  capture.coarse = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "for how long is not known";
  capture.coarse = false;
  capture.cut_in = 1;
  EXPECT_EQ(problem_of(CommandType::send_reliable), none) << "what it waits for may have arrived unseen";
}

/// The client sends every 20 ms, then nothing for a second, in which a ping waits for it.
TEST_F(EnetProblems, AnEndThatDoesNotPoll) {
  const auto judged = [&](unsigned sent, unsigned at_once = 0, bool has_beginning = true) {
    Conversation game;
    if (has_beginning) game.handshake();
    for (unsigned i = 1; i != 31; ++i) game.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    game.at(700, server, 1000, {ping(5)});
    const analysis::enet::Datagram& answer = game.at(1600, client, 5600 + sent, {acknowledge(0xFF, 5, 1000)});
    for (unsigned i = 1; i <= at_once; ++i) game.at(1600 + i, client, {unsequenced(30 + i)});
    sender.analysis = &game.analysis();
    return problem_of(CommandType::acknowledge, *answer.first);
  };
  EXPECT_EQ(judged(1000), problems::not_polling);
  EXPECT_EQ(why(),
            "This end sends every 20 ms, and after frame 32 had sent nothing for 1.00 s; 1 command that was sent to it "
            "waited until now");
  EXPECT_EQ(causes(), (Causes{"its program stood still (loading, a breakpoint, a long frame)",
                              "its device slept, and the network kept what was sent to it"}));
  sender.on_one_machine = true;
  EXPECT_EQ(judged(1000), problems::not_polling);
  EXPECT_EQ(why(),
            "This end sends every 20 ms, and after frame 32 had sent nothing for 1.00 s; 1 command that was sent to it "
            "waited until now: it did not poll");
  EXPECT_EQ(judged(0), none) << "its datagram was under way";
  EXPECT_EQ(judged(1000, 8), problems::not_polling) << "a game makes up for some steps";
  EXPECT_EQ(judged(1000, 40), none) << "the link has held back what it sent all the time";
  EXPECT_EQ(judged(1000, 40, false), problems::not_polling) << "a server passes on what has waited for it";
  capture.disordered_in = 7;
  EXPECT_EQ(judged(1000), none) << "two clocks";
  capture.disordered_in = 0;
  sender.is_complete = false;
  EXPECT_EQ(judged(1000), none) << "more of its datagrams may come late";
}

/// The client sends every 20 ms, then nothing for four seconds, in which the server repeats its shots and goes on.
struct Sleep {
  bool clock_stands = false;  ///< the client's
  bool is_late = false;       ///< ... its datagrams take so long from then on
  bool reached = false;       ///< what was sent in the pause is acknowledged
  unsigned missing = 0;       ///< numbers of its messages, after it
  unsigned missing_soon = 0;  ///< ... shown by the channel's next message, 0.4 s after it
  unsigned at_once = 0;       ///< messages, after it
  bool is_quiet = false;      ///< the server sends nothing else, and nothing for a long time
  unsigned clock_again = 0;   ///< milliseconds by which the clock is right again later
};

TEST_F(EnetProblems, AnEndThatSleeps) {
  sender.on_one_machine = false;
  const auto judged = [&](const Sleep& how) {
    Conversation game;
    game.handshake();
    for (unsigned i = 1; i != 31; ++i) game.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
    constexpr unsigned fell_silent = 600;
    constexpr unsigned woke = 4600;
    for (unsigned time = 700; time < 4500; time += 100) {
      const bool is_ping = time == 1500 || time == 2000 || (time == 3000 && !how.is_quiet);
      if (is_ping) game.at(time, server, time, {ping(5)});
      else if (!how.is_quiet) game.at(time, server, {unsequenced(time / 100)});
    }
    const unsigned behind = how.clock_stands ? woke - fell_silent : 0;
    const auto clock = [&](unsigned now) { return 5000 + now - behind; };
    game.at(woke, client, clock(woke), {unsequenced(31 + how.missing)});
    for (unsigned i = 1; i <= how.at_once; ++i) game.at(woke + i / 10, client, {unsequenced(31 + how.missing + i)});
    const unsigned late = how.is_late ? behind : 0;
    if (how.missing_soon != 0) game.at(woke + 400, client, {unsequenced(32 + how.missing_soon)});
    const analysis::enet::Datagram* answer = nullptr;
    if (how.reached) answer = &game.at(woke + 1, client, clock(woke + 1), {acknowledge(0xFF, 5, 1500)});
    game.at(5000, server, 5000, {ping(5)});
    for (unsigned time = 5100; time < 5020 + late; time += 500) game.at(time, client, {unsequenced(300 + time / 500)});
    const auto& last = game.at(5020 + late, client, clock(5020 + late) + how.clock_again, {acknowledge(0xFF, 5, 5000)});
    if (answer == nullptr) answer = &last;
    game.at(5600 + late, client, clock(5600 + late) + how.clock_again, {ping(9)});
    sender.analysis = &game.analysis();
    return problem_of(CommandType::acknowledge, *answer->first);
  };
  EXPECT_EQ(judged({}), problems::slept);
  EXPECT_EQ(why(), "This end sends every 20 ms, and after frame 32 nothing came from it for 4.00 s, until frame 71");
  EXPECT_EQ(causes(),
            (Causes{"its device slept, or its system stopped the game and its network (a phone in the background) "
                    "(of what was sent to it meanwhile 3 transmissions were never acknowledged, and it lacks no "
                    "message of its own)",
                    "its link was out, while its program stood still or had nothing to send"}));
  EXPECT_EQ(judged({.at_once = 9}), problems::slept) << "a game makes up for some steps";
  EXPECT_EQ(judged({.reached = true}), problems::not_polling) << "its system ran, and kept what arrived";
  EXPECT_EQ(judged({.missing = 200}), none) << "it ran, and what it sent was lost";
  EXPECT_EQ(judged({.missing_soon = 200}), none) << "the same, of a game that sends seldom";
  EXPECT_EQ(judged({.missing_soon = 9}), problems::slept) << "the link loses some, too";
  EXPECT_EQ(judged({.at_once = 120}), none) << "it ran, and the network kept what it sent";
  EXPECT_EQ(judged({.is_quiet = true}), none) << "who captures may have stood still";
  EXPECT_EQ(judged({.clock_stands = true}), problems::slept);
  EXPECT_EQ(
      why(),
      "This end sends every 20 ms, and after frame 32 nothing came from it for 4.00 s, until frame 71: its device "
      "slept (its clock, ENet's sent time, stood still for 4.00 s of it, and stays behind)");
  EXPECT_EQ(causes(), (Causes{"its device slept (its clock, ENet's sent time, stood still for 4.00 s of it, and stays "
                              "behind)"}));
  EXPECT_EQ(judged({.clock_stands = true, .reached = true}), problems::slept) << "the network kept what was sent to it";
  EXPECT_EQ(judged({.clock_stands = true, .is_late = true}), none) << "the link has become slow";
  EXPECT_EQ(judged({.clock_stands = true, .clock_again = 4000}), none) << "its datagrams were under way";
  EXPECT_EQ(judged({.clock_stands = true, .is_quiet = true}), none) << "the clock of the capture may have moved";
  sender.is_complete = false;
  EXPECT_EQ(judged({}), none) << "what was sent in the pause may be acknowledged late";
}

constexpr const char* slept_or_stopped =
    "its device slept, or its system stopped the game and its network (a phone in the background)";
constexpr const char* out_and_still = "its link was out, while its program stood still or had nothing to send";

/// Both ends send every 20 ms, then nothing comes for four seconds, beside the client.
struct QuietTime {
  bool clients_clock_stands = false;
  bool servers_clock_stands = false;
  unsigned clients_missing = 0;  ///< numbers of its messages, after it
  unsigned servers_missing = 30;
  bool server_sends = true;  ///< ... often, before
};

TEST_F(EnetProblems, AnEndThatSleepsBesideTheCapture) {
  sender.on_one_machine = false;
  const auto judged = [&](const QuietTime& how) {
    Conversation game;
    game.handshake();
    for (unsigned i = 1; i != 31; ++i) {
      game.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
      if (how.server_sends) game.at(i * 20 + 5, server, 64000 + i * 20 + 5, {unsequenced(i)});
    }
    const auto clients_clock = [&](unsigned now) { return 5000 + now - (how.clients_clock_stands ? 4000 : 0); };
    const auto servers_clock = [&](unsigned now) { return 64000 + now - (how.servers_clock_stands ? 4000 : 0); };
    game.at(4600, client, clients_clock(4600), {unsequenced(31 + how.clients_missing)});
    game.at(4605, server, servers_clock(4605), {unsequenced(31 + how.servers_missing)});
    game.at(5000, server, servers_clock(5000), {ping(5)});
    const auto& answer =
        game.at(5005, client, clients_clock(5005), {acknowledge(0xFF, 5, servers_clock(5000) & 0xFFFF)});
    game.at(5600, client, clients_clock(5600), {ping(9)});
    game.at(5605, server, servers_clock(5605), {ping(6)});
    sender.analysis = &game.analysis();
    return problem_of(CommandType::acknowledge, *answer.first);
  };
  EXPECT_EQ(judged({}), problems::slept);
  EXPECT_EQ(causes(), (Causes{std::string(slept_or_stopped) +
                                  " (30 messages of what the other end sent meanwhile never came here, and it lacks "
                                  "none of its own)",
                              out_and_still}));
  EXPECT_EQ(judged({.clients_missing = 120}), none) << "it ran, and who captures stood still";
  EXPECT_EQ(judged({.servers_missing = 0}), none) << "the other end sent nothing, either";
  EXPECT_EQ(judged({.server_sends = false}), none) << "nothing shows that the other end went on";
  EXPECT_EQ(judged({.clients_clock_stands = true}), problems::slept);
  EXPECT_EQ(causes(), (Causes{"its device slept (its clock, ENet's sent time, stood still for 4.00 s of it, and stays "
                              "behind)"}));
  EXPECT_EQ(judged({.clients_clock_stands = true, .servers_missing = 0}), problems::slept)
      << "the network kept what was sent to it";
  EXPECT_EQ(judged({.clients_clock_stands = true, .servers_clock_stands = true}), none)
      << "the clock of the capture was set";
  EXPECT_EQ(judged({.servers_clock_stands = true}), none) << "the other end slept";
  capture.lacks_in = 9;
  EXPECT_EQ(judged({}), none) << "what is missing may be missing in the capture";
}

/// Both ends send every 20 ms. Then nothing comes from the client for 16 seconds, and the server sends until it gives
/// up; the client's ping after that is never acknowledged.
struct LongSleep {
  unsigned heard_until = 7000;  ///< milliseconds: when the server gives up
  bool clock_stands = false;    ///< the client's
  unsigned missing = 0;         ///< numbers of its messages, after it
  bool reached = false;         ///< what was sent to it meanwhile is acknowledged
  bool is_answered = false;     ///< the server goes on
};

TEST_F(EnetProblems, AnEndThatSleepsUntilItIsGivenUp) {
  sender.on_one_machine = false;
  const auto judged = [&](const LongSleep& how) {
    Conversation game;
    game.handshake();
    for (unsigned i = 1; i != 31; ++i) {
      game.at(i * 20, client, 5000 + i * 20, {unsequenced(i)});
      game.at(i * 20 + 5, server, 64000 + i * 20 + 5, {unsequenced(i)});
    }
    constexpr unsigned woke = 16600;
    for (unsigned time = 700; time < how.heard_until; time += 100) {
      if (time % 1000 == 0) game.at(time, server, 64000 + time, {ping(5)});
      else game.at(time, server, {unsequenced(30 + time / 100)});
    }
    const auto clock = [&](unsigned now) { return 5000 + now - (how.clock_stands ? woke - 600 : 0); };
    game.at(woke, client, clock(woke), {unsequenced(31 + how.missing)});
    if (how.reached) game.at(woke + 1, client, clock(woke + 1), {acknowledge(0xFF, 5, (64000 + 5000) & 0xFFFF)});
    const auto& first = game.at(woke + 10, client, clock(woke + 10), {ping(2)});
    for (const unsigned later : {400, 1200, 2800, 5000}) game.at(woke + later, client, clock(woke + later), {ping(2)});
    if (how.is_answered) game.at(woke + 5100, server, {unsequenced(300)});
    sender.analysis = &game.analysis();
    return problem_of(CommandType::ping, *first.first);
  };
  EXPECT_EQ(judged({}), problems::unanswered_since);
  EXPECT_EQ(why(),
            "This end sends every 20 ms, and after frame 61 nothing came from it for 16.00 s, until frame 126; the "
            "other end has sent until frame 125, for 6.30 s without an answer, and has given the connection up (ENet "
            "waits 5 to 60 s), or has ended");
  EXPECT_EQ(causes(), (Causes{std::string(slept_or_stopped) + " (it lacks no message of its own)", out_and_still}));
  EXPECT_EQ(judged({.reached = true}), problems::unanswered_since);
  EXPECT_EQ(causes(), (Causes{"its program stood still (loading, a breakpoint, a long frame)",
                              "its device slept, and the network kept what was sent to it"}));
  EXPECT_EQ(judged({.clock_stands = true}), problems::unanswered_since);
  EXPECT_EQ(causes(), (Causes{"its device slept (its clock, ENet's sent time, stood still for 16.00 s of it, and "
                              "stays behind)"}));
  EXPECT_EQ(judged({.heard_until = 700, .clock_stands = true}), problems::unanswered_since)
      << "beside the client, or the server ended at that moment: the clock of the capture may have been set";
  constexpr const char* other_ended = "the other end ended, or lost its network, while this program stood still";
  EXPECT_EQ(causes(), (Causes{std::string(slept_or_stopped) + " (its clock, ENet's sent time, is 16.00 s behind since)",
                              out_and_still, other_ended}));
  EXPECT_EQ(judged({.heard_until = 3000}), problems::unanswered_since) << "too early to give up";
  EXPECT_EQ(causes(),
            (Causes{std::string(slept_or_stopped) + " (it lacks no message of its own)", out_and_still, other_ended}));
  EXPECT_EQ(judged({.missing = 600}), none) << "it ran, and its link was out";
  EXPECT_EQ(judged({.is_answered = true}), none);
  context.began.returned_in = 130;
  EXPECT_EQ(judged({}), none) << "its system returns what is sent to it: the other end has ended";
  context.began.returned_in = 0;
  capture.lacks_in = 5;
  EXPECT_EQ(judged({}), none) << "the answers may be missing in the capture";
  capture.lacks_in = 0;
  sender.is_complete = false;
  EXPECT_EQ(judged({}), none) << "it may be answered later";
}

TEST_F(EnetProblems, AnEndThatGoesOnFromAnotherAddress) {
  analysis::enet::Stream before;
  before.link.number = 4;
  analysis::enet::Move move = {.from = &before, .last = 20, .first = 25, .shown = &finding, .kept_in = 30};
  const auto judged = [&] { return problem_of(CommandType::ping); };
  EXPECT_EQ(judged(), none);
  sender.come = &move;
  EXPECT_EQ(judged(), problems::address_changed);
  EXPECT_EQ(
      why(),
      "An end of stream 4 that sent nothing there since frame 20: it goes on from another address, and ENet drops "
      "what comes from there (the other end still sends to the old one in frame 30)");
  Finding other;
  move.shown = &other;
  EXPECT_EQ(judged(), none) << "it is said once, at the command that shows it";
  move.shown = &finding;
  move.is_refuted = true;
  EXPECT_EQ(judged(), none);
  move.is_refuted = false;
  move.kept_in = 0;
  EXPECT_EQ(judged(), none) << "the other end is not known to send to the old address";
  move.kept_in = 30;
  capture.coarse = true;
  EXPECT_EQ(judged(), none) << "the clock shows nothing";
  capture.coarse = false;
  sender.is_complete = false;
  EXPECT_EQ(judged(), none);
}

TEST_F(EnetProblems, AMessageToAnEndThatGoesOnFromAnotherAddress) {
  analysis::enet::Stream fresh;
  fresh.link.number = 6;
  analysis::enet::Move move = {.to = &fresh, .direction_from = server, .first = 25, .kept_in = 30};
  sender.gone = &move;
  never_acknowledged(5, one_second);
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(),
            "Sent 5 times in 1.00 s and never acknowledged: the receiver goes on from another address, as stream 6 "
            "(frame 25), and ENet drops what comes from there");
  constexpr std::string_view unknown = "Sent 5 times in 1.00 s and never acknowledged: perhaps it never arrived";
  move.direction_from = client;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), unknown) << "it is the sender that moves";
  move.direction_from = server;
  move.is_refuted = true;
  EXPECT_EQ(problem_of(CommandType::send_reliable), problems::never_acknowledged);
  EXPECT_EQ(why(), unknown);
}

TEST(EnetHandshake, IsWhatItsConnectionAndEndsHave) {
  analysis::enet::Stream stream;
  stream.connect_frame = 2;
  stream.last_connect = 3;
  stream.connect.channel_count = 4;
  stream.connect.data = 5;
  stream.verify_frame = 6;
  stream.verify.channel_count = 7;
  stream.verify.incoming_bandwidth = 8;
  stream.verified_at = 100;
  stream.connect_returned_in = 9;
  stream.connects_heard = 10;
  stream.returned_in = 11;
  stream.returned_to_server_in = 12;
  stream.unreturned_in = 13;
  stream.unreturned_at = 250;
  stream.link.last_frames = {14, 15};
  stream.client = 1;
  stream.server_last = 16;
  stream.server_before = 17;
  stream.server_left_in = 18;
  stream.server_accepted = 19;
  stream.server_has_client = true;
  stream.connect_compression = enet::Compression::zlib;
  analysis::enet::Stream holder;
  holder.connect_frame = 20;
  holder.link.last_frames = {21, 22};
  stream.same_id = &holder;
  analysis::enet::Endpoint sender;
  sender.last = 23;
  analysis::enet::Endpoint receiver;
  receiver.accepted_in = 24;
  receiver.accepted_with[static_cast<std::size_t>(enet::Compression::zlib)] = 25;
  analysis::enet::Handshake found = handshake_of(stream, &sender, &receiver);
  EXPECT_EQ(found.connect_in, 2U);
  EXPECT_EQ(found.last_connect_in, 3U);
  EXPECT_EQ(found.channels_asked, 4U);
  EXPECT_EQ(found.id, 5U);
  EXPECT_EQ(found.verify_in, 6U);
  EXPECT_EQ(found.channels, 7U);
  EXPECT_EQ(found.server_takes, 8U);
  EXPECT_EQ(found.connect_returned_in, 9U);
  EXPECT_EQ(found.connects_heard, 10U);
  EXPECT_EQ(found.returned_in, 11U);
  EXPECT_EQ(found.returned_to_server_in, 12U);
  EXPECT_EQ(found.unreturned_in, 13U);
  EXPECT_EQ(found.unreturned_for, 150);
  EXPECT_EQ(found.client_last, 14U);
  EXPECT_EQ(found.answer_last, 15U);
  EXPECT_EQ(found.client, 1U);
  EXPECT_EQ(found.server.last, 16U);
  EXPECT_EQ(found.server.last_before, 17U);
  EXPECT_EQ(found.server.left_in, 18U);
  EXPECT_EQ(found.server.accepted_in, 19U);
  EXPECT_TRUE(found.server.has_client);
  EXPECT_EQ(found.taken_in, 20U);
  EXPECT_EQ(found.taken_until, 21U);
  EXPECT_EQ(found.server_last, 23U);
  EXPECT_TRUE(found.server.accepted_any);
  EXPECT_EQ(found.server.accepted_same, 25U);
  receiver.accepted_in = 0;
  stream.unreturned_in = 6;
  stream.same_id = nullptr;
  found = handshake_of(stream, nullptr, &receiver);
  EXPECT_FALSE(found.server.accepted_any);
  EXPECT_EQ(found.unreturned_in, 0U) << "not after the answer";
  EXPECT_EQ(found.taken_in, 0U);
  EXPECT_EQ(found.server_last, 0U);
  EXPECT_FALSE(handshake_of(stream, nullptr, nullptr).server.accepted_any);
}

TEST_F(EnetProblems, ARequestThatIsNotAnswered) {
  EXPECT_EQ(problem_of(CommandType::connect), none);
  never_acknowledged(4, 3 * one_second);
  EXPECT_EQ(problem_of(CommandType::connect), problems::unanswered);
  EXPECT_TRUE(why().starts_with("No answer to 4 requests in 3.00 s"));
  context.began = {.connect_in = 1, .last_connect_in = 4, .connect_returned_in = 2};
  EXPECT_EQ(problem_of(CommandType::connect), problems::unanswered);
  EXPECT_EQ(causes(),
            (Causes{"nothing listens at this port (the request came back as ICMP port unreachable in frame 2)",
                    "a firewall or router rejects it"}))
      << "an ICMP error returned one";
  context.began.connect_error = {.code = 10};
  EXPECT_EQ(problem_of(CommandType::connect), problems::unanswered);
  EXPECT_EQ(causes(),
            (Causes{"a firewall or router rejects it (the request came back as ICMP type 3, code 10 in frame 2)"}))
      << "a firewall has prohibited it";
}

/// A server with clients sends something to them at least each half second.
TEST_F(EnetProblems, ARequestToAServerThatIsSilentForASecond) {
  context.began = {
      .connect_in = 10, .last_connect_in = 14, .server = {.last = 5, .last_before = 5, .has_client = true}};
  never_acknowledged(4, one_second - 1);
  EXPECT_EQ(problem_of(CommandType::connect), problems::unanswered);
  EXPECT_EQ(causes(),
            (Causes{"nothing listens there", "the server is full", "the server stands still (loading, a breakpoint)",
                    "a firewall or router is in between"}));
  never_acknowledged(4, one_second);
  EXPECT_EQ(problem_of(CommandType::connect), problems::unanswered);
  EXPECT_EQ(causes(),
            (Causes{"the server was stopped or crashed (it sends nothing from frame 5 to 14)",
                    "the server stands still (loading, a breakpoint)", "a firewall or router is in between"}));
}

TEST_F(EnetProblems, AnAnswerThatIsNotRead) {
  never_acknowledged(5, one_second);
  sender.direction = server;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::unread);
  EXPECT_TRUE(why().starts_with("Sent 5 times in 1.00 s, and the client does not react"));
  EXPECT_EQ(causes(), (Causes{"the client has ended or stands still (loading, a breakpoint)",
                              "a firewall or router blocks the way back"}));
  compression = enet::Compression::zlib;
  context.began.last_connect_in = 11;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::unread);
  EXPECT_EQ(
      causes(),
      (Causes{
          "the client does not compress as the server does (this answer is compressed, and nothing of the client's)",
          "a firewall or router blocks the way back"}));
  EXPECT_EQ(text(),
            "Sent 5 times in 1.00 s, and the client does not react. One of: the client does not compress as the server "
            "does (this answer is compressed, and nothing of the client's): Give both ends the same compression "
            "(ENetConnection.compress()); a firewall or router blocks the way back: Look at the network between the "
            "ends. Not: the client has ended or stands still (loading, a breakpoint) (it asks again in frame 11)");
  context.began.last_connect_in = 10;
  compresses[client] = true;
  sender.on_one_machine = true;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::unread);
  EXPECT_EQ(causes(), (Causes{"the client has ended or stands still (loading, a breakpoint)"})) << "both do";
}

TEST_F(EnetProblems, AnAnswerThatComesLate) {
  sequel.asked = 2 * one_second;
  finding.set_delay(one_second);
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::answered_late_perhaps);
  EXPECT_FALSE(found->first()->counted) << "requests or answers may have been lost";
  sender.on_one_machine = true;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::answered_late);
  EXPECT_EQ(why(),
            "The server answers 2.00 s after the first request, 1.00 s after the last one: it did not poll, because "
            "its main loop was blocked (loading, a breakpoint, a long frame); before the last request, perhaps nothing "
            "listened there yet");
  finding.set_delay(one_second / 2 - 1);
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::answered_late_perhaps);
  EXPECT_EQ(why(),
            "The server answers 2.00 s after the first request, 0.50 s after the last one: it did not poll, or "
            "requests or answers were lost, or slow, or nothing listened there yet")
      << "the server may have begun in between";
  context.began.server.last_before = 3;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::answered_late);
  EXPECT_EQ(why(),
            "The server answers 2.00 s after the first request, 0.50 s after the last one: it did not poll, because "
            "its main loop was blocked (loading, a breakpoint, a long frame)")
      << "it had sent to others before";
  context.began.server.left_in = 3;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::answered_late_perhaps) << "it may have begun anew";
  context.began.server = {};
  finding.set_delay(one_second);
  sequel.lost_perhaps = true;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::answered_late_perhaps);
  sequel.lost_perhaps = false;
  context.began.connect_returned_in = 1;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none) << "nothing listened yet";
  context.began.connect_returned_in = 0;
  sequel.asked = one_second;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::answered_late);
  capture.disordered_in = 7;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none) << "two clocks";
  capture.disordered_in = 0;
  sequel.asked = one_second - 1;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none);
}

TEST_F(EnetProblems, AServerThatAcceptsAndSaysNothing) {
  finding.set(Event::never_spoke);
  context.began = {.connect_in = 1, .verify_in = 10, .id = 7, .taken_in = 3, .taken_until = 20};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::ignored);
  EXPECT_EQ(causes(), (Causes{"the client's id 7 is taken by another client (its Connect is frame 3)"}))
      << "the id is taken";
  context.began.taken_until = 11;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::ignored);
  EXPECT_EQ(causes(), (Causes{"the client's id 7 is taken by another client (its Connect is frame 3)"}));
  context.began.taken_until = 10;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::ignored);
  EXPECT_EQ(causes(), (Causes{"the client's id 7 is taken by another client (its Connect is frame 3)",
                              "it refuses new connections", "the server has stopped or stands still",
                              "the way back from the server has failed since"}))
      << "the other client may have been gone";
  context.began = {.connect_in = 1, .verify_in = 10, .id = 0};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::ignored);
  EXPECT_EQ(causes(),
            (Causes{"the client's id is 0 (a server of Godot's multiplayer drops such a client without a word)",
                    "it refuses new connections", "the server has stopped or stands still",
                    "the way back from the server has failed since"}))
      << "it may be another program's";
  context.began.is_games = true;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::ignored);
  EXPECT_EQ(causes(), (Causes{"the client's id is 0 (the server drops a client with such an id without a word)"}));
  context.began = {.connect_in = 1, .verify_in = 10, .id = 7, .returned_in = 12, .error = {.code = 1}};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::ignored);
  EXPECT_EQ(causes(), (Causes{"the way to the server has failed since (ICMP type 3, code 1 in frame 12)",
                              "it refuses new connections", "the server has stopped or stands still",
                              "the way back from the server has failed since"}));
}

TEST_F(EnetProblems, FewerChannelsThanAnEndNeeds) {
  context.began = {.connect_in = 1, .verify_in = 10, .channels_asked = 4, .channels = 2};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::fewer_channels);
  EXPECT_EQ(why(), "The client asked for 4 channels, the server has 2: messages for the others are never sent");
  context.began.channels = 4;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none);
  context.highest = {.channel = 5, .needs = 8, .method = "shout", .script = "res://a.gd"};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::fewer_channels);
  EXPECT_EQ(why(),
            "The client asked for 4 channels, but shout() of res://a.gd is declared for channel 5, which needs 8: it "
            "is never sent");
  EXPECT_EQ(text(),
            "The client asked for 4 channels, but shout() of res://a.gd is declared for channel 5, which needs 8: it "
            "is never sent. Call create_client() with a channel_count of 5 or more, or with none");
  context.began.verify_in = 9;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none) << "a retransmission";
  context.began = {.verify_in = 10, .channels_asked = 4, .channels = 2};
  EXPECT_EQ(problem_of(CommandType::verify_connect), none) << "the capture lacks the request";
}

/// pcaps/situations/godot-4.6/one_channel: a client of ENet's own asks for one.
TEST_F(EnetProblems, OneChannelIsTooFewForGodot) {
  context.began = {.connect_in = 1, .verify_in = 10, .channels_asked = 1, .channels = 1, .is_games = true};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::fewer_channels);
  EXPECT_TRUE(found->first()->counted);
  context.began.is_games = false;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none) << "other programs need no second one";
  context.began.id = 71;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::one_channel) << "Godot's server wants an id";
  EXPECT_FALSE(found->first()->counted);
  context.began.channels_asked = context.began.channels = 2;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none);
}

/// pcaps/situations/godot-4.6/channels_as_bandwidth: create_server(PORT, 8, 4).
TEST_F(EnetProblems, AServerWhoseBandwidthIsItsNumberOfChannels) {
  context.began = {.connect_in = 1, .verify_in = 10, .server_takes = 6, .is_games = true};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::channels_as_bandwidth);
  EXPECT_EQ(why(),
            "The server takes 6 bytes a second: Godot 4's create_server(), called with max_channels 4, says so "
            "(godot#123254). While that holds, the client's window is 4,096 bytes, and its throttle drops unreliable "
            "messages");
  EXPECT_FALSE(found->first()->counted);
  context.began.is_games = false;
  EXPECT_EQ(problem_of(CommandType::verify_connect), none) << "another program's numbers are its own";
  context.began.is_games = true;
  for (const std::uint32_t other : {0U, 2U, 258U}) {
    context.began.server_takes = other;
    EXPECT_EQ(problem_of(CommandType::verify_connect), none) << other;
  }
}

/// create_client() without a number asks for all that there are.
TEST_F(EnetProblems, AClientThatAsksForAllChannelsNeedsWhatAScriptUses) {
  context.began = {.connect_in = 1, .verify_in = 10, .channels_asked = 255, .channels = 4};
  EXPECT_EQ(problem_of(CommandType::verify_connect), none);
  context.highest = {.channel = 2, .needs = 4, .method = "shout", .script = "res://a.gd"};
  EXPECT_EQ(problem_of(CommandType::verify_connect), none);
  context.highest = {.channel = 3, .needs = 5, .method = "shout", .script = "res://a.gd"};
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::fewer_channels);
  EXPECT_EQ(why(),
            "The server has 4 channels, but shout() of res://a.gd is declared for channel 3, which needs 5: it is "
            "never sent");
  EXPECT_EQ(text(),
            "The server has 4 channels, but shout() of res://a.gd is declared for channel 3, which needs 5: it is "
            "never sent. Call create_server() with max_channels of 3 or more, or with none");
  context.began.channels_asked = 254;
  EXPECT_EQ(problem_of(CommandType::verify_connect), problems::fewer_channels);
  EXPECT_EQ(why(), "The client asked for 254 channels, the server has 4: messages for the others are never sent");
}

TEST_F(EnetProblems, AConnectionThatEndsInItsAuthentication) {
  context.authenticates = true;
  EXPECT_EQ(problem_of(CommandType::disconnect), none) << "another Disconnect was the first";
  while (link.frame() != 9) link.at(10, client, {ping(2)});
  link.at(20, server, 20, {disconnect(2)});
  EXPECT_EQ(problem_of(CommandType::disconnect), problems::not_admitted);
  capture.lacks_in = 5;
  EXPECT_EQ(problem_of(CommandType::disconnect), none) << "the capture may lack the end of the authentication";
  capture.lacks_in = 0;
  context.authenticates = false;
  EXPECT_EQ(problem_of(CommandType::disconnect), none);
}

/// The end of the authentication may be what the capture lacks, of either end.
TEST_F(EnetProblems, AnAuthenticationIsJudgedIfTheCaptureHasAllOfBothEnds) {
  context.authenticates = true;
  const auto judged = [&](bool answered, bool client_lacks, bool server_lacks) {
    Conversation game;
    game.at(-2, client, 65000, {connect()});
    if (answered) game.at(-1, server, 64000, {verify_connect()});
    if (client_lacks) game.at(5, client, 5, {reliable(0, 2)});
    if (server_lacks) game.at(6, server, 6, {reliable(0, 2)});
    while (game.frame() != 9) game.at(10, client, {ping(2)});
    game.at(20, client, 20, {disconnect(3)});
    sender.analysis = &game.analysis();
    return problem_of(CommandType::disconnect);
  };
  EXPECT_EQ(judged(true, false, false), problems::not_admitted);
  EXPECT_EQ(judged(false, false, false), none);
  EXPECT_EQ(judged(true, true, false), none);
  EXPECT_EQ(judged(true, false, true), none);
  sender.direction = server;
  EXPECT_EQ(judged(true, false, false), problems::not_admitted);
}

TEST_F(EnetProblems, AConnectionThatEndsBeforeAnyMessage) {
  finding.set(Event::left_in_silence);
  EXPECT_EQ(problem_of(CommandType::disconnect), problems::left_in_silence);
  EXPECT_EQ(why(),
            "The connection ends, before any message was sent: an authentication was not answered (auth_timeout, 3 s "
            "if not set), unless a script called disconnect_peer()");
  sequel.tried = 3 * one_second;
  EXPECT_EQ(problem_of(CommandType::disconnect), problems::left_in_silence);
  EXPECT_EQ(why(),
            "The connection ends 3.00 s after it was asked for, before any message was sent: an authentication was not "
            "answered (auth_timeout, 3 s if not set), unless a script called disconnect_peer()");
}

TEST_F(EnetProblems, AFullWindow) {
  const auto problem = [&](const analysis::enet::Datagram& datagram) {
    found = std::make_unique<analysis::enet::ProblemFindings>(heap.packet_arena());
    judge(sender, datagram, *found);
    return found->first() != nullptr ? found->first()->problem : none;
  };
  analysis::enet::Datagram datagram;
  EXPECT_EQ(problem(datagram), none);
  datagram.window_full = true;
  datagram.reliable_in_flight = 4000;
  datagram.window = 4096;
  EXPECT_EQ(problem(datagram), problems::window_full);
  EXPECT_EQ(
      why(),
      "4000 of 4096 bytes of reliable messages are in flight: another one has to wait until these are acknowledged");
  capture.lacks_in = 3;
  EXPECT_EQ(problem(datagram), none) << "acknowledgements may be missing";
}

TEST_F(EnetProblems, TheWordForAConnectionIsThatOfConnecting) {
  const auto word = [&](CommandType type) {
    const char* kind = analysis::enet::problem_of_connection(
        {sender, context, finding, type, true, 10, compression, compresses, 0}, heap.packet_arena());
    return std::string_view(kind != nullptr ? kind : "");
  };
  EXPECT_EQ(word(CommandType::verify_connect), "");
  sequel.asked = 2 * one_second;
  finding.set_delay(one_second);
  sender.on_one_machine = true;
  EXPECT_EQ(word(CommandType::verify_connect), "not_polling");
  finding.set(Event::never_spoke);
  EXPECT_EQ(word(CommandType::verify_connect), "not_connected") << "it matters more";
  EXPECT_EQ(word(CommandType::ping), "");
  sender.analysis = nullptr;
  EXPECT_EQ(word(CommandType::verify_connect), "") << "nothing is known";
}

}  // namespace
}  // namespace godot::test
