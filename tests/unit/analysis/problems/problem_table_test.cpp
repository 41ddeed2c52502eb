// SPDX-License-Identifier: MIT
// The table of problems: each row is complete, and the report has a remedy for each.
#include "analysis/problems/problem_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace godot::analysis::problems {
namespace {

TEST(Problems, EachHaveACompleteRow) {
  std::set<std::string> filters;
  for (const ProblemInfo& found : all_rows()) {
    EXPECT_TRUE(filters.insert(found.filter).second) << found.filter << " has two rows";
    EXPECT_NE(std::string_view(found.page), "");
    if (found.kind == nullptr) {
      EXPECT_EQ(found.cause, nullptr) << found.filter;
      continue;
    }
    EXPECT_NE(std::string_view(word_of(found.kind)), "problem") << found.kind << " is not in problem_kinds.def";
    ASSERT_NE(found.remedy, nullptr) << found.filter;
    EXPECT_STREQ(remedy_of(found.kind, found.cause), found.remedy);
    EXPECT_EQ(severity_of(found.kind, found.cause), found.severity) << found.filter;
    // A row is of any engine: what differs between Godot 3 and 4 is in the message's own remedy.
    EXPECT_EQ(std::string_view(found.remedy).find("Godot 3"), std::string_view::npos) << found.remedy;
    EXPECT_EQ(std::string_view(found.remedy).find("@rpc"), std::string_view::npos) << found.remedy;
  }
  EXPECT_GT(filters.size(), 30U);
}

TEST(Problems, UnknownKindsHaveATextAndNoRemedy) {
  EXPECT_STREQ(word_of("not_allowed"), "not allowed");
  EXPECT_STREQ(word_of("of_tomorrow"), "problem");
  EXPECT_EQ(word_of(nullptr), nullptr);
  EXPECT_EQ(remedy_of("of_tomorrow", "something else"), nullptr);
}

/// A row is found by its kind and its cause, not by one of them.
TEST(Problems, UnknownCausesWarn) {
  EXPECT_EQ(severity_of("of_tomorrow", "something else"), Severity::WARN);
  EXPECT_EQ(severity_of("not_allowed", "something else"), Severity::WARN);
  EXPECT_EQ(remedy_of("not_allowed", "something else"), nullptr);
  EXPECT_EQ(remedy_of("of_tomorrow", "the caller may not call the method"), nullptr);
}

}  // namespace
}  // namespace godot::analysis::problems
