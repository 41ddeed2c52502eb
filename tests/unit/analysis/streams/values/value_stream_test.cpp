// SPDX-License-Identifier: MIT
#include "analysis/streams/values/value_stream.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/support/bytes.h"

namespace godot::analysis::values {
namespace {

using Bytes = test::Bytes;
using test::from_hex;
using variant::ByteOrder;

const std::string a_string = "04000000 05000000 68656c6c 6f000000";  // "hello"
const std::string an_array = "1c000000 02000000 04000000 05000000 68656c6c 6f000000 02000000 07000000";
const std::string a_unit = "20000000" + an_array;

Circumstances in_frame(std::uint32_t frame, std::uint32_t refused = 0) {
  return {.frame = frame, .readings = variant::all_candidates, .is_preferred = false, .refused = refused};
}

// --- A recognised stream --------------------------------------------------------------------------------------------

Unit unit_of(const std::string& hex, bool doubtful = false, const Choice& choice = {}) {
  const Bytes bytes = from_hex(hex);
  const Conversation conversation = {};
  Unit unit = unit_at(Buffer(bytes), conversation, choice, doubtful, in_frame(1));
  unit.value.captured = unit.value.captured.first(0);  // of these bytes, which end here
  return unit;
}

TEST(UnitOfAStream, IsALengthAndAValue) {
  const Unit unit = unit_of(a_unit + a_unit);
  EXPECT_EQ(unit.kind, Unit::Kind::value);
  EXPECT_EQ(unit.value.reported, 32U);
  EXPECT_EQ(unit.size(), 36U);
  EXPECT_EQ(unit.missing, 0U);
  EXPECT_EQ(unit.verdict.dialect->generation, variant::Generation::godot4);
}

TEST(UnitOfAStream, SaysHowManyBytesItLacks) {
  const Unit cut = unit_of(a_unit.substr(0, a_unit.size() - 9));
  EXPECT_EQ(cut.kind, Unit::Kind::value);
  EXPECT_EQ(cut.missing, 4U);
  const Unit lone = unit_of("20000000");
  EXPECT_EQ(lone.kind, Unit::Kind::incomplete);
  EXPECT_EQ(lone.missing, Unit::some);
  const Unit part_of_a_length = unit_of("200000");
  EXPECT_EQ(part_of_a_length.kind, Unit::Kind::none);
  EXPECT_EQ(part_of_a_length.missing, Unit::some);
}

TEST(UnitOfAStream, IsNoneIfTheLengthOrTheHeaderIsNone) {
  for (const char* hex : {"04000020 04000000", "07000000 04000000", "20000000 ffffffff", "00000020 04000000"}) {
    const Unit unit = unit_of(hex);
    EXPECT_EQ(unit.kind, Unit::Kind::none) << hex;
    EXPECT_EQ(unit.missing, 0U) << hex;
  }
  // The user insists: any length that an encoder may send.
  EXPECT_EQ(unit_of("20000000 ffffffff", false, {.insists = true}).kind, Unit::Kind::value);
  EXPECT_EQ(unit_of("ffffffff 04000000", false, {.insists = true}).kind, Unit::Kind::none);
}

TEST(UnitOfAStream, MayBeAValueWithoutItsLength) {
  // A String of 4 bytes: its type id looks like a length, but "4 bytes" of it are no value.
  const Unit bare = unit_of("04000000 04000000 68656c6c");
  EXPECT_EQ(bare.kind, Unit::Kind::bare);
  EXPECT_EQ(bare.value.reported, 12U);
  EXPECT_EQ(bare.missing, 0U);
  // The same length with a value behind it, null.
  EXPECT_EQ(unit_of("04000000 00000000").kind, Unit::Kind::value);
  // Inside another value that is no evidence, and not if the user insists.
  EXPECT_NE(unit_of("04000000 04000000 68656c6c", true).kind, Unit::Kind::bare);
  EXPECT_NE(unit_of("04000000 04000000 68656c6c", false, {.insists = true}).kind, Unit::Kind::bare);
}

TEST(UnitOfAStream, IsNoValueWithoutALengthIfTheCaptureHasAPart) {
  const Bytes bytes = from_hex("04000000 04000000 68656c6c");
  const Conversation conversation = {};
  EXPECT_EQ(unit_at(Buffer(bytes), conversation, {}, false, in_frame(1)).kind, Unit::Kind::bare);
  EXPECT_NE(unit_at({bytes, 40}, conversation, {}, false, in_frame(1)).kind, Unit::Kind::bare);
  const Bytes part = from_hex("04000000 40000000 68656c6c 6f20776f 726c642c 2068656c 6c6f2077");
  EXPECT_NE(unit_at({part, 72}, conversation, {}, false, in_frame(1)).kind, Unit::Kind::bare);
}

// A program's own numbers between its values: 0 as four and as eight bytes, 2.0 as a double, 1000000007 after zeros.
TEST(UnitOfAStream, IsNoValueWithoutALengthIfChanceExplainsIt) {
  for (const char* hex : {"00000000", "00000000 00000000", "00000000 00000040", "00000000 3b9aca07",
                          "02000000 05000000", "01000000 01000000"})
    EXPECT_NE(unit_of(hex).kind, Unit::Kind::bare) << hex;
}

TEST(UnitOfAStream, HasToParseWhereItMayBeInsideAnotherValue) {
  EXPECT_EQ(unit_of(a_unit, true).kind, Unit::Kind::value);
  // A string whose length does not fit.
  const std::string damaged = "10000000 04000000 ff000000 68656c6c 6f000000";
  EXPECT_EQ(unit_of(damaged, true).kind, Unit::Kind::none);
  EXPECT_EQ(unit_of(damaged, false).kind, Unit::Kind::value);
  // Longer than the segment: it may be anything.
  const Unit longer = unit_of(a_unit.substr(0, a_unit.size() - 9), true);
  EXPECT_EQ(longer.kind, Unit::Kind::none);
  EXPECT_EQ(longer.missing, 0U);
}

TEST(UnitOfAStream, TakesTheTypeOfANewerEngineIfAllOfItIsThere) {
  const std::string newer = "08000000 50000000 00000000";
  EXPECT_EQ(unit_of(newer).kind, Unit::Kind::value);
  EXPECT_EQ(unit_of(newer, true).kind, Unit::Kind::none);
  EXPECT_EQ(unit_of("0c000000 50000000 00000000").kind, Unit::Kind::none);
}

TEST(UnitOfAStream, HasTheOrderInWhichTheLengthIsSmall) {
  EXPECT_EQ(likely_order(Buffer(from_hex("20000000"))), ByteOrder::little);
  EXPECT_EQ(likely_order(Buffer(from_hex("00000020"))), ByteOrder::big);
  EXPECT_EQ(likely_order(Buffer(from_hex("20000020"))), ByteOrder::little);
}

// --- Before a stream is recognised ----------------------------------------------------------------------------------

/// A stream whose segments are judged one after the other.
class Stream {
 public:
  Judgement add(const std::string& hex, std::uint32_t refused = 0) {
    kept_.push_back(from_hex(hex));
    const Segment segment = {.bytes = Buffer(kept_.back()),
                             .id = {.frame = ++frame_, .index = start_},
                             .direction = 0,
                             .start = start_,
                             .has_start = true};
    start_ += segment.bytes.reported;
    return judge_segment(segment, conversation, in_frame(frame_, refused), streams);
  }
  void lose(std::uint32_t bytes) { start_ += bytes; }
  void repeat(std::uint32_t bytes) { start_ -= bytes; }
  void again() { --frame_; }

