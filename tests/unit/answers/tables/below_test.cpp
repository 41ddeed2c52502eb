// SPDX-License-Identifier: MIT
#include "answers/tables/below.h"

#include <gtest/gtest.h>

namespace godot::analysis::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrapped, WordsInLines) {
  EXPECT_EQ(wrapped("Set the folder of the game.", 10), (Lines{"Set the", "folder of", "the game."}));
  EXPECT_EQ(wrapped("Set the folder", 14), Lines{"Set the folder"});
  EXPECT_EQ(wrapped("Set the folder", 13), (Lines{"Set the", "folder"}));
}

TEST(Wrapped, LongWordsStayWhole) {
  EXPECT_EQ(wrapped("a (/home/me/games/arena) b", 8), (Lines{"a", "(/home/me/games/arena)", "b"}));
  EXPECT_EQ(wrapped("ab", 0), Lines{"ab"});
}

Report problems() {
  Report report = {.title = "Problems",
                   .columns = {{"problem", "Problem", Column::Type::text, 0},
                               {"count", "Count", Column::Type::count, 0},
                               {"cause", "Cause", Column::Type::text, 0},
                               {"remedy", "What to do", Column::Type::text, 0}}};
  report.rows.push_back({Cell::of("too_much"), Cell::of(std::uint64_t{2}), Cell::of("the same state again and again"),
                         Cell::of("Synchronize on change, or less often (replication_interval).")});
  return report;
}

const std::vector<NotJudged> open = {{"no_project", 2,
                                      "2 messages whose declarations are not known: names, arguments, and who may call",
                                      "Set the folder of the game's project: Tools > Godot > Project folder..."}};

TEST(LinesBelow, ProgramsGetWholeLines) {
  const LinesBelow below = lines_below(problems(), open, false);
  EXPECT_EQ(below.column, 0U);
  EXPECT_EQ(below.lines, lines_of(open));
}

/// A column is as wide as its longest text: in the first one, nothing else would be seen.
TEST(LinesBelow, AWindowKeepsItsColumnsNarrow) {
  const LinesBelow below = lines_below(problems(), open, true);
  EXPECT_EQ(below.column, 2U);
  std::string all;
  for (const std::string& line : below.lines) {
    EXPECT_LE(line.size(), 40U) << line;
    all += (all.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(all, lines_of(open)[0]);
}

TEST(LinesBelow, WithoutRowsTheFirstColumnHasThem) {
  Report report = problems();
  report.rows = {};
  EXPECT_EQ(lines_below(report, open, true).column, 0U);
  EXPECT_EQ(lines_below(report, {}, true).lines, Lines{"Nothing was left unjudged."});
}

TEST(LinesBelow, NothingOpenNeedsNoLineBelowRows) { EXPECT_EQ(lines_below(problems(), {}, true).lines, Lines{}); }

TEST(Wrapped, NothingIsNoLine) { EXPECT_EQ(wrapped("", 10), Lines{}); }

}  // namespace
}  // namespace godot::analysis::report
