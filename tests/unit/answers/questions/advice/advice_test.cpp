// SPDX-License-Identifier: MIT
// What a game could save, from frames made by hand with known results.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "answers/questions/advice/advice.h"
#include "answers/questions/advice/value_savings.h"
#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"
#include "base/time.h"
#include "codec/variant/dialect.h"
#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis {
namespace {

using test::Frame;
using test::Frames;
using test::Item;
using test::Kind;

/// Of ENet's and the multiplayer's bytes beside a value.
constexpr std::uint32_t headers = 20;

class AnAdvice : public testing::Test {
 protected:
  /// A state of one property, alone in its datagram.
  void state(std::uint32_t number, const char* node, const char* text, std::uint64_t digest, std::uint32_t own,
             facts::Time time, const char* name = "text") {
    Frame& frame = frames_.datagram(4 + headers + own, 4, 0, time);
    Item& item = frames_.add(frame, Kind::sync, own, headers);
    facts::Route& route = frames_.route(item);
    route.source = 1;
    route.hop_target = route.target = 7;
    route.target_known = true;
    frames_.sync(item) = {.clock = static_cast<std::uint16_t>(number)};
    test::Part& part = frames_.part(item, node, "text", own);
    part.protocol = 8;
    part.net_id = 3;
    part.digest = digest;
    if (text != nullptr) item.values = &values_.emplace_back(facts::Value{.node = node, .member = name, .text = text});
    advice_->add(frame);
  }

  /// Bytes of a client to another peer.
  void raw(std::int32_t source, std::int32_t target, std::uint64_t digest, facts::Time time) {
    Frame& frame = frames_.datagram(4 + 8 + 40, 4, 0, time);
    Item& item = frames_.add(frame, Kind::raw, 40, 8);
    facts::Route& route = frames_.route(item);
    route.source = route.hop_source = source;
    route.hop_target = 1;
    route.target = target;
    route.target_known = true;
    route.relayed = target != 1;
    frames_.part(item, nullptr, nullptr, 40).digest = digest;
    advice_->add(frame);
  }

  /// A state with a position, alone in its datagram.
  void position(const char* node, std::int32_t receiver, float x, facts::Time time, std::int32_t sender = 1,
                std::uint32_t net_id = 3, const char* member = "position") {
    vector(5, x, node, receiver, time, sender, net_id, member);
  }
  /// The same as a Vector2i.
  void whole_position(const char* node, std::int32_t receiver, std::int32_t x, facts::Time time) {
    vector(6, x, node, receiver, time, 1, 3, "position");
  }
  template <class Number>
  void vector(std::uint8_t type, Number x, const char* node, std::int32_t receiver, facts::Time time,
              std::int32_t sender, std::uint32_t net_id, const char* member) {
    std::vector<std::uint8_t>& bytes = positions_.emplace_back(12);
    const Number numbers[] = {x, 0};
    static_assert(sizeof numbers == 8);
    bytes[0] = type;
    std::memcpy(bytes.data() + 4, numbers, sizeof numbers);
    Frame& frame = frames_.datagram(4 + headers + 12, 4, 0, time);
    Item& item = frames_.add(frame, Kind::sync, 12, headers);
    facts::Route& route = frames_.route(item);
    route.source = route.hop_source = sender;
    route.hop_target = route.target = receiver;
    route.target_known = true;
    frames_.sync(item) = {};
    test::Part& part = frames_.part(item, node, "position", 12);
    part.protocol = 8;
    part.net_id = net_id;
    part.digest = static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(receiver);
    item.values = &values_.emplace_back(
        facts::Value{.node = node,
                     .member = member,
                     .numbers = {.bytes = bytes, .dialect = &variant::dialect(variant::Generation::godot4)}});
    advice_->add(frame);
  }
  /// Two players, each with its own node, which the server sends to both; what the second one's is away.
  void two_players(float away, facts::Time step, const char* first = "Players/100001",
                   const char* second = "Players/100002") {
    for (int i = 0; i != 40; ++i) {
      for (const std::int32_t receiver : {100001, 100002}) {
        position(first, receiver, static_cast<float>(i % 7), i * step, 1, 3);
        position(second, receiver, away + static_cast<float>(i % 7), i * step, 1, 4);
      }
    }
  }
  /// The same, where the second one's is far in some of 40 steps.
  template <class IsFar>
  void come_and_go(IsFar is_far) {
    for (int i = 0; i != 40; ++i) {
      for (const std::int32_t receiver : {100001, 100002}) {
        position("Players/100001", receiver, 0, i * 50 * millisecond, 1, 3);
        position("Players/100002", receiver, is_far(i) ? 30000 : 0, i * 50 * millisecond, 1, 4);
      }
    }
  }
  /// The row of an advice, as text; empty: there is none.
  [[nodiscard]] std::string visibility(std::size_t column = 3) const {
    for (std::size_t row = 0; row != rows(); ++row)
      if (cell(row, 0) == "visibility") return cell(row, column);
    return "";
  }

