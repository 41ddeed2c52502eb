// SPDX-License-Identifier: MIT
#include "answers/questions/counts/message_rows.h"

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

/// The rows that count, as text.
class Counted final : public Counts {
 public:
  void alone(unsigned title) override { rows += std::to_string(title) + "\n"; }
  void size(unsigned, std::uint32_t) override {}
  void entry(unsigned, const char*) override {}
  int entry(unsigned title, const char* name, std::uint32_t number, bool has_entries) override {
    rows += std::to_string(title) + '/' + name + ' ' + std::to_string(number) + (has_entries ? "+\n" : "\n");
    return 7;
  }
  int below(int row, const char* name, std::uint32_t number, bool, bool from_wire) override {
    rows += std::to_string(row) + '/' + name + ' ' + std::to_string(number) + (from_wire ? "\n" : " ours\n");
    return row + 1;
  }

  std::string rows;
};

std::string rows_of(const CountedMessage& message) {
  Counted counts;
  message.count_in(counts);
  return counts.rows;
}

TEST(CountedMessages, CountTheirNodeAndMember) {
  CountedMessage message = {.kind = "Remote call",
                            .node = "Main/Player",
                            .member = "move",
                            .size = 12,
                            .malformed = false,
                            .from = "",
                            .to = "",
                            .is_news = true};
  EXPECT_EQ(rows_of(message), "0/Remote call 12+\n7/Main/Player 12\n8/move 12\n");
  message.member = nullptr;
  message.malformed = true;
  EXPECT_EQ(rows_of(message), "0/Remote call 12+\n7/Main/Player 12\n8/Method or property not read 12\n1\n");
  message.node = nullptr;
  EXPECT_EQ(rows_of(message), "0/Remote call 12+\n7/Node not read 12 ours\n1\n");
}

}  // namespace
}  // namespace godot::analysis
