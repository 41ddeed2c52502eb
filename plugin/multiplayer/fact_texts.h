// SPDX-License-Identifier: GPL-2.0-or-later
// Adds to a message's facts data that its own walk does not have: names of peers and, if texts are needed, values of
// properties. Everything is in packet scope, or interned.
#pragma once

#include "plugin/facts/collector.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// True if values are needed.
[[nodiscard]] bool are_values_wanted(const Annotations& notes);

/// Adds a property's value, if values are needed.
void add_value(const Annotations& notes, const char* node, const char* member, const char* text);

/// Adds names of sender and receiver, and their session.
void add_peers(Collector& collector, analysis::facts::Item& item, packet_info* pinfo, const analysis::Peers& peers);

}  // namespace godot::plugin