  [[nodiscard]] std::string cell(std::size_t row, std::size_t column) const {
    const report::Report report = advice_->answer();
    return row < report.rows.size() ? report::text_of(report.columns[column], report.rows[row][column]) : "";
  }
  [[nodiscard]] std::size_t rows() const { return advice_->answer().rows.size(); }

  Frames frames_;
  std::deque<facts::Value> values_;
  std::deque<std::vector<std::uint8_t>> positions_;
  std::unique_ptr<report::Question> advice_ = advice::make_advice();
};

constexpr facts::Time step = 50 * millisecond;

TEST_F(AnAdvice, OnChangeSavesEqualValuesAndPaysForChanges) {
  // 40 states of 4 + 20 + 12 bytes in datagrams of their own, and 42 below: 78 bytes each. Two changes: the first
  // value, and one more, each 12 + 27 + 10 + 2 * 42 bytes.
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", nullptr, i < 20 ? 5 : 6, 12, i * step);
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 0), "on_change");
  EXPECT_EQ(cell(0, 1), "Lamp");
  EXPECT_EQ(cell(0, 2), "text");
  EXPECT_EQ(cell(0, 3), std::to_string(40 * 78 - 2 * 133));
}

TEST_F(AnAdvice, IsNoneForValuesThatChange) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", nullptr, i, 12, i * step);
  EXPECT_EQ(rows(), 0U);
}

TEST_F(AnAdvice, IsNoneForFewStates) {
  for (std::uint32_t i = 0; i != 19; ++i) state(i, "Lamp", nullptr, 5, 12, i * step);
  EXPECT_EQ(rows(), 0U);
}

TEST_F(AnAdvice, ALongerIntervalSavesStates) {
  // Every 20 ms: 3 of 5 are not sent at 50 ms.
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", nullptr, i, 12, i * 20 * millisecond);
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 0), "interval");
  EXPECT_EQ(cell(0, 3), std::to_string(40 * 78 * 3 / 5));
}

TEST_F(AnAdvice, TextsOfAShortListAreNumbers) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", "\"burning brightly\"", i % 3, 24, i * step);
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 0), "name_list");
  EXPECT_EQ(cell(0, 3), std::to_string(40 * (24 - 2)));
}

TEST_F(AnAdvice, TextsThatAreAllDifferentAreNoList) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", "\"burning brightly\"", i, 24, i * step);
  EXPECT_EQ(rows(), 0U);
}

TEST_F(AnAdvice, WideNumbersFitIntoFewerBits) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", i % 2 == 0 ? "0.1" : "-0.75", i, 12, i * step);
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 0), "fewer_bits");
  EXPECT_EQ(cell(0, 3), std::to_string(40 * (12 - 3)));
  EXPECT_NE(cell(0, 5).find("whole numbers of 0.0001"), std::string::npos) << cell(0, 5);
}

/// 32767 steps of a hundredth reach 250.05 m, of a thousandth only 32.767 m.
TEST_F(AnAdvice, DecimalsThatSixteenBitsHaveRoomFor) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", i % 2 == 0 ? "250.05" : "-0.125", i, 12, i * step);
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 5), "As whole numbers of 0.01, 16 bits each, in one int: the largest error is 0.005.");
}

