// SPDX-License-Identifier: MIT
// Display filters for the packets of a row, to be used unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis::report {

/// A text in quotation marks, escaped for a display filter.
[[nodiscard]] std::string quoted(std::string_view text);

/// The packets of a row of the network profile: of its kind and, for calls, sets and states, whose text contains the
/// node, of its node and method. `node` may contain stars, which match a part of a path: nodes that the row does not
/// count may match, too. Empty if no field identifies such packets.
[[nodiscard]] std::string filter_of_row(std::string_view kind, std::string_view node, std::string_view member);

/// The packets about a node, which may contain stars; empty without one.
[[nodiscard]] std::string filter_of_node(std::string_view node);

/// The packets of a pair of peers, by their names in the profile; empty if no field has both.
[[nodiscard]] std::string filter_of_peers(std::string_view from, std::string_view to);

/// The packets on ENet's channel with messages of a transfer mode, by their names in the profile.
[[nodiscard]] std::string filter_of_channel(std::string_view channel, std::string_view mode);

/// The packets with nodes of a scene, or with a script.
[[nodiscard]] std::string filter_of_scene(std::string_view scene);

[[nodiscard]] std::string filter_of_second(std::uint64_t second);

/// The packets of rows of the table of problems, by their names (questions/problem_row.h).
[[nodiscard]] std::string filter_of_problem(const std::vector<std::string>& rows);

/// The states of a synchronizer by one peer for another, on one connection.
struct StatesOf {
  std::string_view node;             ///< empty: no filter
  std::int32_t source = 0;           ///< 0: not known
  std::int32_t receiver = 0;         ///< 0: not known
  bool to_relay = false;             ///< on the way to the server, which passes them on
  std::uint32_t number = 0;          ///< godot.sync.net_id
  const char* connection = nullptr;  ///< field of the connection's number; null: none
  std::uint32_t link = 0;            ///< that number
};
[[nodiscard]] std::string filter_of_states(const StatesOf& which);

/// netfox's snapshots with a node for one receiver. `node`: without /root/, or #7 if only the number is known.
[[nodiscard]] std::string filter_of_snapshots(std::string_view node, std::int32_t receiver);

}  // namespace godot::analysis::report
