// SPDX-License-Identifier: MIT
// Calls judged by the receiver's project, where the user has an old and a new version of a game. The projects are
// written for this test.
#include "analysis/account/callee.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/account/game.h"
#include "tests/unit/analysis/project/checksum_of.h"
#include "tests/unit/analysis/project/folder.h"

namespace godot::analysis::account {
namespace {

GameProjects& projects() {
  static GameProjects all;
  static const bool added = [] {
    names::add_source(all.source);
    return true;
  }();
  static_cast<void>(added);
  return all;
}

void write_game(const test::Folder& folder, const std::string& script) {
  folder.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
  folder.write("main.tscn",
               "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"
               "[node name=\"Main\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n");
  folder.write("main.gd", script);
}

/// The old version's move() takes one argument, the new one's two.
class TwoVersions : public testing::Test {
 protected:
  TwoVersions() {
    write_game(old_, "@rpc(\"any_peer\") func move(to): pass\n");
    write_game(new_, "@rpc(\"any_peer\") func move(to, fast): pass\n@rpc(\"any_peer\") func stop(): pass\n");
    call_.node.path = "Main";
  }
  ~TwoVersions() override { projects().read({}); }

  void read_both() { projects().read({old_.path().string(), new_.path().string()}); }

  /// The server has announced the list of one version.
  void server_runs(const std::string& list) {
    game_.to_red.godot->peers.lists[index(End::second)].add(keep(list), "Main");
  }
  static const char* keep(const std::string& list) {
    static std::string kept[8];
    static std::size_t count = 0;
    std::string& copy = kept[count++ % 8];
    copy = list;
    return copy.c_str();
  }

  /// What is found for a call of red to the server with this number of arguments.
  Problem problem_of(std::uint32_t count) {
    Callee callee(projects());
    callee.begin(call_.subject(), nullptr, {.id = 0}, "move");
    return call_.problem([&](const Subject& subject, Findings& found) {
      callee.judge(subject, Arguments{.method = "move", .count = count, .asked = names::signature(call_.node, "move")},
                   found);
    });
  }

  const std::string old_list = test::checksum_of({"move"});
  const std::string new_list = test::checksum_of({"move", "stop"});
  test::Folder old_;
  test::Folder new_;
  Game game_;
  Judged call_{game_, game_.to_red, End::first, 10};
};

TEST_F(TwoVersions, OneProjectDecidesForBothEnds) {
  projects().read({old_.path().string()});
  EXPECT_EQ(problem_of(1), Judged::innocent);
  EXPECT_NE(problem_of(2), Judged::innocent);
}

TEST_F(TwoVersions, TheReceiversProjectDecides) {
  read_both();
  server_runs(new_list);
  EXPECT_EQ(problem_of(2), Judged::innocent);
  EXPECT_NE(problem_of(1), Judged::innocent);
}

TEST_F(TwoVersions, WithoutTheReceiversListsBothMustRefuse) {
  read_both();
  EXPECT_EQ(problem_of(1), Judged::innocent) << "the old version takes it";
  EXPECT_EQ(problem_of(2), Judged::innocent) << "the new version takes it";
  EXPECT_NE(problem_of(3), Judged::innocent) << "none takes it";
}

TEST_F(TwoVersions, ANumberOfAnotherListIsNotJudgedWithoutTheReceiversList) {
  read_both();
  server_runs(new_list);
  AnnouncedPath known{};
  known.path = "Main";
  known.methods_differ = true;
  Callee callee(projects());
  callee.begin(call_.subject(), &known, {.id = 0}, "move");
  EXPECT_TRUE(callee.several());
  EXPECT_EQ(call_.problem([&](const Subject& subject, Findings& found) {
    callee.judge(subject, Arguments{.method = "move", .count = 7}, found);
  }),
            Judged::innocent);
}

TEST_F(TwoVersions, ACallThatAServerRelaysIsForAnUnknownProject) {
  read_both();
  server_runs(new_list);
  call_.route.relayed = true;
  call_.route.target_id = green;
  EXPECT_EQ(problem_of(1), Judged::innocent) << "green may run the old version";
  EXPECT_NE(problem_of(3), Judged::innocent);
}

}  // namespace
}  // namespace godot::analysis::account
