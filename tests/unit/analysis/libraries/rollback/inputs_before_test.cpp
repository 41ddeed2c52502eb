// SPDX-License-Identifier: MIT
// The texts of inputs before a divergence.
#include "analysis/libraries/rollback/inputs_before.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/libraries/rollback/messages.h"

namespace godot::analysis {
namespace {

class Names final : public RollbackNames {
 public:
  [[nodiscard]] const char* name(RollbackPeer peer) const override {
    return peer == 1 ? "server" : peer == 2 ? "red" : "blue";
  }
};

/// {"$": 5}
const std::vector<std::uint8_t> dictionary = {27, 0, 0,   0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0,
                                              0,  0, '$', 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0};

TEST(RollbackInputsBefore, Contents) {
  RollbackPeerInput input = {
      .by_node = true, .size = static_cast<std::uint32_t>(dictionary.size()), .bytes = dictionary};
  EXPECT_STREQ(rollback_contents(input, nullptr, arena), "{\"$\": 5}");
  input.by_node = false;
  EXPECT_STREQ(rollback_contents(input, nullptr, arena),
               "1b0000000100000004000000010000002400000002000000\xE2\x80\xA6");
  input.bytes = {0x0A, 0xFF};
  input.size = 2;
  EXPECT_STREQ(rollback_contents(input, nullptr, arena), "0aff");
}

/// A text has 120 characters, the last of which is an ellipsis if it would have more.
TEST(RollbackInputsBefore, LongContentsAreCut) {
  const auto shown = [](std::uint8_t letters) {
    std::vector<std::uint8_t> text = {4, 0, 0, 0, letters, 0, 0, 0};
    text.resize(text.size() + letters, 'a');
    while (text.size() % 4 != 0) text.push_back(0);
    return std::string(rollback_contents(
        {.by_node = true, .size = static_cast<std::uint32_t>(text.size()), .bytes = text}, nullptr, arena));
  };
  EXPECT_EQ(shown(118), "\"" + std::string(118, 'a') + "\"");
  EXPECT_EQ(shown(119), "\"" + std::string(118, 'a') + "\xE2\x80\xA6");
  EXPECT_EQ(shown(200), "\"" + std::string(118, 'a') + "\xE2\x80\xA6");
}

/// Up to 24 bytes are shown.
TEST(RollbackInputsBefore, BytesAreCutBehindTheTwentyFourth) {
  const auto shown = [](std::uint32_t size) {
    return std::string(
        rollback_contents({.size = size, .bytes = std::vector<std::uint8_t>(size, 0x5A)}, nullptr, arena));
  };
  EXPECT_EQ(shown(24).size(), 48U);
  EXPECT_EQ(shown(25), shown(24) + "\xE2\x80\xA6");
}

/// What was not kept of a long one.
TEST(RollbackInputsBefore, CutContents) {
  const RollbackPeerInput input = {
      .by_node = true, .size = 900, .bytes = {dictionary.begin(), dictionary.begin() + 20}};
  EXPECT_TRUE(std::string(rollback_contents(input, nullptr, arena)).starts_with("{"));
}

TEST(RollbackInputsBefore, Sameness) {
  EXPECT_STREQ(rollback_sameness({}, arena), "the same bytes to all");
  EXPECT_STREQ(rollback_sameness({.different = true, .other_frame = 12}, arena), "other bytes in frame 12");
}

TEST(RollbackInputsBefore, Arrivals) {
  test::RollbackMessages made;
  RollbackMatch match;
  match.add(made.inputs(made.add(1, 2), 1, 9));
  for (const RollbackPeer receiver : {2, 3}) {
    RollbackMessage& asking = made.inputs(made.add(receiver, 1), 4, 4);
    asking.next_input = 2;
    match.add(asking);
    RollbackMessage& next = made.inputs(made.add(receiver, 1), receiver == 2 ? 5 : 7, receiver == 2 ? 5 : 7);
    next.next_input = 5;
    match.add(next);
  }
  EXPECT_STREQ(rollback_arrivals(match, 4, 1, Names(), arena), "in time at red, 1 tick late at blue");
  EXPECT_STREQ(rollback_arrivals(match, 3, 1, Names(), arena), "in time at red, 2 ticks late at blue");
  EXPECT_STREQ(rollback_arrivals(match, 8, 1, Names(), arena), "");
}

/// Four receivers are named, and eight peers that agree or not.
TEST(RollbackInputsBefore, OfManyPeers) {
  test::RollbackMessages made;
  RollbackMatch match;
  match.add(made.inputs(made.add(1, 2), 1, 9));
  RollbackDivergence divergence;
  for (RollbackPeer receiver = 2; receiver != 11; ++receiver) {
    for (const std::uint32_t next : {2U, 3U}) {
      RollbackMessage& asking = made.inputs(made.add(receiver, 1), 2, 2);
      asking.next_input = next;
      match.add(asking);
    }
    divergence.hashes.push_back({.peer = receiver, .hash = 7});
  }
  EXPECT_STREQ(rollback_arrivals(match, 2, 1, Names(), arena),
               "in time at red, in time at blue, in time at blue, in time at blue");
  EXPECT_STREQ(rollback_agreement(divergence, Names(), arena), "red = blue = blue = blue = blue = blue = blue = blue");
}

TEST(RollbackInputsBefore, WhoAgrees) {
  const auto agreement = [](std::vector<RollbackPeerHash> hashes) {
    return std::string(rollback_agreement({.hashes = std::move(hashes)}, Names(), arena));
  };
  EXPECT_EQ(agreement({{.peer = 1, .hash = 5}, {.peer = 2, .hash = 6}, {.peer = 3, .hash = 5}}), "server = blue | red");
  EXPECT_EQ(agreement({{.peer = 1, .hash = 5}, {.peer = 2, .hash = 6}, {.peer = 3, .hash = 7}}), "server | red | blue");
  EXPECT_EQ(agreement({}), "");
}

}  // namespace
}  // namespace godot::analysis
