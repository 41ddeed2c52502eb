// SPDX-License-Identifier: MIT
// The datagrams of a capture: found again by frame and key, with their connection, fragments, times and other side.
#include "analysis/enet/capture/capture.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/enet/capture/captured.h"

namespace godot::analysis::enet {
namespace {

using test::Captured;
using test::down;
using test::up;

class Captures : public testing::Test, protected Captured {};

TEST_F(Captures, ADatagramIsFoundByItsFrameAndKey) {
  Pair& pair = connected();
  const Record& first = send(pair, up, {test::reliable(0, 1)});
  Record& nested = again(pair, up, read(bytes_of(up, {test::ping(9)})), 4);
  Record& same_layer = again(pair, up, read(bytes_of(up, {test::ping(10)})), 1 | 1U << 8);
  EXPECT_EQ(capture().find(3, 1), &first);
  EXPECT_EQ(capture().find(3, 4), &nested);
  EXPECT_EQ(capture().find(3, 1 | 1U << 8), &same_layer);
  EXPECT_EQ(capture().find(3, 2), nullptr);
  EXPECT_EQ(capture().find(4, 1), nullptr);
  EXPECT_EQ(capture().first_of(3), &first);
  EXPECT_EQ(capture().first_of(9), nullptr);
}

TEST_F(Captures, AFramesConnectionIsThatOfItsLowestLayerThatHasOne) {
  Pair& pair = begin_pair();
  // Neither commands nor a receiver's number.
  see(pair, up, read(bytes_of(up, {})));
  EXPECT_EQ(capture().stream_of(1), nullptr);
  const Record& other = again(pair, up, read(bytes_of(up, {test::handshake(0x82, 5, 1)})), 3);
  ASSERT_NE(capture().stream_of(other), nullptr);
  EXPECT_EQ(capture().stream_of(1), capture().stream_of(other));
  EXPECT_EQ(capture().stream_of(2), nullptr);
}

TEST_F(Captures, WhatIsKeptOfADatagram) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::reliable(0, 1)});
  EXPECT_EQ(record.direction, up);
  EXPECT_EQ(record.analysis(), &record);
  EXPECT_EQ(capture().settings_of(record).checksum, Checksum::absent);
  EXPECT_EQ(capture().stream_of(record)->link.last_frames[0], 3U);
  EXPECT_EQ(capture().stream_of(record)->link.last_frames[1], 2U);
  EXPECT_EQ(capture().stream_of(record)->link.reads_at[0], record.captured);
  EXPECT_TRUE(capture().stream_of(record)->channels[0]);
  EXPECT_FALSE(capture().stream_of(record)->channels[1]);
  send(pair, up, {test::reliable(254, 1), test::reliable(255, 2)});
  EXPECT_TRUE(capture().stream_of(record)->channels[254]);
  EXPECT_EQ(capture().stream_of(record)->channels.count(), 2U) << "no message has the channel of the connection itself";
  EXPECT_EQ(capture().stream_of(record)->link.server_key, pair.ends[1]->number + 1);
  EXPECT_TRUE(pair.ends[1]->is_server);
}

TEST_F(Captures, WhatIsKeptOfAConnection) {
  Pair& pair = connected();
  const Record& answer = *capture().first_of(2);
  const Record& first = send(pair, up, {test::reliable(0, 1)});
  const Stream& stream = *capture().stream_of(first);
  EXPECT_EQ(stream.verified_at, answer.captured);
  EXPECT_EQ(stream.client_before, 1U);
  send(pair, down, {test::ping(2)});
  EXPECT_EQ(stream.verified_at, answer.captured);
  EXPECT_EQ(stream.client_before, 1U) << "of the client's datagrams alone";
  send(pair, up, {test::ping(3)});
  EXPECT_EQ(stream.client_before, first.frame);
  EXPECT_EQ(stream.client_before_at, first.captured);
}

