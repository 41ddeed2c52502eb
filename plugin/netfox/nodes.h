// SPDX-License-Identifier: GPL-2.0-or-later
// A node that a snapshot of netfox speaks of, with what is known of it: its path, its properties.
#pragma once

#include "codec/netfox/walk.h"
#include "plugin/core/bridge.h"
#include "plugin/netfox/command.h"
#include "plugin/netfox/state.h"

namespace godot::plugin {

struct NetfoxNode {
  std::uint64_t id = 0;
  const char* path = nullptr;                    ///< in packet scope; null: nobody knows
  const char* text = "";                         ///< the same without "/root/", as others of Godot are shown; or #7
  const NetfoxIdentity* identity = nullptr;      ///< that told the path; null: the wire has it, or nobody knows
  const NetfoxProperties* properties = nullptr;  ///< null: nobody says
  bool known = false;                            ///< its path is

  /// Remembered paths may be long, and a message may name one in a few bytes as often as it likes: of so many bytes is
  /// shown what they are.
  static constexpr std::size_t most_path_bytes = std::size_t{1} << 16;

  [[nodiscard]] netfox::Layout layout() const {
    if (properties == nullptr) return {};
    return {.properties = properties->schemas};
  }

  /// Whether the values of a frame are those properties.
  [[nodiscard]] bool names(const netfox::NodeFrame& frame) const;

  /// A property's name, or #N, in packet scope.
  [[nodiscard]] const char* property(packet_info* pinfo, bool named, std::uint32_t index) const;
};

/// A path without "/root/", which every path of netfox begins with.
[[nodiscard]] const char* netfox_node_text(const char* path);

/// `budget`: bytes of paths that may still be shown.
[[nodiscard]] NetfoxNode netfox_node(packet_info* pinfo, const NetfoxCommand& command,
                                     const netfox::NodeReference& reference, std::size_t& budget);

}  // namespace godot::plugin
