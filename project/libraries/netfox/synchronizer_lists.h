// SPDX-License-Identifier: MIT
// Reads netfox's settings from scenes and scripts: the lists of its synchronizers, and the serializers that scripts
// set.
// (netfox: addons/netfox/rollback/rollback-synchronizer.gd, state-synchronizer.gd)
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis::project {

/// A RollbackSynchronizer or StateSynchronizer of a scene: properties as written, `:position`, `Health:value`.
struct NetfoxLists {
  std::vector<std::string> state;  ///< the export `state_properties` of the node
  std::vector<std::string> input;  ///< the export `input_properties` of the node
  std::vector<std::string> sync;   ///< properties, of a StateSynchronizer
  std::string root = "..";         ///< path of the node that the properties' paths start from
};

/// Sets the list or the root that has this name in a scene; others are ignored.
void set_list(NetfoxLists& lists, std::string_view name, std::string_view text,
              const std::vector<std::string>& strings);

/// True if this is a script of one of netfox's synchronizers.
[[nodiscard]] bool is_netfox_synchronizer(std::string_view script);

/// The serializer of a property, as a literal in a call of set_schema().
struct NetfoxSchemaEntry {
  std::string property;    ///< as in the lists
  std::string serializer;  ///< the expression as written: `NetworkSchemas.vec2f16()`
};

struct NetfoxSchemaLimits {
  static constexpr std::size_t calls = 64;      ///< of set_schema() in one file
  static constexpr std::size_t entries = 1024;  ///< of all of them
  static constexpr std::size_t text = 256;      ///< of a property or a serializer
};

/// Reads the dictionaries that a script passes to set_schema(): literals in the call, or in a variable before it. Skips
/// what is no literal.
[[nodiscard]] std::vector<NetfoxSchemaEntry> read_netfox_schemas(std::string_view script);

}  // namespace godot::analysis::project
