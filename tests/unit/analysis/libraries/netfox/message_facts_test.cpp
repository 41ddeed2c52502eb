// SPDX-License-Identifier: MIT
// The bytes of a command by node and property.
#include "analysis/libraries/netfox/message_facts.h"

#include <gtest/gtest.h>

#include "analysis/facts/frame_facts.h"
#include "tests/unit/analysis/libraries/netfox/messages.h"
#include "tests/unit/project/checksum_of.h"

namespace godot::analysis {
namespace {

class NetfoxParts : public testing::Test {
 protected:
  facts::Item& divide(const std::string& hex) {
    const NetfoxCommand command = game_.command(hex);
    EXPECT_TRUE(command.found);
    collection_.begin(facts::Transport::enet);
    facts::Item& item = collection_.add(facts::Kind::raw);
    item.own = static_cast<std::uint32_t>(game_.last().bytes.reported);
    add_netfox_parts(game_.last(), command, {.memory = game_.netfox, .projects = game_.projects}, collection_, item);
    return item;
  }

  NetfoxGame game_;
  facts::InternedNames names_;
  facts::Collection collection_{game_.host().arena, names_};
};

TEST_F(NetfoxParts, AStateByNodeAndProperty) {
  game_.netfox.announce(game_.client(), 3, "/root/Main/Ship", 0);
  // Two ints of one node, one of a node whose number is unknown.
  const facts::Item& item = divide(raw("04",
                                       "05000000 03 18 08000000 02000000 07000000 08000000 02000000 08000000 "
                                       "04 0c 08000000 02000000 09000000"));
  EXPECT_EQ(item.kind, facts::Kind::netfox_state);
  ASSERT_NE(item.parts, nullptr);
  EXPECT_STREQ(item.parts->node, "Main/Ship");
  EXPECT_STREQ(item.parts->member, "#0");
  ASSERT_NE(item.parts->next, nullptr);
  EXPECT_STREQ(item.parts->next->member, "#1");
  ASSERT_NE(item.parts->next->next, nullptr);
  EXPECT_STREQ(item.parts->next->next->node, "#4");
  EXPECT_EQ(item.parts->next->next->next, nullptr);
  EXPECT_EQ(item.parts->own, item.parts->next->own);
  EXPECT_EQ(item.own, 3 * item.parts->own);
  EXPECT_EQ(item.own + item.protocol, game_.last().bytes.reported) << "nothing is lost";
}

TEST_F(NetfoxParts, PropertiesAreNamedByTheUsersRow) {
  game_.netfox.announce(game_.client(), 3, "/root/Main/Ship", 0);
  static_cast<void>(game_.projects.settings());  // reads the rows, of which there are none
  game_.projects.add_row("/root/Main/*", "state", "speed");
  EXPECT_STREQ(divide(raw("04", full_state)).parts->member, "speed");
}

TEST_F(NetfoxParts, InputsOfAnEarlierTickAreSentAgain) {
  const std::string snapshot = "12 05000000 03 0c 08000000 02000000 07000000 ";
  const facts::Item& item = divide(raw("06", snapshot + snapshot));
  EXPECT_EQ(item.kind, facts::Kind::netfox_input);
  ASSERT_NE(item.parts, nullptr);
  EXPECT_STREQ(item.parts->member, "#0");
  ASSERT_NE(item.parts->next, nullptr);
  EXPECT_STREQ(item.parts->next->member, "#0 (again)");
}

/// A call has its node in its path alone.
TEST_F(NetfoxParts, ACallOfASynchronizer) {
  const std::string list = test::checksum_of(
      {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_input"});
  game_.memory.paths.add(game_.server(), {5, "Main/Player/Sync/Transmitter", list, 1});
  game_.netfox.has_calls = true;
  // tests/unit/codec/libraries/netfox/call_walk_test.cpp
  const facts::Item& item = divide(
      "00 05 03 02 "
      "1c0000000900000005000000ef2e4542a416a14205000000e3ffa8c1049d82410200000064000000030000000000000003000000c0e2d73f"
      "040000000b000000706c61796572203020c3a9001c0000000000000002000000000000000200000000000000 02 46");
  ASSERT_NE(item.parts, nullptr);
  EXPECT_STREQ(item.parts->node, "Main/Player/Sync");
}

TEST_F(NetfoxParts, Identities) {
  const facts::Item& item = divide(raw("09", "0b000000 2f726f6f742f4d61696e41 05"));
  EXPECT_EQ(item.kind, facts::Kind::netfox_identities);
  EXPECT_STREQ(item.parts->node, "MainA") << "without /root/";
}

}  // namespace
}  // namespace godot::analysis
