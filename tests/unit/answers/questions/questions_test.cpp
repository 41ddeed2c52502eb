// SPDX-License-Identifier: MIT
// Synchronizers and problems, from frames made by hand with known results.
#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/problems/problem_table.h"
#include "answers/questions/connections/enet_streams.h"
#include "answers/questions/problems/problems_table.h"
#include "answers/questions/problems/row_filter_names.h"
#include "answers/questions/states/synchronizers.h"
#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"
#include "base/time.h"
#include "tests/unit/analysis/facts/frames.h"
#include "tests/unit/answers/questions/cell.h"

namespace godot::analysis {
namespace {

using report::Cell;
using report::Question;
using test::Frame;
using test::Frames;
using test::Item;
using test::Kind;

class Synchronizers : public testing::Test {
 protected:
  void state(std::uint16_t clock, facts::Time time, std::uint64_t value, bool delta = false, bool begins = false) {
    Frame& frame = frames_.datagram(60, 4, 0, time);
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = 1;
    route.hop_target = 7;
    frames_.sync(item) = {.delta = delta, .clock = clock};
    test::Part& part = frames_.part(item, "Player", "position", 12);
    part.net_id = 3;
    part.digest = value;
    part.begins = begins;
    states_->add(frame);
    properties_->add(frame);
    frame_ = &frame;
  }

