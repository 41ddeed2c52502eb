// SPDX-License-Identifier: MIT
// What a game could save, from frames made by hand with known results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
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
    const Number numbers[] = {x, 30000};  // all are as far from the other axis
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
    // Of a value whose name is not certain, the part has the name.
    test::Part& part = frames_.part(item, node, std::string_view(member).ends_with('?') ? "position" : member, 12);
    part.protocol = 8;
    part.net_id = net_id;
    part.digest = static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(receiver);
    item.values = &values_.emplace_back(
        facts::Value{.node = node,
                     .member = member,
                     .numbers = {.bytes = bytes, .dialect = &variant::dialect(variant::Generation::godot4)}});
    advice_->add(frame);
  }
  /// A state of each of both players' nodes to the other.
  void vector_of(const char* member, const char* node, float x, int step_number) {
    for (const std::int32_t receiver : {100001, 100002})
      position(node, receiver, x, step_number * 50 * millisecond, 1, x == 0 ? 3 : 4, member);
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
  using Texts = std::vector<std::string>;
  [[nodiscard]] Texts row(std::size_t number) const {
    Texts texts;
    for (std::size_t column = 0; column != 8; ++column) texts.push_back(cell(number, column));
    return texts;
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

constexpr const char* on_change_costs =
    "A change is sent reliably: one that is lost comes later instead of never. More changes between two states than "
    "the "
    "capture shows would be sent, too; delta_interval limits them.";
constexpr const char* of_lamps = "godot.sync.text matches \"(?-i)^Lamp: \"";

/// Of 3,120 bytes.
TEST_F(AnAdvice, RowsOfStatesInWhole) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", nullptr, i < 20 ? 5 : 6, 12, i * step);
  EXPECT_EQ(
      row(0),
      (Texts{"on_change", "Lamp", "text", "2854", "91.5", on_change_costs,
             "38 of 40 values equal the one before. Without the states of these nodes: 3120 bytes less; 2 changes "
             "in datagrams of their own, with acknowledgements: 266 more.",
             of_lamps}));
  EXPECT_EQ(advice_->answer().notes[0],
            "Each row is what it saves at least, without the others, of 3120 bytes. Nothing below 3 % is shown.");
  advice_ = advice::make_advice();
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", nullptr, i, 12, i * 20 * millisecond);
  EXPECT_EQ(row(0), (Texts{"interval", "Lamp", "replication_interval = 0.05", "1872", "60.0",
                           "What a receiver sees is up to 30 ms older, 15 ms in the mean: it has to interpolate.",
                           "40 states of 3120 bytes, every 20 ms in the mean; every 50 ms, 60 % of them are not sent.",
                           of_lamps}));
}

TEST_F(AnAdvice, RowsOfValuesInWhole) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", "\"burning brightly\"", i % 3, 24, i * step);
  EXPECT_EQ(row(0), (Texts{"name_list", "Lamp", "text", "880", "24.4",
                           "Both ends need the same list of texts: one that is not in it cannot be sent.",
                           "40 values are 3 texts of 960 bytes; by number, 2 bytes each: 80.", of_lamps}));
  advice_ = advice::make_advice();
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", i % 2 == 0 ? "2.0" : "-30000.0", i, 12, i * step);
  EXPECT_EQ(row(0), (Texts{"fewer_bits", "Lamp", "text", "360", "11.5",
                           "As whole numbers, 16 bits each, in one int: the largest error is 0.",
                           "The error over 40 values up to 3e+04: 480 bytes become 120.", of_lamps}));
  advice_ = advice::make_advice();
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", i % 2 == 0 ? "0.5" : "-40000.0", i, 12, i * step);
  EXPECT_EQ(cell(0, 5), "As half floats, 16 bits each, in one int: the largest error is 0.") << "a multiple of 32";
}

