// SPDX-License-Identifier: MIT
// When a link is recognised, and what its earlier messages teach then. The messages are made here.
#include "analysis/game/learning/recognition.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis {
namespace {

constexpr PeerId client = 1001;
using Bytes = std::vector<std::uint8_t>;

/// A node's path with its number, as Godot 4 announces it: a proof of the format.
Bytes announcement(std::uint8_t number, std::string_view path) {
  Bytes bytes = {1};
  for (const std::string_view text : {std::string_view("d41d8cd98f00b204e9800998ecf8427e"), path}) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.push_back(0);
    if (text != path) bytes.insert(bytes.end(), {number, 0, 0, 0});
  }
  return bytes;
}
/// A call by numbers: any program may send such bytes.
const Bytes call = {0x80, 1, 0};
/// The server tells a client of another one.
constexpr PeerId other_client = 2000;
const Bytes joined = {7, 1, 0xD0, 0x07, 0, 0};
const Bytes noise = {0xFF, 0xFE, 0xFD};

class LinkRecognition : public testing::Test {
 protected:
  LinkRecognition() { link_.number = 1; }

  void connect(Link& link) {
    link.has_handshake = true;
    link.connect_data = static_cast<std::uint32_t>(client);
  }
  bool recognises(const Bytes& bytes, End from = End::first) { return recognises(link_, bytes, from); }
  bool recognises(Link& link, const Bytes& bytes, End from = End::first) {
    const Message message = {.link = &link, .from_client = from == End::first};
    return recognise(state_, projects_, message, {.frame = ++frame_, .index = 1}, frame_ * 1'000, Buffer(bytes));
  }

  MultiplayerState state_;
  GameProjects projects_;
  Link link_;
  std::uint32_t frame_ = 0;
};

TEST_F(LinkRecognition, AnAnnouncedPathProvesGodot4) {
  connect(link_);
  EXPECT_TRUE(recognises(announcement(1, "Main")));
  EXPECT_EQ(link_.godot->recognition.format(), multiplayer::Format::scene);
  EXPECT_EQ(link_.godot->certain_in, 1U);
  EXPECT_EQ(link_.godot->number, 0) << "the first game's link";
}

TEST_F(LinkRecognition, OtherBytesProveNothing) {
  for (int i = 0; i != 300; ++i) EXPECT_FALSE(recognises(noise));
  EXPECT_EQ(link_.godot->number, -1);
  EXPECT_TRUE(link_.godot->recognition.hopeless()) << "further messages are not tried";
}

TEST_F(LinkRecognition, WhatWaitedIsLearnedFrom) {
  EXPECT_FALSE(recognises(joined, End::second));
  ASSERT_EQ(link_.godot->waiting.size(), 1U);
  EXPECT_FALSE(link_.godot->peers.server_known());
  ASSERT_TRUE(recognises(announcement(1, "Main"), End::second));
  EXPECT_TRUE(link_.godot->waiting.empty());
  EXPECT_TRUE(link_.godot->peers.is_server(End::second)) << "only servers tell who has joined";
  EXPECT_EQ(state_.memory.peers.comes_in(link_.godot->peers.link(), other_client, 0), 1U);
}

TEST_F(LinkRecognition, KeepsABoundedNumberOfMessages) {
  for (int i = 0; i != 100; ++i) recognises(noise);
  EXPECT_EQ(link_.godot->waiting.size(), most_waiting);
  Link other;
  const Bytes long_noise(most_waiting_bytes / 2 + 1, 0xFF);
  recognises(other, long_noise);
  recognises(other, long_noise);
  EXPECT_EQ(other.godot->waiting.size(), 1U);
}

TEST_F(LinkRecognition, LinksToOneServerHaveOneFormat) {
  connect(link_);
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  Link second;
  EXPECT_TRUE(recognises(second, call)) << "the same server";
  Link elsewhere;
  elsewhere.server_key = 7;
  EXPECT_FALSE(recognises(elsewhere, call)) << "another server";
}

TEST_F(LinkRecognition, AHostWithSeveralConnectionsIsTheServer) {
  link_.second_has_many = true;
  recognises(call);
  EXPECT_TRUE(link_.godot->peers.is_server(End::second));
  Link mesh;
  mesh.server_key = 7;
  mesh.first_has_many = mesh.second_has_many = true;
  recognises(mesh, call);
  EXPECT_FALSE(mesh.godot->peers.server_known());
}

TEST_F(LinkRecognition, OnlyWhereTheCaptureBeginsLateAMessageMayBeACopy) {
  recognises(call);
  const Message soon = {.link = &link_};
  const Message late = {.link = &link_, .late = true};
  constexpr std::int64_t second = 1'000'000'000;
  EXPECT_TRUE(may_be_copy(soon, *link_.godot, second));
  EXPECT_FALSE(may_be_copy(soon, *link_.godot, 3 * second));
  EXPECT_TRUE(may_be_copy(late, *link_.godot, 3 * second));
  link_.transport = Transport::websocket;
  EXPECT_FALSE(may_be_copy(late, *link_.godot, second)) << "TCP sends nothing twice";
  link_.transport = Transport::enet;
  connect(link_);
  EXPECT_FALSE(may_be_copy(late, *link_.godot, second)) << "the capture has the original";
}

TEST_F(LinkRecognition, TheUsersChoiceCounts) {
  choose_format(state_, state_.of(link_), multiplayer::Format::enet_8, false);
  EXPECT_TRUE(recognises(noise));
  EXPECT_EQ(link_.godot->recognition.format(), multiplayer::Format::enet_8);
  EXPECT_EQ(link_.godot->certain_in, 0U);
}

TEST_F(LinkRecognition, LaterPassesAskWhatTheFirstHasFound) {
  const Message message = {.link = &link_, .from_client = true};
  const Bytes bytes = announcement(1, "Main");
  const MessageKey key = {.frame = 9, .index = 0};
  EXPECT_FALSE(was_recognised(message));
  EXPECT_TRUE(recognise(state_, projects_, message, key, 0, Buffer(bytes)));
  EXPECT_TRUE(was_recognised(message));
}

TEST_F(LinkRecognition, OnlyTheFirstPassLearns) {
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  Message message = {.link = &link_, .from_client = true};
  const MessageKey key = {.frame = 9, .index = 0};
  const auto learns = [&](bool first_pass) {
    return begin_message(state_, message, key, Buffer(call), first_pass).learns;
  };
  EXPECT_FALSE(learns(false));
  EXPECT_NE(link_.godot->peers.last_frame(), 9U);
  EXPECT_TRUE(learns(true));
  EXPECT_EQ(link_.godot->peers.last_frame(), 9U);
  message.repeated = true;
  EXPECT_FALSE(learns(true)) << "a retransmission";
  message.earlier = true;
  EXPECT_TRUE(learns(true)) << "of one sent before the capture";
}

TEST_F(LinkRecognition, AnArrivalKnowsWhenItWasSentIfBothSidesAreCaptured) {
  connect(link_);
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  Message message = {.link = &link_, .from_client = true};
  message.transit = {.known = true, .estimated = false, .before = 30, .after = 0};
  EXPECT_EQ(arrival_of(message, {.frame = 9, .index = 2}, 100, Buffer(call)).sent, 70);
  message.transit.estimated = true;
  EXPECT_EQ(arrival_of(message, {.frame = 9, .index = 2}, 100, Buffer(call)).sent, 0);
  message.transit = {};
  const Arrival arrival = arrival_of(message, {.frame = 9, .index = 2}, 100, Buffer(call));
  EXPECT_EQ(arrival.sent, 0);
  EXPECT_EQ(arrival.frame, 9U);
  EXPECT_EQ(arrival.message, 2U);
  EXPECT_EQ(arrival.bytes.size(), call.size());
}

TEST_F(LinkRecognition, ThePreferredDialectCountsWhereAMessageMayHaveIt) {
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  MultiplayerLink& link = *link_.godot;
  using variant::Generation;
  const auto settled = [&](multiplayer::Api api, const variant::Dialect* preferred, std::uint32_t frame) {
    multiplayer::Options options = {.api = api};
    const std::string_view reason = settle_dialect(options, link, preferred, frame);
    EXPECT_EQ(options.dialect, reason == "preference" ? preferred : nullptr);
    return reason;
  };
  const variant::Dialect* old = &variant::dialect(Generation::godot2);
  EXPECT_EQ(settled(multiplayer::Api::named, old, 9), "preference");
  EXPECT_EQ(settled(multiplayer::Api::scene, old, 9), "conversation") << "SceneMultiplayer is never that old";
  EXPECT_EQ(settled(multiplayer::Api::scene, &variant::dialect(Generation::redot), 9), "preference");
  EXPECT_EQ(settled(multiplayer::Api::scene, nullptr, link.certain_in), "heuristic");
  link.chosen = true;
  EXPECT_EQ(settled(multiplayer::Api::scene, nullptr, 9), "decode-as");
}

TEST_F(LinkRecognition, TheFirstMessageIsThatOfEitherEnd) {
  MultiplayerLink link;
  EXPECT_FALSE(link.begins_with({.frame = 1, .index = 0}));
  link.first[1] = {.frame = 7, .index = 1};
  EXPECT_TRUE(link.begins_with({.frame = 7, .index = 1}));
  EXPECT_FALSE(link.begins_with({.frame = 7, .index = 0}));
  link.first[0] = {.frame = 9, .index = 0};
  EXPECT_TRUE(link.begins_with({.frame = 7, .index = 1})) << "the other end's came later";
  link.first[0] = {.frame = 3, .index = 0};
  EXPECT_TRUE(link.begins_with({.frame = 3, .index = 0}));
}

}  // namespace
}  // namespace godot::analysis
