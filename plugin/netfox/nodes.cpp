// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/nodes.h"

#include <algorithm>
#include <string_view>

#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(NetfoxNode);

using netfox::Reading;

/// True if the values match the known schema or, without one, if there are as many Variants as names.
bool NetfoxNode::names(const netfox::NodeFrame& frame) const {
  if (properties == nullptr || frame.reading == Reading::unknown || frame.undivided) return false;
  return frame.reading != Reading::variants || frame.diff || frame.values == properties->size();
}

const char* NetfoxNode::property(packet_info* pinfo, bool named, std::uint32_t index) const {
  if (!named || index >= properties->size()) return wmem_strdup_printf(pinfo->pool, "#%u", index);
  const char* name = utf8_text(pinfo, properties->names[index]);
  return properties->guessed ? joined(pinfo->pool, {name, "?"}) : name;
}

const char* NetfoxNode::property(packet_info* pinfo, bool named, const netfox::NodeFrame& frame,
                                 const netfox::PropertyValue& value) const {
  if (!value.name.empty()) return utf8_text(pinfo, value.name.front() == ':' ? value.name.substr(1) : value.name);
  if (frame.undivided) return nullptr;
  if (value.hashed) return wmem_strdup_printf(pinfo->pool, "hash %u", value.index);
  return property(pinfo, named, value.index);
}

const char* netfox_node_text(const char* path) {
  constexpr std::string_view root = "/root/";
  return std::string_view(path).starts_with(root) ? path + root.size() : path;
}

analysis::NetfoxPlace netfox_place(const UpperMessage& message, const NetfoxCommand& command,
                                   const netfox::NodeFrame& frame) {
  return {.frame = message.pinfo->num, .message = message.message.index, .begin = command.begin + frame.begin};
}

const analysis::NetfoxAgain* netfox_again(const UpperMessage& message, const NetfoxCommand& command,
                                          const netfox::NodeFrame& frame) {
  if (!netfox::is_state(command.kind) || message.message.repeated) return nullptr;
  return netfox_memory().resends.find(netfox_place(message, command, frame));
}

NetfoxNode netfox_node(packet_info* pinfo, const NetfoxCommand& command, const netfox::NodeReference& reference,
                       std::size_t& budget) {
  NetfoxNode node{.id = reference.id};
  if (command.is_call()) {
    node.known = true;
    node.path = utf8_text(pinfo, command.node);
    node.text = netfox_node_text(node.path);
    node.properties = command.properties;
    return node;
  }
  std::string_view path = reference.path;
  if (node.id != 0) {
    node.identity = netfox_memory().identity(command.route.target, node.id, pinfo->num);
    if (node.identity == nullptr) {
      node.text = wmem_strdup_printf(pinfo->pool, "#%" G_GINT64_MODIFIER "u", node.id);
      return node;
    }
    path = node.identity->path;
  }
  node.known = true;
  node.path = budget != 0 ? utf8_text(pinfo, path) : "\u2026";
  budget -= std::min(path.size(), budget);
  node.text = netfox_node_text(node.path);
  if (budget != 0) node.properties = netfox_properties(path, analysis::list_of(command.kind));
  return node;
}

}  // namespace godot::plugin
