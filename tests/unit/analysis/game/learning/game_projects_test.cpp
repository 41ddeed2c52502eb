// SPDX-License-Identifier: MIT
// Which of the user's projects each end of a connection runs. The projects are written for this test.
#include "analysis/game/learning/game_projects.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

namespace godot::analysis {
namespace {

class Ends : public testing::Test {
 protected:
  Ends() {
    write(old_, "@rpc func move(): pass\n");
    write(new_, "@rpc func move(): pass\n@rpc func stop(): pass\n");
    projects_.read({old_.path().string(), new_.path().string()});
  }
  static void write(const test::Folder& folder, const std::string& script) {
    folder.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    folder.write("main.tscn",
                 "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"
                 "[node name=\"Main\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n");
    folder.write("main.gd", script);
  }
  /// The methods of node Main in the project that is asked.
  [[nodiscard]] bool has_stop() const { return projects_.source.signature({.path = "Main"}, "stop").known; }
  [[nodiscard]] int may_run(const End* end) const {
    int count = 0;
    EXPECT_TRUE(projects_.run_by(link_, end).all([&] { return ++count > 0; }));
    return count;
  }

  test::Folder old_;
  test::Folder new_;
  const std::string old_list_ = test::checksum_of({"move"});
  const std::string new_list_ = test::checksum_of({"move", "stop"});
  GameProjects projects_;
  MultiplayerLink link_;
};

TEST_F(Ends, EachEndHasTheProjectOfItsLists) {
  link_.peers.lists[0].add(old_list_.c_str(), "Main");
  link_.peers.lists[1].add(new_list_.c_str(), "Main");
  projects_.ask_of(link_, End::first);
  EXPECT_FALSE(has_stop());
  projects_.ask_of(link_, End::second);
  EXPECT_TRUE(has_stop());
}

TEST_F(Ends, AnEndWithoutListsHasTheOtherEndsProject) {
  link_.peers.lists[1].add(new_list_.c_str(), "Main");
  projects_.ask_of(link_, End::first);
  EXPECT_TRUE(has_stop());
  EXPECT_EQ(projects_.fit(link_, End::first)->project, MethodLists::Fit::any);
}

TEST_F(Ends, AReceiverMayRunTheProjectsThatFit) {
  const End first = End::first;
  EXPECT_EQ(may_run(&first), 2) << "it has announced nothing";
  EXPECT_EQ(may_run(nullptr), 2) << "a peer behind the server";
  link_.peers.lists[0].add(old_list_.c_str(), "Main");
  EXPECT_EQ(may_run(&first), 1);
  EXPECT_TRUE(projects_.run_by(link_, &first).several());
}

TEST_F(Ends, NoneOfTheProjectsIsAnEnds) {
  EXPECT_EQ(projects_.wrong_fit(link_), nullptr) << "nothing is announced";
  const std::string others[] = {test::checksum_of({"fly"}), test::checksum_of({"swim"}), test::checksum_of({"dive"}),
                                test::checksum_of({"fly", "swim"})};
  for (const std::string& list : others) link_.peers.lists[1].add(list.c_str(), "Elsewhere");
  ASSERT_NE(projects_.wrong_fit(link_), nullptr);
  EXPECT_EQ(projects_.wrong_fit(link_), projects_.fit(link_, End::second));
  EXPECT_EQ(projects_.wrong_fit(link_)->fit, 0U);
  const End second = End::second;
  EXPECT_EQ(may_run(&second), 0) << "nothing is judged by them";
  EXPECT_TRUE(projects_.run_by(link_, &second).several());
  projects_.read({});
  EXPECT_EQ(projects_.wrong_fit(link_), nullptr) << "there are no projects";
}

TEST_F(Ends, AMatchIsJudgedAgainAfterAnotherReading) {
  link_.peers.lists[0].add(new_list_.c_str(), "Main");
  EXPECT_EQ(projects_.fit(link_, End::first)->project, 1);
  projects_.read({new_.path().string()});
  EXPECT_EQ(projects_.fit(link_, End::first)->project, 0);
  EXPECT_FALSE(projects_.run_by(link_, nullptr).several());
  const End first = End::first;
  EXPECT_FALSE(projects_.run_by(link_, &first).several());
  projects_.read({});
  EXPECT_EQ(projects_.fit(link_, End::first), nullptr);
}

}  // namespace
}  // namespace godot::analysis
