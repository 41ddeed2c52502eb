// SPDX-License-Identifier: MIT
// The order of delivery, rule by rule. Whole links are compared with real receivers in tests/dissection/test_follow.py.
#include "analysis/enet/delivery/delivery.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis::enet {
namespace {

using Kind = Delivery::Kind;

class Receiver : public ::testing::Test {
 protected:
  /// The messages that the receiver delivers after a message: ids, with the time that they were held.
  std::string add(const Delivery::Message& message) {
    std::vector<Delivery::Delivered> delivered;
    delivery_.add(message, delivered);
    return text(delivered);
  }
  std::string reliable(std::uint16_t number, std::uint16_t numbers = 1) {
    return add({.reliable = number, .numbers = numbers, .id = number});
  }
  std::string unreliable(std::uint16_t after, std::uint16_t number) {
    return add({.kind = Kind::unreliable, .reliable = after, .unreliable = number, .id = 1000U + number});
  }
  std::string missed(std::uint16_t number) {
    std::vector<Delivery::Delivered> delivered;
    delivery_.missed(0, number, delivered);
    return text(delivered);
  }
  static std::string text(const std::vector<Delivery::Delivered>& delivered) {
    std::string text;
    for (const auto& one : delivered) {
      text += (text.empty() ? "" : " ") + std::to_string(one.id);
      if (one.held) text += "<" + std::to_string(one.held_for);
    }
    return text;
  }

