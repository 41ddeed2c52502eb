// SPDX-License-Identifier: MIT
// Numbers get their meaning from earlier messages. The bytes are our own encoder's.
#include "analysis/streams/debugger/debugger_numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "codec/debugger/fields.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/codec/debugger/encode.h"
#include "tests/unit/codec/debugger/reading.h"

namespace godot::analysis {
namespace {

using debugger::Direction;
using debugger::Era;

class Reader final : public DebugReader {
 public:
  using DebugReader::DebugReader;
  std::vector<std::string> found;
  bool takes_all = false;
  bool was_taken = false;

  void taken(Offset, Offset) override { was_taken = true; }

 private:
  bool takes(std::string_view) override { return takes_all; }
  void means(const DebugMeaning& known, Offset begin, Offset end) override {
    EXPECT_LT(begin, end);
    found.push_back(std::string(known.text) + " of " + std::to_string(known.frame));
  }
};

const test::Encoder three(Era::godot3);
const test::Bytes tree = three.message(
    "message:scene_tree", {three.integer(0), three.string("root"), three.string("Viewport"), three.integer(100)});
const test::Bytes inspect = three.message("inspect_object", {three.integer(100)}, Direction::to_game);

class DebuggedNumbers : public testing::Test {
 protected:
  void read(const test::Bytes& bytes, Reader& reader, Direction direction = Direction::to_editor) {
    test::DebugRecorder recorder(static_cast<Offset>(bytes.size()));
    debugger::Run run;
    const debugger::Result result =
        debugger::walk(Buffer(bytes), {.era = Era::godot3, .direction = direction}, run, room_, recorder, &reader);
    EXPECT_FALSE(result.problem);
  }
  std::array<char, 500> room_ = {};
  DebugConversation conversation_;
};

TEST_F(DebuggedNumbers, TheSceneTreeNamesThem) {
  Reader before(conversation_, {1, 0, true}, arena);
  read(inspect, before, Direction::to_game);
  EXPECT_TRUE(before.found.empty());
  Reader teacher(conversation_, {2, 0, true}, arena);
  read(tree, teacher);
  EXPECT_TRUE(teacher.found.empty()) << "it names the number itself";
  Reader after(conversation_, {3, 0, false}, arena);
  read(inspect, after, Direction::to_game);
  EXPECT_EQ(after.found, std::vector<std::string>{"root of 2"});
  const debugger::Message* row = debugger::find("inspect_object", Direction::to_game, Era::godot3);
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(after.name_of(field::debug_object_id, 100, row), "root");
  EXPECT_EQ(after.name_of(field::debug_object_id, 101, row), "");
  EXPECT_EQ(after.name_of(field::debug_object_id, 100, nullptr), "") << "an unknown message";
}

/// Godot 4: each of the variables comes in a message of its own.
TEST_F(DebuggedNumbers, VariablesAreAnnounced) {
  const test::Encoder four(Era::godot4_2);
  const auto announced = [&](const test::Bytes& bytes) {
    Reader reader(conversation_, {1, 0, true}, arena);
    test::DebugRecorder recorder(static_cast<Offset>(bytes.size()));
    debugger::Run run;
    (void)debugger::walk(Buffer(bytes), {.era = Era::godot4_2, .direction = Direction::to_editor}, run, room_, recorder,
                         &reader);
    return reader.announced();
  };
  EXPECT_EQ(announced(four.message("stack_frame_vars", {four.integer(51)})), 51U);
  EXPECT_EQ(announced(four.message("stack_frame_vars", {four.integer(-1)})), 0U);
  EXPECT_EQ(
      announced(four.message("stack_frame_var", {four.string("n"), four.integer(0), four.integer(2), four.integer(7)})),
      0U)
      << "one of them";
}

TEST_F(DebuggedNumbers, LaterPassesLearnNothing) {
  Reader teacher(conversation_, {2, 0, false}, arena);
  read(tree, teacher);
  Reader after(conversation_, {3, 0, true}, arena);
  read(inspect, after, Direction::to_game);
  EXPECT_TRUE(after.found.empty());
}

TEST_F(DebuggedNumbers, OnlyNamesOfMonitorsAreCounted) {
  Reader reader(conversation_, {1, 0, true}, arena);
  read(tree, reader);
  EXPECT_EQ(reader.custom_monitors(), 0U);
  EXPECT_EQ(reader.object(), 0) << "nodes are no objects that are asked for";
  read(inspect, reader, Direction::to_game);
  EXPECT_EQ(reader.custom_monitors(), 0U);
  EXPECT_EQ(reader.object(), 100);
}

TEST_F(DebuggedNumbers, AnErrorIsItsDescriptionOrItsText) {
  const auto error = [&](const char* description) {
    Reader reader(conversation_, {1, 0, true}, arena);
    read(three.message("error", {three.array({three.integer(0), three.integer(1), three.integer(2), three.integer(3),
                                              three.string("f"), three.string("x.cpp"), three.integer(9),
                                              three.string("Bad"), three.string(description), three.boolean(true)}),
                                 three.integer(0)}),
         reader);
    return std::string(reader.error());
  };
  EXPECT_EQ(error("No such file."), "No such file.");
  EXPECT_EQ(error(""), "Bad");
}

TEST_F(DebuggedNumbers, ArgumentsThatSomebodyElseReads) {
  Reader reader(conversation_, {1, 0, true}, arena);
  reader.takes_all = true;
  read(tree, reader);
  EXPECT_TRUE(reader.was_taken);
  Reader after(conversation_, {3, 0, false}, arena);
  read(inspect, after, Direction::to_game);
  EXPECT_TRUE(after.found.empty());
  EXPECT_EQ(reader.error(), nullptr);
}

}  // namespace
}  // namespace godot::analysis
