// SPDX-License-Identifier: MIT
// What ENet learns from the multiplayer about a link. The links are made here.
#include "analysis/game/learning/link_ends.h"

#include <gtest/gtest.h>

#include "analysis/game/learning/recognition.h"

namespace godot::analysis {
namespace {

class LinkEnds : public testing::Test {
 protected:
  LinkEnds() {
    link.has_handshake = true;
    link.connect_data = 1001;
  }
  facts::Route route(bool from_client) {
    return route_between_ends(link, from_client,
                              {.all = state.peer_names, .frame = 5, .keep = [](const char* name) { return name; }});
  }

  MultiplayerState state;
  Link link;
};

TEST_F(LinkEnds, BeforeTheFirstMessageTheClientIsThatOfItsRequest) {
  const facts::Route up = route(true);
  EXPECT_EQ(up.source, 1001);
  EXPECT_EQ(up.target, 1);
  EXPECT_TRUE(up.target_known);
  EXPECT_EQ(up.session, 0U);
  const facts::Route down = route(false);
  EXPECT_EQ(down.source, 1);
  EXPECT_EQ(down.hop_target, 1001);
  link.has_handshake = false;
  EXPECT_FALSE(route(true).target_known);
  link.has_handshake = true;
  link.connect_data = 1;
  EXPECT_EQ(route(true).source, 0) << "the server's id is no client's";
}

TEST_F(LinkEnds, LaterThePeersAreKnownWithTheirNames) {
  const Peers& peers = state.of(link).peers;
  state.peer_names.add(peers, 1001, "Rosa", 2);
  const facts::Route up = route(true);
  EXPECT_EQ(up.source, 1001);
  EXPECT_EQ(up.session, peers.session());
  EXPECT_STREQ(up.source_name, "Rosa");
  EXPECT_EQ(up.target_name, nullptr) << "the server has none";
  EXPECT_STREQ(route(false).hop_target_name, "Rosa");
}

TEST_F(LinkEnds, OtherProgramsRarelySendAnIdInConnect) {
  EXPECT_TRUE(requests_as_godot(link));
  link.connect_data = 1;
  EXPECT_FALSE(requests_as_godot(link));
  link.connect_data = 1001;
  link.has_handshake = false;
  EXPECT_FALSE(requests_as_godot(link));
}

TEST_F(LinkEnds, OnlyAGamesLinkHasChannelsOrIsOfAMesh) {
  EXPECT_FALSE(has_channels(link));
  EXPECT_FALSE(is_of_mesh(link));
  EXPECT_FALSE(is_authenticating(link));
  MultiplayerLink& game = state.of(link);
  EXPECT_FALSE(has_channels(link)) << "not recognised yet";
  EXPECT_FALSE(is_of_mesh(link));
  choose_format(state, game, multiplayer::Format::named, false);
  EXPECT_FALSE(has_channels(link)) << "Godot 3's methods have none";
  choose_format(state, game, multiplayer::Format::scene, false);
  EXPECT_TRUE(has_channels(link));
}

}  // namespace
}  // namespace godot::analysis