  Frames frames_;
  Frame* frame_ = nullptr;
  std::unique_ptr<Question> states_ = sync::make_synchronizers(sync::By::synchronizer);
  std::unique_ptr<Question> properties_ = sync::make_synchronizers(sync::By::property);
};

/// Two mirrored ends of one connection: each has recorded all states, so none of them came twice.
TEST_F(Synchronizers, CountForEachRecordingOfAMirror) {
  const auto states = sync::make_synchronizers(sync::By::synchronizer);
  const auto record = [&](facts::Transport transport, std::uint32_t link, std::uint16_t clock) {
    Frame& frame = frames_.datagram(60, 4, link, 0);
    frame.envelopes->transport = transport;
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    frames_.route(item).source = 1;
    frames_.route(item).hop_target = 7;
    frames_.sync(item) = {.delta = false, .clock = clock};
    frames_.part(item, "Player", "position", 12).net_id = 3;
    states->take(frame);
  };
  for (const std::uint16_t clock : {std::uint16_t{1}, std::uint16_t{2}}) {
    for (const std::uint32_t link : {0U, 2U}) record(facts::Transport::mirror, link, clock);
  }
  for (const std::size_t row : {std::size_t{0}, std::size_t{1}}) {
    EXPECT_EQ(cell(*states, "full", row).count, 2U);
    EXPECT_EQ(cell(*states, "doubles", row).count, 0U);
  }
  EXPECT_NE(cell(*states, "filter", 0).text.find(" && godot.stream == 0 "), std::string::npos);
  EXPECT_NE(cell(*states, "filter", 1).text.find(" && godot.stream == 2 "), std::string::npos);
  // The same state twice in one recording did come twice.
  record(facts::Transport::mirror, 2, 2);
  EXPECT_EQ(cell(*states, "doubles", 1).count + cell(*states, "doubles", 0).count, 1U);
}

/// A capture on both sides of a relay: a state counts where it reaches its receiver, a stream where it is sent.
TEST_F(Synchronizers, CountOnOneSideOfARelay) {
  const auto states = sync::make_synchronizers(sync::By::synchronizer);
  const auto streams = streams::make_streams();
  const auto pass = [&](facts::Relayed side, std::uint32_t link) {
    Frame& frame = frames_.datagram(60, 4, 0, 0);
    frame.relayed = side;
    frame.envelopes->has_link = true;
    frame.envelopes->link = link;
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    frames_.route(item).source = 1;
    frames_.route(item).hop_target = 7;
    frames_.sync(item) = {.delta = false, .clock = 1};
    frames_.part(item, "Player", "position", 12).net_id = 3;
    states->take(frame);
    streams->take(frame);
  };
  pass(facts::Relayed::came, 0);
  pass(facts::Relayed::came, 0);
  pass(facts::Relayed::went, 1);
  EXPECT_EQ(cell(*states, "full").count, 1U);
  ASSERT_EQ(streams->answer().rows.size(), 1U);
  EXPECT_EQ(cell(*streams, "stream").count, 0U);
  pass(facts::Relayed::no, 2);
  EXPECT_EQ(streams->answer().rows.size(), 2U);
}

TEST_F(Synchronizers, BothTablesCanShareTheStates) {
  report::Shared shared;
  const auto states = sync::make_synchronizers(sync::By::synchronizer, &shared);
  const auto properties = sync::make_synchronizers(sync::By::property, &shared);
  for (const std::uint16_t clock : {1, 2, 4, 4}) {
    state(clock, clock * 50 * millisecond, clock);
    states->take(*frame_);
    properties->take(*frame_);
  }
  const auto csv = [](const Question& of) { return report::text_by(report::write_csv, of.answer()); };
  EXPECT_EQ(csv(*states), csv(*states_));
  EXPECT_EQ(csv(*properties), csv(*properties_));
  EXPECT_EQ(cell(*properties, "sent").count, 4U);
}

TEST_F(Synchronizers, HaveIntervals) {
  for (const facts::Time time : {0, 50, 100, 200}) state(static_cast<std::uint16_t>(time / 50), time * millisecond, 1);
  EXPECT_EQ(cell(*states_, "full").count, 4U);
  EXPECT_DOUBLE_EQ(cell(*states_, "interval_least").number, 50);
  EXPECT_DOUBLE_EQ(cell(*states_, "interval_most").number, 100);
  EXPECT_NEAR(cell(*states_, "interval").number, 200.0 / 3, 1e-9);
  EXPECT_DOUBLE_EQ(cell(*states_, "silence").number, 0.1);
  EXPECT_EQ(cell(*states_, "missed").count, 1U);  // number 3
  EXPECT_EQ(cell(*states_, "bytes").count, 4U * 102);
}

/// A node that was hidden from its receiver for five seconds: no state was late, and none is missing.
TEST_F(Synchronizers, BeginAgainWithTheirNode) {
  for (const facts::Time time : {0, 50, 100}) state(static_cast<std::uint16_t>(time / 50), time * millisecond, 1);
  state(102, 5100 * millisecond, 1, false, true);
  state(0, 5120 * millisecond, 1, true, true);
  state(103, 5150 * millisecond, 1);
  EXPECT_EQ(cell(*states_, "full").count, 5U);
  EXPECT_DOUBLE_EQ(cell(*states_, "interval").number, 50);
  EXPECT_DOUBLE_EQ(cell(*states_, "interval_most").number, 50);
  EXPECT_DOUBLE_EQ(cell(*states_, "silence").number, 0.05);
  EXPECT_EQ(cell(*states_, "missed").count, 0U);
  EXPECT_EQ(cell(*states_, "stale").count, 0U);
}

/// A synchronizer with an interval misses no tick at which none of its states is due.
TEST_F(Synchronizers, MissWhatWasDue) {
  for (const std::uint16_t clock : {0, 18, 36, 55, 73}) state(clock, clock * 16 * millisecond, 1);
  EXPECT_EQ(cell(*states_, "missed").count, 0U);
  state(109, 109 * 16 * millisecond, 1);  // 91 is missing
  EXPECT_EQ(cell(*states_, "missed").count, 1U);
}

/// An interval of 33 ms at 60 ticks a second: two ticks, or three where a frame was short. One of 0.3 s: 18 or 19.
TEST_F(Synchronizers, MissNothingWhereFramesAreUneven) {
  std::uint16_t clock = 0;
  for (int i = 0; i != 60; ++i) {
    clock = static_cast<std::uint16_t>(clock + (i % 3 == 2 ? 3 : 2));
    state(clock, clock * 16 * millisecond, 1);
  }
  EXPECT_EQ(cell(*states_, "missed").count, 0U);
  state(static_cast<std::uint16_t>(clock + 4), 0, 1);  // one is missing
  EXPECT_EQ(cell(*states_, "missed").count, 1U);
}

TEST_F(Synchronizers, MissNothingOfManyWithAnInterval) {
  for (std::uint32_t i = 0; i != 554; ++i) state(static_cast<std::uint16_t>(i * 18 + i / 3), i * 300 * millisecond, 1);
  EXPECT_EQ(cell(*states_, "states").count, 554U);
  EXPECT_EQ(cell(*states_, "missed").count, 0U);
}

/// Steps of 1, 2, 3 to 130 ticks, each once: a state is due in each tick, and all but one of each step are missing.
TEST_F(Synchronizers, MissAllOfManyDifferentSteps) {
  std::uint16_t clock = 0;
  state(clock, 0, 1);
  for (std::uint16_t ticks = 1; ticks != 131; ++ticks) {
    clock = static_cast<std::uint16_t>(clock + ticks);
    state(clock, clock * 16 * millisecond, 1);
  }
  EXPECT_EQ(cell(*states_, "missed").count, 130U * 129 / 2);
}

/// A node that another peer owns for a time, over a connection that shows what it lost.
TEST_F(Synchronizers, MissOnlyWhatWasLost) {
  const auto states = sync::make_synchronizers(sync::By::synchronizer);
  const auto send = [&](std::uint16_t clock, std::uint32_t lost, facts::Transport transport, bool streamed) {
    Frame& frame = frames_.datagram(60, 4, 0, clock * 16 * millisecond);
    frame.envelopes->transport = transport;
    frame.envelopes->has_link = true;
    frame.envelopes->streamed = streamed;
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    item.mode = facts::Mode::unreliable;
    frames_.route(item).source = 1;
    frames_.route(item).hop_target = streamed ? 8 : 7;
    frames_.sync(item) = {.delta = false, .clock = clock};
    frames_.command(item).fate.lost_before = lost;
    frames_.part(item, "Ball", "position", 12).net_id = 3;
    states->take(frame);
  };
  for (const std::uint16_t clock : {1, 2, 3, 53, 54}) send(clock, 0, facts::Transport::enet, false);
  EXPECT_EQ(cell(*states, "missed").count, 0U);
  send(56, 1, facts::Transport::enet, false);  // 55 was lost
  EXPECT_EQ(cell(*states, "missed").count, 1U);
  for (const std::uint16_t clock : {1, 2, 3, 53, 54}) send(clock, 0, facts::Transport::websocket, true);
  EXPECT_EQ(cell(*states, "to", 1).text, "8");
  EXPECT_EQ(cell(*states, "missed", 1).count, 0U) << "nothing is lost over TCP";
}

/// A state from 5 to 7 by way of the server; `first`: on the hop to the server.
TEST_F(Synchronizers, StatesThatAServerPassesOnAreNotForTheServer) {
  const auto relayed = [&](std::int32_t receiver, bool first, std::uint16_t clock) {
    Frame& frame = frames_.datagram(60, 4, first ? 0 : 1);
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = 5;
    route.target = receiver;
    route.target_known = true;
    route.relayed = receiver != facts::server;
    route.hop_source = first ? 5 : facts::server;
    route.hop_target = first ? facts::server : receiver;
    frames_.sync(item) = {.delta = false, .clock = clock};
    frames_.part(item, "Player", "position", 12);
    states_->add(frame);
  };
  for (std::uint16_t clock = 1; clock != 4; ++clock) {
    relayed(facts::server, true, clock);
    relayed(7, true, clock);
    relayed(7, false, clock);
    relayed(8, true, clock);  // its own connection is not in the capture
  }
  const report::Report report = states_->answer();
  ASSERT_EQ(report.rows.size(), 3U);
  std::set<std::string> receivers;
  for (std::size_t row = 0; row != report.rows.size(); ++row) {
    receivers.insert(cell(*states_, "to", row).text);
    EXPECT_EQ(cell(*states_, "full", row).count, 3U);
    EXPECT_EQ(cell(*states_, "doubles", row).count, 0U);
    EXPECT_EQ(cell(*states_, "stale", row).count, 0U);
  }
  EXPECT_EQ(receivers, (std::set<std::string>{"server", "7", "8"}));
}

TEST_F(Synchronizers, CountDroppedStates) {
  state(65534, 0, 1);
  state(65535, 50 * millisecond, 1);
  state(1, 100 * millisecond, 1);  // 0 is missing
  state(0, 110 * millisecond, 1);  // it was only late
  state(1, 120 * millisecond, 1);
  EXPECT_EQ(cell(*states_, "full").count, 5U);
  EXPECT_EQ(cell(*states_, "stale").count, 1U);
  EXPECT_EQ(cell(*states_, "doubles").count, 1U);
}

TEST_F(Synchronizers, KnowWhichPropertiesChange) {
  std::uint16_t clock = 0;
  for (const std::uint64_t value : {1, 1, 2, 2, 3}) {
    ++clock;
    state(clock, clock * 50 * millisecond, value);
  }
  EXPECT_EQ(cell(*properties_, "sent").count, 5U);
  EXPECT_EQ(cell(*properties_, "changed").count, 2U);
  EXPECT_EQ(cell(*properties_, "own").count, 60U);
}

TEST_F(Synchronizers, AgesAreExactUnlessOneIsEstimated) {
  const auto state_of_age = [&](std::int64_t age, bool estimated) {
    Frame& frame = frames_.datagram(60, 4);
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = 1;
    route.target = 7;
    route.source_name = "server";
    route.target_name = "red";
    test::Part& part = frames_.part(item, "Player", "position", 12);
    part.net_id = 3;
    part.age = age;
    part.age_estimated = estimated;
    states_->add(frame);
  };
  state_of_age(-1, false);
  EXPECT_EQ(cell(*states_, "age").type, Cell::Type::empty);
  for (int i = 1; i <= 100; ++i) state_of_age(i * millisecond, false);
  EXPECT_NEAR(cell(*states_, "age").number, 50, 2);
  EXPECT_NEAR(cell(*states_, "age_95").number, 95, 3);
  EXPECT_NEAR(cell(*states_, "age_99").number, 99, 3);
  EXPECT_DOUBLE_EQ(cell(*states_, "age_most").number, 100);
  EXPECT_EQ(cell(*states_, "age_from").text, "exact");
  state_of_age(millisecond, true);
  EXPECT_EQ(cell(*states_, "age_from").text, "estimated");
  EXPECT_EQ(cell(*states_, "from").text, "server");
  EXPECT_EQ(cell(*states_, "to").text, "red");
}

/// Of a hundred states, fifty are at most 10 ms old, 45 at most 20 ms, four at most 30 ms, and one is older.
TEST_F(Synchronizers, AgesThatHalfAndNearlyAllStatesDoNotExceed) {
  for (int i = 1; i <= 100; ++i) {
    Frame& frame = frames_.datagram(60, 4);
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    frames_.route(item).source = 1;
    test::Part& part = frames_.part(item, "Player", "position", 12);
    part.net_id = 3;
    part.age = (i <= 50 ? 10 : i <= 95 ? 20 : i <= 99 ? 30 : 40) * millisecond;
    states_->add(frame);
  }
  EXPECT_NEAR(cell(*states_, "age").number, 10, 0.2);
  EXPECT_NEAR(cell(*states_, "age_95").number, 20, 0.4);
  EXPECT_NEAR(cell(*states_, "age_99").number, 30, 0.5);
  EXPECT_DOUBLE_EQ(cell(*states_, "age_most").number, 40);
}

TEST_F(Synchronizers, RowsComeByTheirBytesAndThenByTheirReceivers) {
  const auto state = [&](std::int32_t receiver, const char* node, bool again) {
    Frame& frame = frames_.datagram(60, 4);
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = 1;
    route.hop_target = receiver;
    item.again = again;
    frames_.sync(item) = {.delta = true, .clock = 0};
    frames_.part(item, node, "position", 12);
    states_->add(frame);
  };
  state(9, "A", false);
  state(7, "B", false);
  state(7, "A", false);
  state(8, "A", false);
  state(8, "A", true);
  const std::pair<const char*, const char*> wanted[] = {{"8", "A"}, {"7", "A"}, {"7", "B"}, {"9", "A"}};
  for (std::size_t row = 0; row != std::size(wanted); ++row) {
    EXPECT_EQ(cell(*states_, "to", row).text, wanted[row].first) << row;
    EXPECT_EQ(cell(*states_, "node", row).text, wanted[row].second) << row;
  }
  EXPECT_EQ(cell(*states_, "doubles").count, 1U) << "a copy";
  EXPECT_EQ(cell(*states_, "delta").count, 1U);
}

/// The hop from 5 to the server, and that from the server to 7, lose messages apart; one from before its capture is not
/// known, and then every number that no message has shown was missed.
TEST_F(Synchronizers, MissWhatEitherHopOfARelayHasLost) {
  struct Row {
    bool has_first_hop;
    std::uint32_t lost_first, lost_second;
    std::uint64_t missed;
  };
  for (const Row& row : {Row{true, 0, 0, 0}, {true, 1, 0, 1}, {true, 0, 1, 1}, {true, 5, 5, 1}, {false, 0, 0, 1}}) {
    SCOPED_TRACE(row.lost_first);
    const auto states = sync::make_synchronizers(sync::By::synchronizer);
    const auto send = [&](bool is_first, std::uint16_t clock, std::uint32_t lost) {
      Frame& frame = frames_.datagram(60, 4, 0, clock * 50 * millisecond);
      frame.envelopes->has_link = true;
      frame.envelopes->link = is_first ? 0 : 1;
      frame.envelopes->from_client = is_first;
      Item& item = frames_.add(frame, Kind::sync, 12, 20);
      item.mode = facts::Mode::unreliable;
      facts::Route& route = frames_.route(item);
      route = {.session = 4, .source = 5, .target = 7, .hop_source = is_first ? 5 : 1, .hop_target = is_first ? 1 : 7};
      route.target_known = route.relayed = true;
      frames_.sync(item) = {.delta = false, .clock = clock};
      frames_.command(item).fate.lost_before = lost;
      frames_.part(item, "Player", "position", 12).net_id = 3;
      states->add(frame);
    };
    for (const std::uint16_t clock : {1, 2, 3, 5}) {
      if (row.has_first_hop) send(true, clock, clock == 5 ? row.lost_first : 0);
      send(false, clock, clock == 5 ? row.lost_second : 0);
    }
    ASSERT_EQ(states->answer().rows.size(), 1U);
    EXPECT_EQ(cell(*states, "full").count, 4U);
    EXPECT_EQ(cell(*states, "missed").count, row.missed);
  }
}

/// What was lost in front of a state is known of unreliable commands, of the connection's direction, and of ENet alone.
TEST_F(Synchronizers, MissWhatTheirTransportShows) {
  struct Row {
    const char* name;
    facts::Fate fate;
    facts::Mode mode;
    bool has_link, from_client, streamed, lacks;
    std::uint64_t missed;
  };
  constexpr facts::Mode reliable = facts::Mode::reliable;
  constexpr facts::Mode unreliable = facts::Mode::unreliable;
  for (const Row& row : {
           Row{"nothing", {}, unreliable, true, false, false, false, 0},
           Row{"lost", {.lost_before = 1}, unreliable, true, false, false, false, 1},
           Row{"not sent", {.unsent_before = 1}, unreliable, true, false, false, false, 1},
           Row{"of reliable ones", {.lost_before = 1}, reliable, true, false, false, false, 0},
           Row{"of the other direction", {.lost_before = 1}, unreliable, true, true, false, false, 0},
           Row{"no connection", {}, unreliable, false, false, false, false, 1},
           Row{"a stream", {}, unreliable, true, false, true, false, 0},
           Row{"a stream that lacks bytes", {}, unreliable, false, false, true, true, 1},
       }) {
    SCOPED_TRACE(row.name);
    const auto states = sync::make_synchronizers(sync::By::synchronizer);
    for (const std::uint16_t clock : {1, 2, 3, 5}) {
      // What another message in front of it shows.
      Frame& before = frames_.datagram(60, 4, 0, clock * 50 * millisecond);
      before.envelopes->has_link = row.has_link;
      before.envelopes->from_client = row.from_client;
      Item& other = frames_.add(before, Kind::remote_call, 12, 20);
      other.mode = row.mode;
      if (clock == 5) frames_.command(other).fate = row.fate;
      states->add(before);
      Frame& frame = frames_.datagram(60, 4, 0, clock * 50 * millisecond);
      frame.envelopes->has_link = row.has_link;
      frame.envelopes->streamed = row.streamed;
      frame.envelopes->lacks = row.lacks;
      Item& item = frames_.add(frame, Kind::sync, 12, 20);
      item.mode = unreliable;
      frames_.route(item).source = 1;
      frames_.route(item).hop_target = 7;
      frames_.sync(item) = {.delta = false, .clock = clock};
      frames_.part(item, "Ball", "position", 12).net_id = 3;
      states->add(frame);
    }
    EXPECT_EQ(cell(*states, "missed").count, row.missed);
  }
}

/// All of a row. Of two states, the time between them is the usual one: none is missing.
TEST_F(Synchronizers, ARowInWhole) {
  const auto texts = [](const Question& question) {
    const std::string csv = report::text_by(report::write_csv, question.answer());
    return csv.substr(csv.find('\n') + 1, csv.find("# ") - csv.find('\n') - 1);
  };
  struct Row {
    facts::Transport transport;
    const char* filter;
  };
  for (const Row& row : {Row{facts::Transport::enet, "enet.stream == 2 && "},
                         {facts::Transport::websocket, "tcp.stream == 2 && "},
                         {facts::Transport::mirror, "godot.stream == 2 && "},
                         {facts::Transport::udp, ""}}) {
    const auto states = sync::make_synchronizers(sync::By::synchronizer);
    const auto properties = sync::make_synchronizers(sync::By::property);
    for (const std::uint16_t clock : {8, 10}) {
      Frame& frame = frames_.datagram(60, 4, 2, clock * 50 * millisecond);
      frame.envelopes->transport = row.transport;
      Item& item = frames_.add(frame, Kind::sync, 12, 20);
      frames_.route(item).source = 1;
      frames_.route(item).target = 7;
      frames_.route(item).target_name = "red";
      frames_.sync(item) = {.delta = false, .clock = clock};
      test::Part& position = frames_.part(item, "Player", "position", 8);
      test::Part& health = frames_.part(item, "Player", "health", 4);
      position.net_id = health.net_id = 3;
      position.digest = clock;
      health.digest = 100;
      states->add(frame);
      properties->add(frame);
    }
    const std::string filter = R"("godot.sync.text matches ""(?-i)^Player: "" && godot.sync.net_id == 3 && )" +
                               std::string(row.filter) +
                               "godot.peer.source == 1 && (godot.peer.target == 7 || (godot.peer.target <= 0 && "
                               "godot.peer.hop_target == 7))\"\n";
    EXPECT_EQ(texts(*states),
              "server,red,Player,2,2,0,100.0,100.0,100.0,0.0,,,,,,,,,0,0,0,,,,0.100,204,2040," + filter);
    EXPECT_EQ(texts(*properties),
              "server,red,Player,health,2,0,8," + filter + "server,red,Player,position,2,1,16," + filter);
  }
}

/// A message in fragments and one in a stream cost what they have of their own: its packets are not of this frame
/// alone.
TEST_F(Synchronizers, CostOfMessagesInSeveralPackets) {
  for (const bool is_streamed : {false, true}) {
    const auto states = sync::make_synchronizers(sync::By::synchronizer);
    Frame& frame = frames_.datagram(60, 4);
    frame.envelopes->streamed = is_streamed;
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    item.message = is_streamed ? 0 : 1;
    frames_.route(item).source = 1;
    frames_.part(item, "Player", "position", 12).protocol = 3;
    states->add(frame);
    EXPECT_EQ(cell(*states, "bytes").count, 15U);
  }
}

class NetfoxSynchronizers : public testing::Test {
 protected:
  using List = facts::Snapshot::List;

