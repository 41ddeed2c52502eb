// SPDX-License-Identifier: MIT
// Folders as users write them: what is meant, and a sentence of its own for each thing that may be wrong.
#include "project/index/written_folder.h"

#include <gtest/gtest.h>

#include <string>

#include "project/index/project.h"
#include "tests/unit/project/folder.h"
#include "tests/unit/project/locked.h"

using namespace godot::analysis::project;
using godot::test::Folder;
using godot::test::Locked;
namespace fs = std::filesystem;

namespace {

struct WrittenFolder : testing::Test {
  Folder folder;
  std::string path = to_utf8(folder.path());

  void SetUp() override {
    folder.write("my game/project.godot", "config_version=5\n");
    folder.write("my game/scenes/main.gd", "");
    folder.write("old/engine.cfg", "");
    folder.write("none/main.gd", "");
    folder.write("odd/project.godot/main.gd", "");
    folder.write("100%25/project.godot", "config_version=5\n");
    folder.write("group/inner/project.godot", "config_version=5\n");
  }
};

bool ends_with(const std::string& text, std::string_view end) { return std::string_view(text).ends_with(end); }

}  // namespace

TEST_F(WrittenFolder, IsUnderstood) {
  const std::string game = path + "/my game";
  for (const std::string& written :
       {game, game + "/project.godot", "  " + game + "\n", "\"" + game + "\"", "'" + game + "'"})
    EXPECT_EQ(understood_folder(written), game) << written;
  EXPECT_EQ(understood_folder(path + "/old/engine.cfg"), path + "/old");
  EXPECT_EQ(fault_of_folder(game + "/"), "");
  EXPECT_EQ(fault_of_folder(game + "/project.godot"), "");
  EXPECT_EQ(fault_of_folder(path + "/old"), "");
  // A quote alone, two that differ, a name without a folder, and a folder of that name mean themselves.
  for (const std::string& written : {std::string("\""), std::string("'"), std::string("\"a'"), std::string("'a\""),
                                     std::string("project.godot"), path + "/odd/project.godot"})
    EXPECT_EQ(understood_folder(written), written);
  EXPECT_EQ(fault_of_folder(path + "/odd"), "Its project.godot is no file");
  // What is read is what was understood.
  Project project(from_utf8(game + "/project.godot"));
  EXPECT_TRUE(project.refresh());
  EXPECT_TRUE(project.faults().empty());
  EXPECT_EQ(project.scripts().size(), 1U);
}

#ifndef _WIN32
TEST_F(WrittenFolder, AnAddressOfThisMachineIsUnderstood) {
  const std::string game = path + "/my game";
  for (const std::string before : {"file://", "FILE://", "file://localhost"}) {
    EXPECT_EQ(understood_folder(before + path + "/my%20game"), game);
    EXPECT_EQ(understood_folder(before + path + "/my%20game/project.godot"), game);
    EXPECT_EQ(fault_of_folder(before + path + "/my%20game"), "");
  }
  // A path that is there stays as it is; percent signs are decoded in addresses alone, and once.
  EXPECT_EQ(understood_folder(path + "/100%25"), path + "/100%25");
  EXPECT_EQ(understood_folder("file://" + path + "/100%2525"), path + "/100%25");
  EXPECT_EQ(understood_folder("file:///a%0z%00%4"), "/a%0z%00%4");
}

TEST_F(WrittenFolder, EachByteOfAnAddressMayBeWrittenByItsNumber) {
  for (int byte = 1; byte < 256; ++byte) {
    const std::string meant = std::string("/a") + static_cast<char>(byte) + "b";
    for (const char* digits : {"0123456789abcdef", "0123456789ABCDEF"})
      EXPECT_EQ(understood_folder(std::string("file:///a%") + digits[byte / 16] + digits[byte % 16] + "b"), meant);
  }
  for (const char* other : {"/a%/0b", "/a%:0b", "/a%g0b", "/a%G0b", "/a%@0b", "/a%`0b", "/a%0:b", "/a%0gb", "/a%2"})
    EXPECT_EQ(understood_folder(std::string("file://") + other), other);
}

