// SPDX-License-Identifier: GPL-2.0-or-later
// Whether items and expert information are needed in this run: by a window, a filter, a column, a tap. What nobody
// needs is not made.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Expert information is listened to, which needs no tree, or filtered for.
[[nodiscard]] bool experts_wanted(proto_tree* tree);

/// Somebody looks at our items in this tree: a window, a filter, a column, expert information. `tree` may be null.
[[nodiscard]] bool fields_wanted(proto_tree* tree);

}  // namespace godot::plugin
