// SPDX-License-Identifier: MIT
// Which values a row of the table of watches means, and which of their numbers.
#include "analysis/facts/watches.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

namespace godot::analysis::plots {
namespace {

Field field_of(std::string_view filter) {
  Field found = field::none;
  each_field([&](Field each) {
    if (found == field::none && info(each).filter == filter) found = each;
  });
  EXPECT_NE(found, field::none) << filter;
  return found;
}

bool means(std::string_view node, std::string_view what, const WatchedValue& value) {
  return looks_at({.node = node, .what = what, .component = ""}, value);
}

TEST(Watches, OfAProperty) {
  const WatchedValue position = {.node = "Main/Ship", .name = "position", .index = 10};
  EXPECT_TRUE(means("Main/Ship", "position", position));
  EXPECT_TRUE(means("Main/*", "[10]", position));
  EXPECT_FALSE(means("Main", "position", position));
  EXPECT_FALSE(means("*", "[1]", position));
  EXPECT_FALSE(means("*", "10", position)) << "an argument's notation";
  EXPECT_FALSE(means("*", "[10", position));
  for (const char* bracket : {"[", "]", "[]", "10]", "(10)"}) EXPECT_FALSE(means("*", bracket, position)) << bracket;
  EXPECT_FALSE(means("*", "position()", position));
  EXPECT_FALSE(means("*", "position", {.node = nullptr, .name = "position"}));
  EXPECT_FALSE(means("*", "position", {.node = "Main/Ship"})) << "its name is not known";
}

TEST(Watches, OfAListOfProperties) {
  const WatchedValue first = {.node = "Main/Ship", .listed = "always #0"};
  EXPECT_TRUE(means("*", "always #0", first));
  EXPECT_FALSE(means("*", "on change #0", first));
  EXPECT_FALSE(means("*", "always #0", {.node = "Main/Ship"}));
}

TEST(Watches, OfAnArgument) {
  const WatchedValue direction = {.node = "Main/Ship", .method = "move", .name = "direction", .index = 1};
  EXPECT_TRUE(means("*", "move(direction)", direction));
  EXPECT_TRUE(means("*", "move(1)", direction));
  EXPECT_FALSE(means("*", "move(0)", direction));
  EXPECT_FALSE(means("*", "move([1])", direction));
  EXPECT_FALSE(means("*", "turn(direction)", direction));
  EXPECT_FALSE(means("*", "move(direction", direction));
  EXPECT_FALSE(means("*", "direction", direction)) << "a property";
}

TEST(Watches, Components) {
  EXPECT_STREQ(component_of(field_of("godot.variant.vector2.x")), "x");
  EXPECT_STREQ(component_of(field_of("godot.variant.int")), "");
  EXPECT_STREQ(component_of(field_of("godot.variant.bool")), "");
  EXPECT_EQ(component_of(field_of("godot.variant.string")), nullptr);
  EXPECT_EQ(component_of(field_of("enet.sent_time")), nullptr);
}

TEST(Watches, TheNumberThatARowMeans) {
  const Field x = field_of("godot.variant.vector2.x");
  const Field y = field_of("godot.variant.vector2.y");
  ValueNumbers numbers;
  numbers.add(x, Value::of_double(1.5));
  numbers.add(y, Value::of_double(2.5));
  numbers.add(y, Value::of_double(9));
  const auto* found = number_of({.node = "*", .what = "p", .component = "y"}, numbers);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->value, 2.5) << "the first one";
  EXPECT_EQ(number_of({.node = "*", .what = "p", .component = "z"}, numbers), nullptr);
  EXPECT_EQ(number_of({.node = "*", .what = "p", .component = ""}, numbers), nullptr);
  EXPECT_EQ(number_of({.node = "*", .what = "p", .component = "y"}, {}), nullptr);
}

TEST(Watches, Numbers) {
  ValueNumbers numbers;
  const Field whole = field_of("godot.variant.int");
  numbers.add(whole, Value::of_int(-3));
  numbers.add(whole, Value::of_uint(3));
  numbers.add(field_of("godot.variant.bool"), Value::of_bool(true));
  numbers.add(field_of("godot.variant.string"), Value::of_text("7"));
  ASSERT_EQ(numbers.count, 3U) << "a text is none";
  ValueNumbers reals;
  reals.add(field_of("godot.variant.float"), Value::of_float(0.1F));
  reals.add(field_of("godot.variant.bool"), Value::of_bool(false));
  ASSERT_EQ(reals.count, 2U);
  EXPECT_EQ(reals.numbers[0].value, 0.1) << "as it is written, not as its bits are";
  EXPECT_EQ(reals.numbers[1].value, 0);
  EXPECT_EQ(numbers.numbers[0].value, -3);
  EXPECT_EQ(numbers.numbers[1].value, 3);
  EXPECT_EQ(numbers.numbers[2].value, 1);
  for (std::size_t i = 0; i != ValueNumbers::most; ++i) numbers.add(whole, Value::of_int(1));
  EXPECT_EQ(numbers.count, ValueNumbers::most);
}

TEST(Watches, Faults) {
  EXPECT_EQ(fault_of({.node = "*", .what = "position", .component = "x"}), "");
  EXPECT_EQ(fault_of({.node = "*", .what = "position", .component = ""}), "");
  EXPECT_TRUE(fault_of({.node = "", .what = "position", .component = ""}).starts_with("A node's path"));
  EXPECT_TRUE(fault_of({.node = "*", .what = "", .component = ""}).starts_with("A property"));
  EXPECT_TRUE(fault_of({.node = "*", .what = "p", .component = "origin.y"}).empty());
  EXPECT_TRUE(fault_of({.node = "*", .what = "p", .component = "w2"}).starts_with("No value has a component w2:"));
}

TEST(Watches, Notation) {
  static std::deque<std::vector<std::max_align_t>> taken;
  const Arena arena(
      [](void*, std::size_t size) -> void* { return taken.emplace_back(size / sizeof(std::max_align_t) + 1).data(); },
      nullptr);
  EXPECT_STREQ(notation_of({.node = "", .name = "position", .listed = "always #0"}, arena), "position");
  EXPECT_STREQ(notation_of({.node = "", .listed = "always #0"}, arena), "always #0");
  EXPECT_STREQ(notation_of({.node = "", .index = 3}, arena), "[3]");
  EXPECT_STREQ(notation_of({.node = "", .method = "move", .name = "to", .index = 3}, arena), "move(to)");
  EXPECT_STREQ(notation_of({.node = "", .method = "move", .index = 3}, arena), "move(3)");
}

TEST(Watches, WhatIsWorthPlotting) {
  const auto worth = [](std::string_view filter) {
    const Field field = field_of(filter);
    return is_worth_plotting(field, component_of(field));
  };
  EXPECT_TRUE(worth("godot.variant.int"));
  EXPECT_TRUE(worth("godot.variant.vector3.z"));
  EXPECT_TRUE(worth("godot.variant.color.a"));
  EXPECT_TRUE(worth("godot.variant.array.count"));
  EXPECT_FALSE(worth("godot.variant.string.length"));
}

}  // namespace
}  // namespace godot::analysis::plots
