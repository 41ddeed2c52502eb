// SPDX-License-Identifier: MIT
#include "base/pointer_list.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <utility>

namespace {

using godot::analysis::PointerList;

TEST(PointerList, IsAsLargeAsAPointer) { EXPECT_EQ(sizeof(PointerList<int>), sizeof(int*)); }

TEST(PointerList, BeginsEmpty) {
  const PointerList<int> list;
  EXPECT_TRUE(list.all().empty());
  EXPECT_EQ(list.back(), nullptr);
}

TEST(PointerList, KeepsTheOrder) {
  std::array<int, 100> objects{};
  PointerList<int> list;
  for (std::size_t count = 1; count <= objects.size(); ++count) {
    list.push_back(&objects[count - 1]);
    EXPECT_EQ(list.back(), &objects[count - 1]);
    ASSERT_EQ(list.all().size(), count);
    for (std::size_t i = 0; i != count; ++i) ASSERT_EQ(list.all()[i], &objects[i]);
  }
}

TEST(PointerList, ReplacesTheLastOne) {
  std::array<int, 4> objects{};
  PointerList<int> list;
  list.push_back(&objects[0]);
  list.replace_back(&objects[1]);
  ASSERT_EQ(list.all().size(), 1U);
  EXPECT_EQ(list.back(), &objects[1]);
  list.push_back(&objects[2]);
  list.replace_back(&objects[3]);
  ASSERT_EQ(list.all().size(), 2U);
  EXPECT_EQ(list.all()[0], &objects[1]);
  EXPECT_EQ(list.all()[1], &objects[3]);
}

TEST(PointerList, MovesWithItsEntries) {
  std::array<int, 3> objects{};
  for (const std::size_t count : {std::size_t{1}, objects.size()}) {
    PointerList<int> from;
    for (std::size_t i = 0; i != count; ++i) from.push_back(&objects[i]);
    PointerList<int> by_construction(std::move(from));
    ASSERT_EQ(by_construction.all().size(), count);
    PointerList<int> by_assignment;
    by_assignment = std::move(by_construction);
    ASSERT_EQ(by_assignment.all().size(), count);
    EXPECT_EQ(by_assignment.all()[count - 1], &objects[count - 1]);
  }
}

}  // namespace
