// SPDX-License-Identifier: MIT
#include "analyse/output/summary.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>
#include <vector>

#include "analyse/output/styled_text.h"
#include "answers/questions/connections/lag_verdict.h"
#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"
#include "base/json.h"
#include "base/plural.h"
#include "codec/core/utf8.h"

namespace godot::analyse {
namespace {

using analysis::page::Sketch;
using analysis::report::Cell;
using analysis::report::Column;
using analysis::report::Report;
using analysis::report::Row;
using analysis::report::width_of;

constexpr std::size_t most_peers = 8;
constexpr std::size_t most_problems = 6;
constexpr std::size_t most_rows = 10;
constexpr std::size_t most_streams = 6;
constexpr std::size_t most_meetings = 20;
constexpr std::size_t widest = 44;  // characters of a cell, but the last one of a line
constexpr std::size_t indent = 2;

/// The place of the column with this key; the number of columns: the table has none.
std::size_t column_of(const Report& report, std::string_view key) {
  const auto found =
      std::find_if(report.columns.begin(), report.columns.end(), [&](const Column& each) { return key == each.key; });
  return static_cast<std::size_t>(found - report.columns.begin());
}

/// The cell of a row in that column; empty: the table has none.
Cell cell_in(const Report& report, const Row& row, std::string_view key) {
  const std::size_t column = column_of(report, key);
  return column != report.columns.size() ? row[column] : Cell{};
}

/// Some columns of a table, by their keys, and how one of them looks.
class View {
 public:
  using Look = Style (*)(std::string_view cell, std::string_view severity);

  View(const Report& report, std::initializer_list<std::string_view> keys)
      : report_(report), severity_(column_of(report, "severity")) {
    for (const std::string_view key : keys)
      if (const std::size_t column = column_of(report, key); column != report.columns.size())
        columns_.push_back(column);
  }
  View& look(std::string_view key, Look look) {
    looking_ = column_of(report_, key);
    look_ = look;
    return *this;
  }
  /// A paragraph below each row: the text in this column, unless a row above has the same.
  View& below(std::string_view key) {
    below_ = column_of(report_, key);
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
                          : has_look     ? look_(cells[i], cell_of(*row, severity_))
                                         : Style::plain;
      const std::string cell = text.styled(cells[i], style);
      line += is_number ? blanks + cell : cell + blanks;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
  }

  const Report& report_;
  std::size_t severity_;
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

using analysis::streams::is_steady;

/// Somebody lags, or loses: the verdict says more than that the sender is steady, or nothing for want of packets.
bool is_bad(const Cell& verdict) {
  return verdict.type == Cell::Type::text && !verdict.text.empty() && !is_steady(verdict.text);
}

/// Those who lag come first.
std::vector<std::size_t> places_of_streams(const Report& streams) {
  std::vector<std::size_t> places = first_places(streams, streams.rows.size());
  std::stable_partition(places.begin(), places.end(),
                        [&](std::size_t place) { return is_bad(cell_in(streams, streams.rows[place], "verdict")); });
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

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t i = 0; i != all.size(); ++i) text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i];
  return text;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + analysis::plural(count, one, many);
}

/// "Godot 4.6 over ENet"; empty: nothing was recognised.
std::string game_of(const Sketch& overview) {
  if (overview.packets == 0) return {};
  return (overview.engines.empty() ? "Engine not known," : listed(overview.engines)) + " over " +
         listed(overview.transports);
}

void add_overview(StyledText& text, const Sketch& overview) {
  text.heading("Game");
  if (overview.packets == 0) return text.add("  No message of a game was recognised in this capture.\n");
  std::string seconds;
  analysis::json::append_number(seconds, overview.seconds, 1);
  text.paragraph(game_of(overview) + ": " + counted(overview.packets, "packet", "packets") + ", " +
                     counted(overview.bytes, "byte", "bytes") + " in " + seconds + " s; " +
                     counted(overview.connections, "connection", "connections"),
                 indent);
  std::vector<std::string> peers = overview.peers;
  if (peers.empty()) return;
  const std::size_t left_out = overview.peers_left_out + (peers.size() > most_peers ? peers.size() - most_peers : 0);
  peers.resize(std::min(most_peers, peers.size()));
  if (left_out != 0) peers.push_back(std::to_string(left_out) + " more");
  text.paragraph("Peers: " + listed(peers), indent);
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

/// An empty verdict is none, and not a good one.
void add_without_verdict(StyledText& text, const Report& streams) {
  std::uint64_t count = 0;
  for (const Row& row : streams.rows) count += cell_in(streams, row, "verdict").text.empty() ? 1 : 0;
  if (count == 0) return;
  text.paragraph(counted(count, "row has", "rows have") +
                     " no verdict: less than 20 datagrams or 10 round trips, parts that the capture lacks, or numbers "
                     "that are neither clearly good nor bad.",
                 indent);
}

}  // namespace

std::string summary(const Answers& answers, bool colours) {
  StyledText text(colours);
  add_overview(text, answers.overview);
  add_problems(text, answers.problems);
  if (!answers.streams.rows.empty()) {
    text.heading("Connections");
    const std::vector<std::size_t> places = places_of_streams(answers.streams);
    View(answers.streams, {"stream", "from", "peer", "bytes", "rtt_mean", "loss", "silence", "verdict"})
        .look("verdict", [](std::string_view verdict,
                            std::string_view) { return is_steady(verdict) ? Style::green : Style::yellow; })
        .add_to(text, places);
    add_rest(text, answers.streams.rows.size(), places.size());
    add_without_verdict(text, answers.streams);
  }
  add_meetings(text, "Meeting by noray", answers.meetings);
  add_meetings(text, "Meeting by WebRTC", answers.webrtc);
  text.heading("What uses the bandwidth");
  const std::vector<std::size_t> places = first_places(answers.profile, most_rows);
  View(answers.profile, {"percent", "total", "count", "kind", "node", "member"}).add_to(text, places);
  add_rest(text, answers.profile.rows.size(), places.size());
  return text.taken();
}

namespace {

/// Adds the members of an object in JSON.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) { out_ += '{'; }

