// SPDX-License-Identifier: MIT
// Messages on one line: missing parts, texts that are too long, values that are no text.
#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/codec/debugger/encode.h"
#include "tests/unit/codec/debugger/reading.h"

namespace godot::test {
namespace {

using debugger::Direction;
using debugger::Era;

const Encoder latest(Era::godot4_2);

std::string line(const Bytes& bytes, std::uint32_t limit = 240) {
  const DebugReading reading(bytes, {.era = Era::godot4_2, .line_limit = limit});
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(check_utf8(reading.line).valid);
  return reading.line;
}

TEST(DebugLine, ErrorsWithoutAScript) {
  const auto error = [](const char* description, bool warning) {
    return latest.message("error", {latest.integer(0), latest.integer(0), latest.integer(1), latest.integer(2),
                                    latest.string("core/x.cpp"), latest.string("load"), latest.integer(12),
                                    latest.string("Condition \"!x\" is true."), latest.string(description),
                                    latest.boolean(warning), latest.integer(0)});
  };
  EXPECT_EQ(line(error("", false)), "error core/x.cpp:12 in load(): Condition \"!x\" is true.");
  EXPECT_EQ(line(error("No such file.", true)), "warning core/x.cpp:12 in load(): No such file.");
}

/// Godot 4.6, after 400 errors within a second.
TEST(DebugLine, ErrorsOfNoPlace) {
  const Bytes dropped = latest.message(
      "error", {latest.integer(0), latest.integer(0), latest.integer(4), latest.integer(368), latest.string(""),
                latest.string(""), latest.integer(-1), latest.string("TOO_MANY_ERRORS"),
                latest.string("Too many errors! Ignoring errors for up to 1 second."), latest.boolean(false),
                latest.integer(0)});
  EXPECT_EQ(line(dropped), "error Too many errors! Ignoring errors for up to 1 second.");
}

/// A game sends no value of more than 1 MiB, but its type.
TEST(DebugLine, ValuesThatWereNotSent) {
  constexpr int nil = 0;
  constexpr int string = 4;
  constexpr int object = 24;
  const auto variable = [](int type, const Bytes& value) {
    return line(
        latest.message("stack_frame_var", {latest.string("huge"), latest.integer(0), latest.integer(type), value}));
  };
  const auto result = [](int type, const Bytes& value) {
    return line(
        latest.message("evaluation_return", {latest.string("a + b"), latest.integer(3), latest.integer(type), value}));
  };
  EXPECT_EQ(variable(string, latest.nil()), "stack_frame_var huge = String, too long to be sent");
  EXPECT_EQ(result(string, latest.nil()), "evaluation_return a + b = String, too long to be sent");
  EXPECT_EQ(variable(nil, latest.nil()), "stack_frame_var huge = null");
  EXPECT_EQ(variable(object, latest.nil()), "stack_frame_var huge = null") << "freed";
  EXPECT_EQ(variable(string, latest.string("null")), "stack_frame_var huge = \"null\"");
  EXPECT_EQ(variable(1000, latest.nil()), "stack_frame_var huge = null") << "no type of Godot's";
}

TEST(DebugLine, LimitsAreKept) {
  const Bytes bytes =
      latest.message("output", {latest.strings({std::string(1000, 'x'), "é"}), latest.integers({0, 0})});
  for (const std::uint32_t limit : {1U, 2U, 10U, 240U}) {
    EXPECT_LE(characters(line(bytes, limit)), limit);
    EXPECT_TRUE(line(bytes, limit).ends_with(variant::ellipsis));
  }
}

/// Each value has a limit of its own, which is below the line's.
TEST(DebugLine, ValuesThatAreCutSaySo) {
  const std::string more(variant::ellipsis);
  const auto shown = [](const std::string& value) {
    return line(latest.message("laboratory:text", {latest.array({latest.string(value)}), latest.integer(7)}), 700);
  };
  EXPECT_EQ(shown("short"), "laboratory:text [\"short\"], 7");
  const std::string cut = shown(std::string(1000, 'x'));
  EXPECT_TRUE(cut.starts_with("laboratory:text [\"xxx")) << cut;
  EXPECT_TRUE(cut.ends_with("x" + more + ", 7")) << cut;
}

/// Texts that are shown as they are have a limit in bytes, which may lie within a character.
TEST(DebugLine, TextsThatAreCutSaySoAfterAWholeCharacter) {
  std::string text = "a";
  for (int i = 0; i < 300; ++i) text += "é";
  const std::string shown =
      line(latest.message("output", {latest.strings({text, "end"}), latest.integers({0, 0})}), 700);
  EXPECT_TRUE(shown.ends_with("é" + std::string(variant::ellipsis) + "\", \"end\"")) << shown;
  EXPECT_EQ(shown.find("\xEF\xBF\xBD"), std::string::npos) << shown;
}

TEST(DebugLine, LineBreaksAndBadTextDoNotBreakIt) {
  EXPECT_EQ(line(latest.message("window:title", {latest.string("a\nb\x01\xFF")})),
            "window:title \"a\\nb \xEF\xBF\xBD\"");
}

TEST(DebugLine, NumbersAreShort) {
  const auto speed = [](float value) { return line(latest.message("scene:speed_changed", {latest.real(value)})); };
  EXPECT_EQ(speed(0.0166666F), "scene:speed_changed speed=0.01667");
  EXPECT_EQ(speed(60), "scene:speed_changed speed=60");
  EXPECT_EQ(speed(16777216), "scene:speed_changed speed=16777216");
  EXPECT_EQ(speed(std::numeric_limits<float>::quiet_NaN()), "scene:speed_changed speed=nan");
  EXPECT_EQ(speed(-std::numeric_limits<float>::infinity()), "scene:speed_changed speed=inf_neg");
}

/// Where a game has stopped: the frame that was called last comes first.
TEST(DebugLine, FramesOfTheStackAreCounted) {
  const Bytes bytes = latest.message(
      "stack_dump", {latest.integer(6), latest.string("res://a.gd"), latest.integer(7), latest.string("hit"),
                     latest.string("res://b.gd"), latest.integer(9), latest.string("_process")});
  EXPECT_EQ(line(bytes), "stack_dump res://a.gd:7 in hit(), depth 2");
}

/// Godot 3 sends each frame as a Dictionary (ScriptDebuggerRemote::debug()).
TEST(DebugLine, FramesOfGodot3) {
  const Encoder three(Era::godot3);
  const auto frame = [&](const char* file, int number, const char* function) {
    return three.dictionary({{three.string("file"), three.string(file)},
                             {three.string("line"), three.integer(number)},
                             {three.string("function"), three.string(function)},
                             {three.string("id"), three.integer(0)}});
  };
  const Bytes bytes = three.message("stack_dump", {frame("res://a.gd", 7, "hit"), frame("res://b.gd", 9, "_process")});
  const DebugReading reading(bytes, {.era = Era::godot3, .line_limit = 240});
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_EQ(reading.line, "stack_dump res://a.gd:7 in hit(), depth 2");
}

TEST(DebugLine, WithMissingElementsShowsNamesAndValues) {
  EXPECT_EQ(line(latest.message("scene:live_node_prop", {latest.integer(3)})), "scene:live_node_prop id=3");
  EXPECT_EQ(line(latest.message("error", {latest.integer(3)})), "error hour=3");
  EXPECT_EQ(line(latest.message("output", {})), "output");
}

}  // namespace
}  // namespace godot::test
