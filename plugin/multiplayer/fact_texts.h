// SPDX-License-Identifier: GPL-2.0-or-later
// What a message's facts have beside its own walk's: names of peers and, for those who ask for texts, values of
// properties.
// Everything is in packet scope, or interned.
#pragma once

#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// Whether anybody asks for values.
[[nodiscard]] bool are_values_told(const Annotations& notes);

/// A property's value; nothing happens where nobody asks.
void tell_value(const Annotations& notes, const char* node, const char* member, const char* text);

/// Who speaks and hears, by name, and in which session.
void tell_peers(facts::Item& item, packet_info* pinfo, const Peers& peers);

}  // namespace godot::plugin
