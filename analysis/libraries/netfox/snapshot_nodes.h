// SPDX-License-Identifier: MIT
// A node in a snapshot of netfox, with its path and properties, as far as known.
#pragma once

#include "analysis/libraries/netfox/find_command.h"
#include "codec/libraries/netfox/walk.h"

namespace godot::analysis {

struct NetfoxNode {
  std::uint64_t id = 0;
  const char* path = nullptr;                    ///< in packet scope; null: unknown
  const char* text = "";                         ///< the same without "/root/", like other nodes; or #7
  const NetfoxIdentity* identity = nullptr;      ///< that announced the path; null: on the wire, or unknown
  const NetfoxProperties* properties = nullptr;  ///< null: its properties are unknown
  bool known = false;                            ///< the path is known

  /// Limit for shown bytes of known paths: they may be long, and a short message may refer to one very often.
  static constexpr std::size_t most_path_bytes = std::size_t{1} << 16;

  [[nodiscard]] netfox::Layout layout() const {
    if (properties == nullptr) return {};
    return {.properties = properties->schemas};
  }

  /// True if the values of a frame match these properties.
  [[nodiscard]] bool names(const netfox::NodeFrame& frame) const;

  /// A property's name, or #N, in packet scope.
  [[nodiscard]] const char* property(const Host& host, bool named, std::uint32_t index) const;

  /// The same for a value of a command; null: even its index in the list is unknown.
  [[nodiscard]] const char* property(const Host& host, bool named, const netfox::NodeFrame& frame,
                                     const netfox::PropertyValue& value) const;
};

/// A path without its "/root/", which all of netfox's paths have.
[[nodiscard]] const char* netfox_node_text(const char* path);

/// Where a node's values are, as NetfoxResends keeps it.
[[nodiscard]] NetfoxPlace netfox_place(const LibraryMessage& message, const NetfoxCommand& command,
                                       const netfox::NodeFrame& frame);

/// Null: not a state, or the first one of its tick.
[[nodiscard]] const NetfoxAgain* netfox_again(const LibraryMessage& message, const NetfoxCommand& command,
                                              const NetfoxMemory& memory, const netfox::NodeFrame& frame);

/// What nodes are looked up in, and how many bytes of their paths are still shown.
struct NetfoxNames {
  const NetfoxMemory& memory;
  NetfoxProjects& projects;
  std::size_t budget = NetfoxNode::most_path_bytes;
};
[[nodiscard]] NetfoxNode netfox_node(const LibraryMessage& message, const NetfoxCommand& command,
                                     const netfox::NodeReference& reference, NetfoxNames& names);

}  // namespace godot::analysis
