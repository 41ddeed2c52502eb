// SPDX-License-Identifier: MIT
#include "answers/tables/bounded_names.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis {
namespace {

TEST(BoundedNames, HaveARowEachUpToTheLimit) {
  BoundedNames names;
  for (unsigned i = 0; i < BoundedNames::most; ++i) ASSERT_TRUE(names.has_row(1, std::to_string(i))) << i;
  EXPECT_FALSE(names.has_row(1, "one more"));
  EXPECT_FALSE(names.has_row(1, "and another"));
  // Those that have a row keep it.
  EXPECT_TRUE(names.has_row(1, "0"));
  EXPECT_TRUE(names.has_row(1, std::to_string(BoundedNames::most - 1)));
}

TEST(BoundedNames, AreCountedForEachParent) {
  BoundedNames names;
  for (unsigned i = 0; i < BoundedNames::most; ++i) ASSERT_TRUE(names.has_row(1, std::to_string(i)));
  EXPECT_TRUE(names.has_row(2, "one more"));
  EXPECT_FALSE(names.has_row(1, "one more"));
}

TEST(BoundedNames, DoNotCountAgain) {
  BoundedNames names;
  for (unsigned i = 0; i <= BoundedNames::most; ++i) ASSERT_TRUE(names.has_row(1, "the same"));
  EXPECT_TRUE(names.has_row(1, "another"));
}

}  // namespace
}  // namespace godot::analysis
