// SPDX-License-Identifier: GPL-2.0-or-later
// A node in a snapshot of netfox, with its path and properties, as far as known.
#pragma once

#include "codec/netfox/walk.h"
#include "plugin/core/bridge.h"
#include "plugin/netfox/command.h"
#include "plugin/netfox/state.h"

namespace godot::plugin {

struct NetfoxNode {
  std::uint64_t id = 0;
  const char* path = nullptr;                              ///< in packet scope; null: unknown
  const char* text = "";                                   ///< the same without "/root/", like other nodes; or #7
  const analysis::NetfoxIdentity* identity = nullptr;      ///< that announced the path; null: on the wire, or unknown
  const analysis::NetfoxProperties* properties = nullptr;  ///< null: unknown
  bool known = false;                                      ///< the path is known

  /// Limit for shown bytes of known paths: they may be long, and a short message may refer to one very often.
  static constexpr std::size_t most_path_bytes = std::size_t{1} << 16;

  [[nodiscard]] netfox::Layout layout() const {
    if (properties == nullptr) return {};
    return {.properties = properties->schemas};
  }

  /// True if the values of a frame match these properties.
  [[nodiscard]] bool names(const netfox::NodeFrame& frame) const;

  /// A property's name, or #N, in packet scope.
  [[nodiscard]] const char* property(packet_info* pinfo, bool named, std::uint32_t index) const;

  /// The same for a value of a command; null: even its index in the list is unknown.
  [[nodiscard]] const char* property(packet_info* pinfo, bool named, const netfox::NodeFrame& frame,
                                     const netfox::PropertyValue& value) const;
};

/// A path without its "/root/", which all of netfox's paths have.
[[nodiscard]] const char* netfox_node_text(const char* path);

/// Where a node's values are, as NetfoxResends keeps it.
[[nodiscard]] analysis::NetfoxPlace netfox_place(const UpperMessage& message, const NetfoxCommand& command,
                                                 const netfox::NodeFrame& frame);

/// Null: not a state, or the first one of its tick.
[[nodiscard]] const analysis::NetfoxAgain* netfox_again(const UpperMessage& message, const NetfoxCommand& command,
                                                        const netfox::NodeFrame& frame);

/// `budget`: remaining bytes of shown paths.
[[nodiscard]] NetfoxNode netfox_node(packet_info* pinfo, const NetfoxCommand& command,
                                     const netfox::NodeReference& reference, std::size_t& budget);

}  // namespace godot::plugin
