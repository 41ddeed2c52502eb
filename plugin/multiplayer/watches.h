// SPDX-License-Identifier: GPL-2.0-or-later
// Watches: numbers of a game that the user has named in the table `godot_watches`. Each becomes a field
// godot.watch.<name> of the packets that carry its value: a column, a filter, a line of an I/O graph.
#pragma once

#include <string>
#include <vector>

#include "analysis/facts/watches.h"
#include "analysis/game/routes/route.h"
#include "analysis/link/link.h"
#include "answers/questions/plots/plots.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

using analysis::plots::ValueNumbers;
using analysis::plots::WatchedValue;

/// The message of the value, and its position in it.
struct WatchedPlace {
  packet_info* pinfo;
  const analysis::Message& message;
  const analysis::Route& route;
  proto_tree* tree;  ///< null: the packet is not displayed
  tvbuff_t* tvb;
  int begin;
  int length;
};

/// True if a value's numbers are needed: by a watch, or by a request for them.
[[nodiscard]] bool watches_in_use() noexcept;

/// Adds the fields of the watches for this value, and its numbers to the facts; those of a copy count no more.
void add_watches(const WatchedPlace& place, const WatchedValue& where, const ValueNumbers& numbers);

// --- For lists of numbers that can be watched -----------------------------------------------------------------------

/// The rows of the table.
[[nodiscard]] std::vector<analysis::plots::Watch> watches_now();

/// Adds a row and saves the table in the profile. Empty: success; otherwise the reason.
[[nodiscard]] std::string add_watch(const analysis::plots::Watch& row);

/// The path of the profile's file of this name, beside the table's.
[[nodiscard]] std::string profile_file(const char* name);

}  // namespace godot::plugin
