// SPDX-License-Identifier: MIT
// Which link a record belongs to, and who sent its message.
#include "analysis/mirror/links.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

constexpr mirror::Head client = {.game = 10, .own_id = 7};
constexpr mirror::Head server = {.game = 20, .own_id = 1};

TEST(MirrorLinks, TheServerIsTheSecondEnd) {
  MirrorLinks links;
  EXPECT_EQ(links.find(client, 1), nullptr);
  Link& of_client = links.add(client, 1, 5, 1);
  EXPECT_EQ(links.find(client, 1), &of_client);
  EXPECT_EQ(of_client.first_peer, 7);
  EXPECT_EQ(of_client.second_peer, 1);
  EXPECT_EQ(of_client.first_frame, 5U);
  EXPECT_EQ(of_client.number, 1U);
  Link& of_server = links.add(server, 7, 6, 2);
  EXPECT_EQ(of_server.first_peer, 7);
  EXPECT_EQ(of_server.second_peer, 1);
  EXPECT_EQ(of_server.number, 2U);
  EXPECT_EQ(of_server.server_key, 2U);
}

TEST(MirrorLinks, AnotherPeerOrOwnIdIsAnotherLink) {
  MirrorLinks links;
  links.add(client, 1, 5, 1);
  EXPECT_EQ(links.find(client, 2), nullptr);
  EXPECT_EQ(links.find({.game = 10, .own_id = 8}, 1), nullptr);
  EXPECT_EQ(links.find({.game = 11, .own_id = 7}, 1), nullptr);
  links.forget();
  EXPECT_EQ(links.find(client, 1), nullptr);
}

TEST(MirrorLinks, WhoSentAMessage) {
  MirrorLinks links;
  Link& of_client = links.add(client, 1, 5, 1);
  const mirror::Message out = {.peer = 1, .direction = mirror::Direction::out};
  const mirror::Message in = {.peer = 1, .direction = mirror::Direction::in, .is_earlier = true};
  EXPECT_TRUE(mirrored_message(client, out, of_client).from_client);
  EXPECT_FALSE(mirrored_message(client, out, of_client).repeated);
  EXPECT_FALSE(mirrored_message(client, in, of_client).from_client);
  EXPECT_TRUE(mirrored_message(client, in, of_client).repeated);
  EXPECT_TRUE(mirrored_message(client, in, of_client).earlier);
  Link& of_server = links.add(server, 7, 6, 2);
  EXPECT_FALSE(mirrored_message(server, {.peer = 7, .direction = mirror::Direction::out}, of_server).from_client);
  EXPECT_TRUE(mirrored_message(server, {.peer = 7, .direction = mirror::Direction::in}, of_server).from_client);
}

TEST(MirrorLinks, AMessageKeepsItsChannelAndDelivery) {
  MirrorLinks links;
  Link& link = links.add(client, 1, 5, 1);
  const Message ordered =
      mirrored_message(client, {.peer = 1, .mode = mirror::TransferMode::unreliable_ordered, .channel = 3}, link);
  EXPECT_EQ(ordered.link, &link);
  EXPECT_EQ(ordered.channel, 3U);
  EXPECT_EQ(ordered.delivery, Delivery::unreliable);
  EXPECT_FALSE(ordered.earlier || ordered.repeated);
  EXPECT_EQ(mirrored_message(client, {.peer = 1, .mode = mirror::TransferMode::reliable}, link).delivery,
            Delivery::reliable);
  EXPECT_TRUE(link.has_peers);
  EXPECT_EQ(link.transport, Transport::mirror);
}

/// The records of both ends are of one sender and one receiver.
TEST(MirrorLinks, TheEndsOfARecord) {
  const Doubles::Seen out = seen(client, {.peer = 1, .direction = mirror::Direction::out}, 4, 9);
  EXPECT_EQ(out.source, Doubles::Source::sender);
  EXPECT_EQ(out.from, 7);
  EXPECT_EQ(out.to, 1);
  EXPECT_EQ(out.frame, 4U);
  EXPECT_EQ(out.time, 9);
  const Doubles::Seen in = seen(server, {.peer = 7, .direction = mirror::Direction::in}, 5, 10);
  EXPECT_EQ(in.source, Doubles::Source::receiver);
  EXPECT_EQ(in.from, 7);
  EXPECT_EQ(in.to, 1);
}

/// Of a game, its numbers show it: of links that were there before, and of later ones.
TEST(MirrorLinks, WhatARecordingLacksItsLinksLack) {
  constexpr mirror::Head of_red = {.kind = mirror::Kind::message, .game = 0x1122334455667788, .own_id = 1};
  constexpr mirror::Head of_green = {.kind = mirror::Kind::message, .game = 0x8877665544332211, .own_id = 1};
  MirrorLinks links;
  const auto follow = [&links](mirror::Head head, std::uint32_t number, std::uint32_t frame) {
    head.sequence = number;
    return links.follow(head, frame);
  };
  follow(of_red, 0, 1);
  const Link& before = links.add(of_red, 7, 1, 1);
  follow(of_green, 0, 2);
  const Link& green = links.add(of_green, 7, 2, 2);
  EXPECT_FALSE(before.is_incomplete() || before.may_lack());
  follow(of_red, 2, 3);
  const Link& later = links.add(of_red, 8, 3, 1);
  EXPECT_TRUE(before.is_incomplete() && before.may_lack());
  EXPECT_TRUE(later.is_incomplete() && later.may_lack());
  EXPECT_FALSE(green.is_incomplete() || green.may_lack()) << "another recording";
  EXPECT_EQ(follow(of_red, 2, 4), 3U) << "a copy";
}

TEST(MirrorLinks, CarriedMessagesKeepTheirConnection) {
  MirrorLinks links;
  mirror::Carried carried;
  carried.link = 3;
  carried.transport = Transport::websocket;
  carried.connect_data = 9;
  carried.from_client = true;
  carried.channel = 2;
  carried.delivery = Delivery::unreliable;
  carried.has_handshake = true;
  carried.channel_count = 5;
  carried.server = 6;
  carried.server_is_clear = true;
  EXPECT_EQ(links.find(client, carried), nullptr);
  Link& link = links.add(client, carried, 8);
  EXPECT_EQ(links.find(client, carried), &link);
  EXPECT_EQ(link.transport, Transport::websocket);
  EXPECT_EQ(link.number, 3U);
  EXPECT_EQ(link.first_frame, 8U);
  EXPECT_TRUE(link.has_handshake && link.server_is_clear);
  EXPECT_EQ(link.channel_count, 5U);
  EXPECT_EQ(link.connect_data, 9U);
  EXPECT_EQ(link.server_key, 6U);
  const Message message = carried_message(carried, link);
  EXPECT_EQ(message.link, &link);
  EXPECT_TRUE(message.from_client);
  EXPECT_EQ(message.channel, 2U);
  EXPECT_EQ(message.delivery, Delivery::unreliable);
  EXPECT_EQ(links.find(server, carried), nullptr) << "another file";
  carried.link = 4;
  EXPECT_EQ(links.find(client, carried), nullptr);
  carried.link = 3;
  carried.connect_data = 8;
  EXPECT_EQ(links.find(client, carried), nullptr) << "another connection with this number";
}

}  // namespace
}  // namespace godot::analysis
