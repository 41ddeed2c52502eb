// SPDX-License-Identifier: MIT
#include "analyse/folder/captures_table.h"

#include <cstring>
#include <sstream>

#include "analyse/command_line/exit_status.h"
#include "analyse/output/printing.h"
#include "analyse/output/summary.h"

namespace godot::analyse {
namespace {

using analysis::report::Cell;
using analysis::report::Column;
using analysis::report::Row;

/// A cell: its type, then eight bytes of its number or of its text's length, then the text.
constexpr std::size_t head = 1 + sizeof(std::uint64_t);

std::uint64_t number_of(const Cell& cell) {
  if (cell.type == Cell::Type::text) return cell.text.size();
  if (cell.type == Cell::Type::count) return cell.count;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &cell.number, sizeof bits);
  return bits;
}

/// False: the bytes are no cell.
bool take_cell(std::string_view& bytes, Cell& cell) {
  if (bytes.size() < head) return false;
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + 1, sizeof number);
  cell.type = static_cast<Cell::Type>(bytes[0]);
  bytes.remove_prefix(head);
  cell.count = number;
  std::memcpy(&cell.number, &number, sizeof number);
  if (cell.type != Cell::Type::text) return true;
  if (number > bytes.size()) return false;
  cell.text = bytes.substr(0, number);
  bytes.remove_prefix(number);
  return true;
}

/// A process that was ended in the middle has printed no whole row.
bool take_row(std::string_view bytes, std::size_t size, Row& row) {
  Cell cell;
  while (!bytes.empty() && take_cell(bytes, cell)) row.push_back(std::move(cell)), cell = {};
  return bytes.empty() && row.size() == size;
}

/// The last line on standard error says why a capture was not read, or only in part.
std::string why_not(const Printed& printed) {
  if (printed.status < 0) return "its process was ended";
  std::string_view why = printed.errors;
  while (why.ends_with('\n')) why.remove_suffix(1);
  why.remove_prefix(why.find_last_of('\n') + 1);
  if (why.starts_with(own_name)) why.remove_prefix(own_name.size());
  return std::string(why);
}

}  // namespace

std::string bytes_of(const std::vector<Cell>& cells) {
  std::string bytes;
  for (const Cell& cell : cells) {
    const std::uint64_t number = number_of(cell);
    bytes += static_cast<char>(cell.type);
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    if (cell.type == Cell::Type::text) bytes += cell.text;
  }
  return bytes;
}

CapturesTable::CapturesTable(const std::string& folder) {
  report_.title = "Captures of " + folder;
  report_.columns = {{"capture", "Capture", Column::Type::text, 0}};
  report_.columns.insert(report_.columns.end(), summary_columns().begin(), summary_columns().end());
}

void CapturesTable::add(const std::string& capture, const Printed& printed) {
  Row row = {Cell::of(capture)};
  const bool is_whole = take_row(printed.out, report_.columns.size(), row);
  if (is_whole) {
    std::istringstream reasons(row.back().text);
    for (std::string reason; reasons >> reason;) ++open_[reason];
  } else {
    row = {Cell::of(capture)};
    row.resize(report_.columns.size());
  }
  if (!is_whole || (printed.status != 0 && printed.status != found_a_problem)) {
    const std::string& open = row.back().text;
    row.back() =
        Cell::of((open.empty() ? "" : open + "; ") + (is_whole ? "read in part: " : "not read: ") + why_not(printed));
    ++open_["unreadable"];
  }
  report_.rows.push_back(row);
}

const analysis::report::Report& CapturesTable::answer() {
  report_.not_judged.clear();
  for (const auto& [reason, captures] : open_)
    report_.not_judged.push_back(
        {.reason = reason.c_str(),
         .count = captures,
         .what = "something in " + std::to_string(captures) + " of " + std::to_string(report_.rows.size()) +
                 " captures: " + reason,
         .what_to_do = "Each of them alone says what, and what to do: godot-analyse CAPTURE."});
  return report_;
}

}  // namespace godot::analyse
