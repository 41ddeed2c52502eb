// SPDX-License-Identifier: MIT
#include "answers/tables/table_output.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "answers/tables/percentiles.h"

namespace godot::analysis::report {
namespace {

Report sample() {
  return {.title = "Sample",
          .columns = {{"node", "Node", Column::Type::text, 0},
                      {"count", "Count", Column::Type::count, 0},
                      {"rate", "Rate", Column::Type::number, 1}},
          .rows = {{Cell::of("Main/\"Red\", 1"), Cell::of(std::uint64_t{12}), Cell::of(0.25)},
                   {Cell::of("Bl\u00E4u\n"), Cell::of(std::uint64_t{3}), Cell{}}}};
}

/// Lines are as wide as the widest cells of their columns, with two spaces between them.
TEST(Report, LinesOfText) {
  Report report = sample();
  report.notes = {"One note."};
  EXPECT_EQ(text_by(write_text, report),
            "\n============================\nSample\n============================\n"
            "Node           Count  Rate\n"
            "Main/\"Red\", 1     12   0.2\n"
            "Bl\u00E4u?              3\n"
            "One note.\nNothing was left unjudged.\n============================\n");
}

/// Columns for programs are in CSV and JSON alone.
TEST(Report, DerivesColumnsForPrograms) {
  Report report = sample();
  report.derived = {
      {"hint", [](const Row& row) -> const char* { return row[1].count > 10 ? "less, \"please\"" : nullptr; }}};
  EXPECT_EQ(text_by(write_text, report), text_by(write_text, sample()));
  EXPECT_EQ(text_by(write_csv, report),
            "node,count,rate,hint\n\"Main/\"\"Red\"\", 1\",12,0.2,\"less, \"\"please\"\"\"\nBl\u00E4u?,3,,\n# Nothing "
            "was left unjudged.\n");
  const std::string json = text_by(write_json, report);
  EXPECT_NE(json.find(R"("rate": 0.2, "hint": "less, \"please\""})"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("rate": null, "hint": null})"), std::string::npos) << json;
}

/// Texts of any size, in blocks or larger than one, with little overhead.
TEST(CompactRows, AreReadAsStored) {
  CompactRows rows;
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

/// A row that is read after another has nothing of it, whatever their cells.
TEST(CompactRows, HaveNothingOfThoseBeforeThem) {
  const Cell kinds[] = {Cell::of("a text that is longer than a short one"), Cell::of(std::uint64_t{300}), Cell::of(2.5),
                        Cell{}};
  CompactRows rows;
  for (const Cell& one : kinds)
    for (const Cell& other : kinds) rows.push_back({one, other});
  rows.push_back({kinds[0]});
  rows.push_back({});
  rows.push_back({kinds[3], kinds[3], kinds[3]});
  std::size_t number = 0;
  for (const Row& row : rows) {
    const Row alone = rows[number++];
    ASSERT_EQ(row.size(), alone.size());
    for (std::size_t i = 0; i != row.size(); ++i) {
      EXPECT_EQ(row[i].type, alone[i].type);
      EXPECT_EQ(row[i].count, alone[i].count);
      EXPECT_EQ(row[i].number, alone[i].number);
      EXPECT_EQ(row[i].text, alone[i].text);
    }
  }
  EXPECT_EQ(number, rows.size());
}

/// Within 1.6 % of exact percentiles; the maximum is exact.
TEST(Percentiles, AreThoseOfTheValues) {
  Percentiles percentiles;
  EXPECT_EQ(percentiles.at(50), 0);
  std::vector<std::int64_t> values;
  std::uint64_t seed = 1;
  for (int i = 0; i != 2000; ++i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    values.push_back(static_cast<std::int64_t>(seed >> (24 + seed % 16)));
    percentiles.add(values.back());
  }
  std::sort(values.begin(), values.end());
  for (const unsigned percent : {1U, 50U, 95U, 99U}) {
    const auto value = static_cast<double>(values[values.size() * percent / 100 - 1]);
    EXPECT_NEAR(static_cast<double>(percentiles.at(percent)), value, value * 0.016) << percent;
  }
  EXPECT_EQ(percentiles.most(), values.back());
  Percentiles alone;
  for (const std::int64_t small : {0, 3, 31}) alone.add(small);
  EXPECT_EQ(alone.at(50), 3);
  EXPECT_EQ(alone.at(100), 31);
}

TEST(Report, AsCsvQuotesWhatItMust) {
  EXPECT_EQ(report::text_by(report::write_csv, sample()),
            "node,count,rate\n\"Main/\"\"Red\"\", 1\",12,0.2\nBl\u00E4u?,3,\n# Nothing was left unjudged.\n");
}

/// Senders choose names: a terminal, an editor or a spreadsheet does nothing on their behalf.
TEST(Report, NamesDoNothing) {
  Report report = sample();
  report.rows = {};
  for (const char* name : {"=1+1", "@Node@2", "-a", "+a", "a\u009Bb", "a\u0085b", "a\u202Eb",
                           "a\x1B"
                           "b",
                           "a\u2028b", "a\u2066b"})
    report.rows.push_back({Cell::of(name), Cell{}, Cell::of(-1.0)});
  const std::string csv = text_by(write_csv, report);
  EXPECT_EQ(
      csv, "node,count,rate\n'=1+1,,-1.0\n'@Node@2,,-1.0\n'-a,,-1.0\n'+a,,-1.0\n" +
               std::string(
                   "a?b,,-1.0\na?b,,-1.0\na?b,,-1.0\na?b,,-1.0\na?b,,-1.0\na?b,,-1.0\n# Nothing was left unjudged.\n"));
  const std::string text = text_by(write_text, report);
  for (const char* sign : {"\u009B", "\u0085", "\u202E", "\x1B", "\u2028", "\u2066"})
    EXPECT_EQ(text.find(sign), std::string::npos) << sign;
  const std::string json = text_by(write_json, report);
  for (const char* sign : {"\u009B", "\u0085", "\u202E", "\x1B", "\u2028", "\u2066"})
    EXPECT_EQ(json.find(sign), std::string::npos) << sign;
  EXPECT_NE(json.find("\"a\\u009bb\""), std::string::npos) << json;
}

TEST(Report, AsJsonHasNullForUnknownValues) {
  EXPECT_EQ(
      report::text_by(report::write_json, sample()),
      "{\"rows\": [\n  {\"node\": \"Main/\\\"Red\\\", 1\", \"count\": 12, \"rate\": 0.2},\n"
      "  {\"node\": \"Bl\u00E4u\\u000a\", \"count\": 3, \"rate\": null}\n], \"complete\": true, \"not_judged\": []}\n");
}

TEST(Report, AsJsonHasNoInfinity) {
  Report report = sample();
  report.rows = {{Cell::of("x"), Cell{}, Cell::of(std::numeric_limits<double>::infinity())}};
  EXPECT_NE(text_by(write_json, report).find(R"("rate": null})"), std::string::npos);
}

TEST(Report, AsTextHasAlignedColumnsAndNoControlCharacters) {
  const std::string text = report::text_by(report::write_text, sample());
  EXPECT_NE(text.find("Node           Count  Rate\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Main/\"Red\", 1     12   0.2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Bl\u00E4u?              3\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace godot::analysis::report
