// SPDX-License-Identifier: MIT
// The line of each unit.
#include "analysis/streams/files/unit_line.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/arena.h"

namespace godot::analysis {
namespace {

using files::Facts;
using files::Unit;

std::string line(const Facts& facts, const char* path = nullptr, const files::State& after = {}) {
  const Host host = {.arena = arena,
                     .one_line =
                         [](void*, std::string_view text) {
                           return arena.joined({"<", text, ">"});
                         },
                     .packet = nullptr};
  return files_line(facts, after, path, host);
}

TEST(FilesLine, Requests) {
  EXPECT_EQ(line({.unit = Unit::request, .id = 3, .code = files::command_open, .path = "a.gd"}), "Open file: <a.gd>");
  EXPECT_EQ(line({.unit = Unit::request, .id = 3, .code = files::command_close}, "a.gd"), "Close: a.gd");
  EXPECT_EQ(line({.unit = Unit::request, .id = 3, .code = files::command_close}), "Close: file 3") << "not learned";
  EXPECT_EQ(line({.unit = Unit::request, .id = 3, .code = files::command_read, .offset = 5'000'000'000, .length = 16}),
            "Read block: file 3, 16 bytes from 5000000000");
}

TEST(FilesLine, Answers) {
  EXPECT_EQ(line({.unit = Unit::answer, .code = files::response_open, .size = 12}, "a.gd"), "Opened: a.gd, 12 bytes");
  EXPECT_EQ(line({.unit = Unit::answer, .id = 1, .code = files::response_open, .status = 7}),
            "Not opened: file 1, error 7");
  EXPECT_EQ(line({.unit = Unit::answer, .code = files::response_data, .offset = 4, .length = 2}, "a.gd"),
            "Data: a.gd, 2 bytes from 4");
  EXPECT_EQ(line({.unit = Unit::answer, .code = files::response_exists, .modified = 1}, "a.gd"), "Exists: a.gd");
  EXPECT_EQ(line({.unit = Unit::answer, .code = files::response_exists}, "a.gd"), "Does not exist: a.gd");
  EXPECT_EQ(line({.unit = Unit::answer, .code = 3}, "a.gd"), "Modified time: a.gd");
}

TEST(FilesLine, Synchronized) {
  EXPECT_EQ(line({.unit = Unit::list, .has_data = true}), "List of files that are known");
  EXPECT_EQ(line({.unit = Unit::list}), "No files are known");
  EXPECT_EQ(line({.unit = Unit::count}, nullptr, {.left = 4}), "4 files have changed");
  EXPECT_EQ(line({.unit = Unit::entry, .path = "a.gd", .modified = 9}), "Changed: <a.gd>");
  EXPECT_EQ(line({.unit = Unit::entry, .path = "a.gd"}), "Gone: <a.gd>");
  EXPECT_EQ(line({.unit = Unit::file, .data_length = 8}, "a.gd"), "File: a.gd, 8 bytes");
  EXPECT_EQ(line({.unit = Unit::file, .data_length = 8}), "File: ?, 8 bytes");
  EXPECT_EQ(line({.unit = Unit::tag, .path = "web"}), "Tag <web>");
}

TEST(FilesLine, Beginnings) {
  EXPECT_EQ(line({.unit = Unit::status}), "Welcome");
  EXPECT_EQ(line({.unit = Unit::status, .status = 2}), "Refused, error 2");
  EXPECT_EQ(line({.unit = Unit::none}), "");
}

}  // namespace
}  // namespace godot::analysis
