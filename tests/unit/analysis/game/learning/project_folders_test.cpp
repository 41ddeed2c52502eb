// SPDX-License-Identifier: MIT
// Folders that are made here: which are read, and when.
#include "analysis/game/learning/project_folders.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/support/new_folder.h"

namespace godot::analysis {
namespace {

using Folders = std::vector<std::string>;

class ReadProjects : public testing::Test {
 protected:
  void SetUp() override { std::ofstream(folder_.path() / "project.godot") << "config_version=5\n"; }
  [[nodiscard]] std::string folder() const { return folder_.path().string(); }

  ProjectFolders folders;

 private:
  test::NewFolder folder_;
};

TEST_F(ReadProjects, OnceForACaptureAndAgainIfTheUserChangesThem) {
  EXPECT_TRUE(folders.take_turn());
  EXPECT_FALSE(folders.take_turn());
  folders.make_stale();
  EXPECT_TRUE(folders.take_turn());
  folders.begin();
  EXPECT_TRUE(folders.take_turn());
}

TEST_F(ReadProjects, WithTheOneThatARecordingNames) {
  folders.saw(folder());
  EXPECT_EQ(folders.recorded(), folder());
  EXPECT_EQ(folders.with_recorded({"/mine"}), (Folders{"/mine", folder()}));
  EXPECT_EQ(folders.with_recorded({folder()}), Folders{folder()}) << "once";
  folders.begin();
  EXPECT_EQ(folders.with_recorded({"/mine"}), Folders{"/mine"});
}

TEST_F(ReadProjects, NotIfItIsNamedTooLateOrIsNone) {
  folders.saw(folder() + "/missing");
  EXPECT_EQ(folders.recorded(), "");
  EXPECT_TRUE(folders.take_turn());
  folders.saw(folder());
  EXPECT_EQ(folders.recorded(), "");
}

}  // namespace
}  // namespace godot::analysis