  /// One node's state in a packet.
  void snapshot(facts::Snapshot snapshot, facts::Time time, bool again = false) {
    Frame& frame = frames_.datagram(60, 4, 0, time);
    Item& item = frames_.add(frame, Kind::netfox_state, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = 1;
    route.target = 7;
    item.again = again;
    snapshots_.push_back(snapshot);
    frames_.part(item, "Player", "position", 12).snapshot = &snapshots_.back();
    states_->add(frame);
  }
  void input(std::uint32_t tick, std::uint32_t redundancy, facts::Time time) {
    Frame& frame = frames_.datagram(60, 4, 0, time);
    Item& item = frames_.add(frame, Kind::netfox_input, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = 7;
    route.target = 1;
    std::uint32_t node = 0;
    for (std::uint32_t older = 0; older <= redundancy; ++older) {
      snapshots_.push_back({.list = facts::Snapshot::List::input, .redundancy = older, .tick = tick - older});
      test::Part& part = frames_.part(item, "Player/Input", older == 0 ? "jump" : "jump (again)", 4);
      part.synchronizer = ++node;
      part.net_id = node;  // any number of the receiver
      part.snapshot = &snapshots_.back();
    }
    states_->add(frame);
  }

  Frames frames_;
  std::deque<facts::Snapshot> snapshots_;
  std::unique_ptr<Question> states_ = sync::make_synchronizers(sync::By::synchronizer);
};

/// Later packets repair two losses in a row, but not three.
TEST_F(NetfoxSynchronizers, CountInputsThatNoPacketCarriedAsMissed) {
  for (const std::uint32_t tick : {10, 11, 14}) input(tick, 2, tick * 30 * millisecond);
  EXPECT_EQ(cell(*states_, "missed").count, 0U);
  input(18, 2, 18 * 30 * millisecond);
  EXPECT_EQ(cell(*states_, "missed").count, 1U);
  input(15, 0, 19 * 30 * millisecond);  // overtaken
  EXPECT_EQ(cell(*states_, "missed").count, 0U);
  input(1000, 0, 40000 * millisecond);
  EXPECT_EQ(cell(*states_, "missed").count, 1000U - 18 - 1);
  EXPECT_EQ(cell(*states_, "full").count, 6U);
  EXPECT_DOUBLE_EQ(cell(*states_, "ticks").number, (1000 - 10) / 4.0);
}

/// Rollback uses a state of an older tick, so none is useless; a StateSynchronizer drops it.
TEST_F(NetfoxSynchronizers, CountDroppedStates) {
  for (const List list : {List::state, List::sync}) {
    states_ = sync::make_synchronizers(sync::By::synchronizer);
    for (const std::uint32_t tick : {10, 12, 12, 11}) snapshot({.list = list, .tick = tick}, tick * 30 * millisecond);
    const bool drops = list == List::sync;
    EXPECT_EQ(cell(*states_, "full").count, 4U);
    EXPECT_EQ(cell(*states_, "doubles").count, drops ? 1U : 0U);
    EXPECT_EQ(cell(*states_, "stale").count, drops ? 1U : 0U);
    EXPECT_DOUBLE_EQ(cell(*states_, "ticks").number, 2);
    EXPECT_EQ(cell(*states_, "missed").type, Cell::Type::empty) << "a state that has not changed is not sent";
  }
}

/// After a rollback: the same tick once more, with the same values or with others.
TEST_F(NetfoxSynchronizers, CountStatesThatWereSentBefore) {
  snapshot({.list = List::state, .tick = 10}, 0);
  snapshot({.list = List::state, .tick = 11}, 40 * millisecond);
  EXPECT_EQ(cell(*states_, "again").count, 0U);
  snapshot({.list = List::state, .tick = 10, .again = true}, 50 * millisecond);
  snapshot({.list = List::state, .tick = 11, .again = true, .corrected = true}, 50 * millisecond);
  snapshot({.list = List::state, .tick = 11, .again = true}, 60 * millisecond, true);  // a copy by the network
  EXPECT_EQ(cell(*states_, "full").count, 4U);
  EXPECT_EQ(cell(*states_, "again").count, 2U);
  EXPECT_DOUBLE_EQ(cell(*states_, "again_percent").number, 50);
  EXPECT_EQ(cell(*states_, "corrected").count, 1U);
  input(10, 0, 0);
  EXPECT_EQ(cell(*states_, "again", 1).type, Cell::Type::empty) << "inputs have rows of their own in the profile";
}

TEST_F(NetfoxSynchronizers, CopiesAreNotCounted) {
  snapshot({.list = List::state, .tick = 10}, 0);
  snapshot({.list = List::state, .tick = 11}, 40 * millisecond, true);
  EXPECT_EQ(cell(*states_, "full").count, 1U);
  EXPECT_EQ(cell(*states_, "doubles").count, 1U);
  EXPECT_EQ(cell(*states_, "interval").type, Cell::Type::empty);
}

TEST_F(NetfoxSynchronizers, AgesAreInTicks) {
  snapshot({.list = List::state, .diff = true, .has_age = true, .tick = 10, .age = 4}, 0);
  snapshot({.list = List::state, .diff = true, .has_age = true, .tick = 11, .age = 8}, 40 * millisecond);
  EXPECT_EQ(cell(*states_, "delta").count, 2U);
  EXPECT_DOUBLE_EQ(cell(*states_, "ticks_behind").number, 6);
  EXPECT_DOUBLE_EQ(cell(*states_, "ticks_behind_most").number, 8);
}

/// Ticks are known of the newest one and of 63 before it: what came late and is older is not counted.
TEST_F(NetfoxSynchronizers, InputsAreKnownForSixtyFourTicks) {
  struct Row {
    std::vector<std::uint32_t> ticks;
    std::uint64_t missed;
  };
  for (const Row& row : {Row{{10}, 0},
                         {{10, 74}, 63},
                         {{10, 74, 11}, 62},
                         {{10, 74, 10}, 63},
                         {{10, 74, 74}, 63},
                         {{10, 75, 11}, 64},
                         {{10, 73, 10}, 62},
                         {{10, 73, 11, 11}, 61},
                         {{10, 9}, 0},
                         {{10, 9, 11}, 0}}) {
    states_ = sync::make_synchronizers(sync::By::synchronizer);
    for (const std::uint32_t tick : row.ticks) input(tick, 0, 0);
    EXPECT_EQ(cell(*states_, "missed").count, row.missed) << row.ticks.back();
  }
}

TEST_F(NetfoxSynchronizers, ARowInWhole) {
  constexpr facts::SnapshotFields fields = {"netfox.node", "netfox.node_id", "netfox.snapshot"};
  snapshot({.list = List::state, .tick = 10, .fields = &fields}, 0);
  snapshot({.list = List::state, .diff = true, .has_age = true, .tick = 12, .age = 3, .fields = &fields},
           80 * millisecond);
  snapshot({.list = List::state, .tick = 11, .again = true, .fields = &fields}, 100 * millisecond);
  const std::string csv = report::text_by(report::write_csv, states_->answer());
  EXPECT_EQ(csv.substr(csv.find('\n') + 1, csv.find("# ") - csv.find('\n') - 1),
            R"(server,7,Player,3,2,1,80.0,80.0,80.0,0.0,,,,,,2.0,3.0,3,,0,0,1,33.3,0,0.080,306,3060,)"
            R"("netfox.node == ""/root/Player"" && netfox.snapshot && enet.stream == 0 && )"
            "(godot.peer.target == 7 || godot.peer.hop_target == 7)\"\n");
}

/// A player's call that its receivers refuse: relayed by the server, so it is in two frames.
class Problems : public testing::Test {
 protected:
  void refused(facts::Time time, std::int32_t hop_source, std::int32_t hop_target, const char* kind = "not_allowed") {
    refused_by(100, hop_source == facts::server ? hop_target : 0, time, hop_source, hop_target, kind);
  }
  void refused_by(std::int32_t source, std::int32_t target, facts::Time time, std::int32_t hop_source,
                  std::int32_t hop_target, const char* kind = "not_allowed", std::uint32_t bytes = 20) {
    Frame& frame = frames_.datagram(40, 4, 0, time);
    Item& item = frames_.add(frame, Kind::remote_call, bytes, 8);
    facts::Route& route = frames_.route(item);
    route.source = source;
    route.target = target;
    route.relayed = true;
    route.hop_source = hop_source;
    route.hop_target = hop_target;
    item.problems = &problems_.emplace_back(facts::Problem{.kind = kind, .cause = cause_});
    question_->add(frame);
  }
  enum class Record { counts, of_message_that_counts_elsewhere };
  /// A record of a game's own mirror.
  void mirrored(std::uint32_t session, std::int32_t hop_source, std::int32_t hop_target, std::int32_t target,
                Record record = Record::counts, bool relayed = true) {
    Frame& frame = frames_.datagram(40, 4);
    frame.envelopes->transport = facts::Transport::mirror;
    Item& item = frames_.add(frame, Kind::remote_call, 20, 8);
    facts::Route& route = frames_.route(item);
    route.session = session;
    route.source = 100;
    route.target = target;
    route.relayed = relayed;
    route.hop_source = hop_source;
    route.hop_target = hop_target;
    item.problems = &problems_.emplace_back(
        facts::Problem{.kind = "not_allowed", .cause = "refused", .counted_elsewhere = record != Record::counts});
    question_->add(frame);
  }
  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const report::Row& row : question_->answer().rows) sum += row[2].count;
    return sum;
  }

