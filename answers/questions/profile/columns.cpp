// SPDX-License-Identifier: MIT
#include "answers/questions/profile/columns.h"

#include <iterator>

namespace godot::analysis::profile {
namespace {

using report::Cell;
using report::Column;
using Type = Column::Type;

constexpr Column figures[] = {
    {"count", "Count", Type::count, 0},       {"own", "Own", Type::count, 0},
    {"protocol", "Protocol", Type::count, 0}, {"share", "Share", Type::count, 0},
    {"again", "Again", Type::count, 0},       {"total", "Total", Type::count, 0},
    {"percent", "Percent", Type::number, 2},  {"per_second", "Bytes/s", Type::number, 0},
    {"busiest", "Busiest", Type::count, 0},   {"busiest_second", "In second", Type::count, 0},
    {"average", "Average", Type::number, 1},  {"overhead", "Overhead %", Type::number, 1},
};

double percent_of(std::uint64_t part, std::uint64_t whole) {
  constexpr double hundred = 100;
  return whole == 0 ? 0 : hundred * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Layout layout_of(By by) {
  switch (by) {
    case By::name:
      return {"Network profile",
              {{"kind", "Kind", Type::text, 0}, {"node", "Node", Type::text, 0}, {"member", "Member", Type::text, 0}}};
    case By::kind: return {"Network profile by kind", {{"kind", "Kind", Type::text, 0}}};
    case By::node: return {"Network profile by node, all kinds", {{"node", "Node", Type::text, 0}}};
    case By::peers: return {"Network profile by peers", {{"from", "From", Type::text, 0}, {"to", "To", Type::text, 0}}};
    case By::channel:
      return {"Network profile by channel", {{"channel", "Channel", Type::text, 0}, {"mode", "Mode", Type::text, 0}}};
    case By::scene: return {"Network profile by scene", {{"scene", "Scene", Type::text, 0}}};
    case By::second: return {"Network profile by second", {{"second", "Second", Type::count, 0}}};
  }
  return {};
}

std::vector<Column> columns_of(const Layout& layout) {
  std::vector<Column> columns = layout.names;
  columns.insert(columns.end(), std::begin(figures), std::end(figures));
  columns.push_back({"filter", "Filter", Type::text, 0});
  return columns;
}

void append_figures(report::Row& row, const Tally& tally, std::uint64_t all, double seconds) {
  const std::uint64_t once = tally.own + tally.protocol + tally.share;
  for (const std::uint64_t value : {tally.count, tally.own, tally.protocol, tally.share, tally.again, tally.total()})
    row.push_back(Cell::of(value));
  row.push_back(Cell::of(percent_of(tally.total(), all)));
  row.push_back(seconds > 0 ? Cell::of(static_cast<double>(tally.total()) / seconds) : Cell{});
  row.push_back(tally.busiest != 0 ? Cell::of(tally.busiest) : Cell{});
  row.push_back(tally.busiest != 0 ? Cell::of(tally.busiest_second) : Cell{});
  row.push_back(tally.count != 0 ? Cell::of(static_cast<double>(tally.own) / static_cast<double>(tally.count))
                                 : Cell{});
  row.push_back(Cell::of(percent_of(once - tally.own, once)));
}

}  // namespace godot::analysis::profile
