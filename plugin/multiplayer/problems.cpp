// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/problems.h"

#include <array>

namespace godot::plugin {
namespace {

// In the order of Problems.
constexpr std::array<const char*, 8> names = {
    "not_allowed", "declared_otherwise", "node_missing", "never_delivered",
    "held",        "not_connected",      "views_differ", "too_much",
};

}  // namespace

const char* name(Problems kind) noexcept { return names[static_cast<std::size_t>(kind)]; }

void report_problem(packet_info* pinfo, proto_tree* tree, tvbuff_t* tvb, Problems kind, MultiplayerExpert row,
                    const char* remedy) {
  expert_add_info_format(pinfo, tree, expert(row), "%s", remedy);
  if (tree == nullptr) return;
  proto_item_set_generated(
      proto_tree_add_string(tree, header_field(MultiplayerField::godot_problem), tvb, 0, 0, name(kind)));
}

}  // namespace godot::plugin
