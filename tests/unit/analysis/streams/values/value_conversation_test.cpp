// SPDX-License-Identifier: MIT
#include "analysis/streams/values/value_conversation.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tests/unit/support/bytes.h"

namespace godot::analysis::values {
namespace {

using test::from_hex;
using variant::Generation;
using Bytes = test::Bytes;

// "hello", in an array with an int: text and nesting prove what they are. The type ids differ between generations.
const Bytes of_godot4 = from_hex("1c000000 02000000 04000000 05000000 68656c6c 6f000000 02000000 07000000");
const Bytes of_godot3 = from_hex("13000000 02000000 04000000 05000000 68656c6c 6f000000 02000000 07000000");
const Bytes a_string = from_hex("04000000 05000000 68656c6c 6f000000");  // the same in all

Circumstances in_frame(std::uint32_t frame) {
  return {.frame = frame, .readings = variant::all_candidates, .is_preferred = false, .refused = 0};
}

void learn_from(Conversation& conversation, const Bytes& payload, std::uint32_t frame) {
  learn(conversation, frame, variant::observe(Buffer(payload)), Buffer(payload), 0);
}

TEST(ConversationOfValues, RemembersTheFrameThatProvedIt) {
  Conversation conversation = {};
  learn_from(conversation, from_hex("02000000 07000000"), 3);  // an int proves nothing
  EXPECT_EQ(conversation.certain_in, 0U);
  learn_from(conversation, a_string, 5);
  learn_from(conversation, of_godot4, 8);
  ASSERT_TRUE(conversation.recognition.certain());
  EXPECT_NE(conversation.certain_in, 0U);
  const std::uint32_t certain_in = conversation.certain_in;
  EXPECT_EQ(conversation.decided_in, 8U);
  learn_from(conversation, of_godot4, 9);
  EXPECT_EQ(conversation.certain_in, certain_in);
  EXPECT_EQ(conversation.decided_in, 8U);
}

TEST(ConversationOfValues, SaysHowItKnowsTheDialect) {
  const Buffer payload(of_godot4);
  EXPECT_STREQ(judge(payload, nullptr, {}, in_frame(1)).evidence, "heuristic");
  EXPECT_STREQ(judge(Buffer(a_string), nullptr, {}, in_frame(1)).evidence, "ambiguous");

  Conversation conversation = {};
  learn_from(conversation, of_godot4, 8);
  ASSERT_TRUE(conversation.recognition.decided());
  EXPECT_STREQ(judge(Buffer(a_string), &conversation, {}, in_frame(8)).evidence, "heuristic");
  const Verdict later = judge(Buffer(a_string), &conversation, {}, in_frame(7));
  EXPECT_STREQ(later.evidence, "conversation");
  EXPECT_EQ(later.dialect->generation, Generation::godot4);
}

TEST(ConversationOfValues, TheUsersChoiceGoesFirst) {
  Conversation conversation = {};
  learn_from(conversation, of_godot4, 8);
  const Choice choice = {.dialect = &variant::dialect(Generation::godot3)};
  const Verdict chosen = judge(Buffer(a_string), &conversation, choice, in_frame(9));
  EXPECT_EQ(chosen.dialect->generation, Generation::godot3);
  EXPECT_STREQ(chosen.evidence, "decode-as");

  Circumstances preferred = in_frame(9);
  preferred.readings = variant::candidates_of(Generation::godot2);
  preferred.is_preferred = true;
  const Verdict set = judge(Buffer(a_string), &conversation, {}, preferred);
  EXPECT_EQ(set.dialect->generation, Generation::godot2);
  EXPECT_STREQ(set.evidence, "preference");
}

TEST(ConversationOfValues, BelievesAPayloadThatContradictsTheConversationIfItProvesItself) {
  Conversation conversation = {};
  learn_from(conversation, of_godot4, 8);
  const Verdict other = judge(Buffer(of_godot3), &conversation, {}, in_frame(9));
  EXPECT_EQ(other.dialect->generation, Generation::godot3);
  EXPECT_STREQ(other.evidence, "heuristic");
  // A few bytes of another reading may be coincidence.
  const Bytes odd = from_hex("13000000 00000000");  // an empty array of Godot 3
  EXPECT_EQ(judge(Buffer(odd), &conversation, {}, in_frame(9)).dialect->generation, Generation::godot4);
}

TEST(ConversationOfValues, EndsWithTheFirstPayloadThatOutweighsTheProof) {
  Conversation conversation = {};
  learn_from(conversation, of_godot4, 8);
  const Bytes other = from_hex("ffffffff 11223344");
  std::uint32_t frame = 9;
  for (; !conversation.recognition.withdrawn() && frame != 1000; ++frame) {
    EXPECT_EQ(conversation.withdrawn_in, 0U) << "the proof outweighs it";
    learn_further(conversation, {other, 9}, in_frame(frame));
    EXPECT_EQ(conversation.withdrawn_in, 0U) << "the capture has a part of it";
    learn_further(conversation, Buffer(other), in_frame(frame));
  }
  ASSERT_TRUE(conversation.recognition.withdrawn());
  EXPECT_GT(frame, 11U);
  EXPECT_EQ(conversation.withdrawn_in, frame - 1);
  learn_further(conversation, Buffer(other), in_frame(frame));
  EXPECT_EQ(conversation.withdrawn_in, frame - 1);
  EXPECT_FALSE(is_single_value(Buffer(of_godot4), &conversation, in_frame(frame)));
}

// A game's own counter, and zeros behind it: it begins like a Vector2i.
TEST(ConversationOfValues, LeavesAGamesOwnBytesAloneIfThereAreSeveral) {
  Conversation conversation = {};
  const Bytes own = from_hex("06000000 00000000 00000000 00000000 00000000 00000000");
  for (int i = 0; i != 9; ++i) learn_further(conversation, Buffer(own), in_frame(1));
  EXPECT_EQ(conversation.others, 0U) << "these are not known to be among values";
  learn_from(conversation, of_godot4, 2);
  learn_from(conversation, a_string, 3);
  ASSERT_TRUE(conversation.recognition.certain());
  for (std::uint32_t i = 0; i != 8; ++i) {
    learn_from(conversation, i % 2 == 0 ? of_godot4 : a_string, 4);
    EXPECT_FALSE(is_own_format(conversation, Buffer(own), in_frame(4))) << "a value that is damaged";
    learn_further(conversation, Buffer(own), in_frame(4));
    learn_further(conversation, {own, 30}, in_frame(4));
    EXPECT_EQ(conversation.others, i + 1) << "of another one the capture has a part";
  }
  EXPECT_FALSE(is_own_format(conversation, Buffer(own), in_frame(5)));
  learn_further(conversation, Buffer(own), in_frame(6));
  EXPECT_TRUE(is_own_format(conversation, Buffer(own), in_frame(4)));
  EXPECT_FALSE(is_own_format(conversation, Buffer(of_godot4), in_frame(7)));
  EXPECT_FALSE(is_own_format(conversation, Buffer(from_hex("06000000 01000000 02000000")), in_frame(7)));
}

TEST(SingleValue, ProvesItselfOrComesAmongOthers) {
  const Bytes an_int = from_hex("02000000 07000000");
  const auto is_value = [](const Bytes& payload, const Conversation* conversation, std::uint32_t refused) {
    Circumstances where = in_frame(1);
    where.refused = refused;
    return is_single_value(Buffer(payload), conversation, where);
  };
  EXPECT_TRUE(is_value(of_godot4, nullptr, 100)) << "text and nesting prove it";
  EXPECT_FALSE(is_value(from_hex("ffffffff 11223344"), nullptr, 0));
  EXPECT_FALSE(is_value(from_hex("04000000 ff000000 61626364"), nullptr, 0)) << "a text longer than the payload";
  EXPECT_FALSE(is_value(from_hex("04000000 01000000 61000000"), nullptr, 100)) << "so short a text does not";
  EXPECT_TRUE(is_value(an_int, nullptr, 0));
  EXPECT_FALSE(is_value(an_int, nullptr, 1)) << "an int proves nothing";
  Conversation others = {};
  learn_from(others, a_string, 1);
  learn_from(others, of_godot4, 2);
  EXPECT_TRUE(is_value(an_int, &others, 1)) << "most messages are values";
  EXPECT_FALSE(is_value(an_int, &others, 1000));
}

TEST(ConversationOfValues, NamesAnEngineOnlyIfTheTrafficShowsIt) {
  const auto verdict = [](Generation generation, const char* evidence) {
    return Verdict{&variant::dialect(generation), variant::Precision::single_, evidence};
  };
  EXPECT_STREQ(engines_of(verdict(Generation::godot2, "conversation")), "Godot 2");
  EXPECT_STREQ(engines_of(verdict(Generation::godot4, "heuristic")), "Godot 4");
  EXPECT_STREQ(engines_of(verdict(Generation::redot, "heuristic")), "Redot");
  EXPECT_EQ(engines_of(verdict(Generation::redot_docs, "heuristic")), nullptr);
  EXPECT_EQ(engines_of(verdict(Generation::godot4, "ambiguous")), nullptr);
  EXPECT_EQ(engines_of(verdict(Generation::godot4, "preference")), nullptr);
  EXPECT_EQ(engines_of(verdict(Generation::godot4, "decode-as")), nullptr);
}

}  // namespace
}  // namespace godot::analysis::values
