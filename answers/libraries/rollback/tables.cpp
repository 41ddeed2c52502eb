// SPDX-License-Identifier: MIT
#include "answers/libraries/rollback/tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/facts/counted_hops.h"
#include "analysis/libraries/rollback/inputs_before.h"
#include "analysis/libraries/rollback/match.h"
#include "analysis/libraries/rollback/rollback_names.h"
#include "analysis/libraries/rollback/standstill.h"
#include "analysis/libraries/rollback/verdict.h"
#include "answers/tables/filters.h"
#include "answers/tables/library_tables.h"

namespace godot::analysis {
namespace {

using report::Cell;
using report::Column;
using report::Report;
using Type = Column::Type;

constexpr double seconds = 1e-9;
constexpr double milliseconds = 1e-6;

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
              {"missed", "Missed", Type::count, 0},
              {"simulated_again", "Simulated again", Type::count, 0},
              {"unconfirmed", "Unconfirmed", Type::count, 0},
              {"round_trip", "Ping ms", Type::number, 1},
              {"round_trip_most", "Most ms", Type::number, 1},
              {"histogram", "Ticks behind: inputs", Type::text, 0},
              {"filter", "Filter", Type::text, 0}};
    case RollbackTable::standstills:
      return {{"peer", "Peer", Type::text, 0},         {"match", "Match", Type::count, 0},
              {"tick", "Tick", Type::count, 0},        {"begin", "Begin s", Type::number, 3},
              {"length", "Length s", Type::number, 3}, {"messages", "Messages", Type::count, 0},
              {"why", "Why", Type::text, 0},           {"waits_for", "Waits for", Type::text, 0},
              {"behind", "Behind", Type::count, 0},    {"others", "Others", Type::text, 0},
              {"filter", "Filter", Type::text, 0}};
    case RollbackTable::lateness:
      return {{"match", "Match", Type::count, 0},   {"from", "From", Type::text, 0},
              {"to", "To", Type::text, 0},          {"begin", "Begin s", Type::number, 0},
              {"inputs", "Inputs", Type::count, 0}, {"behind", "Behind", Type::number, 2},
              {"most", "Most", Type::number, 0},    {"predicted", "Predicted", Type::count, 0},
              {"filter", "Filter", Type::text, 0}};
    case RollbackTable::inputs:
      return {{"match", "Match", Type::count, 0},  {"diverged", "Diverged", Type::count, 0},
              {"tick", "Tick", Type::count, 0},    {"peer", "Peer", Type::text, 0},
              {"bytes", "Bytes", Type::text, 0},   {"arrived", "Arrived", Type::text, 0},
              {"inputs", "Inputs", Type::text, 0}, {"connection", "Connection", Type::text, 0},
              {"filter", "Filter", Type::text, 0}};
    case RollbackTable::ticks:
      return {{"match", "Match", Type::count, 0},          {"first", "First tick", Type::count, 0},
              {"last", "Last tick", Type::count, 0},       {"state", "State hashes", Type::text, 0},
              {"connection", "Connection", Type::text, 0}, {"filter", "Filter", Type::text, 0}};
    case RollbackTable::diverged: break;
  }
  return {{"match", "Match", Type::count, 0},          {"tick", "Tick", Type::count, 0},
          {"ticks", "Ticks", Type::count, 0},          {"healed", "Healed", Type::count, 0},
          {"agreed", "Agreed before", Type::count, 0}, {"agree", "Who agrees", Type::text, 0},
          {"hashes", "Hashes", Type::text, 0},         {"inputs", "Inputs before", Type::text, 0},
          {"cause", "Cause", Type::text, 0},           {"predicted", "Predicted", Type::count, 0},
          {"behind_most", "Behind", Type::count, 0},   {"connection", "Connection", Type::text, 0},
          {"filter", "Filter", Type::text, 0}};
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

double median(std::vector<facts::Time> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return static_cast<double>(*middle);
}

/// Texts of a row.
class Texts {
 public:
  [[nodiscard]] Arena arena() {
    return {[](void* self, std::size_t size) -> void* {
              auto& kept = static_cast<Texts*>(self)->kept_;
              return kept.emplace_back(size / sizeof(std::max_align_t) + 1).data();
            },
            this};
  }

 private:
  std::deque<std::vector<std::max_align_t>> kept_;
};

