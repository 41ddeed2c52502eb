// SPDX-License-Identifier: MIT
// When a link is recognised, and what its earlier messages teach then. The messages are made here.
#include "analysis/game/learning/link_format.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
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

class LinkFormat : public testing::Test {
 protected:
  LinkFormat() { link_.number = 1; }

  void connect(Link& link) {
    link.has_handshake = true;
    link.connect_data = static_cast<std::uint32_t>(client);
  }
  bool recognises(const Bytes& bytes, End from = End::first) { return recognises(link_, bytes, from); }
  bool recognises(Link& link, const Bytes& bytes, End from = End::first) {
    const Message message = {.link = &link, .from_client = from == End::first};
    const MessageKey key = {.frame = ++frame_, .index = 1};
    return recognise(state_, projects_, message, key, std::int64_t{frame_} * 1'000, Buffer(bytes));
  }
  /// Messages of a link are read, and contradict its format. True if they outweigh the proof.
  bool contradicted(Link& link) {
    for (int i = 0; i != 10'000 && !link.godot->recognition.withdrawn(); ++i)
      weigh_reading(state_, {.link = &link}, {.frame = ++frame_}, true, multiplayer::CommandType::remote_call);
    return link.godot->recognition.withdrawn();
  }

  MultiplayerState state_;
  GameProjects projects_;
  Link link_;
  std::uint32_t frame_ = 0;
};

TEST_F(LinkFormat, AnAnnouncedPathProvesGodot4) {
  connect(link_);
  EXPECT_TRUE(recognises(announcement(1, "Main")));
  EXPECT_EQ(link_.godot->recognition.format(), multiplayer::Format::scene);
  EXPECT_EQ(link_.godot->certain_in, 1U);
  EXPECT_EQ(link_.godot->number, 0) << "the first game's link";
}

TEST_F(LinkFormat, OtherBytesProveNothing) {
  for (int i = 0; i != 300; ++i) EXPECT_FALSE(recognises(noise));
  EXPECT_EQ(link_.godot->number, -1);
  EXPECT_TRUE(link_.godot->recognition.hopeless()) << "further messages are not tried";
}

TEST_F(LinkFormat, WhatWaitedIsLearnedFrom) {
  EXPECT_FALSE(recognises(joined, End::second));
  ASSERT_EQ(link_.godot->waiting.size(), 1U);
  EXPECT_FALSE(link_.godot->peers.server_known());
  ASSERT_TRUE(recognises(announcement(1, "Main"), End::second));
  EXPECT_TRUE(link_.godot->waiting.empty());
  EXPECT_TRUE(link_.godot->peers.is_server(End::second)) << "only servers tell who has joined";
  EXPECT_EQ(state_.memory.peers.comes_in(link_.godot->peers.link(), other_client, 0), 1U);
}

TEST_F(LinkFormat, KeepsABoundedNumberOfMessages) {
  for (int i = 0; i != 100; ++i) recognises(noise);
  EXPECT_EQ(link_.godot->waiting.size(), most_waiting);
  Link other;
  const Bytes long_noise(most_waiting_bytes / 2 + 1, 0xFF);
  recognises(other, long_noise);
  recognises(other, long_noise);
  EXPECT_EQ(other.godot->waiting.size(), 1U);
}

TEST_F(LinkFormat, KeepsABoundedNumberOfBytes) {
  const Bytes half(most_waiting_bytes / 2, 0xFF);
  recognises(half);
  recognises(half);
  EXPECT_EQ(link_.godot->waiting.size(), 2U);
  EXPECT_FALSE(link_.godot->was_unlearned);
  recognises({0xFF});
  EXPECT_EQ(link_.godot->waiting.size(), 2U);
  EXPECT_TRUE(link_.godot->was_unlearned) << "there is no room for one more byte";
}

TEST_F(LinkFormat, AMessageWaitsWithAllThatIsKnownOfIt) {
  const Message message = {.link = &link_,
                           .from_client = true,
                           .channel = 3,
                           .turn = {.number = 9, .channel = 3, .numbered = true, .waits = true},
                           .late = true};
  EXPECT_FALSE(recognise(state_, projects_, message, {.frame = 5, .index = 2}, 700, Buffer(noise)));
  ASSERT_EQ(link_.godot->waiting.size(), 1U);
  const Waiting& waiting = link_.godot->waiting.front();
  EXPECT_EQ(waiting.key, (MessageKey{.frame = 5, .index = 2}));
  EXPECT_EQ(waiting.time, 700);
  EXPECT_TRUE(waiting.from_client);
  EXPECT_EQ(waiting.turn.number, 9U);
  EXPECT_TRUE(waiting.turn.waits);
  EXPECT_TRUE(waiting.late);
  EXPECT_TRUE(waiting.may_be_copy);
  EXPECT_EQ(waiting.how.channel, 3U);
  EXPECT_EQ(waiting.bytes, noise);
}

TEST_F(LinkFormat, WhatWaitedCameFromItsOwnEnd) {
  EXPECT_FALSE(recognises(joined, End::first));
  ASSERT_TRUE(recognises(announcement(1, "Main"), End::second));
  EXPECT_TRUE(link_.godot->peers.is_server(End::first));
}

TEST_F(LinkFormat, TheFirstMessagesOfALinkAndOfItsEnds) {
  recognises(call, End::second);
  recognises(call, End::second);
  recognises(call, End::first);
  recognises(call, End::first);
  EXPECT_EQ(link_.godot->begun_at, 1'000);
  EXPECT_EQ(link_.godot->first[1], (MessageKey{.frame = 1, .index = 1}));
  EXPECT_EQ(link_.godot->first[0], (MessageKey{.frame = 3, .index = 1}));
}

/// The messages that are judged for an end by itself: the first sixteen.
TEST_F(LinkFormat, TheFirstMessagesOfEachEndAreJudged) {
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  for (int i = 0; i != 20; ++i) EXPECT_TRUE(recognises(call));
  EXPECT_TRUE(recognises(call, End::second));
  EXPECT_EQ(link_.godot->judged, (std::array<std::uint8_t, 2>{16, 1}));
}

TEST_F(LinkFormat, HowAMessageWasTransmitted) {
  link_.transport = Transport::websocket;
  link_.has_handshake = true;
  link_.channel_count = 5;
  link_.connect_data = 6;
  MultiplayerLink& link = state_.of(link_);
  link.first[0] = {.frame = 7, .index = 1};
  Message message = {.link = &link_, .from_client = true, .channel = 3, .delivery = Delivery::unreliable};
  const multiplayer::Transmission how = transmission_of(message, link, {.frame = 7, .index = 1});
  EXPECT_EQ(how.transport, Transport::websocket);
  EXPECT_EQ(how.delivery, Delivery::unreliable);
  EXPECT_EQ(how.channel, 3U);
  EXPECT_TRUE(how.from_client);
  EXPECT_TRUE(how.first);
  EXPECT_TRUE(how.has_handshake);
  EXPECT_EQ(how.channel_count, 5U);
  EXPECT_EQ(how.connect_data, 6U);
  EXPECT_FALSE(transmission_of(message, link, {.frame = 7, .index = 2}).first);
  message.from_client = false;
  EXPECT_FALSE(transmission_of(message, link, {.frame = 7, .index = 1}).first) << "the other end's";
  message.from_client = true;
  link_.has_handshake = false;
  EXPECT_FALSE(transmission_of(message, link, {.frame = 7, .index = 1}).first) << "there may have been others";
}

// --- Recognitions that are withdrawn --------------------------------------------------------------------------------

TEST_F(LinkFormat, WithTheProofOfAServersFormatThatOfItsLinksIsGone) {
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  Link second;
  ASSERT_TRUE(recognises(second, call)) << "as the first link's server has the format";
  EXPECT_EQ(second.godot->number, 1);
  ASSERT_TRUE(contradicted(link_));
  EXPECT_EQ(link_.godot->withdrawn_in, frame_);
  EXPECT_FALSE(recognises(announcement(1, "Main")));
  EXPECT_FALSE(recognises(second, call));
  const Session& session = state_.session(link_);
  EXPECT_FALSE(session.certain);
  EXPECT_TRUE(session.withdrawn);
  Link third;
  EXPECT_FALSE(recognises(third, call));
  EXPECT_TRUE(recognises(third, announcement(1, "Main"))) << "its own proof";
  EXPECT_FALSE(session.certain) << "the server's links have no common format any more";
}

TEST_F(LinkFormat, OnlyTheFirstProofIsThatOfTheServer) {
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  Link second;
  ASSERT_TRUE(recognises(second, announcement(1, "Main")));
  ASSERT_TRUE(contradicted(second));
  EXPECT_EQ(second.godot->withdrawn_in, frame_);
  EXPECT_FALSE(recognises(second, call));
  EXPECT_TRUE(recognises(call));
  EXPECT_TRUE(state_.session(link_).certain);
  EXPECT_FALSE(state_.session(link_).withdrawn);
}

TEST_F(LinkFormat, MessagesThatAreReadWellWithdrawNothing) {
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  for (int i = 0; i != 10'000; ++i)
    weigh_reading(state_, {.link = &link_}, {.frame = ++frame_}, false, multiplayer::CommandType::remote_call);
  EXPECT_EQ(link_.godot->withdrawn_in, 0U);
  EXPECT_TRUE(recognises(call));
}

TEST_F(LinkFormat, TheUsersChoiceAndAMirrorsRecordsAreNotWithdrawn) {
  choose_format(state_, state_.of(link_), multiplayer::Format::scene, false);
  EXPECT_FALSE(contradicted(link_));
  Link mirror;
  mirror.transport = Transport::mirror;
  state_.of(mirror).recognition.accept(multiplayer::Format::scene);
  EXPECT_FALSE(contradicted(mirror)) << "a recording names the format";
}

TEST_F(LinkFormat, LinksToOneServerHaveOneFormat) {
  connect(link_);
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  Link second;
  EXPECT_TRUE(recognises(second, call)) << "the same server";
  Link elsewhere;
  elsewhere.server_key = 7;
  EXPECT_FALSE(recognises(elsewhere, call)) << "another server";
  Link other_program;
  EXPECT_FALSE(recognises(other_program, noise)) << "no engine sends that in this format";
}

TEST_F(LinkFormat, AHostWithSeveralConnectionsIsTheServer) {
  link_.second_has_many = true;
  recognises(call);
  EXPECT_TRUE(link_.godot->peers.is_server(End::second));
  Link turned;
  turned.first_has_many = true;
  recognises(turned, call);
  EXPECT_TRUE(turned.godot->peers.is_server(End::first));
  turned.first_has_many = false;
  turned.second_has_many = true;
  recognises(turned, call);
  EXPECT_TRUE(turned.godot->peers.is_server(End::first)) << "which end is the server is known already";
  Link mesh;
  mesh.server_key = 7;
  mesh.first_has_many = mesh.second_has_many = true;
  recognises(mesh, call);
  EXPECT_FALSE(mesh.godot->peers.server_known());
}

TEST_F(LinkFormat, OnlyWhereTheCaptureBeginsLateAMessageMayBeACopy) {
  recognises(call);
  const Message soon = {.link = &link_};
  const Message late = {.link = &link_, .late = true};
  constexpr std::int64_t second = 1'000'000'000;
  EXPECT_TRUE(may_be_copy(soon, *link_.godot, second));
  EXPECT_TRUE(may_be_copy(soon, *link_.godot, 1'000 + 2 * second - 1));
  EXPECT_FALSE(may_be_copy(soon, *link_.godot, 1'000 + 2 * second)) << "two seconds after the first message";
  EXPECT_TRUE(may_be_copy(late, *link_.godot, 3 * second));
  link_.transport = Transport::websocket;
  EXPECT_FALSE(may_be_copy(late, *link_.godot, second)) << "TCP sends nothing twice";
  link_.transport = Transport::enet;
  connect(link_);
  EXPECT_FALSE(may_be_copy(late, *link_.godot, second)) << "the capture has the original";
}

TEST_F(LinkFormat, TheUsersChoiceCounts) {
  choose_format(state_, state_.of(link_), multiplayer::Format::enet_8, false);
  EXPECT_TRUE(recognises(noise));
  EXPECT_EQ(link_.godot->recognition.format(), multiplayer::Format::enet_8);
  EXPECT_EQ(link_.godot->certain_in, 0U);
}

TEST_F(LinkFormat, LaterPassesAskWhatTheFirstHasFound) {
  const Message message = {.link = &link_, .from_client = true};
  const Bytes bytes = announcement(1, "Main");
  const MessageKey key = {.frame = 9, .index = 0};
  EXPECT_FALSE(was_recognised(message));
  EXPECT_TRUE(recognise(state_, projects_, message, key, 0, Buffer(bytes)));
  EXPECT_TRUE(was_recognised(message));
}

TEST_F(LinkFormat, OnlyTheFirstPassLearns) {
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

/// Of a receiver that gets no states the next message to it shows that none is missing: if missing ones would show, and
/// the message is read for the first time.
TEST_F(LinkFormat, AMessageWithoutAGapConfirmsThatStatesWereNotSent) {
  connect(link_);
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  const std::uint32_t number = link_.godot->peers.link();
  std::deque<Views::Series> all;
  const auto confirms = [&](Message message, bool first_pass = true) {
    Views& views = state_.memory.views;
    Views::Series& series = all.emplace_back();
    std::int64_t time = 0;
    views.state(series, {.peer = 2, .link = number, .from = 0}, {.frame = ++frame_, .time = time});
    for (int i = 0; i != 8; ++i)
      views.state(series, {.peer = 3, .link = number + 1, .from = 0}, {.frame = ++frame_, .time = time += 50'000'000});
    message.link = &link_;
    static_cast<void>(begin_message(state_, message, {.frame = ++frame_, .index = 1}, Buffer(call), first_pass));
    return !views.empty();
  };
  EXPECT_FALSE(confirms({.from_client = true}, false));
  EXPECT_FALSE(confirms({.from_client = true, .repeated = true}));
  EXPECT_FALSE(confirms({.from_client = true, .earlier = true}));
  EXPECT_FALSE(confirms({.from_client = true, .shows_gaps = false}));
  EXPECT_FALSE(confirms({.from_client = false})) << "of the other end";
  EXPECT_FALSE(confirms({.from_client = true, .missing_before = true}));
  EXPECT_TRUE(confirms({.from_client = true}));
}

TEST_F(LinkFormat, AnArrivalKnowsWhenItWasSentIfBothSidesAreCaptured) {
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
  EXPECT_EQ(arrival.time, 100);
  EXPECT_EQ(arrival.bytes.data(), call.data());
  EXPECT_EQ(arrival.bytes.size(), call.size());
  EXPECT_FALSE(arrival.turn.numbered);
  EXPECT_FALSE(arrival.late);
  EXPECT_FALSE(arrival.may_be_copy);
  link_.has_handshake = false;
  message.late = true;
  message.turn = {.number = 9, .channel = 3, .numbered = true};
  const Arrival late = arrival_of(message, {.frame = 9, .index = 2}, 100, Buffer(call));
  EXPECT_TRUE(late.late);
  EXPECT_TRUE(late.may_be_copy);
  EXPECT_EQ(late.turn.number, 9U);
}

TEST_F(LinkFormat, AMessageOfRedotIsReadAsRedots) {
  using variant::Generation;
  const auto generation = [&] {
    return begin_message(state_, {.link = &link_}, {.frame = 9}, Buffer(call), false).options.dialect->generation;
  };
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  EXPECT_EQ(generation(), Generation::godot4);
  link_.godot->peers.redots = true;
  link_.godot->chosen = true;
  EXPECT_EQ(generation(), Generation::godot4) << "the user knows better";
  link_.godot->chosen = false;
  EXPECT_EQ(generation(), Generation::redot);
}

/// A mirror records what the network has, too.
TEST_F(LinkFormat, MessagesOfTheNetworkAreComparedWithThoseOfMirrors) {
  connect(link_);
  ASSERT_TRUE(recognises(announcement(1, "Main")));
  Peers& peers = link_.godot->peers;
  const auto counted_in = [&](std::uint32_t frame, Link& link) {
    const Bytes bytes = {0x80, static_cast<std::uint8_t>(frame), 0};
    note_double(state_, {.link = &link, .from_client = true}, {.frame = frame}, 1'000, Buffer(bytes));
    state_.doubles.add({.source = Doubles::Source::sender,
                        .from = peers.shown_id(End::first),
                        .to = peers.shown_id(End::second),
                        .frame = frame + 1,
                        .time = 2'000},
                       Buffer(bytes));
    return state_.doubles.counted_in(frame + 1, false);
  };
  EXPECT_EQ(counted_in(10, link_), 0U) << "no mirror is expected";
  state_.doubles.expect();
  EXPECT_EQ(counted_in(20, link_), 20U);
  link_.transport = Transport::mirror;
  EXPECT_EQ(counted_in(30, link_), 0U);
}

TEST_F(LinkFormat, ThePreferredDialectCountsWhereAMessageMayHaveIt) {
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

TEST_F(LinkFormat, TheFirstMessageIsThatOfEitherEnd) {
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
