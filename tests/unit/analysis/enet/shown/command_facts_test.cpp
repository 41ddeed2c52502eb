// SPDX-License-Identifier: MIT
// Facts of ENet's commands and of their outcome, from connections written by hand.
#include "analysis/enet/shown/command_facts.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::test {
namespace {

using analysis::enet::fate_of;
using analysis::facts::Fate;
using analysis::facts::Kind;
using analysis::facts::Mode;

struct Expected {
  const char* name;
  Bytes bytes;
  Kind kind;
  Mode mode;
  std::uint16_t sequence;
  std::uint32_t own;
  std::uint32_t protocol;
  std::uint8_t channel;
  bool on_channel;
};

TEST(EnetDeliveries, HaveNames) {
  using analysis::enet::name_of;
  EXPECT_STREQ(name_of(multiplayer::Delivery::reliable), "reliable");
  EXPECT_STREQ(name_of(multiplayer::Delivery::unreliable), "unreliable");
  EXPECT_STREQ(name_of(multiplayer::Delivery::unsequenced), "unsequenced");
}

TEST(EnetCommandFacts, OfEveryKindOfCommand) {
  const Expected rows[] = {
      {"Acknowledge", acknowledge(3, 9, 20), Kind::acknowledgement, Mode::unreliable_ordered, 9, 0, 8, 3, false},
      {"Connect", connect(), Kind::handshake, Mode::unreliable_ordered, 1, 0, 48, 255, false},
      {"Verify connect", verify_connect(), Kind::handshake, Mode::unreliable_ordered, 1, 0, 44, 255, false},
      {"Disconnect", disconnect(7), Kind::handshake, Mode::unreliable_ordered, 7, 0, 8, 255, false},
      {"Ping", ping(4), Kind::ping, Mode::unreliable_ordered, 4, 0, 4, 255, false},
      {"Send reliable", reliable(2, 5, 6), Kind::other_message, Mode::reliable, 5, 6, 6, 2, true},
      {"Send unreliable", unreliable(2, 5, 8, 3), Kind::other_message, Mode::unreliable_ordered, 8, 3, 8, 2, true},
      {"Send fragment", fragment(1, 12, 10, 4, 5), Kind::other_message, Mode::reliable, 12, 5, 24, 1, true},
      {"Send unsequenced", unsequenced(11), Kind::other_message, Mode::unreliable, 11, 0, 8, 0, true},
      {"Bandwidth limit", bandwidth_limit(6, 1, 2), Kind::bandwidth, Mode::unreliable_ordered, 6, 0, 12, 255, false},
      {"Send unreliable fragment", unreliable_fragment(1, 13, 0, 2), Kind::other_message, Mode::unreliable_ordered, 13,
       1, 24, 1, true},
  };
  for (const Expected& row : rows) {
    SCOPED_TRACE(row.name);
    const Buffer buffer(row.bytes);
    enet::CommandReader reader(buffer, {}, 0);
    enet::Command command;
    ASSERT_TRUE(reader.next(command));
    HeapArena heap;
    analysis::facts::InternedNames names;
    analysis::facts::Collection facts(heap.packet_arena(), names);
    facts.begin(analysis::facts::Transport::enet);
    const analysis::facts::Item& item = analysis::enet::add_command(facts, command);
    EXPECT_EQ(facts.frame().envelopes->items, &item);
    EXPECT_STREQ(item.command->name, row.name);
    EXPECT_EQ(item.kind, row.kind);
    EXPECT_EQ(item.mode, row.mode);
    EXPECT_EQ(item.sequence(), row.sequence);
    EXPECT_EQ(item.own, row.own);
    EXPECT_EQ(item.protocol, row.protocol);
    EXPECT_EQ(item.channel, row.channel);
    EXPECT_EQ(item.on_channel, row.on_channel);
  }
}

Fate fate_of_first(const analysis::enet::Datagram& datagram) {
  analysis::enet::Findings findings(&datagram);
  return fate_of(*findings.next());
}

TEST(EnetCommandFacts, OfARetransmission) {
  Conversation link;
  link.handshake();
  const auto& first = link.at(0, client, 10, {reliable(0, 1)});
  const auto& second = link.at(100, client, 110, {reliable(0, 1)});
  const auto& answer = link.at(130, server, {acknowledge(0, 1, 110)});
  EXPECT_EQ(fate_of_first(first).sent_again_in, 4U);
  EXPECT_EQ(fate_of_first(first).acked_in, 0U);
  EXPECT_TRUE(fate_of_first(second).retransmission);
  EXPECT_EQ(fate_of_first(second).acked_in, 5U);
  const Fate fate = fate_of_first(answer);
  EXPECT_EQ(fate.rtt, 30 * millisecond);
  EXPECT_FALSE(fate.retransmission);
}

TEST(EnetCommandFacts, OfCopies) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(0, 1)});
  const auto& copy = link.at(7, client, 10, {reliable(0, 1)});
  const auto& answer = link.at(30, server, {acknowledge(0, 1, 10)});
  const auto& again = link.at(90, server, {acknowledge(0, 1, 10)});
  EXPECT_TRUE(fate_of_first(copy).duplicate);
  EXPECT_EQ(fate_of_first(copy).copied_after, 7 * millisecond);
  EXPECT_EQ(fate_of_first(answer).copied_after, -1);
  EXPECT_EQ(fate_of_first(answer).rtt_reported, 30);
  EXPECT_EQ(fate_of_first(again).rtt_reported, -1) << "it measures how late the copy is";
  EXPECT_EQ(fate_of_first(copy).rtt_reported, -1);
}

TEST(EnetCommandFacts, OfALoss) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(0, 1)});
  const auto& third = link.at(20, client, 30, {reliable(0, 3)});
  EXPECT_EQ(fate_of_first(third).lost_before, 1U);
  EXPECT_EQ(fate_of_first(third).held, 0);
  link.at(120, client, 130, {reliable(0, 2)});
  EXPECT_EQ(fate_of_first(third).held, 100 * millisecond);
  EXPECT_EQ(fate_of_first(third).held_until, 5U);
}

/// The sender's throttle may have dropped them: they are not certainly lost.
TEST(EnetCommandFacts, OfUnreliableMessagesThatDoNotCome) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {unreliable(0, 0, 1)});
  const auto& fourth = link.at(20, client, 30, {unreliable(0, 0, 4)});
  EXPECT_EQ(fate_of_first(fourth).lost_before, 0U);
  EXPECT_EQ(fate_of_first(fourth).unsent_before, 2U);
}

/// Captured at the sender: perhaps only an acknowledgement was lost.
TEST(EnetCommandFacts, HaveNoUncertainWait) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(0, 1)});
  const auto& second = link.at(10, client, 20, {reliable(0, 2)});
  link.at(30, server, {acknowledge(0, 2, 20)});
  link.at(100, client, 110, {reliable(0, 1)});
  link.at(120, server, {acknowledge(0, 1, 110)});
  EXPECT_EQ(outcome_of(second), "0 perhaps held 90 ms for 1 until frame 6");
  EXPECT_EQ(fate_of_first(second).held, 0);
  EXPECT_EQ(fate_of_first(second).held_until, 0U);
}

}  // namespace
}  // namespace godot::test
