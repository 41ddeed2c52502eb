// SPDX-License-Identifier: MIT
// What is said of a divergence, of a standstill, and of bytes that do not read; and of messages that show none.
#include "analysis/libraries/rollback/checks.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/libraries/rollback/messages.h"

namespace godot::analysis {
namespace {

using problems::Rollback;

class RollbackCheckTest : public testing::Test, protected RollbackNames {
 protected:
  [[nodiscard]] const char* name(RollbackPeer peer) const override { return peer == 1 ? "server" : "red"; }
  void hashes(RollbackPeer from, std::vector<std::uint32_t> values) {
    last_ = &made_.hashes(made_.add(from, from == 1 ? 2 : 1), 1, std::move(values));
    match_.add(*last_);
  }
  const auto* judged(const RollbackMatch* match) {
    found_.clear();
    judge({.message = *last_, .match = match, .names = *this}, found_);
    return found_.first();
  }
  const auto* judged(const RollbackDivergence& divergence) {
    found_.clear();
    RollbackChecks::judge(RollbackSubject{message_, nullptr, *this}, divergence, found_);
    return found_.first();
  }
  const auto* judged(const RollbackStandstill& stood) {
    found_.clear();
    RollbackChecks::judge(RollbackSubject{message_, nullptr, *this}, stood, found_);
    return found_.first();
  }

  RollbackMessage message_;
  test::RollbackMessages made_;
  RollbackMatch match_;
  const RollbackMessage* last_ = nullptr;
  RollbackFindings found_{arena};
};

TEST_F(RollbackCheckTest, TheFirstMessageThatShowsOtherStates) {
  hashes(1, {10, 20, 31});
  EXPECT_EQ(judged(&match_), nullptr) << "one peer's states alone";
  const std::uint32_t evidence = last_->frame;
  hashes(2, {10, 20, 30});
  const auto* found = judged(&match_);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->problem, Rollback::diverged);
  EXPECT_TRUE(found->counted);
  EXPECT_EQ(found->next, nullptr);
  EXPECT_STREQ(
      found->text,
      "The peers computed different states for tick 3 (server has 31, red has 30), the first one that differs after 2 "
      "equal ones: the simulation gives other results. Look for floats of different machines, random numbers without a "
      "common seed, the order of nodes, physics of the engine, the clock, what changes the state outside of "
      "_network_process(), and members that _save_state() leaves out, which an earlier rollback may have changed. Not: "
      "a peer was sent other inputs than another (each peer sent all others the same bytes); the rollback restored the "
      "state incompletely (no late input made peers simulate this tick again)");
  ASSERT_EQ(found->basis.frame_count, 1) << "its own frame is no evidence";
  EXPECT_EQ(found->basis.frames[0], evidence);
  EXPECT_EQ(judged(static_cast<const RollbackMatch*>(nullptr)), nullptr) << "a message that was not learned";
  hashes(2, {10, 20, 30});
  EXPECT_EQ(judged(&match_), nullptr) << "it shows nothing new";
}

TEST_F(RollbackCheckTest, EqualStates) {
  hashes(1, {10, 20});
  hashes(2, {10, 20});
  EXPECT_EQ(judged(&match_), nullptr);
}

/// With two peers there is nobody to agree with; states that are equal again are said.
TEST_F(RollbackCheckTest, WhoAgreesAmongThree) {
  RollbackDivergence divergence = {.tick = 9, .hashes = {{.peer = 1, .hash = 5}, {.peer = 2, .hash = 6}}};
  std::string text = judged(divergence)->text;
  EXPECT_EQ(text,
            "The peers computed different states for tick 9 (server has 5, red has 6), the first one that is "
            "compared: the simulation gives other results. Look for floats of different machines, random "
            "numbers without a common seed, the order of nodes, physics of the engine, the clock, what changes the "
            "state outside of _network_process(), and members that _save_state() leaves out, which an earlier rollback "
            "may have changed. Not: a peer was sent other inputs than another (each peer sent all others the same "
            "bytes); the rollback restored the state incompletely (no late input made peers simulate this tick again)");
  divergence.hashes.push_back({.peer = 3, .hash = 5});
  divergence.healed = 12;
  text = judged(divergence)->text;
  EXPECT_EQ(text,
            "The peers computed different states for tick 9 (server has 5, red has 6, red has 5), the first one that "
            "is compared; tick 12 is equal again; server = red | red: the simulation gives other "
            "results. Look for floats of different machines, random numbers without a common seed, the order of nodes, "
            "physics of the engine, the clock, what changes the state outside of _network_process(), and members that "
            "_save_state() leaves out, which an earlier rollback may have changed. Not: a peer was sent other inputs "
            "than another (each peer sent all others the same bytes); the rollback restored the state incompletely (no "
            "late input made peers simulate this tick again)");
}

TEST_F(RollbackCheckTest, AStandstillOfHalfASecond) {
  RollbackStandstill stood = {.peer = 2, .tick = 100, .next = 101, .length = 500'000'000};
  const auto* found = judged(stood);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->problem, Rollback::stood_still);
  EXPECT_FALSE(found->counted) << "a remark";
  EXPECT_STREQ(found->text,
               "No inputs of red after tick 100 for 0.500 s (nothing is known of the others). One of: its process "
               "stood still (it sent nothing): Look at what the game does at that time: loading, a breakpoint, a "
               "window that is dragged, a busy machine; what it sent was held up on the way: Look at the link: a stall "
               "of the wireless network, a full queue; it played on, and its messages did not come to where was "
               "captured, or the capture lacks them: Look for lost packets between it and the capture");
  stood.length = 499'999'999;
  EXPECT_EQ(judged(stood), nullptr);
}

TEST_F(RollbackCheckTest, AnotherSerializer) {
  judge({.message = message_, .match = nullptr, .names = *this}, RollbackUnread{}, found_);
  ASSERT_NE(found_.first(), nullptr);
  EXPECT_EQ(found_.first()->problem, Rollback::another_serializer);
  EXPECT_STREQ(found_.first()->text, problems::row(Rollback::another_serializer).summary);
}

}  // namespace
}  // namespace godot::analysis
