// SPDX-License-Identifier: MIT
#include "base/flow_table.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

TEST(FlowTable, BothDirectionsShareAnEntry) {
  FlowTable<std::uint8_t> table;
  count_up(table.of({4433, 50000}));
  EXPECT_EQ(table.of({50000, 4433}), 1);
  EXPECT_EQ(table.of({50001, 4433}), 0);
}

TEST(FlowTable, LayersAreApart) {
  FlowTable<std::uint8_t> table;
  count_up(table.of({4433, 50000, 5}));
  EXPECT_EQ(table.of({50000, 4433, 5}), 1);
  EXPECT_EQ(table.of({50000, 4433, 7}), 0);
}

TEST(FlowTable, CountersStayAtTheirLimit) {
  FlowTable<std::uint8_t> table;
  for (int i = 0; i != 300; ++i) count_up(table.of({1, 2}));
  EXPECT_EQ(table.of({1, 2}), 255);
  table.reset();
  EXPECT_EQ(table.of({1, 2}), 0);
}

}  // namespace
}  // namespace godot::analysis
