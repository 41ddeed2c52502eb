// SPDX-License-Identifier: MIT
// What is said of the user's projects. The projects are written for this test.
#include "analysis/game/learning/project_texts.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/arena.h"
#include "tests/unit/project/folder.h"

namespace godot::analysis {
namespace {

using Fit = MethodLists::Fit;

TEST(ProjectTexts, BothEndsRunOneProject) {
  const Fit one = {.project = 1};
  for (const int other : {1, Fit::any, Fit::none}) {
    const auto shown = shown_projects(one, {.project = other}, true);
    EXPECT_EQ(shown[0].fit, &one);
    EXPECT_STREQ(shown[0].whose, "");
    EXPECT_EQ(shown[1].fit, nullptr) << other;
  }
}

TEST(ProjectTexts, EachEndRunsItsOwn) {
  const Fit first = {.project = 0};
  const Fit second = {.project = 1};
  const auto shown = shown_projects(first, second, true);
  EXPECT_EQ(shown[0].fit, &first);
  EXPECT_STREQ(shown[0].whose, ", the server's");
  EXPECT_EQ(shown[1].fit, &second);
  EXPECT_STREQ(shown[1].whose, ", the client's");
  const auto other_way = shown_projects(first, second, false);
  EXPECT_STREQ(other_way[0].whose, ", the client's");
  EXPECT_STREQ(other_way[1].whose, ", the server's");
}

TEST(ProjectTexts, OnlyTheSecondEndIsKnown) {
  const Fit second = {.project = 1};
  const auto shown = shown_projects({.project = Fit::any}, second, true);
  EXPECT_EQ(shown[0].fit, nullptr);
  EXPECT_EQ(shown[1].fit, &second);
  EXPECT_STREQ(shown[1].whose, "");
  const auto none = shown_projects({.project = Fit::any}, {.project = Fit::none}, true);
  EXPECT_EQ(none[0].fit, nullptr);
  EXPECT_EQ(none[1].fit, nullptr);
}

TEST(ProjectTexts, NoneIsThisGames) {
  EXPECT_STREQ(wrong_project_text({.lists = 5, .fit = 2}, true, arena),
               "The project is not of this game: 2 of 5 lists of remote methods fit, and the paths of nodes do not. No "
               "names are taken from it");
  EXPECT_STREQ(wrong_project_text({.engine = Engine::godot_3, .of_other_engine = true}, false, arena),
               "The projects are of Godot 4, the game runs Godot 3. No names are taken from them");
  EXPECT_STREQ(wrong_project_text({.engine = Engine::godot_4, .of_other_engine = true}, true, arena),
               "The project is of Godot 3, the game runs Godot 4. No names are taken from it");
}

TEST(ProjectTexts, AllProjects) {
  ProjectSource source;
  EXPECT_EQ(text_of_projects(source, "").rfind("No project. Add the folder of your game", 0), 0U);
  const test::Folder folder;
  folder.write("project.godot", "config_version=5\n[application]\nconfig/name=\"Boats\"\n");
  folder.write("main.gd", "func broken((:\n\tpass\n");
  const std::string path = folder.path().string();
  source.refresh({path});
  ASSERT_FALSE(source.faults().empty());
  const std::string text = text_of_projects(source, "");
  const std::string begin = "Boats (" + path + ")\n\nNot read:\n" + source.faults().front() + "\n";
  EXPECT_EQ(text.substr(0, begin.size()), begin);
  EXPECT_TRUE(text.ends_with("\n" + source.faults().back() + "\n"));
  EXPECT_EQ(text_of_projects(source, path).rfind("Boats (" + path + "), named by this recording\n", 0), 0U);
}

}  // namespace
}  // namespace godot::analysis
