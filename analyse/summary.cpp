// SPDX-License-Identifier: MIT
#include "analyse/summary.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "analyse/styled_text.h"
#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"
#include "codec/core/utf8.h"

namespace godot::analyse {
namespace {

using analysis::report::Column;
using analysis::report::Report;
using analysis::report::Row;

constexpr std::size_t most_problems = 8;
constexpr std::size_t most_rows = 10;
constexpr std::size_t most_streams = 6;
constexpr std::size_t most_meetings = 20;
constexpr std::size_t widest = 44;  // characters of a cell

/// Some columns of a table, by their keys.
class View {
 public:
  View(const Report& report, std::initializer_list<std::string_view> keys) : report_(report) {
    for (const std::string_view key : keys) {
      const auto found = std::find_if(report.columns.begin(), report.columns.end(),
                                      [&](const Column& each) { return key == each.key; });
      if (found != report.columns.end()) columns_.push_back(static_cast<std::size_t>(found - report.columns.begin()));
    }
  }

  /// Aligned lines of the first rows, below a line of titles.
  [[nodiscard]] std::string lines(std::size_t most) const {
    std::vector<std::vector<std::string>> cells(1);
    for (const std::size_t column : columns_) cells[0].emplace_back(report_.columns[column].title);
    for (std::size_t i = 0; i < std::min(most, report_.rows.size()); ++i) {
      const Row row = report_.rows[i];
      cells.emplace_back();
      for (const std::size_t column : columns_)
        cells.back().push_back(shortened(text_of(report_.columns[column], row[column])));
    }
    std::string out;
    for (const auto& row : cells) append(row, cells, out);
    if (report_.rows.size() > most) out += "  and " + std::to_string(report_.rows.size() - most) + " more rows\n";
    return out;
  }

 private:
  static std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !continues_character(byte); }));
  }
  /// Without its middle, if it is long: both ends of a path tell more.
  static std::string shortened(std::string text) {
    if (width(text) <= widest) return text;
    const std::size_t begin = utf8_boundary(text, widest / 2 - 1);
    std::size_t end = text.size() - (widest / 2 - 1);
    while (end < text.size() && continues_character(text[end])) ++end;
    return text.substr(0, begin) + "\u2026" + text.substr(end);
  }
  void append(const std::vector<std::string>& row, const std::vector<std::vector<std::string>>& all,
              std::string& out) const {
    std::string line = "  ";
    for (std::size_t i = 0; i != row.size(); ++i) {
      std::size_t most = 0;
      for (const auto& each : all) most = std::max(most, width(each[i]));
      const bool is_number = report_.columns[columns_[i]].type != Column::Type::text;
      const std::string blanks(most - width(row[i]), ' ');
      line += is_number ? blanks + row[i] : row[i] + blanks;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }

  const Report& report_;
  std::vector<std::size_t> columns_;
};

/// A part that is there only if it has lines.
void add_meetings(StyledText& text, std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text.heading(title);
  for (std::size_t i = 0; i < std::min(most_meetings, lines.size()); ++i) text.add("  " + lines[i] + '\n');
  if (lines.size() > most_meetings) text.add("  and " + std::to_string(lines.size() - most_meetings) + " more\n");
}

}  // namespace

std::string summary(const Answers& answers, bool colours) {
  StyledText text(colours);
  text.heading("Problems");
  if (!answers.problems.rows.empty())
    text.add(
        View(answers.problems, {"count", "problem", "cause", "node", "member", "from", "first"}).lines(most_problems));
  else text.add("  No problem was found in what was judged.\n");
  for (const std::string& line : analysis::report::lines_of(answers.problems.not_judged)) text.add("  " + line + '\n');
  if (!answers.streams.rows.empty()) {
    text.heading("Connections");
    text.add(View(answers.streams, {"stream", "from", "peer", "verdict", "bytes", "rtt_mean", "loss", "silence"})
                 .lines(most_streams));
  }
  add_meetings(text, "Meeting by noray", answers.meetings);
  add_meetings(text, "Meeting by WebRTC", answers.webrtc);
  text.heading("What uses the bandwidth");
  text.add(View(answers.profile, {"percent", "total", "count", "kind", "node", "member"}).lines(most_rows));
  return text.taken();
}

}  // namespace godot::analyse
