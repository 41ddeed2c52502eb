// SPDX-License-Identifier: MIT
// The state of links that their transports report.
#include <gtest/gtest.h>

#include "analysis/game/learning/multiplayer_state.h"

namespace godot::analysis {
namespace {

TEST(Links, AHandshakeHasTheClientsId) {
  MultiplayerState state;
  Link link{.transport = Transport::enet, .has_handshake = true, .connect_data = 1000};
  const MultiplayerLink& mine = state.of(link);
  EXPECT_TRUE(mine.peers.is_server(End::second));
  EXPECT_EQ(mine.peers.id(End::first), 1000);
  EXPECT_TRUE(mine.peers.reported.has_beginning);
  EXPECT_EQ(&state.of(link), &mine) << "it is remembered once";
  // In a mesh no message has an id, and there is no server.
  Link of_mesh{.transport = Transport::enet, .number = 1, .has_handshake = true, .connect_data = 0};
  EXPECT_FALSE(state.of(of_mesh).peers.server_known());
}

Link requested(std::uint32_t number, std::uint32_t server, std::uint32_t data) {
  return {.transport = Transport::enet,
          .number = number,
          .has_handshake = true,
          .connect_data = data,
          .connect_id = 100 + number,
          .server_key = server};
}

/// Peers 2, 3 and 7 of a mesh: each connects to those with smaller ids, and sends its own.
TEST(Links, OfAMeshHaveNoServer) {
  MultiplayerState state;
  Link links[] = {requested(0, 5, 3), requested(1, 6, 7), requested(2, 7, 7)};
  for (Link& link : links) {
    const Peers& peers = state.of(link).peers;
    EXPECT_TRUE(peers.is_mesh());
    EXPECT_FALSE(peers.server_known());
    EXPECT_EQ(peers.id(End::first), static_cast<PeerId>(link.connect_data));
    EXPECT_EQ(peers.id(End::second), 0);
  }
  Link without_data = requested(3, 8, 0);
  EXPECT_TRUE(state.of(without_data).peers.is_mesh());
  EXPECT_EQ(state.of(without_data).peers.id(End::first), 0);
}

TEST(Links, AnIdAtTwoServersIsThatOfAMesh) {
  MultiplayerState state;
  Link one = requested(0, 5, 70'000);
  EXPECT_TRUE(state.of(one).peers.is_server(End::second));
  Link other = requested(1, 6, 70'000);
  EXPECT_TRUE(state.of(other).peers.is_mesh());
  EXPECT_TRUE(state.of(one).peers.is_mesh());
}

TEST(Links, BothSidesOfARelayAreNoMesh) {
  MultiplayerState state;
  Link front = requested(0, 5, 70'000);
  Link back = requested(1, 6, 70'000);
  back.connect_id = front.connect_id;
  EXPECT_FALSE(state.of(front).peers.is_mesh());
  EXPECT_FALSE(state.of(back).peers.is_mesh());
}

/// Clients that are no Godot, whose ids a script chose.
TEST(Links, AHostWithSeveralClientsIsAServer) {
  MultiplayerState state;
  Link one = requested(0, 5, 77);
  EXPECT_TRUE(state.of(one).peers.is_mesh());
  Link other = requested(1, 5, 78);
  EXPECT_TRUE(state.of(other).peers.is_server(End::second));
  EXPECT_TRUE(state.of(one).peers.is_server(End::second));
}

TEST(Links, PeersThatAreKnownFromOutside) {
  MultiplayerState state;
  Link to_server{.transport = Transport::data_channel, .has_peers = true, .first_peer = 1000, .second_peer = 1};
  const Peers& peers = state.of(to_server).peers;
  EXPECT_EQ(peers.id(End::first), 1000);
  EXPECT_TRUE(peers.is_server(End::second));
  Link of_mesh{.transport = Transport::data_channel, .number = 1, .has_peers = true, .first_peer = 7, .second_peer = 9};
  const Peers& mesh = state.of(of_mesh).peers;
  EXPECT_EQ(mesh.id(End::first), 7);
  EXPECT_EQ(mesh.id(End::second), 9);
  EXPECT_FALSE(mesh.is_server(End::second));
}

TEST(Links, ToOneServerAreOfOneSession) {
  MultiplayerState state;
  Link one{.transport = Transport::enet, .number = 0, .server_key = 5};
  Link other{.transport = Transport::enet, .number = 1, .server_key = 5};
  Link elsewhere{.transport = Transport::enet, .number = 2, .server_key = 6};
  Link over_websocket{.transport = Transport::websocket, .number = 0, .server_key = 5};
  EXPECT_EQ(state.session(one).number, state.session(other).number);
  EXPECT_NE(state.session(one).number, state.session(elsewhere).number);
  EXPECT_NE(state.session(one).number, state.session(over_websocket).number) << "another transport's number";
  state.session(one).certain = true;
  EXPECT_TRUE(state.session(other).certain);
}

}  // namespace
}  // namespace godot::analysis