TEST_F(WrittenFolder, TheUsersHome) {
  ASSERT_EQ(setenv("HOME", path.c_str(), 1), 0);
  EXPECT_EQ(understood_folder("~/my game"), path + "/my game");
  EXPECT_EQ(understood_folder("~other/game"), "~other/game");
  EXPECT_EQ(understood_folder("~"), path);
  EXPECT_EQ(understood_folder("a/~/b"), "a/~/b");
  ASSERT_EQ(unsetenv("HOME"), 0);
  EXPECT_EQ(understood_folder("~/my game"), "~/my game") << "it is not known";
}

TEST_F(WrittenFolder, ThatMayNotBeReadSaysSo) {
  {
    const Locked locked(folder.path() / "my game");
    ASSERT_TRUE(locked.good());
    EXPECT_EQ(fault_of_folder(path + "/my game"), "The folder may not be read: Permission denied");
    EXPECT_EQ(fault_of_folder(path + "/my game/scenes"), path + "/my game may not be entered: Permission denied");
  }
  fs::permissions(folder.path() / "my game", fs::perms::all);
  const Locked locked(folder.path() / "my game" / "project.godot");
  ASSERT_TRUE(locked.good());
  EXPECT_EQ(fault_of_folder(path + "/my game"), "Its project.godot may not be read: Permission denied");
}
#endif

TEST_F(WrittenFolder, EachFaultHasItsSentence) {
  EXPECT_EQ(fault_of_folder(""), "The folder that holds project.godot must be given");
  EXPECT_EQ(fault_of_folder(" "), "The folder that holds project.godot must be given");
  EXPECT_EQ(fault_of_folder(path + "/gone/far"), "There is no such folder: " + path + " has no gone");
  EXPECT_EQ(fault_of_folder(path + "/none/main.gd"), "The path is that of a file, not of a folder with project.godot");
  EXPECT_EQ(
      fault_of_folder(path + "/my game/scenes/main.gd"),
      "The path is that of a file, not of a folder with project.godot; the nearest one is in " + path + "/my game");
  EXPECT_EQ(fault_of_folder(path + "/none"), "The folder holds no project.godot");
  EXPECT_EQ(fault_of_folder(path + "/none/project.godot"), "The folder holds no project.godot");
  EXPECT_EQ(fault_of_folder(path + "/my game/scenes"),
            "The folder holds no project.godot; the nearest one is in " + path + "/my game");
  EXPECT_EQ(fault_of_folder(path + "/group"),
            "The folder holds no project.godot; the nearest one is in " + path + "/group/inner");
  for (const char* text : {"file://server/share/game", "file://", "file://localhost", "file://localhosts/game"})
    EXPECT_EQ(fault_of_folder(text), "The address names another machine: give a folder of this one") << text;
  EXPECT_EQ(fault_of_folder("https://example.org/game"), "An address is no folder: give a path of this machine");
  EXPECT_EQ(fault_of_folder("res://scenes"),
            "The path is one inside a project: give the project's folder on this machine");
}

/// RFC 3986, 3.1: letters, digits and three signs; one letter alone is a drive of Windows.
TEST_F(WrittenFolder, WhatIsAnAddress) {
  constexpr const char* address = "An address is no folder: give a path of this machine";
  for (const char* text : {"ab://x", "AZ09://x", "az+.-://x"}) EXPECT_EQ(fault_of_folder(text), address) << text;
  for (const char* text : {"c://x", "a_b://x", "a b://x", "a@b://x", "a[b://x", "a`b://x", "a{b://x", "ab:/x"})
    EXPECT_NE(fault_of_folder(text), address) << text;
}

TEST_F(WrittenFolder, TheFaultOfAProjectIsTheSame) {
  Project project(from_utf8(path + "/gone"));
  EXPECT_TRUE(project.refresh());
  ASSERT_EQ(project.faults().size(), 1U);
  EXPECT_TRUE(ends_with(project.faults().front().path, "/gone"));
  EXPECT_EQ(project.faults().front().fault.text, "There is no such folder: " + path + " has no gone");
}