/// The matches of a capture, for all tables of them.
struct Matches final : RollbackNames {
  void add(const facts::Frame& frame) {
    if (frame.counts_elsewhere()) return;
    for (facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      for (facts::Item* item = envelope->items; item != nullptr; item = item->next) {
        const bool is_ours = item->kind == facts::Kind::rollback || item->kind == facts::Kind::remote_call;
        if (!is_ours || item->library == nullptr || item->again) continue;
        const facts::Route& route = item->route();
        const auto& message = *static_cast<const RollbackMessage*>(item->library);
        if (message.dialect != nullptr) dialect = message.dialect;
        learn_ends(message, *envelope);
        learn_connection(message.game, *envelope);
        learn(message.source, route.source, route.source_name);
        learn(message.target, route.target_known && route.target > 0 ? route.target : route.hop_target,
              route.target_known && route.target > 0 ? route.target_name : route.hop_target_name);
        if (!hops.is_news(route)) continue;
        // Messages have the time of day; tables, as filters, count from the capture's first frame.
        RollbackMessage since_begin = message;
        since_begin.time = frame.time;
        played[{message.game, message.match}].add(since_begin);
      }
    }
  }

  /// The newest name counts.
  void learn(RollbackPeer peer, std::int32_t id, const char* name) {
    if (name != nullptr) names[peer] = name;
    else if (id != 0) names.try_emplace(peer, id == facts::server ? "server" : std::to_string(id));
  }

  /// Who is who may not be on the wire, as in a mesh: such a peer is known by its end of a connection.
  void learn_ends(const RollbackMessage& message, const facts::Envelope& envelope) {
    if (envelope.transport != facts::Transport::enet || !envelope.has_link) return;
    for (const bool is_source : {true, false}) {
      const bool is_client = envelope.from_client == is_source;
      const char* role = envelope.mesh ? is_client ? " requester" : " acceptor" : is_client ? " client" : " server";
      ends.try_emplace(is_source ? message.source : message.target,
                       End{envelope.link, is_client, "ENet " + std::to_string(envelope.link) + role});
    }
  }

  /// In a mesh each connection has a game of its own.
  void learn_connection(std::uint64_t game, const facts::Envelope& envelope) {
    const bool is_enet = envelope.transport == facts::Transport::enet && envelope.has_link;
    if (is_enet && envelope.mesh) connections.try_emplace(game, envelope.link);
  }
  /// "ENet 2"; empty: the game is not that of one connection.
  [[nodiscard]] std::string connection(std::uint64_t game) const {
    const auto found = connections.find(game);
    return found != connections.end() ? "ENet " + std::to_string(found->second) : std::string();
  }

  [[nodiscard]] const char* name(RollbackPeer peer) const override {
    const auto found = names.find(peer);
    if (found != names.end()) return found->second.c_str();
    const End* unnamed = end(peer);
    return unnamed != nullptr ? unnamed->name.c_str() : "?";
  }

  struct End {
    std::uint32_t link;
    bool is_client;
    std::string name;

    [[nodiscard]] std::string filter(bool sends) const {
      return "enet.stream == " + std::to_string(link) +
             " && enet.connection.from_client == " + (is_client == sends ? "1" : "0");
    }
  };
  /// Null: the peer has a name, or no end is known.
  [[nodiscard]] const End* end(RollbackPeer peer) const {
    const auto found = ends.find(peer);
    return found != ends.end() && !names.contains(peer) ? &found->second : nullptr;
  }

  const variant::Dialect* dialect = nullptr;
  facts::CountedHops hops;
  std::map<std::pair<std::uint64_t, std::uint32_t>, RollbackMatch> played;
  std::unordered_map<RollbackPeer, std::string, NumberHash> names;
  std::unordered_map<RollbackPeer, End, NumberHash> ends;
  std::unordered_map<std::uint64_t, std::uint32_t, NumberHash> connections;
};

class Tables final : public report::Question {
 public:
  Tables(RollbackTable table, bool contents, report::Shared* shared)
      : table_(table), contents_(contents), matches_(work_of<Matches>(shared)) {}

  void add(facts::Frame& frame) override { matches_->add(frame); }

