// SPDX-License-Identifier: MIT
// Synchronizers and streams, from frames made by hand with known results.
#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>

#include "analysis/problems/table.h"
#include "answers/questions/problem_row_names.h"
#include "answers/questions/problems.h"
#include "answers/questions/streams.h"
#include "answers/questions/synchronizers.h"
#include "base/time.h"
#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis {
namespace {

using report::Cell;
using report::Question;
using test::Frame;
using test::Frames;
using test::Item;
using test::Kind;

/// The first row's cell of a column.
Cell cell(const Question& question, const std::string& key, std::size_t row = 0) {
  const report::Report report = question.answer();
  for (std::size_t i = 0; i != report.columns.size(); ++i) {
    if (report.columns[i].key == key && row < report.rows.size()) return report.rows[row][i];
  }
  ADD_FAILURE() << "no " << key;
  return {};
}

class Synchronizers : public testing::Test {
 protected:
  void state(std::uint16_t clock, facts::Time time, std::uint64_t value, bool delta = false) {
    Frame& frame = frames_.datagram(60, 4, 0, time);
    Item& item = frames_.add(frame, Kind::sync, 12, 20);
    facts::Route& route = frames_.route(item);
    route.source = 1;
    route.hop_target = 7;
    frames_.sync(item) = {.delta = delta, .clock = clock};
    test::Part& part = frames_.part(item, "Player", "position", 12);
    part.net_id = 3;
    part.digest = value;
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

/// Datagrams of a client every `interval` milliseconds, each acknowledged 40 ms later.
class Streams : public testing::Test {
 protected:
  Item& send(facts::Time time, bool from_client, Kind kind) {
    Frame& frame = frames_.datagram(40, 4, 0, time);
    frame.envelopes->has_link = true;
    frame.envelopes->from_client = from_client;
    frames_sent_.push_back(&frame);
    return frames_.add(frame, kind, kind == Kind::acknowledgement ? 0 : 20, 8);
  }
  void add() {
    for (Frame* frame : frames_sent_) streams_->add(*frame);
  }

  /// No reliable call is lost; of the states, 25 of 125 are missing.
  void drop(bool throttled) {
    for (int i = 0; i != 100; ++i) {
      send(i * 20 * millisecond, true, Kind::remote_call);
      frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt =
          30 * millisecond;
      Item& state = send(i * 20 * millisecond, true, Kind::sync);
      state.mode = facts::Mode::unreliable;
      if (i % 4 == 3) frames_.command(state).fate.unsent_before = 1;
    }
    for (Frame* frame : frames_sent_) frame->envelopes->throttled = throttled && frame->envelopes->from_client;
    add();
  }

  Frames frames_;
  std::vector<Frame*> frames_sent_;
  std::unique_ptr<Question> streams_ = streams::make_streams();
};

TEST_F(Streams, ReportAnUnevenTickOfTheSender) {
  facts::Time time = 0;
  for (int i = 0; i != 60; ++i) {
    send(time, true, Kind::sync).mode = facts::Mode::unreliable;
    frames_.command(send(time + 40 * millisecond, false, Kind::acknowledgement)).fate.rtt = 40 * millisecond;
    time += (i % 8 == 7 ? 110 : 20) * millisecond;
  }
  add();
  EXPECT_DOUBLE_EQ(cell(*streams_, "loss").number, 0);
  EXPECT_DOUBLE_EQ(cell(*streams_, "rtt_mean").number, 40);
  EXPECT_DOUBLE_EQ(cell(*streams_, "jitter").number, 0);
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "no command missing, sends every 31 ms \u00B1 29, one of twenty after 110 or more: the sender's tick");
}

/// Acknowledgements go out first when the program goes on, and the stalls show in the round trips, too.
TEST_F(Streams, StallsShowBehindAcknowledgements) {
  facts::Time time = 0;
  for (int i = 0; i != 60; ++i) {
    const bool stalls = i % 8 == 0;
    send(time, true, Kind::acknowledgement);
    send(time + 3 * millisecond, true, Kind::sync).mode = facts::Mode::unreliable;
    frames_.command(send(time + 5 * millisecond, false, Kind::acknowledgement)).fate.rtt =
        (stalls ? 140 : 5) * millisecond;
    time += (stalls ? 140 : 20) * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "no command missing, sends every 36 ms \u00B1 41, one of twenty after 137 or more: the sender's tick");
}

/// A network that stands still hands on later what it has held back: no state is missing.
TEST_F(Streams, WhatTheNetworkHoldsBackIsNoUnevenTick) {
  facts::Time time = 0;
  for (int i = 0; i != 60; ++i) {
    const bool stalls = i % 8 == 0;
    send(time, true, Kind::sync).mode = facts::Mode::unreliable;
    for (int j = 1; stalls && j != 7; ++j)
      send(time + j * millisecond / 10, true, Kind::sync).mode = facts::Mode::unreliable;
    frames_.command(send(time + 5 * millisecond, false, Kind::acknowledgement)).fate.rtt =
        (stalls ? 140 : 5) * millisecond;
    time += ((i + 1) % 8 == 0 ? 140 : 20) * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

/// The throttle drops states for a while, and nothing else is to be sent: the program has not stood still.
TEST_F(Streams, StatesThatTheThrottleDroppedAreNoUnevenTick) {
  for (int i = 0; i != 400; ++i) {
    if (i % 10 > 4) continue;
    Item& item = send(i * 20 * millisecond, true, Kind::sync);
    item.mode = facts::Mode::unreliable;
    if (i % 10 == 0 && i != 0) frames_.command(item).fate.unsent_before = 5;
    if (i % 10 == 1) send(i * 20 * millisecond + millisecond, true, Kind::ping);
    frames_.command(send(i * 20 * millisecond + 2 * millisecond, false, Kind::acknowledgement)).fate.rtt = millisecond;
  }
  for (Frame* frame : frames_sent_) frame->envelopes->throttled = frame->envelopes->from_client;
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text.find("tick"), std::string::npos) << cell(*streams_, "verdict").text;
  EXPECT_NE(cell(*streams_, "verdict").text.find("throttle"), std::string::npos) << cell(*streams_, "verdict").text;
}

TEST_F(Streams, ReportLossOfTheNetwork) {
  for (int i = 0; i != 94; ++i) {
    Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i % 16 == 15) frames_.command(item).fate.lost_before = 1;         // 5 of 99
    if (i % 16 == 0) frames_.command(item).fate.retransmission = i != 0;  // these five
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "loss").type, Cell::Type::empty) << "a capture of one side does not know it";
  EXPECT_NEAR(cell(*streams_, "loss_least").number, 100.0 * 5 / 99, 1e-9);
  EXPECT_EQ(cell(*streams_, "loss_most").type, Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "lost").text, "at least 5 of 99 reliable commands");
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "at least 5 of 99 reliable commands were lost, RTT 30 ms \u00B1 0: the network");
}

