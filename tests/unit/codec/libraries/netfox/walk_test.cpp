// SPDX-License-Identifier: MIT
// Commands that netfox 1.48.4 sent (pcaps/netfox/raw.pcap) and their content; values as its serializers wrote them and
// read them back; every command cut at every byte and with every bit flipped.
#include "codec/libraries/netfox/walk.h"

#include <gtest/gtest.h>

#include "codec/libraries/netfox/fields.h"
#include "tests/unit/codec/libraries/netfox/reading.h"

namespace godot::test {
namespace {

using netfox::CommandKind;
using netfox::Form;
using netfox::Schema;

/// Data of commands, without prefix and number.
constexpr std::string_view ping = "0200000002000000";
constexpr std::string_view pong = "1c00000003000000020000000200000003000000bc70f13f03000000c670f13f";
constexpr std::string_view set_time = "030000000643d33f";
constexpr std::string_view full_state =
    "33000000002f726f6f742f4d61696e2f506c61796572732f3737353034333838330022b3674942e6a7a1424449354e000000000b00000070"
    "6c61796572203020c3a9000000002f726f6f742f4d61696e2f506c61796572732f3737353034333838332f4865616c7468000164";
constexpr std::string_view diff_state = "7001000005040c00419696060000080000090000";
constexpr std::string_view input = "0c330000000706af348539000c0c320000000706af3485390000";
constexpr std::string_view full_sync = "c000000004017c";
constexpr std::string_view diff_sync =
    "00010000011081000c00000005000000d7538b4372e9dd4202000003048180808080005a5cef56040000";
constexpr std::string_view identities =
    "220000002f726f6f742f4d61696e2f506c61796572732f3737353034333838332f496e70757407";
constexpr std::string_view emote = "e0b8c1";

struct Row {
  CommandKind kind;
  std::string_view hex;
};
const Row rows[] = {
    {CommandKind::ping, ping},
    {CommandKind::pong, pong},
    {CommandKind::request_time, ""},
    {CommandKind::set_time, set_time},
    {CommandKind::full_state, full_state},
    {CommandKind::diff_state, diff_state},
    {CommandKind::input, input},
    {CommandKind::input, ""},
    {CommandKind::full_sync, full_sync},
    {CommandKind::diff_sync, diff_sync},
    {CommandKind::identities, identities},
    {CommandKind::other, emote},
};

NetfoxReading read(CommandKind kind, std::string_view hex, std::span<const Schema> known = {}) {
  return NetfoxReading(from_hex(hex), {.form = Form::data, .kind = kind, .command = static_cast<std::uint8_t>(kind)},
                       known);
}

TEST(NetfoxWalk, WholeCommands) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.hex);
    const NetfoxReading reading = read(row.kind, row.hex);
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  }
}

/// The same after a raw packet's prefix.
TEST(NetfoxWalk, RawPackets) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.hex);
    Bytes bytes = from_hex("004e46");
    bytes.push_back(static_cast<std::uint8_t>(row.kind));
    const Bytes data = from_hex(row.hex);
    bytes.insert(bytes.end(), data.begin(), data.end());
    ASSERT_EQ(netfox::raw_command(bytes), static_cast<std::uint8_t>(row.kind));
    const NetfoxReading reading(bytes, {.kind = row.kind});
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  }
  EXPECT_FALSE(netfox::raw_command(from_hex("004e47 00")));
  EXPECT_FALSE(netfox::raw_command(from_hex("004e46")));
}

/// A raw packet that does not begin with the library's three bytes, or ends in them, is not read further.
TEST(NetfoxWalk, RawPacketsOfOthers) {
  const struct {
    std::string_view hex;
    Problem::Code code;
    Field field;
    Offset offset;
  } bad[] = {
      {"004d46 02", Problem::Code::out_of_range, field::netfox_prefix, 0},
      {"004e47 02", Problem::Code::out_of_range, field::netfox_prefix, 0},
      {"004e", Problem::Code::truncated, field::netfox_prefix, 0},
      {"004e46", Problem::Code::truncated, field::netfox_command, 3},
  };
  for (const auto& each : bad) {
    SCOPED_TRACE(each.hex);
    const NetfoxReading reading(from_hex(each.hex), {.kind = CommandKind::request_time});
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_EQ(reading.result.problem.code, each.code);
    EXPECT_EQ(reading.result.problem.field, each.field);
    EXPECT_EQ(reading.result.problem.offset, each.offset);
    EXPECT_EQ(reading.recorder.the_problem(), reading.result.problem);
  }
}

