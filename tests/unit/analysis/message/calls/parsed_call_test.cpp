// SPDX-License-Identifier: MIT
// Messages as libraries of games read them: bytes made by hand.
#include "analysis/message/calls/parsed_call.h"

#include <gtest/gtest.h>

#include "tests/unit/support/bytes.h"

namespace godot::analysis {
namespace {

class Parsed : public testing::Test {
 protected:
  ParsedCall parse(std::string_view hex, multiplayer::Api api = multiplayer::Api::scene) {
    bytes_ = test::from_hex(hex);
    return parse_call(Buffer(bytes_), {.api = api},
                      {.memory = memory_, .peers = peers_, .from = End::first, .frame = 9});
  }
  [[nodiscard]] std::string bytes(const CallArgument& argument) const {
    const auto found = ParsedCall::bytes_of(Buffer(bytes_), argument).captured;
    return {found.begin(), found.end()};
  }

  test::Bytes bytes_;
  Memory memory_;
  Peers peers_{1};
};

/// A node that was announced, method 4; an int in the short form, a PackedByteArray, a String, and a fourth argument.
TEST_F(Parsed, ACall) {
  const Speaker sender = peers_.speaker(End::first);
  memory_.paths.add(sender, {5, "Main/Net", "00112233445566778899aabbccddeeff", 3});
  const ParsedCall call = parse("00 05 04 04 02 07 1d000000 03000000 61626300 04000000 01000000 78000000 02 08");
  EXPECT_EQ(call.kind, ParsedCall::Kind::call);
  EXPECT_EQ(call.path, "Main/Net");
  EXPECT_EQ(call.method_id, 4U);
  EXPECT_TRUE(call.method.empty());
  EXPECT_EQ(call.count, 4U);
  EXPECT_EQ(call.arguments[0].kind, CallArgument::Kind::integer);
  EXPECT_EQ(call.arguments[0].integer, 7);
  EXPECT_EQ(call.arguments[1].kind, CallArgument::Kind::bytes);
  EXPECT_EQ(bytes(call.arguments[1]), "abc");
  EXPECT_EQ(call.arguments[2].kind, CallArgument::Kind::other);
  EXPECT_EQ(call.arguments[2].length, 12U);
}

/// The frame has 2 of 3 bytes of the argument.
TEST_F(Parsed, BytesThatTheCaptureHasCutOff) {
  bytes_ = test::from_hex("80 05 04 6162");
  const Buffer found = ParsedCall::bytes_of(Buffer(bytes_, 6), {.begin = 3, .length = 3});
  EXPECT_EQ(std::string(found.captured.begin(), found.captured.end()), "ab");
  EXPECT_EQ(found.reported, 3U);
  EXPECT_TRUE(ParsedCall::bytes_of(Buffer(bytes_, 9), {.begin = 7, .length = 2}).captured.empty());
}

TEST_F(Parsed, BytesAlone) {
  const ParsedCall call = parse("80 05 04 616263");
  EXPECT_EQ(call.kind, ParsedCall::Kind::call);
  EXPECT_TRUE(call.path.empty()) << "not announced";
  EXPECT_EQ(call.count, 1U);
  EXPECT_EQ(call.arguments[0].kind, CallArgument::Kind::bytes);
  EXPECT_EQ(bytes(call.arguments[0]), "abc");
}

TEST_F(Parsed, NoArguments) {
  const ParsedCall call = parse("80 05 04");
  EXPECT_EQ(call.kind, ParsedCall::Kind::call);
  EXPECT_EQ(call.count, 0U);
}

/// Godot 3: by path and name, a PoolByteArray.
TEST_F(Parsed, ByName) {
  const ParsedCall call =
      parse("00 17000080 5f72697400 01 14000000 03000000 61626300 612f6200", multiplayer::Api::named);
  EXPECT_EQ(call.kind, ParsedCall::Kind::call);
  EXPECT_EQ(call.method, "_rit");
  EXPECT_EQ(call.arguments[0].kind, CallArgument::Kind::bytes);
  EXPECT_EQ(bytes(call.arguments[0]), "abc");
}

TEST_F(Parsed, RawBytes) {
  const ParsedCall call = parse("03 616263");
  EXPECT_EQ(call.kind, ParsedCall::Kind::raw);
  EXPECT_EQ(call.bytes.captured.size(), 3U);
  EXPECT_EQ(call.begin, 1U);
}

TEST_F(Parsed, MalformedAndOtherMessages) {
  for (const std::string_view hex : {"", "00 05", "00 05 04 01", "ff"}) {
    const ParsedCall call = parse(hex);
    EXPECT_EQ(call.kind, ParsedCall::Kind::none) << hex;
  }
}

TEST(CallArgument, Ticks) {
  std::uint32_t tick = 0;
  EXPECT_TRUE((CallArgument{.kind = CallArgument::Kind::integer, .integer = 70}.tick(tick)));
  EXPECT_EQ(tick, 70U);
  EXPECT_FALSE((CallArgument{.kind = CallArgument::Kind::integer, .integer = -1}.tick(tick)));
  EXPECT_FALSE((CallArgument{.kind = CallArgument::Kind::bytes, .integer = 70}.tick(tick)));
}

}  // namespace
}  // namespace godot::analysis
