// SPDX-License-Identifier: MIT
// The messages' descriptions: every message of each generation is found by name, direction and version.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "codec/debugger/framing.h"
#include "codec/debugger/messages.h"

namespace godot::test {
namespace {

using debugger::Direction;
using debugger::Era;
using debugger::Message;

constexpr Era eras[] = {Era::godot2, Era::godot3, Era::godot4_0, Era::godot4_2, Era::redot};

TEST(DebugCatalogue, EveryRowIsFoundInItsVersions) {
  for (const Message& row : debugger::messages()) {
    EXPECT_LE(row.since, row.until) << row.name;
    bool found = false;
    for (const Era era : eras) {
      const debugger::EraInfo& age = debugger::info(era);
      const bool lives = row.since <= age.last && row.until >= age.first;
      const Message* each = nullptr;
      bool listed = false;
      do {
        each = debugger::find(row.name, row.direction, era, each);
        listed = listed || each == &row;
      } while (each != nullptr);
      EXPECT_EQ(listed, lives) << row.name;
      found = found || listed;
    }
    EXPECT_TRUE(found) << row.name;
  }
}

TEST(DebugCatalogue, LinesNameElementsThatTheMessageHas) {
  for (const Message& row : debugger::messages()) {
    std::set<std::string> names;
    for (const debugger::Element& element : row.elements) {
      if (element.field != field::none) names.insert(std::string(info(element.field).filter).substr(12));
    }
    std::string_view line = row.line;
    while (line.find('{') != std::string_view::npos) {
      line.remove_prefix(line.find('{') + 1);
      ASSERT_NE(line.find('}'), std::string_view::npos) << row.name;
      std::string inside(line.substr(0, line.find('}')));
      inside.erase(0, inside.find_first_not_of("#*@\""));
      // {a=b}, {a?b}: two elements.
      const std::size_t second = inside.find_first_of("=?");
      EXPECT_TRUE(names.contains(inside.substr(0, second))) << row.name << ": " << inside;
      if (second != std::string::npos) {
        EXPECT_TRUE(names.contains(inside.substr(second + 1))) << row.name << ": " << inside;
      }
    }
  }
}

TEST(DebugCatalogue, CountsStandBeforeTheirGroups) {
  for (const Message& row : debugger::messages()) {
    std::set<unsigned> open;
    for (const debugger::Element& element : row.elements) {
      if (element.take == debugger::Take::count) open.insert(element.slot);
      if (element.take == debugger::Take::group && element.per != debugger::Per::end) {
        EXPECT_TRUE(open.contains(element.slot)) << row.name;
      }
    }
  }
}

TEST(DebugCatalogue, ElementsAreVariantsAndGroupsAreNot) {
  for (const Message& row : debugger::messages()) {
    bool in_packed = false;
    for (const debugger::Element& element : row.elements) {
      using debugger::Take;
      if (element.field == field::none) continue;
      const bool is_value = (info(element.field).flags & is_variant) != 0;
      const bool holds_others =
          element.take == Take::list || element.take == Take::table || element.take == Take::group || in_packed;
      EXPECT_EQ(is_value, !holds_others) << row.name << ' ' << info(element.field).filter;
      in_packed = element.take == Take::packed;
    }
  }
}

TEST(DebugCatalogue, PrefixesAreFound) {
  EXPECT_NE(debugger::find("profiler:anything", Direction::to_game, Era::godot4_2), nullptr);
  EXPECT_EQ(debugger::find("profiler:servers", Direction::to_game, Era::godot4_2)->name, "profiler:servers");
  EXPECT_EQ(debugger::find("profiler:anything", Direction::to_editor, Era::godot4_2), nullptr);
  EXPECT_EQ(debugger::find("evaluate", Direction::to_game, Era::godot4_0), nullptr);
  EXPECT_TRUE(debugger::begins_run("message:whatever"));
  EXPECT_TRUE(debugger::begins_run("Too many errors! 3 errors were dropped."));
  EXPECT_FALSE(debugger::begins_run("whatever"));
}

TEST(DebugCatalogue, AnswersAreMessages) {
  EXPECT_NE(debugger::question("get_stack_dump"), 0U);
  EXPECT_EQ(debugger::question("breakpoint"), 0U);
  EXPECT_EQ(debugger::answered_by("stack_dump"), debugger::question("get_stack_dump"));
  EXPECT_EQ(debugger::answered_by("debug_exit"), debugger::question("continue") | debugger::question("step") |
                                                     debugger::question("next") | debugger::question("out"));
  // One request with two answers.
  EXPECT_EQ(debugger::answered_by("scene:inspect_objects"), debugger::answered_by("remote_objects_selected"));
  for (const Message& request : debugger::messages()) {
    if (request.direction != Direction::to_game || debugger::question(request.name) == 0) continue;
    bool answered = false;
    for (const Message& reply : debugger::messages()) {
      const bool answers = (debugger::answered_by(reply.name) & debugger::question(request.name)) != 0;
      answered = answered || (reply.direction == Direction::to_editor && answers);
    }
    EXPECT_TRUE(answered) << request.name;
  }
}

/// script_debugger_remote.cpp and remote_debugger.cpp: these are read in the loop of a stopped game alone.
TEST(DebugCatalogue, SomeQuestionsAreAnsweredByAStoppedGameAlone) {
  const auto names = [](debugger::Questions questions) {
    std::set<std::string> found;
    for (unsigned i = 0; i != debugger::question_count(); ++i) {
      if ((questions >> i & 1) != 0) found.insert(std::string(debugger::request_name(i)));
    }
    return found;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(names(debugger::questions_to_stopped_game()),
            (Names{"evaluate", "get_stack_dump", "get_stack_frame_vars"}));
  EXPECT_EQ(names(debugger::ignored_by_running_game()),
            (Names{"continue", "evaluate", "get_stack_dump", "get_stack_frame_vars", "next", "out", "step"}));
  EXPECT_EQ(names(debugger::unanswered_by_stopped_game()), Names{"break"});
  for (const std::string_view name : {"debug_enter", "debug_exit", "break", "debug_enter2"}) {
    EXPECT_EQ(debugger::is_stopping(name), name == "debug_enter") << name;
    EXPECT_EQ(debugger::is_going_on(name), name == "debug_exit") << name;
  }
}

TEST(DebugCatalogue, RequestsForOneObject) {
  for (const char* name : {"inspect_object", "message:inspect_object", "scene:inspect_object"})
    EXPECT_TRUE(debugger::is_about_one_object(name)) << name;
  for (const char* name : {"scene:inspect_objects", "inspect_objects", "scene:inspect", "set_object_property", ""})
    EXPECT_FALSE(debugger::is_about_one_object(name)) << name;
}

/// Nodes and resources are numbered separately; only the messages that give a number have the path that it stands for.
TEST(DebugCatalogue, WhatNumbersReferTo) {
  using debugger::Numbered;
  const auto row = [](std::string_view name) { return *debugger::find(name, Direction::to_game, Era::godot3); };
  for (const char* name : {"live_node_path", "live_node_prop", "live_node_prop_res", "live_node_call"})
    EXPECT_EQ(debugger::numbered_by(field::debug_live_id, row(name)), Numbered::live_node) << name;
  for (const char* name : {"live_res_path", "live_res_prop", "live_res_prop_res", "live_res_call"})
    EXPECT_EQ(debugger::numbered_by(field::debug_live_id, row(name)), Numbered::live_resource) << name;
  const Message any = row("live_node_prop");
  EXPECT_EQ(debugger::numbered_by(field::debug_signature_id, any), Numbered::signature);
  EXPECT_EQ(debugger::numbered_by(field::debug_profile_function_id, any), Numbered::signature);
  EXPECT_EQ(debugger::numbered_by(field::debug_node_id, any), Numbered::object);
  EXPECT_EQ(debugger::numbered_by(field::debug_object_id, any), Numbered::object);
  EXPECT_EQ(debugger::numbered_by(field::debug_live_path, any), Numbered::nothing);

  for (const char* name : {"live_node_path", "live_res_path"})
    EXPECT_EQ(debugger::naming_text(field::debug_live_id, row(name)), field::debug_live_path) << name;
  EXPECT_EQ(debugger::naming_text(field::debug_live_id, any), field::none) << "it uses the number";
  EXPECT_EQ(debugger::naming_text(field::debug_signature_id, any), field::debug_signature_name);
  EXPECT_EQ(debugger::naming_text(field::debug_node_id, any), field::debug_node_name);
  EXPECT_EQ(debugger::naming_text(field::debug_object_id, any), field::none);
}

}  // namespace
}  // namespace godot::test
