// SPDX-License-Identifier: MIT
// Which messages are netfox's: raw packets, calls of its command server, calls of synchronizers; and messages of other
// games that look alike.
#include "analysis/libraries/netfox/find_command.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Calls of each version of netfox: what is sent for a list, in which form, with which tick.
class CalledNodes : public Commands {
 protected:
  using Names = std::initializer_list<std::string_view>;
  static constexpr std::string_view diff = "_submit_diff_state";
  static constexpr std::string_view full = "_submit_full_state";

  /// A call of one of these methods by its number: `kind form tick reference node`.
  std::string call(Names methods, unsigned number, const std::vector<std::string>& arguments) {
    announce(++last_, "Main/Player/Sync/Transmitter", test::checksum_of(methods));
    std::string hex =
        "00 0" + std::to_string(last_) + " 0" + std::to_string(number) + " 0" + std::to_string(arguments.size());
    for (const std::string& each : arguments) hex += " " + each;
    const NetfoxCommand command = game_.command(hex);
    last_ %= 9;
    if (!command.found) return "none";
    constexpr std::pair<CommandKind, const char*> kinds[] = {
        {CommandKind::full_state, "state"}, {CommandKind::diff_state, "changes"},
        {CommandKind::full_sync, "sync"},   {CommandKind::diff_sync, "sync changes"},
        {CommandKind::input, "input"},      {CommandKind::tick_set, "ticks"}};
    constexpr std::pair<Form, const char*> forms[] = {{Form::packed, "packed"},
                                                      {Form::array, "array"},
                                                      {Form::dictionary, "dictionary"},
                                                      {Form::dictionaries, "dictionaries"}};
    std::string text;
    for (const auto& [kind, word] : kinds) text += command.kind == kind ? word : "";
    for (const auto& [form, word] : forms) text += command.form == form ? " " + std::string(word) : "";
    text += " " + std::to_string(command.tick) + " " + std::to_string(command.reference);
    EXPECT_TRUE(command.whole);
    return text + (std::string_view(command.node).ends_with("/Transmitter") ? " child" : " node");
  }
  std::string rollback(unsigned number, const std::vector<std::string>& arguments,
                       std::string_view input = "_submit_input") {
    return call({"_ack_diff_state", "_ack_full_state", diff, full, input}, number, arguments);
  }
  std::string synchronizer(unsigned number, const std::vector<std::string>& arguments) {
    return call({"_ack_diff_state", "_ack_full_state", diff, full}, number, arguments);
  }

  /// A PackedByteArray of these bytes.
  static std::string packed(std::string_view bytes) {
    const std::size_t size = bytes.size() / 2;
    constexpr const char* digits = "0123456789abcdef";
    std::string hex = "1d000000 ";
    hex += digits[size / 16];
    hex += digits[size % 16];
    hex += "000000 ";
    hex += bytes;
    for (std::size_t i = size; i % 4 != 0; ++i) hex += "00";
    return hex;
  }

  // What netfox sent (tests/unit/codec/libraries/netfox/call_walk_test.cpp).
  const std::string tick_ = "02 46";
  const std::string state_ = packed("00662f45428d16a14247cd144c64000001010b000000706c61796572203020c3a9000000");
  const std::string changes_ = packed("0194fc1a3342ad13a8422eafd22a51384049");
  const std::string input_ = packed("01b1b841370001b1b841370101b1b841370101b1b841370001");
  const std::string ticks_ = packed("0b0000003e3e");
  const std::string named_input_ =
      "1b000000 01000000 04000000 0a000000 496e7075743a6a756d700000 1c000000 01000000 01000000 00000000";
  const std::string named_state_ =
      "1b00000002000000040000000c0000004865616c74683a76616c7565020000006400000004000000070000003a6865696768740003000000"
      "00004841";
  const std::string array_state_ =
      "1c0000000900000005000000ef2e4542a416a14205000000e3ffa8c1049d82410200000064000000030000000000000003000000c0e2d73f"
      "040000000b000000706c61796572203020c3a9001c0000000000000002000000000000000200000000000000";
  const std::string array_input_ =
      "1c0000000700000005000000ca3816bf9433e83e010000000100000003000000c0e2d73f05000000ca3816bf9433e83e0100000000000000"
      "03000000c0e2d73f0200000001000000";
  const std::string inputs_ =
      "1c0001001b000000 01000000 1b000000 01000000 04000000 0a000000 496e7075743a6a756d700000 01000000 01000000";

 private:
  std::uint32_t last_ = 0;
};