TEST_F(Captures, AHandshakeMayBeInADatagramThatIsNotRead) {
  const auto is_unread = [&](std::vector<const char*> order) {
    Pair& pair = begin_pair();
    const Record* record = nullptr;
    for (const std::string_view what : order) {
      if (what == "unread") see(pair, up, read(test::from_hex("cfff 0000 ff")));
      if (what == "message") record = &send(pair, up, {test::unsequenced(1)});
    }
    return capture().stream_of(*record)->handshake_unread;
  };
  EXPECT_FALSE(is_unread({"message"}));
  EXPECT_TRUE(is_unread({"unread", "message"}));
  EXPECT_FALSE(is_unread({"message", "unread", "message"})) << "it had begun before";
}

TEST_F(Captures, WithoutSequenceNothingIsAnalysed) {
  Pair& pair = begin_pair();
  const Record& record = see(pair, up, read(bytes_of(up, {test::handshake(0x82, 5, 1)})), {.sequence = false});
  EXPECT_EQ(record.analysis(), nullptr);
  EXPECT_EQ(capture().stream_of(record)->analysis, nullptr);
}

TEST_F(Captures, FragmentsAreListedInTheOrderOfTheirCommands) {
  Pair& pair = connected();
  const Record& both =
      send(pair, up, {test::reliable(0, 1), test::fragment(0, 2, 2, 2, 4), test::fragment(0, 3, 2, 2, 4)});
  const FragmentPart* part = capture().parts_of(&both);
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(part->command, 1);
  ASSERT_NE(part->next, nullptr);
  EXPECT_EQ(part->next->command, 2);
  EXPECT_EQ(part->next->message, part->message);
  EXPECT_EQ(part->next->next, nullptr);
  EXPECT_EQ(capture().parts_of(nullptr), nullptr);
  EXPECT_EQ(capture().parts_of(capture().first_of(1)), nullptr);
  const Record& unwanted =
      see(pair, up, read(bytes_of(up, {test::fragment(0, 4, 4, 2, 4)})), {.sequence = true, .fragments = false});
  EXPECT_EQ(capture().parts_of(&unwanted), nullptr);
}

TEST_F(Captures, ACutDatagramMakesTheCaptureIncomplete) {
  Pair& pair = connected();
  EXPECT_TRUE(capture().completeness().whole());
  const test::Bytes bytes = bytes_of(up, {test::reliable(0, 1, 40)});
  see(pair, up, read(bytes, 20));
  see(pair, up, read(bytes, 20));
  EXPECT_EQ(capture().completeness().cut_in, 3U);
}

TEST_F(Captures, AnAcknowledgementOfWhatIsMissingMakesItIncomplete) {
  Pair& pair = connected();
  send(pair, up, {test::reliable(0, 1)});
  EXPECT_EQ(capture().completeness().lacks_in, 0U);
  send(pair, down, {test::acknowledge(0, 1, 40)});
  EXPECT_EQ(capture().completeness().lacks_in, 0U);
  const Record& record = send(pair, down, {test::acknowledge(0, 2, 60)});
  EXPECT_EQ(capture().completeness().lacks_in, record.frame);
  EXPECT_TRUE(capture().stream_of(record)->link.lacks[0]);
  EXPECT_FALSE(capture().stream_of(record)->link.lacks[1]);
  EXPECT_EQ(capture().stream_of(record)->link.capture, &capture().completeness());
}

TEST_F(Captures, RoundTripsAreKeptOfGamesAlone) {
  Pair& pair = connected();
  MultiplayerLink* const game = reinterpret_cast<MultiplayerLink*>(&pair);  // only compared with null
  for (const bool is_game : {false, true}) {
    Stream& stream = *capture().stream_of(*capture().first_of(1));
    stream.link.godot = is_game ? game : nullptr;
    const unsigned number = is_game ? 2 : 1;
    const unsigned sent_at = frame() * 20;
    send(pair, up, {test::reliable(0, number)});
    send(pair, down, {test::acknowledge(0, number, sent_at)});
    EXPECT_EQ(stream.round_trips[up].at(frame()), is_game ? 20 * millisecond : -1);
    EXPECT_EQ(stream.round_trips[down].at(frame()), -1);
  }
}