  const char* cause_ = "refused";
  Frames frames_;
  std::deque<facts::Problem> problems_;
  std::unique_ptr<Question> question_ = problems::make_problems();
};

TEST_F(Problems, ARelayedCallCountsOnce) {
  refused(0, 100, facts::server);
  refused(millisecond, facts::server, 200);
  refused(millisecond, facts::server, 300);
  EXPECT_EQ(count(), 1U);
}

/// The server is one of those who get it.
TEST_F(Problems, ACallToAllIsNotShownAsOneToTheServer) {
  Frame& frame = frames_.datagram(40, 4);
  Item& item = frames_.add(frame, Kind::remote_call, 20, 8);
  facts::Route& route = frames_.route(item);
  route = {.source = 100, .hop_source = 100, .hop_target = facts::server, .target_known = true};
  facts::Problem problem = {.kind = "not_allowed", .cause = cause_};
  item.problems = &problem;
  question_->add(frame);
  const report::Report report = question_->answer();
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(cell(*question_, "to").text, "all");
  EXPECT_EQ(report.rows[0].back().text, "godot.problem.row == \"not_allowed: refused, 100 to all\"");
  problem.kind = "too_much";  // of its transport: the hop's
  const auto of_hop = problems::make_problems();
  of_hop->add(frame);
  EXPECT_EQ(of_hop->answer().rows[0].back().text, "godot.problem.row == \"too_much: refused, 100 to 1\"");
}

