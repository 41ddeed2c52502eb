// SPDX-License-Identifier: MIT
// Which messages are the library's: calls of _rit, pings and their answers; and calls of other games that look alike.
// The bytes of each by what they are for.
#include "analysis/libraries/rollback/find_message.h"

#include <gtest/gtest.h>

#include <string>

#include "analysis/facts/frame_facts.h"
#include "analysis/libraries/rollback/message_facts.h"
#include "tests/unit/analysis/message/calls/library_game.h"

namespace godot::analysis {
namespace {

constexpr std::string_view list = "b4a964fb8149f16c37b7cf9cd87d3cf1";
constexpr std::string_view other_list = "00112233445566778899aabbccddeeff";
/// The call of method 4 of node 5, with bytes that follow; of another method: 2.
const std::string rit = "a0 05000000 04 ";
/// Inputs of ticks 7 and 8, of two bytes and none; wants tick 7, and hash 6; hashes of ticks 6 and 7.
const std::string inputs = "07000000 02 07000000 0200 aabb 0000 06000000 02 06000000 11000000 22000000";
/// A Dictionary with local_time.
const std::string time_of_ping =
    "1b000000 01000000 04000000 0a000000 6c6f63616c5f74696d650000 02000100 0807060504030201";

class RollbackCommands : public testing::Test {
 protected:
  void announce(std::string_view path, std::string_view md5) {
    game_.memory.paths.add(game_.server(), {5, path, md5, 1});
    memory_.has_calls = true;
  }
  const RollbackCommand* command(const std::string& hex, bool learns = true, bool repeated = false) {
    return rollback_command(game_.message(hex, repeated), memory_, learns);
  }
  const facts::Item& divided(const RollbackCommand& command) {
    collection_.begin(facts::Transport::enet);
    facts::Item& item = collection_.add(facts::Kind::remote_call);
    item.own = static_cast<std::uint32_t>(game_.last().bytes.reported);
    add_rollback_parts(command, memory_, collection_, item);
    return item;
  }

  LibraryGame game_;
  RollbackMemory memory_;
  facts::InternedNames names_;
  facts::Collection collection_{game_.host().arena, names_};
};

TEST_F(RollbackCommands, InputsByTheListOfMethods) {
  announce("Sync/NetworkAdaptor", list);
  const RollbackCommand* found = command(rit + inputs);
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->reads);
  EXPECT_FALSE(found->is_ping);
  EXPECT_TRUE(found->known);
  EXPECT_EQ(found->begin, 6U);
  EXPECT_STREQ(found->node, "Sync/NetworkAdaptor");
  const RollbackMessage& mine = found->message;
  EXPECT_EQ(mine.next_input, 7U);
  EXPECT_EQ(mine.next_hash, 6U);
  ASSERT_EQ(mine.inputs.size(), 2U);
  EXPECT_EQ(mine.inputs[1].tick, 8U);
  EXPECT_EQ(mine.inputs[0].bytes.size(), 2U);
  EXPECT_NE(mine.inputs[0].digest, mine.inputs[1].digest);
  ASSERT_EQ(mine.hashes.size(), 2U);
  EXPECT_EQ(mine.hashes[1].hash, 0x22U);
  EXPECT_EQ(mine.frame, game_.frame);
}

TEST_F(RollbackCommands, BytesOfAnotherSerializer) {
  announce("Sync/NetworkAdaptor", list);
  const RollbackCommand* found = command(rit + "010203");
  ASSERT_NE(found, nullptr);
  EXPECT_FALSE(found->reads);
  EXPECT_FALSE(found->known) << "nothing is learned from them";
}

/// The path alone names it: then the bytes have to fit.
TEST_F(RollbackCommands, ASubclassWithMethodsOfItsOwn) {
  announce("Sync/NetworkAdaptor", other_list);
  ASSERT_NE(command(rit + inputs), nullptr);
  EXPECT_EQ(command(rit + "010203"), nullptr);
}

TEST_F(RollbackCommands, AnotherNode) {
  announce("Main/Player", other_list);
  EXPECT_EQ(command(rit + inputs), nullptr);
}

TEST_F(RollbackCommands, NothingIsParsedBeforeTheNodeIsNamed) {
  game_.memory.paths.add(game_.server(), {5, "Sync/NetworkAdaptor", list, 1});
  EXPECT_EQ(command(rit + inputs), nullptr);
  EXPECT_EQ(command("01 " + std::string(64, '0') + " 00 05000000 4e6574776f726b41646170746f7200"), nullptr);
  EXPECT_TRUE(memory_.has_calls) << "its path was announced";
  EXPECT_NE(command(rit + inputs), nullptr);
}

TEST_F(RollbackCommands, ACopyTeachesNothing) {
  announce("Sync/NetworkAdaptor", list);
  const RollbackCommand* found = command(rit + inputs, true, true);
  ASSERT_NE(found, nullptr);
  EXPECT_FALSE(found->known);
  found = command(rit + inputs, false);
  ASSERT_NE(found, nullptr);
  EXPECT_FALSE(found->known) << "the second pass learns nothing either";
}

TEST_F(RollbackCommands, PingsStayCalls) {
  announce("Sync/NetworkAdaptor", list);
  const RollbackCommand* found = command("20 05000000 00 01 " + time_of_ping);
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->is_ping);
  EXPECT_FALSE(found->reads);
  EXPECT_EQ(found->message.what, RollbackMessage::What::ping);
  EXPECT_EQ(found->message.ping_time, 0x0102030405060708);
  EXPECT_TRUE(found->known);
  EXPECT_FALSE(command("20 05000000 00 01 " + time_of_ping, true, true)->known) << "a copy";
  found = command("20 05000000 01 01 " + time_of_ping);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->message.what, RollbackMessage::What::answer);
  const facts::Item& item = divided(*found);
  EXPECT_EQ(item.kind, facts::Kind::remote_call);
  EXPECT_EQ(item.library, &found->message);
  EXPECT_EQ(command("20 05000000 00 01 02000000 07000000"), nullptr) << "a ping without its time";
}

