// SPDX-License-Identifier: MIT
// Bytes that are no Variant: the problem is reported at its place, and everything before it is read.
#include "tests/unit/support/malformed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "codec/variant/fields.h"
#include "tests/unit/support/recorder.h"
#include "tests/unit/support/truth.h"

namespace godot::test {

void PrintTo(const Malformed& row, std::ostream* out) { *out << row.dialect << ": " << row.reason; }

namespace {

void expect_reported(const Reading& reading, const Buffer& buffer) {
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.recorder.saw_problem());
  EXPECT_EQ(reading.recorder.the_problem().code, reading.result.problem.code);
  EXPECT_LE(reading.result.problem.offset, buffer.captured.size());
  EXPECT_EQ(reading.result.consumed, reading.result.problem.offset);
  EXPECT_NE(reading.recorder.text().text.find(variant::ellipsis), std::string::npos) << reading.recorder.text().text;
  char sentence[max_problem_text];
  const std::string text(describe(reading.result.problem, sentence));
  EXPECT_NE(text.find("at offset " + std::to_string(reading.result.problem.offset)), std::string::npos) << text;
  EXPECT_LT(text.size(), max_problem_text) << "the sentence may be cut";
}

class MalformedVectors : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedVectors, AreReported) {
  const Malformed& row = GetParam();
  const ExactCopy copy(from_hex(row.hex));
  const Reading reading(copy.buffer(), {.dialect = variant::find_dialect(row.dialect)});
  expect_reported(reading, copy.buffer());
  EXPECT_EQ(variant::end_of_good(copy.buffer(), {.dialect = variant::find_dialect(row.dialect)}), 0U);
  EXPECT_EQ(name(reading.result.problem.code), name(row.code));
  EXPECT_EQ(reading.result.problem.offset, row.offset);
  EXPECT_EQ(short_filter(reading.result.problem.field), row.field);
  // With a count that is too large, the complete elements are still shown.
  const Offset furthest = row.code == count_too_large ? copy.buffer().reported : row.offset;
  for (const Recorder::Leaf& leaf : reading.recorder.leaves()) EXPECT_LE(leaf.begin, furthest);
  const bool counted_too_many = std::string_view(row.reason).starts_with("more ") && row.code == truncated;
  EXPECT_TRUE(!counted_too_many || reading.result.notes.has(note::count_too_large));
}

std::string test_name(const testing::TestParamInfo<Malformed>& row) {
  std::string name = std::to_string(row.index) + "_" + row.param.dialect + "_" + row.param.reason;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char byte) { return std::isalnum(byte) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, MalformedVectors, testing::ValuesIn(malformed), test_name);

TEST(Malformed, EveryCodeHasAVector) {
  for (int code = 1; code <= static_cast<int>(length_mismatch); ++code) {
    const auto wanted = static_cast<Problem::Code>(code);
    if (wanted == cut || wanted == too_deep) continue;  // truncation_test.cpp, depth_test.cpp
    EXPECT_TRUE(std::any_of(std::begin(malformed), std::end(malformed), [&](const Malformed& row) {
      return row.code == wanted;
    })) << name(wanted);
  }
}

/// The field with the error, and its wrong value.
struct AtFault {
  const char* dialect;
  const char* hex;
  const char* shows;  ///< "filter=value" without "godot.variant."
};
constexpr AtFault at_fault[] = {
    {"godot4", "ff000000", "type=255"},
    {"godot3", "1b000000", "type=27"},
    {"godot4", "1c000000 01000000 63000000", "type=99"},
    {"godot4", "04000000 ffffffff 61626364", "string.length=4294967295"},
    {"godot4", "1c000100 63000000 00000000", "element_type=99"},
    {"godot4", "1b000500 04000000 64000000 00000000", "value_type=100"},
    {"godot2", "0f000000 63000000 00000000 01000000 01000000 01000000 ff000000", "image.format=99"},
    {"godot2", "13000000 09000000 00000000 0c000000", "input_event.type=9"},
    {"godot2", "13000000 01000000 00000000 0c000000", "input_event.length=12"},
};

