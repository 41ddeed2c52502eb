// SPDX-License-Identifier: MIT
#include "answers/tables/not_judged.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "answers/tables/table_output.h"
#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis::report {
namespace {

using test::Frames;
using test::Kind;

/// The reasons with their counts.
std::vector<std::string> reasons(const NotJudgedReasons& not_judged, const Advice& advice = {}) {
  std::vector<std::string> all;
  for (const NotJudged& each : not_judged.list(advice))
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

TEST(NotJudged, NothingIsLeftOfAWholeCapture) {
  Frames frames;
  NotJudgedReasons not_judged;
  not_judged.add(message(frames));
  EXPECT_EQ(reasons(not_judged), Reasons{});
  EXPECT_EQ(lines_of(not_judged.list({})), Reasons{"Nothing was left unjudged."});
}

TEST(NotJudged, AnEmptyCaptureIsNotAHealthyGame) { EXPECT_EQ(reasons(NotJudgedReasons()), Reasons{"lacks_packets 0"}); }

TEST(NotJudged, SynchronizersWhoseListChanges) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Sync sync = {.list_changes = 1};
  facts::Frame& frame = message(frames);
  frame.envelopes->items->sync = &sync;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), Reasons{"list_changed 1"});
  EXPECT_EQ(
      not_judged.list({})[0].what,
      "1 synchronizer whose list of properties changed while the game ran: whether the receiver's list is the same");
  not_judged.set_without_problems();
  EXPECT_EQ(reasons(not_judged), Reasons{}) << "a table that names no problems";
}

TEST(NotJudged, MessagesThatTheirReceiversMayNotTake) {
  Frames frames;
  NotJudgedReasons not_judged;
  for (const char* filter : {"godot.b", "godot.a", "godot.b"}) {
    facts::Frame& frame = message(frames);
    frame.envelopes->items->open = filter;
    not_judged.add(frame);
  }
  facts::Frame& again = message(frames);
  again.envelopes->items->open = "godot.c";
  again.envelopes->items->again = true;
  not_judged.add(again);
  EXPECT_EQ(reasons(not_judged), Reasons{"undecided 3"});
  EXPECT_EQ(not_judged.list({})[0].what,
            "3 messages that the receiver takes or refuses: the capture does not show which");
  EXPECT_EQ(not_judged.list({})[0].what_to_do,
            "Notes say what it depends on; the filter godot.a || godot.b finds them.");
  not_judged.set_without_problems();
  EXPECT_EQ(reasons(not_judged), Reasons{}) << "a table that names no problems";
}

TEST(NotJudged, CallsWithoutADeclaration) {
  Frames frames;
  NotJudgedReasons not_judged;
  for (int i = 0; i != 2; ++i) {
    facts::Frame& frame = message(frames);
    frame.envelopes->items->undeclared = true;
    not_judged.add(frame);
  }
  facts::Frame& again = message(frames);
  again.envelopes->items->undeclared = again.envelopes->items->again = true;
  not_judged.add(again);
  EXPECT_EQ(reasons(not_judged), Reasons{"no_project 2"});
  const auto without = not_judged.list({.set_project = "Set it."});
  EXPECT_EQ(without[0].what_to_do, std::string("Set it."));
  EXPECT_NE(not_judged.list({.has_project = true, .set_project = "Set it."})[0].what_to_do, std::string("Set it."));
  EXPECT_EQ(not_judged.list({.project_fault = "/x: There is no such folder", .set_project = "Set it."})[0].what_to_do,
            "The project that is set is not read (/x: There is no such folder): correct it, or add another. Set it.");
}

/// A receiver of Godot 3 confirms the path of a node that it lacks.
TEST(NotJudged, MessagesOfGodot3ToNodesOfNoScene) {
  Frames frames;
  NotJudgedReasons not_judged;
  for (int i = 0; i != 2; ++i) {
    facts::Frame& frame = message(frames);
    frame.envelopes->items->in_no_scene = true;
    not_judged.add(frame);
  }
  facts::Frame& again = message(frames);
  again.envelopes->items->in_no_scene = again.envelopes->items->again = true;
  not_judged.add(again);
  EXPECT_EQ(reasons(not_judged), Reasons{"unknown_nodes 2"});
  EXPECT_EQ(not_judged.list({})[0].what,
            "2 messages of Godot 3 to nodes that no scene of the project has: whether their receivers have them");
  not_judged.set_without_problems();
  EXPECT_EQ(reasons(not_judged), Reasons{});
}