TEST(NetfoxWalk, Time) {
  EXPECT_EQ(read(CommandKind::ping, ping).facts.text, "2 0.000000 0.000000");
  EXPECT_EQ(read(CommandKind::ping, ping).values(), "2");
  EXPECT_EQ(read(CommandKind::pong, pong).facts.text, "2 1.886253 1.886254");
  EXPECT_EQ(read(CommandKind::pong, pong).values(), "[2, 1.8862528800964355, 1.886254072189331]");
  EXPECT_EQ(read(CommandKind::set_time, set_time).values(), "1.6504828929901123");
  // Numbers that 32 bits do not hold, as Godot sends them.
  const std::string_view wide = "1c00000003000000 0200000002000000 030001009a9999999999f13f 030001009a99999999990140";
  EXPECT_EQ(read(CommandKind::pong, wide).facts.text, "2 1.100000 2.200000");
  EXPECT_EQ(read(CommandKind::pong, wide).values(), "[2, 1.1, 2.2]");
  EXPECT_EQ(read(CommandKind::ping, "02000100 0000000002000000").facts.text, "8589934592 0.000000 0.000000");
}

/// A game's own command has bytes of any kind; as far as they were captured.
TEST(NetfoxWalk, OtherCommands) {
  const auto data = [](std::string_view hex, Offset reported) {
    std::string all;
    const NetfoxReading reading(from_hex(hex), {.form = Form::data, .kind = CommandKind::other}, {}, reported);
    for (const auto& leaf : reading.recorder.leaves())
      if (leaf.field == field::netfox_data) all += leaf.value + " ";
    return all;
  };
  EXPECT_EQ(data(emote, 3), "e0b8c1 ");
  EXPECT_EQ(data("e0b8", 3), "e0b8 ");
  EXPECT_EQ(data("", 0), "");
}

TEST(NetfoxWalk, States) {
  const auto player =
      schemas({"vec2f32", "vec2f16", "float16", "degrees16", "string", "array_of(varuint, uint8)", "uint16"});
  const NetfoxReading full = read(CommandKind::full_state, full_state, player);
  EXPECT_EQ(full.facts.text,
            "@51/0 /root/Main/Players/775043883 schema 0 1 2 3 4 5 6; /root/Main/Players/775043883/Health unknown; ");
  EXPECT_EQ(full.values(),
            "Vector2(50.35127, 80.82793); Vector2(10.53125, 24.828125); 0.0; 0.0; \"player 0 é\"; []; 0");
  EXPECT_EQ(full.result.nodes, 2U);
  EXPECT_EQ(full.result.unread_nodes, 1U);
  const Bytes bytes = from_hex(full_state);
  FactRecorder silent(player);
  EXPECT_EQ(netfox::validate(Buffer(bytes), {.form = Form::data, .kind = CommandKind::full_state}, &silent).consumed,
            full.result.consumed);
  EXPECT_EQ(silent.text, full.facts.text) << "without a tree";

  const NetfoxReading diff = read(CommandKind::diff_sync, diff_sync);
  EXPECT_EQ(diff.facts.text, "@256/0 #1 variants 0; #2 variants; #3 unknown; #4 variants; ");
  EXPECT_EQ(diff.values(), "Vector2(278.655, 110.95595)");
  const auto npc = schemas({"vec2f16"});
  const NetfoxReading known = read(CommandKind::diff_sync, diff_sync, npc);
  EXPECT_EQ(known.facts.text, "@256/0 #1 variants 0; #2 schema; #3 schema 0; #4 schema; ");
  EXPECT_EQ(known.values(), "Vector2(278.655, 110.95595); Vector2(278.5, 110.9375)");
}

TEST(NetfoxWalk, Inputs) {
  const auto inputs = schemas({"vec2f16", "bool8", "degrees8"});
  const NetfoxReading reading = read(CommandKind::input, input, inputs);
  EXPECT_EQ(reading.facts.text, "@51/0 #7 schema 0 1 2; @50/1 #7 schema 0 1 2; ");
  EXPECT_EQ(reading.values(),
            "Vector2(0.2927246, 0.6899414); false; 16.941176470588236; Vector2(0.2927246, 0.6899414); false; 0.0");
  EXPECT_EQ(reading.result.nodes, 2U);
}

TEST(NetfoxWalk, Identities) {
  EXPECT_EQ(read(CommandKind::identities, identities).facts.text, "/root/Main/Players/775043883/Input=7 ");
}

