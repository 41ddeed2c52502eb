// SPDX-License-Identifier: MIT
// What is learned of a debugger's conversation, and what each frame then shows. The bytes are our own encoder's.
#include "analysis/streams/debugger/debugger_conversation.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/arena.h"
#include "tests/unit/codec/debugger/encode.h"

namespace godot::analysis {
namespace {

using debugger::Direction;
using debugger::Era;
using debugger::Numbered;
using debugger::Proof;

constexpr DebugPlace first(std::uint32_t frame, std::uint32_t index = 0) { return {frame, index, true}; }
constexpr DebugPlace later(std::uint32_t frame, std::uint32_t index = 0) { return {frame, index, false}; }

Proof proof(Era era, bool is_certain, Proof::Look look = Proof::Look::named) {
  return {.look = look, .era = era, .era_certain = is_certain};
}

class Debugged : public testing::Test {
 protected:
  void learn(const Proof& proof, std::uint32_t frame) { conversation_.learn(Buffer(nothing_), proof, frame); }
  [[nodiscard]] std::string evidence(const Proof& proof, std::uint32_t frame, bool is_preferred = false) const {
    return conversation_.evidence(proof, is_preferred, frame);
  }
  /// The question with the answer, of the catalogue.
  static std::string asked() { return std::string(debugger::request_name(0)); }

