// SPDX-License-Identifier: MIT
#include "base/number_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

using godot::analysis::chain_hash;
using godot::analysis::hash_numbers;

constexpr std::uint32_t keys = 4096;
// The divisors of standard libraries: primes in some, powers of two in others.
constexpr std::size_t places[] = {4096, 5087};

/// The number of keys among `key(0)`, `key(1)`, ... in the fullest bucket.
template <class Key>
std::size_t fullest(std::size_t modulus, Key key) {
  std::vector<std::size_t> count(modulus);
  for (std::uint32_t i = 0; i != keys; ++i) ++count[key(i) % modulus];
  return *std::max_element(count.begin(), count.end());
}

/// A random hash gives about eight. The factors differ in every run: the bound leaves room.
constexpr std::size_t most_in_one = 512;

TEST(NumberHash, IdsThatAreFarApart) {
  for (const std::size_t modulus : places) {
    for (const std::uint32_t step : {1U, 4096U, 5087U, 1U << 16U, 1U << 20U})
      EXPECT_LT(fullest(modulus, [&](std::uint32_t i) { return hash_numbers(i * step); }), most_in_one) << step;
  }
}

TEST(NumberHash, MessagesOfFrames) {
  for (const std::size_t modulus : places) {
    EXPECT_LT(fullest(modulus, [](std::uint32_t i) { return hash_numbers(i / 64, i % 64, 0U); }), most_in_one);
    EXPECT_LT(fullest(modulus, [](std::uint32_t i) { return hash_numbers(i, i << 20U, ~i); }), most_in_one);
  }
}

TEST(NumberHash, PlacesInMemory) {
  std::vector<char> memory(std::size_t{keys} * 64);
  for (const std::size_t modulus : places) {
    EXPECT_LT(fullest(modulus, [&](std::uint32_t i) { return hash_numbers(&memory[std::size_t{i} * 64]); }),
              most_in_one);
  }
}

TEST(NumberHash, EveryPartCounts) {
  EXPECT_EQ(hash_numbers(1U, -2, true), hash_numbers(1U, -2, true));
  EXPECT_NE(hash_numbers(1U, 2U), hash_numbers(2U, 1U));
  EXPECT_NE(hash_numbers(7U, false), hash_numbers(7U, true));
  EXPECT_NE(hash_numbers(std::uint64_t{1}), hash_numbers(std::uint64_t{1} << 32U));
  EXPECT_NE(hash_numbers(-1), hash_numbers(1));
}

TEST(NumberHash, TheOrderOfASequenceCounts) {
  EXPECT_NE(chain_hash(chain_hash(0, 1), 2), chain_hash(chain_hash(0, 2), 1));
  EXPECT_NE(chain_hash(0, 0), chain_hash(chain_hash(0, 0), 0));
}

}  // namespace
