// SPDX-License-Identifier: MIT
// The tables of games with godot-rollback-netcode, from frames made by hand.
#include "answers/libraries/rollback/tables.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <string>

#include "base/time.h"
#include "tests/unit/analysis/facts/frames.h"
#include "tests/unit/analysis/libraries/rollback/messages.h"

namespace godot::analysis {
namespace {

using report::Cell;
using test::Frame;
using test::Item;
using test::Kind;

class Tables : public testing::Test {
 protected:
  void ask(RollbackTable table) { question_ = make_rollback_table(table); }

  Item& send(const RollbackMessage& message, bool relayed = false, Kind kind = Kind::rollback) {
    Frame& frame = frames_.datagram(60, 4, 0, message.time);
    Item& item = frames_.add(frame, kind, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = static_cast<std::int32_t>(message.source);
    route.target = static_cast<std::int32_t>(message.target);
    route.target_known = true;
    route.hop_source = relayed ? facts::server : route.source;
    route.relayed = relayed;
    route.source_name = message.source == 7 ? "red" : nullptr;
    // A message has the time of day, its frame that since the capture's first.
    constexpr facts::Time begin_of_capture = 1'795'705'000 * second;
    RollbackMessage& sent = sent_.emplace_back(message);
    sent.time += begin_of_capture;
    item.library = &sent;
    question_->add(frame);
    return item;
  }

  [[nodiscard]] std::string text(const char* key, std::size_t row = 0) const {
    const report::Report report = question_->answer();
    for (std::size_t column = 0; column != report.columns.size(); ++column) {
      if (std::string_view(report.columns[column].key) != key || row >= report.rows.size()) continue;
      const Cell cell = report.rows[row][column];
      if (cell.type == Cell::Type::text) return std::string(cell.text);
      if (cell.type == Cell::Type::count) return std::to_string(cell.count);
      if (cell.type == Cell::Type::number) return std::to_string(static_cast<int>(cell.number * 1000));
      return "-";
    }
    return "no such cell";
  }
  [[nodiscard]] std::size_t rows() const { return question_->answer().rows.size(); }

  test::Frames frames_;
  test::RollbackMessages made_;
  std::deque<RollbackMessage> sent_;
  std::unique_ptr<report::Question> question_;
};

TEST_F(Tables, AWay) {
  ask(RollbackTable::ways);
  for (std::uint32_t tick = 1; tick <= 20; ++tick) {
    send(made_.inputs(made_.add(1, 7), tick, tick + 1));
    RollbackMessage& asking = made_.inputs(made_.add(7, 1), tick, tick);
    asking.next_input = tick > 4 ? tick - 1 : 2;
    send(asking);
  }
  ASSERT_EQ(rows(), 2U);
  EXPECT_EQ(text("from", 1), "server");
  EXPECT_EQ(text("to", 1), "red");
  EXPECT_EQ(text("match", 1), "1");
  EXPECT_EQ(text("messages", 1), "20");
  EXPECT_EQ(text("inputs", 1), "21");
  EXPECT_EQ(text("again", 1), "19");
  EXPECT_EQ(text("again_percent", 1), "47500");
  EXPECT_EQ(text("histogram", 1), "2:16 3:1");
  EXPECT_EQ(text("behind", 1), "2000");
  EXPECT_EQ(text("behind_most", 1), "3000");
  EXPECT_EQ(text("predicted", 1), "1");
  EXPECT_EQ(text("filter", 1), "rollback.match == 1 && godot.from == \"server\" && godot.to == \"red\"");
  EXPECT_EQ(text("predicted", 0), "-") << "the server asks for nothing";
}

/// In a mesh nothing says who is who: the ends of a connection are told apart, and found.
TEST_F(Tables, PeersWithoutIds) {
  const auto ask_and_send = [&](RollbackTable table) {
    ask(table);
    for (const bool from_client : {true, false}) {
      const RollbackPeer requester = (RollbackPeer{5} << 32) + 1;
      const RollbackPeer acceptor = (RollbackPeer{5} << 32) + 2;
      RollbackMessage& message = made_.hashes(
          made_.inputs(made_.add(from_client ? requester : acceptor, from_client ? acceptor : requester), 1, 2), 1,
          {from_client ? 11U : 12U});
      Frame& frame = frames_.datagram(60, 4, 0, 0);
      frame.envelopes->has_link = frame.envelopes->mesh = true;
      frame.envelopes->link = 2;
      frame.envelopes->from_client = from_client;
      frames_.add(frame, Kind::rollback, 12, 20).library = &message;
      question_->add(frame);
    }
  };
  ask_and_send(RollbackTable::ways);
  ASSERT_EQ(rows(), 2U);
  const std::size_t row = text("from", 0) == "ENet 2 requester" ? 0 : 1;
  EXPECT_EQ(text("from", row), "ENet 2 requester");
  EXPECT_EQ(text("to", row), "ENet 2 acceptor");
  EXPECT_EQ(text("filter", row), "rollback.match == 1 && enet.stream == 2 && enet.connection.from_client == 1");
  EXPECT_EQ(text("filter", 1 - row), "rollback.match == 1 && enet.stream == 2 && enet.connection.from_client == 0");
  ask_and_send(RollbackTable::diverged);
  EXPECT_EQ(text("agree"), "ENet 2 requester | ENet 2 acceptor");
  EXPECT_EQ(text("connection"), "ENet 2");
  EXPECT_EQ(text("filter"), "rollback.match == 1 && enet.stream == 2 && rollback.hash_tick == 1");
  ask_and_send(RollbackTable::ticks);
  EXPECT_EQ(text("connection"), "ENet 2");
  EXPECT_EQ(text("filter"),
            "rollback.match == 1 && enet.stream == 2 && rollback.hash_tick >= 1 && rollback.hash_tick <= 1");
  ask_and_send(RollbackTable::inputs);
  EXPECT_NE(text("filter").find(" && enet.stream == 2 && enet.connection.from_client == "), std::string::npos);
}

/// A server passes a message on, and its sender's link is in the capture, too.
TEST_F(Tables, ARelayedMessageCountsOnce) {
  ask(RollbackTable::ways);
  RollbackMessage& first = made_.inputs(made_.add(7, 8), 1, 2);
  RollbackMessage& second = made_.inputs(made_.add(7, 8), 1, 2);
  second.link = 2;
  send(first);
  send(second, true);
  EXPECT_EQ(text("messages"), "1");
  EXPECT_EQ(text("again"), "0");
}

/// A message to all names no target: who gets it is the end of this hop.
TEST_F(Tables, AMessageToAllHasTheNameOfItsHop) {
  ask(RollbackTable::ways);
  for (const std::int32_t target : {0, 7}) {
    RollbackMessage& message = made_.inputs(made_.add(1, 7), 1, 2);
    Frame& frame = frames_.datagram(60, 4, 0, 0);
    Item& item = frames_.add(frame, Kind::rollback, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = facts::server;
    route.target = target;
    route.target_known = true;
    route.target_name = "target";
    route.hop_target = 7;
    route.hop_target_name = "hop";
    item.library = &message;
    question_->add(frame);
    EXPECT_EQ(text("to"), target == 0 ? "hop" : "target");
  }
}

TEST_F(Tables, CopiesAndOtherItemsDoNotCount) {
  ask(RollbackTable::ways);
  Frame& frame = frames_.datagram(60, 4);
  Item& copy = frames_.add(frame, Kind::rollback, 12, 20);
  copy.library = &made_.inputs(made_.add(7, 8), 1, 2);
  copy.again = true;
  frames_.add(frame, Kind::remote_call, 12, 20);
  frames_.add(frame, Kind::rollback, 12, 20);
  question_->add(frame);
  EXPECT_EQ(rows(), 0U);
}

TEST_F(Tables, ADivergence) {
  ask(RollbackTable::diverged);
  send(made_.hashes(made_.inputs(made_.add(1, 7), 1, 2), 1, {11, 12, 13, 14}));
  EXPECT_EQ(rows(), 0U);
  send(made_.hashes(made_.inputs(made_.add(7, 1), 1, 2), 1, {11, 12, 99, 14}));
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(text("tick"), "3");
  EXPECT_EQ(text("ticks"), "1");
  EXPECT_EQ(text("healed"), "4");
  EXPECT_EQ(text("agreed"), "2");
  EXPECT_EQ(text("hashes"), "server 0000000d, red 00000063");
  EXPECT_EQ(text("agree"), "server | red");
  EXPECT_EQ(text("inputs"), "the same bytes");
  EXPECT_EQ(text("cause"), "serializer or simulation") << "they are no Dictionaries";
  EXPECT_EQ(text("filter"), "rollback.match == 1 && rollback.hash_tick == 3");
}

/// A row for each tick and peer.
TEST_F(Tables, InputsBeforeADivergence) {
  ask(RollbackTable::inputs);
  send(made_.hashes(made_.inputs(made_.add(1, 7), 1, 4), 1, {11, 12, 13}));
  send(made_.hashes(made_.inputs(made_.add(7, 1), 2, 3), 1, {11, 12, 99}));
  ASSERT_EQ(rows(), 5U);
  EXPECT_EQ(text("diverged", 0), "3");
  EXPECT_EQ(text("tick", 4), "3");
  EXPECT_EQ(text("peer", 4), "red");
  EXPECT_EQ(text("bytes", 4), "the same bytes to all");
  EXPECT_EQ(text("filter", 4), "rollback.match == 1 && godot.from == \"red\" && rollback.input_tick == 3");
  question_ = make_rollback_table(RollbackTable::inputs, false);
  send(made_.hashes(made_.inputs(made_.add(1, 7), 1, 4), 1, {11}));
  send(made_.hashes(made_.inputs(made_.add(7, 1), 1, 4), 1, {12}));
  EXPECT_EQ(text("inputs"), "-") << "masked";
}

TEST_F(Tables, LatenessBySecond) {
  ask(RollbackTable::lateness);
  for (std::uint32_t tick = 1; tick <= 60; ++tick) {
    send(made_.inputs(made_.add(1, 7), tick, tick));
    RollbackMessage& asking = made_.inputs(made_.add(7, 1), tick, tick);
    asking.next_input = tick > 4 ? tick - 1 : 2;
    send(asking);
  }
  ASSERT_EQ(rows(), 3U);
  EXPECT_EQ(text("from"), "server");
  EXPECT_EQ(text("to"), "red");
  EXPECT_EQ(text("begin", 1), "1000");
  EXPECT_EQ(text("inputs", 1), "25");
  EXPECT_EQ(text("behind", 1), "2000");
  EXPECT_EQ(text("most", 0), "3000");
}

/// The items of pings are calls.
TEST_F(Tables, RoundTripsOfPings) {
  ask(RollbackTable::ways);
  send(made_.inputs(made_.add(1, 7), 1, 2));
  for (const facts::Time trip : {30'000'000, 10'000'000, 50'000'000}) {
    RollbackMessage& answer = made_.add(1, 7);
    answer.what = RollbackMessage::What::answer;
    answer.round_trip = trip;
    send(answer, false, Kind::remote_call);
  }
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(text("messages"), "1");
  EXPECT_EQ(text("round_trip"), "30000");
  EXPECT_EQ(text("round_trip_most"), "50000");
}

TEST_F(Tables, StretchesOfTicks) {
  ask(RollbackTable::ticks);
  send(made_.hashes(made_.inputs(made_.add(1, 7), 1, 2), 1, {11, 12, 13, 14, 15}));
  send(made_.hashes(made_.inputs(made_.add(7, 1), 1, 2), 1, {11, 12, 99, 14}));
  send(made_.hashes(made_.inputs(made_.add(7, 1), 1, 2), 9, {19}));
  ASSERT_EQ(rows(), 4U);
  const std::array wanted = {"1 2 equal", "3 3 differ", "4 4 equal", "5 9 unknown"};
  for (std::size_t row = 0; row != wanted.size(); ++row)
    EXPECT_EQ(text("first", row) + " " + text("last", row) + " " + text("state", row), wanted[row]);
}

TEST_F(Tables, TwoMatches) {
  ask(RollbackTable::diverged);
  send(made_.hashes(made_.inputs(made_.add(1, 7), 1, 2), 1, {11}));
  RollbackMessage& second = made_.hashes(made_.inputs(made_.add(7, 1), 1, 2), 1, {99});
  second.match = 2;
  send(second);
  EXPECT_EQ(rows(), 0U);
}

TEST_F(Tables, AStandstill) {
  ask(RollbackTable::standstills);
  RollbackMessage& asking = made_.inputs(made_.add(7, 1), 20, 20);
  asking.next_input = 6;
  send(asking);
  for (int i = 0; i < 13; ++i) send(made_.inputs(made_.add(7, 1), 20, 20));
  send(made_.inputs(made_.add(7, 1), 21, 21));
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(text("peer"), "red");
  EXPECT_EQ(text("tick"), "20");
  EXPECT_EQ(text("begin"), "20");
  EXPECT_EQ(text("length"), "280");
  EXPECT_EQ(text("messages"), "14");
  EXPECT_EQ(text("why"), "waited");
  EXPECT_EQ(text("waits_for"), "server");
  EXPECT_EQ(text("behind"), "20");
  EXPECT_EQ(text("others"), "");
}

}  // namespace
}  // namespace godot::analysis
