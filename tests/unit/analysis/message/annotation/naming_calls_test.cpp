// SPDX-License-Identifier: MIT
// Rows of the user's table of calls that name peers.
#include "analysis/message/annotation/naming_calls.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "tests/unit/analysis/message/account/game.h"

namespace godot::analysis::annotation {
namespace {

/// Texts of a row, which owns nothing.
struct Row {
  std::string method;
  std::string name;
  std::string id;
  [[nodiscard]] NamingRow row() { return {method.data(), name.data(), id.data()}; }
};

TEST(NamingCalls, ARowNeedsANodeAMethodAndAnArgument) {
  EXPECT_EQ(fault_of(Row{"Network.register", "0", ""}.row()), nullptr);
  EXPECT_EQ(fault_of(Row{"Network.register", "255", "1"}.row()), nullptr);
  EXPECT_NE(fault_of({nullptr, nullptr, nullptr}), nullptr);
  const std::array<Row, 6> wrong = {{{"register", "0", ""},
                                     {"Network.register", "", ""},
                                     {"Network.register", "256", ""},
                                     {"Network.register", "1x", ""},
                                     {"Network.register", "0", "-1"},
                                     {"Network.register", "0", "x"}}};
  for (Row row : wrong) EXPECT_NE(fault_of(row.row()), nullptr) << row.method << ' ' << row.name << ' ' << row.id;
}

TEST(NamingCalls, TheFirstRowForTheEndOfThePathCounts) {
  Row one{"Network.register", "1", "0"};
  Row other{"Main/Network.register", "2", ""};
  const std::array<NamingRow, 2> rows = {one.row(), other.row()};
  const NamingCall call = naming_call(rows, "Main/Network", "register");
  EXPECT_TRUE(call.found);
  EXPECT_EQ(call.name, 1U);
  EXPECT_EQ(call.id, 0);
  EXPECT_EQ(naming_call(std::span(rows).subspan(1), "Main/Network", "register").id, -1) << "the caller's own";
  EXPECT_TRUE(naming_call(rows, "Network", "register").found);
}

TEST(NamingCalls, OtherCallsNameNobody) {
  Row row{"Network.register", "0", ""};
  const std::array<NamingRow, 1> rows = {row.row()};
  EXPECT_FALSE(naming_call(rows, "Main/OldNetwork", "register").found) << "not a whole name";
  EXPECT_FALSE(naming_call(rows, "Network/Main", "register").found);
  EXPECT_FALSE(naming_call(rows, "Network", "register2").found);
  EXPECT_FALSE(naming_call(rows, nullptr, "register").found);
  EXPECT_FALSE(naming_call(rows, "Network", nullptr).found);
  EXPECT_FALSE(naming_call({}, "Network", "register").found);
}

TEST(NamingCalls, MethodsWithoutANameHaveTheirNumber) {
  Row row{"Network.#2", "0", ""};
  const std::array<NamingRow, 1> rows = {row.row()};
  EXPECT_TRUE(naming_call(rows, "Network", "#2").found);
  EXPECT_FALSE(naming_call(rows, "Network", "#21").found);
}

TEST(NamingCalls, NamesAreLiteralsOfTexts) {
  account::Memories memories;
  EXPECT_STREQ(text_of_literal("\"red\"", memories.arena()), "red");
  EXPECT_STREQ(text_of_literal("&\"red\"", memories.arena()), "red");
  EXPECT_STREQ(text_of_literal(R"("a\"b\\")", memories.arena()), "a\"b\\");
  EXPECT_STREQ(text_of_literal("\"cut", memories.arena()), "cut");
  EXPECT_STREQ(text_of_literal("\"\"", memories.arena()), "");
  EXPECT_EQ(text_of_literal("12", memories.arena()), nullptr);
  EXPECT_EQ(text_of_literal("\"", memories.arena()), nullptr);
  EXPECT_EQ(text_of_literal("", memories.arena()), nullptr);
}

}  // namespace
}  // namespace godot::analysis::annotation
