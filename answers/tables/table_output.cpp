// SPDX-License-Identifier: MIT
#include "answers/tables/table_output.h"

#include <algorithm>
#include <cmath>

#include "answers/tables/cell_text.h"
#include "base/json.h"

namespace godot::analysis::report {
namespace {

std::string line_of(const Report& report, const std::vector<std::string>& cells,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i != cells.size(); ++i) {
    if (i != 0) line += "  ";
    const std::string pad(widths[i] - width_of(cells[i]), ' ');
    const bool left = report.columns[i].type == Column::Type::text;
    line += left ? cells[i] + pad : pad + cells[i];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::vector<std::string> texts_of(const Report& report, const Row& row) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i != report.columns.size(); ++i) texts.push_back(text_of(report.columns[i], row[i]));
  return texts;
}

const char* text_or_none(const char* text) { return text != nullptr ? text : ""; }

std::string csv_text(std::string text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + '"';
}

/// A number with its sign, as values are.
bool is_number(std::string_view text) {
  return text.size() > 1 && text[1] >= '0' && text[1] <= '9' &&
         text.find_first_not_of("+-.e0123456789") == std::string_view::npos;
}

/// A spreadsheet runs a text that begins like a formula, unless an apostrophe is before it.
std::string no_formula(std::string text) {
  constexpr std::string_view begins_formula = "=+-@";
  const bool is_formula = !text.empty() && begins_formula.find(text.front()) != std::string_view::npos;
  return is_formula && !((text[0] == '-' || text[0] == '+') && is_number(text)) ? "'" + text : text;
}

std::string csv_cell(const Column& column, const Cell& cell) {
  const std::string text = text_of(column, cell);
  return csv_text(cell.type == Cell::Type::text ? no_formula(text) : text);
}

std::string json_text(std::string_view text) {
  std::string quoted;
  json::append_text(quoted, text, json::For::file);
  return quoted;
}

std::string json_cell(const Column& column, const Cell& cell) {
  if (cell.type == Cell::Type::empty) return "null";
  if (cell.type == Cell::Type::number && !std::isfinite(cell.number)) return "null";  // JSON has no such numbers
  return cell.type == Cell::Type::text ? json_text(cell.text) : text_of(column, cell);
}

}  // namespace

std::string json_list(const std::vector<NotJudged>& all) {
  std::string list;
  for (const NotJudged& each : all) {
    list += (list.empty() ? "\n  {\"reason\": " : ",\n  {\"reason\": ") + json_text(each.reason);
    list += ", \"count\": " + std::to_string(each.count) + ", \"what\": " + json_text(each.what);
    list += ", \"what_to_do\": " + json_text(each.what_to_do) + '}';
  }
  return list;
}

void write_text(const Report& report, const Output& out) {
  std::vector<std::string> titles;
  for (const Column& column : report.columns) titles.emplace_back(column.title);
  std::vector<std::size_t> widths(report.columns.size());
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i != widths.size(); ++i) widths[i] = std::max(widths[i], width_of(cells[i]));
  };
  widen(titles);
  for (const Row& row : report.rows) widen(texts_of(report, row));
  if (!report.sum.empty()) widen(texts_of(report, report.sum));
  std::size_t whole = 0;
  for (const std::size_t width : widths) whole += width + 2;
  const std::string rule(whole, '=');
  out("\n" + rule + "\n" + report.title + "\n" + rule + "\n");
  out(line_of(report, titles, widths));
  for (const Row& row : report.rows) out(line_of(report, texts_of(report, row), widths));
  if (!report.sum.empty()) out(line_of(report, texts_of(report, report.sum), widths));
  for (const std::string& note : report.notes) out(printable(note) + "\n");
  for (const std::string& line : lines_of(report.not_judged)) out(line + "\n");
  out(rule + "\n");
}

void write_csv(const Report& report, const Output& out) {
  std::string line;
  for (const Column& column : report.columns) {
    if (!line.empty()) line += ',';
    line += column.key;
  }
  for (const Derived& derived : report.derived) line.append(",").append(derived.key);
  out(line + '\n');
  for (const Row& row : report.rows) {
    line.clear();
    for (std::size_t i = 0; i != row.size(); ++i) {
      if (i != 0) line += ',';
      line += csv_cell(report.columns[i], row[i]);
    }
    for (const Derived& derived : report.derived)
      line += ',' + csv_text(no_formula(printable(text_or_none(derived.of(row)))));
    out(line + '\n');
  }
  for (const std::string& each : lines_of(report.not_judged)) out("# " + each + "\n");
}

std::string json_object(const Report& report, const Row& row) {
  std::string object = "{";
  for (std::size_t i = 0; i != report.columns.size(); ++i) {
    if (i != 0) object += ", ";
    object += json_text(report.columns[i].key) + ": " + json_cell(report.columns[i], row[i]);
  }
  for (const Derived& derived : report.derived) {
    const char* text = derived.of(row);
    object += ", " + json_text(derived.key) + ": " + (text != nullptr ? json_text(text) : "null");
  }
  return object + '}';
}

std::string json_end(const Report& report) {
  const char* complete = report.not_judged.empty() ? "true" : "false";
  return std::string("\"complete\": ") + complete + ", \"not_judged\": [" + json_list(report.not_judged) + "]";
}

void write_json(const Report& report, const Output& out) {
  out("{\"rows\": [");
  bool is_first = true;
  for (const Row& row : report.rows) {
    out((is_first ? "\n  " : ",\n  ") + json_object(report, row));
    is_first = false;
  }
  out("\n], " + json_end(report) + "}\n");
}

std::string text_by(Writer write, const Report& report) {
  std::string text;
  write(report, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace godot::analysis::report
