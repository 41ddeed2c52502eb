// SPDX-License-Identifier: MIT
#include "analysis/facts/digest.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace godot::analysis::facts {
namespace {

constexpr std::size_t longest = 25;

std::vector<std::uint8_t> bytes_of(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i != size; ++i) bytes[i] = static_cast<std::uint8_t>(0x11 * i + 1);
  return bytes;
}

/// Each byte counts, at each place of each size: so the last word has all that are left, and no others.
TEST(Digest, DependsOnEachByte) {
  for (std::size_t size = 0; size != longest; ++size) {
    std::vector<std::uint8_t> bytes = bytes_of(size);
    std::set<std::uint64_t> seen{digest(bytes)};
    for (std::uint8_t& byte : bytes) {
      for (unsigned bit = 0; bit != 8; ++bit) {
        byte ^= static_cast<std::uint8_t>(1U << bit);
        EXPECT_TRUE(seen.insert(digest(bytes)).second) << "size " << size << ", byte " << &byte - bytes.data();
        byte ^= static_cast<std::uint8_t>(1U << bit);
      }
    }
    EXPECT_TRUE(seen.contains(digest(bytes)));
  }
}

TEST(Digest, DoesNotReadBeyondTheEnd) {
  for (std::size_t size = 0; size != longest; ++size) {
    std::vector<std::uint8_t> bytes = bytes_of(size + 1);
    const std::uint64_t before = digest(std::span(bytes).first(size));
    bytes[size] = 0xFF;
    EXPECT_EQ(digest(std::span(bytes).first(size)), before) << size;
    EXPECT_EQ(digest(bytes_of(size)), before) << size;
  }
}

TEST(LastWord, HasItsBytesLeastSignificantFirst) {
  const std::vector<std::uint8_t> bytes = bytes_of(7);
  std::uint64_t word = 0;
  for (std::size_t size = 1; size != 8; ++size) {
    word |= std::uint64_t{bytes[size - 1]} << 8 * (size - 1);
    EXPECT_EQ(last_word(std::span(bytes).first(size)), word) << size;
  }
}

}  // namespace
}  // namespace godot::analysis::facts
