// SPDX-License-Identifier: MIT
// Texts for the peers of a message and the ends of a link.
#include "analysis/message/annotation/peer_texts.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/analysis/message/account/accounts.h"

namespace godot::analysis::annotation {
namespace {

using account::green;
using account::red;
using account::server;

class Texts : public account::Accounts {
 protected:
  Texts() { game.to_red.godot->number = 0; }
  PeerTexts texts(PeerNames::Ask which = PeerNames::Ask::all) {
    return {game.state.peer_names, host(memories), frame, which};
  }
  const Peers& among = game.to_red.godot->peers;
};

TEST_F(Texts, APeerHasItsNameOrItsId) {
  EXPECT_STREQ(texts().peer(among, 0), "");
  EXPECT_STREQ(texts().peer(among, server), "server");
  EXPECT_STREQ(texts().peer(among, red), "1001");
  game.state.peer_names.add(among, red, "Rosa", 10);
  EXPECT_STREQ(texts().peer(among, red), "Rosa");
}

TEST_F(Texts, LearnedNamesAreIntroducedWithTheirId) {
  game.state.peer_names.appears(server, 1);
  game.state.peer_names.appears(red, frame);
  EXPECT_STREQ(texts().introduced(among, red), "peer 2 (1001)");
  EXPECT_STREQ(texts(PeerNames::Ask::given_only).introduced(among, red), "1001");
  game.state.peer_names.appears(green, frame - 1);
  EXPECT_STREQ(texts().introduced(among, green), "peer 3") << "seen before";
  game.state.peer_names.add(among, red, "Rosa", 10);
  EXPECT_STREQ(texts().introduced(among, red), "Rosa") << "the game's own name";
  EXPECT_STREQ(texts().change("add", among, green), "add peer 3") << "the word is written once";
  EXPECT_STREQ(texts().change("add", among, red), "add peer Rosa");
  EXPECT_STREQ(texts().change("add", among, 0), "add peer 0");
}

TEST_F(Texts, AReceiverMayBeMany) {
  EXPECT_STREQ(texts().target(among, 0), "all");
  EXPECT_STREQ(texts().target(among, red), "1001");
  EXPECT_STREQ(texts().target(among, -red), "all but 1001");
  EXPECT_STREQ(texts().target(among, std::numeric_limits<PeerId>::min()), "all but 2147483648");
}

TEST_F(Texts, ABroadcastNamesThePeerThatGetsThisCopy) {
  Route route;
  route.source_id = server;
  route.target_known = true;
  EXPECT_STREQ(texts().receiver(message, route, 9), "all (1001)");
  message.from_client = true;
  EXPECT_STREQ(texts().receiver(message, route, 9), "all") << "the server itself";
  message.from_client = false;
  route.target_id = -account::green;
  EXPECT_STREQ(texts().receiver(message, route, 9), "all but 1002 (1001)");
  route.target_id = red;
  EXPECT_STREQ(texts().receiver(message, route, 9), "1001");
  route.target_known = false;
  EXPECT_STREQ(texts().receiver(message, route, 9), "1001") << "the end";
}

TEST_F(Texts, AnEndWithoutAnIdHasItsRole) {
  Link other;
  EXPECT_STREQ(texts().end(other, true, 9), "client?");
  EXPECT_STREQ(texts().end(other, false, 9), "server?");
  other.has_handshake = true;
  EXPECT_STREQ(texts().end(other, true, 9), "client");
  EXPECT_STREQ(texts().end(game.to_red, true, 9), "1001");
  EXPECT_STREQ(texts().end(game.to_red, false, 9), "server");
  game.to_red.godot->number = -1;
  EXPECT_STREQ(texts().end(game.to_red, false, 9), "server") << "not a game's yet: the handshake decides";
}

TEST_F(Texts, AWayNamesTheSenderOfAForwardedMessage) {
  Route route;
  route.source_id = green;
  route.target_id = red;
  route.target_known = true;
  EXPECT_STREQ(texts().way(among, route), "\u2192 1001");
  route.relayed = true;
  EXPECT_STREQ(texts().way(among, route), "\u2192 1001") << "the speaker is not known";
  route.source.sender = green;
  EXPECT_STREQ(texts().way(among, route), "1002 \u2192 1001");
  route.target_id = 0;
  EXPECT_STREQ(texts().way(among, route), "1002 \u2192 all");
  route.target_id = -red;
  EXPECT_STREQ(texts().way(among, route), "1002 \u2192 all but 1001");
  route.target_known = false;
  EXPECT_STREQ(texts().way(among, route), "");
}

}  // namespace
}  // namespace godot::analysis::annotation
