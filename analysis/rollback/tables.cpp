// SPDX-License-Identifier: MIT
#include "analysis/rollback/tables.h"

#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/facts/counted_hops.h"
#include "analysis/report/filters.h"
#include "analysis/rollback/match.h"
#include "analysis/rollback/verdict.h"

namespace godot::analysis {
namespace {

using report::Cell;
using report::Column;
using report::Report;
using Type = Column::Type;

constexpr double seconds = 1e-9;

std::vector<Column> columns_of(RollbackTable table) {
  switch (table) {
    case RollbackTable::ways:
      return {{"from", "From", Type::text, 0},
              {"to", "To", Type::text, 0},
              {"match", "Match", Type::count, 0},
              {"messages", "Messages", Type::count, 0},
              {"inputs", "Inputs", Type::count, 0},
              {"again", "Again", Type::count, 0},
              {"again_percent", "Again %", Type::number, 1},
              {"behind", "Behind", Type::number, 0},
              {"behind_95", "95 %", Type::number, 0},
              {"behind_99", "99 %", Type::number, 0},
              {"behind_most", "Most", Type::number, 0},
              {"predicted", "Predicted", Type::count, 0},
              {"histogram", "Ticks behind: inputs", Type::text, 0},
              {"filter", "Filter", Type::text, 0}};
    case RollbackTable::standstills:
      return {{"peer", "Peer", Type::text, 0},         {"match", "Match", Type::count, 0},
              {"tick", "Tick", Type::count, 0},        {"begin", "Begin s", Type::number, 3},
              {"length", "Length s", Type::number, 3}, {"messages", "Messages", Type::count, 0},
              {"why", "Why", Type::text, 0},           {"waits_for", "Waits for", Type::text, 0},
              {"behind", "Behind", Type::count, 0},    {"filter", "Filter", Type::text, 0}};
    case RollbackTable::ticks:
      return {{"match", "Match", Type::count, 0},
              {"first", "First tick", Type::count, 0},
              {"last", "Last tick", Type::count, 0},
              {"state", "State hashes", Type::text, 0},
              {"filter", "Filter", Type::text, 0}};
    case RollbackTable::diverged: break;
  }
  return {{"match", "Match", Type::count, 0},          {"tick", "Tick", Type::count, 0},
          {"ticks", "Ticks", Type::count, 0},          {"healed", "Healed", Type::count, 0},
          {"agreed", "Agreed before", Type::count, 0}, {"hashes", "Hashes", Type::text, 0},
          {"cause", "Cause", Type::text, 0},           {"predicted", "Predicted", Type::count, 0},
          {"behind_most", "Behind", Type::count, 0},   {"filter", "Filter", Type::text, 0}};
}

/// The value that `percent` of the inputs do not exceed.
double percentile(const std::map<std::int32_t, std::uint32_t>& ticks, unsigned percent) {
  std::uint64_t all = 0;
  for (const auto& [behind, count] : ticks) all += count;
  constexpr std::uint64_t whole = 100;
  std::uint64_t seen = 0;
  for (const auto& [behind, count] : ticks) {
    seen += count;
    if (seen * whole >= all * percent) return behind;
  }
  return 0;
}

class Tables final : public report::Question {
 public:
  explicit Tables(RollbackTable table) : table_(table) {}

  void add(facts::Frame& frame) override {
    for (facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      for (facts::Item* item = envelope->items; item != nullptr; item = item->next) {
        if (item->kind != facts::Kind::rollback || item->library == nullptr || item->again) continue;
        const facts::Route& route = item->route();
        const auto& message = *static_cast<const RollbackMessage*>(item->library);
        name(message.source, route.source, route.source_name);
        name(message.target, route.target_known && route.target > 0 ? route.target : route.hop_target,
             route.target_known && route.target > 0 ? route.target_name : route.hop_target_name);
        if (hops_.is_news(route)) matches_[{message.game, message.match}].add(message);
      }
    }
  }

  [[nodiscard]] Report answer() const override {
    constexpr const char* titles[] = {"Rollback", "Rollback standstills", "Diverged ticks", "Ticks"};
    Report report = {.title = titles[static_cast<std::size_t>(table_)], .columns = columns_of(table_)};
    for (const auto& [key, match] : matches_) {
      switch (table_) {
        case RollbackTable::ways:
          for (const auto& [way, late] : match.lateness()) append(report, key.second, way, late);
          break;
        case RollbackTable::standstills:
          for (const RollbackStandstill& stood : match.standstills()) append(report, key.second, stood);
          break;
        case RollbackTable::diverged:
          for (const RollbackDivergence& divergence : match.divergences()) append(report, key.second, divergence);
          break;
        case RollbackTable::ticks:
          for (const RollbackMatch::Stretch& stretch : match.stretches()) append(report, key.second, stretch);
          break;
      }
    }
    return report;
  }

 private:
  /// The newest name counts.
  void name(RollbackPeer peer, std::int32_t id, const char* name) {
    if (name != nullptr) names_[peer] = name;
    else if (id != 0) names_.try_emplace(peer, id == facts::server ? "server" : std::to_string(id));
  }
  [[nodiscard]] std::string name_of(RollbackPeer peer) const {
    const auto found = names_.find(peer);
    return found != names_.end() ? found->second : "?";
  }