/// Positions in two reals of 32 bits are in fewer; those in whole numbers are as they are.
TEST_F(AnAdvice, VectorsOfWholeNumbersStayAsTheyAre) {
  for (int i = 0; i != 40; ++i) position("Lamp", 7, 0.25F * static_cast<float>(i), i * step);
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 0), "fewer_bits");
  EXPECT_EQ(cell(0, 3), std::to_string(40 * (12 - 5)));
  advice_ = advice::make_advice();
  for (int i = 0; i != 40; ++i) whole_position("Lamp", 7, i, i * step);
  EXPECT_EQ(rows(), 0U);
}

TEST_F(AnAdvice, ValuesWhoseNameIsNotCertainCountUnderIt) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", i % 2 == 0 ? "0.1" : "-0.75", i, 12, i * step, "text?");
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 0), "fewer_bits");
  EXPECT_EQ(cell(0, 2), "text?");
  EXPECT_EQ(cell(0, 3), std::to_string(40 * (12 - 3)));
}

TEST_F(AnAdvice, ABroadcastReplacesBytesToEachPeer) {
  // The shots of 2 to the server, 3 and 4. Each is alone in its frame: 4 + 8 + 40 and 42 below; with acknowledgement 8.
  raw(3, 1, 1, 0);
  raw(4, 1, 2, 0);
  for (int shot = 0; shot != 10; ++shot) {
    for (const std::int32_t peer : {1, 3, 4}) raw(2, peer, 100 + static_cast<std::uint64_t>(shot), shot * second);
  }
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(cell(0, 0), "one_broadcast");
  EXPECT_EQ(cell(0, 3), std::to_string(10 * 2 * (94 + 8)));
}

/// In a stream, only a message's own bytes are saved: the headers of its segments are not its own.
TEST_F(AnAdvice, ABroadcastInAStreamSavesItsOwnBytes) {
  const auto shoot = [&](std::int32_t peer, int shot, auto change) {
    Frame& frame = frames_.datagram(4 + 8 + 40, 4, 0, shot * second);
    Item& item = frames_.add(frame, Kind::raw, 40, 8);
    facts::Route& route = frames_.route(item);
    route.source = route.hop_source = 2;
    route.hop_target = 1;
    route.target = peer;
    route.target_known = true;
    route.relayed = peer != 1;
    frames_.part(item, nullptr, nullptr, 40).digest = 100 + static_cast<std::uint64_t>(shot);
    change(frame, item);
    advice_->add(frame);
  };
  const auto saved = [&](auto change) {
    advice_ = advice::make_advice();
    raw(3, 1, 1, 0);
    raw(4, 1, 2, 0);
    for (int shot = 0; shot != 10; ++shot)
      for (const std::int32_t peer : {1, 3, 4}) shoot(peer, shot, change);
    return cell(0, 3);
  };
  EXPECT_EQ(saved([](Frame&, Item&) {}), std::to_string(10 * 2 * (94 + 8)));
  EXPECT_EQ(saved([](Frame& frame, Item&) { frame.envelopes->streamed = true; }), std::to_string(10 * 2 * (48 + 8)));
  EXPECT_EQ(saved([](Frame&, Item& item) { item.message = 1; }), std::to_string(10 * 2 * (48 + 8))) << "in fragments";
}

TEST_F(AnAdvice, BytesThatLeaveAPeerOutAreNoBroadcast) {
  raw(5, 1, 1, 0);
  for (int shot = 0; shot != 10; ++shot) {
    for (const std::int32_t peer : {1, 3, 4}) raw(2, peer, 100 + static_cast<std::uint64_t>(shot), shot * second);
  }
  EXPECT_EQ(rows(), 0U);
}

TEST_F(AnAdvice, HasAtMostFiveRowsTheLargestFirst) {
  const char* const nodes[] = {"A", "B", "C", "D", "E", "F", "G"};
  for (std::uint32_t i = 0; i != 40; ++i) {
    for (std::uint32_t node = 0; node != 7; ++node) state(i, nodes[node], nullptr, 5, 100 + 10 * node, i * step);
  }
  ASSERT_EQ(rows(), 5U);
  for (std::size_t row = 0; row != 5; ++row) EXPECT_EQ(cell(row, 1), nodes[6 - row]);
}

TEST_F(AnAdvice, VisibilitySavesStatesFarFromTheReceiversOwnNode) {
  // Of 160 states, each of 78 bytes alone in its datagram, 80 are of the other player's node.
  two_players(30000, step);
  EXPECT_EQ(visibility(), std::to_string(80 * 78));
  EXPECT_NE(visibility(6).find("80 of 160 states were farther than 2000"), std::string::npos) << visibility(6);
}

