// SPDX-License-Identifier: MIT
#include "base/protected_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace godot::analysis {
namespace {

/// A capture that is called report.html, and any other file that is no report, is left as it is.
TEST(OtherFile, IsOneWithAnotherBeginning) {
  const std::string name = ::testing::TempDir() + "other_file_test \xC3\xA9.html";
  const auto is_other = [&](std::string_view content) {
    std::ofstream(std::filesystem::path(std::u8string(name.begin(), name.end())), std::ios::binary) << content;
    return is_other_file(name, "<!DOCTYPE html>");
  };
  EXPECT_FALSE(is_other("<!DOCTYPE html>\n<html>"));
  EXPECT_FALSE(is_other(""));
  EXPECT_TRUE(is_other("\x0A\x0D\x0D\x0A"));
  EXPECT_TRUE(is_other("<!DOC"));
  std::filesystem::remove(std::filesystem::path(std::u8string(name.begin(), name.end())));
  EXPECT_FALSE(is_other_file(name, "<!DOCTYPE html>"));
  EXPECT_FALSE(is_other_file("/dev/null", "<!DOCTYPE html>"));
}

}  // namespace
}  // namespace godot::analysis
