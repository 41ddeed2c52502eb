// SPDX-License-Identifier: MIT
// Connections of ENet, their quality and verdicts on lag, from frames made by hand with known results.
#include "answers/questions/connections/enet_streams.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "answers/tables/cell_text.h"
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

TEST_F(CopiedStreams, OfBothEndsAreThereOnceIfTheyWereLostInBetween) {
  call(9, 15 * millisecond);
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "90 datagrams are in the capture twice, 15.0 ms apart, and 10 once: several interfaces, a mirror port, "
            "both ends merged (what is there once was lost in between, or one capture lacks it), or the network "
            "doubles them");
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
  EXPECT_EQ(cell(*streams_, "verdict").text,
            "20.0 % of the unreliable messages are missing: lost, never sent, or not captured");
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

/// Every figure of both ends, of a connection in which a bit of everything happens.
TEST_F(Streams, AllFigures) {
  for (int i = 0; i != 80; ++i) {
    const facts::Time time = i * 20 * millisecond;
    Item& call = send(time, true, Kind::remote_call);
    frames_.route(call) = {.source = i < 40 ? 100 : 0, .source_name = "red"};
    facts::Fate& fate = frames_.command(call).fate;
    if (i == 10) fate = {.lost_before = 1};
    if (i == 11) fate = {.retransmission = true, .out_of_order = true};
    if (i == 20) fate = {.sent_again_in = 9};
    if (i == 21) fate.retransmission = call.again = true;
    if (i == 30) fate = {.copied_after = 2 * millisecond, .duplicate = true};
    if (i == 40) frames_sent_.back()->envelopes->window_full = true;
    Item& state = send(time, true, Kind::sync);
    state.mode = facts::Mode::unreliable;
    if (i == 50) frames_.command(state).fate.unsent_before = 2;
    Item& relayed = send(time + millisecond, false, Kind::remote_call);
    frames_.route(relayed) = {.source = 300, .relayed = true};
    frames_.command(send(time + 2 * millisecond, true, Kind::acknowledgement)).fate = {.rtt = millisecond,
                                                                                       .rtt_reported = 2};
    frames_.command(send(time + 3 * millisecond, false, Kind::acknowledgement)).fate = {
        .rtt = (30 + i % 2) * millisecond, .rtt_reported = 31 + i % 3};
  }
  send(1700 * millisecond, false, Kind::strange);
  send(1710 * millisecond, true, Kind::handshake);
  add();
  const report::Report report = streams_->answer();
  std::string all;
  for (const report::Row& row : report.rows) {
    for (std::size_t i = 0; i != report.columns.size(); ++i) {
      const std::string text = report::text_of(report.columns[i], row[i]);
      if (!text.empty()) all += std::string(report.columns[i].key) + "=" + text + "|";
    }
    all += "\n";
  }
  EXPECT_EQ(
      all,
      "stream=0|from=client|peer=red|datagrams=241|bytes=19762|per_second=11557|rtt_least=30.0|rtt_mean=30.5|rtt_"
      "95=31.0|rtt_most=31.0|rtt_reported=32.0|jitter=1.0|loss_least=0.0|loss_most=1.3|lost=at most 1 of 78 first "
      "transmissions: sent again without an acknowledgement|unreliable_missing=2.4|retransmissions=2|doubles=1|"
      "overtaken=1|window_full=1|silence=0.128|tick=20.0|tick_deviation=0.0|filter=enet.stream == 0|\nstream=0|from="
      "server|to=red|verdict=no command missing, sends every 20 ms \u00B1 0: steady|datagrams=161|bytes=13202|per_"
      "second=7770|rtt_reported=2.0|answers=1.0|loss_least=0.0|lost=at least 0 of 80 reliable commands|"
      "retransmissions=0|doubles=0|overtaken=0|window_full=0|silence=0.117|tick=20.0|tick_deviation=0.0|filter=enet."
      "stream == 0|\n");
}

}  // namespace
}  // namespace godot::analysis
