// SPDX-License-Identifier: MIT
// What messages over TCP cost, by the segments that they end in. tcp_bytes_test.cpp has the division of a stream's
// bytes.
#include "analysis/facts/tcp_costs.h"

#include <gtest/gtest.h>

namespace godot::analysis::facts {
namespace {

class OneSegment final : public Segment {
 public:
  OneSegment(const Frame& frame, bool opens, bool begun) noexcept : Segment(frame, opens), begun_(begun) {}
  [[nodiscard]] bool has_begun() const override {
    ++asked;
    return begun_;
  }
  [[nodiscard]] bool is_sealed() const override { return false; }
  mutable unsigned asked = 0;

 private:
  bool begun_;
};

class Prices : public testing::Test {
 protected:
  static constexpr std::uint32_t headers = 54;

  OneSegment segment(std::uint32_t payload, bool opens = false, std::uint8_t side = 0, bool begun = true) {
    frame_ = {};
    frame_.number = ++number_;
    frame_.length = payload + headers;
    frame_.flow = 1;
    frame_.side = side;
    frame_.sequence = sequence_[side];
    frame_.payload = payload;
    sequence_[side] += payload;
    return {frame_, opens, begun};
  }

  SegmentPrices prices_;
  Frame frame_;
  std::uint32_t number_ = 0;
  std::uint32_t sequence_[2] = {};
};

TEST_F(Prices, TwoMessagesOfASegment) {
  const OneSegment both = segment(100, true);
  const Price first = prices_.price(both, {.own = 30, .protocol = 10});
  EXPECT_EQ(first.plain, 40U);
  EXPECT_EQ(first.cost.own, 30U);
  EXPECT_EQ(first.cost.protocol, 10U);
  const Price second = prices_.price(both, {.own = 60});
  EXPECT_EQ(second.cost.own, 60U);
  EXPECT_EQ(first.cost.share + second.cost.share, headers) << "all headers are paid for";
}

TEST_F(Prices, AMessageOfTwoSegments) {
  prices_.end_frame(segment(100, true));
  const Price price = prices_.price(segment(50), {.own = 150});
  EXPECT_EQ(price.cost.own, 150U);
  EXPECT_EQ(price.cost.share, 2 * headers);
}

TEST_F(Prices, ARetransmissionCountsOnce) {
  prices_.end_frame(segment(100, true));
  sequence_[0] -= 100;
  prices_.end_frame(segment(100));
  EXPECT_EQ(prices_.price(segment(50), {.own = 150}).cost.share, 2 * headers);
}

/// The beginning of the connection was not seen, and the message is longer than its segment.
TEST_F(Prices, UnknownUntilAMessageWasSeen) {
  EXPECT_EQ(prices_.price(segment(50), {.own = 150}).plain, 0U);
  EXPECT_EQ(prices_.price(segment(50), {.own = 60}).plain, 60U) << "one was delivered before";
}

TEST_F(Prices, KnownIfItFitsIntoItsSegment) {
  const OneSegment first = segment(50);
  EXPECT_EQ(prices_.price(first, {.own = 50}).plain, 50U);
  EXPECT_EQ(first.asked, 1U) << "who has begun?";
}

TEST_F(Prices, KnownIfThePassIsSeenFromItsFirstFrame) {
  prices_.begin_pass(true);
  const OneSegment first = segment(50);
  EXPECT_EQ(prices_.price(first, {.own = 150}).plain, 150U);
  EXPECT_EQ(first.asked, 0U);
}

TEST_F(Prices, ASecondPassBeginsAnew) {
  EXPECT_EQ(prices_.price(segment(50), {.own = 150}).plain, 0U);
  number_ = 0;
  sequence_[0] = 0;
  EXPECT_EQ(prices_.price(segment(40), {.own = 10}).plain, 10U);
  number_ = 0;
  sequence_[0] = 0;
  prices_.end_frame(segment(40));
  EXPECT_EQ(prices_.price(segment(40), {.own = 80}).plain, 80U) << "all of its frames are seen";
}

/// A client masks its messages, which takes four bytes more.
TEST_F(Prices, WebSocketsHeaders) {
  EXPECT_EQ(prices_.price(segment(60, true), {.own = 50, .framed = true}).plain, 56U) << "it opened the connection";
  EXPECT_EQ(prices_.price(segment(60, false, 1), {.own = 50, .framed = true}).plain, 52U);
}

TEST_F(Prices, WhoOpenedAConnectionThatWasNotSeen) {
  EXPECT_EQ(prices_.price(segment(60, false, 0, false), {.own = 50, .framed = true}).plain, 52U);
  EXPECT_EQ(prices_.price(segment(60, false, 1), {.own = 50, .framed = true}).plain, 56U);
}

/// The first segment that a capture has of a connection is the server's answer to its opening.
TEST_F(Prices, WhoOpenedAConnectionWhoseAnswerIsSeen) {
  for (const bool is_answer : {false, true}) {
    SegmentPrices prices;
    const OneSegment first = segment(0, true, 1);
    frame_.begins = true;
    frame_.acknowledges = is_answer;
    prices.end_frame(first);
    EXPECT_EQ(prices.price(segment(60), {.own = 50, .framed = true}).plain, is_answer ? 56U : 52U);
  }
}

TEST_F(Prices, ASegmentWithoutData) { EXPECT_EQ(prices_.price(segment(0, true), {.own = 5}).plain, 0U); }

}  // namespace
}  // namespace godot::analysis::facts
