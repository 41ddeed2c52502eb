// SPDX-License-Identifier: MIT
// Which number is which command, and which number is which node for each peer.
#include "analysis/libraries/netfox/memory.h"
#include "base/time.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

using netfox::CommandKind;

TEST(NetfoxNumbers, Usual) {
  const NetfoxNumbers numbers;
  for (std::uint8_t number = 0; number < 20; ++number) {
    EXPECT_EQ(numbers.kind(number), netfox::usual_kind(number));
    EXPECT_FALSE(numbers.is_learned(number));
  }
}

/// A game registers two commands before netfox's.
TEST(NetfoxNumbers, BehindThoseOfTheGame) {
  NetfoxNumbers numbers;
  numbers.saw_pong(3);
  EXPECT_EQ(numbers.kind(0), CommandKind::other);
  EXPECT_EQ(numbers.kind(2), CommandKind::ping);
  EXPECT_EQ(numbers.kind(6), CommandKind::full_state);
  EXPECT_EQ(numbers.kind(11), CommandKind::identities);
  EXPECT_EQ(numbers.kind(12), CommandKind::other);
  EXPECT_TRUE(numbers.is_learned(2));
  EXPECT_FALSE(numbers.is_learned(6));
  numbers.saw_identities(11);
  EXPECT_TRUE(numbers.is_learned(6));
}

/// A game registers one between those of the time and of the snapshots.
TEST(NetfoxNumbers, WithAGap) {
  NetfoxNumbers numbers;
  numbers.saw_pong(1);
  numbers.saw_identities(10);
  EXPECT_EQ(numbers.kind(3), CommandKind::set_time);
  EXPECT_EQ(numbers.kind(4), CommandKind::other);
  EXPECT_EQ(numbers.kind(5), CommandKind::full_state);
  EXPECT_EQ(numbers.kind(9), CommandKind::diff_sync);
  EXPECT_EQ(numbers.kind(10), CommandKind::identities);
}

TEST(NetfoxMemory, IdentitiesAreTheReceivers) {
  const Speaker server{.link = 1, .sender = second_end, .session = 7, .peer = 1};
  const Speaker client{.link = 1, .sender = first_end, .session = 7, .peer = 55};
  NetfoxMemory memory;
  memory.announce(server, 3, "/root/A", 10);
  memory.announce(client, 3, "/root/B", 11);
  EXPECT_STREQ(memory.identity(server, 3, 20)->path, "/root/A");
  EXPECT_STREQ(memory.identity(client, 3, 20)->path, "/root/B");
  EXPECT_EQ(memory.identity(client, 3, 20)->frame, 11U);
  EXPECT_EQ(memory.identity(server, 4, 20), nullptr);
  // The server sends the same to others.
  const Speaker elsewhere{.link = 2, .sender = second_end, .session = 7, .peer = 1};
  EXPECT_STREQ(memory.identity(elsewhere, 3, 20)->path, "/root/A");
}

TEST(NetfoxMemory, AgesAreOfTheReceiversTicks) {
  const Speaker server{.link = 1, .sender = second_end};
  const Speaker client{.link = 1, .sender = first_end};
  NetfoxMemory memory;
  EXPECT_FALSE(memory.age(client, 5, 1).has_value());
  memory.sent(client, 10, 4);
  memory.sent(client, 9, 5);  // again
  memory.sent(client, 12, 6);
  EXPECT_FALSE(memory.age(client, 5, 3).has_value());
  EXPECT_EQ(memory.age(client, 5, 4), 5);
  EXPECT_EQ(memory.age(client, 15, 5), -5);
  EXPECT_EQ(memory.age(client, 5, 100), 7);
  EXPECT_FALSE(memory.age(server, 5, 100).has_value());
  // The game is restarted.
  memory.sent(client, 5000, 7);
  memory.sent(client, 3, 8);
  EXPECT_EQ(memory.age(client, 3, 8), 0);
}

/// Only a peer that continues for long without an answer lacked the node.
TEST(NetfoxMemory, NodesThatTheReceiverLacks) {
  const Speaker client{.link = 1, .sender = first_end};
  NetfoxMemory memory;
  EXPECT_FALSE(memory.lacks(client, "/root/A", second).lacks);
  memory.sent(client, 2 * second);
  EXPECT_FALSE(memory.lacks(client, "/root/A", second).lacks);
  memory.sent(client, 4 * second);
  EXPECT_TRUE(memory.lacks(client, "/root/A", second).lacks);
  memory.answered(client, "/root/A", 5 * second, 50);
  memory.answered(client, "/root/A", 9 * second, 90);
  EXPECT_TRUE(memory.lacks(client, "/root/A", second).lacks);
  EXPECT_FALSE(memory.lacks(client, "/root/A", 4 * second).lacks);
  EXPECT_FALSE(memory.lacks(client, "/root/A", 20 * second).lacks);
  EXPECT_FALSE(memory.lacks({.link = 2, .sender = first_end}, "/root/A", second).lacks);
}

