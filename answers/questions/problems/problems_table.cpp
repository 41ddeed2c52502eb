// SPDX-License-Identifier: MIT
#include "answers/questions/problems/problems_table.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/problems/problem_table.h"
#include "answers/questions/problems/row_filter_names.h"
#include "answers/tables/filters.h"
#include "base/duration.h"

namespace godot::analysis::problems {
namespace {

using report::Cell;
using report::Column;

struct Entry {
  const char* from = nullptr;  ///< the latest names; null: only the ids are known
  const char* to = nullptr;
  std::string remedy = {};  ///< of the first packet; empty: the row's
  std::uint64_t count = 0;
  std::uint32_t first = 0;
  std::size_t number = 0;  ///< in the order of appearance
};

Cell text(const char* known) { return known != nullptr ? Cell::of(std::string_view(known)) : Cell{}; }

Cell peer(std::int32_t id, const char* name) {
  if (id == 0) return {};
  const std::string text = name != nullptr                               ? name
                           : id == facts::server || id == -facts::server ? "server"
                                                                         : std::to_string(std::abs(std::int64_t{id}));
  return Cell::of(id < 0 ? "all but " + text : text);
}

const char* name_of(Severity severity) noexcept {
  return severity == Severity::WARN ? "warning" : severity == Severity::NOTE ? "note" : "chat";
}

class Problems final : public report::Question {
 public:
  // Some are found only where a message arrives, as one that overtakes another.
  explicit Problems(bool masked, OnFound on_found) : masked_(masked), on_found_(std::move(on_found)) {
    take_both_sides();
  }

  void add(facts::Frame& frame) override {
    time_ = frame.time;
    for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      if (envelope->window_full) {
        const ProblemInfo& full = row(Enet::window_full);
        count({.kind = full.kind, .cause = full.cause, .route = envelope->peers}, nullptr, frame.number, false);
      }
      for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) {
        const bool is_mirrored = envelope->transport == facts::Transport::mirror;
        const facts::Route& route = item->route();
        if (route.source > facts::server && route.hop_source == route.source)
          speakers_.insert(speaker(route, is_mirrored));
        add(*item, frame.number, is_mirrored);
      }
    }
  }

  [[nodiscard]] bool reads_ages() const noexcept override { return false; }

