// SPDX-License-Identifier: MIT
#include "answers/questions/message_rows.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis {
namespace {

TEST(MessageRows, ANodeHasNoRowOfTheTreesOwn) {
  EXPECT_STREQ(row_of_node("Main"), "Main");
  for (const char* own : {messages_by_kind, malformed_messages})
    EXPECT_EQ(row_of_node(own), std::string(own) + ", a node");
}

TEST(MessageRows, AMessageWithoutItsNodeIsCounted) {
  EXPECT_STREQ(row_without_node("Remote call", false), "Node not read");
  EXPECT_STREQ(row_without_node("Despawn", true), "Node not read");
  EXPECT_STREQ(row_without_node("Sync", true), "Node not read");
  EXPECT_STREQ(row_without_node("Sync", false), "Several nodes in one message");
  EXPECT_EQ(row_without_node("Raw", true), nullptr) << "it has none";
  EXPECT_EQ(row_without_node("Remote", true), nullptr);
}

TEST(MessageRows, ACallWithoutItsMethodIsCounted) {
  EXPECT_STREQ(row_without_member("Remote call"), "Method or property not read");
  EXPECT_STREQ(row_without_member("Remote set"), "Method or property not read");
  EXPECT_EQ(row_without_member("Spawn"), nullptr);
}

}  // namespace
}  // namespace godot::analysis
