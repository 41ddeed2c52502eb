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

}  // namespace
}  // namespace godot::analysis::flow
