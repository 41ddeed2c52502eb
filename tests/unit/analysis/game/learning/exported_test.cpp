// SPDX-License-Identifier: MIT
// What records of exported messages say. The messages are made here; tests/dissection/test_pdus.py reads exports back.
#include "analysis/game/learning/exported.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "codec/mirror/writer.h"
#include "tests/unit/analysis/arena.h"

namespace godot::analysis {
namespace {

class Exported : public testing::Test {
 protected:
  Exported() {
    link.has_handshake = true;
    link.connect_data = 1001;
    link.first_frame = 4;
    link.number = 3;
    static_cast<void>(state.of(link));
  }
  MultiplayerState state;
  Link link;
  Message message{.link = &link, .from_client = true, .channel = 3};
};

TEST_F(Exported, AMessageIsWrittenAsByTheClient) {
  const auto record = exported(message);
  EXPECT_EQ(record.peer, 1) << "the other end";
  EXPECT_EQ(record.direction, mirror::Direction::out);
  EXPECT_EQ(record.channel, 2) << "as scripts count ENet's channels";
  message.from_client = false;
  link.transport = Transport::websocket;
  EXPECT_EQ(exported(message).direction, mirror::Direction::in);
  EXPECT_EQ(exported(message).channel, 3);
}

TEST_F(Exported, AGameIsASessionOrALinkWithoutAClient) {
  const Peers& peers = link.godot->peers;
  const auto head = head_of_game(peers, 7, 5'000'999);
  EXPECT_EQ(head.time, 5000U) << "microseconds";
  EXPECT_EQ(head.game, peers.session());
  EXPECT_EQ(head.sequence, 7U);
  EXPECT_EQ(head.own_id, 1001);
  Link other;
  const Peers& unknown = state.of(other).peers;
  EXPECT_EQ(head_of_game(unknown, 7, 0).game, std::uint64_t{unknown.link()} << 32U);
  EXPECT_EQ(head_of_link(link, 7, 0).game, 4U);
}

TEST_F(Exported, ACarriedMessageHasItsFormatOnceThatIsCertain) {
  const auto before = carried(message);
  EXPECT_EQ(before.link, 3U);
  EXPECT_EQ(before.connect_data, 1001U);
  EXPECT_EQ(before.format, mirror::Carried{}.format);
  link.godot->recognition.accept(multiplayer::Format::named, false);
  EXPECT_EQ(carried(message).format, multiplayer::Format::named);
}

TEST_F(Exported, TheFirstMessageOfAnyPassBeginsTheExport) {
  MultiplayerLink& game = *link.godot;
  EXPECT_TRUE(begins_export(game, {.frame = 9, .index = 1}));
  EXPECT_FALSE(begins_export(game, {.frame = 9, .index = 2}));
  EXPECT_FALSE(begins_export(game, {.frame = 10, .index = 0}));
  // The second pass begins earlier.
  EXPECT_TRUE(begins_export(game, {.frame = 9, .index = 0}));
  EXPECT_TRUE(begins_export(game, {.frame = 5, .index = 3}));
  EXPECT_FALSE(begins_export(game, {.frame = 9, .index = 1}));
}

TEST_F(Exported, ARecordOfACutMessageLacksWhatTheMessageLacks) {
  const std::vector<std::uint8_t> bytes(9, 7);
  const ExportedAt at = {.frame = 7, .time = 0};
  const auto whole = message_record(message, Buffer(bytes), at, arena);
  EXPECT_EQ(whole.whole, whole.bytes.size());
  const auto cut = message_record(message, Buffer(std::span(bytes).first(4), 9), at, arena);
  EXPECT_EQ(cut.bytes.size(), whole.bytes.size() - 5);
  EXPECT_EQ(cut.whole, whole.bytes.size());
}

TEST_F(Exported, ARecordThatIsShortenedIsWhole) {
  const std::vector<std::uint8_t> bytes(mirror::max_body + 1);
  const auto record = message_record(message, Buffer(bytes), {.frame = 7, .time = 0}, arena);
  EXPECT_EQ(record.bytes.size(), mirror::message_record_size(mirror::max_body));
  EXPECT_EQ(record.whole, record.bytes.size());
}

TEST_F(Exported, ACarriedRecordHasTheMessage) {
  const std::vector<std::uint8_t> bytes = {1, 2, 3};
  const auto record = carried_record(message, bytes, {.frame = 7, .time = 0}, arena);
  ASSERT_GE(record.bytes.size(), bytes.size());
  EXPECT_TRUE(std::equal(bytes.rbegin(), bytes.rend(), record.bytes.rbegin()));
  EXPECT_EQ(record.whole, record.bytes.size());
  EXPECT_NE(game_record(message, {.frame = 7, .time = 0}, arena).bytes.size(), 0U);
}

TEST(PeerClass, OfATransport) {
  EXPECT_STREQ(peer_class(Transport::enet), "ENetMultiplayerPeer");
  EXPECT_STREQ(peer_class(Transport::websocket), "WebSocketMultiplayerPeer");
}

}  // namespace
}  // namespace godot::analysis
