// SPDX-License-Identifier: MIT
// Records are written by hand from docs/wire/mirror.md.
#include "extcap/mirror/session.h"

#include <gtest/gtest.h>

#include "codec/core/bytes.h"
#include "codec/mirror/protocol.h"

namespace {

using godotdump::Bytes;
using godotdump::Session;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// The length and the head of a message record with so many bytes, without these.
Bytes begun(std::uint32_t size) {
  Bytes bytes(4 + godot::mirror::message_head);
  const auto put = [&](std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::uint8_t>(value >> 8 * i & 0xFF);
  };
  put(0, godot::mirror::message_head + size);
  bytes[4] = godot::mirror::version;
  bytes[5] = 1;
  bytes[6] = godot::mirror::message_head;
  put(4 + 40, size);
  return bytes;
}

/// Feeds zeros in pieces as sockets give them; returns the largest memory.
std::size_t feed_zeros(Session& session, std::size_t count, Bytes& out) {
  const Bytes piece(1U << 16);
  std::size_t peak = 0;
  for (std::size_t at = 0; at < count; at += piece.size()) {
    EXPECT_TRUE(session.feed(std::span(piece).first(std::min(piece.size(), count - at)), out));
    peak = std::max(peak, session.memory());
  }
  return peak;
}

TEST(Session, AnUnfinishedRecordNeedsAQuarterMore) {
  const godotdump::GameSelection all;
  Session session(all);
  Bytes out;
  ASSERT_TRUE(session.feed(godot::mirror::greeting(), out));
  ASSERT_TRUE(session.feed(begun(32 * mebibyte), out));
  EXPECT_LT(session.memory(), mebibyte) << "nothing is reserved for what has not come";
  EXPECT_LE(feed_zeros(session, 30 * mebibyte, out), 40 * mebibyte);
  EXPECT_TRUE(out.empty());
  feed_zeros(session, 2 * mebibyte, out);
  EXPECT_EQ(out.size(), godot::mirror::max_packet);
  EXPECT_LT(session.memory(), mebibyte) << "a finished record leaves nothing behind";
}

TEST(Session, PacketsHeldBackAreBounded) {
  const godotdump::GameSelection one = {"Arena"};
  Session session(one);
  Bytes out;
  ASSERT_TRUE(session.feed(godot::mirror::greeting(), out));
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(session.feed(begun(mebibyte / 2), out));
    feed_zeros(session, mebibyte / 2, out);
    EXPECT_LT(session.memory(), 4 * mebibyte);
  }
  EXPECT_TRUE(out.empty());
}

/// What a game says of itself first: its project, role and process.
Bytes introduction() {
  Bytes record(28);
  record[0] = godot::mirror::version;
  record[1] = static_cast<std::uint8_t>(godot::mirror::Kind::game);
  record[2] = 28;
  const auto add = [&record](godot::mirror::Tag tag, const Bytes& value) {
    const Bytes head = {static_cast<std::uint8_t>(tag), 0, 0, 0, static_cast<std::uint8_t>(value.size()), 0, 0, 0};
    record.insert(record.end(), head.begin(), head.end());
    record.insert(record.end(), value.begin(), value.end());
  };
  add(godot::mirror::Tag::project, {'A', 'r', 'e', 'n', 'a'});
  add(godot::mirror::Tag::role, {'s', 'e', 'r', 'v', 'e', 'r'});
  add(godot::mirror::Tag::process_id, {0x39, 0x30, 0, 0});
  Bytes framed = {static_cast<std::uint8_t>(record.size()), 0, 0, 0};
  framed.insert(framed.end(), record.begin(), record.end());
  return framed;
}

TEST(Session, AGameIsCapturedByEachOfItsNames) {
  const auto is_captured = [](const char* wanted) {
    const godotdump::GameSelection one = {wanted};
    Session session(one);
    Bytes out;
    EXPECT_TRUE(session.feed(godot::mirror::greeting(), out));
    const bool goes_on = session.feed(introduction(), out);
    EXPECT_EQ(goes_on, !out.empty()) << "the connection of another game is closed";
    return goes_on;
  };
  EXPECT_TRUE(is_captured("Arena"));
  EXPECT_TRUE(is_captured("server"));
  EXPECT_TRUE(is_captured("12345"));
  EXPECT_FALSE(is_captured("client"));
}

/// Feeds all at once, or a byte at a time; why the connection is closed, or nothing.
std::string why_closed(const Bytes& bytes, std::size_t step = 1 << 20) {
  const godotdump::GameSelection all;
  Session session(all);
  Bytes out;
  bool goes_on = true;
  for (std::size_t at = 0; goes_on && at < bytes.size(); at += step)
    goes_on = session.feed(std::span(bytes).subspan(at, std::min(step, bytes.size() - at)), out);
  EXPECT_EQ(goes_on, session.why().empty());
  if (!goes_on) {
    EXPECT_EQ(session.memory(), 0U) << "nothing is kept";
  }
  return session.why();
}

Bytes operator+(Bytes one, const Bytes& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}
Bytes greeting() {
  const auto bytes = godot::mirror::greeting();
  return {bytes.begin(), bytes.end()};
}

