// SPDX-License-Identifier: MIT
// The adaptor's remote methods: by the MD5 of their list, by name, by path.
#include "analysis/libraries/rollback/methods.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "tests/unit/project/checksum_of.h"

namespace godot::analysis {
namespace {

constexpr std::string_view path = "SyncManager/NetworkAdaptor";

ParsedCall call(std::uint32_t id, std::string_view md5, bool bytes = true) {
  ParsedCall made;
  made.kind = ParsedCall::Kind::call;
  made.path = path;
  made.md5 = md5;
  made.method_id = id;
  made.count = 1;
  made.arguments[0].kind = bytes ? CallArgument::Kind::bytes : CallArgument::Kind::other;
  return made;
}
ParsedCall named(std::string_view method, std::string_view at = path) {
  ParsedCall made = call(0, {});
  made.method = method;
  made.path = at;
  return made;
}

TEST(RollbackMethods, ByTheirList) {
  const std::string md5 =
      test::checksum_of({"_remote_ping", "_remote_ping_back", "_remote_start", "_remote_stop", "_rit"});
  const names::Node node = {.rpc_md5 = md5.c_str()};
  const RollbackMethods methods;
  EXPECT_STREQ(methods.method(node, 4).text, "_rit");
  EXPECT_STREQ(methods.method(node, 0).text, "_remote_ping");
  EXPECT_FALSE(methods.method(node, 5));
  EXPECT_FALSE(methods.method({.rpc_md5 = "00000000000000000000000000000000"}, 4));
  EXPECT_FALSE(methods.method({}, 4));
  EXPECT_EQ(rollback_call(call(4, md5)), RollbackCall::inputs);
  EXPECT_EQ(rollback_call(call(2, md5, false)), RollbackCall::start);
  EXPECT_EQ(rollback_call(call(0, md5, false)), RollbackCall::ping);
  EXPECT_EQ(rollback_call(call(1, md5, false)), RollbackCall::answer);
  EXPECT_EQ(rollback_call(call(3, md5, false)), RollbackCall::other);
  EXPECT_EQ(rollback_call(call(4, md5, false)), RollbackCall::none) << "no bytes";
  EXPECT_EQ(rollback_call(call(5, md5)), RollbackCall::none);
}

/// Another list: the numbers are not known, so the bytes must fit.
TEST(RollbackMethods, OfASubclass) {
  EXPECT_EQ(rollback_call(call(5, "0123456789abcdef0123456789abcdef")), RollbackCall::maybe_inputs);
  EXPECT_EQ(rollback_call(call(5, {})), RollbackCall::maybe_inputs);
  EXPECT_EQ(rollback_call(call(5, {}, false)), RollbackCall::none);
  ParsedCall two = call(5, {});
  two.count = 2;
  EXPECT_EQ(rollback_call(two), RollbackCall::none);
  for (const std::string_view other : {"Main/Player", "NetworkAdaptor", "Main/MyNetworkAdaptor", ""}) {
    ParsedCall elsewhere = call(5, {});
    elsewhere.path = other;
    EXPECT_EQ(rollback_call(elsewhere), RollbackCall::none) << other;
  }
}

TEST(RollbackMethods, ByNameInGodot3) {
  EXPECT_EQ(rollback_call(named("_rit")), RollbackCall::inputs);
  EXPECT_EQ(rollback_call(named("_remote_start")), RollbackCall::start);
  EXPECT_EQ(rollback_call(named("_remote_stop")), RollbackCall::other);
  EXPECT_EQ(rollback_call(named("move")), RollbackCall::none);
  EXPECT_EQ(rollback_call(named("_rit", "Main/Player")), RollbackCall::none);
  EXPECT_EQ(rollback_call(named("_rit", "")), RollbackCall::maybe_inputs) << "the path is not in the capture";
  EXPECT_EQ(rollback_call(named("_remote_start", "")), RollbackCall::none);
}

TEST(RollbackMethods, OtherMessages) {
  ParsedCall raw = call(4, {});
  raw.kind = ParsedCall::Kind::raw;
  EXPECT_EQ(rollback_call(raw), RollbackCall::none);
  EXPECT_EQ(rollback_call({}), RollbackCall::none);
}

/// { "local_time": 1795661143982 }, as Godot 4 writes it.
TEST(RollbackMethods, TheTimeOfAPing) {
  std::vector<std::uint8_t> bytes = {27, 0, 0,   0,   1,    0,    0,    0,    21,   0,   0,   0,   10, 0,
                                     0,  0, 'l', 'o', 'c',  'a',  'l',  '_',  't',  'i', 'm', 'e', 0,  0,
                                     2,  0, 1,   0,   0xae, 0x9f, 0xbe, 0x15, 0xa2, 1,   0,   0};
  std::int64_t time = 0;
  ASSERT_TRUE(rollback_ping_time(bytes, time));
  EXPECT_EQ(time, 1795661143982);
  for (std::size_t size = 0; size != bytes.size(); ++size)
    EXPECT_FALSE(rollback_ping_time(std::span(bytes).first(size), time)) << size;
  bytes[28] = 3;  // no int
  EXPECT_FALSE(rollback_ping_time(bytes, time));
}

}  // namespace
}  // namespace godot::analysis