/// Lost commands are sent again: these never come.
TEST_F(Streams, ReportNoLossOfCommandsThatTheCaptureLacks) {
  for (int i = 0; i != 94; ++i) {
    Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i == 47) frames_.command(item).fate.lost_before = 20;
    if (i == 48) frames_.command(item).fate.retransmission = true;
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "loss").type, report::Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "lost").text, "not known: most of the missing commands were not sent again in the capture");
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

/// Calls every 20 ms; of `copies` in ten, a copy comes `after` ms later.
class CopiedStreams : public Streams {
 protected:
  void call(int copies, facts::Time after) {
    for (int i = 0; i != 100; ++i) {
      const facts::Time time = i * 20 * millisecond;
      send(time, true, Kind::remote_call);
      frames_.command(send(time + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
      if (i % 10 >= copies) continue;
      Item& copy = send(time + after, true, Kind::remote_call);
      frames_.command(copy).fate.duplicate = copy.again = true;
      frames_.command(copy).fate.copied_after = after;
    }
    add();
  }
};

TEST_F(CopiedStreams, SayThatTheCaptureHasThemTwice) {
  call(10, millisecond);
  EXPECT_DOUBLE_EQ(cell(*streams_, "rtt_mean").number, 30);
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "no command missing, sends every 20 ms \u00B1 0: steady; 100 datagrams are in the capture twice, 1.0 "
            "ms apart: several interfaces, a mirror port, both ends merged, or the network doubles them");
}

TEST_F(CopiedStreams, OfBothEndsHaveNoRoundTrip) {
  call(10, 15 * millisecond);
  EXPECT_EQ(cell(*streams_, "rtt_mean").type, Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "jitter").type, Cell::Type::empty);
  EXPECT_EQ(
      cell(*streams_, "verdict").text,
      "100 datagrams are in the capture twice, 15.0 ms apart: several interfaces, a mirror port, both ends merged, "
      "or the network doubles them");
}

