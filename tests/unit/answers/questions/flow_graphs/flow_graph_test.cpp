// SPDX-License-Identifier: MIT
// The arrows of a flow graph for a frame. Frames are made by hand.
#include "answers/questions/flow_graphs/flow_graph.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis::flow {
namespace {

using test::Frames;

facts::Item& with_text(Frames& frames, facts::Item& item, const char* text) {
  frames.texts(item) = {.text = text, .from = "red", .to = "server", .of_game = true};
  return item;
}

facts::Item& command(Frames& frames, facts::Item& item, const char* name, std::uint16_t sequence,
                     std::uint8_t channel) {
  frames.command(item) = {.name = name, .sequence = sequence};
  item.channel = channel;
  frames.texts(item).from = "client";
  frames.texts(item).to = "server";
  return item;
}

std::vector<Arrow> drawn(const facts::Frame& frame, Graph graph, bool busy = false) {
  std::vector<Arrow> arrows;
  draw(frame, graph, busy, arrows);
  return arrows;
}

TEST(Flow, ACallIsAnArrow) {
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  facts::Item& call =
      with_text(frames, frames.add(frame, facts::Kind::remote_call, 24, 6), "Arena/Players/Red.move(1)");
  frames.part(call, "Arena/Players/Red", "move", 24);
  call.mode = facts::Mode::unreliable_ordered;
  call.channel = 2;
  call.on_channel = true;
  with_text(frames, frames.add(frame, facts::Kind::remote_call, 24, 6), "Red.again()").again = true;
  const auto arrows = drawn(frame, Graph::calls);
  ASSERT_EQ(arrows.size(), 1U);
  EXPECT_EQ(arrows[0].label, "Red.move(1)");
  EXPECT_EQ(arrows[0].comment, "ordered, channel 2: Arena/Players/Red.move(1)");
}

TEST(Flow, AProblemIsMarkedAsInThePacketList) {
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  facts::Problem problem = {.kind = "not_allowed", .cause = "refused"};
  with_text(frames, frames.add(frame, facts::Kind::remote_call, 24, 6), "Gate.open()").problems = &problem;
  EXPECT_EQ(drawn(frame, Graph::calls).front().label, "[not allowed] Gate.open()");
}

TEST(Flow, SynchronizationIsBusy) {
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  with_text(frames, frames.add(frame, facts::Kind::sync, 24, 6), "sync Red");
  with_text(frames, frames.add(frame, facts::Kind::simplify_path, 24, 6), "path #1 is Red");
  EXPECT_TRUE(drawn(frame, Graph::calls).empty());
  EXPECT_EQ(drawn(frame, Graph::calls, true).size(), 2U);
}

TEST(Flow, UnknownPeersGetNoArrow) {
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  frames.texts(frames.add(frame, facts::Kind::remote_call, 24, 6)).of_game = true;
  EXPECT_TRUE(drawn(frame, Graph::calls).empty());
}

TEST(Flow, AcknowledgementsInARowAreOne) {
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  for (const std::uint16_t number : {65534, 65535, 0, 1, 5})
    command(frames, frames.add(frame, facts::Kind::acknowledgement, 0, 8), "Acknowledge", number, 0);
  command(frames, frames.add(frame, facts::Kind::acknowledgement, 0, 8), "Acknowledge", 6, 1);
  command(frames, frames.add(frame, facts::Kind::acknowledgement, 0, 8), "Acknowledge", 7, 0xFF);
  const auto arrows = drawn(frame, Graph::connection);
  ASSERT_EQ(arrows.size(), 3U);
  EXPECT_EQ(arrows[0].label, "Acknowledge 65534-1");
  EXPECT_EQ(arrows[1].label, "Acknowledge 5");
  EXPECT_EQ(arrows[2].label, "Acknowledge 6");
  EXPECT_EQ(drawn(frame, Graph::connection, true).size(), 4U);
}

TEST(Flow, CommentsShowWhetherACommandWasLostOrRepeated) {
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  facts::Item& item = command(frames, frames.add(frame, facts::Kind::other_message, 24, 6), "Send reliable", 7, 3);
  item.on_channel = true;
  frames.command(item).fate.retransmission = true;
  frames.command(item).fate.lost_before = 2;
  facts::Item& ack = command(frames, frames.add(frame, facts::Kind::acknowledgement, 0, 8), "Acknowledge", 1, 0);
  frames.command(ack).fate.rtt = 12'349'000;
  const auto arrows = drawn(frame, Graph::connection);
  ASSERT_EQ(arrows.size(), 2U);
  EXPECT_EQ(arrows[0].label, "Send reliable 7");
  EXPECT_EQ(arrows[0].comment, "channel 3, 30 bytes, sent again, 2 lost before");
  EXPECT_EQ(arrows[1].comment, "channel 0, after 12.3 ms");
}

/// What is drawn: the kinds that come often only if they are wanted, and never what counts elsewhere.
TEST(Flow, BusyKindsOfEachGraph) {
  using facts::Kind;
  const auto is_drawn = [](Kind kind, Graph graph, bool busy, std::uint8_t channel = 0) {
    Frames frames;
    facts::Frame& frame = frames.datagram(44, 4);
    facts::Item& item = command(frames, frames.add(frame, kind, 24, 6), "Command", 1, channel);
    frames.texts(item).of_game = true;
    return drawn(frame, graph, busy).size() == 1;
  };
  for (const Kind kind : {Kind::simplify_path, Kind::confirm_path}) {
    EXPECT_FALSE(is_drawn(kind, Graph::calls, false));
    EXPECT_TRUE(is_drawn(kind, Graph::calls, true));
    EXPECT_TRUE(is_drawn(kind, Graph::connection, false));
  }
  for (const Kind kind : {Kind::sync, Kind::ping, Kind::bandwidth}) {
    EXPECT_FALSE(is_drawn(kind, Graph::connection, false));
    EXPECT_TRUE(is_drawn(kind, Graph::connection, true));
  }
  EXPECT_FALSE(is_drawn(Kind::sync, Graph::calls, false));
  EXPECT_TRUE(is_drawn(Kind::acknowledgement, Graph::connection, false));
  EXPECT_FALSE(is_drawn(Kind::acknowledgement, Graph::connection, false, 0xFF)) << "of a ping";
  EXPECT_FALSE(is_drawn(Kind::acknowledgement, Graph::calls, true)) << "no message";
  EXPECT_TRUE(is_drawn(Kind::handshake, Graph::calls, false));
}

TEST(Flow, OnlyAGamesOwnMessagesAreCalls) {
  const auto is_drawn = [](facts::Kind kind, bool of_game, bool again, bool counted_elsewhere, bool has_ends = true) {
    Frames frames;
    facts::Frame& frame = frames.datagram(44, 4);
    facts::Item& item = command(frames, frames.add(frame, kind, 24, 6), "Command", 1, 0);
    frames.texts(item) = {.from = has_ends ? "red" : nullptr, .to = "server", .of_game = of_game};
    item.again = again;
    item.counted_elsewhere = counted_elsewhere;
    return drawn(frame, Graph::calls).size() == 1;
  };
  for (const facts::Kind kind : {facts::Kind::remote_call, facts::Kind::handshake}) {
    EXPECT_TRUE(is_drawn(kind, true, false, false));
    EXPECT_FALSE(is_drawn(kind, false, false, false));
    EXPECT_FALSE(is_drawn(kind, true, true, false));
    EXPECT_FALSE(is_drawn(kind, true, false, false, false));
  }
  EXPECT_FALSE(is_drawn(facts::Kind::remote_call, true, false, true));
}

TEST(Flow, BothEndsAreNeeded) {
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  facts::Item& item = with_text(frames, frames.add(frame, facts::Kind::remote_call, 24, 6), "Red.move()");
  frames.texts(item).to = nullptr;
  EXPECT_TRUE(drawn(frame, Graph::calls).empty());
  frames.texts(item).to = "server";
  EXPECT_TRUE(drawn(frame, Graph::connection).empty()) << "it is no command";
  const auto arrows = drawn(frame, Graph::calls);
  ASSERT_EQ(arrows.size(), 1U);
  EXPECT_EQ(arrows[0].from, "red");
  EXPECT_EQ(arrows[0].to, "server");
}

/// Only the last name of the node is shown, where the text has the whole path.
TEST(Flow, LabelsAreShort) {
  const auto label = [](const char* text, const char* node) {
    Frames frames;
    facts::Frame& frame = frames.datagram(44, 4);
    facts::Item& item = with_text(frames, frames.add(frame, facts::Kind::remote_call, 24, 6), text);
    if (node != nullptr) frames.part(item, node, "move", 24);
    return drawn(frame, Graph::calls).front().label;
  };
  EXPECT_EQ(label("call Arena/Red.move()", "Arena/Red"), "call Red.move()");
  EXPECT_EQ(label("call Red.move()", "Red"), "call Red.move()");
  EXPECT_EQ(label("call Blue.move()", "Arena/Red"), "call Blue.move()");
  EXPECT_EQ(label("call Red.move()", nullptr), "call Red.move()");
  EXPECT_EQ(label(nullptr, nullptr), facts::name(facts::Kind::remote_call));
}

TEST(Flow, CommandsThatKeepAConnectionAliveHaveNoNumber) {
  const auto label = [](facts::Kind kind, Graph graph) {
    Frames frames;
    facts::Frame& frame = frames.datagram(44, 4);
    facts::Item& item = command(frames, frames.add(frame, kind, 24, 6), "Command", 7, 0);
    frames.texts(item).of_game = true;
    return drawn(frame, graph, true).front().label;
  };
  for (const facts::Kind kind : {facts::Kind::handshake, facts::Kind::ping, facts::Kind::bandwidth})
    EXPECT_EQ(label(kind, Graph::connection), "Command");
  EXPECT_EQ(label(facts::Kind::handshake, Graph::calls), "Command");
  EXPECT_EQ(label(facts::Kind::fragment, Graph::connection), "Command 7");
}

/// What happened to a command, in the connection's graph.
TEST(Flow, CommentsOfCommands) {
  const auto comment = [](const facts::Fate& fate, bool again = false, std::uint8_t channel = 0xFF) {
    Frames frames;
    facts::Frame& frame = frames.datagram(44, 4);
    facts::Item& item = command(frames, frames.add(frame, facts::Kind::fragment, 24, 6), "Command", 7, channel);
    item.again = again;
    frames.command(item).fate = fate;
    return drawn(frame, Graph::connection).front().comment;
  };
  EXPECT_EQ(comment({}), "");
  EXPECT_EQ(comment({}, false, 2), "channel 2");
  EXPECT_EQ(comment({.retransmission = true, .duplicate = true}, true), "sent again");
  EXPECT_EQ(comment({.duplicate = true}, true), "twice in one datagram");
  EXPECT_EQ(comment({}, true), "again");
  EXPECT_EQ(comment({.out_of_order = true}), "out of order");
  EXPECT_EQ(comment({.lost_before = 1}), "1 lost before");
  const auto after = [&](std::int64_t rtt) {
    facts::Fate fate;
    fate.rtt = rtt;
    return comment(fate);
  };
  EXPECT_EQ(after(-1), "");
  EXPECT_EQ(after(0), "after 0.0 ms");
  EXPECT_EQ(after(49'999), "after 0.0 ms");
  EXPECT_EQ(after(50'000), "after 0.1 ms") << "rounded to tenths of a millisecond";
  EXPECT_EQ(after(12'349'999), "after 12.3 ms");
  EXPECT_EQ(after(9'950'000), "after 10.0 ms");
}

TEST(Flow, CommentsOfCalls) {
  const auto comment = [](bool on_channel, bool relayed, bool names) {
    Frames frames;
    facts::Frame& frame = frames.datagram(44, 4);
    facts::Item& item = with_text(frames, frames.add(frame, facts::Kind::remote_call, 24, 6), "Red.move()");
    item.mode = facts::Mode::reliable;
    item.channel = 3;
    item.on_channel = on_channel;
    frames.route(item).relayed = relayed;
    if (names) {
      frames.texts(item).source = "red";
      frames.texts(item).receiver = "blue";
    }
    return drawn(frame, Graph::calls).front().comment;
  };
  EXPECT_EQ(comment(false, false, true), "reliable: Red.move()");
  EXPECT_EQ(comment(true, false, true), "reliable, channel 3: Red.move()");
  EXPECT_EQ(comment(false, true, true), "reliable, relayed from red to blue: Red.move()");
  EXPECT_EQ(comment(false, true, false), "reliable: Red.move()");
  Frames frames;
  facts::Frame& frame = frames.datagram(44, 4);
  facts::Item& item = command(frames, frames.add(frame, facts::Kind::handshake, 24, 6), "Connect", 7, 0);
  frames.texts(item).of_game = true;
  frames.texts(item).text = "asks";
  EXPECT_EQ(drawn(frame, Graph::calls).front().comment, "") << "a handshake has no mode";
}

/// The first reliable message of a datagram that fills the window has its mark.
TEST(Flow, AFullWindowIsMarkedOnce) {
  Frames frames;
  facts::Frame& frame = frames.datagram(144, 4);
  frame.envelopes->window_full = true;
  const auto add = [&](facts::Kind kind, facts::Mode mode) {
    facts::Item& item = command(frames, frames.add(frame, kind, 24, 6), "Command", 7, 0);
    item.mode = mode;
    frames.texts(item).text = "Red.move()";
    frames.texts(item).of_game = true;
  };
  add(facts::Kind::remote_call, facts::Mode::unreliable);
  add(facts::Kind::remote_call, facts::Mode::reliable);
  add(facts::Kind::remote_call, facts::Mode::reliable);
  auto arrows = drawn(frame, Graph::calls);
  ASSERT_EQ(arrows.size(), 3U);
  EXPECT_EQ(arrows[0].label, "Red.move()");
  EXPECT_EQ(arrows[1].label, "[too much] Red.move()");
  EXPECT_EQ(arrows[2].label, "Red.move()");
  arrows = drawn(frame, Graph::connection);
  ASSERT_EQ(arrows.size(), 3U);
  EXPECT_EQ(arrows[1].label, "Command 7") << "a command's label ends with its number";
  EXPECT_EQ(arrows[1].comment, "[too much] channel 0: Red.move()");
  Frames others;
  facts::Frame& other = others.datagram(144, 4);
  other.envelopes->window_full = true;
  for (const facts::Kind kind : {facts::Kind::handshake, facts::Kind::fragment})
    command(others, others.add(other, kind, 24, 6), "Command", 7, 0).mode = facts::Mode::reliable;
  arrows = drawn(other, Graph::connection);
  ASSERT_EQ(arrows.size(), 2U);
  EXPECT_EQ(arrows[0].comment, "channel 0") << "it carries no message";
  EXPECT_EQ(arrows[1].comment, "[too much] channel 0");
}

}  // namespace
}  // namespace godot::analysis::flow
