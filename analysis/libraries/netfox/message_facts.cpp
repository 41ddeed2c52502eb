// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/message_facts.h"

#include <algorithm>

#include "analysis/facts/attribution.h"
#include "analysis/facts/digest.h"

namespace godot::analysis {

using netfox::CommandKind;

namespace {

constexpr facts::SnapshotFields filtered = {
    .node = "netfox.node", .node_id = "netfox.node_id", .snapshot = "netfox.tick"};

}  // namespace

void NetfoxFacts::snapshot(const netfox::Snapshot& snapshot) {
  using List = facts::Snapshot::List;
  constexpr List lists[] = {List::state, List::input, List::sync};
  const std::uint32_t redundancy = snapshot.redundancy + wanted_;
  const std::uint32_t tick = snapshot.tick - wanted_;
  again_ = redundancy != 0;
  const auto age = names_.memory.age(command_.route.target, tick, message_.frame);
  tick_ = {.list = lists[static_cast<std::size_t>(list_of(command_.kind))],
           .diff = snapshot.diff,
           .has_age = age.has_value(),
           .redundancy = redundancy,
           .tick = tick,
           .age = age.value_or(0),
           .fields = &filtered};
  snapshot_ = &collection_.snapshot(tick_);
}

netfox::Layout NetfoxFacts::layout(const netfox::NodeReference& node) {
  node_ = netfox_node(message_, command_, node, names_);
  node_name_ = collection_.names().keep(node_.text);
  return node_.layout();
}

void NetfoxFacts::node(const netfox::NodeFrame& frame) {
  if (command_.is_call()) (void)layout(frame.node);
  of_node_ = nullptr;
  frame_ = frame;
  named_ = node_.names(frame);
  ++nodes_;
  if (!netfox::is_state(command_.kind)) return;
  const NetfoxAgain* again = netfox_again(message_, command_, names_.memory, frame);
  if ((again != nullptr) != tick_.again || again != nullptr) {
    tick_.again = again != nullptr;
    tick_.corrected = again != nullptr && again->corrected;
    snapshot_ = &collection_.snapshot(tick_);
  }
  again_ = tick_.again;
}

void NetfoxFacts::add_part(const char* member, Offset begin, Offset own) {
  facts::Part& part = first_ != nullptr ? *first_ : collection_.part(item_);
  first_ = nullptr;
  part = {.next = part.next,
          .node = node_name_,
          .member = collection_.names().keep(member),
          .net_id = static_cast<std::uint32_t>(node_.id),
          .synchronizer = nodes_,
          .own = own,
          .digest = facts::digest(command_.bytes.captured.subspan(begin, own)),
          .snapshot = snapshot_};
  if (of_node_ == nullptr) of_node_ = &part;
  own_ += own;
}

void NetfoxFacts::value_end(const netfox::PropertyValue& value) {
  most_redundancy_ = std::max(most_redundancy_, value.redundancy);
  if (value.redundancy != wanted_ || frame_.undivided) return;
  const char* name = node_.property(message_.host, named_, frame_, value);
  add_part(again_ ? message_.host.arena.joined({name, " (again)"}) : name, value.begin, value.end - value.begin);
}

/// Adds the bytes before the values: reference, sizes, mask of changes.
void NetfoxFacts::node_end(const netfox::NodeFrame& frame) {
  if (of_node_ == nullptr) add_part(again_ ? "(again)" : nullptr, frame.values_begin, frame.values_length);
  std::uint64_t values = 0;
  for (const facts::Part* each = of_node_; each != nullptr; each = each->next) values += each->own;
  facts::Division headers(frame.values_begin - frame.begin, values);
  for (facts::Part* each = of_node_; each != nullptr; each = each->next) each->protocol = headers.next(each->own);
}

void NetfoxFacts::identity(const netfox::Identity& identity) {
  node_ = {.id = identity.id};
  node_name_ = collection_.names().keep(netfox_node_text(message_.host.shown(identity.path)));
  add_part(nullptr, identity.begin, identity.length);
}

void NetfoxFacts::finish() const {
  switch (content(command_.kind)) {
    case netfox::Content::time:
    case netfox::Content::nothing: item_.kind = facts::Kind::netfox_time; break;  // it asks for the time
    case netfox::Content::snapshot: item_.kind = facts::Kind::netfox_state; break;
    case netfox::Content::inputs: item_.kind = facts::Kind::netfox_input; break;
    case netfox::Content::identities: item_.kind = facts::Kind::netfox_identities; break;
    case netfox::Content::data: break;
  }
  // The cost of fragments belongs to the datagram.
  const std::uint64_t all = std::uint64_t{item_.own} + item_.protocol;
  if (first_ != nullptr || item_.message != 0 || own_ > item_.own) return;
  item_.own = static_cast<std::uint32_t>(own_);
  item_.protocol = static_cast<std::uint32_t>(all - own_);
}

void add_netfox_parts(const LibraryMessage& message, const NetfoxCommand& command, const NetfoxNames& names,
                      facts::Collection& collection, facts::Item& item) {
  if (command.kind == CommandKind::tick_set) return;  // neither a state nor inputs: shown as a remote call
  NetfoxFacts facts(message, command, names, collection, item);
  const netfox::Result result = netfox::validate(command.bytes, command.options(), &facts);
  if (!result.exact(command.bytes)) return;
  // A dictionary of inputs is divided by property, not by tick.
  for (std::uint32_t redundancy = 1; redundancy <= facts.most_redundancy(); ++redundancy) {
    facts.of_tick(redundancy);
    (void)netfox::validate(command.bytes, command.options(), &facts);
  }
  facts.finish();
}

}  // namespace godot::analysis
