// SPDX-License-Identifier: MIT
// Every Variant of every truth file: read to its last byte, with the type and the text of its sender.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "codec/variant/fields.h"
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
    // Vectors say if bytes follow the value. Two documents describe eight bytes after an int's header as an int: the
    // codec reads them so, the vectors do not.
    const bool trailing = truth.fields.contains("trailing") && !reading.result.notes.has(note::documented_form);
    EXPECT_EQ(reading.result.exact(copy.buffer()), !trailing);
    EXPECT_EQ(reading.result.notes.has(note::trailing_bytes), trailing);
  }
}

TEST(Truth, TextIsThatOfTheEngine) {
  std::map<std::string, int> how;
  for (const Truth& truth : truths()) {
    if (truth.malformed || !truth.text) continue;
    const ExactCopy copy(truth.bytes);
    const Reading reading(copy.buffer(), truth.options());
    if (truth.fields.contains("trailing") && reading.result.notes.has(note::documented_form)) continue;
    const std::string ours = reading.recorder.text().text;
    const std::string theirs = on_one_line(*truth.text);
    const bool before_4 = truth.file.starts_with("godot-3") || truth.file.starts_with("godot-2");
    if (ours == theirs) {
      ++how["identical on one line"];
    } else if (canonical(ours, before_4) == canonical(theirs, before_4)) {
      ++how["the same but for order of keys, escapes or digits"];
    } else if (canonical(ours, true) == canonical(theirs, true)) {
      // The engine writes a float of 64 bits that is one of 32 with the digits of 32, and no sign of 0. That ours are
      // the bits that were sent is compared elsewhere.
      ++how["the same in six digits"];
    } else {
      ++how["different"];
      ADD_FAILURE() << truth.where() << "\n  ours:   " << ours.substr(0, 400)
                    << "\n  theirs: " << theirs.substr(0, 400);
    }
  }
  for (const auto& [kind, count] : how) std::printf("%5d texts %s\n", count, kind.c_str());
}

/// Numbers that the walk reported, including the bytes of byte arrays.
std::vector<double> numbers(const Reading& reading) {
  std::vector<double> all;
  for (const Recorder::Leaf& leaf : reading.recorder.leaves()) {
    const FieldType type = info(leaf.field).type;
    if (leaf.field == field::packed_bytes) {
      for (const std::uint8_t byte : from_hex(leaf.value)) all.push_back(byte);
    } else if (type == FieldType::real || type == FieldType::float64 || type == FieldType::int32 ||
               type == FieldType::int64) {
      all.push_back(std::strtod(leaf.value.c_str(), nullptr));
    }
  }
  return all;
}

TEST(Truth, ComponentsAreThoseOfTheSender) {
  int checked = 0;
  for (const Truth& truth : truths()) {
    if (!truth.components) continue;
    SCOPED_TRACE(truth.where());
    const ExactCopy copy(truth.bytes);
    const Reading reading(copy.buffer(), truth.options());
    const std::vector<double> ours = numbers(reading);
    ASSERT_EQ(ours.size(), truth.components->size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const double theirs = std::strtod((*truth.components)[i].c_str(), nullptr);
      EXPECT_TRUE(ours[i] == theirs || (std::isnan(ours[i]) && std::isnan(theirs))) << ours[i] << " and " << theirs;
    }
    ++checked;
  }
  std::printf("%5d values with components\n", checked);
  EXPECT_GT(checked, 0);
}

/// The filter of a truth file's field: one, or one of two.
struct FieldRow {
  const char* key;
  std::initializer_list<const char*> filters;
};
const FieldRow field_rows[] = {
    {"count", {"array.count", "dictionary.count", "packed.count", "packed.count64", "struct.count"}},
    {"shared", {"shared"}},
    {"struct", {"struct.type"}},
    {"format", {"image.format"}},
    {"mipmaps", {"image.mipmaps"}},
    {"width", {"image.width"}},
    {"height", {"image.height"}},
    {"data_length", {"image.data_length"}},
    {"event", {"input_event.type"}},
    {"device", {"input_event.device"}},
    {"length", {"input_event.length", "node_path.text_length", "string.length"}},
    {"scancode", {"input_event.scancode"}},
    {"button", {"input_event.button"}},
    {"axis", {"input_event.axis"}},
    {"touch", {"input_event.index"}},
    {"value", {"input_event.axis_value"}},
    {"absolute", {"node_path.absolute"}},
    {"property", {"node_path.property"}},
    {"id", {"rid", "object.id"}},
    {"class", {"object.class"}},
    {"property_count", {"object.property_count"}},
    {"name", {"signal"}},
    {"object_id", {"signal.object_id"}},
    {"trailing", {"trailing"}},
};
const FieldRow list_rows[] = {{"names", {"node_path.name"}}, {"subnames", {"node_path.subname"}}};

TEST(Truth, FieldsAreThoseOfTheSender) {
  int checked = 0;
  for (const Truth& truth : truths()) {
    if (truth.fields.empty()) continue;
    SCOPED_TRACE(truth.where());
    const ExactCopy copy(truth.bytes);
    const Reading reading(copy.buffer(), truth.options());
    if (reading.result.notes.has(note::documented_form)) continue;
    for (const FieldRow& row : field_rows) {
      const auto theirs = truth.fields.find(row.key);
      // A typed dictionary has an object under "value", an old path a word under "format", most paths no property.
      if (theirs == truth.fields.end() || theirs->second.front() == '{' || theirs->second == "old") continue;
      if (theirs->second == "null") continue;
      const auto ours = std::find_if(
          reading.recorder.leaves().begin(), reading.recorder.leaves().end(), [&](const Recorder::Leaf& leaf) {
            return std::count(row.filters.begin(), row.filters.end(), short_filter(leaf.field)) != 0;
          });
      // Dialects without the shared bit mention it only if it is set.
      if (ours == reading.recorder.leaves().end() && row.key == std::string_view("shared") && theirs->second == "false")
        continue;
      ASSERT_NE(ours, reading.recorder.leaves().end()) << row.key;
      EXPECT_EQ(ours->value, theirs->second) << row.key;
      ++checked;
    }
    for (const FieldRow& row : list_rows) {
      const auto theirs = truth.fields.find(row.key);
      if (theirs == truth.fields.end()) continue;
      std::string ours = "[";
      for (const Recorder::Leaf& leaf : reading.recorder.leaves()) {
        if (short_filter(leaf.field) != *row.filters.begin()) continue;
        ((ours += ours.size() > 1 ? ",\"" : "\"") += leaf.value) += '"';
      }
      EXPECT_EQ(ours + "]", theirs->second) << row.key;
      ++checked;
    }
  }
  std::printf("%5d fields\n", checked);
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace godot::test
