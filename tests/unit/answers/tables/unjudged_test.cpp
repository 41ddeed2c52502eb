// SPDX-License-Identifier: MIT
#include "answers/tables/unjudged.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answers/tables/report.h"
#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis::report {
namespace {

using test::Frames;
using test::Kind;

/// The reasons with their counts.
std::vector<std::string> reasons(const Unjudged& unjudged, const Advice& advice = {}) {
  std::vector<std::string> all;
  for (const NotJudged& each : unjudged.list(advice))
    all.push_back(std::string(each.reason) + ' ' + std::to_string(each.count));
  return all;
}
using Reasons = std::vector<std::string>;

/// A datagram of a connection that the capture has from its beginning, in both directions.
facts::Frame& message(Frames& frames) {
  facts::Frame& frame = frames.datagram(100, 4);
  frame.envelopes->has_link = true;
  frames.add(frame, Kind::remote_call, 20, 4);
  return frame;
}

TEST(Unjudged, NothingIsLeftOfAWholeCapture) {
  Frames frames;
  Unjudged unjudged;
  unjudged.add(message(frames));
  EXPECT_EQ(reasons(unjudged), Reasons{});
  EXPECT_EQ(lines_of(unjudged.list({})), Reasons{"Nothing was left unjudged."});
}

TEST(Unjudged, AnEmptyCaptureIsNotAHealthyGame) { EXPECT_EQ(reasons(Unjudged()), Reasons{"lacks_packets 0"}); }

TEST(Unjudged, SynchronizersWhoseListChanges) {
  Frames frames;
  Unjudged unjudged;
  facts::Sync sync = {.list_changes = 1};
  facts::Frame& frame = message(frames);
  frame.envelopes->items->sync = &sync;
  unjudged.add(frame);
  EXPECT_EQ(reasons(unjudged), Reasons{"list_changed 1"});
  EXPECT_EQ(
      unjudged.list({})[0].what,
      "1 synchronizer whose list of properties changed while the game ran: whether the receiver's list is the same");
  unjudged.set_without_problems();
  EXPECT_EQ(reasons(unjudged), Reasons{}) << "a table that names no problems";
}

TEST(Unjudged, MessagesThatTheirReceiversMayNotTake) {
  Frames frames;
  Unjudged unjudged;
  for (const char* filter : {"godot.b", "godot.a", "godot.b"}) {
    facts::Frame& frame = message(frames);
    frame.envelopes->items->open = filter;
    unjudged.add(frame);
  }
  facts::Frame& again = message(frames);
  again.envelopes->items->open = "godot.c";
  again.envelopes->items->again = true;
  unjudged.add(again);
  EXPECT_EQ(reasons(unjudged), Reasons{"undecided 3"});
  EXPECT_EQ(unjudged.list({})[0].what,
            "3 messages that the receiver takes or refuses: the capture does not show which");
  EXPECT_EQ(unjudged.list({})[0].what_to_do, "Notes say what it depends on; the filter godot.a || godot.b finds them.");
  unjudged.set_without_problems();
  EXPECT_EQ(reasons(unjudged), Reasons{}) << "a table that names no problems";
}

TEST(Unjudged, CallsWithoutADeclaration) {
  Frames frames;
  Unjudged unjudged;
  for (int i = 0; i != 2; ++i) {
    facts::Frame& frame = message(frames);
    frame.envelopes->items->undeclared = true;
    unjudged.add(frame);
  }
  facts::Frame& again = message(frames);
  again.envelopes->items->undeclared = again.envelopes->items->again = true;
  unjudged.add(again);
  EXPECT_EQ(reasons(unjudged), Reasons{"no_project 2"});
  const auto without = unjudged.list({.set_project = "Set it."});
  EXPECT_EQ(without[0].what_to_do, std::string("Set it."));
  EXPECT_NE(unjudged.list({.has_project = true, .set_project = "Set it."})[0].what_to_do, std::string("Set it."));
  EXPECT_EQ(unjudged.list({.project_fault = "/x: There is no such folder", .set_project = "Set it."})[0].what_to_do,
            "The project that is set is not read (/x: There is no such folder): correct it, or add another. Set it.");
}

/// Another question of the same run may ask for problems.
TEST(Unjudged, CallsWithoutADeclarationLeaveNothingOpenWhereProblemsAreNotNamed) {
  Frames frames;
  Unjudged unjudged;
  unjudged.set_without_problems();
  facts::Frame& frame = message(frames);
  frame.envelopes->items->undeclared = true;
  unjudged.add(frame);
  EXPECT_EQ(reasons(unjudged), Reasons{});
}

/// In one pass, names that are learned late are missing with the right project, too.
TEST(Unjudged, AProjectIsNotBlamedForOnePass) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& frame = message(frames);
  frame.envelopes->items->undeclared = frame.first_pass = true;
  unjudged.add(frame);
  EXPECT_EQ(reasons(unjudged), (Reasons{"no_project 1", "one_pass 1"}));
  EXPECT_EQ(reasons(unjudged, {.has_project = true}), Reasons{"one_pass 1"});
}

TEST(Unjudged, MembersThatAreNumbers) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& frame = message(frames);
  facts::Part part = {.member = "#3"};
  frame.envelopes->items->parts = &part;
  unjudged.add(frame);
  EXPECT_EQ(reasons(unjudged), Reasons{"no_project 1"});
}

TEST(Unjudged, WhatTheCaptureLacks) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& frame = message(frames);
  frame.first_pass = frame.cut = true;
  frame.envelopes->began_late = frame.envelopes->lacks = frame.envelopes->one_direction = true;
  unjudged.add(frame);
  EXPECT_EQ(reasons(unjudged),
            (Reasons{"one_pass 1", "began_late 1", "lacks_packets 1", "one_direction 1", "unreadable 1"}));
}

