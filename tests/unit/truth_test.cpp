// SPDX-License-Identifier: MIT
// Every Variant of every truth file: read to its last byte, with the type and the text that its sender gave.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/unit/support/canonical.h"
#include "tests/unit/support/recorder.h"
#include "tests/unit/support/truth.h"

namespace godot::test {
namespace {

const Recorder::Leaf* first(const Recorder& recorder, std::string_view filter) {
  for (const Recorder::Leaf& leaf : recorder.leaves()) {
    if (info(leaf.field).filter == filter) return &leaf;
  }
  return nullptr;
}

std::string value_of(const Recorder& recorder, std::string_view filter) {
  const Recorder::Leaf* leaf = first(recorder, filter);
  return leaf == nullptr ? "(none)" : leaf->value;
}

TEST(Truth, ThereAreCaptures) {
  std::map<std::string, int> by_directory;
  for (const Truth& truth : truths()) ++by_directory[truth.file.substr(0, truth.file.find('/'))];
  for (const auto& [directory, count] : by_directory) std::printf("%-16s %5d values\n", directory.c_str(), count);
  EXPECT_GT(by_directory["vectors"], 0);
  EXPECT_GE(by_directory.size(), 2U) << "no captures of engines";
}

TEST(Truth, IsReadExactlyWithItsType) {
  for (const Truth& truth : truths()) {
    if (truth.malformed) continue;
    SCOPED_TRACE(truth.where());
    const ExactCopy copy(truth.bytes);
    const Reading reading(copy.buffer(), truth.options());
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_EQ(name(reading.result.problem.code), "none");
    EXPECT_EQ(value_of(reading.recorder, "godot.variant.type_name"), truth.type);
    EXPECT_EQ(value_of(reading.recorder, "godot.variant.type"), std::to_string(truth.type_id));
    // Vectors with something behind the value say so.
    const bool trailing = truth.fields.find("\"trailing\"") != std::string::npos;
    EXPECT_EQ(reading.result.exact(copy.buffer()), !trailing);
    EXPECT_EQ(reading.result.notes.has(Note::trailing_bytes), trailing);
  }
}

TEST(Truth, TextIsTheEngines) {
  std::map<std::string, int> how;
  for (const Truth& truth : truths()) {
    if (truth.malformed || !truth.text) continue;
    const ExactCopy copy(truth.bytes);
    const Reading reading(copy.buffer(), truth.options());
    const std::string ours = reading.recorder.text().text;
    const std::string theirs = on_one_line(*truth.text);
    const bool before_4 = truth.file.starts_with("godot-3") || truth.file.starts_with("godot-2");
    if (ours == theirs) {
      ++how["identical on one line"];
    } else if (canonical(ours, before_4) == canonical(theirs, before_4)) {
      ++how["the same but for order of keys, escapes or digits"];
    } else {
      ++how["different"];
      ADD_FAILURE() << truth.where() << "\n  ours:   " << ours.substr(0, 400)
                    << "\n  theirs: " << theirs.substr(0, 400);
    }
  }
  for (const auto& [kind, count] : how) std::printf("%5d texts %s\n", count, kind.c_str());
}

}  // namespace
}  // namespace godot::test