  [[nodiscard]] report::Report answer() const override {
    report::Report report = {.title = "Problems",
                             .columns = {{"problem", "Problem", Column::Type::text, 0},
                                         {"cause", "Cause", Column::Type::text, 0},
                                         {"count", "Count", Column::Type::count, 0},
                                         {"node", "Node", Column::Type::text, 0},
                                         {"member", "Member", Column::Type::text, 0},
                                         {"first", "First frame", Column::Type::count, 0},
                                         {"from", "From", Column::Type::text, 0},
                                         {"to", "To", Column::Type::text, 0},
                                         {"severity", "Severity", Column::Type::text, 0},
                                         {"remedy", "What to do", Column::Type::text, 0},
                                         {"filter", "Filter", Column::Type::text, 0}}};
    std::vector<const Counted*> sorted;
    for (const auto& entry : entries_) sorted.push_back(&entry);
    for (const auto& [speaker, entries] : passed_on_) {
      if (speakers_.contains(speaker)) continue;
      for (const auto& entry : entries) sorted.push_back(&entry);
    }
    std::vector<Shown> shown = merged(sorted);
    std::sort(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) {
      if (a.severity() != b.severity()) return a.severity() > b.severity();
      if (a.count != b.count) return a.count > b.count;
      return a.number < b.number;
    });
    for (const Shown& each : shown) {
      const ProblemRow& row = *each.row;
      report.rows.push_back({text(row.kind), text(row.cause), Cell::of(each.count), text(row.node), text(row.member),
                             Cell::of(std::uint64_t{each.first}), peer(row.source, each.from), each.to(),
                             text(name_of(each.severity())), Cell::of(each.remedy),
                             Cell::of(report::filter_of_problem(each.names))});
    }
    return report;
  }

 private:
  using Counted = std::pair<const ProblemRow, Entry>;

  /// A row as it is shown: of one receiver, or of all receivers of a broadcast.
  struct Shown {
    const ProblemRow* row = nullptr;  ///< the first of the rows that are shown as one
    const char* from = nullptr;
    std::uint64_t count = 0;
    std::uint32_t first = 0;
    std::string remedy = {};
    std::size_t number = 0;
    std::vector<std::string> names = {};  ///< the rows' names, as godot.problem.row has them
    std::vector<std::pair<std::int32_t, const char*>> receivers = {};  ///< the receivers' peer ids and names

    [[nodiscard]] Severity severity() const noexcept { return severity_of(row->kind, row->cause); }
    [[nodiscard]] Cell to() const {
      if (row->to_all) return Cell::of("all");
      if (receivers.size() == 1) return peer(receivers[0].first, receivers[0].second);
      std::string all;
      for (const auto& [id, name] : receivers) all += (all.empty() ? "" : ", ") + peer(id, name).text;
      return Cell::of(all);
    }
  };

  static std::string remedy_in(const ProblemRow& row, const Entry& entry) {
    if (!entry.remedy.empty()) return entry.remedy;
    const char* remedy = remedy_of(row.kind, row.cause);
    return remedy != nullptr ? remedy : "";
  }

  /// Rows that differ in their receivers alone, and have the same number, are those of a message to several peers.
  static std::vector<Shown> merged(const std::vector<const Counted*>& rows) {
    std::map<std::pair<ProblemRow, std::uint64_t>, std::size_t> places;
    std::vector<Shown> shown;
    for (const Counted* each : rows) {
      const auto& [row, entry] = *each;
      ProblemRow broadcast = row;
      if (row.target > 0) broadcast.target = INT32_MIN;  // an id that no peer has
      const auto [place, is_new] = places.try_emplace({broadcast, entry.count}, shown.size());
      if (is_new) shown.push_back({.row = &row, .from = entry.from, .first = entry.first, .number = entry.number});
      const bool is_first = is_new || entry.first < shown[place->second].first;
      Shown& whole = shown[place->second];
      whole.count += entry.count;
      if (is_first) whole.remedy = remedy_in(row, entry);
      whole.first = std::min(whole.first, entry.first);
      whole.number = std::min(whole.number, entry.number);
      whole.names.push_back(name(row));
      whole.receivers.emplace_back(row.target, entry.to);
    }
    return shown;
  }

  /// A problem that several processes have recorded counts where Expert Information has it.
  void add(const facts::Item& item, std::uint32_t frame, bool is_mirrored) {
    for (const facts::Problem* problem = item.problems; problem != nullptr; problem = problem->next)
      if (!problem->counted_elsewhere) count(*problem, &item, frame, is_mirrored);
  }

  /// `item`: has the problem; null: the datagram as a whole.
  void count(const facts::Problem& problem, const facts::Item* item, std::uint32_t frame, bool is_mirrored) {
    const facts::Route& route = route_of(problem, item);
    const ProblemRow row = row_of(problem, item, is_mirrored);
    if (!is_mirrored && is_of_call(problem) && item != nullptr && route.relayed) {
      const Call call = {route.session, row.kind, row.cause, row.node, row.member, item->own};
      if (row.passed_on && !speakers_.contains(speaker(route, false)) && is_other_end_of(call)) return;
      if (has_unknown_source(route)) hand_over(call, route);
    }
    Entry& entry = row.passed_on ? passed_on_[speaker(route, is_mirrored)][row] : entries_[row];
    const Ends ends = ends_of(problem, route);
    if (ends.source_name != nullptr) entry.from = ends.source_name;
    if (ends.target_name != nullptr) entry.to = ends.target_name;
    if (on_found_ && !(row.passed_on && speakers_.contains(speaker(route, is_mirrored))))
      tell(row, entry, problem.remedy, frame);
    if (entry.count++ != 0) return;
    entry.first = frame;
    // It may name peers and methods.
    if (!masked_ && problem.remedy != nullptr) entry.remedy = problem.remedy;
    entry.number = entry_count_++;
  }

  /// `remedy`: of this packet; null: its row's.
  void tell(const ProblemRow& row, const Entry& entry, const char* remedy, std::uint32_t frame) const {
    if (remedy == nullptr) remedy = remedy_of(row.kind, row.cause);
    on_found_({Cell::of(std::uint64_t{frame}), Cell::of(in_seconds(time_)), text(row.kind), text(row.cause),
               text(row.node), text(row.member), peer(row.source, entry.from),
               row.to_all ? Cell::of("all") : peer(row.target, entry.to),
               text(name_of(severity_of(row.kind, row.cause))), text(remedy)});
  }

  using Speaker = std::pair<std::uint32_t, std::int32_t>;  ///< the session and the sender's peer id
  /// Each mirrored game is a session of its own; the peers are the same, with random ids.
  static Speaker speaker(const facts::Route& route, bool is_mirrored) {
    return {is_mirrored ? 0 : route.session, route.source};
  }

  /// A relayed call by what all its frames have: session, kind, cause, node, member, bytes.
  using Call = std::tuple<std::uint32_t, const char*, const char*, const char*, const char*, std::uint32_t>;
  struct HandedOver {
    std::uint64_t to_one = 0;  ///< of these: how many were not relayed yet
    bool to_many = false;      ///< the server relays one several times
  };

  /// In a capture that begins late, the hop to the server does not show the caller, and the hop from the server does
  /// not show the target.
  static bool has_unknown_source(const facts::Route& route) {
    return route.source == 0 && route.hop_source != facts::server;
  }
  void hand_over(const Call& call, const facts::Route& route) {
    HandedOver& handed = handed_over_[call];
    if (route.target > 0) ++handed.to_one;
    else handed.to_many = true;
  }
  /// True if an earlier call to the server may be this one: it was counted there.
  bool is_other_end_of(const Call& call) {
    const auto found = handed_over_.find(call);
    if (found == handed_over_.end()) return false;
    if (found->second.to_one == 0) return found->second.to_many;
    --found->second.to_one;
    return true;
  }

  const bool masked_;
  const OnFound on_found_;  ///< empty: nobody is told
  facts::Time time_ = 0;    ///< of the frame that add() gets
  std::size_t entry_count_ = 0;
  std::map<Call, HandedOver> handed_over_;
  std::map<ProblemRow, Entry> entries_;
  std::map<Speaker, std::map<ProblemRow, Entry>> passed_on_;
  std::set<Speaker> speakers_;  ///< peers whose own links are in the capture
};

}  // namespace