TEST(Malformed, ShowsTheFieldAtFault) {
  for (const AtFault& row : at_fault) {
    const ExactCopy copy(from_hex(row.hex));
    const Reading reading(copy.buffer(), {.dialect = variant::find_dialect(row.dialect)});
    expect_reported(reading, copy.buffer());
    const auto& leaves = reading.recorder.leaves();
    EXPECT_TRUE(std::any_of(leaves.begin(), leaves.end(), [&](const Recorder::Leaf& leaf) {
      return std::string(short_filter(leaf.field)) + '=' + leaf.value == row.shows;
    })) << row.shows;
  }
}

TEST(Malformed, ShowsTheElementsThatAreWhole) {
  const AtFault rows[] = {
      {"godot4", "1e000000 03000000 01000000 02000000 0300", "packed.count=3; int=1; int=2"},
      {"godot4", "1f000000 ffffffff 0700000000000000", "packed.count=4294967295; int=7"},
      {"godot3", "18000000 02000000 0000803f 00000040 00000000", "packed.count=2; vector2.x=1; vector2.y=2"},
      {"godot4", "1d000000 05000000 010203", "packed.count=5; packed.bytes=010203"},
  };
  for (const AtFault& row : rows) {
    const ExactCopy copy(from_hex(row.hex));
    const Reading reading(copy.buffer(), {.dialect = variant::find_dialect(row.dialect)});
    expect_reported(reading, copy.buffer());
    EXPECT_EQ(reading.recorder.leaf_text(), row.shows);
    EXPECT_EQ(name(reading.result.problem.code), name(count_too_large));
  }
}

/// The truth file's name of the wrong field, and the codec's names for it.
struct Blame {
  const char* theirs;
  std::initializer_list<const char*> ours;
};
const Blame blames[] = {
    {"header", {"header", "type"}},
    {"count", {"array.count", "dictionary.count", "packed.count"}},
    {"length",
     {"string.length",  "input_event.length", "input_event.data",  "image.data_length",    "node_path.text_length",
      "string",         "string_name",        "object.class",      "object.property_name", "element_class",
      "element_script", "key_class",          "key_script",        "value_class",          "value_script",
      "signal",         "node_path.name",     "node_path.subname", "node_path.property",   "node_path",
      "padding"}},
    {"depth", {"header"}},
};

TEST(Malformed, ProblemsAreWhereTheTruthHasThem) {
  std::map<std::string, int> how;
  for (const Truth& truth : truths()) {
    if (!truth.malformed) continue;
    SCOPED_TRACE(truth.where() + ": " + truth.reason);
    const ExactCopy copy(truth.bytes);
    const Reading reading(copy.buffer(), truth.options());
    if (reading.result.notes.has(note::old_node_path)) {
      ++how["none, documents have such paths"];
      continue;
    }
    expect_reported(reading, copy.buffer());
    const Problem& problem = reading.result.problem;
    // An impossible count is reported at the count, where the engine fails at the missing element. A text that is too
    // long is reported at its beginning, just after its length.
    const bool earlier = problem.code == count_too_large || problem.code == length_mismatch;
    const bool behind_length = problem.code == truncated && problem.needed != 4 && problem.offset > truth.good;
    if (problem.offset == truth.good) {
      ++how["at the truth's offset"];
    } else if (earlier) {
      EXPECT_LT(problem.offset, truth.good);
      ++how["earlier, at the count"];
    } else if (behind_length) {
      ++how["behind the length"];
    } else {
      ADD_FAILURE() << name(problem.code) << " at " << problem.offset << ", not at " << truth.good << ' '
                    << short_filter(problem.field);
    }
    for (const Blame& blame : blames) {
      if (truth.wrong_field != blame.theirs) continue;
      EXPECT_EQ(std::count(blame.ours.begin(), blame.ours.end(), short_filter(problem.field)), 1)
          << truth.wrong_field << " is called " << short_filter(problem.field);
    }
  }
  for (const auto& [place, count] : how) std::printf("%5d malformed values: the problem is %s\n", count, place.c_str());
  EXPECT_FALSE(how.empty());
}

}  // namespace
}  // namespace godot::test
