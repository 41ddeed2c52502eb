// SPDX-License-Identifier: MIT
// Properties that follow from the table of commands.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "codec/core/problem.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/walk.h"

namespace godot::test {
namespace {

using multiplayer::Api;
using multiplayer::CommandType;

TEST(Commands, HaveUniqueNumbersInAllGenerations) {
  std::set<std::uint8_t> numbers;
  for (const multiplayer::CommandRow& row : multiplayer::command_rows) {
    if (row.type == CommandType::none || row.type == CommandType::packet) continue;
    const std::uint8_t number = multiplayer::number_of(row.type);
    EXPECT_TRUE(numbers.insert(number).second);
    EXPECT_EQ(value_name(field::godot_command, number), info(row.node).title);
    EXPECT_EQ(multiplayer::node_of(row.type), row.node);
    // Commands that Godot 4 lacks use no number that it could assign later.
    EXPECT_EQ(number >= multiplayer::first_own_number, row.scene < 0) << info(row.node).title;
  }
  EXPECT_EQ(value_name(field::godot_command, multiplayer::number_of(CommandType::remote_set)), "Remote set");
}

TEST(Commands, AreFoundByTheirNumbersOnTheWire) {
  for (const multiplayer::CommandRow& row : multiplayer::command_rows) {
    if (row.scene >= 0) {
      const auto first = static_cast<std::uint8_t>(row.scene);
      EXPECT_EQ(command_type(Api::scene, first), row.type);
      EXPECT_EQ(multiplayer::command_code(Api::scene, first), first) << "the mask is too narrow";
    }
    if (row.named >= 0) {
      EXPECT_EQ(command_type(Api::named, static_cast<std::uint8_t>(row.named)), row.type);
    }
  }
  EXPECT_EQ(command_type(Api::named, static_cast<std::uint8_t>(multiplayer::command_count(Api::named))),
            CommandType::none);
}

std::string facts_of(Api api, const std::vector<std::uint8_t>& message) {
  char text[max_problem_text];
  return std::string(describe(multiplayer::validate(Buffer{message}, {.api = api}).problem, text));
}

/// A relay may carry every command but itself, whatever their numbers: no comparison with a greatest number decides.
TEST(Commands, ARelayInARelayIsNotReportedAsTooLarge) {
  EXPECT_EQ(facts_of(Api::scene, {7, 3, 5, 0, 0, 0, 7, 3, 6, 0, 0, 0, 3, 'x'}),
            "Command code is 7, which cannot be here, at offset 6 [godot.command.code]");
}

TEST(Commands, AnUnknownOneIsComparedWithThoseThatThereAre) {
  EXPECT_EQ(facts_of(Api::named, {5, 0, 0, 0, 0}),
            "Command code 5 is unknown, ids below 5 are expected, at offset 0 [godot.command.code]");
}

}  // namespace
}  // namespace godot::test
