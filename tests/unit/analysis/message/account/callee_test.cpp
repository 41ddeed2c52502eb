// SPDX-License-Identifier: MIT
// Calls judged by the receiver's project, where the user has an old and a new version of a game. The projects are
// written for this test.
#include "analysis/message/account/callee.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/message/account/game.h"
#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

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

/// The receiver's list is not the one that the caller announces: the project is the caller's alone.
TEST_F(TwoVersions, OneProjectDoesNotDecideForAReceiverWithAnotherList) {
  projects().read({old_.path().string()});
  AnnouncedPath path = {.frame = 5, .path = "Main", .md5 = keep(old_list)};
  const auto problem_with = [&](bool by_name) {
    Callee callee(projects());
    callee.begin(call_.subject(), &path, {.by_name = by_name, .id = 0}, "move");
    return call_.problem([&](const Subject& subject, Findings& found) {
      callee.judge(subject, Arguments{.method = "move", .count = 2, .asked = names::signature(call_.node, "move")},
                   found);
    });
  };
  EXPECT_NE(problem_with(false), Judged::innocent);
  path.methods_differ = true;
  EXPECT_EQ(problem_with(false), Judged::innocent);
  EXPECT_NE(problem_with(true), Judged::innocent) << "the name means the same";
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

/// The number is that of the receiver's own list, by which the receiver's project is asked.
TEST_F(TwoVersions, ANumberOfAnotherListIsJudgedByTheReceiversList) {
  read_both();
  server_runs(new_list);
  game_.memory().paths.add(game_.server_to_red(), {3, "Main", new_list, 5});
  AnnouncedPath known{};
  known.path = "Main";
  known.methods_differ = true;
  const auto problem = [&](std::uint16_t id, std::uint32_t count, bool by_name = false) {
    Callee callee(projects());
    multiplayer::Member method;
    method.id = id;
    method.by_name = by_name;
    callee.begin(call_.subject(), &known, method, "move");
    return call_.problem([&](const Subject& subject, Findings& found) {
      callee.judge(subject, Arguments{.method = "move", .count = count}, found);
    });
  };
  EXPECT_EQ(problem(0, 2), Judged::innocent) << "move() takes two";
  EXPECT_NE(problem(0, 0), Judged::innocent);
  EXPECT_EQ(problem(1, 0), Judged::innocent) << "stop() takes none";
  EXPECT_NE(problem(1, 2), Judged::innocent);
  EXPECT_EQ(problem(1, 2, true), Judged::innocent) << "it is called by its name";
}

TEST_F(TwoVersions, ANumberOfAnotherListReachesTheReceiversMethod) {
  read_both();
  AnnouncedPath known{};
  known.path = "Main";
  const auto reached = [&](std::uint32_t id, bool differ) {
    Callee callee(projects());
    known.methods_differ = differ;
    multiplayer::Member method;
    method.id = id;
    callee.begin(call_.subject(), &known, method, "halt");
    return callee.reached(call_.subject(), "halt");
  };
  EXPECT_EQ(reached(1, true).reached, nullptr) << "the receiver's list is not known";
  game_.memory().paths.add(game_.server_to_red(), {3, "Main", new_list, 5});
  server_runs(new_list);
  EXPECT_STREQ(reached(1, true).reached, "stop");
  EXPECT_FALSE(reached(1, true).none);
  EXPECT_TRUE(reached(7, true).none);
  EXPECT_EQ(reached(1, false).reached, nullptr) << "the lists are alike";
  EXPECT_FALSE(reached(7, false).none);
  EXPECT_EQ(call_.problem(check_reached, reached(1, true)), Problem::other_function);
  EXPECT_EQ(
      call_.text(),
      "This call reaches stop() at the receiver: remote method number 1 is that one there, and halt() at the sender. "
      "Give both ends the same version: numbers of methods come from the list of all of them");
  EXPECT_EQ(call_.problem(check_reached, reached(7, true)), Problem::other_function);
  EXPECT_EQ(call_.problem(check_reached, reached(1, false)), Judged::innocent);
  EXPECT_EQ(call_.problem(check_reached, ReachedMethod{.number = 1, .called = "stop", .reached = "stop"}),
            Judged::innocent);
}

/// Green, behind the server, has another list than red and the server: its own confirmation shows it.
TEST_F(TwoVersions, ANumberOfAnotherListReachesTheMethodOfAPeerBehindTheServer) {
  read_both();
  Memory& memory = game_.memory();
  memory.paths.add_passed(game_.reds(), {3, "Main", old_list, 5}, green);
  memory.paths.confirm(game_.reds(), 3, 6, true);
  const AnnouncedPath* known = memory.paths.find_on_link(game_.reds(), 3, 10);
  ASSERT_NE(known, nullptr);
  call_.route.relayed = true;
  call_.route.target_id = green;
  call_.route.target = game_.speaker(game_.to_green, End::first);
  memory.paths.add(call_.route.target, {4, "Main", new_list, 7});
  const auto reached = [&] {
    Callee callee(projects());
    multiplayer::Member method;
    method.id = 1;
    callee.begin(call_.subject(), known, method, "halt");
    return callee.reached(call_.subject(), "halt");
  };
  EXPECT_EQ(reached().reached, nullptr) << "green has not confirmed it";
  memory.paths.confirm(game_.reds(), 3, 8, false, false, green);
  EXPECT_FALSE(known->methods_differ) << "the server's is the same";
  EXPECT_STREQ(reached().reached, "stop");
}

TEST_F(TwoVersions, ACallThatAServerRelaysIsForAnUnknownProject) {
  read_both();
  server_runs(new_list);
  call_.route.relayed = true;
  call_.route.target_id = green;
  EXPECT_EQ(problem_of(1), Judged::innocent) << "green may run the old version";
  EXPECT_NE(problem_of(3), Judged::innocent);
  call_.route.target_id = -server;
  EXPECT_EQ(problem_of(1), Judged::innocent) << "all but the server";
  call_.route.target_id = -green;
  EXPECT_NE(problem_of(1), Judged::innocent) << "the server, too";
  call_.route.target_id = 0;
  EXPECT_NE(problem_of(1), Judged::innocent);
}

/// The last hop is to the receiver itself.
TEST_F(TwoVersions, ACallThatTheServerHasRelayedIsForTheClientsProject) {
  read_both();
  game_.to_red.godot->peers.lists[index(End::first)].add(keep(new_list), "Main");
  Judged passed_on(game_, game_.to_red, End::second, 10);
  passed_on.node = call_.node;
  passed_on.route = Route::relay(game_.to_red.godot->peers, End::second, green);
  Callee callee(projects());
  callee.begin(passed_on.subject(), nullptr, {.id = 0}, "move");
  EXPECT_EQ(passed_on.problem([&](const Subject& subject, Findings& found) {
    callee.judge(subject, Arguments{.method = "move", .count = 1}, found);
  }),
            Problem::other_arguments);
}

/// Who may call move() of the node that belongs to the server, in two versions.
class TwoKeywords : public TwoVersions {
 protected:
  const Finding* judge(const std::string& old_script, const std::string& new_script) {
    write_game(old_, old_script);
    write_game(new_, new_script);
    read_both();
    call_.node.rpc_md5 = keep(old_list);
    Callee callee(projects());
    callee.begin(call_.subject(), nullptr, {.id = 0}, "move");
    call_.problem([&](const Subject& subject, Findings& found) {
      callee.judge(subject, ReceivedCall{.method = "move", .declaration = names::declaration(call_.node, "move")},
                   found);
    });
    return call_.findings->first();
  }
  static constexpr const char* refuses = "@rpc(\"authority\") func move(to): pass\n";
  static constexpr const char* accepts = "@rpc(\"any_peer\") func move(to): pass\n";
  static constexpr const char* gives_away =
      "@rpc(\"authority\") func move(to): pass\nfunc _ready(): set_multiplayer_authority(5)\n";
};

TEST_F(TwoKeywords, BothMustRefuse) {
  const Finding* found = judge(refuses, refuses);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->problem, Problem::call_refused);
  EXPECT_EQ(judge(accepts, accepts), nullptr);
}

/// Which of them the receiver runs, its list of methods does not show.
TEST_F(TwoKeywords, IfOneAloneRefusesItIsOpen) {
  for (const bool first : {true, false}) {
    const Finding* found = first ? judge(refuses, accepts) : judge(accepts, refuses);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->problem, Problem::caller_open);
    EXPECT_FALSE(found->counted);
    EXPECT_NE(std::string(found->advice.why).find("nothing shows which of them the receiver runs"), std::string::npos);
  }
  for (const bool first : {true, false}) {
    const Finding* found = first ? judge(gives_away, accepts) : judge(accepts, gives_away);
    EXPECT_EQ(found, nullptr) << "none refuses it for certain";
  }
}

TEST_F(TwoKeywords, TheWeakerFindingCounts) {
  for (const bool first : {true, false}) {
    const Finding* found = first ? judge(gives_away, refuses) : judge(refuses, gives_away);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->problem, Problem::refused_unless);
  }
}

}  // namespace
}  // namespace godot::analysis::account
