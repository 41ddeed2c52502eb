// SPDX-License-Identifier: MIT
#include "answers/questions/advice/state_savings.h"

#include <algorithm>
#include <cmath>

#include "answers/tables/filters.h"
#include "base/time.h"

namespace godot::analysis::advice {
namespace {

using facts::Envelope;
using facts::Frame;
using facts::Item;
using facts::Part;

/// A message of changes of one synchronizer: its byte, number, mask and size; the command that carries it; and its
/// datagram's header.
constexpr double bytes_of_changes = 1 + 4 + 8 + 4 + 6 + 4;
/// The acknowledgement, and its datagram's header.
constexpr double bytes_of_acknowledgement = 8 + 2;

/// What a message of changes costs besides its values.
double cost_of_changes(const Frame& frame) noexcept {
  const double below = frame.length > frame.payload ? static_cast<double>(frame.length - frame.payload) : 0;
  return bytes_of_changes + bytes_of_acknowledgement + 2 * below;
}

/// Without the headers that its datagram keeps.
double cost_of(const Part& part, const Envelope& envelope, const Item& item, bool alone) noexcept {
  if (item.message != 0 || envelope.streamed) return static_cast<double>(part.own + part.protocol);
  return static_cast<double>(part.cost.own + part.cost.protocol + (alone ? part.cost.share : 0));
}

}  // namespace

std::string filter_of_group(std::string_view shown) {
  constexpr std::string_view rest = "\u2026";
  std::string expression = "(?-i)^";
  while (!shown.empty()) {
    const bool is_rest = shown.starts_with(rest);
    if (is_rest) expression += ".*";
    else expression += shown.front() == '*' ? "[^/]*" : report::literal(shown.substr(0, 1));
    shown.remove_prefix(is_rest ? rest.size() : 1);
  }
  return "godot.sync.text matches " + report::quoted(expression + ": ");
}

void States::add(const Frame& frame, const Envelope& envelope, const Item& item, std::uint32_t alone) {
  const Part* first = item.parts;
  while (first != nullptr) {
    const Part* end = first->next;
    while (end != nullptr && end->synchronizer == first->synchronizer) end = end->next;
    add_state(frame, envelope, item, first, end, alone);
    first = end;
  }
}

States::Tracked* States::tracked(const Key& key, std::size_t values) {
  const auto known = tracked_.find(key);
  if (known != tracked_.end()) return known->second.digests.size() == values ? &known->second : nullptr;
  if (tracked_.size() == most_tracked || values_ + values > most_values) return nullptr;
  values_ += values;
  Tracked& added = tracked_[key];
  added.digests.resize(values);
  added.last = -1;
  return &added;
}

void States::add_state(const Frame& frame, const Envelope& envelope, const Item& item, const Part* first,
                       const Part* end, std::uint32_t alone) {
  const std::uint32_t number = groups_.of(*first);
  std::size_t values = 0;
  for (const Part* part = first; part != end; part = part->next) {
    if (part->member == nullptr) return;  // a state without values, or one that is not complete
    ++values;
  }
  constexpr std::uint32_t of_path = 1U << 31U;
  const facts::Route& route = item.route();
  Tracked* known = number == Groups::none
                       ? nullptr
                       : tracked({envelope.has_link ? envelope.link : frame.flow, envelope.from_client, route.source,
                                  route.target, first->net_id | (first->by_path ? of_path : 0), first->node},
                                 values);
  if (known == nullptr) {
    ++left_out_;
    return;
  }
  Group& group = of_groups_[number];
  const bool is_first = known->last < 0;
  if (!is_first) group.interval.add(static_cast<double>(frame.time - known->last) / millisecond);
  known->last = std::max<facts::Time>(frame.time, 0);
  const double changes = cost_of_changes(frame);
  double changed = 0;  // bytes of changed values
  bool any = false;
  std::uint64_t* digest = known->digests.data();
  for (const Part* part = first; part != end; part = part->next, ++digest) {
    group.bytes += cost_of(*part, envelope, item, alone == number);
    const bool differs = is_first || *digest != part->digest;
    *digest = part->digest;
    any = any || differs;
    changed += differs ? part->own : 0;
    if (members_ == most_members && !group.members.contains(part->member)) continue;
    const auto [place, is_new] = group.members.try_emplace(part->member);
    members_ += is_new ? 1 : 0;
    Member& member = place->second;
    ++member.sent;
    member.own += part->own;
    member.changed += differs ? 1 : 0;
    member.changes += differs ? changes + part->own : 0;
  }
  ++group.states;
  group.changed += any ? 1 : 0;
  group.changes += any ? changes + changed : 0;
}

States::Members States::append(std::vector<Saving>& savings) const {
  Members moved;
  for (const auto& [number, group] : of_groups_) {
    if (group.states < least_states) continue;
    const std::size_t before = moved.size();
    Saving change = on_change(number, group, moved);
    if (moved.size() != before) savings.push_back(std::move(change));
    const bool none_stays = moved.size() - before == group.members.size();
    if (!none_stays && group.interval.count() != 0 && group.interval.mean() < short_interval)
      savings.push_back(interval(number, group));
  }
  return moved;
}

Saving States::on_change(std::uint32_t number, const Group& group, Members& moved) const {
  Saving saving = {.advice = "on_change",
                   .node = groups_.shown(number),
                   .bytes = 0,
                   .costs =
                       "A change is sent reliably: one that is lost comes later instead of never. More changes "
                       "between two states than the capture shows would be sent, too; delta_interval limits them.",
                   .filter = filter_of_group(groups_.shown(number))};
  std::uint64_t sent = 0;
  std::uint64_t changed = 0;
  std::uint64_t own = 0;
  std::size_t count = 0;
  for (const auto& [name, member] : group.members) {
    if (!member.is_still() || member.saved() <= 0) continue;
    moved.emplace(number, name);
    saving.member.append(saving.member.empty() ? "" : ", ").append(name);
    saving.bytes += member.saved();
    sent += member.sent;
    changed += member.changed;
    own += member.own;
    ++count;
  }
  const std::string equal =
      whole(static_cast<double>(sent - changed)) + " of " + counted(sent, "value") + " equal the one before. ";
  if (count != 0 && count == group.members.size()) {
    // Nothing would be left to send in states.
    saving.bytes = group.bytes - group.changes;
    saving.how = equal + "Without the states of these nodes: " + whole(group.bytes) + " bytes less; " +
                 counted(group.changed, "change") +
                 " in datagrams of their own, with acknowledgements: " + whole(group.changes) + " more.";
    return saving;
  }
  saving.how = equal + "Without these values: " + std::to_string(own) + " bytes less; " + counted(changed, "change") +
               " in datagrams of their own, with acknowledgements: " + whole(static_cast<double>(own) - saving.bytes) +
               " more.";
  return saving;
}

Saving States::interval(std::uint32_t number, const Group& group) const {
  const double now = group.interval.mean();
  const double added = usual_interval - now;
  return {.advice = "interval",
          .node = groups_.shown(number),
          .member = "replication_interval = 0.05",
          .bytes = group.bytes * added / usual_interval,
          .costs = "What a receiver sees is up to " + whole(added) + " ms older, " + whole(added / 2) +
                   " ms in the mean: it has to interpolate.",
          .how = counted(group.states, "state") + " of " + whole(group.bytes) + " bytes, every " + whole(now) +
                 " ms in the mean; every 50 ms, " + whole(100 * added / usual_interval) + " % of them are not sent.",
          .filter = filter_of_group(groups_.shown(number))};
}

}  // namespace godot::analysis::advice