  Delivery delivery_{true};
};

TEST_F(Receiver, ReliableMessagesWaitForEarlierOnes) {
  EXPECT_EQ(reliable(1), "1");
  EXPECT_EQ(reliable(3), "");
  EXPECT_EQ(reliable(4), "");
  EXPECT_EQ(delivery_.held(), 2U);
  EXPECT_EQ(reliable(2), "2 3<2 4<2");
  EXPECT_EQ(delivery_.held(), 0U);
}

TEST_F(Receiver, CopiesAreIgnored) {
  EXPECT_EQ(reliable(1), "1");
  EXPECT_EQ(reliable(1), "");
  EXPECT_EQ(reliable(3), "");
  EXPECT_EQ(reliable(3), "");
  EXPECT_EQ(reliable(2), "2 3<2");
  EXPECT_EQ(reliable(3), "");
}

TEST_F(Receiver, FragmentsTakeANumberEach) {
  EXPECT_EQ(reliable(1, 5), "1");
  EXPECT_EQ(reliable(6), "6");
}

/// ENet compares numbers of unreliable messages as they arrive, with that of the last one; not those that waited
/// (enet_peer_queue_incoming_command and enet_peer_dispatch_incoming_unreliable_commands in peer.c). It sends 0 after
/// 65535.
TEST_F(Receiver, AnUnreliableMessageWithNumber0) {
  EXPECT_EQ(reliable(1), "1");
  EXPECT_EQ(unreliable(1, 0), "");
  EXPECT_EQ(unreliable(2, 0), "");
  EXPECT_EQ(unreliable(2, 1), "");
  EXPECT_EQ(reliable(2), "2 1000<2 1001<2");
}

TEST_F(Receiver, ChannelsDoNotWaitForEachOther) {
  EXPECT_EQ(reliable(2), "");
  EXPECT_EQ(add({.channel = 1, .reliable = 1, .id = 7}), "7");
}

TEST_F(Receiver, OlderUnreliableMessagesAreDropped) {
  EXPECT_EQ(unreliable(0, 1), "1001");
  EXPECT_EQ(unreliable(0, 3), "1003");
  EXPECT_EQ(unreliable(0, 2), "");
}

TEST_F(Receiver, UnreliableMessagesWaitForTheReliableOneBefore) {
  EXPECT_EQ(unreliable(1, 1), "");
  EXPECT_EQ(reliable(1), "1 1001<1");
  EXPECT_EQ(unreliable(0, 9), "") << "too late";
}

TEST_F(Receiver, UnreliableMessagesBetweenTwoWaitingReliableOnesAreDropped) {
  EXPECT_EQ(reliable(2), "");
  EXPECT_EQ(unreliable(1, 1), "");
  EXPECT_EQ(unreliable(2, 2), "");
  EXPECT_EQ(delivery_.held(), 3U);
  EXPECT_EQ(reliable(1), "1 2<1 1002<1");
  EXPECT_EQ(delivery_.held(), 0U);
}

TEST_F(Receiver, UnsequencedMessagesAreDeliveredAtOnce) {
  EXPECT_EQ(reliable(2), "");
  EXPECT_EQ(add({.kind = Kind::unsequenced, .id = 5}), "5");
}

TEST_F(Receiver, MessagesMissingInTheCaptureAreNotWaitedFor) {
  EXPECT_EQ(reliable(2), "");
  EXPECT_EQ(missed(1), "2<1");
  EXPECT_EQ(missed(3), "");
  EXPECT_EQ(reliable(4), "4");
}

TEST_F(Receiver, NumbersWrapAround) {
  Delivery later(false);
  std::vector<Delivery::Delivered> delivered;
  later.add({.reliable = 65535, .id = 1}, delivered);
  later.add({.reliable = 1, .id = 3}, delivered);
  later.add({.reliable = 0, .id = 2}, delivered);
  EXPECT_EQ(text(delivered), "1 2 3<0");
}

TEST_F(Receiver, FragmentsThatWaitTakeTheirNumbers) {
  EXPECT_EQ(reliable(2, 3), "");
  EXPECT_EQ(reliable(1), "1 2<1");
  EXPECT_EQ(reliable(4), "") << "one of the fragments";
  EXPECT_EQ(reliable(5), "5");
}

/// A capture begun late: the first message shows what has been delivered.
TEST_F(Receiver, TheFirstMessageOfALateCaptureIsDelivered) {
  for (const Kind first : {Kind::reliable, Kind::unreliable}) {
    Delivery late(false);
    std::vector<Delivery::Delivered> delivered;
    late.add({.kind = first, .reliable = 5, .unreliable = 1, .id = 1}, delivered);
    late.add({.reliable = 5, .id = 2}, delivered);
    late.add({.reliable = 6, .id = 3}, delivered);
    EXPECT_EQ(text(delivered), "1 3");
  }
}

TEST_F(Receiver, AfterAReliableMessageUnreliableNumbersBeginAgain) {
  EXPECT_EQ(unreliable(0, 7), "1007");
  EXPECT_EQ(reliable(1), "1");
  EXPECT_EQ(unreliable(1, 1), "1001");
  EXPECT_EQ(unreliable(1, 1), "") << "a copy";
  EXPECT_EQ(reliable(3), "");
  EXPECT_EQ(unreliable(3, 1), "");
  EXPECT_EQ(reliable(2), "2 3<2 1001<2");
}

TEST_F(Receiver, AsManyAs1024OfEachKindWait) {
  for (std::uint16_t number = 2; number <= 1025; ++number) EXPECT_EQ(reliable(number), "");
  EXPECT_EQ(delivery_.held(), 1024U);
  EXPECT_NE(reliable(1026), "") << "the capture lacks what they wait for";
  EXPECT_EQ(delivery_.held(), 0U);
  EXPECT_EQ(reliable(1027), "1027");
  for (std::uint16_t number = 1; number <= 1030; ++number) EXPECT_EQ(unreliable(2000, number), "");
  EXPECT_EQ(delivery_.held(), 1024U);
}

TEST_F(Receiver, WaitingMessagesAreBounded) {
  for (std::uint16_t number = 2; number < 5000; ++number) reliable(number);
  EXPECT_LE(delivery_.held(), 1024U);
}

}  // namespace
}  // namespace godot::analysis::enet