TEST_F(AnAdvice, VisibilityIsNotAdvisedWhereAllAreNear) {
  two_players(1999, step);
  EXPECT_EQ(visibility(), "");
}

TEST_F(AnAdvice, VisibilityIsNotAdvisedWhereTheWayIsShort) {
  // 6 units in a second are 60 in ten; a node that moves 4,000 a second is soon everywhere.
  two_players(30000, step);
  for (int i = 0; i != 40; ++i) position("Players/100003", 100003, static_cast<float>(i) * 4000, i * second);
  EXPECT_EQ(visibility(), "");
}

TEST_F(AnAdvice, VisibilityOfNodesThatTheirPlayersSend) {
  for (int i = 0; i != 40; ++i) {
    position("A", 8, 0, i * step, 7);
    position("B", 7, 30000, i * step, 8);
  }
  // Where 8 is, is not known yet as the first state of A comes to it.
  EXPECT_EQ(visibility(1), "B");
  EXPECT_EQ(visibility(), std::to_string(40 * 78));
  EXPECT_EQ(cell(1, 3), std::to_string(39 * 78));
}

TEST_F(AnAdvice, VisibilitySaysIfThePositionsAreNotCertain) {
  for (int i = 0; i != 40; ++i) {
    position("A", 8, 0, i * step, 7, 3, "position?");
    position("B", 7, 30000, i * step, 8, 3, i == 0 ? "position?" : "position");
  }
  EXPECT_EQ(visibility(), std::to_string(40 * 78));
  for (const std::size_t row : {0, 1}) EXPECT_NE(cell(row, 6).find("not certain"), std::string::npos) << cell(row, 6);
}

TEST_F(AnAdvice, VisibilityOfOtherVectorsIsNotAdvised) {
  for (int i = 0; i != 40; ++i) {
    position("A", 8, 0, i * step, 7, 3, "velocity");
    position("B", 7, 30000, i * step, 8, 3, "position.x");
  }
  EXPECT_EQ(visibility(), "");
}

TEST_F(AnAdvice, VisibilityComparesNoNodesOfDifferentParents) {
  two_players(30000, step, "Red/100001", "Blue/100002");
  EXPECT_EQ(visibility(), "");
}

TEST_F(AnAdvice, VisibilityPaysForNodesThatComeAndGo) {
  // The other player comes near after 30 of 40 steps, for both. A crossing of the distance is an acknowledgement of 10
  // and 42 bytes, since no spawn was captured.
  come_and_go([](int i) { return i < 30; });
  EXPECT_EQ(visibility(), std::to_string(60 * 78 - 2 * (10 + 42)));
}

TEST_F(AnAdvice, VisibilityIsNotAdvisedForNodesThatComeAndGoAllTheTime) {
  // 40 far states, and 78 crossings.
  come_and_go([](int i) { return i % 2 == 0; });
  EXPECT_EQ(visibility(), "");
}

TEST_F(AnAdvice, VisibilityOfANodeWithSeveralSynchronizersIsNotKnown) {
  for (int i = 0; i != 40; ++i) {
    for (const std::int32_t receiver : {100001, 100002}) {
      position("Players/100001", receiver, 0, i * step, 1, 3);
      position("Players/100002", receiver, 30000, i * step, 1, 4);
      position("Players/100002", receiver, 2, i * step, 1, 5);
    }
  }
  EXPECT_EQ(visibility(), "");
}

TEST(NearestHalf, IsTheValueOfSixteenBits) {
  const std::pair<double, double> known[] = {
      {0, 0},         {1, 1},    {0.1, 0.0999755859375}, {-2.0009765625, -2}, {2049, 2048}, {2051, 2052},
      {65504, 65504}, {1e-8, 0}, {6e-8, 0x1p-24},        {0x1p-14, 0x1p-14}};
  for (const auto& [value, half] : known) EXPECT_EQ(advice::nearest_half(value), half) << value;
  EXPECT_TRUE(std::isinf(advice::nearest_half(65520)));
}

}  // namespace
}  // namespace godot::analysis