TEST_F(CopiedStreams, OfANetworkThatDoublesSomeAreOrdinary) {
  call(3, 15 * millisecond);
  EXPECT_DOUBLE_EQ(cell(*streams_, "rtt_mean").number, 30);
  EXPECT_EQ(cell(*streams_, "verdict").text, "") << "a link that doubles is not steady";
}

TEST_F(Streams, WithoutTimesThereIsNoVerdict) {
  for (int i = 0; i != 100; ++i) {
    send(i * 20 * millisecond, true, Kind::remote_call);
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  for (Frame* frame : frames_sent_) frame->envelopes->coarse = true;
  add();
  EXPECT_EQ(cell(*streams_, "rtt_mean").type, Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "verdict").text, "not known: the times of the capture are too coarse");
  EXPECT_EQ(cell(*streams_, "lost").text, "at least 0 of 100 reliable commands");
  for (Frame* frame : frames_sent_) frame->envelopes->disordered = true;
  add();
  EXPECT_EQ(
      cell(*streams_, "verdict").text,
      "not known: the capture is not in the order of events (merged from two clocks, or written in another order)");
  EXPECT_EQ(cell(*streams_, "lost").text, "not known: the capture is not in the order of events");
}

TEST_F(Streams, OfFewCommandsOnlyTheCountsAreSaid) {
  for (int i = 0; i != 50; ++i) {
    Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i % 10 == 8) frames_.command(item).fate.sent_again_in = 2;
    if (i % 10 == 9) frames_.command(item).fate.retransmission = item.again = true;
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  add();
  for (const char* share : {"loss", "loss_least", "loss_most"})
    EXPECT_EQ(cell(*streams_, share).type, Cell::Type::empty) << share;
  EXPECT_EQ(cell(*streams_, "lost").text,
            "at least 0 of 50 reliable commands; 5 of 45 first transmissions: sent again without an acknowledgement");
}

/// Beside the client: its own answers come at once.
TEST_F(Streams, TheNearEndsAnswersAreNoRoundTrips) {
  for (int i = 0; i != 50; ++i) {
    for (const bool client : {true, false}) {
      send(i * 20 * millisecond, client, Kind::remote_call);
      frames_.command(send(i * 20 * millisecond + millisecond, !client, Kind::acknowledgement)).fate.rtt =
          (client ? 50 : 2) * millisecond;
    }
  }
  add();
  EXPECT_DOUBLE_EQ(cell(*streams_, "rtt_mean").number, 50);
  EXPECT_EQ(cell(*streams_, "answers").type, Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "rtt_mean", 1).type, Cell::Type::empty);
  EXPECT_DOUBLE_EQ(cell(*streams_, "answers", 1).number, 2);
}

