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

TEST(Report, AsCsvQuotesWhatItMust) {
  EXPECT_EQ(as_csv(sample()), "node,count,rate\n\"Main/\"\"Red\"\", 1\",12,0.2\n\"Bl\u00E4u\n\",3,\n");
}

TEST(Report, AsJsonHasNullForWhatNobodyKnows) {
  EXPECT_EQ(as_json(sample()),
            "[\n  {\"node\": \"Main/\\\"Red\\\", 1\", \"count\": 12, \"rate\": 0.2},\n"
            "  {\"node\": \"Bl\u00E4u\\u000a\", \"count\": 3, \"rate\": null}\n]\n");
}

TEST(Report, AsTextLinesUpAndLetsNothingSteerATerminal) {
  const std::string text = as_text(sample());
  EXPECT_NE(text.find("Node           Count  Rate\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Main/\"Red\", 1     12   0.2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Bl\u00E4u?              3\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace godot::report
