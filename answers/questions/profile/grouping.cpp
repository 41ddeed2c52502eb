// SPDX-License-Identifier: MIT
#include "answers/questions/profile/grouping.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#include "analysis/facts/attribution.h"
#include "answers/questions/profile/columns.h"
#include "answers/tables/filters.h"

namespace godot::analysis::profile {
namespace {

using facts::Cost;
using facts::Item;
using facts::Kind;
using facts::Part;
using report::Cell;
using report::Report;

struct ByText {
  bool operator()(const Key& one, const Key& other) const noexcept {
    for (std::size_t i = 0; i != one.size(); ++i) {
      const int order = std::strcmp(one[i], other[i]);
      if (order != 0) return order < 0;
    }
    return false;
  }
};

}  // namespace

// --- Charging -------------------------------------------------------------------------------------------------------

std::uint32_t Grouping::row_of(const Charged& charged, const Part* part) {
  const Origin origin = namer_.origin(charged.frame, charged.envelope, charged.item, part);
  return *recent_.of(origin, Origin::Hash{}(origin), [&] {
    const auto [found, is_new] = known_.try_emplace(origin, 0);
    if (is_new) found->second = rows_.find(namer_.key(charged.frame, charged.envelope, charged.item, part));
    return &found->second;
  });
}

std::uint32_t Grouping::remember(std::size_t number, const Charged& charged, const Part* part) {
  if (remembered_.size() <= number) remembered_.resize(number + 1);
  const std::uint32_t row = row_of(charged, part);
  remembered_[number] = row + 1;
  return row;
}

std::uint32_t Grouping::row_of_item(const Charged& charged) {
  const Item& item = charged.item;
  const auto kind = static_cast<std::size_t>(item.kind);
  constexpr std::size_t channels = 256;
  if (options_.by == By::kind || (options_.by == By::channel && !item.on_channel))
    return remembered(kind, charged, item.parts);
  if (options_.by == By::channel)
    return remembered(facts::kind_count + static_cast<std::size_t>(item.mode) * channels + item.channel, charged,
                      item.parts);
  if (options_.by != By::second) return row_of(charged, item.parts);
  const facts::Time now = charged.frame.time / second;
  if (now != second_) row_of_second_ = row_of(charged, item.parts);
  second_ = now;
  return row_of_second_;
}

/// Later fragments of the item's message will be divided among its rows.
void Grouping::wait_for_more(std::uint32_t row, const Item& item, std::uint32_t weight) {
  Pending& pending = pending_[item.message];
  pending.weights += weight;
  if (!pending.shares.empty() && pending.shares.back().row == row) pending.shares.back().weight += weight;
  else pending.shares.push_back({.row = row, .weight = weight});
}

void Grouping::charge_alone(const Charged& charged, const Cost& cost, std::uint64_t count) {
  const std::uint32_t row = row_of(charged, nullptr);
  rows_[row].count += count;
  charge(row, charged, cost, false, 1);
}

void Grouping::charge_item(const Charged& charged, const Cost& cost) {
  const bool is_of_peers =
      options_.by == By::peers && !is_message(charged.item.kind) && namer_.has_known_ends(*charged.envelope);
  charge(row_of_item(charged), charged, cost, charged.counts && !is_of_peers, 1);
}

void Grouping::charge_fragment(const Item& item, const Cost& cost, bool again, std::uint64_t at) {
  constexpr std::uint64_t at_once = 256;  // then only as many fragments as there are shares are divided together
  constexpr std::uint32_t most_waiting = 1U << 30U;  // bytes; a cost holds four times as many
  Pending& pending = pending_[item.message];
  if (pending.shares.empty() || cost.total() == 0) return;
  Cost& waiting = pending.waiting[again ? 1 : 0];
  waiting = {
      .own = waiting.own + cost.own, .protocol = waiting.protocol + cost.protocol, .share = waiting.share + cost.share};
  pending.at = at;
  ++pending.fragments;
  const bool waits = pending.fragments > at_once && pending.fragments % pending.shares.size() != 0;
  if (waits && waiting.total() < most_waiting) return;
  divide(rows_, pending);
  pending.waiting = {};
}

/// Charges what waits to the rows of its message.
void Grouping::divide(ProfileRows& rows, const Pending& pending) {
  for (const bool again : {false, true}) {
    const Cost& cost = pending.waiting[again ? 1 : 0];
    if (cost.total() == 0) continue;
    facts::Division own(cost.own, pending.weights);
    facts::Division protocol(cost.protocol, pending.weights);
    facts::Division share(cost.share, pending.weights);
    for (const auto& [row, weight] : pending.shares)
      rows[row].add({own.next(weight), protocol.next(weight), share.next(weight)}, again, pending.at);
  }
}

/// Moves the bytes charged to an end without a name to its peer. ENet's own commands are no messages: none is counted.
void Grouping::learn_peers(const facts::Envelope& envelope, const Item& item) {
  if (!namer_.store_ends(envelope, item)) return;
  const Key unknown = namer_.unknown_ends(envelope.link);
  const Key peers = namer_.ends_of(envelope.link);
  const auto give = [&](const Key& from, const Key& to) {
    const std::uint32_t giver = rows_.find(from);
    rows_[rows_.find(to)].take(rows_[giver]);
    rows_[giver] = {};
  };
  give(unknown, peers);
  give({unknown[1], unknown[0], nothing}, {peers[1], peers[0], nothing});
}

// --- The table ------------------------------------------------------------------------------------------------------

Report Grouping::answer(const std::vector<Rest>& rest, double seconds) const {
  ProfileRows rows = rows_;
  for (const auto& [message, pending] : pending_) divide(rows, pending);
  for (const auto& [kind, frame, envelope, cost, again] : rest) {
    Tally& tally = rows[rows.find(namer_.key(frame, &envelope, {.kind = kind}, nullptr))];
    const bool is_of_peers = options_.by == By::peers && namer_.has_known_ends(envelope);
    if (!is_of_peers) ++tally.count;
    tally.own += cost.own;
    tally.protocol += cost.protocol;
    tally.share += cost.share;
    tally.again += again;
  }
  return table(rows, seconds);
}

Report Grouping::table(const ProfileRows& rows, double seconds) const {
  const Layout layout = layout_of(options_.by);
  Report report = {.title = layout.title, .columns = columns_of(layout)};
  std::vector<const ProfileRow*> sorted;
  Tally sum;
  for (const ProfileRow& row : rows.all()) {
    if (row.tally.count == 0 && row.tally.total() == 0) continue;
    sorted.push_back(&row);
    sum.count += row.tally.count;
    sum.own += row.tally.own;
    sum.protocol += row.tally.protocol;
    sum.share += row.tally.share;
    sum.again += row.tally.again;
  }
  std::sort(sorted.begin(), sorted.end(),
            [&](const ProfileRow* one, const ProfileRow* other) { return before(*one, *other); });
  const std::vector<std::vector<std::string>> frames_names = names_of_rows(rows);
  std::vector<std::string> all_names;
  for (const std::vector<std::string>& each : frames_names) all_names.insert(all_names.end(), each.begin(), each.end());
  const RowFilter filters(std::move(all_names));
  // Groups may have the same common name.
  std::map<Key, unsigned, ByText> alike;
  for (const ProfileRow* row : sorted) ++alike[shown(*row)];
  for (const ProfileRow* row : sorted) {
    report::Row cells;
    cells.reserve(report.columns.size());
    const Key names = shown(*row);
    const bool is_alone = alike[names] == 1;
    for (std::size_t i = 0; i != layout.names.size(); ++i) {
      const bool is_count = layout.names[i].type == report::Column::Type::count;
      if (is_count) cells.push_back(Cell::of(std::uint64_t{std::strtoull(names[i], nullptr, 10)}));
      else cells.push_back(Cell::of(is_alone ? names[i] : names[i] + namer_.kin(row->key[i])));
    }
    append_figures(cells, row->tally, sum.total(), options_.by == By::second ? 1 : seconds);
    const std::vector<std::string>& in_frames = frames_names[static_cast<std::size_t>(row - rows.all().data())];
    // A pair of peers of which one has sent nothing has ENet's own commands alone; calls to all count in a row of
    // theirs.
    const bool is_empty = options_.by == By::peers && row->tally.count == 0 && row->tally.own == 0;
    cells.push_back(Cell::of(filter(names, in_frames, filters, is_empty)));
    report.rows.push_back(cells);
  }
  for (std::size_t i = 0; i != layout.names.size(); ++i) report.sum.push_back(i == 0 ? Cell::of("Sum") : Cell{});
  append_figures(report.sum, sum, sum.total(), seconds);
  report.sum.emplace_back();
  return report;
}

/// The names of what each row has in the frames (`godot.profile.row`), in order; by the row's index.
std::vector<std::vector<std::string>> Grouping::names_of_rows(const ProfileRows& rows) const {
  std::vector<std::vector<std::string>> names(rows.all().size());
  for (const auto& [origin, row] : known_) {
    const auto& [first, second, third] = origin.texts;
    const auto kind = static_cast<Kind>(origin.number);
    const bool is_whole = is_message(kind) && origin.number < facts::kind_count;
    if (options_.by == By::kind && is_whole) names[row].push_back(row_of_kind(facts::name(kind)));
    if (options_.by == By::channel && is_whole) names[row].push_back(row_without_channel(facts::name(kind)));
    const bool is_named = first != nullptr || (options_.by == By::name && (second != nullptr || is_message(kind)));
    if (!is_named) continue;
    if (options_.by == By::name) names[row].push_back(row_name(facts::name(kind), first, second));
    if (options_.by == By::node) names[row].push_back(row_of_node(first));
    if (options_.by == By::scene) names[row].push_back(row_of_scene(first));
  }
  for (std::vector<std::string>& each : names) {
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
  }
  return names;
}

std::string Grouping::filter(const Key& shown, const std::vector<std::string>& names, const RowFilter& filters,
                             bool is_empty) const {
  switch (options_.by) {
    case By::name:
      return names.empty() ? report::filter_of_row(shown[0])
                           : filters.of(names, row_name(shown[0], shown[1], shown[2]));
    case By::kind: return names.empty() ? report::filter_of_row(shown[0]) : filters.of(names, {});
    case By::node: return filters.of(names, row_of_node(shown[0]));
    case By::peers: {
      const std::string conversation = report::filter_of_conversation(shown[0]);
      return conversation.empty() && !is_empty ? filters.of({row_of_peers(shown[0], shown[1])}, {}) : conversation;
    }
    case By::channel:
      if (*shown[1] == '\0') return names.empty() ? report::filter_of_row(shown[0]) : filters.of(names, {});
      return filters.of({row_of_channel(std::strtoull(shown[0], nullptr, 10), shown[1])}, {});
    case By::scene: return filters.of(names, {});
    case By::second: return report::filter_of_second(std::strtoull(shown[0], nullptr, 10));
  }
  return {};
}

Key Grouping::shown(const ProfileRow& row) const {
  Key names;
  std::transform(row.key.begin(), row.key.end(), names.begin(), [&](const char* name) { return namer_.shown(name); });
  return names;
}

bool Grouping::before(const ProfileRow& one, const ProfileRow& other) const {
  if (options_.by == By::second)
    return std::strtoull(one.key[0], nullptr, 10) < std::strtoull(other.key[0], nullptr, 10);
  if (one.tally.total() != other.tally.total()) return one.tally.total() > other.tally.total();
  return ByText{}(one.key, other.key);
}

}  // namespace godot::analysis::profile
