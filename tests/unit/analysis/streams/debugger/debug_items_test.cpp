// SPDX-License-Identifier: MIT
#include "analysis/streams/debugger/debug_items.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace godot::analysis {
namespace {

using debugger::Direction;
using Lines = std::vector<std::string>;

Lines lines(const DebugItems& items) {
  Lines all;
  for (const auto& item : items)
    all.push_back(std::string(derived_row(item.row).filter) + ' ' +
                  (item.value.text != nullptr ? item.value.text : std::to_string(item.value.number)));
  return all;
}

TEST(DebugItems, OfAMessage) {
  DebugConversation conversation;
  conversation.number = 3;
  const std::string version(debugger::info(debugger::Era::godot4_2).name);
  EXPECT_EQ(lines(items_of(conversation, debugger::Era::godot4_2, Direction::to_editor, "output")),
            (Lines{"godot.debug.stream 3", "godot.debug.version " + version, "godot.debug.direction game to editor",
                   "godot.debug.text output"}));
  EXPECT_EQ(lines(items_of(conversation, debugger::Era::godot4_2, Direction::to_game, "break"))[2],
            "godot.debug.direction editor to game");
}

TEST(DebugItems, LinksOfRequestAndAnswer) {
  const DebugExchange exchange = {.request_frame = 4, .reply_frame = 9, .request_time = 100, .reply_time = 350};
  EXPECT_EQ(lines(links_of(&exchange, Direction::to_game, 0)), (Lines{"godot.debug.response_in 9"}));
  EXPECT_EQ(lines(links_of(&exchange, Direction::to_editor, 0)),
            (Lines{"godot.debug.response_to 4", "godot.debug.response_time 250"}));
}

TEST(DebugItems, ARequestWithoutAnAnswerHasNoLink) {
  const DebugExchange exchange = {.request_frame = 4};
  EXPECT_EQ(lines(links_of(&exchange, Direction::to_game, 0)), Lines{});
  EXPECT_EQ(lines(links_of(nullptr, Direction::to_editor, 0)), Lines{});
}

TEST(DebugItems, AnErrorIsLinkedToItsCause) {
  EXPECT_EQ(lines(links_of(nullptr, Direction::to_editor, 12)), (Lines{"godot.debug.caused_by 12"}));
}

}  // namespace
}  // namespace godot::analysis
