// SPDX-License-Identifier: MIT
// Written records read back unchanged.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "codec/core/silent_sink.h"
#include "codec/mirror/walk.h"
#include "codec/mirror/writer.h"

namespace godot::mirror {
namespace {

class Recorder final : public Listener {
 public:
  Head last_head;
  Message last_message;
  std::string texts;
  void head(const Head& head) override { last_head = head; }
  bool message(const Message& message) override {
    last_message = message;
    return true;
  }
  Carried brought;
  bool carried(const Carried& carried) override {
    brought = carried;
    return true;
  }
  void text(Tag tag, std::string_view text) override {
    texts += std::to_string(static_cast<unsigned>(tag)) + "=" + std::string(text) + ";";
  }
};

constexpr Head head = {.time = 0x0102030405060708, .game = 77, .sequence = 9, .own_id = 0x7FFFFFFF};

TEST(MirrorWriter, WritesMessages) {
  const std::array<std::uint8_t, 5> bytes = {1, 2, 3, 4, 5};
  std::vector<std::uint8_t> room(message_record_size(bytes.size()));
  const Message message = {
      .peer = -3, .direction = Direction::out, .mode = TransferMode::unreliable_ordered, .channel = 12};
  ASSERT_EQ(write_message(room, head, message, bytes, bytes.size()), room.size());
  SilentSink sink;
  Recorder recorder;
  EXPECT_FALSE(walk(Buffer(room), sink, &recorder).problem);
  EXPECT_EQ(recorder.last_head.kind, Kind::message);
  EXPECT_EQ(recorder.last_head.time, head.time);
  EXPECT_EQ(recorder.last_head.game, head.game);
  EXPECT_EQ(recorder.last_head.sequence, head.sequence);
  EXPECT_EQ(recorder.last_head.own_id, head.own_id);
  EXPECT_EQ(recorder.last_message.peer, -3);
  EXPECT_EQ(recorder.last_message.direction, Direction::out);
  EXPECT_EQ(recorder.last_message.mode, TransferMode::unreliable_ordered);
  EXPECT_EQ(recorder.last_message.channel, 12);
  EXPECT_EQ(recorder.last_message.length, bytes.size());
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), room.begin() + recorder.last_message.begin));
}

TEST(MirrorWriter, WritesCarriedMessages) {
  const std::array<std::uint8_t, 3> bytes = {9, 8, 7};
  std::vector<std::uint8_t> room(carried_record_size(bytes.size()));
  const Carried carried = {.link = 3,
                           .transport = multiplayer::Transport::websocket,
                           .delivery = multiplayer::Delivery::unsequenced,
                           .format = multiplayer::Format::websocket_9,
                           .has_handshake = true,
                           .server_is_clear = true,
                           .channel = -2,
                           .connect_data = 77,
                           .channel_count = 4,
                           .server = 5};
  ASSERT_EQ(write_carried(room, head, carried, bytes), room.size());
  SilentSink sink;
  Recorder recorder;
  EXPECT_FALSE(walk(Buffer(room), sink, &recorder).problem);
  EXPECT_EQ(recorder.last_head.kind, Kind::carried);
  const Carried& read = recorder.brought;
  EXPECT_EQ(read.link, carried.link);
  EXPECT_EQ(read.transport, carried.transport);
  EXPECT_EQ(read.delivery, carried.delivery);
  EXPECT_EQ(read.format, carried.format);
  EXPECT_FALSE(read.from_client);
  EXPECT_TRUE(read.has_handshake && read.server_is_clear);
  EXPECT_EQ(read.channel, carried.channel);
  EXPECT_EQ(read.connect_data, carried.connect_data);
  EXPECT_EQ(read.channel_count, carried.channel_count);
  EXPECT_EQ(read.server, carried.server);
  EXPECT_EQ(read.length, bytes.size());
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), room.begin() + read.begin));
  EXPECT_EQ(write_carried(std::span(room).first(room.size() - 1), head, carried, bytes), 0U);
}

TEST(MirrorWriter, WritesGames) {
  std::array<std::uint8_t, game_record_room> room = {};
  const std::size_t size = write_game(room, head, "ENetMultiplayerPeer", "client");
  ASSERT_NE(size, 0U);
  SilentSink sink;
  Recorder recorder;
  EXPECT_FALSE(walk(Buffer(std::span(room).first(size)), sink, &recorder).problem);
  EXPECT_EQ(recorder.last_head.kind, Kind::game);
  EXPECT_EQ(recorder.texts, "4=ENetMultiplayerPeer;5=SceneMultiplayer;6=client;");
}

/// Each flag of a connection is read as it was written, and so is a format that is not known.
TEST(MirrorWriter, WritesEachFlagOfAConnection) {
  for (unsigned flags = 0; flags != 8; ++flags) {
    const Carried carried = {
        .from_client = (flags & 1) != 0, .has_handshake = (flags & 2) != 0, .server_is_clear = (flags & 4) != 0};
    std::vector<std::uint8_t> room(carried_record_size(0));
    ASSERT_EQ(write_carried(room, head, carried, {}), room.size());
    Recorder recorder;
    EXPECT_FALSE(validate(Buffer(room), &recorder).problem);
    EXPECT_EQ(recorder.brought.from_client, carried.from_client) << flags;
    EXPECT_EQ(recorder.brought.has_handshake, carried.has_handshake) << flags;
    EXPECT_EQ(recorder.brought.server_is_clear, carried.server_is_clear) << flags;
    EXPECT_FALSE(recorder.brought.format);
    EXPECT_EQ(recorder.brought.length, 0U);
  }
}

/// docs/wire/mirror: a head of 28 bytes, of a message 44; 8 bytes before each attribute.
TEST(MirrorWriter, NeedsExactlyItsBytes) {
  const std::array<std::uint8_t, 3> bytes = {9, 8, 7};
  EXPECT_EQ(message_record_size(3), 44U + 3U);
  EXPECT_EQ(carried_record_size(3), 28U + 8U + 24U + 8U + 3U);
  constexpr std::size_t game_size = 28 + 3 * 8 + 16 + 4 + 6;
  std::array<std::uint8_t, 256> room = {};
  const auto is_written = [&](std::size_t size, auto write) {
    EXPECT_EQ(write(std::span(room).first(size)), size);
    EXPECT_EQ(write(std::span(room)), size) << "more room changes nothing";
    EXPECT_EQ(write(std::span(room).first(size - 1)), 0U);
  };
  is_written(47, [&](std::span<std::uint8_t> to) { return write_message(to, head, {}, bytes, 3); });
  is_written(71, [&](std::span<std::uint8_t> to) { return write_carried(to, head, {}, bytes); });
  is_written(game_size, [&](std::span<std::uint8_t> to) { return write_game(to, head, "ENet", "server"); });
}

TEST(MirrorWriter, NeedsRoom) {
  std::array<std::uint8_t, 40> room = {};
  EXPECT_EQ(write_message(room, head, {}, {}, 0), 0U);
  EXPECT_EQ(write_game(room, head, "x", "y"), 0U);
}

}  // namespace
}  // namespace godot::mirror