TEST_F(Problems, ARelayedCallCountsAtItsReceiverIfTheSendersLinkIsNotCaptured) {
  refused(0, facts::server, 200);
  refused(millisecond, facts::server, 300);
  EXPECT_EQ(count(), 2U);
}

/// In a capture that begins late, the hop to the server shows the call's target, and the hop from it the caller.
TEST_F(Problems, ARelayedCallCountsOnceIfNoFrameShowsBothEnds) {
  for (facts::Time time = 0; time != 2 * millisecond; time += millisecond) {
    refused_by(0, 200, time, 0, facts::server);
    refused_by(100, 0, time, facts::server, 0);
  }
  EXPECT_EQ(count(), 2U);
  refused_by(100, 0, 3 * millisecond, facts::server, 0);
  EXPECT_EQ(count(), 3U) << "this one nobody has handed over";
  refused_by(0, 200, 4 * millisecond, 0, facts::server);
  refused_by(100, 0, 4 * millisecond, facts::server, 0, "not_allowed", 24);
  EXPECT_EQ(count(), 5U) << "these are of different sizes";
}

TEST_F(Problems, ACallToEveryoneIsRelayedSeveralTimes) {
  refused_by(0, 0, 0, 0, facts::server);
  refused_by(100, 0, millisecond, facts::server, 0);
  refused_by(100, 0, millisecond, facts::server, 0);
  EXPECT_EQ(count(), 1U);
}