TEST_F(CalledNodes, StatesOfARollbackSynchronizer) {
  EXPECT_EQ(rollback(3, {array_state_, tick_}), "state array 70 0 node");
  EXPECT_EQ(rollback(3, {state_, tick_}), "state packed 70 0 node");
  EXPECT_EQ(rollback(3, {named_state_, tick_}), "state dictionary 70 0 child");
  EXPECT_EQ(rollback(2, {changes_, tick_, "02 45"}), "changes packed 70 69 node");
  EXPECT_EQ(call({"_submit_input", "_submit_state"}, 1, {named_state_, tick_}), "state dictionary 70 0 child");
  EXPECT_EQ(call({"_submit_input", "_submit_state"}, 1, {array_state_, tick_}), "none") << "Dictionaries alone";
  EXPECT_EQ(call({"_submit_input", "_submit_state"}, 1, {state_, tick_}), "none") << "Dictionaries alone";
  EXPECT_EQ(rollback(3, {tick_, array_state_}), "none");
  EXPECT_EQ(rollback(3, {array_state_}), "none");
  EXPECT_EQ(rollback(3, {array_state_, tick_, tick_}), "none");
  EXPECT_EQ(rollback(3, {tick_, tick_}), "none");
  EXPECT_EQ(rollback(3, {array_state_, "02 ff"}), "none") << "a negative tick";
  EXPECT_EQ(rollback(2, {changes_, tick_}), "none");
  EXPECT_EQ(rollback(2, {changes_, tick_, "02 ff"}), "none");
  EXPECT_EQ(rollback(2, {changes_, "02 ff", tick_}), "none");
  EXPECT_EQ(rollback(0, {array_state_, tick_}), "none") << "an answer";
  EXPECT_EQ(rollback(1, {array_state_, tick_}), "none") << "an answer";
  EXPECT_EQ(rollback(5, {array_state_, tick_}), "none") << "no such method";
}

TEST_F(CalledNodes, InputsOfARollbackSynchronizer) {
  EXPECT_EQ(rollback(4, {tick_, array_input_}), "input array 70 0 node");
  EXPECT_EQ(rollback(4, {tick_, input_}), "input packed 70 0 node");
  EXPECT_EQ(rollback(4, {named_input_, tick_}), "input dictionary 70 0 child");
  EXPECT_EQ(call({"_submit_input", "_submit_state"}, 0, {named_input_, tick_}), "input dictionary 70 0 child");
  EXPECT_EQ(rollback(4, {inputs_, tick_}, "_submit_inputs"), "input dictionaries 70 0 child");
  EXPECT_EQ(rollback(4, {tick_, inputs_}, "_submit_inputs"), "none") << "they precede their tick";
  EXPECT_EQ(rollback(4, {tick_, input_}, "_submit_inputs"), "none") << "lists of Dictionaries alone";
  EXPECT_EQ(rollback(4, {tick_, named_input_}), "none") << "a Dictionary precedes its tick";
  EXPECT_EQ(rollback(4, {array_input_, tick_}), "none") << "an Array follows its tick";
  EXPECT_EQ(rollback(4, {input_, tick_}), "none") << "bytes follow their tick";
  EXPECT_EQ(rollback(4, {tick_}), "none");
  EXPECT_EQ(rollback(4, {tick_, array_input_, tick_}), "none");
}

TEST_F(CalledNodes, StatesOfAStateSynchronizer) {
  EXPECT_EQ(synchronizer(3, {array_state_, tick_}), "sync array 70 0 child");
  EXPECT_EQ(synchronizer(3, {state_, tick_}), "sync packed 70 0 child");
  EXPECT_EQ(synchronizer(2, {changes_, tick_, "02 45"}), "sync changes packed 70 69 child");
  EXPECT_EQ(synchronizer(4, {tick_, array_input_}), "none") << "it has no inputs";
  EXPECT_EQ(call({"_submit_state"}, 0, {named_state_, tick_}), "sync dictionary 70 0 child");
}

TEST_F(CalledNodes, TicksOfAnAction) {
  EXPECT_EQ(call({"_submit_state"}, 0, {ticks_}), "ticks packed 0 0 child");
  EXPECT_EQ(call({"_submit_state"}, 0, {array_state_}), "none") << "no bytes";
  EXPECT_EQ(call({"_submit_state"}, 0, {ticks_, tick_}), "none");
  EXPECT_EQ(call({"_submit_input", "_submit_state"}, 1, {ticks_}), "none") << "a synchronizer's";
}

TEST_F(Commands, CallsOfTheCommandServerHaveANumberAndBytes) {
  announce(5, "Main/NetworkCommandServer/Transport", "00112233445566778899aabbccddeeff");
  announce(6, "NetworkCommandServer/Transport", "00112233445566778899aabbccddeeff");
  announce(7, "Main/NetworkCommandServer", "00112233445566778899aabbccddeeff");
  announce(8, "Main/MyNetworkCommandServer/Transport", "00112233445566778899aabbccddeeff");
  const std::string data = "1d000000 12000000 05000000 03 0c 08000000 02000000 07000000 0000";
  EXPECT_TRUE(game_.command("00 05 00 02 02 04 " + data).found);
  EXPECT_TRUE(game_.command("00 06 00 02 02 04 " + data).found);
  EXPECT_FALSE(game_.command("00 07 00 02 02 04 " + data).found) << "it has no transport";
  EXPECT_FALSE(game_.command("00 08 00 02 02 04 " + data).found) << "another name";
  EXPECT_FALSE(game_.command("00 05 00 02 " + data + " 02 04").found) << "the other way round";
  EXPECT_FALSE(game_.command("00 05 00 02 02 ff " + data).found) << "a negative number";
  EXPECT_FALSE(game_.command("00 05 00 03 02 04 " + data + " 02 04").found) << "three arguments";
  EXPECT_FALSE(game_.command("00 05 00 02 02 04 02 04").found) << "no bytes";
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