/// Another question of the same run may ask for problems.
TEST(NotJudged, CallsWithoutADeclarationLeaveNothingOpenWhereProblemsAreNotNamed) {
  Frames frames;
  NotJudgedReasons not_judged;
  not_judged.set_without_problems();
  facts::Frame& frame = message(frames);
  frame.envelopes->items->undeclared = true;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), Reasons{});
}

/// In one pass, names that are learned late are missing with the right project, too.
TEST(NotJudged, AProjectIsNotBlamedForOnePass) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& frame = message(frames);
  frame.envelopes->items->undeclared = frame.first_pass = true;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), (Reasons{"no_project 1", "one_pass 1"}));
  EXPECT_EQ(reasons(not_judged, {.has_project = true}), Reasons{"one_pass 1"});
}

TEST(NotJudged, MembersThatAreNumbers) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& frame = message(frames);
  facts::Part part = {.member = "#3"};
  frame.envelopes->items->parts = &part;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), Reasons{"no_project 1"});
  part.member = "fire";
  not_judged.add(frame);
  part.member = nullptr;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), Reasons{"no_project 1"}) << "a name, or none";
  part.member = "#3";
  frame.envelopes->items->kind = facts::Kind::sync;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), Reasons{"no_project 1"}) << "a state has properties, not methods";
}

TEST(NotJudged, WhatTheCaptureLacks) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& frame = message(frames);
  frame.first_pass = frame.cut = true;
  frame.envelopes->began_late = frame.envelopes->lacks = frame.envelopes->one_direction = true;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged),
            (Reasons{"one_pass 1", "began_late 1", "lacks_packets 1", "one_direction 1", "unreadable 1"}));
}

// A value that the capture has cut ends no message that is read.
TEST(NotJudged, CutSegmentsOfAConnection) {
  Frames frames;
  const auto add = [&](NotJudgedReasons& not_judged, bool is_known) {
    facts::Frame& opening = frames.segment(0, 0);
    opening.begins = true;
    not_judged.add(opening);
    facts::Frame& first = frames.segment(1, 50);
    if (is_known) frames.add(first, Kind::value, 50, 0);
    not_judged.add(first);
    for (const std::uint32_t at : {51U, 1499U, 2947U}) {
      facts::Frame& frame = frames.segment(at, 1448);
      frame.cut = true;
      not_judged.add(frame);
    }
    not_judged.add(frames.segment(1, 0, 1));
  };
  NotJudgedReasons game;
  add(game, true);
  EXPECT_EQ(reasons(game), Reasons{"unreadable 3"});
  NotJudgedReasons other;
  add(other, false);
  EXPECT_EQ(reasons(other), (Reasons{"unreadable 3", "unreadable 4"})) << "cut, and of no protocol that is known";
}

/// Its sender has ended, or counts with another length: no row has it, and no problem.
TEST(NotJudged, AValueThatNeverCompletes) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& opening = frames.segment(0, 0);
  opening.begins = true;
  not_judged.add(opening);
  facts::Frame& value = frames.segment(1, 50);
  frames.add(value, Kind::value, 50, 0);
  not_judged.add(value);
  not_judged.add(frames.segment(1, 0, 1));
  EXPECT_EQ(reasons(not_judged), Reasons{});
  for (const std::uint32_t at : {51U, 151U, 151U}) not_judged.add(frames.segment(at, 100));
  EXPECT_EQ(reasons(not_judged), Reasons{"unreadable 200"}) << "the last one was sent again";
  EXPECT_EQ(not_judged.list({})[0].what,
            "200 bytes at the end of the game's connections over TCP: a value or message that is not complete in the "
            "capture");
  facts::Frame& end = frames.segment(251, 30);
  frames.add(end, Kind::value, 220, 4);
  not_judged.add(end);
  EXPECT_EQ(reasons(not_judged), Reasons{"unreadable 6"}) << "six bytes of the next one";
}