TEST_F(AnAdvice, ARowOfABroadcastInWhole) {
  raw(3, 1, 1, 0);
  raw(4, 1, 2, 0);
  for (int shot = 0; shot != 10; ++shot) {
    for (const std::int32_t peer : {1, 3, 4}) raw(2, peer, 100 + static_cast<std::uint64_t>(shot), shot * second);
  }
  EXPECT_EQ(row(0), (Texts{"one_broadcast", "", "send_bytes", "2040", "67.8",
                           "send_bytes() once to everybody (id 0): the server gets them, too.",
                           "30 messages of 3060 bytes on their senders' links become 10 broadcasts of 1020.", ""}));
}

/// Bytes that one frame has together with others save no header of its datagram.
TEST_F(AnAdvice, HeadersThatOthersNeedStay) {
  const auto saved = [&](auto change, std::uint32_t others = 0) {
    advice_ = advice::make_advice();
    for (std::uint32_t i = 0; i != 40; ++i) {
      Frame& frame = frames_.datagram(4 + headers + 12 + others, 4, 0, i * step);
      Item& item = frames_.add(frame, Kind::sync, 12, headers);
      frames_.route(item).source = 1;
      frames_.route(item).target = 7;
      frames_.sync(item) = {.clock = static_cast<std::uint16_t>(i)};
      test::Part& part = frames_.part(item, "Lamp", "text", 12);
      part.protocol = 8;
      part.net_id = 3;
      change(frame, item, i);
      advice_->add(frame);
    }
    return cell(0, 3);
  };
  constexpr int changes = 12 + 27 + 10 + 2 * 42;
  EXPECT_EQ(saved([](Frame&, Item&, std::uint32_t) {}), std::to_string(40 * 78 - changes));
  EXPECT_EQ(saved([&](Frame& frame, Item&, std::uint32_t) { frames_.add(frame, Kind::raw, 92, 8); }, 100),
            std::to_string(40 * 32 - changes));
  EXPECT_EQ(saved([](Frame&, Item& item, std::uint32_t) { item.message = 1; }), std::to_string(40 * 20 - changes))
      << "in fragments";
  EXPECT_EQ(saved([](Frame& frame, Item&, std::uint32_t) { frame.envelopes->streamed = true; }),
            std::to_string(40 * 20 - changes));
  EXPECT_EQ(saved([](Frame&, Item& item, std::uint32_t i) { item.again = i == 5; }), std::to_string(39 * 78 - changes));
  EXPECT_EQ(saved([&](Frame&, Item& item, std::uint32_t) { frames_.sync(item).delta = true; }), "") << "no states";
}

/// Of two properties, one that stays equal: the states remain for the other.
TEST_F(AnAdvice, APropertyThatChangesNeedsItsStates) {
  const auto send = [&](std::uint32_t changes) {
    advice_ = advice::make_advice();
    for (std::uint32_t i = 0; i != 40; ++i) {
      Frame& frame = frames_.datagram(4 + headers + 624, 4, 0, i * step);
      Item& item = frames_.add(frame, Kind::sync, 624, headers);
      frames_.route(item).source = 1;
      frames_.route(item).target = 7;
      frames_.sync(item) = {.clock = static_cast<std::uint16_t>(i)};
      frames_.part(item, "Lamp", "text", 600).digest = std::min(i, changes - 1);
      frames_.part(item, "Lamp", "time", 24).digest = i;
      advice_->add(frame);
    }
  };
  send(10);
  ASSERT_EQ(rows(), 1U);
  EXPECT_EQ(row(0),
            (Texts{"on_change", "Lamp", "text", std::to_string(40 * 600 - 10 * (600 + 121)), "60.8", on_change_costs,
                   "30 of 40 values equal the one before. Without these values: 24000 bytes less; 10 changes in "
                   "datagrams of their own, with acknowledgements: 7210 more.",
                   of_lamps}));
  send(11);
  EXPECT_EQ(rows(), 0U) << "more than a quarter has changed";
}

