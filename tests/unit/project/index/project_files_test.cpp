// SPDX-License-Identifier: MIT
// Projects from other systems: names in any script, separators and line ends of Windows, files that another program has
// locked.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "project/index/project.h"
#include "tests/unit/project/folder.h"
#include "tests/unit/project/locked.h"

using namespace godot::analysis::project;
using godot::test::Folder;
using godot::test::Locked;
namespace fs = std::filesystem;

namespace {

std::string checksum_at(const Project& project, std::string_view path) {
  for (const ScriptInfo& script : project.scripts()) {
    if (script.path == path) return script.checksum;
  }
  return "no such script";
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string with_crlf(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '\n' && (result.empty() || result.back() != '\r')) result += '\r';
    result += character;
  }
  return result;
}

}  // namespace

TEST(Files, NamesInUtf8) {
  const Folder folder;
  folder.write("Spiel für zwei/project.godot", "config_version=5\n");
  folder.write("Spiel für zwei/Сцены/Игрок.gd", "@rpc func ходить(): pass\n");
  Project project(folder.path() / from_utf8("Spiel für zwei"));
  EXPECT_TRUE(project.refresh());
  EXPECT_TRUE(project.faults().empty());
  // md5sum of the name, by GNU coreutils
  EXPECT_EQ(checksum_at(project, "res://Сцены/Игрок.gd"), "0c4adec28c36736507c4546720d725df");
}

TEST(Files, PathsBecomeTextAndBack) {
  for (const std::string text : {"a/b.gd", "Сцены/Игрок.gd", "日本/\xF0\x9F\x8E\xAE.gd", ""}) {
    EXPECT_EQ(to_utf8(from_utf8(text)), text);
  }
}

#ifdef _WIN32
TEST(Files, SeparatorsAndDrivesOfWindows) {
  const Folder folder;
  folder.write("game/project.godot", "config_version=5\n");
  folder.write("game/scenes/a.gd", "@rpc func a(): pass\n");
  std::string path = to_utf8(fs::absolute(folder.path() / "game"));
  ASSERT_EQ(path.substr(1, 2), ":/");  // a drive's letter
  for (const char separator : {'/', '\\'}) {
    for (char& character : path) {
      if (character == '/' || character == '\\') character = separator;
    }
    for (const std::string& written : {path, path + separator}) {
      Project project(from_utf8(written));
      EXPECT_TRUE(project.refresh());
      EXPECT_TRUE(project.faults().empty()) << written;
      EXPECT_NE(checksum_at(project, "res://scenes/a.gd"), "no such script") << written;
    }
  }
}
#endif

// Git on Windows writes such line ends.
TEST(Files, LineEndsOfWindowsChangeNothing) {
  const fs::path samples = from_utf8(GODOT_SAMPLES) / "tricky";
  const Folder folder;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(samples)) {
    if (entry.is_regular_file())
      folder.write(to_utf8(fs::relative(entry.path(), samples)), with_crlf(bytes_of(entry.path())));
  }
  Project with_lf(samples);
  Project with_crlf(folder.path());
  ASSERT_TRUE(with_lf.refresh());
  ASSERT_TRUE(with_crlf.refresh());
  EXPECT_TRUE(with_crlf.faults().empty());
  ASSERT_EQ(with_crlf.scripts().size(), with_lf.scripts().size());
  std::size_t methods = 0;
  for (std::size_t i = 0; i < with_lf.scripts().size(); ++i) {
    const ScriptInfo& lf = with_lf.scripts()[i];
    const ScriptInfo& crlf = with_crlf.scripts()[i];
    EXPECT_EQ(crlf.path, lf.path);
    EXPECT_EQ(crlf.checksum, lf.checksum) << lf.path;
    methods += lf.remote.size();
  }
  EXPECT_GT(methods, 10U);
  const int lf_scene = with_lf.scene_at("res://main.tscn");
  const int crlf_scene = with_crlf.scene_at("res://main.tscn");
  ASSERT_GE(lf_scene, 0);
  ASSERT_GE(crlf_scene, 0);
  EXPECT_GT(with_lf.tree(lf_scene).size(), 1U);
  EXPECT_EQ(with_crlf.tree(crlf_scene).size(), with_lf.tree(lf_scene).size());
}

TEST(Files, ALockedFileIsReportedAndTheOthersAreRead) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  folder.write("free.gd", "@rpc func a(): pass\n");
  folder.write("locked.gd", "@rpc func b(): pass\n");
  const Locked locked(folder.path() / "locked.gd");
  ASSERT_TRUE(locked.good());
  Project project(folder.path());
  EXPECT_TRUE(project.refresh());
  EXPECT_NE(checksum_at(project, "res://free.gd"), "no such script");
  ASSERT_EQ(project.faults().size(), 1U);
  EXPECT_EQ(project.faults().front().path, "locked.gd");
  EXPECT_EQ(project.faults().front().fault.text, "the file cannot be read");
}
