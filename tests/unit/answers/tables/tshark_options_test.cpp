// SPDX-License-Identifier: MIT
#include "answers/tables/tshark_options.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace godot::analysis {
namespace {

TsharkOptions options_of(std::initializer_list<std::string_view> arguments) {
  TsharkOptions options;
  for (const std::string_view argument : arguments) options.take(argument);
  return options;
}

TEST(TsharkOptions, ReadTheFieldsAndTheFile) {
  const TsharkOptions options =
      options_of({"tshark", "-r", "a.pcap", "-T", "fields", "-e", "godot.node", "-egodot.method"});
  EXPECT_TRUE(options.are_known());
  EXPECT_TRUE(options.have_fields());
  EXPECT_TRUE(options.name("godot.node"));
  EXPECT_TRUE(options.name("godot.method"));
  EXPECT_FALSE(options.name("godot.problem"));
  EXPECT_EQ(options.file(), "a.pcap");
}

TEST(TsharkOptions, ReadOptionsBehindOthersWithoutValues) {
  EXPECT_EQ(options_of({"tshark", "-2nr", "a.pcap"}).file(), "a.pcap");
  EXPECT_EQ(options_of({"tshark", "-nra.pcap"}).file(), "a.pcap");
  // -Y has a value, which ends with the same letters.
  EXPECT_EQ(options_of({"tshark", "-Yr", "a.pcap"}).file(), "");
}

TEST(TsharkOptions, TakeAValueForAValue) {
  const TsharkOptions options = options_of({"tshark", "-e", "-r", "a.pcap"});
  EXPECT_TRUE(options.name("-r"));
  EXPECT_EQ(options.file(), "");
  EXPECT_FALSE(options_of({"tshark", "-r", "-e"}).have_fields());
}

TEST(TsharkOptions, MayBeExpressions) {
  EXPECT_TRUE(options_of({"tshark", "-e", "max(godot.cost.own)"}).name("godot.cost.own"));
}

TEST(TsharkOptions, AreUnknownWithoutArguments) {
  TsharkOptions options;
  EXPECT_FALSE(options.are_known());
  options.take_all("");
  EXPECT_FALSE(options.are_known());
  options.take_all({"tshark\0-r\0a b.pcap\0-n", 19});
  EXPECT_TRUE(options.are_known());
  EXPECT_EQ(options.file(), "a b.pcap");
  EXPECT_FALSE(options.have_fields());
}

}  // namespace
}  // namespace godot::analysis
