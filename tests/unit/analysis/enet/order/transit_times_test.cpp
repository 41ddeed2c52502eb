// SPDX-License-Identifier: MIT
// When a message was sent and received, estimated and exact. Findings and connections are written by hand.
#include "analysis/enet/order/transit_times.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::test {
namespace {

using analysis::enet::Datagram;
using analysis::enet::Event;
using analysis::enet::Finding;
using analysis::enet::Passing;
using analysis::enet::Sequel;
using analysis::enet::SmoothedRoundTrips;
using enet::CommandType;

TEST(RoundTripTimes, AreThoseWhenTheCaptureHadReachedAFrame) {
  HeapArena heap;
  SmoothedRoundTrips trips;
  EXPECT_EQ(trips.at(9), -1);
  trips.add(5, 80 * millisecond, heap.arena());
  EXPECT_EQ(trips.at(4), -1);
  EXPECT_EQ(trips.at(5), 80 * millisecond);
  trips.add(7, 160 * millisecond, heap.arena());
  EXPECT_EQ(trips.at(9), 80 * millisecond) << "an eighth of the way is too little to be stored";
  trips.add(8, 160 * millisecond, heap.arena());
  EXPECT_EQ(trips.at(9), 98'750'000);
  EXPECT_EQ(trips.at(7), 80 * millisecond) << "as it was then";
  trips.add(8, 900 * millisecond, heap.arena());
  EXPECT_EQ(trips.at(8), 198'906'000) << "the last of a frame, in microseconds";
}

TEST(RoundTripTimes, ThatFallAreStoredAsThoseThatRise) {
  HeapArena heap;
  SmoothedRoundTrips trips;
  trips.add(5, 80 * millisecond, heap.arena());
  trips.add(6, 0, heap.arena());
  EXPECT_EQ(trips.at(6), 80 * millisecond);
  trips.add(7, 0, heap.arena());
  EXPECT_EQ(trips.at(7), 61'250'000);
}

TEST(RoundTripTimes, AreAtMost71Minutes) {
  HeapArena heap;
  SmoothedRoundTrips trips;
  trips.add(5, 7'200'000 * millisecond, heap.arena());
  EXPECT_EQ(trips.at(5), 4'294'967'295'000);
}

TEST(RoundTripTimes, TakeBoundedMemory) {
  HeapArena heap;
  SmoothedRoundTrips trips;
  for (std::uint32_t frame = 1; frame <= 1000; ++frame) trips.add(frame, millisecond * 50, heap.arena());
  const std::size_t steady = heap.bytes();
  EXPECT_LE(steady, 64U) << "a steady time is one step";
  for (std::uint32_t frame = 1001; frame <= 2000; ++frame)
    trips.add(frame, (frame % 2 == 0 ? 900 : 1) * millisecond, heap.arena());
  EXPECT_LE(heap.bytes(), 1000U * 8 * 4);
}

/// Datagrams by frame.
class Sent final : public analysis::enet::Transmissions {
 public:
  [[nodiscard]] const Datagram* in(std::uint32_t frame) const override {
    const auto found = datagrams.find(frame);
    return found != datagrams.end() ? found->second : nullptr;
  }
  std::map<std::uint32_t, const Datagram*> datagrams;
};

class Transits : public testing::Test {
 protected:
  Transits() {
    link.handshake();
    to_receiver.add(1, 40 * millisecond, heap.arena());
    to_sender.add(1, 20 * millisecond, heap.arena());
  }
  analysis::Transit estimate(const Datagram& datagram, CommandType type) {
    return estimated_transit({.datagram = datagram, .finding = *datagram.first, .type = type}, to_receiver, to_sender,
                             sent);
  }

