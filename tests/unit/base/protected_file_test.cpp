// SPDX-License-Identifier: MIT
#include "base/protected_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/support/new_folder.h"

namespace godot::analysis {
namespace {

/// A capture that is called report.html, and any other file that is no report, is left as it is.
TEST(OtherFile, IsOneWithAnotherBeginning) {
  const test::NewFolder folder;
  const std::string name = folder.path().string() + "/other_file_test \xC3\xA9.html";
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

#ifndef _WIN32
/// For what has the texts of players: nobody else may read it. One that is there stays as it is.
TEST(PrivateFile, IsItsOwnersAlone) {
  namespace fs = std::filesystem;
  const std::string name = ::testing::TempDir() + "private_file_test";
  fs::remove(name);
  make_private_file(name);
  EXPECT_EQ(fs::status(name).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  std::ofstream(name) << "kept";
  fs::permissions(name, fs::perms::others_read, fs::perm_options::add);
  make_private_file(name);
  EXPECT_EQ(fs::file_size(name), 4U);
  EXPECT_EQ(fs::status(name).permissions() & fs::perms::others_read, fs::perms::others_read);
  fs::remove(name);
  make_private_file(::testing::TempDir() + "no such folder/private_file_test");
}
#endif

}  // namespace
}  // namespace godot::analysis