TEST_F(AnAdvice, TheBordersOfEachAdvice) {
  const auto send = [&](std::uint32_t count, facts::Time every, bool changes, const char* text = nullptr,
                        std::uint32_t own = 12, std::uint32_t different = 1) {
    advice_ = advice::make_advice();
    for (std::uint32_t i = 0; i != count; ++i) state(i, "Lamp", text, changes ? i : i % different, own, i * every);
    return cell(0, 0);
  };
  EXPECT_EQ(send(20, step, false), "on_change");
  EXPECT_EQ(send(20, 39 * millisecond, true), "interval");
  EXPECT_EQ(send(20, 40 * millisecond, true), "");
  EXPECT_EQ(send(20, step, true, "0.5"), "fewer_bits");
  EXPECT_EQ(send(19, step, true, "0.5"), "");
  EXPECT_EQ(send(20, step, true, "0.0"), "") << "nothing but zeros";
  EXPECT_EQ(send(20, step, true, "0.5", 8), "") << "a real of four bytes";
  EXPECT_EQ(send(20, step, true, "5"), "") << "an int";
  EXPECT_EQ(send(20, step, true, "70000.5"), "") << "no 16 bits have it";
  EXPECT_EQ(send(20, step, true, "65504.0"), "fewer_bits") << "the largest half";
  EXPECT_EQ(send(20, step, true, "65504.5"), "");
  EXPECT_EQ(send(20, step, true, "5e-1"), "fewer_bits") << "with an exponent";
  EXPECT_EQ(send(20, step, false, "\"x\"", 24, 5), "name_list") << "each comes four times";
  EXPECT_EQ(send(20, step, false, "&\"x\"", 24, 5), "name_list");
  EXPECT_EQ(send(20, step, false, "^\"x\"", 24, 5), "name_list");
  EXPECT_EQ(send(19, step, false, "\"x\"", 24, 4), "");
  EXPECT_EQ(send(24, step, false, "\"x\"", 24, 7), "");
}

/// A property whose values are of several types has no list, and no fewer bits.
TEST_F(AnAdvice, IsNoneForValuesOfSeveralTypes) {
  for (const auto& [one, other] : {std::pair{"0.5", "5"}, {"\"x\"", "5"}, {"0.5", "\"x\""}}) {
    advice_ = advice::make_advice();
    for (std::uint32_t i = 0; i != 80; ++i) state(i, "Lamp", i % 2 == 0 ? one : other, i, 12, i * step);
    EXPECT_EQ(rows(), 0U) << one << other;
  }
}

TEST_F(AnAdvice, IsNoneForVectorsOfSeveralTypes) {
  for (int i = 0; i != 80; ++i) {
    if (i % 2 == 0) position("Lamp", 7, 0.25F * static_cast<float>(i), i * step);
    else whole_position("Lamp", 7, i, i * step);
  }
  EXPECT_EQ(rows(), 0U);
}

/// A row that saves 3 % of the conversation, and one that saves a byte less than that.
TEST_F(AnAdvice, LessThanThreePercentIsNotShown) {
  constexpr std::uint32_t saved = 40 * 78 - 2 * 133;
  constexpr std::uint32_t most = saved * 100 / 3;
  for (const std::uint32_t all : {most, most + 1}) {
    advice_ = advice::make_advice();
    Frame& other = frames_.datagram(all - 40 * 78 - Frames::udp_headers, 4);
    advice_->add(other);
    Frame& unknown = frames_.datagram(1000, 4, 3);  // of a flow that is not recognised
    unknown.envelopes = nullptr;
    advice_->add(unknown);
    for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", nullptr, i < 20 ? 5 : 6, 12, i * step);
    EXPECT_EQ(rows(), all == most ? 1U : 0U) << all;
    EXPECT_TRUE(advice_->answer().notes[0].find(" of " + std::to_string(all) + " bytes") != std::string::npos);
  }
}

/// All of a flow counts, also what came before the first message that was recognised.
TEST_F(AnAdvice, OfAllBytesOfTheFlow) {
  Frame& before = frames_.datagram(58, 4);
  before.envelopes = nullptr;
  advice_->add(before);
  Frame& stream = frames_.segment(1, 58);  // another flow, though of the same number
  advice_->add(stream);
  for (std::uint32_t i = 0; i != 40; ++i) state(i, "Lamp", nullptr, 5, 12, i * step);
  EXPECT_NE(advice_->answer().notes[0].find(" of 3220 bytes"), std::string::npos) << advice_->answer().notes[0];
}

