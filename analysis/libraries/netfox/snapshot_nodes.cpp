// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/snapshot_nodes.h"

#include <algorithm>
#include <cinttypes>
#include <string_view>

namespace godot::analysis {

using netfox::Reading;

/// True if the values match the known schema or, without one, if there are as many Variants as names.
bool NetfoxNode::names(const netfox::NodeFrame& frame) const {
  if (properties == nullptr || frame.reading == Reading::unknown || frame.undivided) return false;
  return frame.reading != Reading::variants || frame.diff || frame.values == properties->size();
}

const char* NetfoxNode::property(const Host& host, bool named, std::uint32_t index) const {
  if (!named || index >= properties->size()) return host.arena.text("#%u", index);
  const char* name = host.shown(properties->names[index]);
  return properties->guessed ? host.arena.joined({name, "?"}) : name;
}

const char* NetfoxNode::property(const Host& host, bool named, const netfox::NodeFrame& frame,
                                 const netfox::PropertyValue& value) const {
  if (!value.name.empty()) return host.shown(value.name.front() == ':' ? value.name.substr(1) : value.name);
  if (frame.undivided) return nullptr;
  if (value.hashed) return host.arena.text("hash %u", value.index);
  return property(host, named, value.index);
}

const char* netfox_node_text(const char* path) {
  constexpr std::string_view root = "/root/";
  return std::string_view(path).starts_with(root) ? path + root.size() : path;
}

NetfoxPlace netfox_place(const LibraryMessage& message, const NetfoxCommand& command, const netfox::NodeFrame& frame) {
  return {.frame = message.frame, .message = message.message.index, .begin = command.begin + frame.begin};
}

const NetfoxAgain* netfox_again(const LibraryMessage& message, const NetfoxCommand& command, const NetfoxMemory& memory,
                                const netfox::NodeFrame& frame) {
  if (!netfox::is_state(command.kind) || message.message.repeated) return nullptr;
  return memory.resends.find(netfox_place(message, command, frame));
}

NetfoxNode netfox_node(const LibraryMessage& message, const NetfoxCommand& command,
                       const netfox::NodeReference& reference, NetfoxNames& names) {
  NetfoxNode node{.id = reference.id};
  if (command.is_call()) {
    node.known = true;
    node.path = message.host.shown(command.node);
    node.text = netfox_node_text(node.path);
    node.properties = command.properties;
    return node;
  }
  std::string_view path = reference.path;
  if (node.id != 0) {
    node.identity = names.memory.identity(command.route.target, node.id, message.frame);
    if (node.identity == nullptr) {
      node.text = message.host.arena.text("#%" PRIu64, node.id);
      return node;
    }
    path = node.identity->path;
  }
  node.known = true;
  node.path = names.budget != 0 ? message.host.shown(path) : "\u2026";
  names.budget -= std::min(path.size(), names.budget);
  node.text = netfox_node_text(node.path);
  if (names.budget != 0) node.properties = names.projects.properties(path, list_of(command.kind));
  return node;
}

}  // namespace godot::analysis
