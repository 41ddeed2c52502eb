// SPDX-License-Identifier: GPL-2.0-or-later
// One value: its tree, and the columns of the packet list.
#pragma once

#include "codec/core/bytes.h"
#include "codec/variant/walk.h"
#include "plugin/core/tree/items.h"
#include "plugin/variant/value_conversations.h"

namespace godot::plugin {

/// Dissects the value in `buffer`, which begins at `place`, and returns its number of bytes. Throws epan's exception
/// where the capture was cut. `options`: its framing; the verdict sets the rest.
int dissect_value(TreePlace place, const Buffer& buffer, const Verdict& verdict, variant::Options options);

void register_statistics_of_values();

}  // namespace godot::plugin
