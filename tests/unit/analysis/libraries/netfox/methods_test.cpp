// SPDX-License-Identifier: MIT
// netfox's own remote methods, by Godot's MD5 sum of their names.
#include "analysis/libraries/netfox/methods.h"

#include <gtest/gtest.h>

#include "tests/unit/project/checksum_of.h"

namespace godot::analysis {
namespace {

/// Checks that the list has exactly these methods, in the order of their numbers.
void expect_methods(std::initializer_list<std::string_view> names) {
  const std::string md5 = test::checksum_of(names);
  const names::Node node = {.path = "Main/Any", .rpc_md5 = md5.c_str()};
  const NetfoxMethods methods;
  std::uint32_t id = 0;
  for (const std::string_view name : names) {
    const names::Name found = methods.method(node, id++);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found.text, name);
    EXPECT_EQ(found.certainty, names::Certainty::certain);
  }
  EXPECT_FALSE(methods.method(node, id)) << "the list ends";
  EXPECT_FALSE(methods.method(node, 100));
}

TEST(NetfoxMethods, OfEachVersionByTheirList) {
  // 1.48
  expect_methods({"_submit_reliable", "_submit_unreliable", "_submit_unreliable_ordered"});
  expect_methods({"_submit_sync_success"});
  expect_methods({"_submit_tickrate"});
  // 1.39
  expect_methods({"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_input"});
  expect_methods({"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state"});
  // 1.12
  expect_methods({"_submit_input", "_submit_state"});
  expect_methods({"_submit_state"});
  expect_methods({"_request_timestamp", "_send_ping", "_send_pong", "_set_timestamp"});
}

TEST(NetfoxMethods, AnUnknownListHasNoMethods) {
  const NetfoxMethods methods;
  const std::string md5 = test::checksum_of({"_submit_input", "_submit_state", "jump"});
  EXPECT_FALSE(methods.method({.path = "Main/Any", .rpc_md5 = md5.c_str()}, 0));
  EXPECT_FALSE(methods.method({.path = "NetworkTime"}, 0)) << "its list is not known";
}

TEST(NetfoxMethods, MethodsThatCarryStates) {
  const std::string transmitter = test::checksum_of(
      {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_input"});
  ASSERT_TRUE(netfox_remote(transmitter, 4));
  EXPECT_EQ(netfox_remote(transmitter, 4)->method, "_submit_input");
  EXPECT_TRUE(netfox_remote(transmitter, 4)->of_rollback);
  EXPECT_FALSE(netfox_remote(transmitter, 5));
  const std::string action = test::checksum_of({"_submit_state"});
  ASSERT_TRUE(netfox_remote(action, 0));
  EXPECT_FALSE(netfox_remote(action, 0)->of_rollback);
  EXPECT_FALSE(netfox_remote(test::checksum_of({"_submit_tickrate"}), 0)) << "neither a state nor ticks";
  EXPECT_FALSE(netfox_remote({}, 0)) << "the list is not known";
  EXPECT_TRUE(names_netfox_list("\x04" + action + " Main/Fire"));
  EXPECT_FALSE(names_netfox_list("\x04" + test::checksum_of({"_submit_state", "jump"}) + " Main/Fire"));
}

}  // namespace
}  // namespace godot::analysis
