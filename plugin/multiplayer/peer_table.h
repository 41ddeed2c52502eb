// SPDX-License-Identifier: GPL-2.0-or-later
// The user's table `godot_peer_names`: which calls contain the name of a peer.
#pragma once

#include "analysis/message/annotation/naming_calls.h"
#include "plugin/core/settings/text_records.h"

namespace godot::plugin {

inline TextTable<analysis::annotation::NamingRow, analysis::annotation::fault_of> peer_table;

}  // namespace godot::plugin