TEST_F(Streams, OfAMeshNameNoServer) {
  send(0, true, Kind::remote_call);
  send(millisecond, false, Kind::acknowledgement);
  for (Frame* frame : frames_sent_) frame->envelopes->mesh = true;
  add();
  EXPECT_EQ(cell(*streams_, "from").text, "requester");
  EXPECT_EQ(cell(*streams_, "from", 1).text, "acceptor");
}

TEST_F(Streams, OvertakenOrAcknowledgedCommandsAreNotLost) {
  for (int i = 0; i != 100; ++i) {
    Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i % 10 == 5) frames_.command(item).fate.lost_before = 1;
    if (i % 10 == 6) frames_.command(item).fate.out_of_order = true;  // here it arrives
    if (i % 20 == 4) frames_.command(item).fate.duplicate = frames_.command(item).fate.out_of_order = true;
    if (i % 10 == 7) frames_.command(item).fate = {.acked_in = 1, .sent_again_in = 2};
    if (i % 10 == 8) frames_.command(item).fate.retransmission = item.again = true;  // retransmitted too early
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  add();
  EXPECT_DOUBLE_EQ(cell(*streams_, "loss").number, 0);
  EXPECT_EQ(cell(*streams_, "verdict").text, "") << "a link that reorders is not steady";
  EXPECT_EQ(cell(*streams_, "overtaken").count, 10U) << "a copy was not overtaken";
  EXPECT_EQ(cell(*streams_, "doubles").count, 5U);
}

TEST_F(Streams, CapturedAtTheReceiverOnlyGapsAreLosses) {
  for (const facts::Time trip : {millisecond / 2, 30 * millisecond}) {
    frames_sent_.clear();
    streams_ = streams::make_streams();
    for (int i = 0; i != 100; ++i) {
      Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
      if (i % 10 == 7) frames_.command(item).fate = {.acked_in = trip < millisecond ? 1U : 0U, .sent_again_in = 2};
      if (i % 10 == 8) frames_.command(item).fate.retransmission = item.again = true;
      frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = trip;
    }
    add();
    EXPECT_EQ(cell(*streams_, "loss_least").number, 0);
    EXPECT_EQ(cell(*streams_, "lost").text.find("sent again") != std::string::npos, trip >= millisecond);
  }
}

/// A relay near the capture lost them: round trips are short, and no gap shows.
TEST_F(Streams, RetransmissionsAreLossesEvenWithoutGaps) {
  for (int i = 0; i != 1000; ++i) {
    Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i == 499) frames_.command(item).fate.sent_again_in = 2;
    if (i == 500) frames_.command(item).fate.retransmission = item.again = true;
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = millisecond / 2;
  }
  add();
  EXPECT_EQ(
      cell(*streams_, "lost").text,
      "at least 0 of 1000 reliable commands; 1 of 999 first transmissions: sent again without an acknowledgement");
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