TEST_F(Problems, ARelayedCallOfAKnownPeerIsNotThatOfAnUnknownOne) {
  refused(0, 100, facts::server);
  refused_by(0, 300, millisecond, 0, facts::server);
  refused(2 * millisecond, facts::server, 200);
  refused_by(400, 0, 3 * millisecond, facts::server, 0);
  EXPECT_EQ(count(), 2U);
  refused_by(500, 0, 4 * millisecond, facts::server, 0);
  EXPECT_EQ(count(), 3U) << "the call of the known peer went to nobody else";
}

/// A call of one player to another, who refuses it, as recorded by three games with a mirror.
TEST_F(Problems, ACallThatSeveralMirrorsHaveRecordedCountsOnce) {
  constexpr std::uint32_t reds = 1;
  constexpr std::uint32_t servers = 2;
  constexpr std::uint32_t greens = 3;
  for (unsigned times = 0; times != 2; ++times) {
    mirrored(reds, 100, facts::server, 200);
    mirrored(servers, 100, facts::server, 200, Record::of_message_that_counts_elsewhere);
    mirrored(servers, facts::server, 200, 200);
    mirrored(greens, facts::server, 200, 200, Record::of_message_that_counts_elsewhere);
  }
  EXPECT_EQ(count(), 2U);
  EXPECT_EQ(question_->answer().rows[0][5].count, 1U) << "first frame";
}

