// SPDX-License-Identifier: MIT
// Which of two ends is the server where the capture has no handshake: likelier, and for certain.
#include "analysis/enet/connections/connection.h"

#include <gtest/gtest.h>

namespace godot::analysis::enet {
namespace {

constexpr std::uint32_t usual = 24680;
constexpr std::uint32_t assigned = 40000;

TEST(WhoServes, ByAHandshake) {
  const Endpoint server = {.conversations = 1, .is_server = true};
  const Endpoint busy = {.conversations = 5};
  EXPECT_TRUE(is_likelier_server({&server, assigned}, {&busy, usual}));
  EXPECT_FALSE(is_likelier_server({&busy, usual}, {&server, assigned}));
  EXPECT_TRUE(is_likelier_server({&server, assigned}, {nullptr, usual}));
  EXPECT_TRUE(is_clearly_server({&server, assigned}, {&busy, usual}));
  EXPECT_FALSE(is_clearly_server({&server, usual}, {&server, assigned})) << "both are servers";
  EXPECT_FALSE(is_clearly_server({&server, usual}, {nullptr, assigned})) << "nothing is known of the other end";
}

TEST(WhoServes, ByTheNumberOfConversations) {
  const Endpoint many = {.conversations = 3};
  const Endpoint one = {.conversations = 1};
  EXPECT_TRUE(is_likelier_server({&many, assigned}, {&one, usual}));
  EXPECT_FALSE(is_likelier_server({&one, usual}, {&many, assigned}));
  EXPECT_TRUE(is_clearly_server({&many, assigned}, {&one, usual}));
  EXPECT_FALSE(is_clearly_server({&one, usual}, {&many, assigned}));
}

TEST(WhoServes, ByTheirPorts) {
  const Endpoint one = {.conversations = 1};
  const Endpoint other = {.conversations = 1};
  EXPECT_TRUE(is_likelier_server({&one, usual}, {&other, assigned}));
  EXPECT_FALSE(is_likelier_server({&one, assigned}, {&other, usual}));
  EXPECT_TRUE(is_likelier_server({nullptr, 50000}, {nullptr, 50001}));
  EXPECT_TRUE(is_clearly_server({&one, 32767}, {&other, 32768}));
  EXPECT_FALSE(is_clearly_server({&one, 32768}, {&other, assigned})) << "both may have been assigned";
  EXPECT_FALSE(is_clearly_server({&one, usual}, {&other, 32767})) << "both were chosen";
  EXPECT_FALSE(is_clearly_server({&one, assigned}, {&other, usual}));
}

TEST(ChannelsOfAStream, TheNearestThatHadAMessage) {
  Stream stream;
  EXPECT_EQ(stream.nearest_channel(0, false), -1);
  EXPECT_EQ(stream.nearest_channel(300, true), -1);
  for (const std::size_t channel : {0, 7, 254}) stream.channels.set(channel);
  EXPECT_EQ(stream.nearest_channel(7, true), 7);
  EXPECT_EQ(stream.nearest_channel(7, false), 7);
  EXPECT_EQ(stream.nearest_channel(6, true), 0);
  EXPECT_EQ(stream.nearest_channel(8, false), 254);
  EXPECT_EQ(stream.nearest_channel(300, true), 254) << "a channel that there is not";
  EXPECT_EQ(stream.nearest_channel(255, false), -1);
  stream.channels.reset(0);
  EXPECT_EQ(stream.nearest_channel(6, true), -1);
}

}  // namespace
}  // namespace godot::analysis::enet