/// It sends other messages in between: its program continues.
TEST_F(Streams, APauseDoesNotMakeTheTickUneven) {
  facts::Time time = 0;
  for (int i = 0; i != 60; ++i) {
    send(time, true, Kind::sync).mode = facts::Mode::unreliable;
    frames_.command(send(time + 10 * millisecond, false, Kind::acknowledgement)).fate.rtt = 10 * millisecond;
    const int pause = i % 8 == 7 ? 5 : 1;
    for (int j = 1; j != pause; ++j) send(time + j * 20 * millisecond, true, Kind::acknowledgement);
    time += pause * 20 * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

/// Sometimes two messages in one frame of the game, sometimes none for half a second.
TEST_F(Streams, FewDatagramsShowNoTick) {
  facts::Time time = 0;
  for (int i = 0; i != 60; ++i) {
    send(time, true, Kind::remote_call);
    frames_.command(send(time + millisecond, false, Kind::acknowledgement)).fate.rtt = 20 * millisecond;
    time += (i % 3 == 0 ? 11 : i % 3 == 1 ? 70 : 500) * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "tick").type, report::Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

/// The order of names in memory differs from run to run.
TEST_F(Streams, OfTwoEqualSchedulesTheEarlierIsShown) {
  static constexpr char nodes[2][8] = {"Later", "First"};
  for (int i = 0; i != 60; ++i) {
    for (const int node : {1, 0}) {
      const facts::Time time = (i * (node == 1 ? 40 : 42) + (node == 1 ? 0 : 5)) * millisecond;
      frames_.part(send(time, true, Kind::sync), nodes[node], nullptr, 12);
      frames_.command(send(time + millisecond, false, Kind::acknowledgement)).fate.rtt = 20 * millisecond;
    }
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text, "no command missing, sends every 40 ms \u00B1 0: steady");
}

/// States of two synchronizers that are not sent in the same frames: each has its own tick.
TEST_F(Streams, TwoSchedulesAreNotReportedAsUneven) {
  for (int i = 0; i != 60; ++i) {
    for (const std::uint32_t synchronizer : {1U, 2U}) {
      const facts::Time time = (i * 40 + (synchronizer == 2 ? 5 : 0)) * millisecond;
      frames_.part(send(time, true, Kind::sync), "Ball", nullptr, 12).net_id = synchronizer;
      frames_.command(send(time + millisecond, false, Kind::acknowledgement)).fate.rtt = 20 * millisecond;
    }
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text, "no command missing, sends every 40 ms \u00B1 0: steady");
}

TEST_F(Streams, AfterTheOtherEndsLastDatagramNothingIsLost) {
  for (int i = 0; i != 100; ++i) {
    send(i * 20 * millisecond, true, Kind::remote_call);
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  for (int i = 100; i != 108; ++i) {
    Item& ping = send(i * 200 * millisecond, true, Kind::ping);
    frames_.command(ping).fate.retransmission = ping.again = i != 100;
  }
  add();
  EXPECT_EQ(cell(*streams_, "loss").type, Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "lost").text, "not counted: the other end does not answer any more");
  EXPECT_EQ(cell(*streams_, "retransmissions").count, 7U);
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "no answer for the last 19.4 s: commands were sent again 7 times and never acknowledged");
}

TEST_F(Streams, AShortSilenceAtTheEndIsNoVerdict) {
  for (int i = 0; i != 100; ++i) {
    send(i * 20 * millisecond, true, Kind::remote_call);
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  for (int i = 0; i != 3; ++i) {
    Item& ping = send((2000 + i * 300) * millisecond, true, Kind::ping);
    frames_.command(ping).fate.retransmission = ping.again = i != 0;
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text, "no command missing, sends every 20 ms \u00B1 0: steady");
}

/// Nothing is known about a receiver that the capture does not have.
TEST_F(Streams, ACaptureOfOneDirectionHasNoVerdict) {
  for (int i = 0; i != 100; ++i) {
    Item& call = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i > 30) frames_.command(call).fate.retransmission = call.again = true;
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

/// Either it did not poll, or the link was dead: both are possible.
TEST_F(Streams, DatagramsSentIntoALongSilenceAreNotLost) {
  for (int i = 0; i != 200; ++i) {
    const bool silent = i > 100 && i < 160;
    Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
    if (silent) frames_.command(item).fate.retransmission = item.again = true;
    if (!silent)
      frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt =
          30 * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "loss").type, Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "lost").text, "not counted: the other end was silent for a second or more");
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

TEST_F(Streams, ReportWhatTheThrottleDropped) {
  drop(true);
  EXPECT_DOUBLE_EQ(cell(*streams_, "loss_least").number, 0);
  EXPECT_DOUBLE_EQ(cell(*streams_, "unreliable_missing").number, 20);
  // None of 100 reliable ones was lost: up to 6 of 100 might have been.
  EXPECT_NEAR(cell(*streams_, "never_sent").number, 100 * (0.2 - 0.06) / (1 - 0.06), 1e-9);
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "no command missing, but at least 14.9 % of the unreliable messages were never sent (25 missing): the "
            "sender's throttle");
}

TEST_F(Streams, ReportNoThrottleIfTheNetworkMayHaveLostThem) {
  drop(false);
  EXPECT_DOUBLE_EQ(cell(*streams_, "unreliable_missing").number, 20);
  EXPECT_EQ(cell(*streams_, "never_sent").type, report::Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

TEST_F(Streams, ReportNoThrottleForLossesOfTheNetwork) {
  for (int i = 0; i != 100; ++i) {
    Item& call = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i % 25 == 24) frames_.command(call).fate.lost_before = 1;       // 4 of 104
    if (i % 25 == 5) frames_.command(call).fate.retransmission = true;  // and sent again
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
    Item& state = send(i * 20 * millisecond, true, Kind::sync);
    state.mode = facts::Mode::unreliable;
    if (i % 10 == 9) frames_.command(state).fate.unsent_before = 1;  // 10 of 110
  }
  add();
  EXPECT_NEAR(cell(*streams_, "unreliable_missing").number, 100.0 * 10 / 110, 1e-9);
  EXPECT_EQ(cell(*streams_, "never_sent").type, report::Cell::Type::empty);
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "at least 4 of 104 reliable commands were lost, RTT 30 ms \u00B1 0: the network");
}

/// Calls of a client every 20 ms, in a capture of both sides of a relay: stream 4 is the client's side, stream 5 the
/// server's. Each is under way for 10 ms and acknowledged 30 ms later.
class BothSides : public Streams {
 protected:
  static constexpr int calls = 100;

  void play() {
    struct Step {
      facts::Time time;
      int call;
      bool here;
    };
    std::vector<Step> steps;
    for (int i = 0; i != calls; ++i) {
      const facts::Time sent = i * 20 * millisecond;
      steps.push_back({sent, i, true});
      if (!is_lost(i)) steps.push_back({sent + under_way(i), i, false});
    }
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.time < b.time; });
    std::vector<facts::Fate*> fates(calls);
    for (const Step& step : steps) {
      Item& item = send(step.time, true, Kind::remote_call);
      Frame& frame = *frames_sent_.back();
      frame.number = ++number_;
      facts::Fate& fate = frames_.command(item).fate;
      if (step.here) {
        fates[static_cast<std::size_t>(step.call)] = &fate;
        fate.lost = is_lost(step.call);
        if (step.call >= known_until_) fate.lost = false;
        fate.sent_again_in = is_sent_again_ ? 9999 : 0;
        frames_.command(send(step.time + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
        frames_sent_.back()->number = ++number_;
      } else {
        frame.envelopes->link = 5;
        if (step.call < known_until_) fates[static_cast<std::size_t>(step.call)]->arrives_in = frame.number;
      }
    }
    add();
  }
  [[nodiscard]] bool is_lost(int call) const { return lose_each_ != 0 && call % lose_each_ == lose_each_ - 1; }
  /// While the link stands still, what is sent waits for its end.
  [[nodiscard]] facts::Time under_way(int call) const {
    const facts::Time usual = 10 * millisecond;
    return call >= still_from_ && call < still_until_ ? (still_until_ - call) * 20 * millisecond + usual : usual;
  }

  int lose_each_ = 0;
  int known_until_ = calls;
  int still_from_ = 0;
  int still_until_ = 0;
  bool is_sent_again_ = false;
  std::uint32_t number_ = 0;
};

TEST_F(BothSides, CountWhatWasLost) {
  lose_each_ = 20;
  play();
  ASSERT_EQ(streams_->answer().rows.size(), 3U) << "two ends of the client's side, one of the server's";
  for (const std::size_t row : {0U, 2U}) {
    EXPECT_DOUBLE_EQ(cell(*streams_, "loss", row).number, 5) << "the same datagrams in both rows";
    EXPECT_EQ(cell(*streams_, "lost", row).text,
              "5 of 100 datagrams never arrived, with 5 of 100 first transmissions of reliable commands");
    EXPECT_EQ(cell(*streams_, "loss_least", row).type, Cell::Type::empty);
    EXPECT_EQ(cell(*streams_, "loss_most", row).type, Cell::Type::empty);
  }
  EXPECT_EQ(cell(*streams_, "verdict").text, "5 of 100 datagrams never arrived, RTT 30 ms \u00B1 0: the network");
}

/// All are sent again, as the acknowledgements are lost on the way back: nothing of this direction was.
TEST_F(BothSides, RepetitionsAfterLostAcknowledgementsAreNoLoss) {
  is_sent_again_ = true;
  play();
  EXPECT_DOUBLE_EQ(cell(*streams_, "loss").number, 0);
  EXPECT_EQ(cell(*streams_, "lost").text,
            "0 of 100 datagrams never arrived, with 0 of 100 first transmissions of reliable commands");
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

TEST_F(BothSides, CountNothingBehindTheFirstUnknownFate) {
  lose_each_ = 20;
  known_until_ = 70;
  play();
  EXPECT_EQ(cell(*streams_, "lost").text,
            "3 of 70 datagrams never arrived, with 3 of 70 first transmissions of reliable commands");
}

TEST_F(BothSides, OfALinkThatDoesNothingAreSteady) {
  play();
  EXPECT_EQ(cell(*streams_, "verdict").text, "no datagram lost, sends every 20 ms \u00B1 0: steady");
}

TEST_F(BothSides, SayWhereTheLinkStandsStill) {
  still_from_ = 40;
  still_until_ = 70;
  play();
  for (const std::size_t row : {0U, 2U})
    EXPECT_EQ(cell(*streams_, "verdict", row).text, "held up on the way for up to 0.60 s, once: the network");
  EXPECT_DOUBLE_EQ(cell(*streams_, "loss").number, 0);
}

TEST_F(BothSides, AShortWaitIsNoStandstillButNotSteady) {
  still_from_ = 40;
  still_until_ = 45;
  play();
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
}

/// Beside the receiver. `late`: how many of the datagrams that are due come after the pause, all at once.
class Arrivals : public Streams {
 protected:
  void play(int late, bool server_goes_on) {
    for (int i = 0; i != 100; ++i) {
      const bool pause = i >= 50 && i < 80;
      if (!pause) send(i * 20 * millisecond, true, Kind::sync).mode = facts::Mode::unreliable;
      if (pause && !server_goes_on) continue;
      send(i * 20 * millisecond + millisecond, false, Kind::sync).mode = facts::Mode::unreliable;
      Item& call = send(i * 20 * millisecond + 2 * millisecond, false, Kind::remote_call);
      call.mode = facts::Mode::reliable;
      if (pause) continue;
      frames_.command(send(i * 20 * millisecond + 3 * millisecond, true, Kind::acknowledgement)).fate.rtt =
          40 * millisecond;
      if (i != 80) continue;
      for (int j = 0; j != late; ++j)
        send(i * 20 * millisecond + (4 + j / 8) * millisecond, true, Kind::sync).mode = facts::Mode::unreliable;
    }
    add();
  }
};

TEST_F(Arrivals, AtOnceAfterAPauseWereHeldBack) {
  play(30, true);
  EXPECT_EQ(cell(*streams_, "verdict").text.substr(0, 20), "nothing came for up ") << cell(*streams_, "verdict").text;
}

TEST_F(Arrivals, OfAProgramThatMakesUpForEightStepsWereNotHeldBack) {
  play(8, true);
  EXPECT_EQ(cell(*streams_, "verdict").text.find("nothing came"), std::string::npos);
}

/// What a program sends at once shares datagrams.
TEST_F(Arrivals, OfManyMessagesInADatagramWereNotHeldBack) {
  play(0, true);
  streams_ = streams::make_streams();
  for (Frame* frame : frames_sent_) {
    if (frame->time != 80 * 20 * millisecond) continue;
    for (int i = 0; i != 40; ++i) frames_.add(*frame, Kind::sync, 20, 8).mode = facts::Mode::unreliable;
  }
  add();
  EXPECT_EQ(cell(*streams_, "verdict").text.find("nothing came"), std::string::npos);
}

TEST_F(Arrivals, WhileTheOtherEndStandsStillTooShowNothing) {
  play(30, false);
  EXPECT_EQ(cell(*streams_, "verdict").text.find("nothing came"), std::string::npos);
}

TEST_F(Streams, OfALinkWhoseRoundTripsVaryAreNotSteady) {
  for (const bool doubles : {false, true}) {
    frames_sent_.clear();
    streams_ = streams::make_streams();
    for (int i = 0; i != 100; ++i) {
      send(i * 20 * millisecond, true, Kind::remote_call);
      const facts::Time trip = doubles ? (i < 50 ? 30 : 45) : 30 + i * 7 % 80;
      frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt =
          trip * millisecond;
    }
    add();
    EXPECT_EQ(cell(*streams_, "verdict").text, "");
  }
}

/// Beside the sender, whose own acknowledgements come at once: what was lost is lost behind the capture.
TEST_F(Streams, BesideTheSenderRepetitionsAreTheMostThatWasLost) {
  for (int i = 0; i != 100; ++i) {
    Item& item = send(i * 20 * millisecond, true, Kind::remote_call);
    if (i % 10 == 3) frames_.command(item).fate.sent_again_in = 2;
    if (i % 10 == 5) frames_.command(item).fate = {.acked_in = 1, .sent_again_in = 2};  // its sender was impatient
    if (i % 10 == 4 || i % 10 == 6) frames_.command(item).fate.retransmission = item.again = true;
    frames_.command(send(i * 20 * millisecond, true, Kind::acknowledgement)).fate.rtt = millisecond / 2;
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  add();
  EXPECT_EQ(cell(*streams_, "loss").type, Cell::Type::empty);
  EXPECT_DOUBLE_EQ(cell(*streams_, "loss_most").number, 100.0 * 10 / 80);
  EXPECT_EQ(cell(*streams_, "lost").text,
            "at most 10 of 80 first transmissions: sent again without an acknowledgement");
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "10 of 80 first transmissions were sent again: they or their acknowledgements were lost, RTT 30 ms \u00B1 "
            "0: the network");
}

TEST_F(Streams, BesideTheSenderOfWhatWasNeverSentAgainNothingWasLost) {
  for (int i = 0; i != 100; ++i) {
    send(i * 20 * millisecond, true, Kind::remote_call);
    frames_.command(send(i * 20 * millisecond, true, Kind::acknowledgement)).fate.rtt = millisecond / 2;
    frames_.command(send(i * 20 * millisecond + millisecond, false, Kind::acknowledgement)).fate.rtt = 30 * millisecond;
  }
  add();
  EXPECT_DOUBLE_EQ(cell(*streams_, "loss").number, 0);
  EXPECT_EQ(cell(*streams_, "lost").text, "0 of 100 first transmissions were sent again");
  EXPECT_EQ(cell(*streams_, "verdict").text, "no reliable command lost, sends every 20 ms \u00B1 0: steady");
}

TEST_F(Streams, ReportNothingForFewNumbers) {
  for (int i = 0; i != 5; ++i) send(i * 20 * millisecond, true, Kind::remote_call);
  add();
  EXPECT_EQ(cell(*streams_, "datagrams").count, 5U);
  EXPECT_EQ(cell(*streams_, "lost").text, "not known: the capture has nothing of the other end");
  EXPECT_EQ(cell(*streams_, "verdict").text, "");
  EXPECT_EQ(cell(*streams_, "rtt_mean").type, Cell::Type::empty);
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
