// SPDX-License-Identifier: MIT
#include "analyse/summary.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include "analyse/styled_text.h"
#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"
#include "base/json.h"
#include "codec/core/utf8.h"

namespace godot::analyse {
namespace {

using analysis::report::Column;
using analysis::report::Report;
using analysis::report::Row;

constexpr std::size_t most_problems = 6;
constexpr std::size_t most_rows = 10;
constexpr std::size_t most_streams = 6;
constexpr std::size_t most_meetings = 20;
constexpr std::size_t widest = 44;  // characters of a cell, but the last one of a line
constexpr std::size_t indent = 2;

/// Some columns of a table, by their keys, and how one of them looks.
class View {
 public:
  using Look = Style (*)(std::string_view cell, std::string_view severity);

  View(const Report& report, std::initializer_list<std::string_view> keys) : report_(report) {
    for (const std::string_view key : keys)
      if (const std::size_t column = column_of(key); column != report.columns.size()) columns_.push_back(column);
  }
  View& look(std::string_view key, Look look) {
    looking_ = column_of(key);
    look_ = look;
    return *this;
  }
  /// A paragraph below each row: the text in this column, unless a row above has the same.
  View& below(std::string_view key) {
    below_ = column_of(key);
    return *this;
  }
  /// Adds the rows at these places, aligned, below a line of titles.
  void add_to(StyledText& text, const std::vector<std::size_t>& places) const {
    std::vector<std::vector<std::string>> cells(1);
    for (const std::size_t column : columns_) cells[0].emplace_back(report_.columns[column].title);
    for (const std::size_t place : places) {
      cells.emplace_back();
      for (std::size_t i = 0; i != columns_.size(); ++i) {
        const std::string cell = cell_of(report_.rows[place], columns_[i]);
        cells.back().push_back(i + 1 == columns_.size() ? cell : shortened(cell));
      }
    }
    const std::vector<std::size_t> widths = widths_of(cells);
    text.add(line_of(text, cells[0], widths, nullptr));
    std::set<std::string> told;
    for (std::size_t i = 0; i != places.size(); ++i) {
      const Row row = report_.rows[places[i]];
      text.add(line_of(text, cells[i + 1], widths, &row));
      const std::string more = cell_of(row, below_);
      if (!more.empty() && told.insert(more).second) text.paragraph("\u2192 " + more, 3 * indent, Style::faint);
    }
  }