/// A game announces its variables to the debugger, and sends each in a message of its own; one that holds itself never
/// comes.
TEST(NotJudged, VariablesThatWereAnnouncedAndDidNotCome) {
  enum class Case { all_come, one_lacks, begun_late, lacks_a_segment, filtered, cut, without_problems };
  for (const auto& row :
       {std::pair(Case::all_come, Reasons{}), std::pair(Case::one_lacks, Reasons{"not_sent 1"}),
        std::pair(Case::begun_late, Reasons{}), std::pair(Case::lacks_a_segment, Reasons{"lacks_packets 1"}),
        std::pair(Case::filtered, Reasons{}), std::pair(Case::cut, Reasons{"unreadable 1"}),
        std::pair(Case::without_problems, Reasons{})}) {
    const Case each = row.first;
    Frames frames;
    NotJudgedReasons not_judged;
    if (each == Case::filtered) not_judged.set_filtered();
    if (each == Case::without_problems) not_judged.set_without_problems();
    facts::Frame& opening = frames.segment(0, 0);
    opening.begins = true;
    not_judged.add(opening);
    not_judged.add(frames.segment(1, 0, 1));
    std::uint32_t at = 1;
    facts::NotSent announced = {.announced = 2};
    facts::NotSent variable = {.is_variable = true};
    const auto send = [&](facts::NotSent& what, bool again = false) {
      facts::Frame& frame = frames.segment(at, 24);
      frames.add(frame, Kind::debugger, 20, 4);
      frame.envelopes->items->not_sent = &what;
      frame.envelopes->items->again = again;
      if (each == Case::cut && what.announced != 0) frame.cut = true;
      not_judged.add(frame);
      if (!again) at += 24;
    };
    if (each != Case::begun_late) send(announced);
    if (each == Case::lacks_a_segment) at += 24;
    send(variable);
    if (each == Case::all_come || each == Case::begun_late) send(variable);
    EXPECT_EQ(reasons(not_judged), row.second) << static_cast<int>(each);
  }
}

TEST(NotJudged, WhatGamesSayThatTheyDropForTheirDebugger) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::NotSent tells = {.tells = true};
  for (const bool again : {false, false, true}) {
    facts::Frame& frame = message(frames);
    frame.envelopes->items->not_sent = &tells;
    frame.envelopes->items->again = again;
    not_judged.add(frame);
  }
  EXPECT_EQ(reasons(not_judged), Reasons{"not_sent 2"});
  not_judged.set_without_problems();
  EXPECT_EQ(reasons(not_judged), Reasons{});
}

/// HTTP before a first message, WebSocket's own frames, and what TLS adds, are no values.
TEST(NotJudged, BytesAroundTheMessagesOfWebSocketAndTls) {
  enum class Case { upgraded, pings, sealed };
  for (const Case each : {Case::upgraded, Case::pings, Case::sealed}) {
    Frames frames;
    NotJudgedReasons not_judged;
    facts::Frame& opening = frames.segment(0, 0);
    opening.begins = true;
    not_judged.add(opening);
    facts::Frame& message = frames.segment(1, 32);
    frames.add(message, Kind::value, 26, 0);
    message.envelopes->transport = facts::Transport::websocket;
    message.envelopes->sealed = each == Case::sealed;
    not_judged.add(message);
    facts::Frame& other = frames.segment(each == Case::upgraded ? 1 : 33, 60, each == Case::upgraded ? 1 : 0);
    other.control.pings = each == Case::pings ? 60 : 0;
    not_judged.add(other);
    not_judged.add(frames.segment(61, 0, 1));
    EXPECT_EQ(reasons(not_judged), Reasons{}) << static_cast<int>(each);
  }
}

/// A game whose server, or debugger, does not listen sends no data over TCP.
TEST(NotJudged, ConnectionsOverTcpThatAreNotOpened) {
  enum class Answer { none, reset, accepted };
  enum class Also { nothing, filtered, foreign, game };
  struct Row {
    Answer first, second;
    Also also;
    Reasons expected;
  };
  const Row rows[] = {
      {Answer::reset, Answer::none, Also::nothing, {"lacks_packets 2"}},
      {Answer::reset, Answer::accepted, Also::nothing, {"lacks_packets 1"}},
      {Answer::accepted, Answer::accepted, Also::nothing, {"lacks_packets 0"}},  // no data at all
      {Answer::reset, Answer::none, Also::filtered, {"lacks_packets 0"}},
      {Answer::reset, Answer::accepted, Also::foreign, {"unreadable 1", "lacks_packets 1"}},
      {Answer::reset, Answer::none, Also::game, {}},
  };
  for (const Row& row : rows) {
    Frames frames;
    NotJudgedReasons not_judged;
    if (row.also == Also::filtered) not_judged.set_filtered();
    for (const std::uint32_t flow : {0U, 1U}) {
      const Answer answer = flow == 0 ? row.first : row.second;
      for (int again = 0; again != 2; ++again) {  // a SYN that was not answered is sent again
        facts::Frame& asks = frames.segment(7, 0);
        asks.begins = true;
        asks.flow = flow;
        not_judged.add(asks);
      }
      if (answer == Answer::none) continue;
      facts::Frame& answers = frames.segment(0, 0, 1);
      answers.flow = flow;
      answers.acknowledges = true;
      answers.begins = answer == Answer::accepted;
      answers.resets = answer == Answer::reset;
      not_judged.add(answers);
    }
    if (row.also == Also::foreign) {
      facts::Frame& other = frames.segment(8, 20);
      other.flow = 1;
      not_judged.add(other);
    }
    if (row.also == Also::game) not_judged.add(message(frames));
    EXPECT_EQ(reasons(not_judged), row.expected) << (&row - rows);
  }
}

