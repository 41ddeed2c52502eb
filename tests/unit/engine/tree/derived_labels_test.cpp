// SPDX-License-Identifier: MIT
// The labels of derived fields, one for each kind, beside those that Wireshark writes.
#include "engine/tree/derived_labels.h"

#include <gtest/gtest.h>

#include "codec/multiplayer/fields.h"
#include "codec/relay/relay_fate.h"

namespace godot::engine {
namespace {

using analysis::DerivedKind;
using analysis::DerivedValue;

std::string label(DerivedKind kind, DerivedValue value) {
  return label_of({.kind = kind, .filter = "a.b", .title = "Title", .blurb = ""}, value);
}

TEST(DerivedLabels, OfTextsAndOfFieldsWithoutAValue) {
  EXPECT_EQ(label(DerivedKind::text, "move"), "Title: move");
  EXPECT_EQ(label(DerivedKind::subtree, {}), "Title");
}

TEST(DerivedLabels, OfWholeNumbers) {
  EXPECT_EQ(label(DerivedKind::number, 4294967295U), "Title: 4294967295");
  EXPECT_EQ(label(DerivedKind::number16, 7), "Title: 7");
  EXPECT_EQ(label(DerivedKind::number64, std::uint64_t{1} << 40U), "Title: 1099511627776");
  EXPECT_EQ(label(DerivedKind::integer, -3), "Title: -3");
  EXPECT_EQ(label(DerivedKind::hexadecimal, 171), "Title: 0x000000ab");
  EXPECT_EQ(label(DerivedKind::frame_of_request, 12), "Title: 12");
  EXPECT_EQ(label(DerivedKind::boolean, true), "Title: True");
  EXPECT_EQ(label(DerivedKind::boolean, false), "Title: False");
}

TEST(DerivedLabels, OfTimesAndRealNumbers) {
  EXPECT_EQ(label(DerivedKind::time, 1'012'000'000), "Title: 1.012000000 seconds");
  EXPECT_EQ(label(DerivedKind::tenths, 124), "Title: 12.4");
  EXPECT_EQ(label(DerivedKind::milliseconds, 12'345'000), "Title: 12.345");
  EXPECT_EQ(label(DerivedKind::real, 0.75), "Title: 0.75");
}

TEST(DerivedLabels, OfNumbersWithNames) {
  EXPECT_EQ(label(DerivedKind::transfer_mode, 2), "Title: Reliable (2)");
  const auto passed = static_cast<std::uint32_t>(relay::Outcome::passed);
  EXPECT_EQ(label(DerivedKind::relay_outcome, passed), "Title: passed (" + std::to_string(passed) + ")");
}

TEST(DerivedLabels, AFieldOfTheWireHasTheNameOfTheCodec) {
  const analysis::DerivedRow row = {DerivedKind::text, nullptr, nullptr, nullptr, field::godot_node_path};
  EXPECT_EQ(label_of(row, "Main"), "Node path: Main");
  EXPECT_STREQ(filter_of(row), "godot.node.path");
}

}  // namespace
}  // namespace godot::engine
