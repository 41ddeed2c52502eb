// SPDX-License-Identifier: MIT
// Malformed messages: the error is reported at its place, the valid part stays; and every message of every form, cut at
// every byte and with every bit flipped, keeps the walk's guarantees.
#include <gtest/gtest.h>

#include "codec/debugger/fields.h"
#include "tests/unit/codec/debugger/encode.h"
#include "tests/unit/codec/debugger/reading.h"

namespace godot::test {
namespace {

using Code = Problem::Code;
using debugger::Direction;
using debugger::Era;

const Encoder two(Era::godot2);
const Encoder three(Era::godot3);
const Encoder latest(Era::godot4_2);

struct Malformed {
  const char* reason;
  Bytes bytes;
  Era era;
  Direction direction;
  Code code;
  const char* field;
  Offset offset;
};

std::vector<Malformed> malformed() {
  using enum Direction;
  return {
      {"no Array, but a text", Encoder::unit(latest.string("output")), Era::godot4_2, to_editor, Code::wrong_type,
       "godot.debug.list", 4},
      {"the name is a number", Encoder::unit(latest.array({latest.integer(1), latest.integer(1), latest.array({})})),
       Era::godot4_2, to_editor, Code::wrong_type, "godot.debug.message", 12},
      {"the thread is a text", Encoder::unit(latest.array({latest.string("ab"), latest.string("x"), latest.array({})})),
       Era::godot4_2, to_editor, Code::wrong_type, "godot.debug.thread_id", 24},
      {"the data is a number", Encoder::unit(latest.array({latest.string("ab"), latest.integer(1), latest.integer(2)})),
       Era::godot4_2, to_editor, Code::wrong_type, "godot.debug.list", 32},
      {"the data is a number, in a pair", Encoder::unit(latest.array({latest.string("ab"), latest.integer(2)})),
       Era::godot4_0, to_editor, Code::wrong_type, "godot.debug.list", 24},
      {"the command is a number", Encoder::unit(three.array({three.integer(2)})), Era::godot3, to_game,
       Code::wrong_type, "godot.debug.message", 12},
      {"more units than there can be",
       Encoder::join({Encoder::unit(three.string("output")), Encoder::unit(three.integer(0x7FFFFFFF))}), Era::godot3,
       to_editor, Code::out_of_range, "godot.debug.units", 24},
      {"fewer units than none",
       Encoder::join({Encoder::unit(three.string("output")), Encoder::unit(three.integer(-1))}), Era::godot3, to_editor,
       Code::out_of_range, "godot.debug.units", 24},
      {"the number of units is a text",
       Encoder::join({Encoder::unit(three.string("output")), Encoder::unit(three.string("1"))}), Era::godot3, to_editor,
       Code::wrong_type, "godot.debug.units", 24},
      {"a unit's length is odd",
       Encoder::join({Encoder::unit(three.string("output")), Encoder::unit(three.integer(1)), Encoder::word(5),
                      Encoder::word(0), Encoder::word(0)}),
       Era::godot3, to_editor, Code::out_of_range, "godot.variant.stream.length", 32},
      {"a value that its unit cuts",
       Encoder::join({Encoder::unit(three.string("debug_enter")), Encoder::unit(three.integer(1)), Encoder::word(4),
                      Encoder::word(1)}),
       Era::godot3, to_editor, Code::truncated, "godot.variant.bool", 44},
  };
}

TEST(DebugMalformed, ProblemsHaveTheirPosition) {
  for (const Malformed& row : malformed()) {
    SCOPED_TRACE(row.reason);
    const DebugReading reading(row.bytes, {.era = row.era, .direction = row.direction});
    EXPECT_EQ(reading.recorder.fault(), "");
    ASSERT_TRUE(reading.result.problem);
    ASSERT_EQ(reading.recorder.problems().size(), 1U);
    EXPECT_EQ(name(reading.result.problem.code), name(row.code));
    EXPECT_EQ(reading.recorder.problems()[0].code, row.code);
    EXPECT_STREQ(info(reading.result.problem.field).filter, row.field);
    EXPECT_EQ(reading.result.problem.offset, row.offset);
    char sentence[max_problem_text];
    const std::string text(describe(reading.result.problem, sentence));
    EXPECT_NE(text.find("at offset " + std::to_string(row.offset)), std::string::npos) << text;
  }
}

struct Odd {
  const char* reason;
  Bytes bytes;
  Era era;
  Note note;
};

std::vector<Odd> odd() {
  return {
      {"another type", latest.message("set_pid", {latest.string("x")}), Era::godot4_2, note::debug_unexpected_type},
      {"too few elements", latest.message("stack_frame_var", {latest.string("x")}), Era::godot4_2,
       note::debug_missing_elements},
      {"too many elements", latest.message("debug_exit", {latest.nil()}), Era::godot4_2, note::debug_more_elements},
      {"a count of more than there is",
       latest.message("stack_dump", {latest.integer(6), latest.string("a"), latest.integer(1), latest.string("f")}),
       Era::godot4_2, note::debug_count_mismatch},
      {"a count of less than a level",
       latest.message("stack_dump", {latest.integer(2), latest.string("a"), latest.integer(1)}), Era::godot4_2,
       note::debug_count_mismatch},
      {"a count and nothing", latest.message("stack_dump", {latest.integer(3)}), Era::godot4_2,
       note::debug_count_mismatch},
      {"a negative count", latest.message("stack_dump", {latest.integer(-3), latest.string("a")}), Era::godot4_2,
       note::debug_more_elements},
      {"no data", Encoder::unit(latest.array({latest.string("step"), latest.integer(1)})), Era::godot4_2,
       note::debug_missing_elements},
      {"half a node", three.message("message:scene_tree", {three.integer(0), three.string("root")}), Era::godot3,
       note::debug_count_mismatch},
  };
}

TEST(DebugMalformed, LegalOdditiesAreNoted) {
  for (const Odd& row : odd()) {
    SCOPED_TRACE(row.reason);
    const DebugReading reading(row.bytes, {.era = row.era});
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_FALSE(reading.result.problem);
    EXPECT_TRUE(reading.recorder.notes().has(row.note)) << reading.recorder.text();
    EXPECT_EQ(reading.result.consumed, row.bytes.size());
  }
}

/// One message of each shape that descriptions have.
std::vector<std::pair<Bytes, debugger::Options>> samples() {
  const auto frames =
      latest.message("stack_dump", {latest.integer(3), latest.string("a"), latest.integer(1), latest.string("f")});
  const auto objects = latest.message(
      "scene:inspect_objects",
      {latest.array({latest.integer(5), latest.string("Node"),
                     latest.array({latest.array({latest.string("name"), latest.integer(4), latest.integer(0),
                                                 latest.string(""), latest.integer(7), latest.path("x")})})})});
  const auto dump = three.message(
      "stack_dump",
      {three.dictionary({{three.string("file"), three.string("a")}, {three.string("line"), three.integer(1)}})});
  return {
      {frames, {.era = Era::godot4_2}},
      {objects, {.era = Era::godot4_2}},
      {latest.message("output", {latest.strings({"a", "b"}), latest.integers({0, 1})}), {.era = Era::godot4_2}},
      {dump, {.era = Era::godot3}},
      {three.message("output", {three.array({three.string("x"), three.integer(1)})}), {.era = Era::godot3}},
      {two.message("breakpoint", {two.string("a"), two.integer(1), two.boolean(true)}, Direction::to_game),
       {.era = Era::godot2, .direction = Direction::to_game}},
  };
}

TEST(DebugDamage, EveryCutKeepsTheFieldsBeforeIt) {
  for (const auto& [bytes, options] : samples()) {
    const DebugReading whole(bytes, options);
    ASSERT_FALSE(whole.result.problem);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const DebugReading cut(std::span<const std::uint8_t>(bytes).first(size), options, {},
                             static_cast<Offset>(bytes.size()));
      EXPECT_EQ(cut.recorder.fault(), "") << size;
      EXPECT_LE(cut.result.consumed, size);
      for (const Problem& problem : cut.recorder.problems())
        EXPECT_EQ(name(problem.code), "cut") << size << ": the capture's fault, not the sender's";
      const std::size_t elements = cut.recorder.elements().size();
      ASSERT_LE(elements, whole.recorder.elements().size() + 1);
    }
  }
}

TEST(DebugDamage, EveryFlippedBitKeepsTheInvariants) {
  for (const auto& [bytes, options] : samples()) {
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      Bytes damaged = bytes;
      damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ 1U << bit % 8);
      const DebugReading reading(damaged, options);
      EXPECT_EQ(reading.recorder.fault(), "") << bit;
      EXPECT_TRUE(check_utf8(reading.line).valid) << bit;
    }
  }
}

}  // namespace
}  // namespace godot::test
