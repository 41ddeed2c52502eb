// SPDX-License-Identifier: MIT
#include "answers/questions/plots/plots.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <map>
#include <set>

#include "answers/tables/filters.h"

namespace godot::analysis::plots {
namespace {

using report::Cell;
using report::Column;
using Type = Column::Type;

constexpr std::string_view field_prefix = "godot.watch.";

/// Part of a filter's name: lower case letters, digits, - and _.
std::string name_part(std::string_view text) {
  std::string part;
  for (const char c : text) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_kept = is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (is_kept) part += static_cast<char>(is_upper ? c - 'A' + 'a' : c);
    else if (!part.empty() && part.back() != '_') part += '_';
  }
  while (!part.empty() && part.back() == '_') part.pop_back();
  return part;
}

void append_part(std::string& name, std::string_view text) {
  const std::string part = name_part(text);
  if (part.empty()) return;
  if (!name.empty()) name += '.';
  name += part;
}

/// red.position.x for Arena/Players/Red:position.x; the complete path if `whole`.
std::string name_of(const Watch& watch, bool whole) {
  std::string name;
  std::string_view node = watch.node;
  if (!whole) node = node.substr(node.rfind('/') + 1);
  while (!node.empty()) {
    append_part(name, node.substr(0, node.find('/')));
    node = node.find('/') == std::string_view::npos ? std::string_view{} : node.substr(node.find('/') + 1);
  }
  append_part(name, watch.what);
  for (std::string_view rest = watch.component; !rest.empty();) {
    append_part(name, rest.substr(0, rest.find('.')));
    rest = rest.find('.') == std::string_view::npos ? std::string_view{} : rest.substr(rest.find('.') + 1);
  }
  return name.empty() ? "watch" : name;
}

/// The next number to try for each name. Names are never given back, so the search goes on where the last one ended.
using NextNumbers = std::map<std::string, unsigned>;

std::string free_name(const Watch& watch, const std::set<std::string>& taken, NextNumbers& next) {
  for (const bool whole : {false, true}) {
    std::string name = name_of(watch, whole);
    if (!taken.contains(name)) return name;
  }
  const std::string whole = name_of(watch, true);
  for (unsigned& number = next.try_emplace(whole, 2).first->second;; ++number) {
    std::string name = whole + '_' + std::to_string(number);
    if (!taken.contains(name)) return name;
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string joined(std::span<const std::string> texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

/// Without the question marks of guessed names.
std::string certain(std::string_view text) {
  std::string kept(text);
  kept.erase(std::remove(kept.begin(), kept.end(), '?'), kept.end());
  return kept;
}

std::string filter_of(const std::string& field, std::string_view receiver) {
  return field + " && godot.to == " + report::quoted(receiver);
}

}  // namespace

std::string Plots::Key::text() const {
  return component.empty() ? node + ':' + what : node + ':' + what + '.' + component;
}

void Plots::View::add(double value) noexcept { add({.count = 1, .least = value, .most = value}); }

void Plots::View::add(const View& other) noexcept {
  least = count == 0 ? other.least : std::min(least, other.least);
  most = count == 0 ? other.most : std::max(most, other.most);
  count += other.count;
}

void NumbersOfFrame::add(const Arena& arena, const WatchedValue& where, const ValueNumbers& numbers, const char* from,
                         const char* to) {
  SeenNumbers& seen = arena.make(SeenNumbers{nullptr, where.node, notation_of(where, arena), from, to, numbers});
  (last != nullptr ? last->next : first) = &seen;
  last = &seen;
}

void Plots::add_all(const SeenNumbers* first) {
  for (const SeenNumbers* seen = first; seen != nullptr; seen = seen->next) {
    // An unknown path is shown as a number, which is another node's for another peer.
    if (seen->node[0] == '#' || seen->node[0] == '\0') continue;
    std::array<std::string_view, ValueNumbers::most> used = {};
    std::size_t count = 0;
    for (std::uint32_t i = 0; i != seen->numbers.count; ++i) {
      const ValueNumbers::Number& number = seen->numbers.numbers[i];
      const char* component = component_of(number.field);
      if (component == nullptr || !is_worth_plotting(number.field, component)) continue;
      if (std::find(used.begin(), used.begin() + count, component) != used.begin() + count) continue;
      used[count++] = component;
      add({seen->node, seen->what, component, seen->from, seen->to, number.value});
    }
  }
}

void Plots::add(const PlottedNumber& seen) {
  const Key key = {std::string(seen.node), std::string(seen.what), std::string(seen.component)};
  const Ends ends = {std::string(seen.from), std::string(seen.to)};
  auto found = plots_.find(key);
  if (found != plots_.end()) {
    if (auto view = found->second.find(ends); view != found->second.end()) return view->second.add(seen.value);
  }
  if (rows_ == most_rows) {
    ++left_out_;
    return;
  }
  ++rows_;
  if (found == plots_.end()) found = plots_.emplace(key, Views{}).first;
  found->second[ends].add(seen.value);
}

/// All numbers, in their order.
std::vector<Watch> Plots::watches(std::span<const Watch> used) const {
  std::set<std::string> taken;
  NextNumbers next;
  std::map<Key, std::string> known;
  for (const Watch& watch : used) {
    taken.insert(watch.name);
    known.emplace(Key{watch.node, watch.what, watch.component}, watch.name);
  }
  std::vector<Watch> all;
  for (const auto& [key, views] : plots_) {
    Watch watch = {.name = {}, .node = key.node, .what = key.what, .component = key.component};
    const auto old = known.find(key);
    watch.name = old != known.end() ? old->second : free_name(watch, taken, next);
    taken.insert(watch.name);
    all.push_back(watch);
  }
  return all;
}

std::vector<std::string> Plots::receivers(const Views& views) const {
  std::set<std::string> names;
  for (const auto& [ends, view] : views) names.insert(ends.second);
  return {names.begin(), names.end()};
}

report::Report Plots::answer(std::span<const Watch> used) const {
  report::Report report = {.title = "Numbers that can be plotted",
                           .columns = {{"node", "Node", Type::text, 0},
                                       {"property", "Property or argument", Type::text, 0},
                                       {"component", "Component", Type::text, 0},
                                       {"from", "From", Type::text, 0},
                                       {"to", "To", Type::text, 0},
                                       {"values", "Values", Type::count, 0},
                                       {"least", "Least", Type::number, 3},
                                       {"most", "Most", Type::number, 3},
                                       {"watch", "Watch", Type::text, 0},
                                       {"filter", "Filter", Type::text, 0}}};
  const std::vector<Watch> named = watches(used);
  auto watch = named.begin();
  for (const auto& [key, views] : plots_) {
    for (const auto& [ends, view] : views) {
      report.rows.push_back({Cell::of(key.node), Cell::of(key.what), Cell::of(key.component), Cell::of(ends.first),
                             Cell::of(ends.second), Cell::of(view.count), Cell::of(view.least), Cell::of(view.most),
                             Cell::of(table_row(*watch)),
                             Cell::of(filter_of(std::string(field_prefix) + watch->name, ends.second))});
    }
    ++watch;
  }
  if (left_out_ != 0)
    report.not_judged.push_back(report::no_room(
        left_out_, std::to_string(left_out_) + (left_out_ == 1 ? " value" : " values") + " of further rows",
        "Ask about fewer packets: with a filter behind the option."));
  return report;
}

std::string Plots::list() const {
  std::string text;
  std::size_t number = 0;
  for (const auto& [key, views] : plots_) {
    View all;
    for (const auto& [ends, view] : views) all.add(view);
    char line[96];
    std::snprintf(line, sizeof line, "%4zu  ", ++number);
    text += line + key.text();
    std::snprintf(line, sizeof line, "  %.4g to %.4g, %llu value%s", all.least, all.most,
                  static_cast<unsigned long long>(all.count), all.count == 1 ? "" : "s");
    text += line;
    text += ", to " + joined(receivers(views)) + '\n';
  }
  if (left_out_ != 0) text += std::to_string(left_out_) + " values of further rows are not counted\n";
  return text;
}

/// Lists the existing components, if only the component is wrong.
std::string Plots::refusal_of(std::string_view wanted) const {
  std::string components;
  for (const auto& [key, views] : plots_) {
    const std::string property = key.node + ':' + key.what;
    const bool is_it = wanted == property || (wanted.starts_with(property) && wanted[property.size()] == '.');
    if (is_it) components += (components.empty() ? "" : ", ") + (key.component.empty() ? "none" : key.component);
  }
  if (!components.empty())
    return "No component of that name: " + std::string(wanted) + "\nComponents of this property: " + components;
  return "Neither a number of the list nor a property in it: " + std::string(wanted);
}

namespace {

/// The names in a list with commas; `*` stands for all known ones.
std::vector<std::string> names_in(std::string_view list, const std::vector<std::string>& known) {
  std::vector<std::string> names;
  for (std::string_view rest = trimmed(list); !rest.empty();) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = trimmed(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view{} : trimmed(rest.substr(comma + 1));
    if (name == "*") names.insert(names.end(), known.begin(), known.end());
    else if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

}  // namespace

Choice Plots::choose(std::string_view wanted, std::string_view receivers, std::span<const Watch> used) const {
  wanted = trimmed(wanted);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  const bool is_number = error == std::errc{} && end == wanted.data() + wanted.size();
  // ":position.x" is of any node.
  const std::string name = certain(wanted);
  const bool any_node = name.starts_with(':');
  std::size_t place = 0;
  std::size_t step = 0;
  auto found = plots_.end();
  std::string several;
  for (auto plot = plots_.begin(); plot != plots_.end(); ++plot) {
    ++step;
    const std::string text = certain(plot->first.text());
    const bool is_it = is_number ? step == number : any_node ? text.ends_with(name) : text == name;
    if (!is_it) continue;
    several += '\n';
    several += std::to_string(step);
    several += "  ";
    several += plot->first.text();
    if (found != plots_.end()) continue;
    found = plot;
    place = step;
    if (!any_node) break;
  }
  Choice choice;
  if (found == plots_.end()) {
    choice.refusal = refusal_of(wanted);
    return choice;
  }
  if (std::count(several.begin(), several.end(), '\n') > 1) {
    choice.refusal = "Several nodes have it; choose one by its number:" + several;
    return choice;
  }
  choice.watch = watches(used)[place - 1];
  const std::string field = std::string(field_prefix) + choice.watch.name;
  const std::string text = found->first.text();
  const std::vector<std::string> known = this->receivers(found->second);
  for (const std::string& name : names_in(receivers, known)) {
    const bool is_drawn = std::any_of(choice.curves.begin(), choice.curves.end(),
                                      [&](const Curve& curve) { return curve.filter == filter_of(field, name); });
    if (is_drawn) continue;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      choice.refusal = "No receiver has that name: " + name + "\nReceivers of " + text + ": " + joined(known);
      return choice;
    }
    choice.curves.push_back({.name = name + ": " + text, .filter = filter_of(field, name), .field = field});
  }
  if (choice.curves.empty()) choice.curves.push_back({.name = text, .filter = {}, .field = field});
  return choice;
}

namespace {

/// A row of a user table, as Wireshark writes it to a file.
std::string row_of(std::span<const std::string> cells, bool ascii) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string row;
  for (const std::string& cell : cells) {
    row += row.empty() ? "\"" : ",\"";
    for (const char c : cell) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\' || byte < 0x20 || (ascii && byte > 0x7e)) {
        row += "\\x";
        row += digits[byte >> 4];
        row += digits[byte & 0xF];
      } else {
        row += c;
      }
    }
    row += '"';
  }
  return row;
}

}  // namespace

std::string table_row(std::span<const std::string> cells) { return row_of(cells, true); }

std::string table_row(const Watch& watch) {
  return row_of(std::array{watch.name, watch.node, watch.what, watch.component}, false);
}

namespace {

constexpr std::array<const char*, 8> colors = {"#2A7F2A", "#3060C0", "#D03030", "#B08030",
                                               "#8030A0", "#208080", "#C05090", "#606060"};

}  // namespace

namespace {

/// Takes the first line off the text, without its end.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// A graph's cells after the first one, which selects whether it is shown. Empty: the line is none of a graph.
std::string_view graph_of(std::string_view line) {
  const std::size_t first_cell = line.starts_with('"') ? line.find("\",") : std::string_view::npos;
  return first_cell != std::string_view::npos ? line.substr(first_cell + 2) : std::string_view();
}

/// What graph_of() finds in a line with these cells.
std::string graph_row(const std::string& name, const std::string& filter, const char* color, const char* unit,
                      const std::string& field) {
  return table_row(std::array<std::string, 8>{name, filter, color, "Line", unit, field, "None", "1"});
}

/// The line that Wireshark shows without a file.
std::string all_packets() { return graph_row("All Packets", "", "#000000", "Packets", ""); }

}  // namespace

std::string plot_lines(std::string_view file, std::span<const Curve> curves) {
  constexpr std::string_view group = "3";  // the profile's own are 1 and 2
  std::vector<std::string> wanted;
  for (const Curve& curve : curves)
    wanted.push_back(
        table_row(std::array<std::string, 8>{"TRUE", std::string(group), curve.name, curve.filter,
                                             colors[wanted.size() % colors.size()], "Dot Line", curve.field, "1"}));
  std::string text;
  while (!file.empty()) {
    const std::string_view line = next_line(file);
    const std::string_view cells = line.substr(std::min(line.find(','), line.size()));
    const bool is_there = std::any_of(wanted.begin(), wanted.end(), [&](const std::string& row) {
      return !cells.empty() && cells == std::string_view(row).substr(row.find(','));
    });
    if (!is_there) text.append(line) += '\n';
  }
  for (const std::string& row : wanted) text += row + '\n';
  return text;
}

namespace {

/// A graph's cells as Wireshark writes them when it saves a file: letters beyond ASCII as \xNN, colors in capitals.
std::string as_saved(std::string_view graph) {
  constexpr std::size_t color_size = 9;  // with # and the quotes
  std::string text;
  for (std::size_t at = 0; at < graph.size(); ++at) {
    const auto byte = static_cast<unsigned char>(graph[at]);
    if (byte >= 0x80) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
      text += escaped;
    } else if (graph.substr(at).starts_with("\"#") && graph.substr(at, color_size).ends_with('"')) {
      for (const char letter : graph.substr(at, color_size))
        text += letter >= 'a' && letter <= 'f' ? static_cast<char>(letter - 'a' + 'A') : letter;
      at += color_size - 1;
    } else {
      text += graph[at];
    }
  }
  return text;
}

}  // namespace

