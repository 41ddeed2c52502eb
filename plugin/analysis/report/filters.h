// SPDX-License-Identifier: GPL-2.0-or-later
// From a row to its packets: display filters that can be pasted as they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace godot::analysis::report {

/// A text between quotation marks, as a display filter has it.
[[nodiscard]] std::string quoted(std::string_view text);

/// The packets of a row of the network profile: of its kind, and, where calls, sets and states have the node in their
/// text, of its node and method. `node` may have stars, which stand for a part of a path: nodes that the row does not
/// count may fit them, too. Empty where no field tells such packets from others.
[[nodiscard]] std::string filter_of_row(std::string_view kind, std::string_view node, std::string_view member);

/// The packets that say something of a node, which may have stars; empty without one.
[[nodiscard]] std::string filter_of_node(std::string_view node);

/// The packets of a pair of peers, as the profile calls them; empty where no field has both.
[[nodiscard]] std::string filter_of_peers(std::string_view from, std::string_view to);

/// The packets of ENet's channel with messages of a transfer mode, as the profile calls it.
[[nodiscard]] std::string filter_of_channel(std::string_view channel, std::string_view mode);

/// The packets with nodes of a scene, or with a script.
[[nodiscard]] std::string filter_of_scene(std::string_view scene);

[[nodiscard]] std::string filter_of_second(std::uint64_t second);

/// The packets that have a problem of this kind. Peers: 0 and below are not filtered for.
[[nodiscard]] std::string filter_of_problem(std::string_view kind, std::int32_t from, std::int32_t to);

/// The states of a synchronizer's node for one receiver; empty for a node without a path.
[[nodiscard]] std::string filter_of_states(std::string_view node, std::int32_t receiver);

/// netfox's snapshots with a node for one receiver. `node`: without /root/, or #7 where only the number is known.
[[nodiscard]] std::string filter_of_snapshots(std::string_view node, std::int32_t receiver);

}  // namespace godot::analysis::report
