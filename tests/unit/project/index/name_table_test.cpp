// SPDX-License-Identifier: MIT
// Names from the user's rows: which row answers, and which rows are refused.
#include "project/index/name_table.h"

#include <gtest/gtest.h>

using namespace godot::analysis;

namespace {

constexpr const char* checksum = "0123456789abcdef0123456789abcdef";

const names::Node turret = {.path = "Main/Turret"};

TEST(NameTable, AMethodByItsNumber) {
  NameTable table;
  table.set_rows({{"Main/Tur*", "0x10", "aim", ""}, {"Main/*", "16", "other", ""}});
  EXPECT_STREQ(table.method(turret, 16).text, "aim") << "the first row that fits";
  EXPECT_STREQ(table.method({.path = "Main/Gate"}, 16).text, "other");
  EXPECT_EQ(table.method(turret, 17).text, nullptr);
  EXPECT_EQ(table.method({.path = "Turret"}, 16).text, nullptr);
  EXPECT_EQ(table.method({}, 16).text, nullptr) << "nothing is known of the node";
}

TEST(NameTable, ANodeByItsChecksum) {
  NameTable table;
  table.set_rows({{"0123456789ABCDEF0123456789abcdef", "1", "aim", ""}});
  EXPECT_STREQ(table.method({.rpc_md5 = checksum}, 1).text, "aim") << "in capitals, too";
  EXPECT_EQ(table.method({.rpc_md5 = "0123456789abcdef0123456789abcde"}, 1).text, nullptr) << "one digit less";
}

TEST(NameTable, ARowWithoutANumberIsAboutArguments) {
  NameTable table;
  table.set_rows({{"*", "", "aim", ""}, {"*", "", "aim", "where, , how "}});
  EXPECT_EQ(table.method(turret, 0).text, nullptr);
  EXPECT_TRUE(table.signature(turret, "aim").known) << "the row that has arguments";
  EXPECT_EQ(table.signature(turret, "aim").required, 3U);
  EXPECT_STREQ(table.argument(turret, "aim", 0).name.text, "where");
  EXPECT_STREQ(table.argument(turret, "aim", 1).name.text, "");
  EXPECT_STREQ(table.argument(turret, "aim", 2).name.text, "how");
  EXPECT_EQ(table.argument(turret, "aim", 3).name.text, nullptr);
  EXPECT_FALSE(table.signature(turret, "Aim").known);
}

TEST(NameTable, OtherRowsReplaceThem) {
  NameTable table;
  table.set_rows({{"*", "1", "aim", ""}});
  table.set_rows({{"*", "2", "aim", ""}});
  EXPECT_EQ(table.method(turret, 1).text, nullptr);
  EXPECT_STREQ(table.method(turret, 2).text, "aim");
}

TEST(NameTable, RowsThatAreRefused) {
  EXPECT_EQ(fault_of({"*", "65535", "aim", ""}), nullptr);
  EXPECT_EQ(fault_of({"*", "0xFFFF", "aim", ""}), nullptr);
  EXPECT_EQ(fault_of({"*", "", "aim", ""}), nullptr);
  constexpr const char* number = "The method's number must be 0 to 65535, or empty";
  for (const char* wrong : {"65536", "-1", "x", "1x", "1 "}) EXPECT_STREQ(fault_of({"*", wrong, "aim", ""}), number);
  EXPECT_STREQ(fault_of({"*", "1", "", ""}), "The method's name must be given");
  EXPECT_STREQ(fault_of({"", "x", "", ""}),
               "A node's path or the MD5 of its RPC list must be given; * fits every path");
}

}  // namespace