std::string enabled_lines(std::string_view file) {
  std::string text = "# Lines of I/O Graphs that plots of the Godot plugin have switched off.\n";
  bool has_lines = false;
  while (!file.empty()) {
    const std::string_view line = next_line(file);
    const std::string_view graph = graph_of(line);
    has_lines = has_lines || !graph.empty();
    if (!graph.empty() && line.starts_with("\"Enabled\"")) text.append(graph) += '\n';
  }
  return has_lines ? text : text + all_packets() + '\n';
}

std::string restored_lines(std::string_view file, std::string_view remembered) {
  std::vector<std::string> enabled;
  while (!remembered.empty()) enabled.push_back(as_saved(next_line(remembered)));
  std::string text;
  while (!file.empty()) {
    const std::string_view line = next_line(file);
    const std::string_view graph = graph_of(line);
    // A later version has columns after those remembered.
    const bool is_enabled = std::any_of(enabled.begin(), enabled.end(), [saved = as_saved(graph)](const auto& each) {
      return !each.empty() && saved.starts_with(each);
    });
    if (graph.empty()) text += line;
    else (text += is_enabled ? "\"Enabled\"," : "\"Disabled\",") += graph;
    text += '\n';
  }
  return text;
}

std::string graph_lines(std::string_view file, std::span<const Curve> curves, std::string_view window_filter) {
  std::vector<std::string> wanted;
  for (const Curve& curve : curves) {
    wanted.push_back(
        graph_row(curve.name, curve.filter, colors[wanted.size() % colors.size()], "AVG(Y Field)", curve.field));
  }
  const std::string filter(window_filter);
  const std::string filtered = graph_row("Filtered packets", filter, "#404040", "Packets", "");
  std::string comments;
  std::string lines;
  bool has_filter = filter.empty();
  while (!file.empty()) {
    const std::string_view line = next_line(file);
    if (const std::string_view rest = graph_of(line); !rest.empty()) {
      // A later version has columns after those known here.
      const auto begins = [&](const std::string& cells) { return rest.starts_with(cells); };
      if (std::any_of(wanted.begin(), wanted.end(), begins)) continue;
      has_filter = has_filter || rest.starts_with(filtered);
      lines += "\"Disabled\",";
      lines += rest;
      lines += '\n';
    } else {
      (lines.empty() ? comments : lines).append(line) += '\n';
    }
  }
  // Wireshark's lines without a file.
  if (lines.empty()) lines = "\"Disabled\"," + all_packets() + '\n';
  if (!has_filter) lines += "\"Disabled\"," + filtered + '\n';
  std::string text = comments;
  for (const std::string& line : wanted) text += "\"Enabled\"," + line + '\n';
  return text + lines;
}

}  // namespace godot::analysis::plots