/// Often one end alone can tell that the receiver refuses a call.
TEST_F(Problems, ACallToTheServerCountsInOneRecord) {
  mirrored(1, 100, facts::server, facts::server, Record::counts, false);
  mirrored(2, 100, facts::server, facts::server, Record::of_message_that_counts_elsewhere, false);
  EXPECT_EQ(count(), 1U);
  mirrored(2, 100, facts::server, facts::server, Record::counts, false);
  EXPECT_EQ(count(), 2U) << "the server's record of another call, to which the caller's has no problem";
}

/// Each row has a name of its own, which its filter contains; it tells hops apart, because a call counts on one.
TEST_F(Problems, FiltersNameTheirRow) {
  refused_by(100, facts::server, 0, 100, facts::server);
  refused_by(100, 200, millisecond, 100, facts::server);
  refused_by(100, 200, millisecond, 100, facts::server);
  refused_by(-100, 0, millisecond, 100, facts::server, "held");
  const report::Report report = question_->answer();
  ASSERT_EQ(report.rows.size(), 3U);
  EXPECT_EQ(report.rows[0].back().text, "godot.problem.row == \"not_allowed: refused, 100 to 200\"");
  EXPECT_EQ(report.rows[1].back().text, "godot.problem.row == \"not_allowed: refused, 100 to 1\"");
  EXPECT_EQ(report.rows[2].back().text, "godot.problem.row == \"held: refused, all but 100 to 1\"");
}

/// In Godot 3 a message to all has target 0, and each packet of it one receiver.
TEST_F(Problems, AMessageToAllNamesWhoGetsIt) {
  refused_by(facts::server, 0, millisecond, facts::server, 100);
  refused_by(facts::server, 0, millisecond, facts::server, 200);
  const report::Report report = question_->answer();
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0][2].count, 2U);
  EXPECT_EQ(report.rows[0][7].text, "100, 200");
}

/// A problem of a connection, whose command is no message: the peers at its ends.
TEST_F(Problems, OfAConnectionHaveItsPeers) {
  const facts::Route ends = {.source = 100, .target = facts::server, .source_name = "red"};
  Frame& frame = frames_.datagram(40, 4);
  Item& item = frames_.add(frame, Kind::handshake, 8, 8);
  item.problems = &problems_.emplace_back(facts::Problem{.kind = "not_connected", .cause = "no", .route = &ends});
  question_->add(frame);
  const report::Report report = question_->answer();
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0][6].text, "red");
  EXPECT_EQ(report.rows[0][7].text, "server");
  EXPECT_EQ(report.rows[0].back().text, "godot.problem.row == \"not_connected: no, 100 to 1\"");
}

TEST_F(Problems, ReceiversOfOneMessageAreOneRow) {
  for (const std::int32_t receiver : {200, 300})
    refused_by(facts::server, receiver, 0, facts::server, receiver, "held");
  refused_by(facts::server, 400, 0, facts::server, 400, "held");
  refused_by(facts::server, 400, 0, facts::server, 400, "held");
  const report::Report report = question_->answer();
  ASSERT_EQ(report.rows.size(), 2U) << "400 has another number";
  EXPECT_EQ(report.rows[0][7].text, "200, 300");
  EXPECT_EQ(report.rows[0][2].count, 2U) << "its packets";
  EXPECT_EQ(report.rows[0].back().text,
            "godot.problem.row in {\"held: refused, 1 to 200\", \"held: refused, 1 to 300\"}");
  EXPECT_EQ(report.rows[1][7].text, "400");
}

/// Warnings first, then the most frequent. Each row has the remedy.
TEST_F(Problems, AreSortedBySeverity) {
  const problems::ProblemInfo& note = problems::row(problems::Multiplayer::sync_unchanged);
  const problems::ProblemInfo& warning = problems::row(problems::Multiplayer::call_refused);
  for (int i = 0; i != 3; ++i) cause_ = note.cause, refused_by(100, 200, 0, 100, facts::server, note.kind);
  cause_ = warning.cause;
  refused_by(100, 200, 0, 100, facts::server, warning.kind);
  const report::Report report = question_->answer();
  ASSERT_EQ(report.rows.size(), 2U);
  EXPECT_EQ(report.rows[0][8].text, "warning");
  EXPECT_EQ(report.rows[0][9].text, warning.remedy);
  EXPECT_EQ(report.rows[1][8].text, "note");
}

TEST_F(Problems, AsAListHaveTheirRemedyOnce) {
  const problems::ProblemInfo& row = problems::row(problems::Multiplayer::call_refused);
  cause_ = row.cause;
  refused_by(100, 200, 0, 100, facts::server, row.kind);
  for (int i = 0; i != 2; ++i) refused_by(100, facts::server, 0, 100, facts::server, row.kind);
  const std::string text = problems::as_list(question_->answer());
  EXPECT_EQ(text.find("What to do: " + std::string(row.remedy)), text.rfind("What to do: "));
  EXPECT_TRUE(text.starts_with("not allowed, 3 times (warning): the caller may not call the method\n")) << text;
  EXPECT_NE(text.find("  2 times, first in frame 2  100 \u2192 server\n    Filter: godot.problem.row == "),
            std::string::npos)
      << text;
  EXPECT_EQ(problems::as_list(problems::make_problems()->answer()),
            "No problem was found in what was judged.\nNothing was left unjudged.\n");
}

