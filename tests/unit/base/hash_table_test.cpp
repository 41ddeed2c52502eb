// SPDX-License-Identifier: MIT
#include "base/hash_table.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/number_hash.h"

namespace godot::analysis {
namespace {

TEST(HashTable, FindsWhatWasAddedAndNothingElse) {
  HashTable<std::uint32_t, std::string, NumberHash> table;
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.find(1), nullptr);
  const auto [first, is_new] = table.try_emplace(1, std::string("one"));
  EXPECT_TRUE(is_new);
  EXPECT_EQ(*first, std::string("one"));
  const auto [again, is_new_again] = table.try_emplace(1, std::string("another"));
  EXPECT_FALSE(is_new_again);
  EXPECT_EQ(again, first);
  EXPECT_EQ(*table.find(1), std::string("one"));
  EXPECT_EQ(table.find(2), nullptr);
  EXPECT_EQ(table.size(), 1U);
  table.clear();
  EXPECT_EQ(table.find(1), nullptr);
}

TEST(HashTable, EntriesStayInPlaceWhileItGrows) {
  constexpr std::uint32_t count = 10'000;
  HashTable<std::uint32_t, std::uint32_t, NumberHash> table;
  std::vector<const std::uint32_t*> places;
  for (std::uint32_t i = 0; i < count; ++i) {
    table[i * 3] = i;
    places.push_back(table.find(i * 3));
  }
  EXPECT_EQ(table.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_EQ(table.find(i * 3), places[i]);
    ASSERT_EQ(*places[i], i);
    ASSERT_EQ(table.find(i * 3 + 1), nullptr);
  }
}

/// Blocks of entries have about 2 KiB: of larger ones, each has its own.
TEST(HashTable, EntriesMayBeLarge) {
  HashTable<std::uint32_t, std::array<std::uint32_t, 1000>, NumberHash> table;
  for (std::uint32_t i = 0; i != 100; ++i) table[i].back() = i;
  EXPECT_EQ(table.size(), 100U);
  for (std::uint32_t i = 0; i != 100; ++i) EXPECT_EQ(table.find(i)->back(), i);
  table.clear();
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.find(1), nullptr);
  EXPECT_TRUE(table.try_emplace(1).second);
  EXPECT_EQ(table.size(), 1U);
}

/// A place is of one key: with another one it is looked up, and then is that one's.
TEST(HashTable, PlacesAreOfTheirKey) {
  HashTable<std::uint32_t, std::uint32_t, NumberHash> table;
  HashTable<std::uint32_t, std::uint32_t, NumberHash>::Place last;
  table.at(5, last) = 50;
  EXPECT_EQ(&table.at(5, last), table.find(5)) << "without a search";
  EXPECT_EQ(table.at(6, last), 0U) << "it is new";
  table.at(6, last) = 60;
  for (std::uint32_t i = 100; i != 1000; ++i) table[i] = i;
  EXPECT_EQ(table.at(6, last), 60U) << "entries stay in place";
  EXPECT_EQ(table.at(5, last), 50U);
  EXPECT_EQ(*table.find(6), 60U);
  EXPECT_EQ(table.size(), 902U);
}

/// All keys have the same hash.
struct SameHash {
  std::size_t operator()(std::uint32_t) const noexcept { return 5; }
};

TEST(HashTable, KeysOfTheSameHashAreDifferent) {
  constexpr std::uint32_t count = 100;
  HashTable<std::uint32_t, std::uint32_t, SameHash> table;
  for (std::uint32_t i = 0; i < count; ++i) table[i] = i + 1;
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(*table.find(i), i + 1);
  EXPECT_EQ(table.find(count), nullptr);
}

}  // namespace
}  // namespace godot::analysis
