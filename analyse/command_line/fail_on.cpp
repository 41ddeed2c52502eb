// SPDX-License-Identifier: MIT
#include "analyse/command_line/fail_on.h"

#include <algorithm>

#include "analysis/problems/problem_table.h"

namespace godot::analyse {

std::uint64_t failures(const analysis::report::Report& problems, const std::vector<std::string>& kinds) {
  std::uint64_t found = 0;
  for (const analysis::report::Row& row : problems.rows)
    for (const std::string& kind : kinds)
      if (kind == "all" || row[0].text == kind) ++found;
  return found;
}

std::vector<std::string> kinds_of_problems() {
  std::vector<std::string> kinds;
  for (const analysis::problems::ProblemInfo& row : analysis::problems::all_rows())
    if (row.kind != nullptr && std::find(kinds.begin(), kinds.end(), row.kind) == kinds.end())
      kinds.emplace_back(row.kind);
  return kinds;
}

std::string wrong_kind(const std::string& kind) {
  std::string all;
  for (const std::string& each : kinds_of_problems()) {
    if (kind == each || kind == "all") return {};
    all += each + ", ";
  }
  return kind + " is no kind of problem: " + all + "or all";
}

}  // namespace godot::analyse