/// Nobody answered: that is a problem of its own.
TEST(Unjudged, ARequestAloneHasOneDirection) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& frame = frames.datagram(60, 4);
  frame.envelopes->has_link = frame.envelopes->one_direction = true;
  frames.add(frame, Kind::handshake, 48, 0);
  unjudged.add(frame);
  EXPECT_EQ(reasons(unjudged), Reasons{});
}

TEST(Unjudged, ADirectionIsKnownFromTheLastPacket) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& first = message(frames);
  first.envelopes->one_direction = true;
  unjudged.add(first);
  unjudged.add(message(frames));
  EXPECT_EQ(reasons(unjudged), Reasons{});
}

TEST(Unjudged, StreamsOverTcp) {
  Frames frames;
  const auto add = [&](Unjudged& unjudged, bool begins, bool answered) {
    facts::Frame& first = frames.segment(1, 0);
    first.begins = begins;
    unjudged.add(first);
    facts::Frame& frame = frames.segment(1, 50);
    frames.add(frame, Kind::debugger, 50, 0);
    unjudged.add(frame);
    if (answered) unjudged.add(frames.segment(1, 0, 1));
  };
  Unjudged whole;
  add(whole, true, true);
  EXPECT_EQ(reasons(whole), Reasons{});
  Unjudged part;
  add(part, false, false);
  EXPECT_EQ(reasons(part), (Reasons{"began_late 1", "one_direction 1"}));
  // A filter may hide the other direction.
  Unjudged filtered;
  filtered.set_filtered();
  add(filtered, false, false);
  EXPECT_EQ(reasons(filtered), Reasons{});
}

/// What the other end has got, and the capture has nowhere; of the game's connections.
TEST(Unjudged, StreamsOverTcpThatLackSegments) {
  Frames frames;
  const auto add = [&](Unjudged& unjudged, bool is_known) {
    facts::Frame& opening = frames.segment(10, 0);
    opening.begins = true;
    unjudged.add(opening);
    facts::Frame& data = frames.segment(11, 50);
    if (is_known) frames.add(data, Kind::debugger, 50, 0);
    unjudged.add(data);
    facts::Frame& answer = frames.segment(1, 0, 1);
    answer.acknowledges = true;
    answer.acknowledged = 100;
    unjudged.add(answer);
  };
  Unjudged game;
  add(game, true);
  EXPECT_EQ(reasons(game), Reasons{"lacks_packets 1"});
  game.add(frames.segment(61, 39));
  EXPECT_EQ(reasons(game), Reasons{}) << "it came later";
  Unjudged other;
  add(other, false);
  EXPECT_EQ(reasons(other), Reasons{"unreadable 1"});
  Unjudged filtered;
  filtered.set_filtered();
  add(filtered, true);
  EXPECT_EQ(reasons(filtered), Reasons{});
}

TEST(Unjudged, PacketsThatNobodyReads) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& sealed = frames.datagram(100, 0);
  sealed.envelopes = nullptr;
  sealed.sealed = true;
  facts::Frame& plain = frames.datagram(100, 0);
  plain.envelopes = nullptr;
  unjudged.add(sealed);
  unjudged.add(plain);
  EXPECT_EQ(reasons(unjudged), (Reasons{"unreadable 1", "unreadable 1"}));
  // Of a flow in which something is recognised; other flows are other programs'.
  Unjudged game;
  game.add(message(frames));
  game.add(plain);
  facts::Frame& other = frames.datagram(100, 0, 7);
  other.envelopes = nullptr;
  game.add(other);
  EXPECT_EQ(reasons(game), Reasons{"unreadable 1"});
}

/// A connection of which only the request for an upgrade was read.
TEST(Unjudged, SegmentsBehindAHandshakeThatNobodyReads) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& request = frames.segment(1, 200);
  request.begins = true;
  frames.add(request, Kind::segment, 200, 0);
  unjudged.add(request);
  facts::Frame& data = frames.segment(1, 50);
  data.envelopes = nullptr;
  unjudged.add(data);
  EXPECT_EQ(reasons(unjudged), (Reasons{"one_direction 1", "unreadable 1"}));
}

/// A game's own protocol over ENet; what is sent again is counted once.
TEST(Unjudged, MessagesOfNoApi) {
  Frames frames;
  Unjudged unjudged;
  facts::Frame& frame = frames.datagram(80, 0);
  frames.add(frame, Kind::other_message, 20, 0);
  frames.add(frame, Kind::other_message, 20, 0).again = true;
  unjudged.add(frame);
  EXPECT_EQ(reasons(unjudged), Reasons{"unreadable 1"});
}

/// A table without rows says so in each form.
TEST(Unjudged, EachFormSaysIt) {
  Report report = {.title = "Sample", .columns = {{"node", "Node", Column::Type::text, 0}}};
  report.not_judged = Unjudged().list({});
  const std::string line = lines_of(report.not_judged)[0];
  EXPECT_NE(text_by(write_text, report).find("\n" + line + "\n"), std::string::npos);
  EXPECT_EQ(text_by(write_csv, report), "node\n# " + line + "\n");
  const std::string json = text_by(write_json, report);
  EXPECT_NE(json.find(R"({"rows": [)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("complete": false, "not_judged": [)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"({"reason": "lacks_packets", "count": 0, "what": ")"), std::string::npos) << json;
}

}  // namespace
}  // namespace godot::analysis::report
