// SPDX-License-Identifier: MIT
#include "answers/report_page/page.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "analysis/problems/problem_table.h"
#include "answers/report_page/page_files.h"
#include "answers/tables/table_output.h"
#include "base/json.h"
#include "codec/core/utf8.h"

namespace godot::analysis::page {
namespace {

using report::Cell;
using report::Column;
using report::Report;

const char* name_of(Column::Type type) {
  switch (type) {
    case Column::Type::text: return "text";
    case Column::Type::count: return "count";
    case Column::Type::number: return "number";
  }
  return "";
}

void append_shortened(std::string& out, std::string_view text) {
  if (text.size() <= Page::most_text) return json::append_text(out, text);
  json::append_text(out, std::string(text.substr(0, utf8_boundary(text, Page::most_text))) + "\u2026");
}

/// What the texts of a column are. Those of columns that are not listed are the game's: names, paths, bytes.
enum class Content : std::uint8_t { own, peer, sentence, names };
struct ColumnContent {
  std::string_view key;
  Content content;
};
constexpr ColumnContent contents[] = {
    {"kind", Content::own},       {"mode", Content::own},       {"channel", Content::own},
    {"problem", Content::own},    {"cause", Content::own},      {"severity", Content::own},
    {"remedy", Content::own},     {"verdict", Content::own},    {"lost", Content::own},
    {"age_from", Content::own},   {"why", Content::own},        {"histogram", Content::own},
    {"state", Content::own},      {"from", Content::peer},      {"to", Content::peer},
    {"peer", Content::peer},      {"waits_for", Content::peer}, {"agree", Content::sentence},
    {"others", Content::sentence}};

Content content_of(std::string_view key) {
  const auto* row = std::find_if(std::begin(contents), std::end(contents),
                                 [key](const ColumnContent& each) { return each.key == key; });
  return row != std::end(contents) ? row->content : Content::names;
}

std::string masked(const Column& column, std::string_view text, Mask& mask) {
  switch (content_of(column.key)) {
    case Content::own: return std::string(text);
    case Content::peer: return mask.peer(text);
    case Content::sentence: return mask.call(text);
    case Content::names: return mask.path(text);
  }
  return {};
}

/// A cut or masked filter would find nothing; hashes name peers, and bytes are the game's.
bool is_useless(const Column& column, const Cell& cell, bool masked) {
  const std::string_view key = column.key;
  const bool is_text = column.type == Column::Type::text;
  if (masked && is_text && (key == "hashes" || key == "bytes")) return true;
  return key == "filter" && (masked || cell.text.size() > Page::most_text);
}

void append_cell(std::string& out, const Column& column, const Cell& cell, Mask& mask) {
  if (is_useless(column, cell, mask.is_on())) {
    out += "null";
    return;
  }
  switch (cell.type) {
    case Cell::Type::empty: out += "null"; break;
    case Cell::Type::text:
      if (mask.is_on()) append_shortened(out, masked(column, cell.text, mask));
      else append_shortened(out, cell.text);
      break;
    case Cell::Type::count: json::append_count(out, cell.count); break;
    case Cell::Type::number: json::append_number(out, cell.number, column.decimals); break;
  }
}

void append_row(std::string& out, const Report& report, const report::Row& row, Mask& mask) {
  out += '[';
  for (std::size_t i = 0; i != row.size(); ++i) {
    if (i != 0) out += ',';
    append_cell(out, report.columns[i], row[i], mask);
  }
  out += ']';
}

void append_columns(std::string& out, const Report& report) {
  for (std::size_t i = 0; i != report.columns.size(); ++i) {
    const Column& column = report.columns[i];
    if (i != 0) out += ',';
    out += '[';
    json::append_text(out, column.key);
    out += ',';
    json::append_text(out, column.title);
    out += ",\"" + std::string(name_of(column.type)) + "\"," + std::to_string(column.decimals) + ']';
  }
}

void append_table(std::string& out, const StatisticsTable& table, const Report& report, Mask& mask) {
  out += R"({"name":)";
  json::append_text(out, table.name);
  out += R"(,"title":)";
  json::append_text(out, report.title);
  out += R"(,"heading":)";
  json::append_text(out, table.heading);
  out += table.is_open ? R"(,"open":true,"columns":[)" : R"(,"open":false,"columns":[)";
  append_columns(out, report);
  out += R"(],"rows":[)";
  const std::size_t begin = out.size();
  std::size_t shown = 0;
  for (const report::Row& row : report.rows) {
    if (out.size() - begin > Page::most_table_bytes) break;
    if (shown++ != 0) out += ',';
    append_row(out, report, row, mask);
  }
  out += R"(],"left_out":)" + std::to_string(report.rows.size() - shown) + R"(,"sum":)";
  Mask open(false);  // its first word is not the game's
  append_row(out, report, report.sum, open);
  out += '}';
}

/// The remedy for each row of the table of problems.
void append_remedies(std::string& out, const Report& problems) {
  const auto column = std::find_if(problems.columns.begin(), problems.columns.end(),
                                   [](const Column& each) { return each.key == std::string_view("remedy"); });
  const auto place = static_cast<std::size_t>(column - problems.columns.begin());
  out += '[';
  bool is_first = true;
  for (const report::Row& row : problems.rows) {
    if (!is_first) out += ',';
    is_first = false;
    json::append_text(out, row[place].text);
  }
  out += ']';
}

/// Replaces the page's placeholders: {{data}} ...
struct Filling {
  std::string_view mark;
  std::string_view text;
};

std::string filled(std::string_view frame, const std::array<Filling, 4>& fillings) {
  std::string page;
  std::size_t size = frame.size();
  for (const Filling& filling : fillings) size += filling.text.size();
  page.reserve(size);
  for (const Filling& filling : fillings) {
    const std::size_t at = frame.find(filling.mark);
    page += frame.substr(0, at);
    page += filling.text;
    frame.remove_prefix(at + filling.mark.size());
  }
  page += frame;
  return page;
}

}  // namespace

Page::Page(const Options& options) : options_(options), timeline_(options.masked) {
  report::Shared shared;
  for (const StatisticsTable& table : statistics_tables()) {
    if (table.place == 0) continue;
    tables_.push_back(
        {&table, table.make({.nodes_apart = options.nodes_apart, .masked = options.masked, .shared = &shared})});
  }
  std::sort(tables_.begin(), tables_.end(),
            [](const Table& one, const Table& other) { return one.row->place < other.row->place; });
}

void Page::add(facts::Frame& frame) {
  for (const Table& table : tables_) table.question->take(frame);
  not_judged_.add(frame);
  if (frame.relayed == facts::Relayed::went) return;
  overview_.add(frame);
  calls_.add(frame);
  replay_.add(frame);
  timeline_.add(frame);  // after the profiles, which set the costs
}

std::string Page::data() const {
  Mask mask(options_.masked);
  overview_.learn_names(mask);
  std::string out = R"({"version":)";
  json::append_text(out, options_.version);
  out += R"(,"capture":)";
  json::append_text(out, options_.masked ? "" : options_.capture);
  out += R"(,"projects":[)";
  for (const std::string& project : options_.projects) {
    if (&project != &options_.projects.front()) out += ',';
    json::append_text(out, options_.masked ? "(masked)" : project);
  }
  out += options_.masked ? R"(],"masked":true,"overview":)" : R"(],"masked":false,"overview":)";
  overview_.append(out, mask);
  out += R"(,"timeline":)";
  timeline_.append(out, mask);
  out += R"(,"calls":)";
  calls_.append(out, mask);
  out += R"(,"replay":)";
  replay_.append(out, mask);
  out += R"(,"tables":[)";
  std::string remedies = "[]";
  for (const Table& table : tables_) {
    const Report report = table.question->answer();
    if (&table != &tables_.front()) out += ',';
    append_table(out, *table.row, report, mask);
    if (!table.row->needs_problems) continue;
    remedies.clear();
    append_remedies(remedies, report);
  }
  out += R"(],"remedies":)" + remedies + R"(,"not_judged":[)" + report::json_list(not_judged_.list(options_.advice)) +
         "]}";
  return out;
}

std::string Page::html() const {
  const std::string facts = data();
  return filled(
      page_html(),
      {{{"{{policy}}", page_policy()}, {"{{style}}", page_css()}, {"{{data}}", facts}, {"{{script}}", page_js()}}});
}

}  // namespace godot::analysis::page