TEST(NetfoxMemory, AnEndThatAnswersLaterHasTheNodeOnlyThen) {
  const Speaker client{.link = 1, .sender = first_end};
  NetfoxMemory memory;
  memory.answered(client, "/root/A", 5 * second, 736);
  EXPECT_EQ(memory.lacks(client, "/root/A", second).answered_in, 736U);
  EXPECT_FALSE(memory.lacks(client, "/root/A", 4 * second).lacks) << "a lost answer is sent again";
  EXPECT_FALSE(memory.lacks(client, "/root/A", 3 * second).lacks) << "two seconds";
  EXPECT_TRUE(memory.lacks(client, "/root/A", 3 * second - 1).lacks);
  memory.sent(client, 5 * second);
  EXPECT_FALSE(memory.lacks(client, "/root/B", 3 * second).lacks) << "two seconds without an answer";
  EXPECT_TRUE(memory.lacks(client, "/root/B", 3 * second - 1).lacks);
}

/// The cut part of a capture may contain the answer.
TEST(NetfoxMemory, CutFramesReportNoMissingNode) {
  const Speaker client{.link = 1, .sender = first_end};
  NetfoxMemory memory;
  memory.sent(client, 9 * second);
  EXPECT_TRUE(memory.lacks(client, "/root/A", second).lacks);
  memory.cut(client);
  EXPECT_FALSE(memory.lacks(client, "/root/A", second).lacks);
  EXPECT_FALSE(memory.lacks({.link = 2, .sender = first_end}, "/root/A", second).lacks) << "it has sent nothing";
}

TEST(NetfoxMemory, ImplausibleNumbersAreNotKept) {
  const Speaker server{.link = 1, .sender = second_end, .session = 7, .peer = 1};
  NetfoxMemory memory;
  memory.announce(server, std::uint64_t{1} << 32, "/root/A", 1);
  memory.announce(server, 1, std::string(NetfoxMemory::most_text + 1, 'a'), 1);
  EXPECT_EQ(memory.identity(server, std::uint64_t{1} << 32, 1), nullptr);
  EXPECT_EQ(memory.identity(server, 1, 1), nullptr);
  const std::string endless(NetfoxMemory::most_text + 1, 'a');
  memory.sent(server, 9 * second);
  memory.answered(server, endless, second, 3);
  EXPECT_TRUE(memory.lacks(server, endless, second).lacks) << "its answer was not kept";
}

/// A repeated announcement refers to the first one; another name for the number counts from its frame on.
TEST(NetfoxMemory, ANumberMayGetAnotherNode) {
  const Speaker server{.link = 1, .sender = second_end, .session = 7, .peer = 1};
  NetfoxMemory memory;
  memory.announce(server, 3, "/root/A", 10);
  memory.announce(server, 3, "/root/A", 12);
  memory.announce(server, 3, "/root/B", 20);
  EXPECT_EQ(memory.identity(server, 3, 15)->frame, 10U);
  EXPECT_STREQ(memory.identity(server, 3, 19)->path, "/root/A");
  EXPECT_STREQ(memory.identity(server, 3, 20)->path, "/root/B");
}

/// Commands, and the form of packets with several nodes, are the same on all links of a game.
TEST(NetfoxMemory, LinksOfOneGameShareTheirMemory) {
  const Speaker server{.link = 1, .sender = second_end, .session = 7, .peer = 1};
  const Speaker elsewhere{.link = 2, .sender = second_end, .session = 7, .peer = 1};
  const Speaker alone{.link = 3, .sender = second_end};
  NetfoxMemory memory;
  EXPECT_EQ(memory.most_shared(server), 0U);
  memory.shared(server, 400);
  memory.shared(elsewhere, 300);
  EXPECT_EQ(memory.most_shared(elsewhere), 400U);
  EXPECT_EQ(memory.most_shared(alone), 0U);
  memory.numbers(server).saw_identities(12);
  const NetfoxMemory& known = memory;
  EXPECT_EQ(known.numbers(elsewhere).kind(12), CommandKind::identities);
  EXPECT_EQ(known.numbers(alone).kind(12), CommandKind::other);
}

}  // namespace
}  // namespace godot::analysis
