// SPDX-License-Identifier: MIT
// Which peers a client was told of, and whose connections have ended.
#include "analysis/game/memory/session_peers.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

constexpr std::uint32_t link = 1;
constexpr std::uint32_t session = 2;
constexpr std::int32_t red = 1001;

TEST(SessionPeers, APeerComesAndGoes) {
  SessionPeers peers;
  peers.add(link, red, true, 10);
  EXPECT_EQ(peers.comes_in(link, red, 9), 10U);
  EXPECT_EQ(peers.comes_in(link, red, 10), 0U) << "it is here";
  EXPECT_EQ(peers.comes_in(link, red + 1, 9), 0U) << "another peer";
  EXPECT_EQ(peers.comes_in(link + 1, red, 9), 0U) << "another client";
  EXPECT_EQ(peers.gone_in(link, red, 100), 0U);
  peers.add(link, red, false, 30);
  EXPECT_EQ(peers.gone_in(link, red, 30), 0U) << "not before this frame";
  EXPECT_EQ(peers.gone_in(link, red, 31), 30U);
  peers.add(link, red, true, 50);
  EXPECT_EQ(peers.gone_in(link, red, 51), 0U) << "it is back";
  EXPECT_EQ(peers.gone_in(link, red, 50), 30U);
}

/// Who is told of the peer after its connection has ended sees another connection of it.
TEST(SessionPeers, AConnectionEnds) {
  SessionPeers peers;
  EXPECT_EQ(peers.closed_in(session, link, red, 100), 0U);
  peers.add(link, red, true, 10);
  peers.closed(session, red, 40);
  EXPECT_EQ(peers.closed_in(session, link, red, 40), 0U) << "not before this frame";
  EXPECT_EQ(peers.closed_in(session, link, red, 41), 40U);
  EXPECT_EQ(peers.closed_in(session + 1, link, red, 41), 0U) << "another session";
  EXPECT_EQ(peers.closed_in(session, link, red + 1, 41), 0U) << "another peer";
  peers.add(link, red, false, 42);
  EXPECT_EQ(peers.closed_in(session, link, red, 45), 40U) << "told that it has left";
  peers.add(link, red, true, 50);
  EXPECT_EQ(peers.closed_in(session, link, red, 50), 40U);
  EXPECT_EQ(peers.closed_in(session, link, red, 51), 0U) << "it is back";
}

TEST(SessionPeers, OthersAreCounted) {
  SessionPeers peers;
  EXPECT_EQ(peers.others(link, 100), 0U);
  peers.add(link, red, false, 5);
  EXPECT_EQ(peers.others(link, 5), 0U) << "it left, and was never here";
  peers.add(link, red, true, 10);
  peers.add(link, red, true, 12);
  peers.add(link, red + 1, true, 20);
  EXPECT_EQ(peers.others(link, 9), 0U);
  EXPECT_EQ(peers.others(link, 10), 1U);
  EXPECT_EQ(peers.others(link, 19), 1U) << "told twice";
  EXPECT_EQ(peers.others(link, 20), 2U);
  EXPECT_EQ(peers.others(link + 1, 20), 0U) << "another client";
  peers.add(link, red, false, 30);
  peers.add(link, red, false, 31);
  EXPECT_EQ(peers.others(link, 40), 1U);
}

/// Over WebSocket, the server of Godot 3 announces itself: no other client refuses what it accepts.
TEST(SessionPeers, TheServerIsNoOtherClient) {
  SessionPeers peers;
  constexpr std::int32_t server = 1;
  peers.add(link, server, true, 10);
  EXPECT_EQ(peers.others(link, 20), 0U);
  peers.add(link, red, true, 30);
  EXPECT_EQ(peers.others(link, 40), 1U);
}

TEST(SessionPeers, AreRelayedUntilTheLastCopy) {
  SessionPeers peers;
  EXPECT_FALSE(peers.is_relayed(session, link, red, 1));
  peers.relayed(session, red, 10);
  peers.relayed(session, red, 20);
  EXPECT_TRUE(peers.is_relayed(session, link, red, 20));
  EXPECT_FALSE(peers.is_relayed(session, link, red, 21));
  EXPECT_FALSE(peers.is_relayed(session, link, red + 1, 1));
  EXPECT_FALSE(peers.is_relayed(session + 1, link, red, 1));
  peers.add(link, red + 1, true, 15);
  EXPECT_FALSE(peers.is_relayed(session, link, red, 5)) << "the receiver came later";
}

}  // namespace
}  // namespace godot::analysis
