// SPDX-License-Identifier: MIT
// The user's rows and projects as sources of netfox's properties and settings.
#include "analysis/libraries/netfox/projects.h"

#include <gtest/gtest.h>

#include "tests/unit/project/folder.h"

namespace godot::analysis {
namespace {

int rows_added = 0;

void add_rows(NetfoxProjects& to) {
  ++rows_added;
  to.add_row("/root/Main/*", "state", "speed");
  to.add_row("/root/Main/Ship", "states", "height");  // refused
}

class NetfoxSources : public testing::Test {
 protected:
  NetfoxSources() {
    rows_added = 0;
    folder_.write("project.godot",
                  "config_version=5\n[netfox]\nrollback/history_limit=32\nrollback/input_delay=2\n"
                  "general/max_sync_packet_size=1000\n");
  }
  test::Folder folder_;
  GameProjects user_;
  NetfoxProjects projects_{user_, add_rows};
};

TEST_F(NetfoxSources, RowsNameTheNodesThatFit) {
  ASSERT_NE(projects_.properties("/root/Main/Ship", NetfoxList::state), nullptr);
  EXPECT_EQ(projects_.properties("/root/Main/Ship", NetfoxList::state)->names.front(), "speed");
  EXPECT_NE(projects_.called_properties("/root/Main/Ship", NetfoxList::state), nullptr);
  EXPECT_EQ(projects_.properties("/root/Main/Ship", NetfoxList::input), nullptr) << "another list";
  EXPECT_EQ(projects_.properties("/root/Other", NetfoxList::state), nullptr);
  EXPECT_EQ(rows_added, 1);
  projects_.make_stale();
  EXPECT_NE(projects_.properties("/root/Main/Ship", NetfoxList::state), nullptr);
  EXPECT_EQ(rows_added, 2) << "the user has changed them";
}

TEST_F(NetfoxSources, SettingsAreThoseOfASingleProject) {
  EXPECT_FALSE(projects_.settings().known);
  EXPECT_EQ(projects_.settings().history_limit, 64U);
  user_.read({folder_.path().string()});
  EXPECT_TRUE(projects_.settings().known);
  EXPECT_EQ(projects_.settings().history_limit, 32U);
  EXPECT_EQ(projects_.settings().input_delay, 2U);
  EXPECT_EQ(projects_.settings().packet_limit, 1000U);
  test::Folder other;
  other.write("project.godot", "config_version=5\n");
  user_.read({folder_.path().string(), other.path().string()});
  EXPECT_FALSE(projects_.settings().known) << "which of two is the game's?";
}

}  // namespace
}  // namespace godot::analysis