  void key(std::string_view name) {
    if (!is_first_) out_ += ", ";
    is_first_ = false;
    analysis::json::append_text(out_, name, analysis::json::For::file);
    out_ += ": ";
  }
  void add(std::string_view name, std::uint64_t count) {
    key(name);
    analysis::json::append_count(out_, count);
  }
  void add(std::string_view name, const std::vector<std::string>& texts) {
    key(name);
    out_ += '[';
    for (std::size_t i = 0; i != texts.size(); ++i) {
      if (i != 0) out_ += ", ";
      analysis::json::append_text(out_, texts[i], analysis::json::For::file);
    }
    out_ += ']';
  }
  void add(std::string_view name, const Report& report) {
    key(name);
    out_ += text_by(analysis::report::write_json, report);
    out_.pop_back();  // the end of its line
  }
  void end() { out_ += '}'; }

 private:
  std::string& out_;
  bool is_first_ = true;
};

void append(std::string& out, const Sketch& overview) {
  Members members(out);
  members.add("engines", overview.engines);
  members.add("transports", overview.transports);
  members.add("peers", overview.peers);
  members.add("peers_left_out", overview.peers_left_out);
  members.add("packets", overview.packets);
  members.add("bytes", overview.bytes);
  members.add("connections", overview.connections);
  members.key("seconds");
  constexpr int microseconds = 6;
  analysis::json::append_number(out, overview.seconds, microseconds);
  members.end();
}

}  // namespace

std::string summary_as_json(const Answers& answers) {
  std::string out;
  Members members(out);
  members.key("overview");
  append(out, answers.overview);
  members.add("godot,problems", answers.problems);
  members.add("enet,streams", answers.streams);
  members.add("noray", answers.meetings);
  members.add("webrtc", answers.webrtc);
  members.add("godot,profile", answers.profile);
  members.end();
  return out + '\n';
}

const std::vector<Column>& summary_columns() {
  using Type = Column::Type;
  static const std::vector<Column> columns = {
      {"game", "Game", Type::text, 0},          {"packets", "Packets", Type::count, 0},
      {"seconds", "Seconds", Type::number, 1},  {"peers", "Peers", Type::count, 0},
      {"problems", "Problems", Type::count, 0}, {"first_cause", "The most severe", Type::text, 0},
      {"rtt_mean", "RTT ms", Type::number, 1},  {"loss", "Loss %", Type::number, 1},
      {"verdict", "Who lags", Type::text, 0},   {"not_judged", "Not judged", Type::text, 0}};
  return columns;
}

std::vector<Cell> summary_cells(const Answers& answers) {
  std::uint64_t problems = 0;
  for (const Row& row : answers.problems.rows) problems += cell_in(answers.problems, row, "count").count;
  std::string first;
  if (!answers.problems.rows.empty()) {
    const Row row = answers.problems.rows[0];
    first = cell_in(answers.problems, row, "problem").text + ": " + cell_in(answers.problems, row, "cause").text;
  }
  Cell trip;
  Cell loss;
  std::string verdict;
  for (const Row& row : answers.streams.rows) {
    const auto worst = [&](Cell& so_far, const char* key) {
      const Cell cell = cell_in(answers.streams, row, key);
      if (cell.type == Cell::Type::number && (so_far.type == Cell::Type::empty || cell.number > so_far.number))
        so_far = cell;
    };
    worst(trip, "rtt_mean");
    worst(loss, "loss");
    const Cell said = cell_in(answers.streams, row, "verdict");
    if (verdict.empty() && is_bad(said)) verdict = cell_in(answers.streams, row, "from").text + ": " + said.text;
  }
  std::string open;
  for (const analysis::report::NotJudged& each : answers.problems.not_judged)
    open += (open.empty() ? "" : " ") + std::string(each.reason);
  const Sketch& overview = answers.overview;
  return {Cell::of(game_of(overview)),
          Cell::of(overview.packets),
          Cell::of(overview.seconds),
          Cell::of(std::uint64_t{overview.peers.size() + overview.peers_left_out}),
          Cell::of(problems),
          Cell::of(first),
          trip,
          loss,
          Cell::of(verdict),
          Cell::of(open)};
}

}  // namespace godot::analyse