namespace {

// Columns of the answer.
enum : std::size_t { kind_, cause_, count_, node_, member_, first_, from_, to_, severity_, remedy_, filter_ };

std::string plural(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " time" : " times"); }

/// What was not judged, a line each.
std::string open_lines(const report::Report& problems) {
  std::string lines;
  for (const std::string& line : report::lines_of(problems.not_judged)) lines += line + '\n';
  return lines;
}

}  // namespace

std::string as_list(const report::Report& problems) {
  if (problems.rows.empty()) return "No problem was found in what was judged.\n" + open_lines(problems);
  std::vector<std::vector<report::Row>> groups;  // in the order of the rows
  for (const report::Row& row : problems.rows) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<report::Row>& each) {
      return each.front()[kind_].text == row[kind_].text && each.front()[cause_].text == row[cause_].text &&
             each.front()[remedy_].text == row[remedy_].text;
    });
    if (group != groups.end()) group->push_back(row);
    else groups.push_back({row});
  }
  std::string text;
  for (const std::vector<report::Row>& rows : groups) {
    const report::Row& first = rows.front();
    std::uint64_t sum = 0;
    for (const report::Row& row : rows) sum += row[count_].count;
    text += std::string(word_of(first[kind_].text.c_str())) + ", " + plural(sum) + " (" + first[severity_].text +
            "): " + first[cause_].text + "\n  What to do: " + first[remedy_].text + '\n';
    for (const report::Row& row : rows) {
      text += "  " + plural(row[count_].count) + ", first in frame " + std::to_string(row[first_].count);
      if (!row[node_].text.empty()) text += ": " + row[node_].text;
      if (!row[member_].text.empty()) text += '.' + row[member_].text;
      if (!row[from_].text.empty() || !row[to_].text.empty())
        text += "  " + row[from_].text + " \u2192 " + row[to_].text;
      text += "\n    Filter: " + row[filter_].text + '\n';
    }
    text += '\n';
  }
  return text + open_lines(problems);
}

const std::vector<Column>& columns_of_found() {
  static const std::vector<Column> columns = {
      {"frame", "Frame", Column::Type::count, 0},      {"time", "Time", Column::Type::number, 6},
      {"problem", "Problem", Column::Type::text, 0},   {"cause", "Cause", Column::Type::text, 0},
      {"node", "Node", Column::Type::text, 0},         {"member", "Member", Column::Type::text, 0},
      {"from", "From", Column::Type::text, 0},         {"to", "To", Column::Type::text, 0},
      {"severity", "Severity", Column::Type::text, 0}, {"remedy", "What to do", Column::Type::text, 0}};
  return columns;
}

std::unique_ptr<report::Question> make_problems(bool masked, OnFound on_found) {
  return std::make_unique<Problems>(masked, std::move(on_found));
}

}  // namespace godot::analysis::problems