  HeapArena heap;
  Conversation link;
  SmoothedRoundTrips to_receiver;
  SmoothedRoundTrips to_sender;
  Sent sent;
};

TEST_F(Transits, AnAcknowledgedMessageTakesHalfOfEachRoundTrip) {
  const Datagram& message = link.at(0, client, 10, {reliable(0, 1)});
  EXPECT_FALSE(estimate(message, CommandType::send_reliable).known) << "not acknowledged";
  link.at(40, server, {acknowledge(0, 1, 10)});
  const analysis::Transit transit = estimate(message, CommandType::send_reliable);
  EXPECT_TRUE(transit.known);
  EXPECT_TRUE(transit.estimated);
  EXPECT_EQ(transit.before, 10 * millisecond);
  EXPECT_EQ(transit.after, 20 * millisecond);
}

TEST_F(Transits, ARetransmissionThatArrivedIsAdded) {
  const Datagram& first = link.at(0, client, 10, {reliable(0, 1)});
  const Datagram& again = link.at(300, client, 310, {reliable(0, 1)});
  link.at(340, server, {acknowledge(0, 1, 310)});
  EXPECT_FALSE(estimate(first, CommandType::send_reliable).known) << "the later one is not found";
  sent.datagrams[again.frame] = &again;
  EXPECT_EQ(estimate(first, CommandType::send_reliable).after, 320 * millisecond);
  EXPECT_FALSE(estimate(again, CommandType::send_reliable).known) << "the first one counts";
}

/// As many transmissions as ENet makes before it gives up are followed.
TEST_F(Transits, SixteenTransmissionsLaterAreFollowed) {
  for (const unsigned later : {16U, 17U}) {
    Conversation game;
    game.handshake();
    sent.datagrams.clear();
    const Datagram& first = game.at(0, client, 10, {reliable(0, 1)});
    for (unsigned i = 1; i <= later; ++i) {
      const Datagram& again = game.at(100 * i, client, 10 + 100 * i, {reliable(0, 1)});
      sent.datagrams[again.frame] = &again;
    }
    game.at(100 * later + 1, server, {acknowledge(0, 1, 10 + 100 * later)});
    EXPECT_EQ(estimate(first, CommandType::send_reliable).known, later == 16) << later;
  }
}

/// The datagram that sends a command again has others, which were sent first in the same frame or in another one.
TEST_F(Transits, OfARetransmissionTheSameCommandCounts) {
  const Datagram& first = link.at(0, client, 10, {ping(2), reliable(0, 1)});
  const Datagram& other = link.at(5, client, 15, {reliable(1, 1)});
  const Datagram& again = link.at(300, client, 310, {reliable(1, 1), ping(2), reliable(0, 1)});
  sent.datagrams[again.frame] = &again;
  link.at(340, server, {acknowledge(0, 1, 310)});
  const Passing message = {.datagram = first, .finding = *first.first->next, .type = CommandType::send_reliable};
  const analysis::Transit transit = estimated_transit(message, to_receiver, to_sender, sent);
  EXPECT_TRUE(transit.known);
  EXPECT_EQ(transit.after, 320 * millisecond);
  EXPECT_FALSE(estimate(other, CommandType::send_reliable).known) << "that one was never acknowledged";
}

TEST_F(Transits, WithoutRoundTripsOfBothDirectionsNothingIsKnown) {
  const Datagram& message = link.at(0, client, 10, {reliable(0, 1)});
  link.at(40, server, {acknowledge(0, 1, 10)});
  to_sender = {};
  EXPECT_FALSE(estimate(message, CommandType::send_reliable).known);
  to_sender.add(1, 0, heap.arena());
  EXPECT_TRUE(estimate(message, CommandType::send_reliable).known) << "it may take no time";
  to_receiver = {};
  EXPECT_FALSE(estimate(message, CommandType::send_reliable).known);
  to_receiver.add(1, 0, heap.arena());
  EXPECT_TRUE(estimate(message, CommandType::send_reliable).known);
}

TEST_F(Transits, WithoutTheFirstTransmissionNothingIsKnown) {
  const Datagram& message = link.at(0, client, 10, {reliable(0, 1)});
  link.at(40, server, {acknowledge(0, 1, 10)});
  Finding retransmission = *message.first;
  retransmission.set(Event::retransmission);
  const auto known = [&](const Finding& finding) {
    return estimated_transit({.datagram = message, .finding = finding, .type = CommandType::send_reliable}, to_receiver,
                             to_sender, sent)
        .known;
  };
  EXPECT_TRUE(known(*message.first));
  EXPECT_FALSE(known(retransmission));
  EXPECT_FALSE(known({})) << "another command's";
}

TEST_F(Transits, AWaitAtTheReceiverIsAddedIfItIsCertain) {
  Sequel sequel;
  sequel.held = 30 * millisecond;
  sequel.held_until = 9;
  Finding finding;
  finding.set_sequel(sequel);
  const Datagram& datagram = link.at(0, client, 10, {reliable(0, 1)});
  const Passing unreliable = {.datagram = datagram, .finding = finding, .type = CommandType::send_unreliable};
  EXPECT_EQ(estimated_transit(unreliable, to_receiver, to_sender, sent).after, 50 * millisecond);
  EXPECT_EQ(exact_transit(unreliable, datagram.captured - 7 * millisecond, nullptr).before, 7 * millisecond);
  EXPECT_EQ(exact_transit(unreliable, datagram.captured - 7 * millisecond, nullptr).after, 30 * millisecond);
  sequel.perhaps = true;
  EXPECT_FALSE(estimated_transit(unreliable, to_receiver, to_sender, sent).known);
  EXPECT_FALSE(exact_transit(unreliable, datagram.captured, nullptr).known);
  sequel.held_until = 0;
  EXPECT_TRUE(estimated_transit(unreliable, to_receiver, to_sender, sent).known) << "it was not held";
}

TEST_F(Transits, BothSidesOfTheConnectionAreExact) {
  const Datagram& there = link.at(0, client, 10, {reliable(0, 1)});
  const Datagram& here = link.at(25, client, 10, {reliable(0, 1)});
  const Passing arrived = {.datagram = here, .finding = *here.first, .type = CommandType::send_reliable};
  EXPECT_FALSE(exact_transit(arrived, there.captured, nullptr).known) << "when it was first sent is unknown";
  const analysis::Transit transit =
      exact_transit(arrived, there.captured, finding_of(&there, 0, CommandType::send_reliable));
  EXPECT_TRUE(transit.known);
  EXPECT_FALSE(transit.estimated);
  EXPECT_EQ(transit.before, 25 * millisecond);
  EXPECT_EQ(finding_of(&there, 1, CommandType::send_reliable), nullptr) << "it has one command";
  EXPECT_EQ(finding_of(&there, 0, CommandType::ping), nullptr) << "another command";
  EXPECT_EQ(analysis::enet::finding_of(nullptr, 0, CommandType::ping), nullptr);
  const Datagram& two = link.at(50, client, 60, {ping(2), reliable(0, 2)});
  EXPECT_EQ(finding_of(&two, 0, CommandType::ping), two.first);
  EXPECT_EQ(finding_of(&two, 1, CommandType::send_reliable), two.first->next);
}

}  // namespace
}  // namespace godot::test