/// A value of each serializer: its bytes, and the value read from them.
struct SerializedRow {
  std::string_view schema, hex, text;
};
constexpr SerializedRow serialized[] = {
    {"variant", "0c0000000500000094e8074388e80743", "Vector2(135.90851, 135.90833)"},
    {"vec2f16", "3f583f58", "Vector2(135.875, 135.875)"},
    {"float16", "044c", "16.0625"},
    {"float32", "42cd2ac2", "-42.700447"},
    {"float64", "00000000244b2f40", "15.646759033203125"},
    {"bool8", "00", "false"},
    {"degrees8", "0c", "16.941176470588236"},
    {"vec2f32", "b3674942e6a7a142", "Vector2(50.35127, 80.82793)"},
    {"string", "0b000000706c61796572203020c3a9", "\"player 0 é\""},
    {"array_of(varuint,uint8)", "00", "[]"},
    {"varuint", "64", "100"},
    {"degrees16", "0c0c", "16.941176470588236"},
    {"uint8", "8a", "138"},
    {"uint16", "06ca", "51718"},
    {"uint32", "eb44e096", "2531280107"},
    {"uint64", "00eae00ed34f0800", "2339567720000000"},
    {"degrees32", "d7622e5e", "132.44230645067114"},
    {"radians8", "d5", "5.248307727173537"},
    {"radians16", "a65c", "2.273969468462431"},
    {"radians32", "ff1067f0", "5.900367593333225"},
    {"vec2f64", "000000c0b91ebf3f00000060d43be4bf", "Vector2(0.121562585, -0.6323034)"},
    {"vec3f16", "5633004000c2", "Vector3(0.22924805, 2, -3)"},
    {"vec4f32", "0000803fa497493c0000404000008040", "Vector4(1, 0.01230422, 3, 4)"},
    {"normal2f16", "8841", "Vector2(-0.9301528, 0.36717278)"},
    {"sfrac8", "ba", "0.45882352941176463"},
    {"sfrac16", "253a", "-0.5457389181353476"},
    {"sfrac32", "ff36aa92", "0.14581954459329594"},
    {"ufrac8", "1d", "0.11372549019607843"},
    {"ufrac16", "514f", "0.30983443961242085"},
    {"ufrac32", "fface774", "0.45666009175047745"},
    {"c_string", "7061636b2f34363000", "\"pack/460\""},
    {"array_of(vec2f16,uint16)", "0100003c0040", "[Vector2(1, 2)]"},
    {"dictionary(string,varuint,uint8)", "01010000006101", "{\"a\": 1}"},
    {"array_of(variant,uint16)", "02000800000002000000010000000c000000040000000100000078000000", "[1, \"x\"]"},
    {"int8", "0b", "11"},
    {"int16", "5755", "21847"},
    {"int32", "0a6ef4e5", "-436965878"},
    {"int64", "0090d06357f0ffff", "-17216849276928"},
    {"normal3f16", "0038003c", "Vector3(0, 1, 0)"},
    {"quatf16", "000000000000003c", "Quaternion(0, 0, 0, 1)"},
    {"transform2f16", "003c00000000003c00000000", "Transform2D(1, 0, 0, 1, 0, 0)"},
    {"transform3f16", "003c000000000000003c000000000000003c000000000000",
     "Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)"},
};

/// A full sync of one node with one property.
Bytes snapshot_of(const Bytes& value) {
  Bytes bytes = from_hex("01000000 05");
  bytes.push_back(static_cast<std::uint8_t>(value.size()));
  bytes.insert(bytes.end(), value.begin(), value.end());
  return bytes;
}

TEST(NetfoxWalk, EachSerializer) {
  for (const SerializedRow& row : serialized) {
    SCOPED_TRACE(row.schema);
    const auto known = schemas({row.schema});
    const NetfoxReading reading(snapshot_of(from_hex(row.hex)), {.form = Form::data, .kind = CommandKind::full_sync},
                                known);
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
    EXPECT_EQ(reading.facts.text, "@1/0 #5 schema 0; ");
    EXPECT_EQ(reading.values(), row.text);
  }
}

/// Engines before 4.4 write float16 in 4 bytes (made by hand: no such engine is available).
TEST(NetfoxWalk, HalvesOfOldEngines) {
  const auto known = schemas({"vec2f16", "uint8"});
  const NetfoxReading reading(snapshot_of(from_hex("0000803f 00000040 07")),
                              {.form = Form::data, .kind = CommandKind::full_sync}, known);
  EXPECT_EQ(reading.facts.text, "@1/0 #5 old 0 1; ");
  EXPECT_EQ(reading.values(), "Vector2(1, 2); 7");
}

/// A sink may request some elements of longer containers; the rest is validated all the same.
TEST(NetfoxWalk, UnwantedElementsAreNotReported) {
  const auto known = schemas({"array_of(dictionary(string,varuint,uint8),uint8)"});
  const Bytes bytes = snapshot_of(from_hex("03 01 01000000 61 01 00 01 01000000 62 02"));
  Recorder recorder(static_cast<Offset>(bytes.size()));
  recorder.want(1);
  FactRecorder facts(known);
  const netfox::Result result =
      netfox::walk(Buffer(bytes), {.form = Form::data, .kind = CommandKind::full_sync}, recorder, &facts);
  EXPECT_EQ(recorder.fault(), "");
  EXPECT_TRUE(result.exact(Buffer(bytes)));
  EXPECT_TRUE(recorder.omitted());
  EXPECT_EQ(facts.text, "@1/0 #5 schema 0; ");
}