  static std::string of_match(std::uint32_t match) { return "rollback.match == " + std::to_string(match); }

  void append(Report& report, std::uint32_t match, const RollbackMatch::Way& way,
              const RollbackMatch::Lateness& late) const {
    if (late.messages == 0) return;
    const std::string from = name_of(way.sender);
    const std::string to = name_of(way.receiver);
    report::Row cells = {Cell::of(from), Cell::of(to)};
    const std::uint64_t all = std::uint64_t{late.sent} + late.again;
    for (const std::uint64_t count :
         {std::uint64_t{match}, std::uint64_t{late.messages}, std::uint64_t{late.sent}, std::uint64_t{late.again}})
      cells.push_back(Cell::of(count));
    constexpr double percent = 100;
    cells.push_back(all != 0 ? Cell::of(percent * late.again / static_cast<double>(all)) : Cell{});
    std::uint64_t predicted = 0;
    std::string histogram;
    for (const auto& [behind, count] : late.ticks) {
      if (behind > static_cast<std::int32_t>(rollback_usual_delay)) predicted += count;
      if (!histogram.empty()) histogram += ' ';
      histogram += std::to_string(behind) + ":" + std::to_string(count);
    }
    const bool is_known = !late.ticks.empty();
    constexpr unsigned percentiles[] = {50, 95, 99, 100};
    for (const unsigned each : percentiles) cells.push_back(is_known ? Cell::of(percentile(late.ticks, each)) : Cell{});
    cells.push_back(is_known ? Cell::of(predicted) : Cell{});
    cells.push_back(Cell::of(histogram));
    const std::string peers = report::filter_of_peers(from, to);
    cells.push_back(Cell::of(of_match(match) + (peers.empty() ? "" : " && " + peers)));
    report.rows.push_back(cells);
  }

  void append(Report& report, std::uint32_t match, const RollbackStandstill& stood) const {
    report::Row cells = {Cell::of(name_of(stood.peer)),
                         Cell::of(std::uint64_t{match}),
                         Cell::of(std::uint64_t{stood.tick}),
                         Cell::of(static_cast<double>(stood.begin) * seconds),
                         Cell::of(static_cast<double>(stood.length) * seconds),
                         Cell::of(std::uint64_t{stood.messages}),
                         Cell::of(stood.messages > 1 ? "waited" : "sent nothing")};
    const bool misses = stood.messages > 1 && stood.missing != 0 && stood.behind > rollback_usual_delay;
    cells.push_back(misses ? Cell::of(name_of(stood.missing)) : Cell{});
    cells.push_back(misses ? Cell::of(std::uint64_t{stood.behind}) : Cell{});
    cells.push_back(Cell::of(of_match(match) + " && godot.from == " + report::quoted(name_of(stood.peer)) +
                             " && rollback.input_tick == " + std::to_string(stood.tick)));
    report.rows.push_back(cells);
  }

  void append(Report& report, std::uint32_t match, const RollbackDivergence& divergence) const {
    std::string hashes;
    for (const RollbackPeerHash& each : divergence.hashes) {
      char text[9];
      std::snprintf(text, sizeof text, "%08x", each.hash);
      if (!hashes.empty()) hashes += ", ";
      hashes += name_of(each.peer) + " " + text;
    }
    report::Row cells;
    for (const std::uint64_t count :
         {std::uint64_t{match}, std::uint64_t{divergence.tick}, std::uint64_t{divergence.ticks}})
      cells.push_back(Cell::of(count));
    cells.push_back(divergence.healed != 0 ? Cell::of(std::uint64_t{divergence.healed}) : Cell{});
    cells.push_back(Cell::of(std::uint64_t{divergence.agreed}));
    cells.push_back(Cell::of(hashes));
    cells.push_back(Cell::of(rollback_cause(divergence.inputs)));
    cells.push_back(Cell::of(std::uint64_t{divergence.inputs.predicted}));
    cells.push_back(Cell::of(std::uint64_t{divergence.inputs.most_behind}));
    cells.push_back(Cell::of(of_match(match) + " && rollback.hash_tick == " + std::to_string(divergence.tick)));
    report.rows.push_back(cells);
  }

  static void append(Report& report, std::uint32_t match, const RollbackMatch::Stretch& stretch) {
    constexpr const char* states[] = {"equal", "differ", "unknown"};
    report.rows.push_back({Cell::of(std::uint64_t{match}), Cell::of(std::uint64_t{stretch.first}),
                           Cell::of(std::uint64_t{stretch.last}),
                           Cell::of(states[static_cast<std::size_t>(stretch.state)]),
                           Cell::of(of_match(match) + " && rollback.hash_tick >= " + std::to_string(stretch.first) +
                                    " && rollback.hash_tick <= " + std::to_string(stretch.last))});
  }

  RollbackTable table_;
  facts::CountedHops hops_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, RollbackMatch> matches_;
  std::unordered_map<RollbackPeer, std::string, NumberHash> names_;
};

}  // namespace

std::unique_ptr<report::Question> make_rollback_table(RollbackTable table) { return std::make_unique<Tables>(table); }

}  // namespace godot::analysis
