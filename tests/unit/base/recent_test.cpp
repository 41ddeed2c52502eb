// SPDX-License-Identifier: MIT
#include "base/recent.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>

namespace godot::analysis {
namespace {

/// A table that counts how often it is asked.
class Asked {
 public:
  int* of(int key) {
    return recent_.of(key, static_cast<std::size_t>(key), [&] {
      ++asked;
      return key < 0 ? nullptr : &table_[key];
    });
  }
  int asked = 0;

 private:
  std::map<int, int> table_;
  Recent<int, int, 4> recent_;
};

TEST(Recent, AsksOnceForEachKey) {
  Asked table;
  *table.of(1) = 10;
  *table.of(2) = 20;
  for (int i = 0; i != 3; ++i) {
    EXPECT_EQ(*table.of(1), 10);
    EXPECT_EQ(*table.of(2), 20);
  }
  EXPECT_EQ(table.asked, 2);
}

TEST(Recent, KeysOfOnePlaceDisplaceEachOther) {
  Asked table;
  *table.of(1) = 10;
  *table.of(5) = 50;
  EXPECT_EQ(*table.of(1), 10);
  EXPECT_EQ(*table.of(5), 50);
  EXPECT_EQ(table.asked, 4);
}

TEST(Recent, AsksAgainForWhatThereIsNot) {
  Asked table;
  EXPECT_EQ(table.of(-1), nullptr);
  EXPECT_EQ(table.of(-1), nullptr);
  EXPECT_EQ(table.asked, 2);
  EXPECT_EQ(*table.of(0), 0) << "the key of a place that was never used";
}

}  // namespace
}  // namespace godot::analysis