TEST_F(Captures, ADatagramHasItsTimesOnBothSides) {
  Pair& near = begin_pair();
  Pair& far = begin_pair();
  const auto pass = [&](Pair& first, Pair& second, Direction direction, const std::vector<test::Bytes>& commands) {
    const test::Bytes bytes = bytes_of(direction, commands);
    const Record& sent = see(first, direction, read(bytes));
    return std::pair<const Record*, const Record*>(&sent, &see(second, direction, read(bytes)));
  };
  pass(near, far, up, {test::handshake(0x82, 5, 1)});
  pass(far, near, down, {test::handshake(0x83, 3, 1)});
  pass(near, far, up, {test::acknowledge(255, 1, 40)});
  pass(far, near, down, {test::acknowledge(255, 1, 0)});
  const auto [sent, arrived] = pass(near, far, up, {test::unreliable(0, 0, 1)});
  const OtherSide there = capture().other_side(*sent, true);
  EXPECT_EQ(there.in, arrived->frame);
  EXPECT_TRUE(there.is_receivers);
  const OtherSide here = capture().other_side(*arrived, true);
  EXPECT_EQ(here.in, sent->frame);
  EXPECT_FALSE(here.is_receivers);
  const Finding nothing = {};
  const auto transit = [&](const Record& record, const OtherSide& other, const Finding* finding) {
    return capture().transit_of(record, CommandType::send_unreliable, 0, finding, other);
  };
  // Exact where it arrives; where it is sent the other side tells it.
  const Transit exact = transit(*arrived, here, &nothing);
  EXPECT_TRUE(exact.known);
  EXPECT_FALSE(exact.estimated);
  EXPECT_EQ(exact.before, arrived->captured - sent->captured);
  EXPECT_FALSE(transit(*sent, there, &nothing).known);
  EXPECT_FALSE(transit(*arrived, {}, &nothing).known);
  EXPECT_FALSE(transit(*arrived, here, nullptr).known);
  Finding copy = {};
  copy.set(Event::repeated);
  EXPECT_FALSE(transit(*arrived, here, &copy).known);
}

TEST_F(Captures, OfOneSideTimesAreEstimatedFromRoundTrips) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::unreliable(0, 0, 1)});
  const Finding nothing = {};
  EXPECT_FALSE(capture().transit_of(record, CommandType::send_unreliable, 0, &nothing, {}).known);
  Stream& stream = *capture().stream_of(record);
  stream.link.godot = reinterpret_cast<MultiplayerLink*>(&pair);
  const unsigned first = frame() * 20;
  send(pair, up, {test::reliable(0, 1)});
  send(pair, down, {test::acknowledge(0, 1, first), test::reliable(0, 1)});
  send(pair, up, {test::acknowledge(0, 1, first + 20)});
  const Record& later = send(pair, up, {test::unreliable(0, 1, 1)});
  const Transit transit = capture().transit_of(later, CommandType::send_unreliable, 0, &nothing, {});
  EXPECT_TRUE(transit.known);
  EXPECT_TRUE(transit.estimated);
}

TEST(OtherSides, ARelaySaysItItself) {
  Stream stream;
  stream.link.number = 4;
  const OtherSide arrived = other_side_of_relay(stream, relay::Outcome::passed, 8, 1000);
  EXPECT_EQ(arrived.in, 8U);
  EXPECT_EQ(arrived.captured, 1000);
  EXPECT_EQ(arrived.stream, 4U);
  EXPECT_TRUE(arrived.is_receivers);
  EXPECT_FALSE(arrived.never_arrived);
  EXPECT_EQ(arrived.dropped, nullptr);
  const OtherSide dropped = other_side_of_relay(stream, relay::Outcome::queue_full, 0, 0);
  EXPECT_TRUE(dropped.never_arrived);
  EXPECT_STREQ(dropped.dropped, "queue full");
  Stream other;
  other.link.number = 5;
  stream.other_side = &other;
  const OtherSide sent = other_side_of_relay(stream, relay::Outcome::sent, 7, 900);
  EXPECT_EQ(sent.stream, 5U);
  EXPECT_FALSE(sent.is_receivers);
  EXPECT_FALSE(sent.never_arrived);
}

}  // namespace
}  // namespace godot::analysis::enet
