// SPDX-License-Identifier: MIT
// Which messages are netfox's: raw packets, calls of its command server, calls of synchronizers; and messages of other
// games that look alike.
#include "analysis/libraries/netfox/find_command.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/libraries/netfox/messages.h"
#include "tests/unit/project/checksum_of.h"

namespace godot::analysis {
namespace {

using netfox::CommandKind;
using netfox::Form;

class Commands : public testing::Test {
 protected:
  /// Announces a path of the server's under a number.
  void announce(std::uint32_t number, std::string_view path, std::string_view md5) {
    game_.memory.paths.add(game_.server(), {number, path, md5, 1});
    game_.netfox.has_calls = true;
  }
  NetfoxGame game_;
};

TEST_F(Commands, ARawPacketBehindThePrefix) {
  const NetfoxCommand command = game_.command(raw("04", full_state));
  ASSERT_TRUE(command.found);
  EXPECT_EQ(command.form, Form::raw);
  EXPECT_EQ(command.kind, CommandKind::full_state);
  EXPECT_EQ(command.begin, 1U);
  EXPECT_TRUE(command.whole);
  EXPECT_TRUE(command.read.has_tick);
  EXPECT_EQ(command.read.tick, 5U);
  EXPECT_EQ(command.data_size(), 18U);
  EXPECT_TRUE(command.announces());
}

TEST_F(Commands, OtherRawPacketsAreTheGamesOwn) {
  EXPECT_FALSE(game_.command("03 004e47 04 05000000").found) << "another prefix";
  EXPECT_FALSE(game_.command("03 004e46").found) << "no number";
  EXPECT_FALSE(game_.command(raw("04", "0500")).found) << "not a full state to its end";
  EXPECT_FALSE(game_.command(raw("63", "00")).found) << "a command of the game, where none of netfox was seen";
  ASSERT_TRUE(game_.command(raw("04", full_state)).found);
  EXPECT_TRUE(game_.command(raw("63", "00")).found) << "a command of the game, where one was";
}

TEST_F(Commands, NumbersAreLearnedFromIdentities) {
  const std::string identities = raw("0c", "07000000 2f726f6f742f41 05");
  EXPECT_FALSE(game_.command(identities, false).found) << "12 is usually the game's own";
  const NetfoxCommand command = game_.command(identities);
  ASSERT_TRUE(command.found);
  EXPECT_EQ(command.kind, CommandKind::identities);
  EXPECT_TRUE(command.learned);
  EXPECT_EQ(game_.command(raw("07", full_state), false).kind, CommandKind::full_state) << "five before";
}

TEST_F(Commands, ACallOfTheCommandServer) {
  announce(5, "Main/NetworkCommandServer/Transport", "00112233445566778899aabbccddeeff");
  const std::string data = "1d000000 12000000 05000000 03 0c 08000000 02000000 07000000 00";
  const NetfoxCommand command = game_.command("00 05 00 02 02 04 " + data + " 00");
  ASSERT_TRUE(command.found);
  EXPECT_EQ(command.form, Form::data);
  EXPECT_EQ(command.kind, CommandKind::full_state);
  EXPECT_EQ(command.data_size(), command.bytes.reported);
  EXPECT_FALSE(game_.command("00 05 00 01 02 04").found) << "one argument";
  announce(6, "Main/NetworkCommandServers/Transport", "00112233445566778899aabbccddeeff");
  EXPECT_FALSE(game_.command("00 06 00 02 02 04 " + data + " 00").found) << "another name";
}

TEST_F(Commands, ACallOfASynchronizer) {
  const std::string list = test::checksum_of(
      {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_input"});
  announce(5, "Main/Player/Sync/Transmitter", list);
  // Arrays that netfox sent (tests/unit/codec/libraries/netfox/call_walk_test.cpp), tick 70.
  const std::string array =
      "1c0000000900000005000000ef2e4542a416a14205000000e3ffa8c1049d82410200000064000000030000000000000003000000c0e2d73f"
      "040000000b000000706c61796572203020c3a9001c0000000000000002000000000000000200000000000000";
  const std::string inputs =
      "1c0000000700000005000000ca3816bf9433e83e010000000100000003000000c0e2d73f05000000ca3816bf9433e83e0100000000000000"
      "03000000c0e2d73f0200000001000000";
  const NetfoxCommand state = game_.command("00 05 03 02 " + array + " 02 46");
  ASSERT_TRUE(state.found);
  EXPECT_EQ(state.form, Form::array);
  EXPECT_EQ(state.kind, CommandKind::full_state);
  EXPECT_EQ(state.tick, 70U);
  EXPECT_TRUE(state.is_good);
  EXPECT_STREQ(state.node, "/root/Main/Player/Sync") << "its child sends";
  EXPECT_EQ(game_.command("00 05 04 02 02 46 " + inputs).kind, CommandKind::input);
  EXPECT_FALSE(game_.command("00 05 04 02 " + inputs + " 02 46").found) << "inputs follow their tick";
  EXPECT_FALSE(game_.command("00 05 03 02 " + array + " 04 46").found) << "the tick is no int";
  EXPECT_FALSE(game_.command("00 05 03 02 1c000000 00000000 02 46").found) << "empty: any call may have that";
  EXPECT_FALSE(game_.command("00 05 00 02 " + array + " 02 46").found) << "an answer, which has no state";
  announce(7, "Main/Other", test::checksum_of({"a", "b", "c", "_submit_full_state"}));
  EXPECT_FALSE(game_.command("00 07 03 02 " + array + " 02 46").found) << "a list of the game's own";
}

TEST_F(Commands, CallsAreReadOnlyOnceNetfoxWasNamed) {
  game_.memory.paths.add(game_.server(),
                         {5, "Main/NetworkCommandServer/Transport", "00112233445566778899aabbccddeeff", 1});
  const std::string call = "00 05 00 02 02 04 1d000000 12000000 05000000 03 0c 08000000 02000000 07000000 00 00";
  EXPECT_FALSE(game_.command(call).found);
  const std::string md5 = test::checksum_of({"_submit_input", "_submit_state"});
  std::string announcement = "01 ";
  for (const char letter : md5) {
    constexpr const char* digits = "0123456789abcdef";
    announcement += digits[static_cast<unsigned char>(letter) >> 4];
    announcement += digits[letter & 15];
  }
  EXPECT_FALSE(game_.command(announcement + " 00 08000000 4100").found);
  EXPECT_TRUE(game_.netfox.has_calls) << "a list of netfox's";
  EXPECT_TRUE(game_.command(call).found);
}

}  // namespace
}  // namespace godot::analysis