TEST_F(RollbackCommands, AStartBeginsAnotherMatch) {
  announce("Sync/NetworkAdaptor", list);
  const std::string start = "20 05000000 02 00";
  const std::string first_tick = "00000000 01 01000000 0000 06000000 00";
  EXPECT_EQ(command(rit + inputs)->message.match, 1U);
  EXPECT_EQ(command(start, true, true), nullptr);
  EXPECT_EQ(command(start, false), nullptr);
  EXPECT_EQ(command(rit + first_tick)->message.match, 1U) << "a copy, and the second pass, start nothing";
  EXPECT_EQ(command(start), nullptr) << "it stays a call";
  EXPECT_EQ(command(rit + first_tick)->message.match, 2U);
}

TEST_F(RollbackCommands, PartsOfTheFirstMessageAndOfARepetition) {
  announce("Sync/NetworkAdaptor", list);
  const facts::Item& first = divided(*command(rit + inputs));
  EXPECT_EQ(first.kind, facts::Kind::rollback);
  ASSERT_NE(first.parts, nullptr);
  EXPECT_STREQ(first.parts->node, "Sync/NetworkAdaptor");
  EXPECT_STREQ(first.parts->member, "inputs");
  EXPECT_EQ(first.parts->own, 2U);
  ASSERT_NE(first.parts->next, nullptr);
  EXPECT_STREQ(first.parts->next->member, "state hashes");
  EXPECT_EQ(first.parts->next->own, 8U);
  EXPECT_EQ(first.own, 10U);
  EXPECT_EQ(first.own + first.protocol, game_.last().bytes.reported) << "nothing is lost";
  EXPECT_EQ(first.parts->protocol + first.parts->next->protocol, first.protocol);

  const facts::Item& second = divided(*command(rit + inputs));
  ASSERT_NE(second.parts, nullptr);
  EXPECT_STREQ(second.parts->member, "inputs (again)");
}

/// A message that has all inputs and hashes of the other confirms them, and has none of its own.
TEST_F(RollbackCommands, AMessageThatOnlyConfirmsIsNotDivided) {
  announce("Sync/NetworkAdaptor", list);
  const RollbackCommand* found = command(rit + "07000000 00 06000000 00");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->message.next_input, 7U);
  const facts::Item& item = divided(*found);
  EXPECT_EQ(item.kind, facts::Kind::rollback);
  EXPECT_EQ(item.parts, nullptr);
  EXPECT_EQ(item.own, game_.last().bytes.reported);
  EXPECT_EQ(item.protocol, 0U);
}

TEST_F(RollbackCommands, FragmentsAreNotDivided) {
  announce("Sync/NetworkAdaptor", list);
  const RollbackCommand* found = command(rit + inputs);
  facts::Item item{.kind = facts::Kind::remote_call};
  item.message = 1;
  add_rollback_parts(*found, memory_, collection_, item);
  EXPECT_EQ(item.kind, facts::Kind::rollback);
  EXPECT_EQ(item.parts, nullptr);
}

}  // namespace
}  // namespace godot::analysis
