// SPDX-License-Identifier: MIT
// Messages that godot-rollback-netcode sent (pcaps/rollback) and their content; every one cut at every byte and with
// every bit flipped; malformed ones.
#include "codec/libraries/rollback/walk.h"

#include <gtest/gtest.h>

#include <string>

#include "codec/libraries/rollback/fields.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {
namespace {

/// The first message of a client: the inputs of tick 1, three keys of one node.
constexpr std::string_view first =
    "01000000010100000078001b0000000200000004000000180000002f726f6f742f4d617463682f506c61796572732f426c75651b0000000300"
    "0000020000000000000005000000000000000000803f0200000001000000010000000100000002000000020000000200000003000000040000"
    "0001000000240000000200000005c7a3550100000000";
/// Two inputs, three state hashes.
constexpr std::string_view both =
    "0400000002010000005c001b0000000200000004000000190000002f726f6f742f4d617463682f506c61796572732f477265656e0000001b00"
    "000001000000020000000000000005000000000080bf0000803f0400000001000000240000000200000044216258"
    "5c001b0000000200000004000000190000002f726f6f742f4d617463682f506c61796572732f477265656e0000001b0000000100000002"
    "0000000000000005000000000080bf0000803f0400000001000000240000000200000044216258"
    "010000000301000000a88f02ac59720dacf0b8365f";
/// Godot 3.6: other type ids, and a hash of 8 bytes. (The capture's message has three of these inputs.)
constexpr std::string_view old =
    "21000000012200000060001200000002000000040000001900"
    "00002f726f6f742f4d617463682f506c61796572732f477265656e00000012000000010000000200000000000000050000000000803f000080"
    "bf040000000100000024000000020001000eb7cdf300000000"
    "1e000000031d000000dcf97354a6a5faea6c9905da";
/// A spectator's.
constexpr std::string_view nothing = "05000000000300000000";
/// Inputs that a game packs (made by hand as its serializer does: hash, number of nodes, node, flags).
constexpr std::string_view packed = "05000000020400000007004433221101000100000300000000";

struct Row {
  std::string_view hex;
  variant::Generation generation;
  std::string_view facts;
  std::string_view values;
};
const Row rows[] = {
    {first, variant::Generation::godot4, "<1 @1:120 node 1436796677 #<1 ", "{0: Vector2(0, 1), 1: true, 2: 3}"},
    {both, variant::Generation::godot4,
     "<4 @1:92 node 1482826052 @2:92 node 1482826052 #<1 #1=2885849000 #2=2886562393 #3=1597421808 ",
     "{0: Vector2(-1, 1)}; {0: Vector2(-1, 1)}"},
    {old, variant::Generation::godot3, "<33 @34:96 node 4090345230 #<30 #29=1416886748 #30=3942294950 #31=3657800044 ",
     "{0: Vector2( 1, -1 )}"},
    {nothing, variant::Generation::godot4, "<5 #<3 ", ""},
    {packed, variant::Generation::godot4, "<5 @4:7 packed 287454020 @5:0 packed 0 #<3 ", ""},
};

class FactRecorder final : public rollback::PacketSink {
 public:
  void inputs_requested(const rollback::Requested& requested) override {
    text += "<" + std::to_string(requested.next_tick) + " ";
  }
  void hashes_requested(const rollback::Requested& requested) override {
    text += "#<" + std::to_string(requested.next_tick) + " ";
  }
  void input(const rollback::Input& input) override {
    text += "@" + std::to_string(input.tick) + ":" + std::to_string(input.length) +
            (input.by_node ? " node " : " packed ") + std::to_string(input.hash) + " ";
    has_hashes = has_hashes && input.has_hash == input.by_node;
  }
  void hash(const rollback::StateHash& hash) override {
    text += "#" + std::to_string(hash.tick) + "=" + std::to_string(hash.hash) + " ";
  }
  std::string text;
  bool has_hashes = true;  ///< of all inputs that the library wrote
};

struct Reading {
  ExactCopy copy;
  rollback::Options options;
  std::vector<char> text_buffer;
  variant::TextWriter writer;
  Recorder recorder;
  FactRecorder facts;
  rollback::Result result;

