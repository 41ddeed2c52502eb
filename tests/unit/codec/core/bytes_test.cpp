// SPDX-License-Identifier: MIT
// Numbers are read as they were written, in either byte order and on any host.
#include "codec/core/bytes.h"

#include <gtest/gtest.h>

namespace godot::test {
namespace {

constexpr std::uint8_t bytes[] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88};

TEST(Bytes, LeastSignificantFirst) {
  EXPECT_EQ(load_le<std::uint16_t>(bytes), 0x0201);
  EXPECT_EQ(load_le<std::uint32_t>(bytes), 0x04030201U);
  EXPECT_EQ(load_le<std::uint64_t>(bytes), 0x8807060504030201U);
  EXPECT_LT(load_le<std::int64_t>(bytes), 0);
}

TEST(Bytes, MostSignificantFirst) {
  EXPECT_EQ(load_be16(bytes), 0x0102);
  EXPECT_EQ(load_be32(bytes), 0x01020304U);
  EXPECT_EQ((load<std::uint64_t, std::endian::big>(bytes)), 0x0102030405060788U);
}

TEST(Bytes, RealNumbers) {
  constexpr std::uint8_t single[] = {0x00, 0x00, 0xc0, 0x3f};
  constexpr std::uint8_t wide[] = {0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a};
  EXPECT_EQ(load_le<float>(single), 1.5F);
  EXPECT_EQ((load<double, std::endian::big>(wide)), 0.1);
}

}  // namespace
}  // namespace godot::test
