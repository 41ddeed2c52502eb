// SPDX-License-Identifier: MIT
#include "plugin/analysis/report/report.h"

#include <gtest/gtest.h>

namespace godot::report {
namespace {

Report sample() {
  return {.title = "Sample",
          .columns = {{"node", "Node", Column::Type::text, 0},
                      {"count", "Count", Column::Type::count, 0},
                      {"rate", "Rate", Column::Type::number, 1}},
          .rows = {{Cell::of("Main/\"Red\", 1"), Cell::of(std::uint64_t{12}), Cell::of(0.25)},
                   {Cell::of("Bl\u00E4u\n"), Cell::of(std::uint64_t{3}), Cell{}}}};
}

/// Of whatever size, in blocks or beyond one; and few bytes for each.
TEST(Rows, AreWhatWasPut) {
  Rows rows;
  EXPECT_TRUE(rows.empty());
  const std::string filter = R"(godot.rpc.text matches "(?-i)^Main/Players/[^/]*\\.move\\(")";
  constexpr std::uint64_t count = 10'000;
  const auto row_of = [&](std::uint64_t number) {
    Row row = {Cell::of("Remote call"), Cell::of("Main/Players/" + std::to_string(number)), Cell::of("move")};
    for (int i = 0; i != 6; ++i) row.push_back(Cell::of(number << i * 8));
    row.push_back(Cell::of(static_cast<double>(number) / 3));
    row.push_back(Cell{});
    row.push_back(Cell::of(number % 1000 == 999 ? std::string(200'000, 'x') : filter));
    return row;
  };
  for (std::uint64_t i = 0; i != count; ++i) rows.push_back(row_of(i));
  ASSERT_EQ(rows.size(), count);
  std::uint64_t number = 0;
  for (const Row& row : rows) {
    const Row wanted = row_of(number++);
    ASSERT_EQ(row.size(), wanted.size());
    for (std::size_t i = 0; i != row.size(); ++i) {
      ASSERT_EQ(row[i].type, wanted[i].type);
      ASSERT_EQ(row[i].count, wanted[i].count);
      ASSERT_EQ(row[i].number, wanted[i].number);
      ASSERT_EQ(row[i].text, wanted[i].text);
    }
  }
  EXPECT_EQ(number, count);
  EXPECT_EQ(rows[4711][1].text, "Main/Players/4711");
  constexpr std::size_t goal = 300;
  constexpr std::size_t long_texts = std::size_t{10} * 200'000;
  EXPECT_LT(rows.memory() - long_texts, goal * count);
}

TEST(Report, AsCsvQuotesWhatItMust) {
  EXPECT_EQ(report::text_by(report::write_csv, sample()),
            "node,count,rate\n\"Main/\"\"Red\"\", 1\",12,0.2\n\"Bl\u00E4u\n\",3,\n");
}

TEST(Report, AsJsonHasNullForWhatNobodyKnows) {
  EXPECT_EQ(report::text_by(report::write_json, sample()),
            "[\n  {\"node\": \"Main/\\\"Red\\\", 1\", \"count\": 12, \"rate\": 0.2},\n"
            "  {\"node\": \"Bl\u00E4u\\u000a\", \"count\": 3, \"rate\": null}\n]\n");
}

TEST(Report, AsTextLinesUpAndLetsNothingSteerATerminal) {
  const std::string text = report::text_by(report::write_text, sample());
  EXPECT_NE(text.find("Node           Count  Rate\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Main/\"Red\", 1     12   0.2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Bl\u00E4u?              3\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace godot::report
