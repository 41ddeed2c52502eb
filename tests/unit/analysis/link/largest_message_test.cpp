// SPDX-License-Identifier: MIT
// A large message after which its receiver closes the connection, and others. The messages are made here.
#include "analysis/link/largest_message.h"
#include "base/time.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

TEST(Largest, IsTheLastWordIfTheOtherEndCloses) {
  Largest largest;
  largest.add(0, {.frame = 1, .size = 30, .time = 1 * millisecond});
  largest.add(1, {.frame = 2, .size = 20, .time = 2 * millisecond});
  largest.add(0, {.frame = 3, .index = 1, .size = 100'000, .time = 3 * millisecond});
  EXPECT_FALSE(largest.is_last_words(0, 3, 1)) << "nobody has closed";
  largest.close(1, 9 * millisecond);
  EXPECT_TRUE(largest.is_last_words(0, 3, 1));
  EXPECT_FALSE(largest.is_last_words(0, 3, 0));
  EXPECT_FALSE(largest.is_last_words(0, 1, 0));
  EXPECT_FALSE(largest.is_last_words(1, 2, 0));
}

TEST(Largest, IsNotIfTheOtherEndGoesOn) {
  Largest largest;
  largest.add(0, {.frame = 3, .size = 100'000, .time = 3 * millisecond});
  largest.add(1, {.frame = 4, .size = 20, .time = 4 * millisecond});
  largest.close(1, 9 * millisecond);
  EXPECT_FALSE(largest.is_last_words(0, 3, 0)) << "it answers: it has read the message";
}

TEST(Largest, IsNotIfItsSenderClosesOrMuchLater) {
  Largest largest;
  largest.add(0, {.frame = 3, .size = 100'000, .time = 3 * millisecond});
  largest.close(0, 9 * millisecond);
  EXPECT_FALSE(largest.is_last_words(0, 3, 0));
  largest.close(1, 2'000 * millisecond);
  EXPECT_FALSE(largest.is_last_words(0, 3, 0));
}

}  // namespace
}  // namespace godot::analysis
