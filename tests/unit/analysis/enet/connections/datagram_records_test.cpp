// SPDX-License-Identifier: MIT
// The records of a frame, asked in any order.
#include "analysis/enet/connections/datagram_records.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::analysis::enet {
namespace {

struct Numbered {
  std::uint32_t frame = 0;
  std::uint32_t number = 0;
};

class RecordsOfFrames : public testing::Test {
 protected:
  /// Every third frame has records: the frame's number modulo 3, plus one.
  void fill(std::uint32_t frames) {
    for (std::uint32_t i = 1; i <= frames; ++i) {
      for (std::uint32_t n = 0; n <= i % 3; ++n) records_.add(3 * i, heap_.arena()).number = n;
    }
  }
  void expect(std::uint32_t i) {
    const Numbered* found = records_.first_of(3 * i);
    ASSERT_NE(found, nullptr) << i;
    EXPECT_EQ(found->frame, 3 * i);
    EXPECT_EQ(found->number, 0U) << "the first one of frame " << 3 * i;
  }

  test::HeapArena heap_;
  Records<Numbered> records_;
};

TEST_F(RecordsOfFrames, None) {
  EXPECT_EQ(records_.first_of(0), nullptr);
  EXPECT_EQ(records_.first_of(1), nullptr);
}

TEST_F(RecordsOfFrames, InOrder) {
  fill(200);
  for (std::uint32_t i = 1; i <= 200; ++i) expect(i);
}

TEST_F(RecordsOfFrames, InAnyOrder) {
  fill(200);
  for (std::uint32_t i = 200; i != 0; --i) expect(i);
  for (std::uint32_t i = 1; i <= 200; ++i) expect(1 + i * 77 % 200);
}

TEST_F(RecordsOfFrames, FramesWithoutRecords) {
  fill(70);
  for (const std::uint32_t frame : {1U, 2U, 4U, 100U, 209U, 211U, 5000U}) EXPECT_EQ(records_.first_of(frame), nullptr);
  expect(70);
}

TEST_F(RecordsOfFrames, StayWhereTheyAre) {
  const Numbered* first = &records_.add(2, heap_.arena());
  fill(100);
  EXPECT_EQ(records_.first_of(2), first);
}

}  // namespace
}  // namespace godot::analysis::enet
