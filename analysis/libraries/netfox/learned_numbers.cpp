// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/learned_numbers.h"

#include <algorithm>

#include "analysis/facts/digest.h"

namespace godot::analysis {
namespace {

/// A node is first named by its path, then by the receiver's number.
std::uint64_t node_number(const NetfoxAccepted& command, const netfox::NodeReference& node, NetfoxMemory& memory) {
  if (command.is_call) return memory.node_number(command.called);
  if (node.id == 0) return memory.node_number(node.path);
  const NetfoxIdentity* known = memory.identity(command.target, node.id, command.place.frame);
  return known != nullptr ? memory.node_number(known->path) : NetfoxMemory::node_number(node.id);
}

/// Of the values and, in differences, of the mask before them.
std::uint64_t digest_of(const NetfoxAccepted& command, const netfox::NodeFrame& frame) {
  const std::size_t mask = frame.changed.size();
  return facts::digest(command.bytes.captured.subspan(frame.values_begin - mask, mask + frame.values_length));
}

NetfoxForm form_of(const NetfoxAccepted& command, const netfox::NodeFrame& frame) {
  if (!frame.diff) return NetfoxForm::full;
  if (command.is_call) return NetfoxForm::changes;
  return list_of(command.kind) == NetfoxList::state ? NetfoxForm::news : NetfoxForm::other;
}

bool has_properties(const netfox::NodeFrame& frame) {
  constexpr unsigned seven = 0x7F;  // of each byte; the eighth bit says that more follow
  return std::any_of(frame.changed.begin(), frame.changed.end(), [](unsigned byte) { return (byte & seven) != 0; });
}

/// Equal for the same properties of a node.
std::uint32_t properties_of(const netfox::NodeFrame& frame) {
  return frame.diff ? static_cast<std::uint32_t>(facts::digest(frame.changed)) : 0;
}

}  // namespace

void NetfoxLesson::clear() noexcept {
  identities_.clear();
  frames_.clear();
  ticks_.clear();
}

void NetfoxLesson::store(const NetfoxAccepted& command, NetfoxMemory& memory) const {
  const std::uint32_t frame = command.place.frame;
  for (const netfox::Identity& identity : identities_) {
    memory.announce(command.source, identity.id, identity.path, frame);
    memory.answered(command.source, identity.path, command.time, frame);
  }
  const bool is_state = netfox::is_state(command.kind);
  if (!command.whole || command.repeated || !is_state) return;
  for (const auto& [node, tick] : frames_) {
    NetfoxPlace place = command.place;
    place.begin += node.begin;
    memory.resends.sent({.source = command.source,
                         .target = command.target,
                         .list = list_of(command.kind),
                         .node = node_number(command, node.node, memory),
                         .tick = tick,
                         .form = form_of(command, node),
                         .reference = command.is_call ? command.reference : properties_of(node),
                         .is_empty = !has_properties(node),
                         .digest = digest_of(command, node)},
                        place);
  }
}

namespace {

/// The numbers of nodes, and which states are sent again.
void learn_nodes(const LibraryMessage& message, const NetfoxCommand& command, NetfoxMemory& memory) {
  static NetfoxLesson lesson;
  lesson.clear();
  (void)netfox::validate(command.bytes, command.options(), &lesson);
  lesson.store({.source = command.route.source,
                .target = command.route.target,
                .kind = command.kind,
                .is_call = command.is_call(),
                .called = command.node != nullptr ? command.node : std::string_view{},
                .reference = command.reference,
                .whole = command.whole,
                .repeated = message.message.repeated,
                .bytes = command.bytes,
                .place = {message.frame, message.message.index, command.begin},
                .time = message.time},
               memory);
}

}  // namespace

void learn_netfox(const LibraryMessage& message, const NetfoxCommand& command, NetfoxMemory& memory) {
  memory.sent(command.route.source, message.time);
  const bool is_state = netfox::is_state(command.kind);
  if (command.kind == netfox::CommandKind::identities || (is_state && command.whole))
    learn_nodes(message, command, memory);
  if (!command.announces()) return;
  if (command.whole && command.read.has_tick) memory.sent(command.route.source, command.read.tick, message.frame);
  if (!command.is_call() && is_state && command.read.nodes > 1)
    memory.shared(command.route.source, command.data_size());
}

}  // namespace godot::analysis
