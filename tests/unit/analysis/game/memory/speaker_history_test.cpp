// SPDX-License-Identifier: MIT
// Meanings of ids on a link. The announcements are made by this test.
#include "analysis/game/memory/speaker_history.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace godot::analysis {
namespace {

struct Meaning {
  std::uint32_t frame = 0;
  std::uint32_t text = 0;
  [[nodiscard]] bool same(const Meaning& other) const noexcept { return text == other.text; }
};

struct Announced {
  Speaker speaker;
  std::uint32_t id = 0;
  Meaning meaning;
};

/// The newest announcement of this speaker's link until a frame; 0: none.
std::uint32_t expected(const std::vector<Announced>& all, const Speaker& speaker, std::uint32_t id,
                       std::uint32_t frame) {
  std::uint32_t text = 0;
  for (const Announced& each : all)
    if (each.speaker == speaker && each.id == id && each.meaning.frame <= frame) text = each.meaning.text;
  return text;
}

std::uint32_t text_of(const Meaning* meaning) { return meaning != nullptr ? meaning->text : 0; }

/// Lookups between announcements, and later in any order, as of a second pass and of clicks: those that are remembered
/// end where the next announcement begins.
TEST(SpeakerHistory, RemembersAnswersOnlyForTheFramesWithThem) {
  std::minstd_rand random(7);
  const auto below = [&](std::uint32_t most) { return static_cast<std::uint32_t>(random() % most); };
  SpeakerHistory<Meaning> history;
  std::vector<Announced> all;
  const auto any = [&] { return Speaker{.link = 1 + below(3), .sender = -1 - static_cast<std::int32_t>(below(2))}; };
  constexpr std::uint32_t last = 400;
  constexpr std::uint32_t ids = 140;  // more than are remembered
  for (std::uint32_t frame = 1; frame <= last; ++frame) {
    for (std::uint32_t left = below(3); left != 0; --left) {
      const Announced now = {any(), below(ids) / (1 + below(40)), {frame, 1 + below(4)}};
      history.add(now.speaker, now.id, now.meaning);
      all.push_back(now);
    }
    for (int i = 0; i != 20; ++i) {
      const Speaker speaker = any();
      const std::uint32_t id = below(ids) / (1 + below(40));
      ASSERT_EQ(text_of(history.find_on_link(speaker, id, frame)), expected(all, speaker, id, frame)) << frame;
    }
  }
  for (int i = 0; i != 20'000; ++i) {
    const Speaker speaker = any();
    const std::uint32_t id = below(ids) / (1 + below(40));
    const std::uint32_t frame = below(last + 2);
    ASSERT_EQ(text_of(history.find_on_link(speaker, id, frame)), expected(all, speaker, id, frame)) << frame;
  }
}

/// An id that is announced late has its first meaning before, too: not remembered for the frames after it.
TEST(SpeakerHistory, AnAnswerFromLaterIsNotRemembered) {
  SpeakerHistory<Meaning> history;
  const Speaker speaker = {.link = 1, .sender = -1};
  history.add(speaker, 7, {.frame = 10, .text = 1});
  history.add(speaker, 7, {.frame = 20, .text = 2});
  EXPECT_EQ(text_of(history.find(speaker, 7, 5)), 1U);
  EXPECT_EQ(text_of(history.find(speaker, 7, 19)), 1U);
  EXPECT_EQ(text_of(history.find(speaker, 7, 20)), 2U);
  EXPECT_EQ(text_of(history.find(speaker, 7, 5)), 1U);
  EXPECT_EQ(history.find_on_link(speaker, 7, 5), nullptr);
}

}  // namespace
}  // namespace godot::analysis