  explicit Reading(const Bytes& bytes, variant::Generation generation = variant::Generation::godot4,
                   Offset reported = 0)
      : copy(bytes, std::max(static_cast<Offset>(bytes.size()), reported)),
        options{.dialect = &variant::dialect(generation)},
        text_buffer(variant::TextWriter::capacity(bytes.size(), variant::no_text_limit)),
        writer(text_buffer, variant::no_text_limit, variant::dialect(generation)),
        recorder(static_cast<Offset>(bytes.size()), &writer),
        result(rollback::walk(copy.buffer(), options, recorder, &facts)) {}

  [[nodiscard]] std::string values() const {
    std::string all;
    for (const Recorder::ValueText& value : recorder.texts()) {
      if (value.level != 0) continue;
      if (!all.empty()) all += "; ";
      all += value.text;
    }
    return all;
  }
};

TEST(RollbackWalk, WholeMessages) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.hex);
    const Reading reading(from_hex(row.hex), row.generation);
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
    EXPECT_EQ(reading.facts.text, row.facts);
    EXPECT_EQ(reading.values(), row.values);
    EXPECT_TRUE(reading.facts.has_hashes);
    EXPECT_TRUE(rollback::fits(reading.copy.buffer()));
    FactRecorder silent;
    EXPECT_EQ(rollback::validate(reading.copy.buffer(), reading.options, &silent).consumed, reading.result.consumed);
    EXPECT_EQ(silent.text, row.facts);
  }
}

/// Each further input, and each further hash, is of the next tick.
TEST(RollbackWalk, TicksFollowEachOther) {
  const Reading reading(from_hex("0b000000 03 09000000 0000 0000 0000 08000000 02 06000000 01020304 05060708"));
  EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  EXPECT_EQ(reading.recorder.leaf_text(),
            "rollback.requested_input_tick=11; rollback.input_count=3; rollback.first_input_tick=9; "
            "rollback.input=9; rollback.input_tick=9; rollback.input.size=0; "
            "rollback.input=10; rollback.input_tick=10; rollback.input.size=0; "
            "rollback.input=11; rollback.input_tick=11; rollback.input.size=0; "
            "rollback.requested_hash_tick=8; rollback.hash_count=2; rollback.first_hash_tick=6; "
            "rollback.state=6; rollback.hash_tick=6; rollback.hash=67305985; "
            "rollback.state=7; rollback.hash_tick=7; rollback.hash=134678021");
  EXPECT_EQ(reading.result.inputs, 3U);
  EXPECT_EQ(reading.result.hashes, 2U);
}

/// Keys that a game has made of other types than Strings, and a "$" that is no int, are shown as they are.
TEST(RollbackWalk, OtherKeys) {
  const Bytes bytes = from_hex(
      "01000000 01 01000000 2800 1b000000 02000000 02000000 07000000 02000000 08000000"
      "04000000 01000000 24000000 00000000 01000000 00");
  const Reading reading(bytes);
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  EXPECT_EQ(reading.values(), "7; 8; null");
  EXPECT_EQ(reading.result.inputs, 1U);
}

/// A game without players yet has nothing to send for a tick.
TEST(RollbackWalk, AnEmptyDictionary) {
  const Reading reading(from_hex("01000000 01 01000000 0800 1b00000000000000 01000000 00"));
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  EXPECT_EQ(reading.facts.text, "<1 @1:8 node 0 #<1 ");
}

/// A Dictionary that does not fill its size, a shorter one, and another Variant are bytes of the game.
TEST(RollbackWalk, InputsThatAreNoDictionaryAreBytes) {
  for (const std::string_view input : {"1b00000000000000ff", "1b000000 01000000", "02000000 01000000", "1b0000",
                                       "1b000100 00000000", "28000000 00000000"}) {
    SCOPED_TRACE(input);
    const Bytes data = from_hex(input);
    Bytes bytes = from_hex("01000000 01 01000000");
    bytes.push_back(static_cast<std::uint8_t>(data.size()));
    bytes.push_back(0);
    bytes.insert(bytes.end(), data.begin(), data.end());
    const Bytes end = from_hex("01000000 00");
    bytes.insert(bytes.end(), end.begin(), end.end());
    const Reading reading(bytes);
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
    EXPECT_NE(reading.facts.text.find(" packed "), std::string::npos);
  }
}

