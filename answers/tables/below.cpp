// SPDX-License-Identifier: MIT
#include "answers/tables/below.h"

#include <algorithm>
#include <utility>

namespace godot::analysis::report {
namespace {

constexpr std::size_t readable = 40;

std::size_t longest_in(const Report& report, std::size_t column) {
  std::size_t longest = 0;
  for (const Row& row : report.rows) longest = std::max(longest, row[column].text.size());
  return longest;
}

/// The first column of texts; in a window the first one with long texts, if there is one.
std::size_t column_of(const Report& report, bool in_window) {
  constexpr std::size_t is_long = 20;
  std::size_t first = report.columns.size();
  for (std::size_t i = 0; i != report.columns.size(); ++i) {
    if (report.columns[i].type != Column::Type::text) continue;
    first = std::min(first, i);
    if (in_window && longest_in(report, i) >= is_long) return i;
  }
  return first;
}

}  // namespace

LinesBelow lines_below(const Report& report, const std::vector<NotJudged>& open, bool in_window) {
  if (open.empty() && !report.rows.empty()) return {};
  LinesBelow below = {.column = column_of(report, in_window), .lines = {}};
  if (!in_window || open.empty()) {
    below.lines = lines_of(open);
    return below;
  }
  for (const NotJudged& each : open) {
    for (const std::string& sentence : {"Not judged: " + each.what + '.', each.what_to_do})
      for (std::string& line : wrapped(sentence, readable)) below.lines.push_back(std::move(line));
  }
  return below;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) lines.emplace_back(word);
    else (lines.back() += ' ') += word;
  }
  return lines;
}

}  // namespace godot::analysis::report