 private:
  [[nodiscard]] std::size_t column_of(std::string_view key) const {
    const auto found = std::find_if(report_.columns.begin(), report_.columns.end(),
                                    [&](const Column& each) { return key == each.key; });
    return static_cast<std::size_t>(found - report_.columns.begin());
  }
  /// Empty: the table has no such column.
  [[nodiscard]] std::string cell_of(const Row& row, std::size_t column) const {
    return column < row.size() ? text_of(report_.columns[column], row[column]) : std::string();
  }
  [[nodiscard]] std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& cells) const {
    std::vector<std::size_t> widths(columns_.size());
    for (const auto& row : cells)
      for (std::size_t i = 0; i != row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    return widths;
  }
  /// Without its middle, if it is long: both ends of a path tell more.
  static std::string shortened(std::string text) {
    if (width_of(text) <= widest) return text;
    const std::size_t begin = utf8_boundary(text, widest / 2 - 1);
    std::size_t end = text.size() - (widest / 2 - 1);
    while (end < text.size() && continues_character(text[end])) ++end;
    return text.substr(0, begin) + "\u2026" + text.substr(end);
  }
  /// `row`: null: the titles.
  [[nodiscard]] std::string line_of(const StyledText& text, const std::vector<std::string>& cells,
                                    const std::vector<std::size_t>& widths, const Row* row) const {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i != cells.size(); ++i) {
      const bool is_number = report_.columns[columns_[i]].type != Column::Type::text;
      const std::string blanks(widths[i] - width_of(cells[i]), ' ');
      const bool has_look = row != nullptr && columns_[i] == looking_;
      const Style style = row == nullptr ? Style::faint
                          : has_look     ? look_(cells[i], cell_of(*row, column_of("severity")))
                                         : Style::plain;
      const std::string cell = text.styled(cells[i], style);
      line += is_number ? blanks + cell : cell + blanks;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
  }

  const Report& report_;
  std::vector<std::size_t> columns_;
  std::size_t looking_ = SIZE_MAX;
  std::size_t below_ = SIZE_MAX;
  Look look_ = nullptr;
};

std::vector<std::size_t> first_places(const Report& report, std::size_t most) {
  std::vector<std::size_t> places(std::min(most, report.rows.size()));
  for (std::size_t i = 0; i != places.size(); ++i) places[i] = i;
  return places;
}

bool is_steady(std::string_view verdict) { return verdict.ends_with("steady"); }

/// Connections of which a verdict tells more than that they are steady come first: who lags.
std::vector<std::size_t> places_of_streams(const Report& streams) {
  const auto verdict = std::find_if(streams.columns.begin(), streams.columns.end(),
                                    [](const Column& each) { return std::string_view(each.key) == "verdict"; });
  const auto column = static_cast<std::size_t>(verdict - streams.columns.begin());
  std::vector<std::size_t> places = first_places(streams, streams.rows.size());
  std::stable_partition(places.begin(), places.end(), [&](std::size_t place) {
    const std::string text = text_of(streams.columns[column], streams.rows[place][column]);
    return !text.empty() && !is_steady(text);
  });
  places.resize(std::min(most_streams, places.size()));
  return places;
}

void add_rest(StyledText& text, std::size_t rows, std::size_t shown) {
  if (rows > shown) text.add("  and " + std::to_string(rows - shown) + " more rows\n");
}

/// A part that is there only if it has lines.
void add_meetings(StyledText& text, std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text.heading(title);
  for (std::size_t i = 0; i < std::min(most_meetings, lines.size()); ++i) text.add("  " + lines[i] + '\n');
  if (lines.size() > most_meetings) text.add("  and " + std::to_string(lines.size() - most_meetings) + " more\n");
}

void add_problems(StyledText& text, const Report& problems) {
  text.heading("Problems");
  if (problems.rows.empty()) {
    text.add("  " + text.styled("No problem was found in what was judged.", Style::green) + '\n');
  } else {
    const std::vector<std::size_t> places = first_places(problems, most_problems);
    View(problems, {"count", "problem", "node", "member", "from", "first", "cause"})
        .look("problem", [](std::string_view,
                            std::string_view severity) { return severity == "warning" ? Style::red : Style::yellow; })
        .below("remedy")
        .add_to(text, places);
    add_rest(text, problems.rows.size(), places.size());
  }
  for (const std::string& line : analysis::report::lines_of(problems.not_judged)) text.paragraph(line, indent);
}

}  // namespace

std::string summary(const Answers& answers, bool colours) {
  StyledText text(colours);
  text.heading("Game");
  for (const std::string& line : answers.overview) text.paragraph(line, indent);
  add_problems(text, answers.problems);
  if (!answers.streams.rows.empty()) {
    text.heading("Connections");
    const std::vector<std::size_t> places = places_of_streams(answers.streams);
    View(answers.streams, {"stream", "from", "peer", "bytes", "rtt_mean", "loss", "silence", "verdict"})
        .look("verdict", [](std::string_view verdict,
                            std::string_view) { return is_steady(verdict) ? Style::green : Style::yellow; })
        .add_to(text, places);
    add_rest(text, answers.streams.rows.size(), places.size());
  }
  add_meetings(text, "Meeting by noray", answers.meetings);
  add_meetings(text, "Meeting by WebRTC", answers.webrtc);
  text.heading("What uses the bandwidth");
  const std::vector<std::size_t> places = first_places(answers.profile, most_rows);
  View(answers.profile, {"percent", "total", "count", "kind", "node", "member"}).add_to(text, places);
  add_rest(text, answers.profile.rows.size(), places.size());
  return text.taken();
}

std::string summary_as_json(const Answers& answers) {
  std::string out = "{";
  const auto key = [&out](const char* name) { out += (out.size() == 1 ? "\"" : ", \"") + std::string(name) + "\": "; };
  const auto add_lines = [&](const char* name, const std::vector<std::string>& lines) {
    key(name);
    for (std::size_t i = 0; i != lines.size(); ++i) {
      out += i == 0 ? "[" : ", ";
      analysis::json::append_text(out, lines[i], analysis::json::For::file);
    }
    out += lines.empty() ? "[]" : "]";
  };
  const auto add_table = [&](const char* name, const Report& report) {
    key(name);
    out += text_by(analysis::report::write_json, report);
    out.pop_back();  // the end of its line
  };
  add_lines("overview", answers.overview);
  add_table("godot,problems", answers.problems);
  add_table("enet,streams", answers.streams);
  add_lines("noray", answers.meetings);
  add_lines("webrtc", answers.webrtc);
  add_table("godot,profile", answers.profile);
  return out + "}\n";
}

}  // namespace godot::analyse