/// Nobody answered: that is a problem of its own.
TEST(NotJudged, ARequestAloneHasOneDirection) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& frame = frames.datagram(60, 4);
  frame.envelopes->has_link = frame.envelopes->one_direction = true;
  frames.add(frame, Kind::handshake, 48, 0);
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), Reasons{});
}

TEST(NotJudged, ADirectionIsKnownFromTheLastPacket) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& first = message(frames);
  first.envelopes->one_direction = true;
  not_judged.add(first);
  not_judged.add(message(frames));
  EXPECT_EQ(reasons(not_judged), Reasons{});
}

TEST(NotJudged, StreamsOverTcp) {
  Frames frames;
  const auto add = [&](NotJudgedReasons& not_judged, bool begins, bool answered) {
    facts::Frame& first = frames.segment(1, 0);
    first.begins = begins;
    not_judged.add(first);
    facts::Frame& frame = frames.segment(1, 50);
    frames.add(frame, Kind::debugger, 50, 0);
    not_judged.add(frame);
    if (answered) not_judged.add(frames.segment(1, 0, 1));
  };
  NotJudgedReasons whole;
  add(whole, true, true);
  EXPECT_EQ(reasons(whole), Reasons{});
  NotJudgedReasons part;
  add(part, false, false);
  EXPECT_EQ(reasons(part), (Reasons{"began_late 1", "one_direction 1"}));
  // A filter may hide the other direction.
  NotJudgedReasons filtered;
  filtered.set_filtered();
  add(filtered, false, false);
  EXPECT_EQ(reasons(filtered), Reasons{});
}

/// What the other end has got, and the capture has nowhere; of the game's connections.
TEST(NotJudged, MessagesOfWebSocketInSeveralFramesThatNobodyReads) {
  for (const bool is_read : {false, true}) {
    Frames frames;
    NotJudgedReasons not_judged;
    facts::Frame& opening = frames.segment(0, 0);
    opening.begins = true;
    not_judged.add(opening);
    facts::Frame& value = frames.segment(1, 30);
    frames.add(value, Kind::value, 26, 4);
    not_judged.add(value);
    facts::Frame& end = frames.segment(1, 30, 1);
    end.control.heads = 4;
    if (is_read) frames.add(end, Kind::value, 26, 4);
    not_judged.add(end);
    EXPECT_EQ(reasons(not_judged), is_read ? Reasons{} : Reasons{"unreadable 1"});
  }
}

TEST(NotJudged, StreamsOverTcpThatLackSegments) {
  Frames frames;
  const auto add = [&](NotJudgedReasons& not_judged, bool is_known) {
    facts::Frame& opening = frames.segment(10, 0);
    opening.begins = true;
    not_judged.add(opening);
    facts::Frame& data = frames.segment(11, 50);
    if (is_known) frames.add(data, Kind::debugger, 50, 0);
    not_judged.add(data);
    facts::Frame& answer = frames.segment(1, 0, 1);
    answer.acknowledges = true;
    answer.acknowledged = 100;
    not_judged.add(answer);
  };
  NotJudgedReasons game;
  add(game, true);
  EXPECT_EQ(reasons(game), Reasons{"lacks_packets 1"});
  game.add(frames.segment(61, 39));
  EXPECT_EQ(reasons(game), Reasons{"unreadable 39"}) << "it came later, and ends no message";
  NotJudgedReasons other;
  add(other, false);
  EXPECT_EQ(reasons(other), Reasons{"unreadable 1"});
  NotJudgedReasons filtered;
  filtered.set_filtered();
  add(filtered, true);
  EXPECT_EQ(reasons(filtered), Reasons{});
}

