// SPDX-License-Identifier: MIT
#include "answers/tables/tshark_command_line.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace godot::analysis {
namespace {

TsharkCommandLine command_line_of(std::initializer_list<std::string_view> arguments) {
  TsharkCommandLine command_line;
  for (const std::string_view argument : arguments) command_line.take(argument);
  return command_line;
}

TEST(TsharkCommandLine, ReadTheFieldsAndTheFile) {
  const TsharkCommandLine command_line =
      command_line_of({"tshark", "-r", "a.pcap", "-T", "fields", "-e", "godot.node", "-egodot.method"});
  EXPECT_TRUE(command_line.is_known());
  EXPECT_TRUE(command_line.has_fields());
  EXPECT_TRUE(command_line.names("godot.node"));
  EXPECT_TRUE(command_line.names("godot.method"));
  EXPECT_FALSE(command_line.names("godot.problem"));
  EXPECT_EQ(command_line.file(), "a.pcap");
}

TEST(TsharkCommandLine, ReadOptionsBehindOthersWithoutValues) {
  EXPECT_EQ(command_line_of({"tshark", "-2nr", "a.pcap"}).file(), "a.pcap");
  EXPECT_EQ(command_line_of({"tshark", "-nra.pcap"}).file(), "a.pcap");
  // -Y has a value, which ends with the same letters.
  EXPECT_EQ(command_line_of({"tshark", "-Yr", "a.pcap"}).file(), "");
}

TEST(TsharkCommandLine, TakeAValueForAValue) {
  const TsharkCommandLine command_line = command_line_of({"tshark", "-e", "-r", "a.pcap"});
  EXPECT_TRUE(command_line.names("-r"));
  EXPECT_EQ(command_line.file(), "");
  EXPECT_FALSE(command_line_of({"tshark", "-r", "-e"}).has_fields());
}

TEST(TsharkCommandLine, MayBeExpressions) {
  EXPECT_TRUE(command_line_of({"tshark", "-e", "max(godot.cost.own)"}).names("godot.cost.own"));
}

TEST(TsharkCommandLine, AreUnknownWithoutArguments) {
  TsharkCommandLine command_line;
  EXPECT_FALSE(command_line.is_known());
  command_line.take_all("");
  EXPECT_FALSE(command_line.is_known());
  command_line.take_all({"tshark\0-r\0a b.pcap\0-n", 19});
  EXPECT_TRUE(command_line.is_known());
  EXPECT_EQ(command_line.file(), "a b.pcap");
  EXPECT_FALSE(command_line.has_fields());
}

}  // namespace
}  // namespace godot::analysis
