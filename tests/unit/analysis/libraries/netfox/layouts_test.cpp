// SPDX-License-Identifier: MIT
// Rows of properties, and layouts from projects.
#include "analysis/libraries/netfox/layouts.h"

#include <gtest/gtest.h>

#include "base/glob.h"

namespace godot::analysis {
namespace {

using netfox::Scalar;
using netfox::Shape;

TEST(NetfoxLayouts, Rows) {
  NetfoxProperties properties;
  ASSERT_TRUE(parse("position: vec2f32, items: array_of(varuint, uint8) ,health", properties));
  EXPECT_EQ(properties.names, (std::vector<std::string>{"position", "items", "health"}));
  EXPECT_EQ(properties.schemas[0].root().shape, Shape::vector2);
  EXPECT_EQ(properties.schemas[1].root().scalar, Scalar::uint8);
  EXPECT_EQ(properties.schemas[2].root().shape, Shape::variant);
  for (const char* bad : {"", " ", "a,,b", "a: none", ": vec2f16", "a: vec2f16 x"}) {
    NetfoxProperties none;
    EXPECT_FALSE(parse(bad, none)) << bad;
  }
}

TEST(NetfoxLayouts, RowsThatAreRefused) {
  EXPECT_EQ(netfox_row_fault("*", "sync", "position: vec2f32, health"), nullptr);
  EXPECT_STREQ(netfox_row_fault("", "x", ""), "A node's path must be given; * fits every path");
  EXPECT_STREQ(netfox_row_fault("*", "States", "health"), "The list must be state, input or sync");
  EXPECT_STREQ(netfox_row_fault("*", "state", "health: vec9"),
               "Properties are names with commas between them, each with a schema behind a colon if it has one");
}

TEST(NetfoxLayouts, PathsInFrontOfProperties) {
  NetfoxProperties properties;
  ASSERT_TRUE(parse("position, Health:value: uint8, Health:name: variant", properties));
  EXPECT_EQ(properties.names, (std::vector<std::string>{"position", "Health:value", "Health:name"}));
  EXPECT_EQ(properties.schemas[1].root().scalar, Scalar::uint8);
  EXPECT_EQ(properties.schemas[2].root().shape, Shape::variant);
  for (const char* bad : {"Health:value", "Health:value: none", "A:b:c: uint8"}) {
    NetfoxProperties none;
    EXPECT_FALSE(parse(bad, none)) << bad;
  }
}

TEST(NetfoxLayouts, Patterns) {
  EXPECT_TRUE(fits("/root/Main/*", "/root/Main/Players/1"));
  EXPECT_TRUE(fits("*/Input", "/root/Main/Players/1/Input"));
  EXPECT_TRUE(fits("/root/?/a*b*", "/root/x/aab"));
  EXPECT_TRUE(fits("*", ""));
  EXPECT_FALSE(fits("*/Input", "/root/Main/Inputs"));
  EXPECT_FALSE(fits("/root/Main", "/root/Main/A"));
  EXPECT_FALSE(fits("", "a"));
}

TEST(NetfoxLayouts, TheFirstRowThatFits) {
  NetfoxLayouts layouts;
  NetfoxProperties input;
  NetfoxProperties state;
  ASSERT_TRUE(parse("movement", input) && parse("position", state));
  layouts.add("*/Input", NetfoxList::input, std::move(input));
  layouts.add("*", NetfoxList::state, std::move(state));
  const NetfoxProperties* found = nullptr;
  ASSERT_TRUE(layouts.find("/root/A/Input", NetfoxList::input, found));
  EXPECT_EQ(found->names.front(), "movement");
  ASSERT_TRUE(layouts.find("/root/A/Input", NetfoxList::state, found));
  EXPECT_EQ(found->names.front(), "position");
  EXPECT_FALSE(layouts.find("/root/A", NetfoxList::sync, found));
  layouts.remember("/root/A", NetfoxList::sync);
  ASSERT_TRUE(layouts.find("/root/A", NetfoxList::sync, found));
  EXPECT_EQ(found, nullptr);
}

/// A hostile capture has paths without end: the answers for 65536 are kept, and a project is not searched for more.
TEST(NetfoxLayouts, AnswersAreLimited) {
  NetfoxLayouts layouts;
  const NetfoxProperties* found = nullptr;
  const auto is_answered = [&](std::uint32_t number) {
    found = nullptr;
    return layouts.find("/root/" + std::to_string(number), NetfoxList::state, found);
  };
  constexpr std::uint32_t most = 1U << 16;
  for (std::uint32_t i = 0; i + 1 != most; ++i) layouts.remember("/root/" + std::to_string(i), NetfoxList::state);
  EXPECT_FALSE(is_answered(most)) << "one more is searched for";
  layouts.remember("/root/last", NetfoxList::state);
  EXPECT_TRUE(is_answered(most));
  EXPECT_EQ(found, nullptr);
  EXPECT_FALSE(layouts.find("/root/0", NetfoxList::sync, found)) << "each list has its own";
  layouts.clear();
  EXPECT_FALSE(is_answered(0));
}

TEST(NetfoxLayouts, WhatWasRememberedIsFound) {
  NetfoxLayouts layouts;
  NetfoxProperties properties;
  ASSERT_TRUE(parse("position", properties));
  const NetfoxProperties* kept = layouts.remember("/root/A", NetfoxList::state, std::move(properties));
  const NetfoxProperties* found = nullptr;
  ASSERT_TRUE(layouts.find("/root/A", NetfoxList::state, found));
  EXPECT_EQ(found, kept);
  EXPECT_EQ(found->names.front(), "position");
  NetfoxProperties other;
  ASSERT_TRUE(parse("health", other));
  layouts.add("/root/A", NetfoxList::state, std::move(other));
  ASSERT_TRUE(layouts.find("/root/A", NetfoxList::state, found));
  EXPECT_EQ(found->names.front(), "health") << "the user's row comes first";
}

/// Those of calls before netfox 1.40 come from the whole path, with a colon in front of a property of the node itself.
TEST(NetfoxLayouts, Indexes) {
  NetfoxProperties properties;
  ASSERT_TRUE(parse("position, Health:value: uint8", properties));
  EXPECT_EQ(properties.indexes, (std::vector<std::uint8_t>{148, 82}));
}

TEST(NetfoxLayouts, BlanksAndBrackets) {
  NetfoxProperties properties;
  ASSERT_TRUE(parse("\t a\t, b: dictionary(array_of(uint8, uint8), varuint)\t ,c", properties));
  EXPECT_EQ(properties.names, (std::vector<std::string>{"a", "b", "c"}));
}

}  // namespace
}  // namespace godot::analysis
