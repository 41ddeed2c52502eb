// SPDX-License-Identifier: MIT
// Every command in every form, from vectors; and malformed messages, each with one error.
#include <gtest/gtest.h>

#include "codec/multiplayer/fields.h"
#include "codec/variant/fields.h"
#include "tests/unit/codec/multiplayer/how.h"
#include "tests/unit/codec/multiplayer/malformed.h"
#include "tests/unit/codec/multiplayer/reading.h"
#include "tests/unit/codec/multiplayer/texts.h"
#include "tests/unit/codec/multiplayer/vectors.h"

namespace godot::test {
namespace {

TEST(MultiplayerVectors, HaveTheExpectedFields) {
  for (const MultiplayerVector& row : multiplayer_vectors) {
    SCOPED_TRACE(std::string(row.how) + ": " + row.name);
    const ExactCopy copy(from_hex(row.hex));
    const MultiplayerReading reading(copy.buffer(), how(row.how));
    EXPECT_EQ(fault_of(reading, copy.buffer(), multiplayer::validate(copy.buffer(), how(row.how))), "");
    EXPECT_TRUE(reading.result.exact(copy.buffer()));
    EXPECT_EQ(reading.fields(), row.fields);
    EXPECT_EQ(reading.values(), row.values);
    EXPECT_EQ(reading.facts.text(), row.facts);
  }
}

TEST(MultiplayerVectors, FactsAreTheSameWithoutASink) {
  for (const MultiplayerVector& row : multiplayer_vectors) {
    SCOPED_TRACE(std::string(row.how) + ": " + row.name);
    const ExactCopy copy(from_hex(row.hex));
    FactRecorder facts(copy.buffer());
    multiplayer::validate(copy.buffer(), how(row.how), facts);
    EXPECT_EQ(facts.text(), row.facts);
    EXPECT_EQ(facts.fault(), "");
  }
}

TEST(MultiplayerVectors, TheFirstBytesShowTheCommandThatTheWalkReads) {
  unsigned relayed = 0;
  const auto expect_same = [&](const char* by, const char* hex) {
    SCOPED_TRACE(hex);
    const multiplayer::Options options = how(by);
    if (options.api != multiplayer::Api::scene || options.carrier != multiplayer::Carrier::none) return;
    const Bytes bytes = from_hex(hex);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      const ExactCopy copy(std::span<const std::uint8_t>(bytes).first(size), static_cast<Offset>(bytes.size()));
      const multiplayer::Result read = multiplayer::validate(copy.buffer(), options);
      Offset begin = 0;
      EXPECT_EQ(multiplayer::peek_command(copy.buffer(), begin), read.command) << size;
      const bool is_inner = begin != 0;
      EXPECT_TRUE(!is_inner || read.relayed) << size;
      EXPECT_TRUE(is_inner || !read.relayed || read.command == multiplayer::CommandType::system) << size;
      if (is_inner) ++relayed;
    }
  };
  for (const MultiplayerVector& row : multiplayer_vectors) expect_same(row.how, row.hex);
  for (const MultiplayerMalformed& row : multiplayer_malformed) expect_same(row.how, row.hex);
  EXPECT_NE(relayed, 0U);
}

/// Plain values that a sink of facts takes are exactly those that the sink of events would receive.
TEST(MultiplayerVectors, TextsOfPlainValuesAreThoseOfTheWalk) {
  unsigned taken = 0;
  for (const MultiplayerVector& row : multiplayer_vectors) {
    SCOPED_TRACE(std::string(row.how) + ": " + row.name);
    const ExactCopy copy(from_hex(row.hex));
    EXPECT_EQ(text_fault_of(copy.buffer(), how(row.how)), "");
    taken += ValueTexts(copy.buffer(), how(row.how), true).taken;
  }
  for (const MultiplayerMalformed& row : multiplayer_malformed) {
    SCOPED_TRACE(std::string(row.how) + ": " + row.reason);
    const ExactCopy copy(from_hex(row.hex));
    EXPECT_EQ(text_fault_of(copy.buffer(), how(row.how)), "");
  }
  EXPECT_GT(taken, 10U);
  // An int and a bool in the short form, and a Vector2, which is a plain value.
  const ExactCopy mixed(from_hex("00 07 03 03 0205 81 05000000 0000803f 00000040"));
  const ValueTexts texts(mixed.buffer(), how("scene"), true);
  EXPECT_EQ(texts.taken, 3U);
  EXPECT_EQ(texts.texts, (std::vector<std::string>{"4-6 5", "6-7 true", "7-19 Vector2(1, 2)"}));
}

/// A value that a sink of facts takes is no leaf.
TEST(MultiplayerVectors, BytesThatASinkTakesAreNotReported) {
  for (const char* hex : {"03 68656c6c6f", "07 00 736563726574"}) {
    const ExactCopy copy(from_hex(hex));
    Recorder recorder(static_cast<Offset>(copy.size()));
    FactRecorder facts(copy.buffer(), true);
    EXPECT_TRUE(multiplayer::walk(copy.buffer(), how("scene"), recorder, &facts).exact(copy.buffer()));
    for (const Recorder::Leaf& leaf : recorder.leaves())
      EXPECT_TRUE(leaf.field != field::godot_raw_data && leaf.field != field::godot_auth_data) << hex;
  }
}

struct NotedVector {
  const char* name;
  const char* how;
  const char* hex;
  Note note;
};

constexpr NotedVector noted[] = {
    {"the receiver has other methods", "scene", "02 00 01000000", note::godot_checksum_mismatch},
    {"neither 0 nor 1", "scene", "02 02 01000000", note::godot_not_0_or_1},
    {"a freed object", "scene", "00 07 03 01 18000000", note::godot_null_object},
    {"two properties are marked, one is sent", "scene", "16 06000000 0300000000000000 01000000 81",
     note::godot_mask_mismatch},
    {"states without a state", "scene", "06 0100", note::godot_sync_empty},
    {"changes without a change", "scene", "16", note::godot_sync_empty},
    {"bit 3 of a call", "scene", "88 07 03", note::godot_reserved_bits},
    {"a flag of Simplify path", "scene", "23 00", note::godot_reserved_bits},
    {"bit 6 of a bool", "scene", "00 07 03 01 41", note::godot_reserved_bits},
    {"a path without NUL", "scene", "a0 06000080 00 4d61696e", note::godot_unterminated_text},
    {"a name without NUL", "scene", "04 00 01000000 05000000 00000000 01000000 41", note::godot_unterminated_text},
    {"a NUL within a name", "scene", "04 00 01000000 05000000 00000000 03000000 410000", note::godot_nul_in_text},
    {"a path that is no UTF-8", "named", "03 ff00", note::godot_invalid_utf8},
    {"a method that is no UTF-8", "named", "00 01000000 c300 00", note::godot_invalid_utf8},
    {"one byte too many", "scene", "05 0c000000 00", note::godot_trailing_bytes},
    {"an int of 2 bytes that fits in 1", "scene", "00 07 03 01 427f00", note::godot_needless_width},
    {"an int of 8 bytes that fits in 4", "scene", "00 07 03 01 c2ffffffffffffffff", note::godot_needless_width},
    {"a node of 2 bytes that fits in 1", "scene", "90 ff00 03", note::godot_needless_width},
    {"a method of 2 bytes that fits in 1", "scene", "c0 07 ff00", note::godot_needless_width},
    {"a checksum with an upper case digit", "scene",
     "01 44343164386364393866303062323034653938303039393865636638343237 65 00 01000000 4100",
     note::godot_not_hexadecimal},
};

TEST(MultiplayerVectors, OdditiesAreNoted) {
  for (const NotedVector& row : noted) {
    SCOPED_TRACE(row.name);
    const ExactCopy copy(from_hex(row.hex));
    const MultiplayerReading reading(copy.buffer(), how(row.how));
    EXPECT_TRUE(reading.result.exact(copy.buffer()));
    for (std::size_t i = 0; i < note_numbers; ++i)
      EXPECT_EQ(reading.result.notes.has(static_cast<Note>(i)), static_cast<Note>(i) == row.note)
          << info(static_cast<Note>(i)).filter;
  }
}

TEST(MultiplayerMalformed, ProblemsHaveTheirKindAndPosition) {
  for (const MultiplayerMalformed& row : multiplayer_malformed) {
    SCOPED_TRACE(std::string(row.how) + ": " + row.reason);
    const ExactCopy copy(from_hex(row.hex));
    const MultiplayerReading reading(copy.buffer(), how(row.how));
    EXPECT_EQ(fault_of(reading, copy.buffer(), multiplayer::validate(copy.buffer(), how(row.how))), "");
    const Problem& problem = reading.result.problem;
    EXPECT_EQ(name(problem.code), name(row.code));
    EXPECT_EQ(problem.offset, row.offset);
    EXPECT_EQ(reading.result.consumed, row.offset) << "the rest is not read";
    EXPECT_EQ(info(problem.field).filter, std::string("godot.") + row.field);
    EXPECT_EQ(reading.facts.text(), row.facts);
  }
}

/// A state of many values: those that the sink does not request are validated, counted and summarised.
TEST(MultiplayerLimits, UnwantedValuesAreOneLeaf) {
  constexpr std::uint32_t count = 1000;
  constexpr std::uint32_t wanted = 10;
  Bytes message = from_hex("06 0100 06000000");
  append(message, count);
  message.insert(message.end(), count, 0x81);
  const ExactCopy copy(message);
  const MultiplayerReading reading(copy.buffer(), how("scene"), wanted);
  EXPECT_EQ(fault_of(reading, copy.buffer(), multiplayer::validate(copy.buffer(), how("scene"))), "");
  EXPECT_EQ(reading.result.values, count);
  EXPECT_EQ(reading.facts.values(), count) << "a sink that counts gets all";
  EXPECT_EQ(reading.facts.text(), "sync; time 1; net id 6 size 1000; values 1000; end");
  const Recorder::Leaf& omitted = reading.recorder.leaves().back();
  EXPECT_EQ(omitted.field, field::elements_omitted);
  EXPECT_EQ(omitted.value, "990");
  EXPECT_EQ(omitted.length, count - wanted);
}

TEST(MultiplayerLimits, UnwantedSynchronizersAreOneLeaf) {
  constexpr std::uint32_t count = 1000;
  Bytes message = from_hex("04 00 01000000 05000000");
  append(message, count);
  append(message, std::uint32_t{2});
  for (std::uint32_t i = 0; i < count; ++i) append(message, i + 1);
  message.insert(message.end(), {'A', 0});
  const ExactCopy copy(message);
  const MultiplayerReading reading(copy.buffer(), how("scene"), 10);
  EXPECT_EQ(fault_of(reading, copy.buffer(), multiplayer::validate(copy.buffer(), how("scene"))), "");
  EXPECT_TRUE(reading.result.exact(copy.buffer()));
  EXPECT_NE(reading.fields().find("spawn.sync_ids=10 spawn.name=A"), std::string::npos);
  EXPECT_TRUE(reading.recorder.omitted());
}

TEST(MultiplayerLimits, ACallMayHave255Arguments) {
  Bytes message = from_hex("00 07 03 ff");
  for (int i = 0; i < 255; ++i) message.insert(message.end(), {0x02, static_cast<std::uint8_t>(i)});
  const ExactCopy copy(message);
  const MultiplayerReading reading(copy.buffer(), how("scene"));
  EXPECT_TRUE(reading.result.exact(copy.buffer()));
  EXPECT_EQ(reading.facts.values(), 255U);
}

}  // namespace
}  // namespace godot::test