TEST(NotJudged, PacketsThatNobodyReads) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& sealed = frames.datagram(100, 0);
  sealed.envelopes = nullptr;
  sealed.sealed = true;
  facts::Frame& plain = frames.datagram(100, 0);
  plain.envelopes = nullptr;
  not_judged.add(sealed);
  not_judged.add(plain);
  EXPECT_EQ(reasons(not_judged), (Reasons{"unreadable 1", "unreadable 1"}));
  // Of a flow in which something is recognised; other flows are other programs'.
  NotJudgedReasons game;
  game.add(message(frames));
  game.add(plain);
  facts::Frame& other = frames.datagram(100, 0, 7);
  other.envelopes = nullptr;
  game.add(other);
  EXPECT_EQ(reasons(game), Reasons{"unreadable 1"});
}

/// A connection of which only the request for an upgrade was read.
TEST(NotJudged, SegmentsBehindAHandshakeThatNobodyReads) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& request = frames.segment(1, 200);
  request.begins = true;
  frames.add(request, Kind::segment, 200, 0);
  not_judged.add(request);
  facts::Frame& data = frames.segment(1, 50);
  data.envelopes = nullptr;
  not_judged.add(data);
  EXPECT_EQ(reasons(not_judged), (Reasons{"one_direction 1", "unreadable 1"}));
}

/// A server that refuses a WebSocket answers with a page: its bytes are no messages of the game.
TEST(NotJudged, SegmentsOfAWebSocketThatIsRefused) {
  const auto reasons_with = [](bool is_answer, std::uint32_t own) {
    Frames frames;
    NotJudgedReasons not_judged;
    facts::Frame& answer = frames.segment(1, 200);
    answer.begins = true;
    frames.add(answer, Kind::handshake, own, 0).again = is_answer;
    not_judged.add(answer);
    facts::Frame& page = frames.segment(201, 50);
    page.envelopes = nullptr;
    not_judged.add(page);
    return reasons(not_judged);
  };
  EXPECT_EQ(reasons_with(true, 0), Reasons{"one_direction 1"});
  EXPECT_EQ(reasons_with(false, 0), (Reasons{"one_direction 1", "unreadable 1"})) << "the first request";
  EXPECT_EQ(reasons_with(true, 200), (Reasons{"one_direction 1", "unreadable 1"})) << "its bytes are known";
}

TEST(NotJudged, MessagesThatAreMalformed) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& malformed = message(frames);
  malformed.envelopes->items->malformed = true;
  not_judged.add(malformed);
  EXPECT_EQ(reasons(not_judged), Reasons{"unreadable 1"});
  facts::Frame& strange = message(frames);
  frames.add(strange, Kind::strange, 20, 4);
  not_judged.add(strange);
  EXPECT_EQ(reasons(not_judged), Reasons{"unreadable 2"});
}

/// A game's own protocol over ENet; what is sent again is counted once.
TEST(NotJudged, MessagesOfNoApi) {
  Frames frames;
  NotJudgedReasons not_judged;
  facts::Frame& frame = frames.datagram(80, 0);
  frames.add(frame, Kind::other_message, 20, 0);
  frames.add(frame, Kind::other_message, 20, 0).again = true;
  not_judged.add(frame);
  EXPECT_EQ(reasons(not_judged), Reasons{"unreadable 1"});
}

/// Connections are told apart by numbers, in whatever order they come.
TEST(NotJudged, ConnectionsOfAnyNumbers) {
  const auto of_flows = [](std::initializer_list<std::uint32_t> flows) {
    Frames frames;
    NotJudgedReasons not_judged;
    for (const std::uint32_t flow : flows) {
      for (const std::uint32_t sequence : {0U, 10U}) {
        facts::Frame& frame = frames.segment(sequence, 10);
        frame.flow = flow;
        if (sequence != 0) frames.add(frame, Kind::remote_call, 6, 4);
        not_judged.add(frame);
      }
    }
    return reasons(not_judged);
  };
  const Reasons in_order = of_flows({0, 1, 2});
  EXPECT_EQ(of_flows({0, 300'000, 1}), in_order);
  EXPECT_EQ(of_flows({300'000, 0, 7}), in_order);
}

/// A table without rows says so in each form.
TEST(NotJudged, EachFormSaysIt) {
  Report report = {.title = "Sample", .columns = {{"node", "Node", Column::Type::text, 0}}};
  report.not_judged = NotJudgedReasons().list({});
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
