// SPDX-License-Identifier: MIT
// Lists of properties that scripts give netfox's synchronizers, as literals: to one that they make, or to one of their
// scene.
//
//   var sync := RollbackSynchronizer.new()          a synchronizer that the script makes
//   sync.root = self                                or a variable with a node that it makes, too
//   sync.state_properties.assign([":position"])     also =, +=, append(), constants, and sums of these
//   sync.add_state(self, "velocity")                also add_input(), and variables of a loop over literals
//   properties = [":" + NAME]                       in a script that extends a synchronizer
//
// Constants of other scripts are references, which the project resolves. Parameters have the values of the calls in the
// same script.
//
// (netfox: addons/netfox/rollback/rollback-synchronizer.gd, state-synchronizer.gd)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "project/libraries/netfox/synchronizer_lists.h"

namespace godot::analysis::project {

/// A synchronizer in a script. Entries of its lists are as in a scene; before the colon there is a question mark for a
/// node that is not known.
struct NetfoxBuilder {
  enum class Root : std::uint8_t {
    script,   ///< the script's own node
    named,    ///< a node with the name `root`
    unknown,  ///< a node that the script makes or finds
  };
  bool made = false;  ///< the script makes it; false: it is a node of the scene
  bool own = false;   ///< it is the script's own node
  std::string node;   ///< its name, if that is known; "?": one that the scene's settings name
  Root root_is = Root::script;
  std::string root;
  NetfoxLists lists;
  bool replaces_state = false;  ///< the list in the scene, if it has one, does not count
  bool replaces_input = false;
};

struct NetfoxBuilderLimits {
  static constexpr std::size_t builders = 64;     ///< builders in one script at most
  static constexpr std::size_t properties = 256;  ///< properties of one list at most
  static constexpr std::size_t text = 256;        ///< bytes of one name at most
  // Steps in one script; one that needs more has no lists.
  static constexpr std::size_t least_work = 1U << 20;
  static constexpr std::size_t work_per_character = 16;
};

/// An entry of a list that stands for a constant of another script, `Props.STATE`, or of one above: each of its texts,
/// with `prefix` before it.
struct NetfoxReference {
  std::string_view name;
  std::string_view prefix;
};
inline constexpr char netfox_reference_mark = '\x01';
[[nodiscard]] std::optional<NetfoxReference> netfox_reference(std::string_view text);

[[nodiscard]] std::vector<NetfoxBuilder> read_netfox_builders(std::string_view script);

}  // namespace godot::analysis::project
