// SPDX-License-Identifier: MIT
// An end that goes on from another address, and streams that look the same.
#include "analysis/enet/connections/moves.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/enet/capture/captured.h"

namespace godot::analysis::enet {
namespace {

using test::Bytes;
using test::Captured;
using test::down;
using test::up;

class Moved : public testing::Test, protected Captured {
 protected:
  /// A connection whose client has sent reliable commands up to number 3 of channel 0.
  Pair& played() {
    Pair& pair = connected();
    for (unsigned number = 1; number != 4; ++number) {
      send(pair, up, {test::reliable(0, number)});
      send(pair, down, {test::acknowledge(0, number, 0), test::unreliable(0, 0, number)});
    }
    return pair;
  }
  /// Another pair of ports, whose receiver is the one of this pair.
  Pair& beside(Pair& pair) {
    Pair& other = begin_pair();
    other.ends[down] = pair.ends[down];
    return other;
  }
  /// The move by which the datagram's connection may have come; null: none.
  const Move* moved_from(const Record& record) { return capture().stream_of(record)->come; }
};

TEST_F(Moved, NumbersAndClockGoOn) {
  Pair& old = played();
  const std::uint32_t last = frame() - 1;
  Pair& fresh = beside(old);
  const Record& first = send(fresh, up, {test::reliable(0, 4)});
  const Move* move = moved_from(first);
  ASSERT_NE(move, nullptr);
  EXPECT_FALSE(move->is_certain());  // the server may have dropped the client
  send(old, down, {test::ping(9)});
  EXPECT_TRUE(move->is_certain());
  EXPECT_EQ(move->kept_in, frame());
  EXPECT_EQ(move->first, first.frame);
  EXPECT_EQ(move->last, last);
  EXPECT_EQ(move->from, old.streams->latest());
  EXPECT_EQ(move->shown, first.first);
  EXPECT_EQ(old.streams->latest()->gone, move);
}

TEST_F(Moved, WhatItSendsAgainGoesOnAsWell) {
  Pair& old = played();
  Pair& fresh = beside(old);
  send(fresh, up, {test::reliable(0, 3)});
  send(old, down, {test::ping(9)});
  EXPECT_TRUE(fresh.streams->latest()->come->is_certain());
}

TEST_F(Moved, ADisconnectDoesNotShowThatTheServerKeepsTheAddress) {
  Pair& old = played();
  Pair& fresh = beside(old);
  send(fresh, up, {test::reliable(0, 4)});
  send(old, down, {test::disconnect(9)});
  EXPECT_FALSE(fresh.streams->latest()->come->is_certain());
}

TEST_F(Moved, NotIfItStillSendsFromTheOldAddress) {
  Pair& old = played();
  Pair& fresh = beside(old);
  send(fresh, up, {test::reliable(0, 4)});
  send(old, up, {test::reliable(0, 4)});
  send(old, down, {test::ping(9)});
  EXPECT_FALSE(fresh.streams->latest()->come->is_certain());
}

TEST_F(Moved, NotIfTheReceiverAnswersThere) {
  Pair& old = played();
  Pair& fresh = beside(old);
  send(fresh, up, {test::reliable(0, 4)});
  send(old, down, {test::ping(9)});
  send(fresh, down, {test::acknowledge(0, 4, 0)});
  EXPECT_FALSE(fresh.streams->latest()->come->is_certain());
}

TEST_F(Moved, NotWithOtherNumbers) {
  Pair& old = played();
  Pair& fresh = beside(old);
  EXPECT_EQ(moved_from(send(fresh, up, {test::reliable(0, 900)})), nullptr);
}

TEST_F(Moved, NotWithAnotherReceiver) {
  played();
  EXPECT_EQ(moved_from(send(begin_pair(), up, {test::reliable(0, 4)})), nullptr);
}

TEST_F(Moved, NotWithAHandshake) {
  Pair& old = played();
  Pair& fresh = beside(old);
  send(fresh, up, {test::handshake(0x82, 5, 78)});
  send(fresh, down, {test::handshake(0x83, 3, 78)});
  EXPECT_EQ(moved_from(send(fresh, up, {test::reliable(0, 1)})), nullptr);
}

TEST_F(Moved, NotAfterTheEnd) {
  Pair& old = played();
  send(old, up, {test::disconnect(4)});
  EXPECT_EQ(moved_from(send(beside(old), up, {test::reliable(0, 5)})), nullptr);
}

TEST_F(Moved, NotWithAnotherClock) {
  Pair& old = played();
  Pair& fresh = beside(old);
  Bytes bytes = bytes_of(up, {test::reliable(0, 4)});
  bytes[2] ^= 0x40U;  // 16 seconds away
  EXPECT_EQ(moved_from(see(fresh, up, read(bytes))), nullptr);
}

TEST_F(Moved, AnAcknowledgementAloneDecidesNothing) {
  Pair& old = played();
  Pair& fresh = beside(old);
  EXPECT_EQ(moved_from(send(fresh, up, {test::acknowledge(0, 3, 0)})), nullptr);
  EXPECT_NE(moved_from(send(fresh, up, {test::reliable(0, 4)})), nullptr);
}

TEST_F(Moved, AnUnsequencedMessageAloneDecidesNothing) {
  Pair& old = played();
  Pair& fresh = beside(old);
  EXPECT_EQ(moved_from(send(fresh, up, {test::unsequenced(4)})), nullptr);
  EXPECT_NE(moved_from(send(fresh, up, {test::reliable(0, 4)})), nullptr);
}

TEST_F(Moved, EachNumberHasToGoOn) {
  Pair& old = played();
  Pair& fresh = beside(old);
  EXPECT_EQ(moved_from(send(fresh, up, {test::reliable(0, 4), test::reliable(0, 900), test::reliable(0, 5)})), nullptr);
}

/// The server's address changes: the client is its receiver.
TEST_F(Moved, TheServerMayMove) {
  Pair& old = played();
  send(old, up, {test::ping(4)});
  Pair& fresh = begin_pair();
  fresh.ends[up] = old.ends[up];
  send(old, down, {test::reliable(0, 1)});
  const std::uint32_t last = frame();
  send(old, up, {test::ping(5)});
  const Record& first = send(fresh, down, {test::reliable(0, 2)});
  const Move* move = moved_from(first);
  ASSERT_NE(move, nullptr);
  EXPECT_EQ(move->last, last);
  EXPECT_EQ(move->direction_from, down);
  send(old, up, {test::ping(6)});
  EXPECT_EQ(move->kept_in, frame());
}

}  // namespace
}  // namespace godot::analysis::enet