TEST(RollbackWalk, Malformed) {
  struct Malformed {
    std::string_view hex;
    Problem::Code code;
    Field field;
  };
  using Code = Problem::Code;
  const Malformed bad[] = {
      {"", Code::truncated, field::rollback_requested_input},
      {"010000", Code::truncated, field::rollback_requested_input},
      {"01000000", Code::truncated, field::rollback_input_count},
      {"00000080 00 01000000 00", Code::out_of_range, field::rollback_requested_input},  // negative
      {"01000000 01 00000080 0000 01000000 00", Code::out_of_range, field::rollback_first_input},
      {"01000000 01 0100", Code::truncated, field::rollback_first_input},
      {"01000000 01 01000000 05", Code::truncated, field::rollback_input_size},
      {"01000000 01 01000000 0500 01020304", Code::truncated, field::rollback_input_data},
      {"01000000 02 01000000 0100 01", Code::truncated, field::rollback_input_size},  // one input less
      {"01000000 00", Code::truncated, field::rollback_requested_hash},
      {"01000000 00 01000000", Code::truncated, field::rollback_hash_count},
      {"01000000 00 000000ff 00", Code::out_of_range, field::rollback_requested_hash},
      {"01000000 00 01000000 01", Code::truncated, field::rollback_first_hash},
      {"01000000 00 01000000 01 01000000 010203", Code::truncated, field::rollback_hash},
      {"01000000 00 01000000 02 01000000 01020304", Code::truncated, field::rollback_hash},  // one hash less
      {"01000000 00 01000000 00 00", Code::length_mismatch, field::rollback},
      {"00000001 00 00000001 00 00", Code::length_mismatch, field::rollback},
  };
  for (const Malformed& row : bad) {
    SCOPED_TRACE(row.hex);
    const Reading reading(from_hex(row.hex));
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_EQ(reading.result.problem.code, row.code);
    EXPECT_EQ(reading.result.problem.field, row.field);
    EXPECT_EQ(reading.recorder.the_problem(), reading.result.problem);
    EXPECT_FALSE(rollback::fits(reading.copy.buffer()));
  }
}

/// int of 32 bits in the addon's buffers: a tick is not negative.
TEST(RollbackWalk, WhatATickMayBe) {
  constexpr std::uint64_t end = 1ULL << 31U;
  EXPECT_EQ(Reading(from_hex("01000000 00 000000ff 00")).result.problem,
            (Problem{.code = Problem::Code::out_of_range,
                     .field = field::rollback_requested_hash,
                     .offset = 5,
                     .value = 0xff000000,
                     .bound = end}));
  EXPECT_FALSE(Reading(from_hex("01000000 00 ffffff7f 00")).result.problem);
}

/// A game with a serializer of its own, big-endian (19 of its bytes, made by hand): does not fit.
TEST(RollbackWalk, AnotherSerializer) {
  EXPECT_FALSE(rollback::fits(Buffer(from_hex("00000005 01 00000004 0007 44332211010001 00000003 00"))));
}

TEST(RollbackWalk, CutAnywhere) {
  for (const Row& row : rows) {
    const Bytes whole = from_hex(row.hex);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      SCOPED_TRACE(std::string(row.hex) + " cut at " + std::to_string(size));
      const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const Reading cut(bytes, row.generation, static_cast<Offset>(whole.size()));
      EXPECT_EQ(cut.recorder.fault(), "");
      EXPECT_EQ(cut.result.problem.code, Problem::Code::cut);
      const Reading shorter(bytes, row.generation);
      EXPECT_EQ(shorter.recorder.fault(), "");
      EXPECT_LE(shorter.result.consumed, size);
      EXPECT_FALSE(shorter.result.exact(shorter.copy.buffer()));
    }
  }
}

TEST(RollbackWalk, EveryBitFlipped) {
  for (const Row& row : rows) {
    Bytes bytes = from_hex(row.hex);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      SCOPED_TRACE(std::string(row.hex) + " bit " + std::to_string(bit));
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
      const Reading reading(bytes, row.generation);
      EXPECT_EQ(reading.recorder.fault(), "");
      EXPECT_LE(reading.result.consumed, bytes.size());
      EXPECT_EQ(rollback::fits(reading.copy.buffer()), reading.result.exact(reading.copy.buffer()));
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
    }
  }
}

}  // namespace
}  // namespace godot::test