TEST_F(AnAdvice, StatesOfNoNameAreLeftOut) {
  for (std::uint32_t i = 0; i != 40; ++i) state(i, nullptr, nullptr, 5, 12, i * step);
  EXPECT_EQ(rows(), 0U);
  ASSERT_EQ(advice_->answer().notes.size(), 2U);
  EXPECT_EQ(advice_->answer().notes[1],
            "No advice is about 40 states or values that have no name or are beyond what is remembered.");
  for (std::uint32_t i = 0; i != 40; ++i) state(i, nullptr, "0.5", i, 12, i * step);
  EXPECT_TRUE(advice_->answer().notes[1].starts_with("No advice is about 120 states or values")) << "40 of each";
}

/// Only what a client sends to one peer after the other, within 50 ms, can be a broadcast.
TEST_F(AnAdvice, BytesOfABroadcastComeAtOnce) {
  const auto broadcasts = [&](std::int32_t source, facts::Time between, std::vector<std::int32_t> peers) {
    advice_ = advice::make_advice();
    raw(3, 1, 1, 0);
    raw(4, 1, 2, 0);
    for (int shot = 0; shot != 10; ++shot) {
      facts::Time at = shot * second;
      for (const std::int32_t peer : peers) {
        raw(source, peer, 100 + static_cast<std::uint64_t>(shot), at);
        at += between;
      }
    }
    return rows();
  };
  EXPECT_EQ(broadcasts(2, 25 * millisecond, {1, 3, 4}), 1U);
  EXPECT_EQ(broadcasts(2, 26 * millisecond, {1, 3, 4}), 0U);
  EXPECT_EQ(broadcasts(2, 0, {3, 4}), 1U) << "the server is no client";
  EXPECT_EQ(broadcasts(2, 0, {3, 3}), 0U) << "twice to one";
  EXPECT_EQ(broadcasts(1, 0, {3, 4}), 0U) << "of the server";
  EXPECT_EQ(broadcasts(2, 0, {0, 0, 0}), 0U) << "they are broadcasts";
  advice_ = advice::make_advice();
  for (int shot = 0; shot != 10; ++shot)
    for (const std::int32_t peer : {1, 3}) raw(2, peer, 100 + static_cast<std::uint64_t>(shot), shot * second);
  EXPECT_EQ(rows(), 0U) << "one client beside the server";
}

/// Nodes' positions may be global, and then their parents do not matter.
TEST_F(AnAdvice, VisibilityByGlobalPositions) {
  const auto visible = [&](const char* first, const char* second) {
    advice_ = advice::make_advice();
    for (int i = 0; i != 40; ++i) {
      vector_of(first, "Red/100001", 0, i);
      vector_of(second, "Blue/100002", 30000, i);
    }
    return visibility();
  };
  EXPECT_NE(visible("global_position", "global_position"), "");
  EXPECT_EQ(visible("global_position", "position"), "");
  EXPECT_EQ(visible("sync_position", "sync_position"), "") << "of other parents";
}

TEST_F(AnAdvice, ARowOfVisibilityInWhole) {
  two_players(30000, 500 * millisecond);  // the longest ways in a second are of 5 units
  EXPECT_EQ(visibility(1), "Players/*");
  EXPECT_EQ(visibility(2), "add_visibility_filter");
  EXPECT_EQ(visibility(4), "50.0");
  EXPECT_EQ(visibility(5),
            "A player does not see these nodes beyond 2000; spawned ones are not there. The filter has to answer false "
            "to peer 0, which is all peers.");
  EXPECT_EQ(
      visibility(6),
      "80 of 160 states were farther than 2000 from their receiver's own node: 6240 bytes less; 0 crossings of that "
      "distance, each a spawn or despawn: 0 more. The fastest moves 50 in 10 s.");
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
