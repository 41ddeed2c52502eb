// SPDX-License-Identifier: MIT
// Display filters for the packets of a row, to be used unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/facts/facts.h"

namespace godot::analysis::report {

/// A regular expression that matches this text, without quotation marks.
[[nodiscard]] std::string literal(std::string_view text);

/// A text in quotation marks, escaped for a display filter.
[[nodiscard]] std::string quoted(std::string_view text);

/// The packets with items of a kind of the transports' own, by its name; empty if no field identifies them.
[[nodiscard]] std::string filter_of_row(std::string_view kind);

/// The packets of a conversation whose peers are unknown: "ENet 2 client"; empty: it is a peer.
[[nodiscard]] std::string filter_of_conversation(std::string_view from);

/// The packets of a pair of peers, by their names in the profile; empty if no field has both.
[[nodiscard]] std::string filter_of_peers(std::string_view from, std::string_view to);

[[nodiscard]] std::string filter_of_second(std::uint64_t second);

/// The packets of rows of the table of problems, by their names (questions/problem_row_names.h).
[[nodiscard]] std::string filter_of_problem(const std::vector<std::string>& rows);

/// The states of a synchronizer by one peer for another, on one connection.
struct StatesOf {
  std::string_view node;             ///< its path; empty: there is no filter
  std::int32_t source = 0;           ///< the sender's peer id; 0: not known
  std::int32_t receiver = 0;         ///< the receiver's peer id; 0: not known
  bool to_relay = false;             ///< on the way to the server, which passes them on
  std::uint32_t number = 0;          ///< the number in the field godot.sync.net_id
  const char* connection = nullptr;  ///< field of the connection's number; null: none
  std::uint32_t link = 0;            ///< the number of the connection
};
[[nodiscard]] std::string filter_of_states(const StatesOf& which);

/// A library's snapshots with a node for one receiver, on one connection. `node`: without /root/, or #7 if only the
/// number is known.
[[nodiscard]] std::string filter_of_snapshots(const StatesOf& which, const facts::SnapshotFields& fields);

}  // namespace godot::analysis::report