TEST(NetfoxWalk, Malformed) {
  struct Malformed {
    CommandKind kind;
    std::string_view hex;
    Problem::Code code;
    Field field;
  };
  using Code = Problem::Code;
  const Malformed bad[] = {
      {CommandKind::ping, "0300000002000000", Code::wrong_type, field::netfox_time},
      {CommandKind::ping, "020000000200000000", Code::length_mismatch, field::netfox_time},
      {CommandKind::pong, "1c00000002000000020000000200000003000000bc70f13f", Code::length_mismatch,
       field::netfox_time},
      {CommandKind::pong, "1c0000000300000002000000020000000200000001000000 03000000c670f13f", Code::wrong_type,
       field::netfox_time},
      {CommandKind::request_time, "00", Code::length_mismatch, field::netfox_data},
      {CommandKind::full_state, "33000000", Code::truncated, field::netfox_node_id},
      {CommandKind::full_state, "330000", Code::truncated, field::netfox_tick},
      {CommandKind::full_state, "33000000 05 02 01", Code::count_too_large, field::netfox_size},
      {CommandKind::full_state, "33000000 00 61", Code::truncated, field::netfox_node},
      {CommandKind::full_state, "33000000 ffffffffffffffffffff 01", Code::out_of_range, field::netfox_node_id},
      {CommandKind::diff_state, "33000000 05 00", Code::truncated, field::netfox_changed},
      {CommandKind::diff_state, "33000000 05 02 01 00", Code::count_too_large, field::netfox_size},
      {CommandKind::input, "05 33000000", Code::count_too_large, field::netfox_snapshot_size},
      {CommandKind::input, "04 33000000", Code::truncated, field::netfox_node_id},
      {CommandKind::input, "06 33000000 05 01 00", Code::count_too_large, field::netfox_size},
      {CommandKind::identities, "", Code::truncated, field::netfox_path_length},
      {CommandKind::identities, "02000000 61", Code::truncated, field::netfox_node},
      {CommandKind::identities, "01000000 61", Code::truncated, field::netfox_node_id},
  };
  for (const Malformed& row : bad) {
    SCOPED_TRACE(row.hex);
    const NetfoxReading reading = read(row.kind, row.hex);
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_EQ(reading.result.problem.code, row.code);
    EXPECT_EQ(reading.result.problem.field, row.field);
    EXPECT_EQ(reading.recorder.the_problem(), reading.result.problem);
  }
}

TEST(NetfoxWalk, NumbersHaveTenBytesAtMost) {
  const Problem problem = read(CommandKind::full_state, "33000000 ffffffffffffffffffff 01").result.problem;
  EXPECT_EQ(problem.value, 11U);
  EXPECT_EQ(problem.bound, 11U);
}

/// Cut at every byte: a cut by the capture is reported as such; a shorter message is not read beyond its end.
TEST(NetfoxWalk, CutAnywhere) {
  const auto player =
      schemas({"vec2f32", "vec2f16", "float16", "degrees16", "string", "array_of(varuint, uint8)", "uint16"});
  for (const Row& row : rows) {
    const Bytes whole = from_hex(row.hex);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      SCOPED_TRACE(std::string(row.hex) + " cut at " + std::to_string(size));
      const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const netfox::Options options{.form = Form::data, .kind = row.kind};
      const NetfoxReading cut(bytes, options, player, static_cast<Offset>(whole.size()));
      EXPECT_EQ(cut.recorder.fault(), "");
      EXPECT_EQ(cut.result.problem.code, Problem::Code::cut);
      const NetfoxReading shorter(bytes, options, player);
      EXPECT_EQ(shorter.recorder.fault(), "");
      EXPECT_LE(shorter.result.consumed, size);
    }
  }
}

TEST(NetfoxWalk, EveryBitFlipped) {
  const auto player =
      schemas({"vec2f32", "vec2f16", "float16", "degrees16", "string", "array_of(varuint, uint8)", "uint16"});
  for (const Row& row : rows) {
    Bytes bytes = from_hex(row.hex);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      SCOPED_TRACE(std::string(row.hex) + " bit " + std::to_string(bit));
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
      const NetfoxReading reading(bytes, {.form = Form::data, .kind = row.kind}, player);
      EXPECT_EQ(reading.recorder.fault(), "");
      EXPECT_LE(reading.result.consumed, bytes.size());
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
    }
  }
}

}  // namespace
}  // namespace godot::test
