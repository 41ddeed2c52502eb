// SPDX-License-Identifier: MIT
#include "analyse/output/watch.h"

#include <cstdio>
#include <string>

#include "analyse/output/printing.h"
#include "analysis/problems/problem_table.h"
#include "answers/questions/problems/problems_table.h"
#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"

namespace godot::analyse {
namespace {

using analysis::report::Report;
using analysis::report::Row;

// The places of what a line shows in columns_of_found().
enum : std::size_t { frame_, time_, problem_, cause_, node_, member_, from_, to_ };

/// As a line of --calls: frame and time, the word of Info, the peers, node and member; then the cause.
std::string line_of(const Row& row) {
  const auto text = [&](std::size_t column) {
    return text_of(analysis::problems::columns_of_found()[column], row[column]);
  };
  char begin[48];
  std::snprintf(begin, sizeof begin, "%6s %12s  ", text(frame_).c_str(), text(time_).c_str());
  std::string line = begin;
  line.append("[").append(analysis::problems::word_of(row[problem_].text.c_str())).append("] ");
  if (!text(from_).empty() || !text(to_).empty()) line += text(from_) + " \u2192 " + text(to_) + "  ";
  line += text(node_);
  if (!text(member_).empty()) line += "." + text(member_);
  if (!text(node_).empty() || !text(member_).empty()) line += ": ";
  return line + text(cause_);
}

void print_line(const std::string& line) {
  print(line + '\n');
  std::fflush(stdout);
}

}  // namespace

analysis::problems::OnFound print_found(bool as_json) {
  if (!as_json) return [](const Row& row) { print_line(line_of(row)); };
  Report columns;
  columns.columns = analysis::problems::columns_of_found();
  return [columns](const Row& row) { print_line(json_object(columns, row)); };
}

std::string end_of_watch(const Report& problems, bool as_json) {
  std::string lines;
  if (as_json) {
    lines = "{" + json_end(problems) + "}";
    std::erase(lines, '\n');  // between objects: texts have none
    return lines + '\n';
  }
  for (const std::string& line : lines_of(problems.not_judged)) lines += line + '\n';
  return lines;
}

}  // namespace godot::analyse
