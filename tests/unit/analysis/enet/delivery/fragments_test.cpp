// SPDX-License-Identifier: MIT
// Which message a fragment belongs to, which are missing, and how the pieces are joined.
#include "analysis/enet/delivery/fragments.h"

#include <gtest/gtest.h>

#include <string>

#include "base/release.h"
#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::analysis::enet {
namespace {

class InFragments : public testing::Test {
 protected:
  const Command& command(const test::Bytes& bytes) { return commands_.read(bytes); }
  FragmentPart& take(const test::Bytes& bytes, std::uint8_t direction = 0) {
    const Command& read = command(bytes);
    fragments_.count(direction, read);
    return *fragments_.track(direction, read, 4, ++frame_);
  }
  /// A reliable fragment of ten messages' channel: `number` of `count`, of two bytes each.
  FragmentPart& fragment(std::uint32_t number, std::uint32_t count, unsigned start = 100, unsigned channel = 1) {
    return take(test::fragment(channel, start + number, start, count, 2));
  }

  test::HeapArena heap_;
  std::uint32_t last_id_ = 0;
  Fragments fragments_{last_id_, heap_.arena()};
  test::ReadCommands commands_;
  std::uint32_t frame_ = 0;
};

TEST_F(InFragments, OneMessage) {
  const FragmentPart& first = fragment(0, 3);
  EXPECT_TRUE(first.is_new);
  EXPECT_TRUE(first.fits);
  EXPECT_EQ(first.command, 4);
  Fragmented& message = *first.message;
  EXPECT_EQ(message.id, 1U);
  EXPECT_EQ(message.count, 3U);
  EXPECT_EQ(message.total_length, 6U);
  EXPECT_FALSE(fragment(0, 3).is_new) << "a retransmission";
  EXPECT_EQ(message.last_frame, 1U);
  EXPECT_EQ(fragment(2, 3).message, &message);
  EXPECT_EQ(message.seen, 2U);
  EXPECT_STREQ(message.missing(), "1");
  EXPECT_TRUE(fragment(1, 3).is_new);
  EXPECT_EQ(message.missing(), nullptr);
  EXPECT_EQ(message.last_frame, 4U);
}

TEST_F(InFragments, OtherMessages) {
  const Fragmented* message = fragment(0, 3).message;
  EXPECT_NE(fragment(0, 3, 200).message, message) << "another number";
  EXPECT_NE(fragment(0, 3, 100, 2).message, message) << "another channel";
  EXPECT_NE(take(test::fragment(1, 100, 100, 3, 2), 1).message, message) << "the other direction";
  EXPECT_NE(take(test::unreliable_fragment(1, 100, 0, 3)).message, message) << "unreliable";
  EXPECT_EQ(last_id_, 5U);
}

TEST_F(InFragments, UnreliableOnesByThePreviousReliableNumber) {
  const Fragmented* message = take(test::unreliable_fragment(1, 7, 0, 3)).message;
  EXPECT_EQ(take(test::unreliable_fragment(1, 7, 1, 3)).message, message);
  EXPECT_NE(take(test::unreliable_fragment(1, 8, 0, 3)).message, message);
}

/// 65,536 reliable commands later, the same number is another one's.
TEST_F(InFragments, NumbersThatWrap) {
  const Fragmented* message = fragment(0, 3, 100).message;
  for (const unsigned number : {20000U, 40000U, 60000U, 10U}) fragments_.count(0, command(test::reliable(1, number)));
  EXPECT_NE(fragment(0, 3, 100).message, message);
}

TEST_F(InFragments, TotalsOfAnotherMessage) {
  Fragmented& message = *fragment(0, 3).message;
  const FragmentPart& other = fragment(1, 4);
  EXPECT_EQ(other.message, &message);
  EXPECT_FALSE(other.fits);
  EXPECT_FALSE(other.is_new);
  EXPECT_EQ(message.seen, 1U);
}

TEST(Fragmented, WhichAreMissing) {
  Fragmented message;
  message.count = 12;
  EXPECT_STREQ(message.missing(), "0-11");
  EXPECT_STREQ(message.missing(), "0-11") << "asked again";
  for (const std::uint32_t number : {3U, 4U, 8U, 0U}) EXPECT_TRUE(message.see(number));
  EXPECT_STREQ(message.missing(), "1-2, 5-7, 9-11");
  EXPECT_TRUE(message.see(2));
  EXPECT_FALSE(message.see(4));
  EXPECT_FALSE(message.see(2));
  EXPECT_STREQ(message.missing(), "1, 5-7, 9-11");
  EXPECT_TRUE(message.see(11));
  EXPECT_STREQ(message.missing(), "1, 5-7, 9-10");
}

TEST(Fragmented, AsManyGapsAsALineHolds) {
  Fragmented message;
  message.count = 66;
  for (std::uint32_t number = 1; number < 66; number += 2) message.see(number);
  std::string text = message.missing();
  EXPECT_TRUE(text.ends_with("62, ...")) << text;
  message.see(64);
  text = message.missing();
  EXPECT_TRUE(text.ends_with("60, 62")) << text;
}

class Pieces : public InFragments {
 protected:
  Fragmented& with(std::initializer_list<std::pair<std::uint32_t, std::vector<std::uint8_t>>> pieces) {
    message_.total_length = 6;
    std::uint32_t number = 0;
    for (const auto& [offset, bytes] : pieces)
      message_.pieces.push_back({.number = number++, .offset = offset, .frame = 1, .bytes = bytes});
    return message_;
  }
  [[nodiscard]] std::vector<std::uint32_t> offsets() const {
    std::vector<std::uint32_t> all;
    for (const Fragmented::Piece& piece : message_.pieces) all.push_back(piece.offset);
    return all;
  }
  Fragmented message_;
};

TEST_F(Pieces, OfACommand) {
  const FragmentPart& part = fragment(1, 3);
  part.message->keep(commands_.last(), 9);
  ASSERT_EQ(part.message->pieces.size(), 1U);
  EXPECT_EQ(part.message->pieces[0].number, 1U);
  EXPECT_EQ(part.message->pieces[0].offset, 2U);
  EXPECT_EQ(part.message->pieces[0].bytes.size(), 2U);
  EXPECT_EQ(part.message->pieces[0].frame, 9U);
}

TEST_F(Pieces, ArrangedByOffset) {
  EXPECT_TRUE(with({{4, {5, 6}}, {0, {1, 2}}, {2, {3, 4}}}).arrange());
  EXPECT_EQ(offsets(), (std::vector<std::uint32_t>{0, 2, 4}));
}

TEST_F(Pieces, TheOneThatReachesTheEndIsTheLast) {
  EXPECT_TRUE(with({{0, {1, 2, 3, 4, 5, 6}}, {2, {3}}}).arrange());
  EXPECT_EQ(offsets(), (std::vector<std::uint32_t>{2, 0}));
}

TEST_F(Pieces, WithAGap) {
  EXPECT_FALSE(with({{0, {1, 2}}, {3, {4, 5, 6}}}).arrange());
  EXPECT_FALSE(message_.join());
}

TEST_F(Pieces, ThatNeverReachTheEnd) { EXPECT_FALSE(with({{0, {1, 2}}, {2, {3, 4}}}).arrange()); }

TEST_F(Pieces, ThatReachBeyondIt) { EXPECT_FALSE(with({{0, {1, 2}}, {2, {3, 4, 5, 6, 7}}}).arrange()); }

TEST_F(Pieces, Joined) {
  EXPECT_TRUE(with({{0, {1, 2}}, {2, {3, 4}}, {4, {5, 6}}}).join());
  EXPECT_EQ(message_.whole, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}));
  release(message_.pieces);
  EXPECT_EQ(message_.pieces.capacity(), 0U) << "their memory, too";
}

TEST_F(Pieces, OfOtherSizesThanEnets) {
  EXPECT_FALSE(with({{0, {1, 2}}, {1, {2, 3, 4, 5, 6}}}).join()) << "an overlap";
  message_ = {};
  EXPECT_FALSE(with({{0, {1, 2}}, {2, {3, 4}}}).join()) << "too short";
  EXPECT_TRUE(message_.whole.empty());
}

}  // namespace
}  // namespace godot::analysis::enet
