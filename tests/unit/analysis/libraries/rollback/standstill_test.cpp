// SPDX-License-Identifier: MIT
// Why a peer stood still: each cause, and those that look the same.
#include "analysis/libraries/rollback/standstill.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/causes.h"

namespace godot::analysis {
namespace {

using test::Causes;

class Names final : public RollbackNames {
 public:
  [[nodiscard]] const char* name(RollbackPeer peer) const override { return peer == 1 ? "server" : "red"; }
};

std::string text(const RollbackStandstill& stood) { return rollback_verdict(stood, Names(), arena).text(arena); }
/// The whole list of causes that remain.
Causes causes(const RollbackStandstill& stood) {
  return test::causes_of(rollback_verdict(stood, Names(), arena), arena);
}

/// 1.5 s at 30 ticks a second.
RollbackStandstill silence(std::uint32_t next, std::uint32_t caught_up) {
  return {.peer = 7,
          .tick = 100,
          .next = next,
          .frame = 40,
          .length = 1'500'000'000,
          .quiet = 1'500'000'000,
          .messages = 1,
          .played = 45,
          .caught_up = caught_up,
          .at_once = 1,
          .missing = 1,
          .behind = 4,
          .others = {RollbackOther{.peer = 1, .ticks = 20}},
          .other_count = 1};
}

/// It sent its inputs `messages` times, and had those of 1 but for `behind` ticks.
RollbackStandstill heard(std::uint32_t messages, std::uint32_t behind) {
  RollbackStandstill stood = silence(101, 1);
  stood.quiet = 100'000'000;
  stood.messages = messages;
  stood.behind = behind;
  return stood;
}

TEST(RollbackStandstill, TheProcessStoodStill) {
  const RollbackStandstill stood = silence(101, 8);
  EXPECT_EQ(rollback_stop(stood), RollbackStop::stood_still);
  EXPECT_STREQ(text_of(rollback_stop(stood)), "stood still");
  EXPECT_EQ(text(stood),
            "No inputs of red after tick 100 for 1.500 s (server went on by 20 ticks): its process stood still (it "
            "went on with tick 101, and by 8 ticks in 100 ms; playing on, it would have made 17, as the library stops "
            "when network/rollback/max_buffer_size (20) are missing). Look at what the game does at that time: "
            "loading, a breakpoint, a window that is dragged, a busy machine");
}

/// The most ticks in 100 ms that a peer cannot have if it played on, two of them lost; and one more.
TEST(RollbackStandstill, ItMayHavePlayedOn) {
  EXPECT_EQ(rollback_stop(silence(101, 14)), RollbackStop::stood_still);
  EXPECT_EQ(rollback_stop(silence(101, 15)), RollbackStop::silent) << "it stops when 20 are missing";
  RollbackStandstill stood = silence(101, 10);
  stood.behind = 9;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent) << "it would stop after 12 more";
  stood = silence(101, 8);
  stood.played = 12;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent) << "it may have skipped two ticks";
  stood.played = 13;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::stood_still);
  stood.messages = 2;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::sent_little) << "it was skipping ticks before";
  EXPECT_EQ(
      causes(stood),
      (Causes{"its process stood still (it sent its inputs 2 times, and those it had of server were 4 ticks behind)",
              "what it sent was held up on the way",
              "it played on, and its messages did not come to where was captured, or the capture lacks them",
              "it waits for inputs of server"}));
}

TEST(RollbackStandstill, HeldUpOnTheWay) {
  RollbackStandstill stood = silence(101, 44);
  stood.at_once = 21;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::held_up);
  EXPECT_EQ(causes(stood), (Causes{"what it sent was held up on the way (21 messages with newer and newer inputs came "
                                   "at once, more than a blocked engine catches up with)"}));
  stood.at_once = 20;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent) << "two frames of a blocked engine";
}

TEST(RollbackStandstill, NotCaptured) {
  RollbackStandstill stood = silence(145, 46);
  EXPECT_EQ(rollback_stop(stood), RollbackStop::not_captured);
  EXPECT_EQ(causes(stood), (Causes{"it played on, and its messages did not come to where was captured, or the capture "
                                   "lacks them (the next message has tick 145)"}));
  EXPECT_EQ(rollback_stop(silence(111, 16)), RollbackStop::not_captured);
  EXPECT_EQ(rollback_stop(silence(110, 16)), RollbackStop::silent) << "the first that a blocked engine sent are lost";
  EXPECT_EQ(rollback_stop(silence(121, 21)), RollbackStop::not_captured) << "one message with many ticks is no burst";
  stood = silence(111, 16);
  stood.played = 4;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::not_captured);
  stood.played = 3;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent) << "its rate is hardly known";
}

/// As many ticks as a blocked engine catches up with: three causes remain.
TEST(RollbackStandstill, AShortSilence) {
  RollbackStandstill stood = silence(101, 7);
  stood.played = 8;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent);
  EXPECT_EQ(causes(stood),
            (Causes{"its process stood still (it sent nothing)", "what it sent was held up on the way",
                    "it played on, and its messages did not come to where was captured, or the capture lacks them"}));
  stood.played = 0;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent) << "its rate is not known";
}

TEST(RollbackStandstill, ItWaits) {
  RollbackStandstill stood = heard(40, 23);
  EXPECT_EQ(rollback_stop(stood), RollbackStop::waits);
  EXPECT_EQ(causes(stood), (Causes{"it waits for inputs of server (it sent its inputs 40 times, and those it had of "
                                   "server were 23 ticks behind: the library stops when "
                                   "network/rollback/max_buffer_size (20) are missing, and then until few are)"}));
  EXPECT_EQ(rollback_stop(heard(3, 21)), RollbackStop::waits);
  EXPECT_EQ(rollback_stop(heard(14, 8)), RollbackStop::waits) << "more than it skips for others";
  stood.missing = 0;
  EXPECT_EQ(
      causes(stood),
      (Causes{"it waits for inputs (it sent its inputs 40 times, and those it had of others were 23 ticks behind: the "
              "library stops when network/rollback/max_buffer_size (20) are missing, and then until few are)"}));
}

TEST(RollbackStandstill, ItWaitsOrLetsOthersCatchUp) {
  RollbackStandstill stood = heard(13, 20);
  EXPECT_EQ(rollback_stop(stood), RollbackStop::skips);
  EXPECT_STREQ(text_of(RollbackStop::skips), "skipped ticks");
  EXPECT_EQ(causes(stood), (Causes{"it skips ticks, so that the others catch up (it sent its inputs 13 times, and "
                                   "those it had of server were 20 ticks behind)",
                                   "it waits for inputs of server"}));
  stood.other_count = 0;
  EXPECT_EQ(causes(stood), (Causes{"it skips ticks, so that the others catch up (it sent its inputs 13 times, and "
                                   "those it had of server were 20 ticks behind)",
                                   "it waits for inputs of server"}));
}

/// It sent its inputs again at once, and then nothing for half of the time: what it did then is not known.
TEST(RollbackStandstill, MostlySilent) {
  RollbackStandstill stood = heard(14, 23);
  stood.quiet = stood.length / 2;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::sent_little);
  EXPECT_STREQ(text_of(RollbackStop::sent_little), "sent little");
  --stood.quiet;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::waits);
}

}  // namespace
}  // namespace godot::analysis