TEST(Session, WhoIsNoGameIsToldWhy) {
  for (const std::size_t step : {std::size_t{1}, std::size_t{1000}}) {
    EXPECT_EQ(why_closed(greeting() + introduction(), step), "");
    EXPECT_EQ(why_closed(Bytes(40, 'x'), step),
              "A program connected that is no Godot game with the addon godot_wireshark; the connection was closed");
    Bytes bad = introduction();
    bad[4] = 0;
    EXPECT_EQ(why_closed(greeting() + bad, step),
              "What came from a game is no record of the mirror; the connection was closed");
    EXPECT_EQ(why_closed(greeting() + introduction() + bad, step),
              "What came from Arena, server, process 12345 is no record of the mirror; the connection was closed");
  }
}

TEST(Session, WhatIsKnownOfAGame) {
  const godotdump::GameSelection all;
  Session session(all);
  Bytes out;
  EXPECT_FALSE(session.has_greeted());
  ASSERT_TRUE(session.feed(greeting(), out));
  EXPECT_TRUE(session.has_greeted());
  EXPECT_FALSE(session.is_known());
  EXPECT_EQ(session.name(), "a game");
  ASSERT_TRUE(session.feed(begun(0), out));
  EXPECT_FALSE(session.is_known()) << "a message is no introduction";
  ASSERT_TRUE(session.feed(introduction(), out));
  EXPECT_TRUE(session.is_known());
  EXPECT_EQ(session.name(), "Arena, server, process 12345");
}

/// A game chooses its name; 80 bytes of it are shown.
TEST(Session, LongNamesAreCut) {
  const auto name_of = [](std::size_t size) {
    const godotdump::GameSelection all;
    Session session(all);
    Bytes out;
    Bytes record(28);
    record[0] = godot::mirror::version;
    record[1] = static_cast<std::uint8_t>(godot::mirror::Kind::game);
    record[2] = 28;
    const Bytes head = {
        static_cast<std::uint8_t>(godot::mirror::Tag::project), 0, 0, 0, static_cast<std::uint8_t>(size), 0, 0, 0};
    record = record + head + Bytes(size, 'a');
    EXPECT_TRUE(session.feed(greeting() + Bytes{static_cast<std::uint8_t>(record.size()), 0, 0, 0} + record, out));
    return session.name().size();
  };
  EXPECT_EQ(name_of(80), 80U);
  EXPECT_EQ(name_of(81), 80U);
}

/// What came before the game's introduction is kept until it is known to be wanted.
TEST(Session, WhatCameBeforeTheIntroductionIsInTheCapture) {
  const godotdump::GameSelection one = {"Arena"};
  Session session(one);
  Bytes out;
  ASSERT_TRUE(session.feed(greeting() + begun(0), out));
  EXPECT_TRUE(out.empty());
  ASSERT_TRUE(session.feed(introduction() + begun(0), out));
  std::vector<std::uint32_t> lengths;
  for (std::size_t at = 0; at < out.size(); at += lengths.back())
    lengths.push_back(godot::load_le<std::uint32_t>(&out[at + 4]));
  ASSERT_EQ(lengths.size(), 3U);
  EXPECT_EQ(lengths[0], lengths[2]);
  EXPECT_NE(lengths[0], lengths[1]);
  EXPECT_LT(session.memory(), 1000U) << "what was held is in the capture";
  const godotdump::GameSelection other = {"Chess", "arena"};
  Session refused(other);
  Bytes none;
  EXPECT_FALSE(refused.feed(greeting() + begun(0) + introduction(), none));
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(refused.why(), "Not wanted: Arena, server, process 12345");
}

/// The lengths of blocks, one by one.
std::vector<std::uint32_t> blocks_of(const Bytes& capture) {
  std::vector<std::uint32_t> lengths;
  for (std::size_t at = 0; at < capture.size(); at += lengths.back())
    lengths.push_back(godot::load_le<std::uint32_t>(&capture[at + 4]));
  return lengths;
}

/// dumpcap ends a live capture at a block above 256 KiB.
TEST(Session, BlocksAreNoLargerThanDumpcapTakes) {
  constexpr std::uint32_t most = 262144;
  for (const std::uint32_t size : {1000U, static_cast<std::uint32_t>(godot::mirror::max_body) - 4,
                                   static_cast<std::uint32_t>(godot::mirror::max_body),
                                   static_cast<std::uint32_t>(godot::mirror::max_body) + 1, 4000000U}) {
    SCOPED_TRACE(size);
    const godotdump::GameSelection all;
    Session session(all);
    Bytes out;
    ASSERT_TRUE(session.feed(godot::mirror::greeting(), out));
    ASSERT_TRUE(session.feed(begun(size), out));
    feed_zeros(session, size, out);
    ASSERT_TRUE(session.feed(begun(0), out));
    const auto lengths = blocks_of(out);
    ASSERT_EQ(lengths.size(), 2U);
    EXPECT_LE(lengths[0], most);
    EXPECT_EQ(lengths[0] == most, size >= godot::mirror::max_body);
    constexpr std::size_t record = 28 + 20;
    EXPECT_EQ(godot::load_le<std::uint32_t>(&out[record + 40]), size) << "the length of all";
    EXPECT_EQ(godot::load_le<std::uint32_t>(&out[20]), godot::load_le<std::uint32_t>(&out[24])) << "a whole record";
  }
}

}  // namespace
