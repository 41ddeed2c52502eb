// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/facts.h"

#include <algorithm>

#include "analysis/facts/attribution.h"
#include "analysis/facts/digest.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(NetfoxFacts);

using netfox::CommandKind;

void NetfoxFacts::snapshot(const netfox::Snapshot& snapshot) {
  using List = analysis::facts::Snapshot::List;
  constexpr List lists[] = {List::state, List::input, List::sync};
  const std::uint32_t redundancy = snapshot.redundancy + wanted_;
  const std::uint32_t tick = snapshot.tick - wanted_;
  again_ = redundancy != 0;
  const auto age = netfox_memory().age(command_.route.target, tick, message_.pinfo->num);
  tick_ = {.list = lists[static_cast<std::size_t>(analysis::list_of(command_.kind))],
           .diff = snapshot.diff,
           .has_age = age.has_value(),
           .redundancy = redundancy,
           .tick = tick,
           .age = age.value_or(0)};
  snapshot_ = &collector_.snapshot(tick_);
}

netfox::Layout NetfoxFacts::layout(const netfox::NodeReference& node) {
  node_ = netfox_node(message_.pinfo, command_, node, path_budget_);
  node_name_ = interned(node_.text);
  return node_.layout();
}

void NetfoxFacts::node(const netfox::NodeFrame& frame) {
  if (command_.is_call()) (void)layout(frame.node);
  of_node_ = nullptr;
  frame_ = frame;
  named_ = node_.names(frame);
  ++nodes_;
  if (!netfox::is_state(command_.kind)) return;
  const analysis::NetfoxAgain* again = netfox_again(message_, command_, frame);
  if ((again != nullptr) != tick_.again || again != nullptr) {
    tick_.again = again != nullptr;
    tick_.corrected = again != nullptr && again->corrected;
    snapshot_ = &collector_.snapshot(tick_);
  }
  again_ = tick_.again;
}

void NetfoxFacts::add_part(const char* member, Offset begin, Offset own) {
  analysis::facts::Part& part = first_ != nullptr ? *first_ : collector_.part(item_);
  first_ = nullptr;
  part = {.next = part.next,
          .node = node_name_,
          .member = interned(member),
          .net_id = static_cast<std::uint32_t>(node_.id),
          .synchronizer = nodes_,
          .own = own,
          .digest = analysis::facts::digest(command_.bytes.captured.subspan(begin, own)),
          .snapshot = snapshot_};
  if (of_node_ == nullptr) of_node_ = &part;
  own_ += own;
}

void NetfoxFacts::value_end(const netfox::PropertyValue& value) {
  most_redundancy_ = std::max(most_redundancy_, value.redundancy);
  if (value.redundancy != wanted_ || frame_.undivided) return;
  const char* name = node_.property(message_.pinfo, named_, frame_, value);
  add_part(again_ ? joined(message_.pinfo->pool, {name, " (again)"}) : name, value.begin, value.end - value.begin);
}

/// Adds the bytes before the values: reference, sizes, mask of changes.
void NetfoxFacts::node_end(const netfox::NodeFrame& frame) {
  if (of_node_ == nullptr) add_part(again_ ? "(again)" : nullptr, frame.values_begin, frame.values_length);
  std::uint64_t values = 0;
  for (const analysis::facts::Part* each = of_node_; each != nullptr; each = each->next) values += each->own;
  analysis::facts::Division headers(frame.values_begin - frame.begin, values);
  for (analysis::facts::Part* each = of_node_; each != nullptr; each = each->next)
    each->protocol = headers.next(each->own);
}

void NetfoxFacts::identity(const netfox::Identity& identity) {
  node_ = {.id = identity.id};
  node_name_ = interned(netfox_node_text(utf8_text(message_.pinfo, identity.path)));
  add_part(nullptr, identity.begin, identity.length);
}

void NetfoxFacts::finish() const {
  switch (command_.kind) {
    case CommandKind::ping:
    case CommandKind::pong:
    case CommandKind::request_time:
    case CommandKind::set_time: item_.kind = analysis::facts::Kind::netfox_time; break;
    case CommandKind::full_state:
    case CommandKind::diff_state:
    case CommandKind::full_sync:
    case CommandKind::diff_sync: item_.kind = analysis::facts::Kind::netfox_state; break;
    case CommandKind::input: item_.kind = analysis::facts::Kind::netfox_input; break;
    case CommandKind::identities: item_.kind = analysis::facts::Kind::netfox_identities; break;
    case CommandKind::other:
    case CommandKind::tick_set: break;
  }
  // The cost of fragments belongs to the datagram.
  const std::uint64_t all = std::uint64_t{item_.own} + item_.protocol;
  if (first_ != nullptr || item_.message != 0 || own_ > item_.own) return;
  item_.own = static_cast<std::uint32_t>(own_);
  item_.protocol = static_cast<std::uint32_t>(all - own_);
}

}  // namespace godot::plugin