  Conversation conversation = {};
  EarlyStreams streams;

 private:
  std::deque<Bytes> kept_;
  std::uint32_t frame_ = 0;
  std::uint32_t start_ = 1000;
};

TEST(EarlyStreamOfValues, IsProvenByOneValueWithText) {
  Stream stream;
  EXPECT_EQ(stream.add(a_unit), Judgement::yes);
  EXPECT_EQ(stream.conversation.certain_in, 1U);
  EXPECT_TRUE(stream.conversation.order_known);
  EXPECT_EQ(stream.conversation.order, ByteOrder::little);
}

TEST(EarlyStreamOfValues, FindsTheOrderOfLengths) {
  Stream stream;
  EXPECT_EQ(stream.add("00000020" + an_array), Judgement::yes);
  EXPECT_EQ(stream.conversation.order, ByteOrder::big);
}

TEST(EarlyStreamOfValues, WaitsForTheValueOfALoneLength) {
  Stream stream;
  EXPECT_EQ(stream.add("20000000"), Judgement::wait);
  EXPECT_FALSE(stream.conversation.order_known);
  // Not if segments of this flow were no Variants.
  Stream refused;
  EXPECT_EQ(refused.add("20000000", 1), Judgement::unproven);
}

TEST(EarlyStreamOfValues, IsNoneIfNoOrderReads) {
  Stream stream;
  EXPECT_EQ(stream.add("474554202f204854 54502f312e310d0a"), Judgement::no);
  EXPECT_TRUE(stream.streams.empty());
  // One to three bytes, after what was no Variant.
  EXPECT_EQ(stream.add("2000", 1), Judgement::no);
  EXPECT_EQ(Stream().add("2000"), Judgement::unproven);
}

TEST(EarlyStreamOfValues, JoinsAValueOfSeveralSegments) {
  Stream stream;
  const std::string rest = a_unit.substr(8);  // "20000000" alone would be waited for
  EXPECT_EQ(stream.add("08000000 02000000 07000000 20000000 1c00"), Judgement::unproven);
  ASSERT_TRUE(is_inside({}, stream.conversation));
  EXPECT_EQ(stream.add(rest.substr(4)), Judgement::yes);
  const Edges* first = stream.conversation.early->joined.find({.frame = 1, .index = 1000});
  const Edges* last = stream.conversation.early->joined.find({.frame = 2, .index = 1018});
  ASSERT_TRUE(first != nullptr && last != nullptr);
  EXPECT_EQ(first->tail, 6U);
  EXPECT_EQ(first->tail_ends_in, 2U);
  EXPECT_EQ(last->front, 30U);
  EXPECT_EQ(last->front_begins_in, 1U);
  ASSERT_NE(last->whole, nullptr);
  EXPECT_EQ(last->whole->size(), 36U);
}

TEST(EarlyStreamOfValues, DoesNotJoinAcrossBytesThatAreMissing) {
  Stream stream;
  EXPECT_EQ(stream.add("08000000 02000000 07000000 20000000 1c00"), Judgement::unproven);
  stream.lose(4);
  EXPECT_EQ(stream.add(a_unit.substr(12)), Judgement::no);
  EXPECT_FALSE(is_inside({}, stream.conversation));
}

TEST(EarlyStreamOfValues, PassesARetransmission) {
  Stream stream;
  EXPECT_EQ(stream.add("08000000 02000000 07000000 20000000 1c00"), Judgement::unproven);
  stream.repeat(18);
  EXPECT_EQ(stream.add("08000000 02000000 07000000 20000000 1c00"), Judgement::unproven);
  EXPECT_TRUE(is_inside({}, stream.conversation));
  EXPECT_EQ(stream.add(a_unit.substr(12)), Judgement::yes);
}

TEST(EarlyStreamOfValues, JudgesEachSegmentOnce) {
  Stream stream;
  EXPECT_EQ(stream.add("08000000 02000000 07000000"), Judgement::unproven);
  const std::uint32_t units = stream.conversation.early->directions[0].units;
  stream.repeat(12);
  stream.again();
  EXPECT_EQ(stream.add("08000000 02000000 07000000"), Judgement::unproven);
  EXPECT_EQ(stream.conversation.early->directions[0].units, units);
}

/// Without numbers of TCP, as TLS decrypts a stream.
TEST(EarlyStreamOfValues, JudgesEachSegmentOnceWithoutNumbers) {
  const Bytes bytes = from_hex("08000000 02000000 07000000");
  Conversation conversation = {};
  EarlyStreams streams;
  for (const std::uint32_t frame : {1U, 1U, 2U}) {
    const Segment segment = {.bytes = Buffer(bytes), .id = {.frame = frame, .index = 0}};
    EXPECT_EQ(judge_segment(segment, conversation, in_frame(frame), streams),
              frame == 1 ? Judgement::unproven : Judgement::part);
    EXPECT_EQ(conversation.early->directions[0].units, frame);
  }
}

/// Of a text of 40 letters three are there, of a vector one number, of 250 numbers two.
TEST(EarlyStreamOfValues, NothingIsLearnedOfAValueBeforeThereIsEnoughOfIt) {
  for (const char* hex : {"30000000 04000000 28000000 616263", "30000000 05000000 0000803f",
                          "f0030000 20000000 fa000000 0000803f 00000040"}) {
    Stream stream;
    EXPECT_EQ(stream.add(hex), Judgement::unproven) << hex;
    EXPECT_EQ(stream.conversation.recognition.fitting(), variant::Recognition{}.fitting()) << hex;
    EXPECT_FALSE(stream.conversation.recognition.decided()) << hex;
  }
}

/// A text of 8 letters has 6 points of the 8 that prove; the length in front of it that it confirms has the others.
TEST(EarlyStreamOfValues, ALengthThatIsConfirmedIsPartOfTheProof) {
  EXPECT_EQ(Stream().add("10000000 04000000 08000000 61626364 65666768"), Judgement::yes);
  EXPECT_EQ(Stream().add("10000000 04000000 06000000 61626364 65660000"), Judgement::unproven);
}

/// Small numbers have no points, and their lengths have none either.
TEST(EarlyStreamOfValues, SmallNumbersProveNothingHoweverManyCome) {
  Stream stream;
  for (int i = 0; i != 40; ++i)
    EXPECT_EQ(stream.add("08000000 02000000 07000000"), i == 0 ? Judgement::unproven : Judgement::part) << i;
  EXPECT_FALSE(stream.conversation.recognition.certain());
}

/// An Array of two values, of which one comes, a bool: its count and the type of that are evidence, and no proof.
TEST(EarlyStreamOfValues, TheBeginningOfAnArrayIsEvidence) {
  Stream stream;
  EXPECT_EQ(stream.add("20000000 1c000000 02000000"), Judgement::unproven);
  EXPECT_EQ(stream.add("01000000 01000000"), Judgement::part);
  EXPECT_TRUE(is_inside({}, stream.conversation));
  EXPECT_FALSE(stream.conversation.recognition.certain());
  // A text of 40 letters may be any bytes until all of them are there.
  Stream text;
  EXPECT_EQ(text.add("30000000 04000000 28000000"), Judgement::unproven);
  EXPECT_EQ(text.add("61626364"), Judgement::unproven);
}

/// Where no more will come, the beginning of a value has to be evidence.
TEST(EarlyStreamOfValues, AValueThatTheCaptureCutHasToBeEvidence) {
  const auto judged = [](const std::string& hex, Offset reported) {
    const Bytes bytes = from_hex(hex);
    Conversation conversation = {};
    EarlyStreams streams;
    return judge_segment({.bytes = {bytes, reported}, .id = {.frame = 1, .index = 0}}, conversation, in_frame(1),
                         streams);
  };
  EXPECT_EQ(judged("30000000 04000000 28000000 616263", 52), Judgement::no);
  EXPECT_EQ(judged("20000000 1c000000 02000000 01000000 01000000", 36), Judgement::unproven);
}

/// A PackedInt32Array of 250 numbers, of which two are there: its count fills its length.
TEST(EarlyStreamOfValues, TheBeginningOfALongValueIsNoProof) {
  Stream stream;
  EXPECT_EQ(stream.add("f0030000 1e000000 fa000000 07000000 08000000"), Judgement::unproven);
  EXPECT_TRUE(is_inside({}, stream.conversation));
  EXPECT_FALSE(stream.conversation.recognition.certain());
}

TEST(EarlyStreamOfValues, HasEvidenceAfterTwoUnits) {
  Stream stream;
  EXPECT_EQ(stream.add("08000000 02000000 07000000"), Judgement::unproven);
  EXPECT_EQ(stream.add("08000000 02000000 08000000"), Judgement::part);
  EXPECT_EQ(stream.add("474554202f204854 54502f312e310d0a"), Judgement::no);
  EXPECT_EQ(stream.conversation.early->refused, 1U);
  EXPECT_EQ(stream.conversation.early->directions[0].units, 0U);
}

TEST(EarlyStreamOfValues, DoesNotOpenAUnitThatTheCaptureCut) {
  const Bytes bytes = from_hex("08000000 02000000 07000000 20000000 1c00");
  Conversation conversation = {};
  EarlyStreams streams;
  const Segment segment = {.bytes = {bytes, 40}, .id = {.frame = 1, .index = 0}};
  static_cast<void>(judge_segment(segment, conversation, in_frame(1), streams));
  EXPECT_FALSE(is_inside(segment, conversation));
}

}  // namespace
}  // namespace godot::analysis::values