  [[nodiscard]] Report answer() const override {
    constexpr const char* titles[] = {"Rollback", "Rollback standstills", "Diverged ticks", "Ticks",
                                      "Lateness", "Inputs before"};
    Report report = {.title = titles[static_cast<std::size_t>(table_)], .columns = columns_of(table_)};
    for (const auto& [key, match] : matches_->played) {
      switch (table_) {
        case RollbackTable::ways: append_ways(report, key.second, match); break;
        case RollbackTable::lateness:
          for (const auto& [way, late] : match.lateness()) append_seconds(report, key.second, way, late);
          break;
        case RollbackTable::inputs:
          for (const RollbackDivergence& divergence : match.divergences())
            append_inputs(report, key, match, divergence.tick);
          break;
        case RollbackTable::standstills:
          for (const RollbackStandstill& stood : match.standstills()) append(report, key.second, stood);
          break;
        case RollbackTable::diverged:
          for (const RollbackDivergence& divergence : match.divergences()) append(report, key, divergence);
          break;
        case RollbackTable::ticks:
          for (const RollbackMatch::Stretch& stretch : match.stretches()) append(report, key, stretch);
          break;
      }
    }
    return report;
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint32_t>;  // the game and the match

  [[nodiscard]] std::string name_of(RollbackPeer peer) const { return matches_->name(peer); }

  void append_ways(Report& report, std::uint32_t match, const RollbackMatch& played) const {
    const auto unconfirmed = played.unconfirmed();
    for (const auto& [way, late] : played.lateness()) {
      const auto open = unconfirmed.find(way);
      append(report, match, way, late, open != unconfirmed.end() ? open->second : 0);
    }
  }

  void append_seconds(Report& report, std::uint32_t match, const RollbackMatch::Way& way,
                      const RollbackMatch::Lateness& late) const {
    for (const auto& [second, now] : late.seconds) {
      const std::string from = name_of(way.sender);
      const std::string to = name_of(way.receiver);
      const std::string peers = of_way(way.receiver, way.sender);
      std::string filter = of_match(match) + " && frame.time_relative >= " + std::to_string(second) +
                           " && frame.time_relative < " + std::to_string(second + 1);
      if (!peers.empty()) filter += " && " + peers;
      report.rows.push_back(
          {Cell::of(std::uint64_t{match}), Cell::of(from), Cell::of(to), Cell::of(static_cast<double>(second)),
           Cell::of(std::uint64_t{now.inputs}), Cell::of(static_cast<double>(now.sum) / now.inputs),
           Cell::of(static_cast<double>(now.most)), Cell::of(std::uint64_t{now.predicted}), Cell::of(filter)});
    }
  }

  void append_inputs(Report& report, const Key& key, const RollbackMatch& played, std::uint32_t diverged) const {
    const std::uint32_t match = key.second;
    const std::uint32_t first = diverged > rollback_shown_ticks ? diverged - rollback_shown_ticks + 1 : 1;
    for (std::uint32_t tick = first; tick <= diverged; ++tick) {
      for (const RollbackPeerInput& input : played.inputs(tick)) {
        Texts texts;
        const Arena arena = texts.arena();
        const std::string from = name_of(input.peer);
        report.rows.push_back({Cell::of(std::uint64_t{match}), Cell::of(std::uint64_t{diverged}),
                               Cell::of(std::uint64_t{tick}), Cell::of(from), Cell::of(rollback_sameness(input, arena)),
                               Cell::of(rollback_arrivals(played, tick, input.peer, *matches_, arena)),
                               contents_ ? Cell::of(rollback_contents(input, matches_->dialect, arena)) : Cell{},
                               connection(key),
                               Cell::of(of_match(match) + " && " + of_sender(input.peer) +
                                        " && rollback.input_tick == " + std::to_string(tick))});
      }
    }
  }

  [[nodiscard]] std::string of_sender(RollbackPeer peer) const {
    const Matches::End* end = matches_->end(peer);
    return end != nullptr ? end->filter(true) : "godot.from == " + report::quoted(name_of(peer));
  }
  [[nodiscard]] std::string of_way(RollbackPeer from, RollbackPeer to) const {
    if (const Matches::End* end = matches_->end(from)) return end->filter(true);
    if (const Matches::End* end = matches_->end(to)) return end->filter(false);
    return report::filter_of_peers(name_of(from), name_of(to));
  }

  [[nodiscard]] Cell connection(const Key& key) const {
    const std::string name = matches_->connection(key.first);
    return name.empty() ? Cell{} : Cell::of(name);
  }
  [[nodiscard]] std::string of_game(const Key& key) const {
    const std::string connection = report::filter_of_conversation(matches_->connection(key.first) + " ");
    return of_match(key.second) + (connection.empty() ? "" : " && " + connection);
  }

  static std::string of_match(std::uint32_t match) { return "rollback.match == " + std::to_string(match); }

  void append(Report& report, std::uint32_t match, const RollbackMatch::Way& way, const RollbackMatch::Lateness& late,
              std::uint32_t unconfirmed) const {
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
    for (const std::uint64_t count :
         {predicted, std::uint64_t{late.missed}, std::uint64_t{late.simulated_again}, std::uint64_t{unconfirmed}})
      cells.push_back(is_known ? Cell::of(count) : Cell{});
    if (late.round_trips.empty()) {
      cells.insert(cells.end(), 2, Cell{});
    } else {
      const auto most = std::max_element(late.round_trips.begin(), late.round_trips.end());
      for (const double time : {median(late.round_trips), static_cast<double>(*most)})
        cells.push_back(Cell::of(time * milliseconds));
    }
    cells.push_back(Cell::of(histogram));
    const std::string peers = of_way(way.sender, way.receiver);
    cells.push_back(Cell::of(of_match(match) + (peers.empty() ? "" : " && " + peers)));
    report.rows.push_back(cells);
  }

  void append(Report& report, std::uint32_t match, const RollbackStandstill& stood) const {
    const RollbackStop stop = rollback_stop(stood);
    report::Row cells = {Cell::of(name_of(stood.peer)),
                         Cell::of(std::uint64_t{match}),
                         Cell::of(std::uint64_t{stood.tick}),
                         Cell::of(static_cast<double>(stood.begin) * seconds),
                         Cell::of(static_cast<double>(stood.length) * seconds),
                         Cell::of(std::uint64_t{stood.messages}),
                         Cell::of(text_of(stop))};
    const bool misses = stop == RollbackStop::waits;
    cells.push_back(misses ? Cell::of(name_of(stood.missing)) : Cell{});
    cells.push_back(misses ? Cell::of(std::uint64_t{stood.behind}) : Cell{});
    std::string others;
    for (std::size_t i = 0; i != stood.other_count; ++i) {
      if (i != 0) others += ", ";
      others += name_of(stood.others[i].peer) + " +" + std::to_string(stood.others[i].ticks);
    }
    cells.push_back(Cell::of(others));
    cells.push_back(Cell::of(of_match(match) + " && " + of_sender(stood.peer) +
                             " && rollback.input_tick == " + std::to_string(stood.tick)));
    report.rows.push_back(cells);
  }

  void append(Report& report, const Key& key, const RollbackDivergence& divergence) const {
    std::string hashes;
    for (const RollbackPeerHash& each : divergence.hashes) {
      char text[9];
      std::snprintf(text, sizeof text, "%08x", each.hash);
      if (!hashes.empty()) hashes += ", ";
      hashes += name_of(each.peer) + " " + text;
    }
    report::Row cells;
    for (const std::uint64_t count :
         {std::uint64_t{key.second}, std::uint64_t{divergence.tick}, std::uint64_t{divergence.ticks}})
      cells.push_back(Cell::of(count));
    cells.push_back(divergence.healed != 0 ? Cell::of(std::uint64_t{divergence.healed}) : Cell{});
    cells.push_back(Cell::of(std::uint64_t{divergence.agreed}));
    Texts texts;
    cells.push_back(Cell::of(rollback_agreement(divergence, *matches_, texts.arena())));
    cells.push_back(Cell::of(hashes));
    cells.push_back(Cell::of(divergence.inputs.different != 0 ? "other bytes" : "the same bytes"));
    cells.push_back(Cell::of(rollback_cause(divergence.inputs)));
    cells.push_back(Cell::of(std::uint64_t{divergence.inputs.predicted}));
    cells.push_back(Cell::of(std::uint64_t{divergence.inputs.most_behind}));
    cells.push_back(connection(key));
    cells.push_back(Cell::of(of_game(key) + " && rollback.hash_tick == " + std::to_string(divergence.tick)));
    report.rows.push_back(cells);
  }

  void append(Report& report, const Key& key, const RollbackMatch::Stretch& stretch) const {
    constexpr const char* states[] = {"equal", "differ", "unknown"};
    report.rows.push_back({Cell::of(std::uint64_t{key.second}), Cell::of(std::uint64_t{stretch.first}),
                           Cell::of(std::uint64_t{stretch.last}),
                           Cell::of(states[static_cast<std::size_t>(stretch.state)]), connection(key),
                           Cell::of(of_game(key) + " && rollback.hash_tick >= " + std::to_string(stretch.first) +
                                    " && rollback.hash_tick <= " + std::to_string(stretch.last))});
  }

  RollbackTable table_;
  bool contents_;
  std::shared_ptr<Matches> matches_;
};

}  // namespace

std::unique_ptr<report::Question> make_rollback_table(RollbackTable table, bool contents, report::Shared* shared) {
  return std::make_unique<Tables>(table, contents, shared);
}

// The functions of library.def.

using Made = std::unique_ptr<report::Question>;
using Options = report::TableOptions;

Made make_rollback_ways(const Options& options) {
  return make_rollback_table(RollbackTable::ways, true, options.shared);
}
Made make_rollback_standstills(const Options& options) {
  return make_rollback_table(RollbackTable::standstills, true, options.shared);
}
Made make_rollback_lateness(const Options& options) {
  return make_rollback_table(RollbackTable::lateness, true, options.shared);
}
Made make_rollback_diverged(const Options& options) {
  return make_rollback_table(RollbackTable::diverged, true, options.shared);
}
Made make_rollback_inputs(const Options& options) {
  return make_rollback_table(RollbackTable::inputs, !options.masked, options.shared);
}
Made make_rollback_ticks(const Options& options) {
  return make_rollback_table(RollbackTable::ticks, true, options.shared);
}

}  // namespace godot::analysis