/// The list as a whole: of each problem the packets, its remedy once, and its rows.
TEST_F(Problems, AsAWholeList) {
  const problems::ProblemInfo& row = problems::row(problems::Multiplayer::call_refused);
  cause_ = row.cause;
  refused_by(100, 200, 0, 100, facts::server, row.kind);
  for (int i = 0; i != 2; ++i) refused_by(100, facts::server, 0, 100, facts::server, row.kind);
  Frame& frame = frames_.datagram(40, 4);
  Item& item = frames_.add(frame, Kind::remote_call, 20, 8);
  frames_.part(item, "Main", "look", 20);
  item.problems = &problems_.emplace_back(facts::Problem{.kind = row.kind, .cause = row.cause});
  question_->add(frame);
  EXPECT_EQ(
      problems::as_list(question_->answer()),
      "not allowed, 4 times (warning): the caller may not call the method\n  What to do: " + std::string(row.remedy) +
          "\n  2 times, first in frame 2  100 \u2192 server\n    Filter: godot.problem.row == \"not_allowed: the "
          "caller may not call the method, 100 to 1\"\n  1 time, first in frame 1  100 \u2192 200\n    Filter: "
          "godot.problem.row == \"not_allowed: the caller may not call the method, 100 to 200\"\n  1 time, first in "
          "frame 4: Main.look\n    Filter: godot.problem.row == \"not_allowed: the caller may not call the method: "
          "Main.look\"\n\nNothing was left unjudged.\n");
}

/// Who wants to know of each problem gets a row in its frame; the remedy of the packet, or the row's.
TEST_F(Problems, AreToldWhenTheyAreFound) {
  const problems::ProblemInfo& info = problems::row(problems::Multiplayer::call_refused);
  std::vector<report::Row> told;
  const auto question = problems::make_problems(false, [&](report::Row row) { told.push_back(std::move(row)); });
  for (const char* remedy : {static_cast<const char*>(nullptr), "Ask red"}) {
    Frame& frame = frames_.datagram(40, 4, 0, 1500 * millisecond);
    Item& item = frames_.add(frame, Kind::remote_call, 20, 8);
    facts::Route& route = frames_.route(item);
    route = {
        .source = 100, .target = 200, .hop_source = 100, .hop_target = 200, .target_known = true, .source_name = "red"};
    frames_.part(item, "Main", "look", 20);
    item.problems = &problems_.emplace_back(facts::Problem{.kind = info.kind, .cause = info.cause, .remedy = remedy});
    question->add(frame);
  }
  ASSERT_EQ(told.size(), 2U);
  const auto texts = [&](const report::Row& row) {
    std::string all;
    for (std::size_t i = 0; i != row.size(); ++i)
      all += (i == 0 ? "" : "|") + report::text_of(problems::columns_of_found()[i], row[i]);
    return all;
  };
  const std::string rest = "|1.500000|not_allowed|the caller may not call the method|Main|look|red|200|warning|";
  EXPECT_EQ(texts(told[0]), "1" + rest + info.remedy);
  EXPECT_EQ(texts(told[1]), "2" + rest + "Ask red");
  EXPECT_EQ(question->answer().rows[0][9].text, info.remedy) << "that of the first packet";
}

/// Ids as they are shown: of the server, of all, of all but one; the latest name counts.
TEST_F(Problems, PeersAreNamed) {
  const auto ends = [this](const facts::Route& route) {
    const auto question = problems::make_problems();
    Frame& frame = frames_.datagram(40, 4);
    Item& item = frames_.add(frame, Kind::remote_call, 20, 8);
    frames_.route(item) = route;
    item.problems = &problems_.emplace_back(facts::Problem{.kind = "held", .cause = cause_});
    question->add(frame);
    const report::Report report = question->answer();
    return report.rows[0][6].text + " to " + report.rows[0][7].text;
  };
  EXPECT_EQ(ends({.source = 1, .target = 7, .hop_source = 1, .hop_target = 7, .target_known = true}), "server to 7");
  EXPECT_EQ(ends({.source = 7, .target = -1, .hop_source = 7, .hop_target = 1, .target_known = true}),
            "7 to all but server");
  EXPECT_EQ(ends({.source = 7, .target = -8, .hop_source = 7, .hop_target = 1, .target_known = true}),
            "7 to all but 8");
}

TEST_F(Problems, NamesOfRows) {
  const facts::Problem problem = {.kind = "not_allowed", .cause = "refused", .node = "A \"b\"", .member = "go"};
  EXPECT_EQ(problems::name(problems::row_of(problem, nullptr, true)), "not_allowed: refused: A \"b\".go, mirrored");
  facts::Route route = {.source = 5, .target = 0, .hop_source = facts::server, .relayed = true};
  facts::Part part = {.node = "Main", .member = "look"};
  facts::Item item = {.peers = &route, .parts = &part};
  EXPECT_EQ(problems::name(problems::row_of(problem, &item, false)),
            "not_allowed: refused: A \"b\".go, 5 to all, relayed");
  const facts::Problem held = {.kind = "held", .cause = "waits"};
  EXPECT_EQ(problems::name(problems::row_of(held, &item, false)), "held: waits: Main.look, 5 to all");
  facts::Part second = {.node = "Other"};
  part.next = &second;
  EXPECT_EQ(problems::name(problems::row_of(held, &item, false)), "held: waits, 5 to all") << "of several parts";
}

// What is missing before a message may be of any node, and a relay's client sends all to the server.
TEST_F(Problems, WhatIsMissingIsOfTheConnection) {
  const facts::Route route = {
      .source = 5, .target = 7, .hop_source = 5, .hop_target = facts::server, .target_known = true, .relayed = true};
  facts::Part part = {.node = "Main", .member = "look"};
  facts::Route peers = route;
  const facts::Item item = {.peers = &peers, .parts = &part};
  for (const auto kind : {problems::Enet::throttled, problems::Enet::never_came}) {
    const facts::Problem missing = {.kind = problems::row(kind).kind, .cause = problems::row(kind).cause};
    EXPECT_EQ(problems::name(problems::row_of(missing, &item, false)),
              std::string("never_delivered: ") + missing.cause + ", 5 to 1");
  }
  const facts::Problem dropped = {.kind = "never_delivered", .cause = problems::row(problems::Enet::dropped).cause};
  EXPECT_TRUE(problems::name(problems::row_of(dropped, &item, false)).ends_with(": Main.look, 5 to 7"));
  peers.hop_target = 0;
  const facts::Problem unknown = {.kind = "never_delivered", .cause = problems::row(problems::Enet::throttled).cause};
  EXPECT_TRUE(problems::name(problems::row_of(unknown, &item, false)).ends_with("dropped, 5 to 7"));
}

TEST_F(Problems, ProblemsOfTheTransportCountOnEachHop) {
  refused(0, 100, facts::server, "never_delivered");
  refused(millisecond, facts::server, 200, "never_delivered");
  EXPECT_EQ(count(), 2U);
}

}  // namespace
}  // namespace godot::analysis
