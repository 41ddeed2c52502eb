// SPDX-License-Identifier: MIT
// Intervals and changes between a synchronizer's states.
#include "analysis/game/memory/states.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace godot::analysis::sync {
namespace {

constexpr SeriesKey red = {.link = 1, .id = 7};

State state(std::uint32_t frame, std::uint64_t digest, std::uint64_t indexes = 0, bool has_digest = true) {
  return {.frame = frame, .time = frame * 10, .digest = digest, .indexes = indexes, .has_digest = has_digest};
}

TEST(States, AreComparedWithTheOneBefore) {
  States states;
  states.add(states.of(red), state(1, 5));
  states.add(states.of(red), state(3, 5));
  states.add(states.of(red), state(4, 6));
  EXPECT_EQ(states.find(red, 1, 0).previous_in, 0U);
  const Step same = states.find(red, 3, 0);
  EXPECT_EQ(same.previous_in, 1U);
  EXPECT_EQ(same.interval, 20);
  EXPECT_EQ(same.change, Change::same);
  EXPECT_EQ(states.find(red, 4, 0).previous_in, 3U);
  EXPECT_EQ(states.find(red, 4, 0).change, Change::other);
  EXPECT_EQ(states.find(red, 2, 0).previous_in, 0U);
  EXPECT_EQ(states.find(red, 4, 1).previous_in, 0U);
}

TEST(States, ThatRepeatTheValuesAreCounted) {
  States states;
  for (std::uint32_t frame = 1; frame != 5; ++frame) states.add(states.of(red), state(frame, 5));
  states.add(states.of(red), state(5, 6));
  states.add(states.of(red), state(6, 6));
  EXPECT_EQ(states.find(red, 4, 0).unchanged, 3U);
  EXPECT_EQ(states.find(red, 4, 0).unchanged_for, 30);
  EXPECT_EQ(states.find(red, 5, 0).unchanged, 0U);
  EXPECT_EQ(states.find(red, 6, 0).unchanged, 1U);
  EXPECT_EQ(states.find(red, 6, 0).unchanged_for, 10);
}

/// Its receiver had lost the node, or it is another one with the same number.
TEST(States, OfANodeThatIsSpawnedAgainBegin) {
  States states;
  constexpr SeriesKey other = {.link = 1, .id = 8};
  states.begin_again(red);
  states.add(states.of(red), state(1, 5));
  states.add(states.of(other), state(1, 5));
  states.add(states.of(red), state(3, 5));
  states.begin_again(red);
  states.add(states.of(red), state(40, 5));
  states.add(states.of(other), state(40, 5));
  states.add(states.of(red), state(43, 5));
  EXPECT_NE(states.find(red, 1, 0).change, Change::begins) << "the first of all";
  EXPECT_EQ(states.find(red, 3, 0).previous_in, 1U);
  const Step first = states.find(red, 40, 0);
  EXPECT_EQ(first.change, Change::begins);
  EXPECT_EQ(first.previous_in, 0U);
  EXPECT_EQ(first.interval, 0);
  EXPECT_EQ(first.unchanged, 0U);
  EXPECT_EQ(states.find(other, 40, 0).previous_in, 1U);
  const Step second = states.find(red, 43, 0);
  EXPECT_NE(second.change, Change::begins);
  EXPECT_EQ(second.previous_in, 40U);
  EXPECT_EQ(second.unchanged, 1U) << "the states from before do not count";
}

/// A series is mostly that which came next the last time.
TEST(States, AreThoseOfTheirSeriesInAnyOrder) {
  States states;
  constexpr SeriesKey blue = {.link = red.link, .id = red.id + 1};
  constexpr SeriesKey green = {.link = red.link, .id = red.id, .delta = true};
  std::uint32_t frame = 0;
  for (const SeriesKey& key : {red, blue, red, blue, green, red, green, blue, red, red, blue})
    states.add(states.of(key), state(++frame, 5));
  EXPECT_EQ(states.find(red, 3, 0).previous_in, 1U);
  EXPECT_EQ(states.find(blue, 4, 0).previous_in, 2U);
  EXPECT_EQ(states.find(green, 5, 0).previous_in, 0U);
  EXPECT_EQ(states.find(red, 6, 0).previous_in, 3U);
  EXPECT_EQ(states.find(green, 7, 0).previous_in, 5U);
  EXPECT_EQ(states.find(blue, 8, 0).previous_in, 4U);
  EXPECT_EQ(states.find(red, 10, 0).previous_in, 9U);
  EXPECT_EQ(states.find(blue, 11, 0).previous_in, 8U);
  EXPECT_EQ(states.find(blue, 10, 0).previous_in, 0U);
  EXPECT_EQ(states.find({.link = red.link + 1, .id = red.id}, 3, 0).previous_in, 0U);
}

/// Only such series are asked about each state.
TEST(States, AreUnchangedForLongIfManyInARowHaveTheSameValues) {
  States states;
  constexpr SeriesKey blue = {.link = red.link, .id = red.id + 1};
  std::uint32_t frame = 1;
  for (; frame != least_unchanged + 1; ++frame) states.add(states.of(red), state(frame, 5));
  EXPECT_FALSE(states.is_unchanged_for_long(red));
  EXPECT_FALSE(states.has_unchanged());
  states.add(states.of(red), state(frame, 5));
  EXPECT_EQ(states.find(red, frame, 0).unchanged, least_unchanged);
  EXPECT_TRUE(states.is_unchanged_for_long(red));
  EXPECT_TRUE(states.has_unchanged());
  EXPECT_FALSE(states.is_unchanged_for_long(blue));
  states.add(states.of(red), state(frame + 1, 6));
  EXPECT_TRUE(states.is_unchanged_for_long(red));
  for (; frame != 3 * least_unchanged; ++frame) states.add(states.of(blue), state(frame, frame % least_unchanged));
  EXPECT_FALSE(states.is_unchanged_for_long(blue));
}

/// With both sides of a connection captured; an overtaken state is older than the one before.
TEST(States, KnowWhenTheNewestBeforeWasSent) {
  States states;
  for (const auto& [frame, sent] : {std::pair(1U, 0), std::pair(2U, 15), std::pair(3U, 12), std::pair(4U, 31)}) {
    State each = state(frame, 5);
    each.sent = sent;
    states.add(states.of(red), each);
  }
  EXPECT_EQ(states.find(red, 1, 0).sent_before, 0);
  EXPECT_EQ(states.find(red, 2, 0).sent_before, 0);
  EXPECT_EQ(states.find(red, 3, 0).sent_before, 15);
  EXPECT_EQ(states.find(red, 4, 0).sent_before, 15);
  States others;
  others.add(others.of(red), state(1, 5));
  others.add(others.of(red), state(2, 5));
  EXPECT_EQ(others.find(red, 2, 0).sent_before, 0);
}

/// The first one may be the one whose time is known.
TEST(States, KnowWhenTheFirstWasSent) {
  States states;
  State first = state(1, 5);
  first.sent = 15;
  states.add(states.of(red), first);
  states.add(states.of(red), state(2, 5));
  states.add(states.of(red), state(3, 5));
  EXPECT_EQ(states.find(red, 2, 0).sent_before, 15);
  EXPECT_EQ(states.find(red, 3, 0).sent_before, 15) << "the newest so far";
}

/// The first change after the announcement has all properties: with all bits of the mask, they are as many as its
/// values.
TEST(States, ShowHowManyPropertiesAreBeyondTheMask) {
  const auto change = [](std::uint32_t frame, std::uint64_t indexes, std::uint32_t values, bool is_announced = true) {
    State each = state(frame, 5, indexes);
    each.values = values;
    each.is_announced = is_announced;
    return each;
  };
  const auto after = [](const std::vector<State>& changes) {
    States states;
    for (const State& each : changes) states.add(states.of(red), each);
    const BeyondMask found = states.beyond_mask(red);
    return std::pair(found.is_seen, found.properties);
  };
  constexpr std::uint64_t all = ~std::uint64_t{0};
  EXPECT_EQ(after({}), std::pair(false, 0U));
  EXPECT_EQ(after({change(1, all, 64), change(2, 0b1, 1)}), std::pair(false, 0U));
  EXPECT_EQ(after({change(1, all, 70), change(2, 0b1, 1)}), std::pair(true, 70U));
  EXPECT_EQ(after({change(1, all, 70, false)}), std::pair(true, 0U)) << "it may not be the first";
  EXPECT_EQ(after({change(1, 0b1, 1), change(2, all, 70)}), std::pair(true, 0U));
  EXPECT_EQ(after({change(1, 0b1, 2)}), std::pair(true, 0U)) << "not all bits";
  EXPECT_EQ(after({change(1, all, 70), change(2, 0b1, 2)}), std::pair(true, 70U));
  EXPECT_EQ(after({change(1, all, 70), change(2, all, 71)}), std::pair(true, 0U)) << "they contradict each other";
}

/// A full state has a value of each property: another number is another list.
TEST(States, ShowThatTheListOfPropertiesChanges) {
  const auto full = [](std::uint32_t frame, std::uint32_t values) {
    State each = state(frame, 5);
    each.values = values;
    return each;
  };
  const auto after = [&](const std::vector<State>& all) {
    States states;
    for (const State& each : all) states.add(states.of(red), each);
    const ListChange found = states.list_change(red);
    return std::vector<std::uint32_t>{found.frame, found.before, found.after};
  };
  using Change = std::vector<std::uint32_t>;
  EXPECT_EQ(after({}), (Change{0, 0, 0}));
  EXPECT_EQ(after({full(1, 2), full(2, 2)}), (Change{0, 0, 0}));
  EXPECT_EQ(after({full(1, 2), full(2, 2), full(3, 1), full(4, 1), full(5, 2)}), (Change{3, 2, 1})) << "the first one";
  EXPECT_EQ(after({full(1, 2), full(2, 0), full(3, 2)}), (Change{0, 0, 0})) << "of a cut state it is not known";
  State change = state(2, 5, 0b1);
  change.values = 1;
  EXPECT_EQ(after({full(1, 2), change, full(3, 2)}), (Change{0, 0, 0})) << "changes have some of the values";
}

/// Entries are stored as distances from the first one of a block; those that do not fit begin another block.
TEST(States, AreFoundAtAnyDistanceInFramesAndTime) {
  constexpr std::int64_t second = 1'000'000'000;
  struct Place {
    std::uint32_t frame;
    std::uint32_t message;
    std::int64_t time;
  };
  std::vector<Place> places = {{1, 0, 0}, {65536, 3, second}, {65537, 0, 3 * second}, {65537, 9, 3 * second}};
  places.push_back({4'000'000'000U, States::last_message, std::numeric_limits<std::int64_t>::max()});
  places.push_back({4'000'000'001U, 0, std::numeric_limits<std::int64_t>::min()});
  for (std::uint32_t i = 0; i != 100; ++i) places.push_back({4'000'000'002U + i * 7, i % 3, i * 16'000'000});
  States states;
  for (const Place& place : places) {
    states.add(states.of(red),
               {.frame = place.frame, .message = place.message, .time = place.time, .digest = 5, .has_digest = true});
  }
  for (std::size_t i = 1; i != places.size(); ++i) {
    const Step step = states.find(red, places[i].frame, places[i].message);
    ASSERT_EQ(step.previous_in, places[i - 1].frame) << i;
    EXPECT_EQ(step.unchanged, i);
    if (i > 6 || i < 4) {
      EXPECT_EQ(step.interval, places[i].time - places[i - 1].time) << i;
    }
  }
}

/// ... and in messages with other states: 16,383 are the most that an entry can store.
TEST(States, AreFoundBehindManyMessagesOfOthers) {
  constexpr SeriesKey blue = {.link = red.link, .id = red.id + 1};
  for (const std::uint32_t others : {16'382U, 16'383U, 70'000U}) {
    States states;
    states.add(states.of(red), state(1, 5));
    for (std::uint32_t i = 0; i != others; ++i) states.add(states.of(blue), state(2 + i, i));
    states.add(states.of(red), state(others + 2, 6));
    states.add(states.of(red), state(others + 3, 6));
    EXPECT_EQ(states.find(red, others + 2, 0).previous_in, 1U) << others;
    EXPECT_EQ(states.find(red, others + 2, 0).interval, 10 * (others + 1)) << others;
    EXPECT_EQ(states.find(red, others + 2, 0).change, Change::other) << others;
    EXPECT_EQ(states.find(red, others + 3, 0).previous_in, others + 2) << others;
    EXPECT_EQ(states.find(red, others + 3, 0).change, Change::same) << others;
    EXPECT_EQ(states.find(blue, others + 1, 0).previous_in, others) << others;
    EXPECT_EQ(states.find(red, others + 1, 0).previous_in, 0U) << "it has none there";
  }
}

/// Several states of a message share what it is; another message of the frame is another one.
TEST(StateMessages, ThatAreTheSameHaveOnePlace) {
  StateMessages messages;
  EXPECT_EQ(messages.add({.frame = 7, .number = 1, .time = -5}), 0U);
  EXPECT_EQ(messages.add({.frame = 7, .number = 1, .time = -5}), 0U);
  EXPECT_EQ(messages.add({.frame = 7, .number = 2, .time = -5}), 1U);
  EXPECT_EQ(messages[0], (StateMessage{.frame = 7, .number = 1, .time = -5}));
  EXPECT_EQ(messages[1], (StateMessage{.frame = 7, .number = 2, .time = -5}));
  constexpr std::uint32_t farthest = 7 + 65'535;
  EXPECT_EQ(messages.add({.frame = farthest, .number = 0, .time = 1}), 2U);
  const std::uint32_t behind = messages.add({.frame = farthest + 1, .number = 0, .time = 2});
  const std::uint32_t before = messages.add({.frame = 3, .number = 0, .time = 3});
  EXPECT_EQ(messages[2].frame, farthest);
  EXPECT_EQ(messages[behind], (StateMessage{.frame = farthest + 1, .number = 0, .time = 2}));
  EXPECT_EQ(messages[before], (StateMessage{.frame = 3, .number = 0, .time = 3})) << "as in no capture";
}

TEST(States, OfMessagesBehindTheLastAreNotKept) {
  States states;
  states.add(states.of(red), state(1, 5));
  states.add(states.of(red),
             {.frame = 2, .message = States::last_message + 1, .time = 20, .digest = 5, .has_digest = true});
  states.add(states.of(red), state(3, 5));
  EXPECT_EQ(states.find(red, 2, States::last_message + 1).previous_in, 0U);
  EXPECT_EQ(states.find(red, 3, 0).previous_in, 1U);
}

TEST(States, OfOtherRoutesAreComparedSeparately) {
  for (const SeriesKey& other :
       {SeriesKey{.link = 2, .id = 7}, SeriesKey{.link = 1, .id = 8}, SeriesKey{.link = 1, .relayed = 9, .id = 7},
        SeriesKey{.link = 1, .id = 7, .by_path = true}, SeriesKey{.link = 1, .id = 7, .from_first = true},
        SeriesKey{.link = 1, .id = 7, .delta = true}}) {
    States states;
    states.add(states.of(red), state(1, 5));
    states.add(states.of(other), state(2, 5));
    EXPECT_EQ(states.find(other, 2, 0).previous_in, 0U);
  }
}

TEST(States, ChangesOfOtherPropertiesDiffer) {
  States states;
  states.add(states.of(red), state(1, 5, 0b01));
  states.add(states.of(red), state(2, 5, 0b10));
  EXPECT_EQ(states.find(red, 2, 0).change, Change::other);
}

TEST(States, WithoutCapturedValuesAreNotCompared) {
  States states;
  states.add(states.of(red), state(1, 5));
  states.add(states.of(red), state(2, 0, 0, false));
  states.add(states.of(red), state(3, 5));
  EXPECT_EQ(states.find(red, 2, 0).change, Change::unknown);
  EXPECT_EQ(states.find(red, 3, 0).change, Change::unknown);
  EXPECT_EQ(states.find(red, 3, 0).previous_in, 2U);
}

}  // namespace
}  // namespace godot::analysis::sync
