// SPDX-License-Identifier: MIT
// Which connections are two sides of one, and where a datagram is on the other side. sides_test.cpp has the judgement
// of single datagrams.
#include "analysis/enet/connections/both_sides.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::analysis::enet {
namespace {

constexpr Direction up = 0;  // from the client
constexpr Direction down = 1;

class Paired : public testing::Test {
 protected:
  /// A side's stream, from its Connect on.
  Stream& begin(std::size_t side, std::uint32_t id = 7) {
    Stream& stream = streams_.emplace_back();
    stream.connect_frame = frame_ + 1;
    stream.connect.connect_id = id;
    stream.link.number = static_cast<std::uint32_t>(side);
    see(stream, side, up, 1, false);
    return stream;
  }
  /// Its answer, with the numbers of both ends.
  static void accept(Stream& stream) {
    stream.verify_frame = 9;
    stream.verify.connect_id = 7;
    stream.routes = {Route{.known = true, .peer_id = 3}, Route{.known = true, .peer_id = 5}};
  }
  void analyse(Stream& stream) { stream.analysis = &analyses_.emplace_back(heap_.arena()); }

  const Datagram& see(Stream& stream, std::size_t side, Direction direction, std::uint8_t content,
                      bool has_peer_id = true, bool is_cut = false) {
    Datagram& datagram = datagrams_.emplace_back();
    datagram.frame = ++frame_;
    datagram.captured = frame_ * millisecond;
    const std::array<std::uint8_t, 1> bytes = {content};
    pairs_.track(stream, ports_[side],
                 {.datagram = datagram,
                  .direction = direction,
                  .has_peer_id = has_peer_id,
                  .bytes = bytes,
                  .length = is_cut ? 2U : 1U});
    return datagram;
  }
  /// Both sides, with their handshakes and a datagram each way.
  void connect() {
    client_ = &begin(0);
    server_ = &begin(1);
    see(*server_, 1, down, 2);
    see(*client_, 0, down, 2);
    for (Stream* stream : {client_, server_}) {
      accept(*stream);
      analyse(*stream);
    }
    see(*client_, 0, up, 3);
    see(*server_, 1, up, 3);
  }

  test::HeapArena heap_;
  AllConnections all_;
  Pairs pairs_{heap_.arena()};
  std::array<Connections, 3> ports_ = {Connections(all_), Connections(all_), Connections(all_)};
  std::deque<Stream> streams_;
  std::deque<Datagram> datagrams_;
  std::deque<Analysis> analyses_;
  Stream* client_ = nullptr;
  Stream* server_ = nullptr;
  std::uint32_t frame_ = 0;
};

TEST_F(Paired, ADatagramOnBothSides) {
  connect();
  ASSERT_NE(client_->sides, nullptr);
  EXPECT_EQ(client_->other_side, server_);
  const Datagram& sent = see(*client_, 0, up, 4);
  const Datagram& arrived = see(*server_, 1, up, 4);
  const OtherSide there = pairs_.other_side(*client_, up, sent, true);
  EXPECT_EQ(there.in, arrived.frame);
  EXPECT_EQ(there.captured, arrived.captured);
  EXPECT_EQ(there.stream, 1U);
  EXPECT_TRUE(there.is_receivers);
  const OtherSide here = pairs_.other_side(*server_, up, arrived, true);
  EXPECT_EQ(here.in, sent.frame);
  EXPECT_FALSE(here.is_receivers);
  EXPECT_FALSE(is_reported_on_other_side(*client_, up));
  EXPECT_TRUE(is_reported_on_other_side(*server_, up));
  EXPECT_TRUE(is_reported_on_other_side(*client_, down));
}

TEST_F(Paired, TheServersSideMayBeTheFirst) {
  Stream& server = begin(0);
  Stream& client = begin(1);
  see(client, 1, up, 2);
  see(server, 0, up, 2);
  see(server, 0, down, 3);
  see(client, 1, down, 3);
  for (Stream* stream : {&server, &client}) {
    accept(*stream);
    analyse(*stream);
  }
  EXPECT_FALSE(is_reported_on_other_side(client, up));
  EXPECT_TRUE(is_reported_on_other_side(server, up));
  EXPECT_FALSE(is_reported_on_other_side(server, down));
  EXPECT_TRUE(is_reported_on_other_side(client, down));
}

/// The same request from the same ports, or after the answer, is another connection: as in a capture that has a game
/// twice.
TEST_F(Paired, OtherConnections) {
  Stream& first = begin(0);
  begin(0);
  EXPECT_EQ(first.sides, nullptr) << "the same ports";
  begin(1, 8);
  EXPECT_EQ(first.sides, nullptr) << "another id";
  Stream& answered = begin(2, 9);
  accept(answered);
  begin(1, 9);
  EXPECT_EQ(answered.sides, nullptr) << "it was answered before";
}

TEST_F(Paired, WithThreeNothingIsSaid) {
  Stream& first = begin(0);
  Stream& second = begin(1);
  ASSERT_NE(first.sides, nullptr);
  EXPECT_FALSE(first.sides->spoiled());
  Stream& third = begin(2);
  EXPECT_TRUE(first.sides->spoiled());
  EXPECT_EQ(second.sides, first.sides);
  EXPECT_EQ(third.sides, nullptr);
}

TEST_F(Paired, ACutDatagramSpoilsThem) {
  connect();
  see(*client_, 0, up, 4, true, true);
  EXPECT_TRUE(client_->sides->spoiled());
  EXPECT_FALSE(is_reported_on_other_side(*server_, up));
}

TEST_F(Paired, OtherNumbersOfTheEnds) {
  connect();
  const Datagram& sent = see(*client_, 0, up, 4);
  see(*server_, 1, up, 4);
  server_->routes[up].peer_id = 4;
  EXPECT_EQ(pairs_.other_side(*client_, up, sent, true).in, 0U);
  EXPECT_FALSE(is_reported_on_other_side(*server_, up));
}

/// Known at the end alone, and only if neither side lacks frames.
TEST_F(Paired, NeverArrived) {
  connect();
  const Datagram& lost = see(*client_, 0, up, 4);
  frame_ += 2000;  // two seconds
  see(*client_, 0, up, 5);
  see(*server_, 1, up, 5);
  EXPECT_FALSE(pairs_.other_side(*client_, up, lost, false).never_arrived);
  EXPECT_TRUE(pairs_.other_side(*client_, up, lost, true).never_arrived);
  server_->analysis = nullptr;
  EXPECT_FALSE(pairs_.other_side(*client_, up, lost, true).never_arrived);
}

TEST_F(Paired, AConnectionOfOneSide) {
  Stream& alone = begin(0);
  const Datagram& sent = see(alone, 0, up, 4);
  EXPECT_EQ(pairs_.other_side(alone, up, sent, true).in, 0U);
  EXPECT_FALSE(is_reported_on_other_side(alone, up));
}

}  // namespace
}  // namespace godot::analysis::enet