  test::Bytes nothing_;
  DebugConversation conversation_;
};

TEST_F(Debugged, TheFirstProofSetsTheEra) {
  EXPECT_FALSE(conversation_.is_proven());
  learn(proof(Era::godot3, false), 5);
  EXPECT_TRUE(conversation_.is_proven());
  EXPECT_EQ(conversation_.era(), Era::godot3);
  learn(proof(Era::godot2, false), 6);
  EXPECT_EQ(conversation_.era(), Era::godot3) << "a later guess does not change it";
  learn(proof(Era::godot2, true), 7);
  EXPECT_EQ(conversation_.era(), Era::godot2) << "a certain one does";
  learn(proof(Era::godot3, true), 8);
  EXPECT_EQ(conversation_.era(), Era::godot2);
}

TEST_F(Debugged, BytesThatProveNothing) {
  learn(proof(Era::godot3, true, Proof::Look::maybe), 5);
  EXPECT_FALSE(conversation_.is_proven());
  Proof begun = proof(Era::godot3, true, Proof::Look::maybe);
  begun.begun = true;
  learn(begun, 5);
  EXPECT_TRUE(conversation_.is_proven());
}

TEST_F(Debugged, RedotIsKnownByALaterMessage) {
  learn(proof(Era::godot4_2, true), 5);
  learn(proof(Era::redot, true), 6);
  EXPECT_EQ(conversation_.era(), Era::redot);
}

TEST_F(Debugged, UnitsShowTheirEra) {
  const test::Encoder three(Era::godot3);
  const test::Bytes message = three.message("output", {three.array({three.integer(1)})});
  learn(proof(Era::godot2, false), 4);
  conversation_.learn(Buffer(message), proof(Era::godot2, false), 5);
  EXPECT_EQ(conversation_.era(), Era::godot3);
  EXPECT_EQ(evidence({}, 5), "heuristic");
}

TEST_F(Debugged, HowTheEraIsKnown) {
  learn(proof(Era::godot3, false), 5);
  EXPECT_EQ(evidence(proof(Era::godot3, true), 5), "heuristic");
  EXPECT_EQ(evidence(proof(Era::godot3, false), 5), "ambiguous");
  EXPECT_EQ(evidence(proof(Era::godot3, false), 5, true), "preference");
  learn(proof(Era::godot3, true), 6);
  EXPECT_EQ(evidence({}, 6), "heuristic");
  EXPECT_EQ(evidence({}, 7), "conversation");
}

TEST_F(Debugged, ThePreferenceDecidesWhatTheBytesDoNot) {
  const variant::Dialect& two = variant::dialect(variant::Generation::godot2);
  const variant::Dialect& redot = variant::dialect(variant::Generation::redot);
  learn(proof(Era::godot3, false), 5);
  EXPECT_EQ(conversation_.era_of(proof(Era::godot3, false), nullptr), Era::godot3);
  EXPECT_EQ(conversation_.era_of(proof(Era::godot3, false), &two), Era::godot2);
  EXPECT_EQ(conversation_.era_of(proof(Era::godot4_0, true), &two), Era::godot4_0) << "the bytes prove it";
  EXPECT_EQ(conversation_.era_of({}, &redot), Era::godot3);
  learn(proof(Era::godot4_2, true), 6);
  EXPECT_EQ(conversation_.era_of({}, &redot), Era::redot);
  EXPECT_EQ(conversation_.era_of({}, &two), Era::godot4_2);
}

TEST_F(Debugged, ANumberMeansWhatWasSaidLast) {
  conversation_.learn_meaning(Numbered::object, 7, "A", 10);
  conversation_.learn_meaning(Numbered::object, 7, "A", 15);
  conversation_.learn_meaning(Numbered::object, 7, "B", 20);
  EXPECT_EQ(conversation_.meaning(Numbered::object, 7, 9), nullptr);
  EXPECT_EQ(conversation_.meaning(Numbered::object, 7, 19)->frame, 10U) << "a repetition adds nothing";
  EXPECT_STREQ(conversation_.meaning(Numbered::object, 7, 20)->text, "B");
  EXPECT_EQ(conversation_.meaning(Numbered::object, 8, 20), nullptr);
  EXPECT_EQ(conversation_.meaning(Numbered::live_node, 7, 20), nullptr) << "numbers of another kind";
  conversation_.learn_meaning(Numbered::object, 7, "C", 20);
  EXPECT_STREQ(conversation_.meaning(Numbered::object, 7, 20)->text, "C") << "twice in a frame";
  EXPECT_STREQ(conversation_.meaning(Numbered::object, 7, 19)->text, "A");
}

TEST_F(Debugged, AnAnswerEndsTheOldestRequest) {
  const std::string question = asked();
  const auto* one = conversation_.exchange(first(1), question, Direction::to_game, 100);
  const auto* two = conversation_.exchange(first(2), question, Direction::to_game, 200);
  ASSERT_NE(one, nullptr);
  ASSERT_NE(two, one);
  EXPECT_EQ(one->reply_frame, 0U);
  EXPECT_EQ(conversation_.exchange(first(3), "no message", Direction::to_editor, 300), nullptr);
  std::string answer;
  for (const debugger::Message& message : debugger::messages()) {
    if (message.direction == Direction::to_editor && (debugger::answered_by(message.name) & 1) != 0)
      answer = message.name;
  }
  ASSERT_NE(answer, "");
  EXPECT_EQ(conversation_.exchange(first(4, 2), answer, Direction::to_editor, 400), one);
  EXPECT_EQ(one->request_frame, 1U);
  EXPECT_EQ(one->reply_frame, 4U);
  EXPECT_EQ(one->reply_time - one->request_time, 300);
  EXPECT_EQ(conversation_.exchange(first(5), answer, Direction::to_editor, 500), two);
  EXPECT_EQ(conversation_.exchange(first(6), answer, Direction::to_editor, 600), nullptr) << "nothing waits";
  // Later passes find the same, and change nothing.
  EXPECT_EQ(conversation_.exchange(later(4, 2), answer, Direction::to_editor, 9), one);
  EXPECT_EQ(conversation_.exchange(later(4, 1), answer, Direction::to_editor, 9), nullptr);
  EXPECT_EQ(conversation_.exchange(later(1), question, Direction::to_game, 9), one);
  EXPECT_EQ(one->reply_time, 400);
}

TEST_F(Debugged, AGameThatGoesOnAnswersNoMore) {
  ASSERT_NE(debugger::questions_to_stopped_game(), 0U);
  unsigned number = 0;
  while ((debugger::questions_to_stopped_game() >> number & 1) == 0) ++number;
  const std::string question(debugger::request_name(number));
  std::string answer;
  std::string goes_on;
  for (const debugger::Message& message : debugger::messages()) {
    if (message.direction != Direction::to_editor) continue;
    if ((debugger::answered_by(message.name) >> number & 1) != 0) answer = message.name;
    if (debugger::is_going_on(message.name)) goes_on = message.name;
  }
  ASSERT_NE(answer, "");
  ASSERT_NE(goes_on, "");
  ASSERT_NE(conversation_.exchange(first(1), question, Direction::to_game, 100), nullptr);
  static_cast<void>(conversation_.exchange(first(2), goes_on, Direction::to_editor, 200));
  EXPECT_EQ(conversation_.exchange(first(3), answer, Direction::to_editor, 300), nullptr);
}

/// Godot 4.6 and 3.6 ignore "out" and "step" while they run, and answer no "break" while they are stopped.
TEST_F(Debugged, ARequestThatIsIgnoredWaitsForNothing) {
  std::uint32_t frame = 0;
  const auto ask = [&](std::string_view what) {
    return conversation_.exchange(first(++frame), what, Direction::to_game, 0);
  };
  const auto say = [&](std::string_view what) {
    return conversation_.exchange(first(++frame), what, Direction::to_editor, 0);
  };
  const auto* early = ask("out");
  ASSERT_NE(early, nullptr) << "nothing is known yet";
  EXPECT_NE(ask("break"), nullptr);
  EXPECT_NE(say("debug_enter"), nullptr);
  EXPECT_EQ(ask("break"), nullptr) << "stopped already";
  const auto* next = ask("next");
  const auto* again = ask("next");  // pressed twice, before the game has answered
  EXPECT_EQ(say("debug_exit"), next);
  EXPECT_EQ(say("debug_enter"), nullptr) << "nobody has asked for it";
  EXPECT_EQ(say("debug_exit"), again);
  for (const char* ignored : {"out", "step", "continue", "get_stack_dump", "evaluate"})
    EXPECT_EQ(ask(ignored), nullptr);
  EXPECT_EQ(say("debug_enter"), nullptr);
  const auto* dump = ask("get_stack_dump");
  EXPECT_EQ(say("stack_dump"), dump);
  const auto* out = ask("out");
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(say("debug_exit"), out);
  EXPECT_EQ(early->reply_frame, 0U);
}

/// A capture that begins while the game is stopped.
TEST_F(Debugged, TheFirstMessageShowsThatItWasStopped) {
  const auto* out = conversation_.exchange(first(1), "out", Direction::to_game, 0);
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(conversation_.exchange(first(2), "debug_exit", Direction::to_editor, 0), out);
}

/// Two threads are stopped, one goes on: the other still answers.
TEST_F(Debugged, ThreadsStopEachForItself) {
  std::uint32_t frame = 0;
  const auto say = [&](std::string_view what) {
    return conversation_.exchange(first(++frame), what, Direction::to_editor, 0);
  };
  static_cast<void>(say("debug_enter"));
  static_cast<void>(say("debug_enter"));
  static_cast<void>(say("debug_exit"));
  EXPECT_NE(conversation_.exchange(first(++frame), "continue", Direction::to_game, 0), nullptr);
}

/// Godot 3.2 and 3.6 do not answer for an object that does not exist.
TEST_F(Debugged, AnObjectIsTheAnswerToItsOwnRequest) {
  const auto ask = [&](std::uint32_t frame, std::int64_t object) {
    return conversation_.exchange(first(frame), "inspect_object", Direction::to_game, 0, object);
  };
  const auto say = [&](std::uint32_t frame, std::int64_t object) {
    return conversation_.exchange(first(frame), "message:inspect_object", Direction::to_editor, 0, object);
  };
  ASSERT_NE(ask(1, 12345), nullptr);
  const auto* known = ask(2, 1398);
  EXPECT_EQ(say(3, 1398), known);
  EXPECT_EQ(say(4, 12345), nullptr);
  const auto* again = ask(5, 1398);
  EXPECT_EQ(say(6, 0), again) << "Godot 4: an answer without an object";
  // Several objects: the first of the answer need not be the first that was asked for.
  const auto* several = conversation_.exchange(first(7), "scene:inspect_objects", Direction::to_game, 0, 1);
  EXPECT_EQ(conversation_.exchange(first(8), "scene:inspect_objects", Direction::to_editor, 0, 2), several);
}

/// Godot 4.6, asked for an object that does not exist.
TEST_F(Debugged, ObjectsThatDoNotExist) {
  const auto* asked = conversation_.exchange(first(1), "scene:inspect_objects", Direction::to_game, 0);
  ASSERT_NE(asked, nullptr);
  EXPECT_EQ(conversation_.exchange(first(2), "remote_selection_invalidated", Direction::to_editor, 0), nullptr);
  EXPECT_EQ(conversation_.exchange(first(3), "remote_nothing_selected", Direction::to_editor, 0), asked);
}

TEST_F(Debugged, AnUnfinishedMessageGoesOnInItsDirection) {
  debugger::Run run;
  run.pending = true;
  run.left = 3;
  EXPECT_FALSE(conversation_.run_at(first(1), Direction::to_editor).pending);
  conversation_.keep_run(first(1), Direction::to_editor, run);
  EXPECT_FALSE(conversation_.run_at(first(2), Direction::to_game).pending);
  EXPECT_EQ(conversation_.run_at(first(3), Direction::to_editor).left, 3U);
  conversation_.keep_run(first(3), Direction::to_editor, {});
  EXPECT_FALSE(conversation_.run_at(first(4), Direction::to_editor).pending);
  EXPECT_EQ(conversation_.run_at(later(3), Direction::to_editor).left, 3U) << "as on the first pass";
  EXPECT_FALSE(conversation_.run_at(later(1), Direction::to_editor).pending);
  conversation_.keep_run(later(4), Direction::to_editor, run);
  EXPECT_FALSE(conversation_.run_at(first(5), Direction::to_editor).pending) << "a later pass changes nothing";
}

TEST_F(Debugged, MonitorsOfScriptsByFrame) {
  EXPECT_EQ(conversation_.custom_monitors(9), 0U);
  conversation_.keep_custom_monitors(first(3), 2);
  conversation_.keep_custom_monitors(first(5), 0);
  conversation_.keep_custom_monitors(later(6), 9);
  conversation_.keep_custom_monitors(first(7), 4);
  EXPECT_EQ(conversation_.custom_monitors(2), 0U);
  EXPECT_EQ(conversation_.custom_monitors(6), 2U);
  EXPECT_EQ(conversation_.custom_monitors(7), 4U);
}

TEST(DebugConversations, AreNumberedByTheirFirstMessage) {
  DebugConversations all;
  DebugConversation& silent = all.begin();
  DebugConversation& one = all.begin();
  all.set_number(one);
  all.set_number(one);
  all.set_number(silent);
  EXPECT_EQ(one.number, 0U);
  EXPECT_EQ(silent.number, 1U);
  EXPECT_EQ(all.count(), 2U);
  all.forget();
  EXPECT_EQ(all.count(), 0U);
}

TEST(DebugTexts, EnginesAndLines) {
  EXPECT_STREQ(debug_engines(Era::godot2, "ambiguous"), "Godot 2 or 3");
  EXPECT_STREQ(debug_engines(Era::godot4_0, "heuristic"), "Godot 4.0 or 4.1");
  EXPECT_EQ(debug_engines(Era::godot4_0, "preference"), nullptr);
  debugger::Result result;
  result.line = "output";
  EXPECT_STREQ(debug_line(result, arena), "output");
  result.complete = false;
  EXPECT_STREQ(debug_line(result, arena), "output (goes on)");
  result.stray = true;
  EXPECT_STREQ(debug_line(result, arena), "stray unit (goes on)");
  result.complete = true;
  EXPECT_STREQ(debug_line(result, arena), "stray unit");
}

}  // namespace
}  // namespace godot::analysis
