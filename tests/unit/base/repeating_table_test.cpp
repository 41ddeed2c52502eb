// SPDX-License-Identifier: MIT
#include "base/repeating_table.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

#include "base/number_hash.h"

namespace godot::analysis {
namespace {

/// Counts how often it is asked: a key that comes where it came before needs no search.
struct CountedHash {
  static inline int asked = 0;
  std::size_t operator()(std::uint32_t key) const noexcept {
    ++asked;
    return NumberHash{}(key);
  }
};
using Table = RepeatingTable<std::uint32_t, std::uint32_t, CountedHash>;

TEST(RepeatingTable, IsNotSearchedForKeysInTheSameOrder) {
  Table table;
  for (const std::uint32_t key : {1U, 2U, 3U, 1U}) table.try_emplace(key, key * 10);
  CountedHash::asked = 0;
  for (const std::uint32_t key : {2U, 3U, 1U, 2U, 3U}) {
    const auto [value, is_new] = table.try_emplace(key, 0);
    EXPECT_EQ(*value, key * 10);
    EXPECT_FALSE(is_new);
  }
  EXPECT_EQ(*table.find(1), 10U);
  EXPECT_EQ(CountedHash::asked, 0);
  EXPECT_EQ(*table.find(3), 30U) << "in another order";
  EXPECT_EQ(CountedHash::asked, 1);
  EXPECT_EQ(table.size(), 3U);
}

TEST(RepeatingTable, FindsWhatWasAddedAndNothingElseInAnyOrder) {
  std::mt19937 random(5);
  Table table;
  std::map<std::uint32_t, std::uint32_t> wanted;
  for (std::uint32_t i = 0; i != 20'000; ++i) {
    const auto key = static_cast<std::uint32_t>(random() % 3'000);
    const auto known = wanted.find(key);
    if (i % 3 == 0) {
      const std::uint32_t* found = table.find(key);
      ASSERT_EQ(found != nullptr, known != wanted.end());
      if (found != nullptr) {
        ASSERT_EQ(*found, known->second);
      }
      continue;
    }
    const auto [value, is_new] = table.try_emplace(key, i);
    ASSERT_EQ(is_new, known == wanted.end());
    ASSERT_EQ(*value, wanted.try_emplace(key, i).first->second);
  }
  EXPECT_EQ(table.size(), wanted.size());
}

TEST(RepeatingTable, IsEmptyAtFirst) {
  Table table;
  EXPECT_EQ(table.find(0), nullptr);
  EXPECT_EQ(table.size(), 0U);
}

}  // namespace
}  // namespace godot::analysis
